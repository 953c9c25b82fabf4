/**
 * Options that mean the same in many tools: one name, one type, one default. A tool writes `...` none of them: it names the ones
 * it has, `indent: shared.indent()`, and may add to the description what is special. The catalog test refuses a tool whose option
 * has one of these names and another type, bound or default.
 */
import { z } from 'zod';

/** As long as `input` may be. */
const TEXT_CHARACTERS = 1_000_000;

/** Longest text of `pages`: 500 ranges of nine characters. */
const PAGES_CHARACTERS = 5_000;

/** Longest colour: `rgba(100.000%, 100.000%, 100.000%, 0.123456)` and some more. */
const COLOR_CHARACTERS = 60;

/** A colour, by `parseColor` of `engines/colors.ts`. `description` says what gets the colour. */
export const colorOption = (value: string, description: string) =>
  z
    .string()
    .max(COLOR_CHARACTERS)
    .default(value)
    .describe(`${description} As CSS writes it: #rrggbb, #rrggbbaa, a name.`);

/** Places in a picture or on a page, for options called `position`. */
export const POSITIONS = [
  'top-left',
  'top-center',
  'top-right',
  'center-left',
  'center',
  'center-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;

export type Position = (typeof POSITIONS)[number];

const DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe'] as const;

/** The character of a delimiter's name. */
export const DELIMITER_CHARACTERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

export const shared = {
  /** Indentation of what is written: JSON, XML, YAML (from 1: YAML cannot be on one line). */
  indent: (least: 0 | 1 = 0) =>
    z.number().multipleOf(1).min(least).max(8).default(2).describe('Spaces a level; 0 writes everything on one line.'),
  tabs: () => z.boolean().default(false).describe('Indents by one tab a level, whatever "indent" says.'),
  sortKeys: () => z.boolean().default(false).describe('Sorts the keys of every object by code point.'),
  other: () => z.string().max(TEXT_CHARACTERS).default('').describe('The second text.'),
  caseSensitive: () => z.boolean().default(true).describe('Capital and small letters differ.'),
  ignoreWhitespace: () =>
    z
      .boolean()
      .default(false)
      .describe('White space at the ends counts for nothing, and any run of it inside counts as one space.'),
  regex: () =>
    z
      .boolean()
      .default(false)
      .describe('Takes the pattern as a regular expression (RE2 syntax) instead of plain text.'),
  wholeWord: () =>
    z
      .boolean()
      .default(false)
      .describe('Finds only what has no letter, digit or underscore of any script right before or after it.'),
  unique: () => z.boolean().default(false).describe('Drops items that came before.'),
  locale: () =>
    z.string().max(35).default('en').describe('Language whose rules apply, as a BCP 47 tag such as en, de or zh-Hant.'),
  /** How a table that is read is divided. */
  delimiter: () =>
    z
      .enum(['auto', ...DELIMITERS])
      .default('auto')
      .describe('What divides the columns of the table that is read.'),
  /** How a table that is written is divided. */
  outputDelimiter: () =>
    z.enum(DELIMITERS).default('comma').describe('What divides the columns of the CSV that is written.'),
  header: () => z.boolean().default(true).describe('The first row holds the names of the columns.'),
  /** Charset of an uploaded text file. */
  inputCharset: () =>
    z
      .string()
      .max(40)
      .default('auto')
      .describe('Character encoding of an uploaded file, such as utf-8, windows-1252 or Shift_JIS; auto detects it.'),
  /** Charset between text and bytes. */
  charset: () =>
    z
      .string()
      .max(40)
      .default('utf-8')
      .describe('Character encoding between text and bytes, such as utf-8, utf-16le or windows-1252.'),
  /** How the bytes that a text stands for are written. */
  inputEncoding: () =>
    z
      .enum(['text', 'hex', 'base64'])
      .default('text')
      .describe('How the input is written: as text, or its bytes in hexadecimal digits or base64.'),
  lineLength: () =>
    z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1000)
      .default(0)
      .describe('Characters after which the result is broken into lines; 0 does not.'),
  perLine: () => z.boolean().default(false).describe('Converts every line by itself and keeps the line breaks.'),
  bom: () => z.boolean().default(false).describe('Writes a byte order mark at the front.'),
  lineWidth: () =>
    z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1000)
      .default(80)
      .describe('Characters after which lines are broken; 0 never breaks.'),
  schema: () => z.string().max(TEXT_CHARACTERS).default('').describe('The schema.'),
  attributePrefix: () =>
    z.string().max(20).default('@').describe('Put before the names of XML attributes to tell them from elements.'),
  textKey: () =>
    z
      .string()
      .min(1)
      .max(20)
      .default('#text')
      .describe('Name for the text of an XML element that has attributes or children too.'),
  /** Pages of a PDF. */
  pages: () =>
    z
      .string()
      .max(PAGES_CHARACTERS)
      .default('')
      .describe(
        'Pages and ranges such as 5, 1-3, 8- (to the end), -2 (the first two), last, odd, even, with commas between; blank is every page.',
      ),
  /** Quality of lossy pictures. */
  quality: () =>
    z
      .number()
      .multipleOf(1)
      .min(1)
      .max(100)
      .default(85)
      .describe('Quality of JPEG, WebP and AVIF pictures in percent.'),
  /** Languages of text that is read from pictures. */
  ocrLanguage: () =>
    z
      .string()
      .max(20)
      .default('eng')
      .describe(
        'Language of the text: eng, deu, fra, spa, ita, por, nld or pol; several with + between, as in eng+deu.',
      ),
  wordsPerMinute: () => z.number().multipleOf(1).min(50).max(1000).default(238).describe('Words read in a minute.'),
} as const;
