import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count, warnings } from '../../core/shared-data.js';
import { drawsFrom } from '../../lib/secrets/draw.js';
import { passphraseMaker, WORD_LISTS, wordsOf } from '../../lib/secrets/passphrase.js';

import { entropyWarnings, madeOptions, madeResult, roundedBits } from './_made-secrets.js';

export default defineTool({
  id: 'passphrase-generator',
  title: 'Passphrase Generator',
  summary: 'Makes Diceware passphrases of random words from the EFF word lists and states their entropy.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    words: z.number().multipleOf(1).min(3).max(20).default(6).describe('Words per passphrase.'),
    count: madeOptions.count,
    list: z
      .enum(WORD_LISTS)
      .default('eff-large')
      .describe(
        'Word list of the EFF: large (7,776 words), short (1,296 short words), or short 2 (1,296 words, each known by its first three letters).',
      ),
    separator: ofKind('separator', z.string().max(10).default('-').describe('Text between the words.')),
    capitalize: z.boolean().default(false).describe('Capitalises each word.'),
    number: z.boolean().default(false).describe('Adds a random digit to the end of one of the words.'),
    format: madeOptions.format(),
  },
  result: 'mixed',
  data: z.object({
    passphrases: z.array(z.string()).describe('The passphrases.'),
    words: count('Words per passphrase.'),
    listWords: count('Words in the list.'),
    entropyBits: z.number().describe('Entropy of each passphrase in bits, rounded down to one decimal.'),
    warnings: warnings(),
  }),
  notes: [
    'Words are drawn independently and without bias from the cryptographic random source of the system, so a word may occur twice. Each word of the large list adds 12.9 bits, of the short lists 10.3.',
    'Six words of the large list (77 bits) are what the EFF recommends. Capitals and separators do not add to the entropy: an attacker is assumed to know the options.',
    'Without a separator, different words can run together to the same text, and the true entropy is slightly lower than stated.',
    'The lists are those of the Electronic Frontier Foundation, CC BY 3.0 US, in English. Nothing that was made is stored or logged.',
  ],
  aliases: [
    'diceware',
    'eff wordlist',
    'memorable password',
    'random words',
    'xkcd password',
    'word password',
    'password that i can remember',
  ],
  verified: [
    'SHA-256 of eff_large_wordlist.txt, eff_short_wordlist_1.txt and eff_short_wordlist_2_0.txt as the EFF publishes them; the large one is also the list of diceware 0.10 (Debian), word for word',
    'Chi-square over 600,000 words from a fixed seed: every word equally often, by a bound that chance exceeds one time in 10^9',
  ],
  examples: [
    {
      title: 'Six words of the large list',
      output: {
        varies: true,
        data: { passphrases: ['…'], words: 6, listWords: 7776, entropyBits: 77.5, warnings: [] },
      },
    },
    {
      title: 'Three passphrases with capitals and a digit, one per line',
      options: {
        words: 7,
        list: 'eff-short',
        separator: ' ',
        capitalize: true,
        number: true,
        count: 3,
        format: 'text',
      },
      output: { varies: true, text: '…\n…\n…\n' },
    },
    {
      title: 'Too short to withstand guessing offline',
      options: { words: 4, list: 'eff-short-2' },
      output: {
        varies: true,
        data: {
          passphrases: ['…'],
          words: 4,
          listWords: 1296,
          entropyBits: 41.3,
          warnings: [
            'A passphrase of 41.3 bits withstands guessing only where attempts are limited; choose at least 64 bits for anything that can be attacked offline',
          ],
        },
      },
    },
    {
      title: 'Too few words',
      options: { words: 2 },
      error: { code: 'INVALID_INPUT', message: 'Option "words" must be between 3 and 20, got 2' },
    },
  ],
  run({ options, random }) {
    const { bits, make } = passphraseMaker(options);
    const draw = drawsFrom(random);
    const passphrases = Array.from({ length: options.count }, () => make(draw));
    return madeResult(options.format, passphrases, {
      passphrases,
      words: options.words,
      listWords: wordsOf(options.list).length,
      entropyBits: roundedBits(bits),
      warnings: entropyWarnings(bits, 'A passphrase'),
    });
  },
});
