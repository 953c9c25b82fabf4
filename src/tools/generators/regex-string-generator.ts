import { z } from 'zod';

import { defineTool, invalid, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { openPatternSamples } from '../../engines/pattern-samples.js';
import { WorkTime } from '../../engines/work-time.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { drawsFrom } from '../../lib/secrets/draw.js';

/** Characters of all texts together. */
const MAX_CHARACTERS = 2_000_000;
/** Texts that are drawn for one that fits; look-around is met by chance only. */
const MAX_ATTEMPTS = 500;
const MATCH_SECONDS = 4;

/** The pattern over a whole text, read as the generator does: by code points where it can be, else as before 2015. */
function wholeText(pattern: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return new RegExp(`^(?:${pattern})$`);
  }
}

export default defineTool({
  id: 'regex-string-generator',
  title: 'Regex String Generator',
  summary: 'Generates random strings that match a regular expression.',
  family: 'generators',
  class: 'standard',
  input: 'required',
  options: {
    count: z.number().multipleOf(1).min(1).max(1_000).default(10).describe('How many strings to generate.'),
    minLength: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Least length of a string in characters; repeats such as a* are then longer.'),
    maxLength: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Greatest length of a string in characters; 0: as the pattern says.'),
    unique: shared.unique(),
    seed: shared.seed(),
    format: z.enum(['text', 'json']).default('text').describe('Plain text with one string per line, or JSON.'),
  },
  result: 'mixed',
  data: z.object({ strings: z.array(z.string()).describe('The strings, in the order drawn.') }),
  notes: [
    'The pattern is a regular expression of JavaScript, up to 5,000 characters, without slashes and flags: groups, alternatives, sets, \\d, \\p{…}, repeats, back-references. The whole string matches it, as if it stood between ^ and $.',
    'Every string is checked against the pattern before it is returned. Look-ahead and look-behind, and anchors within a pattern, are met by drawing again, up to 500 times for each string.',
    'Open-ended repeats such as a*, a+ and a{2,} add up to 8 characters together, or as many as "minLength" asks for.',
    'Sets that take any character, such as the dot and [^,], draw letters and digits; \\s draws a space. Alternatives are equally likely, whatever is in them.',
    'Without a seed, random comes from the cryptographic source of the system. With a seed the same request gives the same strings.',
  ],
  aliases: [
    'regex generator',
    'random string from regex',
    'generate strings matching a pattern',
    'reverse regex',
    'xeger',
    'randexp',
    'test data from a pattern',
    'sample text for a regular expression',
  ],
  verified: [
    'JavaScript’s own RegExp: every string of every run; Python’s re and RE2 in the tests: all strings of the patterns that they can read, 26 patterns of the kinds people write (dates, plates, UUIDs, IP addresses, phone numbers, hexadecimal colours)',
    'Chi-square: 10,000 strings, each digit and each alternative as often as the others, by a bound that chance exceeds one time in 10^9',
  ],
  examples: [
    {
      title: 'Licence plates',
      input: '[A-Z]{2}-\\d{4}',
      options: { count: 3 },
      output: { varies: true, text: '…\n…\n…\n' },
    },
    {
      title: 'Every string there is',
      input: 'yes|no',
      options: { count: 2, unique: true, format: 'json', seed: 'a' },
      output: { varies: true, data: { strings: ['no', 'yes'] } },
    },
    {
      title: 'Not a regular expression',
      input: '[a-',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": the pattern "[a-" is not a regular expression',
      },
    },
    {
      title: 'Nothing can match',
      input: 'a(?=b)c',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot find a string of these lengths that matches property "input": 500 attempts failed',
      },
    },
    {
      title: 'More different strings than there are',
      input: '[ab]',
      options: { count: 3, unique: true, seed: 'a' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "count" is too high: 2 different strings were found in 500 more attempts, 3 were asked for',
      },
    },
    {
      title: 'Lines that could not be told apart',
      input: 'a\\nb',
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "format" must be json where strings have line breaks',
      },
    },
    {
      title: 'Lengths the wrong way round',
      input: 'a*',
      options: { minLength: 5, maxLength: 3 },
      error: { code: 'INVALID_INPUT', message: 'Option "minLength" is greater than option "maxLength": 5 and 3' },
    },
  ],
  async run({ input, options, random }) {
    const { count, minLength, maxLength, unique, seed, format } = options;
    if (maxLength > 0 && minLength > maxLength)
      throw invalid(`Option "minLength" is greater than option "maxLength": ${minLength} and ${maxLength}`);
    const pattern = input.replace(/\r?\n$/, '');
    const read = await openPatternSamples(drawsFrom(seededRandom(seed, random)));
    const sample = refusing('Cannot read property "input"', () => read(pattern));
    const whole = wholeText(pattern);
    const time = new WorkTime(MATCH_SECONDS, () =>
      overLimit(
        `Strings that match property "input" must be found within ${MATCH_SECONDS} s: its repeats can match in too many ways`,
      ),
    );
    const most = maxLength === 0 ? Number.POSITIVE_INFINITY : maxLength;
    const strings: string[] = [];
    const seen = new Set<string>();
    let characters = 0;
    let attempts = 0;
    while (strings.length < count) {
      if (attempts++ === MAX_ATTEMPTS) {
        if (strings.length === 0)
          throw invalid(
            `Cannot find a string of these lengths that matches property "input": ${MAX_ATTEMPTS} attempts failed`,
          );
        const what = unique ? 'different strings' : 'strings';
        throw invalid(
          `Option "count" is too high: ${strings.length} ${what} were found in ${MAX_ATTEMPTS} more attempts, ${count} were asked for`,
        );
      }
      const value = time.run(() => sample.text(minLength, most));
      const length = [...value].length;
      if (length < minLength || length > most || (unique && seen.has(value))) continue;
      if (!time.run(() => whole.test(value))) continue;
      characters += length;
      if (characters > MAX_CHARACTERS)
        throw overLimit(`The strings must have at most ${MAX_CHARACTERS} characters together`);
      seen.add(value);
      strings.push(value);
      attempts = 0;
    }
    if (format === 'json') return json({ strings });
    if (strings.some((value) => /[\r\n\u2028\u2029]/.test(value)))
      throw invalid('Option "format" must be json where strings have line breaks');
    return text(`${strings.join('\n')}\n`);
  },
});
