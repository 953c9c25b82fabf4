import { ContentFault } from '../faults.js';
import { ANSWER_CRAWLERS, TRAINING_CRAWLERS } from './ai-crawlers.data.js';

export const ROBOTS_PRESETS = ['allow', 'block-all', 'block-ai-training', 'block-ai', 'wordpress'] as const;

export interface RobotsPlan {
  readonly preset: (typeof ROBOTS_PRESETS)[number];
  /** Paths. */
  readonly disallow: readonly string[];
  readonly allow: readonly string[];
  /** Whom the paths are for; everybody where it is empty. */
  readonly agents: readonly string[];
  readonly blockedAgents: readonly string[];
  readonly allowedAgents: readonly string[];
  /** Seconds; 0 for none. */
  readonly crawlDelay: number;
  readonly sitemaps: readonly string[];
}

/** What a list of a caller has: lines, or parts between commas. */
export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\r\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/**
 * A path as a rule has it: letters beyond ASCII, spaces and signs with a meaning of their own as octets (RFC 9309 §2.2.2). Of an address
 * of a page its path. Throws ContentFault.
 */
export function rulePath(text: string): string {
  const path = text.replace(/^https?:\/\/[^/?#]*/i, '');
  const whole = path === '' ? '/' : path;
  if (!/^[/*]/.test(whole))
    throw new ContentFault(
      `a path must begin with / or *, got ${JSON.stringify(text.slice(0, 80))}; write /${text.slice(0, 80)}`,
    );
  return whole.toWellFormed().replace(/[^!"$-~]+/gu, encodeURIComponent);
}

/** The name that a crawler looks for: RFC 9309 §2.2.1. Throws ContentFault. */
export function productToken(text: string): string {
  if (text === '*' || /^[A-Za-z_-]+$/.test(text)) return text;
  throw new ContentFault(
    `a crawler must be named by letters, hyphens and underscores such as Googlebot, got ${JSON.stringify(text.slice(0, 80))}`,
  );
}

/** The address of a sitemap. Throws ContentFault. */
export function sitemapAddress(text: string): string {
  if (/^https?:\/\/[^\s#]+$/i.test(text) && URL.canParse(text)) return text;
  throw new ContentFault(
    `a sitemap must have its whole address such as https://example.com/sitemap.xml, got ${JSON.stringify(text.slice(0, 80))}`,
  );
}

interface Rule {
  readonly isAllowed: boolean;
  readonly path: string;
}

/** The longest first, of two of one length the one that allows: so crawlers that take the first match do what the others do. */
const inOrder = (rules: readonly Rule[]): Rule[] =>
  [...rules].sort((a, b) => b.path.length - a.path.length || Number(b.isAllowed) - Number(a.isAllowed));

function group(agents: readonly string[], rules: readonly Rule[], crawlDelay = 0): string {
  const lines = agents.map((agent) => `User-agent: ${agent}`);
  for (const { isAllowed, path } of inOrder(rules)) lines.push(`${isAllowed ? 'Allow' : 'Disallow'}: ${path}`);
  // A group without rules allows everything, and says so.
  if (rules.length === 0) lines.push('Disallow:');
  if (crawlDelay > 0) lines.push(`Crawl-delay: ${crawlDelay}`);
  return lines.join('\n');
}

const EVERYTHING: readonly Rule[] = [{ isAllowed: false, path: '/' }];

const PRESET_PATHS: Readonly<Record<RobotsPlan['preset'], readonly Rule[]>> = {
  allow: [],
  'block-all': EVERYTHING,
  'block-ai-training': [],
  'block-ai': [],
  // What WordPress itself writes.
  wordpress: [
    { isAllowed: false, path: '/wp-admin/' },
    { isAllowed: true, path: '/wp-admin/admin-ajax.php' },
  ],
};

const PRESET_AGENTS: Readonly<Record<RobotsPlan['preset'], readonly string[]>> = {
  allow: [],
  'block-all': [],
  'block-ai-training': TRAINING_CRAWLERS,
  'block-ai': [...TRAINING_CRAWLERS, ...ANSWER_CRAWLERS],
  wordpress: [],
};

/** Names are compared without case: the first spelling of each stays. */
const distinct = (names: readonly string[]): string[] =>
  [...new Map([...names].reverse().map((name) => [name.toLowerCase(), name])).values()].reverse();

/** A robots.txt: RFC 9309. Throws ContentFault where a crawler is both blocked and allowed, or a path too. */
export function writeRobots(plan: RobotsPlan): string {
  const lower = (names: readonly string[]): Set<string> => new Set(names.map((name) => name.toLowerCase()));
  const [named, allowed] = [lower(plan.agents), lower(plan.allowedAgents)];
  const blocked = distinct([...PRESET_AGENTS[plan.preset], ...plan.blockedAgents]);
  const both = plan.blockedAgents.find((name) => allowed.has(name.toLowerCase()) || named.has(name.toLowerCase()));
  const twice = both ?? plan.allowedAgents.find((name) => named.has(name.toLowerCase()));
  if (twice !== undefined) throw new ContentFault(`${twice} must be in one of the lists of crawlers only`);
  const path = plan.allow.find((one) => plan.disallow.includes(one));
  if (path !== undefined) throw new ContentFault(`${path} must not be allowed and disallowed`);
  const rules = [
    ...plan.disallow.map((one) => ({ isAllowed: false, path: one })),
    ...plan.allow.map((one) => ({ isAllowed: true, path: one })),
  ];
  const isForAll = named.size === 0 || named.has('*');
  const preset = PRESET_PATHS[plan.preset];
  const ownRules = isForAll
    ? [...preset.filter(({ path: one }) => !rules.some((rule) => rule.path === one)), ...rules]
    : rules;
  const groups = [group(isForAll ? ['*'] : plan.agents, ownRules, plan.crawlDelay)];
  if (isForAll && plan.agents.length > 1) groups[0] = group(plan.agents, ownRules, plan.crawlDelay);
  if (!isForAll && preset.length > 0) groups.push(group(['*'], preset));
  const shut = blocked.filter((name) => !allowed.has(name.toLowerCase()) && !named.has(name.toLowerCase()));
  if (plan.allowedAgents.length > 0) groups.push(group(plan.allowedAgents, []));
  if (shut.length > 0) groups.push(group(shut, EVERYTHING));
  if (plan.sitemaps.length > 0) groups.push(plan.sitemaps.map((one) => `Sitemap: ${one}`).join('\n'));
  return `${groups.join('\n\n')}\n`;
}
