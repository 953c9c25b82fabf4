import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { readUserAgent } from '../../engines/user-agents.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { ContentFault } from '../../lib/faults.js';

const MAX_LINES = 5_000;
const MAX_CHARACTERS = 1_000;

/** The user agent of a line: all of it, a header's value, or the last quoted field of a line from a server's log. */
function userAgentOf(line: string): string {
  const value = line.replace(/^user-agent:/i, '').trim();
  const end = value.endsWith('"') ? value.length - 1 : -1;
  const start = value.lastIndexOf('"', end - 1);
  const agent = end > 0 && start >= 0 ? value.slice(start + 1, end) : value;
  if (agent.length > MAX_CHARACTERS)
    throw new ContentFault(`a user agent has at most ${MAX_CHARACTERS} characters, got ${agent.length}`);
  if (agent === '' || agent === '-') throw new ContentFault('it has no user agent');
  return agent;
}

const named = (what: string) =>
  z
    .object({
      name: z.string().nullable().describe(`Name of the ${what}; null where it is not given.`),
      version: z.string().nullable().describe('Its version; null where it is not given.'),
    })
    .describe(`The ${what}.`);

export default defineTool({
  id: 'user-agent-parser',
  title: 'User Agent Parser',
  summary: 'Reads browser, engine, operating system, device and bot out of user agent strings, many at once.',
  family: 'web-seo',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    bots: z
      .enum(['keep', 'only', 'remove'])
      .default('keep')
      .describe('Lines of bots, crawlers and programs: keep them among the others, list them alone, or remove them.'),
  },
  result: 'data',
  data: lineData({
    kept: z.boolean().describe('False for a line that option "bots" drops; it has no other keys then.'),
    userAgent: z.string().describe('The user agent that was read from the line.'),
    browser: named('browser'),
    engine: named('layout engine'),
    os: named('operating system'),
    device: z
      .object({
        type: z
          .string()
          .nullable()
          .describe(
            'Kind of device: desktop, mobile, tablet, console, smarttv, wearable or embedded; null if unknown.',
          ),
        vendor: z.string().nullable().describe('Its maker; null where it is not given.'),
        model: z.string().nullable().describe('Its model; null where it is not given.'),
      })
      .describe('The device.'),
    cpu: z.string().nullable().describe('Architecture of the processor, such as amd64 or arm64; null if not given.'),
    bot: z.string().nullable().describe('Name of the bot, crawler or program; null for a browser with a person.'),
  }),
  notes: [
    linesNote(MAX_LINES),
    'A line is a user agent, a header "User-Agent: …", or a line of an Apache or nginx log in the combined format, whose last quoted field is read.',
    'A user agent is what a client says of itself, and anybody can send any. Windows 11 says Windows 10, macOS 11 and later say 10.15.7, and Chromium browsers give only the main version.',
    'A version of a library or a script, such as curl or python-requests, counts as a bot.',
  ],
  aliases: [
    'parse user agent',
    'ua parser',
    'what browser is this',
    'browser detection',
    'detect bot',
    'device detection',
    'user agent string',
    'is this googlebot',
    'what is my user agent telling',
  ],
  verified: [
    'uap-core 0.16 (Debian): of its strings of Firefox the browser is named alike for 95 in 100 and the main version for all of these, of Opera Mini for 98; of 250 from its list of browsers of all ages for 92.',
    'Bots and devices: 18 strings of search engines, programs, computers, phones, a tablet and a console.',
  ],
  examples: [
    {
      title: 'Chrome on Windows',
      input:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      output: {
        data: {
          results: [
            {
              line: 1,
              input:
                'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
              kept: true,
              userAgent:
                'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
              browser: { name: 'Chrome', version: '131.0.0.0' },
              engine: { name: 'Blink', version: '131.0.0.0' },
              os: { name: 'Windows', version: '10' },
              device: { type: 'desktop', vendor: null, model: null },
              cpu: 'amd64',
              bot: null,
            },
          ],
        },
      },
    },
    {
      title: 'A crawler in a log, and an empty field',
      input:
        '66.249.66.1 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"\n192.0.2.1 - - [02/Jan/2026:03:04:06 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
      output: {
        data: {
          results: [
            {
              line: 1,
              input:
                '66.249.66.1 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"',
              kept: true,
              userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
              browser: { name: null, version: null },
              engine: { name: null, version: null },
              os: { name: null, version: null },
              device: { type: null, vendor: null, model: null },
              cpu: null,
              bot: 'Googlebot',
            },
            {
              line: 2,
              input: '192.0.2.1 - - [02/Jan/2026:03:04:06 +0000] "GET / HTTP/1.1" 200 5 "-" "-"',
              error: 'it has no user agent',
            },
          ],
        },
      },
    },
    {
      title: 'A phone',
      input:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      options: { bots: 'remove' },
      output: {
        data: {
          results: [
            {
              line: 1,
              input:
                'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
              kept: true,
              userAgent:
                'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
              browser: { name: 'Mobile Safari', version: '17.5' },
              engine: { name: 'WebKit', version: '605.1.15' },
              os: { name: 'iOS', version: '17.5' },
              device: { type: 'mobile', vendor: 'Apple', model: 'iPhone' },
              cpu: null,
              bot: null,
            },
          ],
        },
      },
    },
    {
      title: 'No user agent',
      input: '-',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: it has no user agent' },
    },
  ],
  run: ({ input, files, signal, options: { bots } }) =>
    eachLine({ input, files, signal }, MAX_LINES, (line) => {
      const userAgent = userAgentOf(line);
      const read = readUserAgent(userAgent);
      if (bots !== 'keep' && (read.bot === null) === (bots === 'only')) return { kept: false };
      return { kept: true, userAgent, ...read };
    }),
});
