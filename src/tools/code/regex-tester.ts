import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { flavorNotes } from '../../engines/code/pattern-flavors.js';
import { capturingGroups, openPatternParser } from '../../engines/code/pattern-syntax.js';
import { compilePattern, PATTERN_CHARACTERS } from '../../engines/text/regular-expressions.js';
import { WorkTime } from '../../engines/work-time.js';
import { readTextSource } from '../../formats/text-source.js';
import { javascriptMatches, REGEX_MATCHES, re2Matches, report } from './_regex-matches.js';

const WORK_SECONDS = 4;

const FLAGS = { javascript: 'dgimsuvy', re2: 'gims' } as const;

function checkFlags(flags: string, engine: keyof typeof FLAGS): void {
  const isKnown = [...flags].every((flag, index) => FLAGS[engine].includes(flag) && flags.indexOf(flag) === index);
  const known = [...FLAGS[engine]].join(', ');
  if (!isKnown) throw invalid(`Option "flags" must have each of ${known} at most once, got "${flags}"`);
  if (flags.includes('u') && flags.includes('v')) throw invalid('Option "flags" must have only one of u and v');
}

export default defineTool({
  id: 'regex-tester',
  title: 'Regex Tester',
  summary: 'Matches a regular expression against a text: every match with its groups and places, and a replacement.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    pattern: z.string().max(PATTERN_CHARACTERS).default('').describe('Regular expression, without slashes around it.'),
    flags: z
      .string()
      .max(8)
      .default('g')
      .describe(
        'Flags: g all matches, i any case, m lines, s dot takes line breaks, u or v Unicode, y at the start, d.',
      ),
    engine: z
      .enum(['javascript', 're2'])
      .default('javascript')
      .describe('ECMAScript, which goes back and tries again, or RE2, which takes linear time and has no look-around.'),
    replacement: z
      .string()
      .max(PATTERN_CHARACTERS)
      .default('')
      .describe('What each match becomes in "replaced": $1, $<name> and $& as the engine reads them.'),
    limit: z.number().multipleOf(1).min(1).max(10_000).default(1000).describe('Most matches in the list.'),
  },
  result: 'data',
  data: REGEX_MATCHES,
  notes: [
    `Engine javascript is that of Node 20: flags u and v, look-behind and named groups. A search that goes back and tries again for more than ${WORK_SECONDS} seconds is refused; engine re2 does not.`,
    'Without flag g the first match alone is found and replaced. Offsets count UTF-16 units, as JavaScript does; columns count characters.',
    'For engine re2, replacements are written as in find-and-replace: $1, $<name>, \\n, \\U.',
  ],
  aliases: [
    'regex101',
    'regexp test',
    'regular expression tester',
    'regexr',
    'test pattern',
    'capture groups',
    'try out a pattern',
  ],
  verified: [
    'Python 3.11 (re): the same matches, groups, offsets and replaced text for 2,000 random patterns and texts, for both engines',
    'ECMA-262, GetSubstitution: replaced texts as those of String.prototype.replace for 2,000 random templates',
  ],
  examples: [
    {
      title: 'Named groups, and a replacement',
      input: 'Due 2026-05-01\nand 2026-12-24',
      options: { pattern: '(?<year>\\d{4})-(\\d\\d)', replacement: '$2/$<year>' },
      output: {
        data: {
          matchCount: 2,
          matches: [
            {
              text: '2026-05',
              line: 1,
              column: 5,
              start: 4,
              end: 11,
              groups: [
                { number: 1, name: 'year', value: '2026', start: 4, end: 8 },
                { number: 2, name: null, value: '05', start: 9, end: 11 },
              ],
            },
            {
              text: '2026-12',
              line: 2,
              column: 5,
              start: 19,
              end: 26,
              groups: [
                { number: 1, name: 'year', value: '2026', start: 19, end: 23 },
                { number: 2, name: null, value: '12', start: 24, end: 26 },
              ],
            },
          ],
          replaced: 'Due 05/2026-01\nand 12/2026-24',
          flavors: [
            {
              part: '(?<year>\\d{4})',
              note: 'Python writes (?P<name>…) for a named group; Go and Rust read both spellings.',
            },
            {
              part: '\\d',
              note: '\\d is ASCII only here, in Java, Go and RE2; in Python, .NET and Rust it takes letters or digits of all scripts.',
            },
          ],
        },
      },
    },
    {
      title: 'A group that took no part, in linear time',
      input: '😀b',
      options: { pattern: '(a)|(?P<second>b)', engine: 're2', flags: '', replacement: '[$1$<second>]' },
      output: {
        data: {
          matchCount: 1,
          matches: [
            {
              text: 'b',
              line: 1,
              column: 2,
              start: 2,
              end: 3,
              groups: [
                { number: 1, name: null, value: null, start: null, end: null },
                { number: 2, name: 'second', value: 'b', start: 2, end: 3 },
              ],
            },
          ],
          replaced: '😀[b]',
          flavors: [],
        },
      },
    },
    {
      title: 'A bracket is missing',
      input: 'a',
      options: { pattern: 'a(b' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "pattern" must be a regular expression of ECMAScript: character 4: unterminated group',
      },
    },
    {
      title: 'A pattern as source code has it, where its slashes are nowhere in the text',
      input: 'abc 123',
      options: { pattern: '/\\d+/g' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "pattern" must have no slashes around it and no flags behind: the pattern is "\\d+", flags are in option "flags", got "g"',
      },
    },
    {
      title: 'Nothing to find',
      input: 'a',
      error: { code: 'INVALID_INPUT', message: 'Option "pattern" must not be empty' },
    },
    {
      title: 'An unknown flag',
      input: 'a',
      options: { pattern: 'a', flags: 'gx' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "flags" must have each of d, g, i, m, s, u, v, y at most once, got "gx"',
      },
    },
    {
      title: 'Two kinds of Unicode',
      input: 'a',
      options: { pattern: 'a', flags: 'uv' },
      error: { code: 'INVALID_INPUT', message: 'Option "flags" must have only one of u and v' },
    },
  ],
  async run({ input, files, options: { pattern, flags, engine, replacement, limit } }) {
    if (pattern === '') throw invalid('Option "pattern" must not be empty');
    checkFlags(flags, engine);
    const { text } = await readTextSource({ input, files });
    if (engine === 're2') {
      const prefix = `(?${flags.includes('s') ? 's' : ''}${flags.includes('m') ? 'm' : ''})`;
      const request = { regex: true, caseSensitive: !flags.includes('i') };
      const compiled = compilePattern(prefix === '(?)' ? pattern : `${prefix}${pattern}`, request);
      return json({
        ...report(text, re2Matches(text, compiled, replacement, flags.includes('g')), limit),
        flavors: [],
      });
    }
    const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
    const parse = await openPatternParser(2024);
    const sentence = 'Option "pattern" must be a regular expression of ECMAScript';
    const tree = refusing(sentence, () => parse(pattern, unicode));
    const names = capturingGroups(tree).map(({ name }) => name);
    const compiled = new RegExp(pattern, flags.includes('d') ? flags : `${flags}d`);
    const time = new WorkTime(WORK_SECONDS, () =>
      overLimit(
        `The search takes longer than ${WORK_SECONDS} seconds: the pattern goes back too often, or the text is long`,
      ),
    );
    const found = time.run(() => report(text, javascriptMatches(text, compiled, names, replacement), limit));
    const [, body, taken] = found.matchCount === 0 ? (/^\/(.+)\/([dgimsuvy]+)$/s.exec(pattern) ?? []) : [];
    if (body !== undefined)
      throw invalid(
        `Option "pattern" must have no slashes around it and no flags behind: the pattern is "${body.slice(0, 80)}", flags are in option "flags", got "${taken}"`,
      );
    return json({ ...found, flavors: flavorNotes(tree) });
  },
});
