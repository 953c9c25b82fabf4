import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { count, place, warnings } from '../../core/shared-data.js';
import { estimateStrength } from '../../engines/password-strength.js';
import { readTextSource } from '../../formats/text-source.js';
import { splitLines } from '../../lib/text/lines.js';

/** Characters of one password that are looked at; the engine's time grows with the square of them. */
const MAX_CHARACTERS = 100;
/** Together: 2.5 s for each 100 at worst. */
const MAX_TOGETHER = 1_000;

const STRONG = 3;
const YEAR_SECONDS = 365 * 86_400;
const RATINGS = ['very weak', 'weak', 'fair', 'strong', 'very strong'] as const;

const time = (rate: string) =>
  z
    .object({
      seconds: z.number().describe('Seconds until it is guessed, on average.'),
      display: z.string().describe('The same in words.'),
    })
    .describe(`At ${rate}.`);

function assess(password: string, known: readonly string[]) {
  const looked = [...password].slice(0, MAX_CHARACTERS).join('');
  const { score, guesses, guessesLog10, times, warning, suggestions, parts } = estimateStrength(looked, known);
  const shown = ({ seconds, display }: { readonly seconds: number; readonly display: string }) => ({
    seconds,
    display,
  });
  return {
    characters: [...password].length,
    score,
    rating: RATINGS[score] ?? 'very weak',
    guesses,
    entropyBits: Number((guessesLog10 * Math.log2(10)).toFixed(1)),
    crackTimes: {
      onlineThrottled: shown(times.onlineThrottled),
      online: shown(times.online),
      offlineSlow: shown(times.offlineSlow),
      offlineFast: shown(times.offlineFast),
    },
    warning,
    suggestions,
    parts: parts.map(({ start, end, kind, how }) => ({
      start: [...looked.slice(0, start)].length + 1,
      end: [...looked.slice(0, end + 1)].length,
      kind,
      how,
    })),
  };
}

