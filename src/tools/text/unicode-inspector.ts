import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { count, place } from '../../core/shared-data.js';
import { aliasesOf, nameOf } from '../../engines/text/unicode-names.js';
import { invisibleKind } from '../../lib/unicode/invisible-characters.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';
import { blockOf, CATEGORY_NAMES, categoryOf, codePointLabel, scriptOf } from '../../lib/unicode/unicode-properties.js';

const clusterData = z.object({
  text: z.string().describe('Character.'),
  index: count('Offset in code points.'),
  length: count('Number of code points.'),
  codePoints: z.string().describe('Code points, such as U+1F1E9 U+1F1EA.'),
});

const characterData = z.object({
  index: count('Offset in code points.'),
  line: place('Line of the character.'),
  column: place('Column of the character.'),
  character: z.string().describe('Character.'),
  codePoint: z.string().describe('Code point, such as U+00E9.'),
  name: z.string().describe('Unicode name.'),
  aliases: z.array(z.string()).optional().describe('Other names.'),
  category: z.string().describe('General category, such as Ll.'),
  categoryName: z.string().describe('Name of the category.'),
  block: z.string().describe('Unicode block.'),
  script: z.string().describe('Script.'),
  utf8: z.string().describe('UTF-8 bytes in hex.'),
  utf16: z.string().describe('UTF-16 units in hex.'),
  invisible: z.string().optional().describe('Kind of invisible character.'),
});

type Show = 'all' | 'non-ascii' | 'invisible';

function isShown(codePoint: number, show: Show): boolean {
  if (show === 'non-ascii') return codePoint > 0x7f;
  return show === 'all' || invisibleKind(codePoint) !== undefined;
}

const hex = (bytes: Iterable<number>, digits: number): string =>
  Array.from(bytes, (value) => value.toString(16).toUpperCase().padStart(digits, '0')).join(' ');

function describe(character: string) {
  const codePoint = character.codePointAt(0) ?? 0;
  const category = categoryOf(codePoint);
  const aliases = aliasesOf(codePoint);
  const invisible = invisibleKind(codePoint);
  return {
    character,
    codePoint: codePointLabel(codePoint),
    name: nameOf(codePoint),
    ...(aliases.length === 0 ? {} : { aliases }),
    category,
    categoryName: CATEGORY_NAMES[category] ?? category,
    block: blockOf(codePoint),
    script: scriptOf(codePoint),
    utf8: hex(Buffer.from(character), 2),
    utf16: hex(
      Array.from({ length: character.length }, (_, index) => character.charCodeAt(index)),
      4,
    ),
    ...(invisible === undefined ? {} : { invisible }),
  };
}

const label = (character: string): string => codePointLabel(character.codePointAt(0) ?? 0);

// A base may carry any number of marks.
const SHOWN_POINTS = 32;

const describeCluster = (points: readonly string[], index: number) => ({
  text: points.slice(0, SHOWN_POINTS).join(''),
  index,
  length: points.length,
  codePoints: points.slice(0, SHOWN_POINTS).map(label).join(' '),
});

