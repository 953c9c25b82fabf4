import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { readUserAgent } from '../../engines/user-agents.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import userAgentParser from './user-agent-parser.js';

const UAP = '/usr/share/uap-core';
const hasUapCore = hasProgram('test', ['-f', `${UAP}/tests/test_ua.yaml`], 'user-agent-parser: cases of uap-core');

interface Case {
  readonly user_agent_string: string;
  readonly family: string;
  readonly major?: string;
}

/** Names without what projects word in their own ways: "Chrome Mobile" and "Mobile Chrome". */
const plain = (name: string | null): string => (name ?? '').toLowerCase().replace(/mobile|webview|ios|[^a-z0-9]/g, '');

describe('browsers', () => {
  it.skipIf(!hasUapCore).each([
    ['firefox_user_agent_strings', 1, 0.95, 1],
    ['opera_mini_user_agent_strings', 1, 0.98, 0.98],
    ['pgts_browser_list', 40, 0.92, 0.94],
  ])('%s of uap-core', (file, step, leastNames, leastVersions) => {
    const text = readFileSync(`${UAP}/test_resources/${file}.yaml`, 'utf8');
    // Cases alone, as the whole list takes a second to read.
    const items = text
      .split(/^ *- (?=user_agent_string:)/m)
      .slice(1)
      .filter((_, i) => i % step === 0);
    const cases = items
      .map((item) => parse(item.replace(/^ +/gm, '')) as Case)
      .filter(({ family }) => family !== 'Other');
    expect(cases.length).toBeGreaterThan(150);
    const named = cases.filter(
      ({ user_agent_string: text, family }) => plain(readUserAgent(text).browser.name) === plain(family),
    );
    expect(named.length / cases.length).toBeGreaterThanOrEqual(leastNames);
    const exact = named.filter(
      ({ user_agent_string: text, major }) =>
        (readUserAgent(text).browser.version ?? '').split('.')[0] === String(major ?? ''),
    );
    expect(exact.length / named.length).toBeGreaterThanOrEqual(leastVersions);
  });

  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      'Firefox',
      '128.0',
      'Gecko',
      'Linux',
      'desktop',
      'amd64',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
      'Safari',
      '17.4',
      'WebKit',
      'Mac OS',
      'desktop',
      null,
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.2210.61',
      'Edge',
      '120.0.2210.61',
      'Blink',
      'Windows',
      'desktop',
      'amd64',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
      'Chrome',
      '124.0.0.0',
      'Blink',
      'Android',
      'mobile',
      null,
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'Mobile Safari',
      '16.6',
      'WebKit',
      'iOS',
      'tablet',
      null,
    ],
    [
      'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
      'Safari',
      '13.0',
      'WebKit',
      'PlayStation',
      'console',
      null,
    ],
    [
      'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
      'IE',
      '11.0',
      'Trident',
      'Windows',
      'desktop',
      'amd64',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'Chrome',
      '126.0.0.0',
      'Blink',
      'Chromium OS',
      'desktop',
      'amd64',
    ],
  ])('%s', (text, browser, version, engine, os, type, cpu) => {
    const read = readUserAgent(text);
    expect([read.browser.name?.replace(/^Mobile Chrome$/, 'Chrome'), read.browser.version, read.engine.name]).toEqual([
      browser,
      version,
      engine,
    ]);
    expect([read.os.name, read.device.type, read.cpu, read.bot]).toEqual([os, type, cpu, null]);
  });
});

describe('bots', () => {
  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
    ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'YandexBot'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)',
      'GPTBot',
    ],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.31.0', 'python-requests'],
    ['Wget/1.21.3', 'Wget'],
    ['DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', 'DuckDuckBot'],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot'],
  ])('%s', (text, bot) => {
    expect(readUserAgent(text).bot).toBe(bot);
  });

  it('alone, or all but them', async () => {
    const input = 'curl/8.5.0\nMozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
    const kept = async (bots: string): Promise<unknown[]> => {
      const { data } = await runTool(userAgentParser, { input, options: { bots } });
      return (data as { readonly results: readonly { readonly kept: boolean }[] }).results.map((row) => row.kept);
    };
    expect([await kept('keep'), await kept('only'), await kept('remove')]).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
  });
});

describe('lines', () => {
  it('are headers, or of a log in the combined format', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
    const input = `User-Agent: ${agent}\n10.0.0.1 - - [x] "GET / HTTP/1.1" 200 1 "https://example.com/" "${agent}"\n"${agent}"`;
    const { data } = await runTool(userAgentParser, { input });
    const { results } = data as { readonly results: readonly { readonly userAgent: string }[] };
    expect(results.map(({ userAgent }) => userAgent)).toEqual([agent, agent, agent]);
  });

  inRounds('that are hostile end soon', [2, 50], async (rounds) => {
    const parts = [
      'a',
      '; ',
      '(',
      ' ',
      '0.',
      'a/',
      '"',
      'Opera ',
      'Android 9; ',
      'Mozilla/5.0 (',
      'bot',
      'build/',
      ';;',
      'x86; ',
    ];
    const lines = parts.map((part) => part.repeat(Math.floor(990 / part.length))).filter((line) => line.trim() !== '');
    const answer = await runTool(userAgentParser, {
      input: Array.from({ length: rounds }, () => lines.join('\n')).join('\n'),
    });
    expect(answer.status).toBe(200);
    expect((await runTool(userAgentParser, { input: 'a'.repeat(1_001) })).message).toContain('at most 1000 characters');
  });
});
