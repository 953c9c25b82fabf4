import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { readTextSource } from '../../formats/text-source.js';
import { decidingRule, groupsOf, READ_BYTES, type RobotsFile, readRobots } from '../../lib/urls/robots.js';
import { parseUrl, urlLines } from '../../lib/urls/url-lines.js';

const MAX_PATHS = 1000;
const MAX_RULES = 20_000;

/** What a rule is compared with: path and query, as they are sent. */
function pathOf(line: string): string {
  const url = parseUrl(line);
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.pathname + url.search;
  const path = (line.split('#', 1)[0] ?? '').trim();
  return path.startsWith('/') ? path : `/${path}`;
}

function test(robots: RobotsFile, line: string, agent: string) {
  const groups = groupsOf(robots, agent);
  const path = pathOf(line);
  const rule = decidingRule(groups, path);
  return {
    url: line,
    path,
    isAllowed: rule?.isAllowed ?? true,
    rule: rule === undefined ? '' : `${rule.isAllowed ? 'Allow' : 'Disallow'}: ${rule.path}`,
    line: rule?.line ?? 0,
  };
}

export default defineTool({
  id: 'robots-txt-tester',
  title: 'Robots.txt Tester',
  summary: 'Says which URLs a robots.txt allows for a crawler, by which line, and what is wrong with the file.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt'] },
  options: {
    urls: z.string().max(100_000).default('/').describe('URLs or paths to test, one per line.'),
    agent: z
      .string()
      .min(1)
      .max(200)
      .default('Googlebot')
      .describe('Name of the crawler, such as Googlebot or GPTBot.'),
  },
  result: 'data',
  data: z.object({
    agent: z.string().describe('Name of the crawler.'),
    groupAgents: z.array(z.string()).describe('User agents of the groups that hold for it; empty if none does.'),
    results: z
      .array(
        z.object({
          url: z.string().describe('URL or path as it was given.'),
          path: z.string().describe('Path and query that the rules are compared with.'),
          isAllowed: z.boolean().describe('The crawler may fetch it.'),
          rule: z.string().describe('Rule that decides; empty where none matches, so that it is allowed.'),
          line: count('Line of that rule; 0 where there is none.'),
        }),
      )
      .describe('One per URL.'),
    crawlDelay: z.string().describe('Crawl delay of its groups, which Google ignores; empty if there is none.'),
    sitemaps: z.array(z.string()).describe('Sitemaps that the file names.'),
    groups: count('Groups of user agents in the file.'),
    rules: count('Rules in the file.'),
    findings: z
      .array(z.object({ line: z.int().min(1).describe('Line.'), message: z.string().describe('What is wrong.') }))
      .describe('Lines that crawlers ignore or read in another way; the first 1,000.'),
    warnings: warnings(),
  }),
  notes: [
    'RFC 9309: the groups that name the crawler hold, else those of *; the longest rule that matches decides, and of two of one length the one that allows. * stands for any letters, $ at the end for the end of the URL.',
    'Names of crawlers are compared up to the first character that is not a letter, hyphen or underscore, without case. /robots.txt itself is always allowed.',
    'A robots.txt that cannot be fetched means: everything is allowed (404) or nothing is (5xx). At most 1,000 URLs and 20,000 rules.',
  ],
  aliases: [
    'robots checker',
    'robots.txt validator',
    'crawler test',
    'googlebot test',
    'disallow checker',
    'is url blocked',
    'may google crawl a page',
  ],
  verified: [
    'RFC 9309 §2.2.2, 2.2.3 and §5: its table of octets and all its examples',
    "Google's documentation of robots.txt: its tables of matching paths and of which rule wins, 38 rows",
    'Protego 0.2.1 (Debian python3-protego): the same answers for 2,000 random rules and paths without double slashes, which it takes for hosts',
  ],
  examples: [
    {
      title: 'The longest rule decides',
      input: 'User-agent: *\nDisallow: /shop\nAllow: /shop/open$\nSitemap: https://example.com/sitemap.xml\n',
      options: { urls: '/shop/cart\nhttps://example.com/shop/open', agent: 'Bingbot' },
      output: {
        data: {
          agent: 'Bingbot',
          groupAgents: ['*'],
          results: [
            { url: '/shop/cart', path: '/shop/cart', isAllowed: false, rule: 'Disallow: /shop', line: 2 },
            {
              url: 'https://example.com/shop/open',
              path: '/shop/open',
              isAllowed: true,
              rule: 'Allow: /shop/open$',
              line: 3,
            },
          ],
          crawlDelay: '',
          sitemaps: ['https://example.com/sitemap.xml'],
          groups: 1,
          rules: 2,
          findings: [],
          warnings: [],
        },
      },
    },
    {
      title: 'A group of its own, and lines that are ignored',
      input:
        'Disallow: /a\nUser-agent: googlebot\nUser-agent: other\nDisallow:\nNoarchive: x\nhello\n\nUser-agent: *\nDisallow: /\n',
      output: {
        data: {
          agent: 'Googlebot',
          groupAgents: ['googlebot', 'other'],
          results: [{ url: '/', path: '/', isAllowed: true, rule: '', line: 0 }],
          crawlDelay: '',
          sitemaps: [],
          groups: 2,
          rules: 2,
          findings: [
            { line: 1, message: 'a rule before the first user agent is ignored' },
            { line: 5, message: '"noarchive" is not known and is ignored' },
            { line: 6, message: 'a line without a colon is ignored' },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'No file',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options: { urls, agent } }) {
    const { text, label } = await readTextSource({ input, files });
    const robots = readRobots(text);
    const rules = robots.groups.reduce((sum, group) => sum + group.rules.length, 0);
    if (rules > MAX_RULES)
      throw overLimit(`The robots.txt of ${label} must have at most ${MAX_RULES} rules, got ${rules}`);
    const lines = urlLines(urls.replace(/[ \t](?=\/)/g, '\n'));
    if (lines.length > MAX_PATHS)
      throw overLimit(`Option "urls" must hold at most ${MAX_PATHS} URLs, got ${lines.length}`);
    const groups = groupsOf(robots, agent);
    const bytes = Buffer.byteLength(text);
    return json({
      agent,
      groupAgents: [...new Set(groups.flatMap(({ agents }) => agents))],
      results: lines.map(({ text: line }) => test(robots, line, agent)),
      crawlDelay: groups.find(({ crawlDelay }) => crawlDelay !== undefined)?.crawlDelay ?? '',
      sitemaps: robots.sitemaps,
      groups: robots.groups.length,
      rules,
      findings: robots.findings,
      warnings:
        bytes > READ_BYTES ? [`Crawlers need to read 500 KiB only; this file has ${Math.ceil(bytes / 1024)} KiB`] : [],
    });
  },
});
