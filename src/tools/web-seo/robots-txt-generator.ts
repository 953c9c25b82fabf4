import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import {
  listOf,
  productToken,
  ROBOTS_PRESETS,
  rulePath,
  sitemapAddress,
  writeRobots,
} from '../../lib/urls/write-robots.js';

const list = (description: string) => z.string().max(100_000).default('').describe(description);

const read = <Name extends string>(name: Name, value: string, item: (text: string) => string): string[] =>
  refusing(`Option "${name}" cannot be read`, () => listOf(value).map(item));

export default defineTool({
  id: 'robots-txt-generator',
  title: 'Robots.txt Generator',
  summary: 'Writes a robots.txt: paths allowed and disallowed, crawlers of search engines and AI blocked, sitemaps.',
  family: 'web-seo',
  class: 'standard',
  input: 'none',
  options: {
    preset: z
      .enum(ROBOTS_PRESETS)
      .default('allow')
      .describe(
        'What to begin with: everything allowed, everything blocked, crawlers blocked that train AI, those that fetch for answers of AI too, or what WordPress writes.',
      ),
    disallow: list(
      'Paths that crawlers must not fetch, one per line or separated by commas, such as /admin/ or /*.pdf$.',
    ),
    allow: list('Paths that they may fetch inside of those; the longer path wins.'),
    agents: list('Crawlers that the paths are for, such as Googlebot; empty for all.'),
    blockedAgents: list('Crawlers to block altogether, such as AhrefsBot, SemrushBot.'),
    allowedAgents: list('Crawlers that may fetch everything, whatever is blocked for others.'),
    crawlDelay: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(86_400)
      .default(0)
      .describe('Seconds between two requests; 0 for none. Bing and Yandex heed it, Google does not.'),
    sitemaps: list('Addresses of sitemaps, with https://.'),
  },
  result: 'text',
  notes: [
    'A crawler reads one group only: the one with its name, else that of *. A blocked or allowed crawler has a group of its own, so the paths of * are not for it.',
    'A robots.txt is a request, not a lock: crawlers may ignore it, and a blocked address may still be listed by search engines. robots-txt-tester says what a file allows.',
    'Of an address of a page its path is taken; letters beyond ASCII and spaces are written as octets. * stands for any letters, $ at the end for the end.',
    'Names of AI crawlers are those that their operators publish, as of November 2026; Google-Extended and Applebot-Extended are names for robots.txt only and do not change what search shows.',
  ],
  aliases: [
    'robots.txt creator',
    'create robots.txt',
    'block ai crawlers',
    'block gptbot',
    'robots txt maker',
    'disallow crawlers',
    'wordpress robots.txt',
  ],
  verified: [
    'Python 3.11 (urllib.robotparser): allows and forbids what was asked for in 200 random files, for named and other crawlers',
    'robots-txt-tester: the same with wildcards and octets',
    'RFC 9309 §2.2.1 to §2.2.3: names of crawlers, the longest match, characters that are written as octets',
  ],
  examples: [
    {
      title: 'Paths and a sitemap',
      options: {
        disallow: '/admin/, /search\nhttps://example.com/größe',
        allow: '/admin/public/',
        crawlDelay: 10,
        sitemaps: 'https://example.com/sitemap.xml',
      },
      output: {
        text: 'User-agent: *\nDisallow: /gr%C3%B6%C3%9Fe\nAllow: /admin/public/\nDisallow: /admin/\nDisallow: /search\nCrawl-delay: 10\n\nSitemap: https://example.com/sitemap.xml\n',
      },
    },
    {
      title: 'Everything blocked but for two search engines',
      options: { preset: 'block-all', allowedAgents: 'Googlebot, Bingbot' },
      output: {
        text: 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nUser-agent: Bingbot\nDisallow:\n',
      },
    },
    {
      title: 'WordPress, and a crawler that is blocked',
      options: { preset: 'wordpress', blockedAgents: 'AhrefsBot' },
      output: {
        text: 'User-agent: *\nAllow: /wp-admin/admin-ajax.php\nDisallow: /wp-admin/\n\nUser-agent: AhrefsBot\nDisallow: /\n',
      },
    },
    {
      title: 'A path without a slash',
      options: { disallow: 'admin' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "disallow" cannot be read: a path must begin with / or *, got "admin"; write /admin',
      },
    },
    {
      title: 'A crawler with its version',
      options: { blockedAgents: 'Googlebot/2.1' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "blockedAgents" cannot be read: a crawler must be named by letters, hyphens and underscores such as Googlebot, got "Googlebot/2.1"',
      },
    },
    {
      title: 'A sitemap without its host',
      options: { sitemaps: '/sitemap.xml' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "sitemaps" cannot be read: a sitemap must have its whole address such as https://example.com/sitemap.xml, got "/sitemap.xml"',
      },
    },
    {
      title: 'A crawler that is blocked and allowed',
      options: { blockedAgents: 'Googlebot', allowedAgents: 'googlebot' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write robots.txt: Googlebot must be in one of the lists of crawlers only',
      },
    },
    {
      title: 'A path that is allowed and disallowed',
      options: { disallow: '/a', allow: '/a' },
      error: { code: 'INVALID_INPUT', message: 'Cannot write robots.txt: /a must not be allowed and disallowed' },
    },
  ],
  run({ options }) {
    const { preset, crawlDelay } = options;
    const plan = {
      preset,
      crawlDelay,
      disallow: read('disallow', options.disallow, rulePath),
      allow: read('allow', options.allow, rulePath),
      agents: read('agents', options.agents, productToken),
      blockedAgents: read('blockedAgents', options.blockedAgents, productToken),
      allowedAgents: read('allowedAgents', options.allowedAgents, productToken),
      sitemaps: read('sitemaps', options.sitemaps, sitemapAddress),
    };
    return text(
      refusing('Cannot write robots.txt', () => writeRobots(plan)),
      { name: 'robots.txt', mime: 'text/plain;charset=utf-8' },
    );
  },
});
