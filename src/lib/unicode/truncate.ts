import { segmentText, splitGraphemes } from './text-segments.js';

export const TRUNCATE_UNITS = ['characters', 'words', 'sentences', 'lines', 'bytes'] as const;
type TruncateUnit = (typeof TRUNCATE_UNITS)[number];

export interface TruncateRules {
  readonly unit: TruncateUnit;
  readonly length: number;
  /** What stands where text was taken; counts in characters and bytes. */
  readonly ellipsis: string;
  readonly from: 'end' | 'middle' | 'start';
  /** Cuts of characters and bytes fall between words. */
  readonly keepWords: boolean;
  readonly locale: string;
}

interface Piece {
  readonly text: string;
  readonly size: number;
}

/** The parts of a text that stay whole, each with how much of the length it takes. */
function piecesOf(text: string, { unit, locale }: TruncateRules): Piece[] {
  if (unit === 'lines') return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => ({ text: line, size: 1 }));
  if (unit === 'words' || unit === 'sentences') {
    const granularity = unit === 'words' ? 'word' : 'sentence';
    return Array.from(segmentText(text, granularity, locale), ({ start, end, isWord }) => {
      const piece = text.slice(start, end);
      const counts = unit === 'words' ? isWord : /[\p{L}\p{N}]/u.test(piece);
      return { text: piece, size: counts ? 1 : 0 };
    });
  }
  return Array.from(splitGraphemes(text), (letter) => ({
    text: letter,
    size: unit === 'bytes' ? Buffer.byteLength(letter) : 1,
  }));
}

const sizeOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { size }) => sum + size, 0);

/** How many pieces, from the first on, take at most `room`; what takes none goes along only before what fits. */
function fitting(pieces: readonly Piece[], room: number): number {
  let used = 0;
  let kept = 0;
  for (const [index, { size }] of pieces.entries()) {
    used += size;
    if (used > room) break;
    if (size > 0) kept = index + 1;
  }
  return kept;
}

const isInWord = (text: string | undefined): boolean => text !== undefined && /^[\p{L}\p{N}\p{M}_'’]/u.test(text);

/** A cut that is moved back to before the word it falls in, unless that word is all there is. */
function atWord(pieces: readonly Piece[], kept: number): number {
  let cut = kept;
  while (cut > 0 && isInWord(pieces[cut - 1]?.text) && isInWord(pieces[cut]?.text)) cut--;
  return cut === 0 ? kept : cut;
}

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/** A text that is no longer than asked for: unchanged where it is short enough. Linear. */
export function truncateText(text: string, rules: TruncateRules): string {
  const pieces = piecesOf(text, rules);
  if (sizeOf(pieces) <= rules.length) return text;
  const isExact = rules.unit === 'characters' || rules.unit === 'bytes';
  const mark = isExact ? sizeOf(piecesOf(rules.ellipsis, rules)) : 0;
  // Where even the mark does not fit, nothing is marked.
  const ellipsis = mark < rules.length ? rules.ellipsis : '';
  const room = rules.length - (ellipsis === '' ? 0 : mark);
  const cut = (list: readonly Piece[], places: number): number => {
    const kept = fitting(list, places);
    return isExact && rules.keepWords ? atWord(list, kept) : kept;
  };
  const head = rules.from === 'start' ? 0 : cut(pieces, rules.from === 'middle' ? Math.ceil(room / 2) : room);
  const turned = rules.from === 'end' ? [] : pieces.slice(head).reverse();
  const tail = turned.length === 0 ? 0 : cut(turned, rules.from === 'middle' ? Math.floor(room / 2) : room);
  const before = textOf(pieces.slice(0, head));
  const after = textOf(turned.slice(0, tail).reverse());
  if (!isExact || !rules.keepWords) return before + ellipsis + after;
  return before.trimEnd() + ellipsis + after.trimStart();
}
