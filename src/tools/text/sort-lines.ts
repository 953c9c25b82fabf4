import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { cutCharacters } from '../../lib/diff/text-pieces.js';
import { compareDecimals, decimalFinder, type NumberMarks } from '../../lib/numbers/decimal-order.js';
import { ipSortKey } from '../../lib/numbers/ip-address.js';
import { pickLines, splitLines } from '../../lib/text/lines.js';
import { foldCase } from '../../lib/unicode/letter-case.js';

import { checkLocale } from './_locale.js';

type Compare = (a: string, b: string) => number;
type By = 'text' | 'natural' | 'codepoint' | 'number' | 'length' | 'ip' | 'random';

/** Values that lines are sorted by; lines without one come last, whatever the order. */
function compareValues<Value>(
  keys: ReadonlySet<string>,
  read: (key: string) => Value | undefined,
  compare: (a: Value, b: Value) => number,
  order: 1 | -1,
): Compare {
  const values = new Map<string, Value>();
  for (const key of keys) {
    const value = read(key);
    if (value !== undefined) values.set(key, value);
  }
  return (a, b) => {
    const [one, other] = [values.get(a), values.get(b)];
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return order * compare(one, other);
  };
}

/** UTF-16 order but for letters beyond the BMP, which come last, as by code point and by byte of UTF-8. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let index = 0;
  while (index < length && a.charCodeAt(index) === b.charCodeAt(index)) index++;
  if (index === length) return a.length - b.length;
  const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
  const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate(one) === isSurrogate(other) ? one - other : isSurrogate(one) ? 1 : -1;
}

function numberMarks(locale: string): NumberMarks {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, numberingSystem: 'latn' }).formatToParts(1234567.5);
  const markOf = (type: string): string | undefined => parts.find((part) => part.type === type)?.value;
  return { decimal: markOf('decimal') ?? '.', group: markOf('group') ?? ',' };
}

interface Rules {
  readonly by: Exclude<By, 'random'>;
  readonly locale: string;
  readonly caseSensitive: boolean;
  readonly order: 1 | -1;
}

function comparison(keys: ReadonlySet<string>, { by, locale, caseSensitive, order }: Rules): Compare {
  const ascending: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  if (by === 'number') return compareValues(keys, decimalFinder(numberMarks(locale)), compareDecimals, order);
  if (by === 'ip') return compareValues(keys, ipSortKey, ascending, order);
  if (by === 'length')
    return compareValues(
      keys,
      (key) => cutCharacters(key).length,
      (a, b) => a - b,
      order,
    );
  if (by === 'codepoint') {
    return compareValues(keys, caseSensitive ? (key) => key : foldCase, compareCodePoints, order);
  }
  const sensitivity = caseSensitive ? 'variant' : 'accent';
  const { compare } = new Intl.Collator(locale, { numeric: by === 'natural', sensitivity });
  return (a, b) => order * compare(a, b);
}

/** What a line is sorted by: the whole of it, or one of its columns; a line with fewer columns sorts as empty. */
function keyFunction(column: number, separator: string): (line: string) => string {
  if (column === 0) return (line) => line;
  if (separator === '') return (line) => line.trim().split(/\s+/, column)[column - 1] ?? '';
  return (line) => line.split(separator, column)[column - 1]?.trim() ?? '';
}

/** Indexes in a random order, each as likely as any other (Fisher and Yates). */
function shuffle(count: number, random: (length: number) => Uint8Array): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const bytes = random(count * 6);
  for (let last = count - 1; last > 0; last--) {
    // 48 bits: for a million lines no order is likelier than another by more than one part in 10^8.
    let drawn = 0;
    for (let byte = 0; byte < 6; byte++) drawn = drawn * 256 + (bytes[last * 6 + byte] ?? 0);
    const other = drawn % (last + 1);
    [indexes[last], indexes[other]] = [indexes[other] ?? 0, indexes[last] ?? 0];
  }
  return indexes;
}

