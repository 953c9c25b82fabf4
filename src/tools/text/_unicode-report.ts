import { z } from 'zod';

import { count, place } from '../../core/shared-data.js';
import { aliasesOf, nameOf } from '../../engines/text/unicode-names.js';
import { invisibleKind } from '../../lib/unicode/invisible-characters.js';
import { splitGraphemes } from '../../lib/unicode/text-segments.js';
import { blockOf, CATEGORY_NAMES, categoryOf, codePointLabel, scriptOf } from '../../lib/unicode/unicode-properties.js';

// A base may carry any number of marks.
const SHOWN_POINTS = 32;

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

/** Data of the report on a text's characters. */
export const unicodeReport = z.object({
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

type ListedCharacter = ReturnType<typeof describe> & Pick<z.output<typeof characterData>, 'index' | 'line' | 'column'>;

interface Listing {
  readonly characters: ListedCharacter[];
  readonly clusters: z.output<typeof clusterData>[];
  /** How often each code point comes. */
  readonly counts: ReadonlyMap<number, number>;
  readonly codePoints: number;
  readonly graphemes: number;
  readonly ascii: number;
  readonly total: number;
}

interface Selection {
  readonly limit: number;
  readonly show: Show;
}

function listCharacters(input: string, { limit, show }: Selection): Listing {
  const counts = new Map<number, number>();
  const characters: ListedCharacter[] = [];
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
  return { characters, clusters, counts, codePoints: index, graphemes, ascii, total };
}

/** What a text is made of: counts of the whole, and the first `limit` code points of the chosen kind. */
export function reportOn(input: string, selection: Selection) {
  const { characters, clusters, counts, codePoints, graphemes, ascii, total } = listCharacters(input, selection);
  return {
    codePoints,
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
  };
}
