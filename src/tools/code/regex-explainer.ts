import { z } from 'zod';

import { defineTool, invalid, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { patternPositions } from '../../engines/code/pattern-automaton.js';
import { flavorNotes } from '../../engines/code/pattern-flavors.js';
import { capturingGroups, openPatternParser } from '../../engines/code/pattern-syntax.js';
import { type PatternPart, patternParts } from '../../engines/code/pattern-words.js';
import { type BacktrackingRisk, backtrackingRisk } from '../../lib/patterns/backtracking.js';

const MAX_PATTERN = 5000;

const RISK_WORDS = {
  none: 'No loop was found that takes more than linear time.',
  polynomial: 'Time can grow with the square of the text or faster',
  exponential: 'Time can double with each character',
  unknown: 'The pattern is too large to judge its time.',
} as const;

function riskWords({ risk, attack }: BacktrackingRisk): string {
  if (attack === undefined) return RISK_WORDS[risk];
  const before = attack.prefix === '' ? '' : `${JSON.stringify(attack.prefix)} and `;
  return `${RISK_WORDS[risk]}: try ${before}${JSON.stringify(attack.pump)} many times in a row, then something that does not match.`;
}

/** As an outline: two spaces per level, the part of the pattern, and what it means. */
function outline(parts: readonly PatternPart[]): string {
  return parts
    .map(({ part, depth, meaning }) => `${'  '.repeat(depth)}${part === '' ? '(empty)' : part}: ${meaning}\n`)
    .join('');
}

/** `/…/gi` is a pattern with its flags. */
function readPattern(input: string, flags: string): { readonly pattern: string; readonly flags: string } {
  const [, pattern, own] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(input) ?? [];
  if (pattern === undefined || own === undefined) return { pattern: input, flags };
  if (own !== '' && flags !== '') throw invalid('Option "flags" must be empty where the pattern has flags of its own');
  return { pattern, flags: own === '' ? flags : own };
}

export default defineTool({
  id: 'regex-explainer',
  title: 'Regex Explainer',
  summary:
    'Explains a regular expression part by part, its groups, its risk of endless backtracking, and other flavours.',
  family: 'code',
  class: 'standard',
  input: 'required',
  options: {
    flags: z.string().max(8).default('').describe('Flags of the pattern, such as i, m, s, u or v.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('An outline in words, or data with the place of each part.'),
  },
  result: 'mixed',
  data: z.object({
    pattern: z.string().describe('The pattern, without slashes.'),
    flags: z.string().describe('Its flags.'),
    groups: z
      .array(
        z.object({
          name: z.string().nullable().describe('Name of the group, or null.'),
          part: z.string().describe('As it is written.'),
        }),
      )
      .describe('Groups that keep what they match, in their order.'),
    parts: z
      .array(
        z.object({
          part: z.string().describe('Part of the pattern.'),
          kind: z.string().describe('Text, set, group, repetition and so on.'),
          start: count('Its start as an offset in UTF-16 units.'),
          end: count('Its end, not included.'),
          depth: count('Level of nesting, from 0.'),
          meaning: z.string().describe('What it means.'),
        }),
      )
      .describe('Parts from left to right, each before the parts inside it.'),
    backtracking: z
      .object({
        risk: z.enum(['none', 'polynomial', 'exponential', 'unknown']).describe('How time can grow with the text.'),
        attack: z
          .object({
            prefix: z.string().describe('Beginning of a text that shows it.'),
            pump: z.string().describe('What is repeated.'),
          })
          .optional()
          .describe('Missing where the risk is none or unknown.'),
        isWhole: z
          .boolean()
          .describe('Whether all of the pattern was judged; look-around and back-references are not.'),
      })
      .describe('Risk of a matcher that goes back and tries again, such as that of JavaScript, Python, Java and PCRE.'),
    flavors: z
      .array(
        z.object({
          part: z.string().describe('Part of the pattern.'),
          note: z.string().describe('What other engines make of it.'),
        }),
      )
      .describe('What other engines read differently.'),
  }),
  notes: [
    'The grammar is that of ECMAScript 2025. A pattern between slashes with flags behind them, such as /a+/i, is taken apart first.',
    'The risk is told from an automaton of the pattern: repetitions of more than three times count as endless, look-around and back-references are left aside, and a pattern with more than 150 positions is not judged.',
    `At most ${MAX_PATTERN} characters and 100 groups within each other.`,
  ],
  aliases: [
    'explain regex',
    'regex to english',
    'regular expression explained',
    'redos checker',
    'catastrophic backtracking',
    'regexper',
    'what does a regex mean',
  ],
  verified: [
    'Python 3.11 (its own parser of patterns): the same literals, sets, groups and repetitions in the same order for 1,500 random patterns',
    'PCRE2 10.42 (pcre2test, smallest match limit): for 300 random patterns the steps grow with the attack as the risk says, and stay linear where it says none',
  ],
  examples: [
    {
      title: 'A date',
      input: '/^(?<year>\\d{4})-(0[1-9]|1[0-2])$/',
      output: {
        text: '^: the start of the text\n(?<year>\\d{4}): group 1, named "year", which keeps what it matches\n  \\d{4}: exactly 4 times\n    \\d: a digit 0 to 9\n-: the character "-"\n(0[1-9]|1[0-2]): group 2, which keeps what it matches\n  0[1-9]: either alternative 1\n    0: the character "0"\n    [1-9]: one character: "1" to "9"\n  1[0-2]: or alternative 2\n    1: the character "1"\n    [0-2]: one character: "0" to "2"\n$: the end of the text\n\nBacktracking: No loop was found that takes more than linear time.\nOther flavours:\n- (?<year>\\d{4}): Python writes (?P<name>…) for a named group; Go and Rust read both spellings.\n- \\d: \\d is ASCII only here, in Java, Go and RE2; in Python, .NET and Rust it takes letters or digits of all scripts.\n- $: $ matches only at the very end here (without flag m); in Python, PCRE, Perl, Java and .NET also before a final line break, in Ruby at the end of every line.\n',
      },
    },
    {
      title: 'Time that doubles with each character',
      input: '^(a+)+$',
      options: { format: 'json' },
      output: {
        data: {
          pattern: '^(a+)+$',
          flags: '',
          groups: [{ name: null, part: '(a+)' }],
          parts: [
            { part: '^', kind: 'assertion', start: 0, end: 1, depth: 0, meaning: 'the start of the text' },
            {
              part: '(a+)+',
              kind: 'repetition',
              start: 1,
              end: 6,
              depth: 0,
              meaning: 'once or more, as often as possible',
            },
            {
              part: '(a+)',
              kind: 'capturing group',
              start: 1,
              end: 5,
              depth: 1,
              meaning: 'group 1, which keeps what it matches',
            },
            {
              part: 'a+',
              kind: 'repetition',
              start: 2,
              end: 4,
              depth: 2,
              meaning: 'once or more, as often as possible',
            },
            { part: 'a', kind: 'text', start: 2, end: 3, depth: 3, meaning: 'the character "a"' },
            { part: '$', kind: 'assertion', start: 6, end: 7, depth: 0, meaning: 'the end of the text' },
          ],
          backtracking: { risk: 'exponential', attack: { prefix: 'a', pump: 'a' }, isWhole: true },
          flavors: [
            {
              part: '$',
              note: '$ matches only at the very end here (without flag m); in Python, PCRE, Perl, Java and .NET also before a final line break, in Ruby at the end of every line.',
            },
          ],
        },
      },
    },
    {
      title: 'A range that is out of order',
      input: '[z-a]',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a regular expression: character 5: range out of order in character class',
      },
    },
    {
      title: 'Flags twice',
      input: '/a/i',
      options: { flags: 'm' },
      error: { code: 'INVALID_INPUT', message: 'Option "flags" must be empty where the pattern has flags of its own' },
    },
    {
      title: 'An unknown flag',
      input: 'a',
      options: { flags: 'x' },
      error: { code: 'INVALID_INPUT', message: 'Option "flags" must have only d, g, i, m, s, u, v and y, got "x"' },
    },
    {
      title: 'Groups nested too deep',
      input: `${'('.repeat(101)}${')'.repeat(101)}`,
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input" as a regular expression: a pattern nests more than 100 groups',
      },
    },
    {
      title: 'A pattern that is too long',
      input: 'a'.repeat(5001),
      error: { code: 'LIMIT_EXCEEDED', message: 'Property "input" must have at most 5000 characters, got 5001' },
    },
  ],
  async run({ input, options }) {
    const { pattern, flags } = readPattern(input.trim() === '' ? input : input.replace(/\r?\n$/, ''), options.flags);
    if (/[^dgimsuvy]/.test(flags))
      throw invalid(`Option "flags" must have only d, g, i, m, s, u, v and y, got "${flags}"`);
    if (pattern.length > MAX_PATTERN)
      throw overLimit(`Property "input" must have at most ${MAX_PATTERN} characters, got ${pattern.length}`);
    const parse = await openPatternParser(2025);
    const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
    const tree = refusing('Cannot read property "input" as a regular expression', () => parse(pattern, unicode));
    const parts = patternParts(tree, flags);
    const { positions, isWhole } = patternPositions(tree, flags);
    const { risk, attack } = backtrackingRisk(positions);
    const flavors = flavorNotes(tree);
    if (options.format === 'text') {
      const others = flavors.map(({ part, note }) => `- ${part}: ${note}\n`).join('');
      const end = others === '' ? '' : `Other flavours:\n${others}`;
      return text(`${outline(parts)}\nBacktracking: ${riskWords({ risk, ...(attack && { attack }) })}\n${end}`);
    }
    return json({
      pattern,
      flags,
      groups: capturingGroups(tree).map(({ name, raw }) => ({ name, part: raw })),
      parts,
      backtracking: { risk, ...(attack && { attack }), isWhole },
      flavors,
    });
  },
});
