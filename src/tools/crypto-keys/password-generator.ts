import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { drawsFrom } from '../../lib/secrets/draw.js';
import {
  kindsOf,
  type PasswordMaker,
  type PasswordRules,
  pronounceableMaker,
  randomMaker,
} from '../../lib/secrets/password.js';

import { entropyWarnings, madeOptions, madeResult, roundedBits } from './_made-secrets.js';

interface Wishes extends PasswordRules {
  readonly style: 'random' | 'pronounceable';
}

function makerOf({ style, ...rules }: Wishes): PasswordMaker {
  if (style === 'pronounceable') {
    if (!rules.upper && !rules.lower)
      throw invalid('Option "upper" or "lower" must be true for pronounceable passwords');
    const maker = pronounceableMaker(rules);
    if (maker !== undefined) return maker;
    throw invalid('Options "exclude" and "avoidAmbiguous" leave too few letters or digits for pronounceable passwords');
  }
  const kinds = kindsOf(rules);
  if (kinds.flat().length < 2) throw invalid('The options leave fewer than 2 characters to choose from');
  if (kinds.length > rules.length)
    throw invalid(`Option "length" must be at least ${kinds.length} for a character of each kind, got ${rules.length}`);
  return randomMaker(rules);
}

export default defineTool({
  id: 'password-generator',
  title: 'Password Generator',
  summary: 'Makes random passwords of chosen length and characters, or pronounceable ones, and states their entropy.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    length: z.number().multipleOf(1).min(4).max(256).default(20).describe('Characters per password.'),
    count: madeOptions.count,
    style: z
      .enum(['random', 'pronounceable'])
      .default('random')
      .describe('Random characters, or groups of two syllables that can be read aloud.'),
    upper: z.boolean().default(true).describe('Uppercase letters A to Z.'),
    lower: z.boolean().default(true).describe('Lowercase letters a to z.'),
    digits: z.boolean().default(true).describe('Digits 0 to 9.'),
    symbols: z.boolean().default(true).describe('Symbols; for pronounceable passwords hyphens between the groups.'),
    symbolSet: z
      .string()
      .max(100)
      .default('!@#$%^&*()-_=+[]{};:,.?')
      .describe('Symbols to choose from; the default has none that need quoting twice in shells or databases.'),
    include: z.string().max(100).default('').describe('Further characters, of which each password has at least one.'),
    avoidAmbiguous: z.boolean().default(false).describe('Excludes characters that look alike: 0, O, o, 1, l, I and |.'),
    exclude: z.string().max(200).default('').describe('Characters that must not occur.'),
    format: madeOptions.format(),
  },
  result: 'mixed',
  data: z.object({
    passwords: z.array(z.string()).describe('The passwords.'),
    length: count('Characters per password.'),
    alphabet: z.string().describe('Characters that a password may have.'),
    entropyBits: z.number().describe('Entropy of each password in bits, rounded down to one decimal.'),
    warnings: warnings(),
  }),
  notes: [
    'Characters come from the cryptographic random source of the system, without bias. A random password has at least one character of each kind that is on; all passwords for which that holds are equally likely. A kind whose characters are all excluded counts as off.',
    'The entropy is the binary logarithm of how many passwords these options can give, which is what an attacker who knows the options has to search. Each bit doubles the work.',
    'Pronounceable passwords look like "dozmyp-3igbek-rufWav": a hyphen between groups, one digit at the end of a group and one uppercase letter, as far as those kinds are on. 20 characters have about 70 bits, where random ones have more than 120.',
    'Nothing that was made is stored or logged.',
  ],
  aliases: [
    'random password',
    'strong password generator',
    'secure password',
    'pwgen',
    'pronounceable password',
    'bulk passwords',
    'password list',
    'make a safe password',
  ],
  verified: [
    'Counts by hand and by trying all texts: the stated entropy is the logarithm of how many of all texts up to 5 characters fit 40 small sets of options',
    'Chi-square over 100,000 passwords from a fixed seed: every character of a kind equally often at each place, by a bound that chance exceeds one time in 10^9',
  ],
  examples: [
    {
      title: 'A password of 20 characters',
      output: {
        varies: true,
        data: {
          passwords: ['…'],
          length: 20,
          alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()-_=+[]{};:,.?',
          entropyBits: 128.2,
          warnings: [],
        },
      },
    },
    {
      title: 'Three pronounceable passwords, one per line',
      options: { style: 'pronounceable', count: 3, format: 'text' },
      output: { varies: true, text: '…\n…\n…\n' },
    },
    {
      title: 'A PIN of four digits',
      options: { length: 4, upper: false, lower: false, symbols: false },
      output: {
        varies: true,
        data: {
          passwords: ['…'],
          length: 4,
          alphabet: '0123456789',
          entropyBits: 13.2,
          warnings: [
            'A password of 13.2 bits withstands guessing only where attempts are limited; choose at least 64 bits for anything that can be attacked offline',
          ],
        },
      },
    },
    {
      title: 'Nothing to choose from',
      options: { upper: false, lower: false, digits: false, symbols: false },
      error: { code: 'INVALID_INPUT', message: 'The options leave fewer than 2 characters to choose from' },
    },
    {
      title: 'More kinds than characters',
      options: { length: 4, include: 'äöü' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "length" must be at least 5 for a character of each kind, got 4',
      },
    },
    {
      title: 'Pronounceable without letters',
      options: { style: 'pronounceable', upper: false, lower: false },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "upper" or "lower" must be true for pronounceable passwords',
      },
    },
    {
      title: 'Pronounceable without vowels',
      options: { style: 'pronounceable', exclude: 'aeiouy' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "exclude" and "avoidAmbiguous" leave too few letters or digits for pronounceable passwords',
      },
    },
  ],
  run({ options, random }) {
    const { symbolSet, symbols, format, length } = options;
    const maker = makerOf({ ...options, symbols: symbols ? symbolSet : '' });
    const draw = drawsFrom(random);
    const passwords = Array.from({ length: options.count }, () => maker.make(draw));
    const report = {
      passwords,
      length,
      alphabet: maker.alphabet,
      entropyBits: roundedBits(maker.bits),
      warnings: entropyWarnings(maker.bits, 'A password'),
    };
    return madeResult(format, passwords, report);
  },
});
