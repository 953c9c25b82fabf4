/** What sites and advertisers add to addresses to follow people: names of parameters, and pages that only pass on. */

/** Parameters of every site. Names are those that the companies document; a star stands for any letters. */
const EVERYWHERE: readonly string[] = [
  // Campaigns: Google Analytics, Matomo, Piwik Pro, Adobe, HubSpot, Marketo, Mailchimp, Klaviyo, Drip, Vero, Olytics.
  ...[
    'utm_*',
    'mtm_*',
    'pk_*',
    'piwik_*',
    'matomo_*',
    's_cid',
    'hsa_*',
    '_hsenc',
    '_hsmi',
    '__hssc',
    '__hstc',
    '__hsfp',
  ],
  ...[
    'hsCtaTracking',
    'mkt_tok',
    'mc_cid',
    'mc_eid',
    '_ke',
    '__s',
    'vero_conv',
    'vero_id',
    'oly_anon_id',
    'oly_enc_id',
  ],
  // Clicks on advertisements: Google, Microsoft, Meta, X, TikTok, LinkedIn, Yandex, Pinterest, Snapchat, Reddit, Taboola, Outbrain.
  ...[
    'gclid',
    'gclsrc',
    'dclid',
    'gbraid',
    'wbraid',
    'gad_source',
    'gad_campaignid',
    'msclkid',
    'fbclid',
    'fb_action_ids',
  ],
  ...[
    'fb_action_types',
    'fb_source',
    'fb_ref',
    'twclid',
    'ttclid',
    'li_fat_id',
    'yclid',
    'ysclid',
    '_openstat',
    'epik',
  ],
  ...['ScCid', 'rdt_cid', 'tblci', 'dicbo', 'obOrigUrl', 'irclickid', 'irgwc', 'cjevent', 'srsltid', 'igshid', 'igsh'],
  ...['wickedid', 'guccounter', 'guce_referrer', 'guce_referrer_sig', '_ga', '_gl', '_branch_match_id', 'mibextid'],
];

/** Parameters that mean something else on other sites: the end of the host name, and names. */
const BY_SITE: readonly (readonly [host: RegExp, names: readonly string[]])[] = [
  [/(?:^|\.)youtu(?:be\.com|\.be)$/, ['si', 'feature', 'pp', 'ab_channel']],
  [/(?:^|\.)spotify\.com$/, ['si', 'context', 'nd']],
  [/(?:^|\.)(?:twitter|x)\.com$/, ['s', 't', 'ref_src', 'ref_url', 'cn']],
  [/(?:^|\.)instagram\.com$/, ['img_index', 'igshid', 'hl']],
  [/(?:^|\.)facebook\.com$/, ['__tn__', '__cft__*', 'ref', 'refid', 'hc_ref', 'fref', 'eid', 'sfnsn']],
  [/(?:^|\.)tiktok\.com$/, ['_r', '_t', 'is_from_webapp', 'sender_device', 'web_id', 'u_code', 'share_*']],
  [/(?:^|\.)linkedin\.com$/, ['trk', 'trkInfo', 'trackingId', 'refId', 'lipi', 'rcm']],
  [
    /(?:^|\.)amazon\.[a-z.]{2,6}$/,
    [
      'ref',
      'ref_',
      'tag',
      'pf_rd_*',
      'pd_rd_*',
      'qid',
      'sr',
      'dib',
      'dib_tag',
      'crid',
      'sprefix',
      'keywords',
      '_encoding',
      'content-id',
      'linkCode',
      'linkId',
      'ascsubtag',
      'psc',
      'smid',
    ],
  ],
  [
    /(?:^|\.)google\.[a-z.]{2,6}$/,
    [
      'ved',
      'ei',
      'sca_esv',
      'sxsrf',
      'gs_lp',
      'gs_lcp',
      'gs_lcrp',
      'sclient',
      'aqs',
      'sourceid',
      'oq',
      'uact',
      'biw',
      'bih',
      'usg',
      'sa',
    ],
  ],
  [/(?:^|\.)bing\.com$/, ['cvid', 'form', 'qs', 'sc', 'sk', 'sp', 'ghc', 'lq', 'pq']],
  [
    /(?:^|\.)ebay\.[a-z.]{2,6}$/,
    ['_trkparms', '_trksid', 'hash', 'amdata', 'mkevt', 'mkcid', 'mkrid', 'campid', 'toolid'],
  ],
  [/(?:^|\.)aliexpress\.com$/, ['spm', 'scm', 'algo_*', 'pvid', 'aff_*', 'sk', 'terminal_id', 'gps-id']],
  [/(?:^|\.)reddit\.com$/, ['share_id', 'ref', 'ref_source', 'rdt', 'correlation_id']],
  [/(?:^|\.)medium\.com$/, ['source', 'sk']],
];

/** Pages that pass on: host, path, and the parameter with the address. */
const REDIRECTORS: readonly (readonly [host: RegExp, path: RegExp, parameters: readonly string[]])[] = [
  [/(?:^|\.)google\.[a-z.]{2,6}$/, /^\/(?:url|imgres|aclk)$/, ['q', 'url', 'imgrefurl', 'adurl']],
  [/(?:^|\.)safelinks\.protection\.outlook\.com$/, /^\//, ['url']],
  [/(?:^|\.)facebook\.com$/, /^\/(?:l|flx\/warn)\.?(?:php)?\/?$/, ['u']],
  [/^l\.(?:instagram|threads)\.(?:com|net)$/, /^\//, ['u']],
  [/(?:^|\.)youtube\.com$/, /^\/redirect$/, ['q']],
  [/(?:^|\.)linkedin\.com$/, /^\/(?:redir\/redirect|safety\/go)\/?$/, ['url']],
  [/^(?:www\.)?steamcommunity\.com$/, /^\/linkfilter\/?$/, ['url', 'u']],
  [/^out\.reddit\.com$/, /^\//, ['url']],
  [/^(?:www\.)?duckduckgo\.com$/, /^\/l\/?$/, ['uddg']],
  [/^exit\.sc$/, /^\//, ['url']],
  [/^(?:www\.)?awin1\.com$/, /^\/cread\.php$/, ['ued', 'p']],
  [/^(?:slack-redir\.net|slack\.com)$/, /^\/link$/, ['url']],
  [/(?:^|\.)vk\.com$/, /^\/away\.php$/, ['to']],
  [/^(?:www\.)?deviantart\.com$/, /^\/users\/outgoing$/, []],
  [/^click\.redditmail\.com$/, /^\/CL0\//, []],
];

const patternOf = (names: readonly string[]): RegExp =>
  new RegExp(
    `^(?:${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('\\*', '.*')).join('|')})$`,
  );

const everywhere = patternOf(EVERYWHERE);
const bySite = BY_SITE.map(([host, names]) => [host, patternOf(names)] as const);

/** Whether a parameter of a host only follows people. */
export const isTracking = (host: string, name: string): boolean =>
  everywhere.test(name) || bySite.some(([site, names]) => site.test(host) && names.test(name));

/** The address that a page only passes on to; `undefined` where it is not such a page. */
export function redirectTarget(url: URL): string | undefined {
  for (const [host, path, parameters] of REDIRECTORS) {
    if (!host.test(url.hostname) || !path.test(url.pathname)) continue;
    for (const name of parameters) {
      const target = url.searchParams.get(name);
      if (target !== null && /^https?:\/\//i.test(target) && URL.canParse(target)) return target;
    }
  }
  return undefined;
}