/** How many code points have each value of a property, most frequent first. */
function tally(points: ReadonlyMap<number, number>, property: (codePoint: number) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [codePoint, count] of points) {
    const value = property(codePoint);
    counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

export default defineTool({
  id: 'unicode-inspector',
  title: 'Unicode Inspector',
  summary: 'Lists every character of a text with its Unicode name, block, category, script, UTF-8 and UTF-16.',
  family: 'text',
  class: 'standard',
  input: 'required',
  options: {
    limit: z.number().min(1).max(5000).multipleOf(1).default(2000).describe('Most code points that are listed.'),
    show: z
      .enum(['all', 'non-ascii', 'invisible'])
      .default('all')
      .describe('Which code points are listed; the counts are those of the whole text.'),
  },
  result: 'data',
  data: z.object({
    codePoints: count('Unicode code points.'),
    graphemes: count('Characters as people see them.'),
    utf16Units: count('UTF-16 units.'),
    bytes: count('UTF-8 bytes.'),
    ascii: count('Code points of ASCII.'),
    normalization: z
      .object({
        nfc: z.boolean().describe('Already in NFC.'),
        nfd: z.boolean().describe('Already in NFD.'),
        nfkc: z.boolean().describe('Already in NFKC.'),
        nfkd: z.boolean().describe('Already in NFKD.'),
      })
      .describe('Normalization forms the text is in.'),
    categories: z.record(z.string(), z.int()).describe('Code points by general category.'),
    scripts: z.record(z.string(), z.int()).describe('Code points by script.'),
    blocks: z.record(z.string(), z.int()).describe('Code points by block.'),
    total: count('Characters of the chosen kind, including those that are not listed.'),
    clusters: z.array(clusterData).describe('Characters of several code points.'),
    characters: z.array(characterData).describe('The first code points of the chosen kind.'),
  }),
  notes: [
    'Category, block and script are those of Unicode 17, names those of Unicode 18 for what Unicode 17 has; neither depends on the Node that runs the service. Characters without a name have the label of the standard, such as <control-0009>.',
    '"graphemes" counts what people take for one character, "clusters" lists those among the listed that have more than one code point, with the first 32 of them. "index" counts code points from 0; "line" and "column" count from 1.',
    '"normalization" tells which normal forms the text is in, by the ICU of the Node that runs the service.',
    '"total" is the number of code points that "show" selects; "characters" holds the first of them.',
    'Aliases are those of NameAliases: names of controls, corrections, abbreviations.',
  ],
  aliases: [
    'what character is this',
    'unicode lookup',
    'code point',
    'character name',
    'utf-8 bytes of a character',
    'find non-ascii characters',
    'homoglyph check',
    'grapheme cluster',
    'unicode block',
  ],
  verified: [
    'Unicode 15 UnicodeData, Blocks and Scripts: the same name, category and block for every code point that they list (two categories have changed since), the same script for all but fewer than 20',
  ],
  examples: [
    {
      title: 'One character',
      input: 'é',
      output: {
        data: {
          codePoints: 1,
          graphemes: 1,
          utf16Units: 1,
          bytes: 2,
          ascii: 0,
          normalization: { nfc: true, nfd: false, nfkc: true, nfkd: false },
          categories: { Ll: 1 },
          scripts: { Latin: 1 },
          blocks: { 'Latin-1 Supplement': 1 },
          total: 1,
          clusters: [],
          characters: [
            {
              index: 0,
              line: 1,
              column: 1,
              character: 'é',
              codePoint: 'U+00E9',
              name: 'LATIN SMALL LETTER E WITH ACUTE',
              category: 'Ll',
              categoryName: 'Lowercase Letter',
              block: 'Latin-1 Supplement',
              script: 'Latin',
              utf8: 'C3 A9',
              utf16: '00E9',
            },
          ],
        },
      },
    },
    {
      title: 'What is invisible',
      input: 'a\u200bb',
      options: { show: 'invisible' },
      output: {
        data: {
          codePoints: 3,
          graphemes: 3,
          utf16Units: 3,
          bytes: 5,
          ascii: 2,
          normalization: { nfc: true, nfd: true, nfkc: true, nfkd: true },
          categories: { Ll: 2, Cf: 1 },
          scripts: { Latin: 2, Common: 1 },
          blocks: { 'Basic Latin': 2, 'General Punctuation': 1 },
          total: 1,
          clusters: [],
          characters: [
            {
              index: 1,
              line: 1,
              column: 2,
              character: '\u200b',
              codePoint: 'U+200B',
              name: 'ZERO WIDTH SPACE',
              aliases: ['ZWSP'],
              category: 'Cf',
              categoryName: 'Format',
              block: 'General Punctuation',
              script: 'Common',
              utf8: 'E2 80 8B',
              utf16: '200B',
              invisible: 'zero-width',
            },
          ],
        },
      },
    },
    {
      title: 'A flag is one character of two code points',
      input: '\n🇩🇪',
      options: { show: 'non-ascii', limit: 1 },
      output: {
        data: {
          codePoints: 3,
          graphemes: 2,
          utf16Units: 5,
          bytes: 9,
          ascii: 1,
          normalization: { nfc: true, nfd: true, nfkc: true, nfkd: true },
          categories: { So: 2, Cc: 1 },
          scripts: { Common: 3 },
          blocks: { 'Enclosed Alphanumeric Supplement': 2, 'Basic Latin': 1 },
          total: 2,
          clusters: [{ text: '🇩🇪', index: 1, length: 2, codePoints: 'U+1F1E9 U+1F1EA' }],
          characters: [
            {
              index: 1,
              line: 2,
              column: 1,
              character: '🇩',
              codePoint: 'U+1F1E9',
              name: 'REGIONAL INDICATOR SYMBOL LETTER D',
              category: 'So',
              categoryName: 'Other Symbol',
              block: 'Enclosed Alphanumeric Supplement',
              script: 'Common',
              utf8: 'F0 9F 87 A9',
              utf16: 'D83C DDE9',
            },
          ],
        },
      },
    },
    {
      title: 'No text',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty' },
    },
  ],
  run({ input, options }) {
    const { limit, show } = options;
    const counts = new Map<number, number>();
    const characters: (ReturnType<typeof describe> &
      Pick<z.output<typeof characterData>, 'index' | 'line' | 'column'>)[] = [];
    const clusters: z.output<typeof clusterData>[] = [];
    let index = 0;
    let line = 1;
    let column = 1;
    let graphemes = 0;
    let ascii = 0;
    let total = 0;
    for (const cluster of splitGraphemes(input)) {
      const points = [...cluster];
      const first = index;
      const before = total;
      graphemes++;
      for (const character of points) {
        const codePoint = character.codePointAt(0) ?? 0;
        if (codePoint <= 0x7f) ascii++;
        counts.set(codePoint, (counts.get(codePoint) ?? 0) + 1);
        if (isShown(codePoint, show) && ++total <= limit)
          characters.push({ index, line, column, ...describe(character) });
        index++;
        column++;
      }
      const isListed = points.length > 1 && total > before && before < limit;
      if (isListed) clusters.push(describeCluster(points, first));
      if (!/[\n\r]/.test(cluster)) continue;
      line++;
      column = 1;
    }
    return json({
      codePoints: index,
      graphemes,
      utf16Units: input.length,
      bytes: Buffer.byteLength(input),
      ascii,
      normalization: {
        nfc: input === input.normalize('NFC'),
        nfd: input === input.normalize('NFD'),
        nfkc: input === input.normalize('NFKC'),
        nfkd: input === input.normalize('NFKD'),
      },
      categories: tally(counts, categoryOf),
      scripts: tally(counts, scriptOf),
      blocks: tally(counts, blockOf),
      total,
      clusters,
      characters,
    });
  },
});
