import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult, type TextSource } from '../../formats/text-source.js';
import { MORSE_ALPHABETS, morseLetter, morseSign } from '../../lib/encodings/morse-code.js';
import { mapLines } from '../../lib/text/lines.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';

interface MorseRules {
  readonly alphabet: (typeof MORSE_ALPHABETS)[number];
  readonly dot: string;
  readonly dash: string;
  readonly wordSeparator: string;
  readonly unknown: 'keep' | 'skip' | 'refuse';
}

/** Dots and dashes of every kind that people write, as full stops and hyphens. */
const plainSigns = (text: string): string => text.replace(/[·•∙⋅●]/g, '.').replace(/[‐‑‒–—―−_]/g, '-');

const looksLikeMorse = (text: string): boolean =>
  /^[.\-/|\s]+$/.test(plainSigns(text)) && /[.-]/.test(plainSigns(text));

function signOf(letter: string, rules: MorseRules): string[] {
  const sign = morseSign(letter, rules.alphabet);
  // ß is sent as two letters.
  if (sign === undefined && /^[ßẞ]$/.test(letter)) return ['S', 'S'].flatMap((one) => signOf(one, rules));
  if (sign !== undefined) return [Array.from(sign, (mark) => (mark === '.' ? rules.dot : rules.dash)).join('')];
  if (rules.unknown === 'refuse') throw invalid(`There is no Morse code for ${quote(letter)}`);
  return rules.unknown === 'keep' ? [letter] : [];
}

function encodeLine(line: string, rules: MorseRules): string {
  const words = line.split(/\s+/).filter((word) => word !== '');
  return words
    .map((word) => [...splitGraphemes(word)].flatMap((letter) => signOf(letter, rules)).join(' '))
    .filter((word) => word !== '')
    .join(rules.wordSeparator === '' ? '   ' : ` ${rules.wordSeparator} `);
}

function decodeLine(line: string, rules: MorseRules): string {
  const { dot, dash, wordSeparator } = rules;
  const divided = wordSeparator === '' ? line : line.replaceAll(wordSeparator, ' / ');
  const own = divided.split(dash).map((part) => part.replaceAll(dot, '.'));
  return plainSigns(own.join('-'))
    .split(/[/|]| {3,}/)
    .map((word) => word.split(/\s+/).filter((sign) => sign !== ''))
    .filter((signs) => signs.length > 0)
    .map((signs) => signs.map((sign) => letterOf(sign, rules)).join(''))
    .join(' ');
}

function letterOf(sign: string, { alphabet, unknown }: MorseRules): string {
  const letter = morseLetter(sign, alphabet);
  if (letter !== undefined) return letter;
  if (unknown === 'refuse') throw invalid(`There is no character with the Morse code ${quote(sign)}`);
  return unknown === 'keep' ? sign : '';
}

export default defineTool({
  id: 'morse-code-translator',
  title: 'Morse Code Translator',
  summary: 'Translates text into Morse code and Morse code into text, in the international, Russian or Greek alphabet.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z
      .enum(['auto', 'encode', 'decode'])
      .default('auto')
      .describe('Text to Morse code, or back; auto decodes what has only dots, dashes, slashes and spaces.'),
    alphabet: z.enum(MORSE_ALPHABETS).default('international').describe('Alphabet of the text.'),
    dot: z.string().min(1).max(10).default('.').describe('Written for a dot, such as · or "dit".'),
    dash: z.string().min(1).max(10).default('-').describe('Written for a dash, such as – or "dah".'),
    wordSeparator: z
      .string()
      .max(10)
      .default('/')
      .describe('Written between words, with a space on each side; empty for three spaces.'),
    unknown: z
      .enum(['keep', 'skip', 'refuse'])
      .default('keep')
      .describe('What becomes of a character without a code, or a code without a character.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Letters, digits and punctuation are those of ITU-R M.1677-1, and ! & ; _ $ as amateurs send them. Ä, Å, Ç, È, É, Ñ, Ö, Ü and letters of Esperanto, Icelandic and Czech have codes of their own; other accents are left out. ß is sent as SS.',
    'Decoded text is in capitals. Dots and dashes of many kinds are read (· • – — _); letters are divided by a space, words by a slash, a vertical bar or three spaces. Lines stay lines.',
    'Some codes stand for two characters: ---- is Ĥ here, and CH elsewhere.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'morse code',
    'text to morse',
    'morse to text',
    'morse decoder',
    'dots and dashes',
    'sos',
    'cw',
    'telegraph code',
    'translate morse',
  ],
  verified: [
    'ITU-R M.1677-1, part I, 1.1: the codes of its 26 letters, é, ten digits and punctuation, in both directions',
    'Russian letters: the codes of the Latin letters that share them, by the published list of pairs; Greek is compared with one word only',
    'Encoded and decoded, 300 random texts come back in capitals, in each alphabet and with other signs',
  ],
  examples: [
    {
      title: 'Text to Morse code',
      input: 'SOS, help!',
      output: { text: '... --- ... --..-- / .... . .-.. .--. -.-.--' },
    },
    { title: 'Back to text', input: '–·–· ––·– / -.. .\n...', output: { text: 'CQ DE\nS' } },
    {
      title: 'In words',
      input: 'é 5',
      options: { dot: 'dit', dash: 'dah', wordSeparator: '|' },
      output: { text: 'ditditdahditdit | ditditditditdit' },
    },
    {
      title: 'Russian',
      input: 'Привет',
      options: { alphabet: 'russian' },
      output: { text: '.--. .-. .. .-- . -' },
    },
    {
      title: 'A character without a code',
      input: 'a😀',
      options: { unknown: 'refuse' },
      error: { code: 'INVALID_INPUT', message: 'There is no Morse code for "😀"' },
    },
    {
      title: 'A code without a character',
      input: '.......-',
      options: { unknown: 'refuse' },
      error: { code: 'INVALID_INPUT', message: 'There is no character with the Morse code ".......-"' },
    },
    {
      title: 'A separator of words that is a dash',
      input: 'a b',
      options: { wordSeparator: '-' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "wordSeparator" must not be part of "dot" or "dash", nor contain them',
      },
    },
    {
      title: 'Dots and dashes that are the same',
      input: 'a',
      options: { dot: '-' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "dot" and "dash" must be different and not part of each other',
      },
    },
  ],
  run({ input, files, signal, options: { direction, ...rules } }) {
    if (rules.dot.includes(rules.dash) || rules.dash.includes(rules.dot))
      throw invalid('Options "dot" and "dash" must be different and not part of each other');
    const { dot, dash, wordSeparator } = rules;
    const isShared = [dot, dash].some((sign) => sign.includes(wordSeparator) || wordSeparator.includes(sign));
    if (wordSeparator !== '' && isShared)
      throw invalid('Option "wordSeparator" must not be part of "dot" or "dash", nor contain them');
    return eachText({ input, files, signal }, (source: TextSource) => {
      const isCode = direction === 'decode' || (direction === 'auto' && looksLikeMorse(source.text));
      return editedResult(
        source,
        mapLines(source.text, (line) => (isCode ? decodeLine(line, rules) : encodeLine(line, rules))),
      );
    });
  },
});
