import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { LINK_KINDS } from '../../formats/html/page-links.js';
import { eachWithin } from '../../network/many.js';
import { accessOf } from '../../network/session.js';
import { LINK_EXAMPLES } from './_link-examples.js';
import { checkLink, LINK_STATES, type LinkReport, linkRow, missingAnchor, unknownAddress } from './_link-report.js';
import { fetchSource, fileSource } from './_link-source.js';
import { type WantedLink, wantedLinks } from './_links.js';
import { userAgentOption } from './_page.js';
import { LIVE_NOTE, timeoutOption, told } from './_peer.js';

const TOTAL_MS = 50_000;
const AT_ONCE = 8;

const rowData = z.object({
  url: z.string().describe('Address without a fragment; as written where it is not a web address.'),
  kind: z.enum(LINK_KINDS).describe('What it is on the page.'),
  text: z.string().describe('Text of the first link to it, or alternative text of the image.'),
  count: count('How often the page leads to it.'),
  state: z.enum(LINK_STATES).describe('What came of it.'),
  status: z.int().nullable().describe('Status code of the last answer; null without one.'),
  finalUrl: z.string().nullable().describe('Address that answered last; null without an answer.'),
  message: z.string().nullable().describe('What is wrong or should be changed; null if nothing is.'),
});

export default defineTool({
  id: 'link-checker',
  title: 'Link Checker',
  summary: 'Finds broken links, images and anchors of a web page, a sitemap or a file.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 60,
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.html', '.htm', '.xhtml', '.xml', '.md', '.markdown'] },
  options: {
    limit: z.number().multipleOf(1).min(1).max(200).default(50).describe('Addresses to check at most.'),
    external: z.boolean().default(true).describe('Checks links to other hosts too.'),
    baseUrl: z.string().max(2000).default('').describe('Address of an uploaded file, for its relative links.'),
    userAgent: userAgentOption(),
    timeoutMs: timeoutOption(5_000, 20_000, 'each address'),
  },
  result: 'data',
  data: z.object({
    links: count('Links and loaded files found.'),
    checked: count('Addresses that were asked; several links may lead to one.'),
    broken: count('Addresses and anchors that are broken.'),
    skipped: count('Links of other schemes, such as mailto, and to other hosts where "external" is off.'),
    results: z.array(rowData).describe('One per address, broken ones first, else in the order of the page.'),
    warnings: warnings(),
  }),
  notes: [
    LIVE_NOTE,
    'Input is the URL of a page or of a sitemap; a file is HTML, a sitemap or Markdown. Scripts are not run, so links that they make are not found. Style sheets are asked for, but not read.',
    'Each address is asked once with GET, up to 10 redirects; its body is read only where a link names a place in it (#id). Text fragments are not searched for.',
    'Broken: an answer from 400 on, no answer, or an anchor that the page does not have. Refused: 401, 403, 405, 406, 429, 451, 503 and 999, with which servers often turn programs away; look at those yourself. Redirected: moved for good, so the link should be changed.',
    'After 50 seconds what was not asked yet is told as not checked.',
  ],
  aliases: [
    'broken link checker',
    'dead link checker',
    'find broken links',
    'check links',
    '404 checker',
    'link validator',
    'anchor checker',
    'sitemap checker',
    'linkinator',
    'dead links on a site',
    'broken links',
  ],
  verified: [
    'lynx 2.9 -listonly: the same addresses of links on 100 random pages',
    'curl 7.88: the same status and last address for the links of 40 random pages of a server on loopback, with redirects',
  ],
  examples: LINK_EXAMPLES,
  async run({ input, files, options, signal, settings, network }) {
    const { limit, external, baseUrl, userAgent, timeoutMs } = options;
    const [upload] = files;
    if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (upload === undefined && input === '')
      throw invalid('Property "input" must not be empty where no file is given');
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs });
    const source =
      upload === undefined ? await fetchSource(input, userAgent, access) : await fileSource(upload, baseUrl);
    const wanted = wantedLinks(source, external);
    const chosen = wanted.links.slice(0, limit);
    const results = await eachWithin<WantedLink, LinkReport>(
      chosen,
      access,
      {
        atOnce: AT_ONCE,
        totalMs: TOTAL_MS,
        onFailure: (link, failure) => linkRow(link, { failure: told(failure) }),
      },
      (link, own) => checkLink(link, userAgent, own),
    );
    const rows = [...wanted.missing.map(missingAnchor), ...wanted.unknown.map(unknownAddress)];
    const all = [...rows, ...results];
    const isBroken = ({ state }: LinkReport): boolean => state === 'broken';
    const left = wanted.links.length - chosen.length;
    return json({
      links: source.links.length,
      checked: results.filter(({ state }) => state !== 'not-checked').length,
      broken: all.filter(isBroken).length,
      skipped: wanted.others,
      results: [...all.filter(isBroken), ...all.filter((row) => !isBroken(row))],
      warnings: left > 0 ? [`${left} more addresses were not checked; option "limit" can be up to 200`] : [],
    });
  },
});
