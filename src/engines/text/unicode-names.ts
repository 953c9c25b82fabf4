import { unicodeAliases, unicodeBaseName } from 'unicode-name';

import { blockOf, categoryOf, scriptOf } from '../../lib/unicode/unicode-properties.js';

const LABELS: Readonly<Record<string, string>> = { Cc: 'control', Co: 'private-use', Cs: 'surrogate' };

/**
 * The name of a code point as UnicodeData has it, or its label where it has none (Unicode Standard 4.8): `<control-0009>`,
 * `<private-use-E000>`, `<noncharacter-FFFE>`, `<reserved-0378>`.
 */
export function nameOf(codePoint: number): string {
  const hex = codePoint.toString(16).toUpperCase().padStart(4, '0');
  const category = categoryOf(codePoint);
  const label = LABELS[category];
  if (label !== undefined) return `<${label}-${hex}>`;
  if (category === 'Cn') {
    const isNone = (codePoint & 0xfffe) === 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
    return `<${isNone ? 'noncharacter' : 'reserved'}-${hex}>`;
  }
  return unicodeBaseName(String.fromCodePoint(codePoint)) ?? `<reserved-${hex}>`;
}

/** Other names from NameAliases: of controls, corrections of mistakes, abbreviations. */
export function aliasesOf(codePoint: number): readonly string[] {
  const groups = unicodeAliases(String.fromCodePoint(codePoint)) ?? {};
  return [groups.correction, groups.control, groups.alternate, groups.figment, groups.abbreviation].flatMap(
    (names) => names ?? [],
  );
}

/** A character that was found. */
export interface FoundCharacter {
  readonly point: number;
  readonly name: string;
  readonly block: string;
  readonly category: string;
  readonly script: string;
}

/** Code points that have no character. */
const EMPTY = new Set(['Cn', 'Co', 'Cs']);
const MAX_POINT = 0x10ffff;
const NO_ALIASES: readonly string[] = [];
/** Scripts of thousands of characters with names after a pattern: looking for aliases is slow, and they have none. */
const MANY = /^(?:CJK|HANGUL SYLL|TANGUT|EGYPTIAN|ANATOLIAN|NUSHU|KHITAN|BAMUM|VAI|YI) /;

interface NamedPoint {
  readonly point: number;
  readonly name: string;
  readonly category: string;
  readonly aliases: readonly string[];
}

let known: readonly NamedPoint[] | undefined;

/** Every character there is; made once, for that takes half a second. */
function allCharacters(): readonly NamedPoint[] {
  if (known !== undefined) return known;
  const all: NamedPoint[] = [];
  for (let point = 0; point <= MAX_POINT; point++) {
    const category = categoryOf(point);
    if (EMPTY.has(category)) continue;
    const name = nameOf(point);
    all.push({ point, name, category, aliases: MANY.test(name) ? NO_ALIASES : aliasesOf(point) });
  }
  known = all;
  return all;
}

/** Words of names and of what is looked for: hyphens divide too. */
const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** `U+2192`, `0x2192`, `2192`, `2190-21FF`: at least four digits, and one that is not a letter where nothing stands before them. */
function rangeOf(asked: string): readonly [first: number, last: number] | undefined {
  const match = /^(U\+|0x|\\u\{?|&#x)?([0-9a-f]{1,6})[};]?(?:-(?:U\+|0x)?([0-9a-f]{1,6}))?$/i.exec(asked);
  const [, prefix, first = '', last = first] = match ?? [];
  if (match === null || (prefix === undefined && (first.length < 4 || !/\d/.test(first)))) return undefined;
  return [Number.parseInt(first, 16), Math.min(Number.parseInt(last, 16), MAX_POINT)];
}

/** How well a name fits: whole words count more than starts; `undefined` where a word is missing. */
function rankOf(words: readonly string[], names: readonly string[]): number | undefined {
  let best: number | undefined;
  for (const name of names) {
    const parts = wordsOf(name);
    let whole = 0;
    let isFit = true;
    for (const word of words) {
      if (parts.includes(word)) whole++;
      else if (!parts.some((part) => part.startsWith(word))) isFit = false;
    }
    const rank = (words.length - whole) * 1_000 + parts.length;
    if (isFit && rank < (best ?? Number.POSITIVE_INFINITY)) best = rank;
  }
  return best;
}

/**
 * Characters by words of their name, by code point or range, or a single one itself; all where nothing is asked for. The best first,
 * then by code point.
 */
export function findCharacters(asked: string): FoundCharacter[] {
  const wanted = asked.trim();
  const itself = [...asked].length === 1 ? asked.codePointAt(0) : undefined;
  const [first, last] = itself === undefined ? (rangeOf(wanted) ?? [0, MAX_POINT]) : [itself, itself];
  const isNamed = itself === undefined && rangeOf(wanted) === undefined;
  const words = isNamed ? wordsOf(wanted) : [];
  // Punctuation alone names nothing.
  if (isNamed && wanted !== '' && words.length === 0) return [];
  const found: (FoundCharacter & { readonly rank: number })[] = [];
  for (const { point, name, category, aliases } of allCharacters()) {
    if (point < first || point > last) continue;
    const isCandidate = aliases.length > 0 || words.every((word) => name.includes(word));
    const rank = isCandidate ? rankOf(words, [category === 'Cc' ? '' : name, ...aliases]) : undefined;
    if (rank !== undefined) found.push({ point, name, block: blockOf(point), category, script: scriptOf(point), rank });
  }
  return found.sort((a, b) => a.rank - b.rank || a.point - b.point);
}