export default defineTool({
  id: 'sort-lines',
  title: 'Sort Lines',
  summary: 'Sorts lines by language, naturally, by number, length, IP address or column, or shuffles them.',
  family: 'text',
  class: 'standard',
  input: 'required',
  options: {
    by: z
      .enum(['text', 'natural', 'codepoint', 'number', 'length', 'ip', 'random'])
      .default('text')
      .describe(
        'What is compared: text by the rules of a language, text with its numbers as numbers, code points, the first number, the number of characters, the IP address at the start; or a random order.',
      ),
    order: z.enum(['asc', 'desc']).default('asc').describe('Smallest or largest first.'),
    column: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(0)
      .describe('Column to sort by, from 1; 0 takes the whole line.'),
    columnSeparator: z
      .string()
      .max(20)
      .default('')
      .describe('What divides columns; where it is empty, any run of white space does.'),
    caseSensitive: shared.caseSensitive(),
    unique: shared.unique().describe('Drops lines that are equal to one before, in case too if "caseSensitive" is on.'),
    locale: shared
      .locale()
      .describe('Language whose alphabet, decimal and grouping marks apply, as a BCP 47 tag such as en, de or sv.'),
  },
  result: 'text',
  notes: [
    'Lines that compare as equal keep their order, in both orders. Lines without a number or an IP address come last, in both orders.',
    'By "text" the alphabet of the language decides: small before capital letters of the same word, ä beside a in German and after z in Swedish. By "codepoint" is what LC_ALL=C sort does.',
    'By "number" the first number in the line counts, with sign, groups of three digits, decimals and exponent, exactly and of any length; a hyphen after a letter or digit is no sign. In en 1,234.5 is read, in de 1.234,5.',
    'By "ip" IPv4 comes before IPv6; a network such as 10.0.0.0/8 comes before narrower ones and before the address alone, and a port decides last.',
    'By "random" each run gives another order, drawn from a cryptographic source; "order" does nothing then.',
    'Columns are cut at the separator wherever it stands, in quotes too: sort tables with a CSV tool.',
    'The line breaks go with their lines, and the result ends with one where the text did.',
  ],
  aliases: [
    'alphabetize',
    'sort list',
    'sort alphabetically',
    'natural sort',
    'sort numbers',
    'sort ip addresses',
    'shuffle lines',
    'randomize list',
    'sort by column',
    'order lines',
  ],
  verified: [
    'GNU sort 9.1: LC_ALL=C sort, -r, -u, -g and -k the same for 15 random texts; sort -V the same for 50 lists of file names and versions',
    'Python 3 ipaddress: the same order of 750 random addresses and networks',
  ],
  examples: [
    {
      title: 'By the alphabet of a language',
      input: 'Zebra\näpple\napple\nBanana\n',
      options: { locale: 'de' },
      output: { text: 'apple\näpple\nBanana\nZebra\n' },
    },
    {
      title: 'File names with numbers',
      input: 'img12.png\nimg10.png\nimg2.png\nIMG1.png',
      options: { by: 'natural' },
      output: { text: 'IMG1.png\nimg2.png\nimg10.png\nimg12.png' },
    },
    {
      title: 'Numbers, the largest first',
      input: 'a: 1,000\r\nb: -2.5\r\nno number\r\nc: 1e4\r\nd: 999.5\r\n',
      options: { by: 'number', order: 'desc' },
      output: { text: 'c: 1e4\r\na: 1,000\r\nd: 999.5\r\nb: -2.5\r\nno number\r\n' },
    },
    {
      title: 'IP addresses and networks',
      input: '10.0.0.10\n::1\n10.0.0.9\n10.0.0.0/8\nfe80::1\n9.9.9.9',
      options: { by: 'ip' },
      output: { text: '9.9.9.9\n10.0.0.0/8\n10.0.0.9\n10.0.0.10\n::1\nfe80::1' },
    },
    {
      title: 'By the second column',
      input: 'eve,31\nbob,4\nann,100\nbob,4\n',
      options: { by: 'number', column: 2, columnSeparator: ',', unique: true },
      output: { text: 'bob,4\neve,31\nann,100\n' },
    },
    {
      title: 'A language that there is not',
      input: 'b\na',
      options: { locale: 'not a tag' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "locale" must be a BCP 47 language tag such as "en" or "zh-Hant", got "not a tag"',
      },
    },
  ],
  run({ input, options, random }) {
    const locale = checkLocale(options.locale);
    const source = splitLines(input);
    const seen = new Set<string>();
    const isNew = (line: string): boolean => {
      const key = options.caseSensitive ? line : foldCase(line);
      return seen.size < seen.add(key).size;
    };
    const indexes = [...source.lines.keys()].filter((index) => !options.unique || isNew(source.lines[index] ?? ''));
    const { by } = options;
    if (by === 'random') {
      return text(
        pickLines(
          source,
          shuffle(indexes.length, random).map((at) => indexes[at] ?? 0),
        ),
      );
    }

    const keyOf = keyFunction(options.column, options.columnSeparator);
    const keys = source.lines.map(keyOf);
    // Each key is compared once, however many lines share it.
    const distinct = new Set(keys);
    const compare = comparison(distinct, {
      by,
      locale,
      caseSensitive: options.caseSensitive,
      order: options.order === 'asc' ? 1 : -1,
    });
    const ranks = new Map<string, number>();
    let rank = 0;
    let last: string | undefined;
    for (const key of [...distinct].sort(compare)) {
      if (last !== undefined && compare(last, key) !== 0) rank++;
      ranks.set(key, rank);
      last = key;
    }
    const order = Float64Array.from(keys, (key) => ranks.get(key) ?? 0);
    indexes.sort((a, b) => (order[a] ?? 0) - (order[b] ?? 0));
    return text(pickLines(source, indexes));
  },
});
