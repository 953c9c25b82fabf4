/**
 * Options that mean the same in many tools: one name, one type, one default. A tool names the ones it has,
 * `indent: shared.indent()`, and may describe them in words of its own. The catalog test refuses a tool whose option
 * has one of these names and another type, bound or default.
 */
import { z } from 'zod';

import { ofKind } from './options.js';

/** As long as `input` may be. */
const TEXT_CHARACTERS = 1_000_000;

/** Longest text of `pages`: 500 ranges of nine characters. */
const PAGES_CHARACTERS = 5_000;

/** Longest colour: `rgba(100.000%, 100.000%, 100.000%, 0.123456)` and some more. */
const COLOR_CHARACTERS = 60;

/** A colour, by `parseColor` of `engines/colors.ts`. `description` says what gets the colour. */
export const colorOption = (value: string, description: string) =>
  ofKind(
    'color',
    z
      .string()
      .max(COLOR_CHARACTERS)
      .default(value)
      .describe(`${description} As CSS writes it: #rrggbb, #rrggbbaa, a name.`),
  );

/** An angle for what only turns by quarters: pages and videos. */
export const quarterTurns = () =>
  z
    .number()
    .multipleOf(90)
    .min(-270)
    .max(270)
    .default(90)
    .describe('Degrees clockwise, a multiple of 90; negative values rotate anticlockwise.');

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
  indent: (least: 0 | 1 = 0, initial = 2) =>
    z
      .number()
      .multipleOf(1)
      .min(least)
      .max(8)
      .default(initial)
      .describe('Spaces per indentation level; 0 for a single line.'),
  tabs: () => z.boolean().default(false).describe('Indents with one tab per level; "indent" is then ignored.'),
  sortKeys: () => z.boolean().default(false).describe('Sorts the keys of every object by code point.'),
  other: () => z.string().max(TEXT_CHARACTERS).default('').describe('Text to compare with.'),
  /** On for lines, code and data; off (`false`) where a document is searched, as its readers do. */
  caseSensitive: (value = true) => z.boolean().default(value).describe('Case-sensitive.'),
  ignoreWhitespace: () =>
    z
      .boolean()
      .default(false)
      .describe('Ignores whitespace at both ends and counts each run of it inside as one space.'),
  regex: () =>
    z
      .boolean()
      .default(false)
      .describe('Treats the pattern as a regular expression (RE2 syntax) instead of plain text.'),
  wholeWord: () =>
    z
      .boolean()
      .default(false)
      .describe('Finds whole words only: no letter, digit or underscore of any script directly before or after.'),
  unique: () => z.boolean().default(false).describe('Removes duplicates.'),
  locale: () =>
    z.string().max(35).default('en').describe('Language whose rules apply, as a BCP 47 tag such as en, de or zh-Hant.'),
  /** How a table that is read is divided. */
  delimiter: () =>
    z
      .enum(['auto', ...DELIMITERS])
      .default('auto')
      .describe('Delimiter of the input.'),
  /** How a table that is written is divided. */
  outputDelimiter: () => z.enum(DELIMITERS).default('comma').describe('Delimiter of the CSV output.'),
  header: () => z.boolean().default(true).describe('The first row holds the column names.'),
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
      .describe('What the input is: plain text, or bytes written in hexadecimal or base64.'),
  lineLength: () =>
    z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1000)
      .default(0)
      .describe('Longest line of the result in characters; 0 for no line breaks.'),
  perLine: () => z.boolean().default(false).describe('Converts each line separately and keeps the line breaks.'),
  bom: () => z.boolean().default(false).describe('Writes a byte order mark at the start.'),
  lineWidth: (initial = 80) =>
    z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1000)
      .default(initial)
      .describe('Longest line in characters where lines can be wrapped; 0 never wraps.'),
  schema: () => z.string().max(TEXT_CHARACTERS).default('').describe('Schema to validate against.'),
  attributePrefix: () => z.string().max(20).default('@').describe('Prefix that marks XML attributes among the keys.'),
  textKey: () =>
    z
      .string()
      .min(1)
      .max(20)
      .default('#text')
      .describe('Key for the text of an XML element that also has attributes or children.'),
  /** Pages of a PDF. */
  pages: () =>
    ofKind(
      'pages',
      z
        .string()
        .max(PAGES_CHARACTERS)
        .default('')
        .describe(
          'Pages and ranges such as 5, 1-3, 8- (to the end), -2 (the first two), last, odd, even, separated by commas; empty for all pages.',
        ),
    ),
  /** Opens what is uploaded: PDF, ZIP, Office. */
  password: () =>
    ofKind(
      'secret',
      z.string().max(200).default('').describe('Password that opens the uploaded files; empty if they have none.'),
    ),
  /** Protects what is written: private keys, archives of keys. */
  newPassword: () =>
    ofKind(
      'secret',
      z.string().max(200).default('').describe('Password that protects the private key of the result; empty for none.'),
    ),
  /** The instant that counts as now, by which validity is judged. */
  at: () =>
    z
      .string()
      .max(40)
      .default('')
      .describe('Instant to judge by, such as 2026-01-31T12:00:00Z; empty for the current time.'),
  /** Of tools that write pictures. */
  keepMetadata: () => z.boolean().default(false).describe('Keeps EXIF, XMP and IPTC metadata, the location too.'),
  skipEmpty: () => z.boolean().default(false).describe('Skips empty lines.'),
  timezone: () =>
    z
      .string()
      .max(64)
      .default('UTC')
      .describe(
        'Time zone: an IANA name such as Europe/Berlin, a well-known city or an offset; UTC if nothing is chosen.',
      ),
  seed: () =>
    z
      .string()
      .max(200)
      .default('')
      .describe('The same seed gives the same result; empty for a new result on each run.'),
  /** Quality of lossy pictures. */
  quality: () =>
    z.number().multipleOf(1).min(1).max(100).default(85).describe('Quality of JPEG, WebP and AVIF images, 1 to 100.'),
  /** Languages of text that is read from pictures. */
  ocrLanguage: () =>
    z
      .string()
      .max(20)
      .default('eng')
      .describe(
        'Language of the text: eng, deu, fra, spa, ita, por, nld or pol; combine several with +, as in eng+deu.',
      ),
  wordsPerMinute: () =>
    z.number().multipleOf(1).min(50).max(1000).default(238).describe('Reading speed in words per minute.'),
} as const;