export default defineTool({
  id: 'password-strength',
  title: 'Password Strength',
  summary: 'Estimates how long passwords withstand guessing, and says why and what would help.',
  family: 'crypto-keys',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    userInputs: z
      .string()
      .max(1000)
      .default('')
      .describe('Words an attacker would try first, separated by commas: name, company, birthday, user name.'),
  },
  result: 'data',
  data: z.object({
    passwords: z
      .array(
        z.object({
          line: place('Line of the password; the password itself is not repeated.'),
          characters: count('Length in characters.'),
          score: z.int().min(0).max(4).describe('0 (very weak) to 4 (very strong), as zxcvbn has it.'),
          rating: z.enum(RATINGS).describe('The score in words.'),
          guesses: z.number().describe('Guesses an attacker who knows the usual patterns needs.'),
          entropyBits: z.number().describe('Binary logarithm of the guesses.'),
          crackTimes: z
            .object({
              onlineThrottled: time('100 guesses per hour: a service that limits attempts'),
              online: time('10 guesses per second: a service that does not'),
              offlineSlow: time('10,000 guesses per second: a stolen hash by bcrypt, scrypt or Argon2'),
              offlineFast: time('10,000,000,000 guesses per second: a stolen hash by MD5, SHA-1 or SHA-256'),
            })
            .describe('Time to crack it in four situations.'),
          warning: z.string().describe('What makes it weak; empty if nothing stands out.'),
          suggestions: z.array(z.string()).describe('What would make it stronger.'),
          parts: z
            .array(
              z.object({
                start: place('First character.'),
                end: place('Last character.'),
                kind: z.string().describe('Kind of pattern, such as dictionary, spatial, date or bruteforce.'),
                how: z.string().describe('What an attacker tries for it.'),
              }),
            )
            .describe('The parts that the cheapest attack guesses one by one.'),
        }),
      )
      .describe('One per line that is not empty.'),
    warnings: warnings(),
  }),
  notes: [
    'Each line is a password of its own; spaces count, empty lines are skipped. Passwords are never part of the response, of messages or of logs.',
    'The estimate is that of zxcvbn (Dropbox; the zxcvbn-ts edition): dictionaries of leaked passwords, English words and names, with replaced letters and reversed, keyboard patterns, repeats, sequences and dates. It does not know other languages, nor whether a password has leaked.',
    'Of each password the first 100 characters are assessed; together 1,000. Whatever is longer than that is at least as strong.',
    'The score is 0 below 10^3 guesses, 1 below 10^6, 2 below 10^8, 3 below 10^10, else 4. A score of 3 suffices where attempts are limited; what can be attacked offline needs more.',
  ],
  aliases: [
    'zxcvbn',
    'password checker',
    'password meter',
    'crack time',
    'how secure is my password',
    'password entropy',
    'is my password safe',
    'how safe is a password',
  ],
  verified: [
    'zxcvbn-ts: score and guesses of 12 passwords of its published test list (packages/libraries/main/test/helper/passwordTests.ts)',
    '200 random passwords of 8 to 20 characters: the parts cover each without a gap, none is rated weak, and none is in the response',
  ],
  examples: [
    {
      title: 'One of the most used passwords',
      input: 'password',
      output: {
        data: {
          passwords: [
            {
              line: 1,
              characters: 8,
              score: 0,
              rating: 'very weak',
              guesses: 3,
              entropyBits: 1.6,
              crackTimes: {
                onlineThrottled: { seconds: 108, display: '2 minutes' },
                online: { seconds: 0.3, display: 'less than a second' },
                offlineSlow: { seconds: 0.0003, display: 'less than a second' },
                offlineFast: { seconds: 3e-10, display: 'less than a second' },
              },
              warning: 'This is a heavily used password.',
              suggestions: ['Add more words that are less common.'],
              parts: [{ start: 1, end: 8, kind: 'dictionary', how: 'word 2 of the most common passwords' }],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'The name of the company with a year',
      input: 'Examplecorp2024',
      options: { userInputs: 'Ann Example, examplecorp' },
      output: {
        data: {
          passwords: [
            {
              line: 1,
              characters: 15,
              score: 1,
              rating: 'weak',
              guesses: 15_000,
              entropyBits: 13.9,
              crackTimes: {
                onlineThrottled: { seconds: 540_000, display: '6 days' },
                online: { seconds: 1500, display: '25 minutes' },
                offlineSlow: { seconds: 1.5, display: '2 seconds' },
                offlineFast: { seconds: 0.0000015, display: 'less than a second' },
              },
              warning: 'There should not be any personal or page related data.',
              suggestions: ['Add more words that are less common.', 'Capitalize more than the first letter.'],
              parts: [
                { start: 1, end: 11, kind: 'dictionary', how: 'word 2 of your own words' },
                { start: 12, end: 15, kind: 'regex', how: 'a recent year' },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Nothing',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'Too much at once',
      input: `${'x'.repeat(60)}\n`.repeat(20),
      error: { code: 'LIMIT_EXCEEDED', message: 'The passwords must have at most 1000 characters together, got 1200' },
    },
  ],
  async run({ input, files, options, signal }) {
    const source = await readTextSource({ input, files });
    const known = options.userInputs
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
    const given = splitLines(source.text).lines.flatMap((password, index) =>
      password === '' ? [] : [{ password, line: index + 1 }],
    );
    const together = given.reduce((sum, { password }) => sum + Math.min(MAX_CHARACTERS, [...password].length), 0);
    if (together > MAX_TOGETHER)
      throw overLimit(`The passwords must have at most ${MAX_TOGETHER} characters together, got ${together}`);
    const first = new Map<string, number>();
    const said: string[] = [];
    const passwords = given.map(({ password, line }) => {
      signal.throwIfAborted();
      const same = first.get(password);
      if (same === undefined) first.set(password, line);
      else said.push(`Line ${line} has the same password as line ${same}`);
      const report = assess(password, known);
      if (report.characters > MAX_CHARACTERS)
        said.push(`Line ${line}: only the first ${MAX_CHARACTERS} of ${report.characters} characters were assessed`);
      const { offlineFast } = report.crackTimes;
      if (report.score >= STRONG && offlineFast.seconds < YEAR_SECONDS)
        said.push(
          `Line ${line} is ${report.rating} only where its hash is slow (bcrypt, scrypt, Argon2): of MD5 or SHA-256 it is found in ${offlineFast.display}`,
        );
      return { line, ...report };
    });
    return json({ passwords, warnings: said });
  },
});
