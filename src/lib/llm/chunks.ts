import { segmentText } from '../unicode/text-segments.js';
import type { Heading } from './markdown-headings.js';

/** How the length of a text is counted. */
export interface Ruler {
  /** Offsets in UTF-16 units at which the text may be cut, rising; the last is its end. */
  readonly offsets: Uint32Array;
  /** Units of the text up to each of the offsets. */
  readonly units: Uint32Array;
  /** Units of a text that is alone: at its ends they can be others than within the whole. */
  readonly count: (text: string) => number;
}

export type ChunkBy = 'tokens' | 'sentences' | 'paragraphs' | 'markdown' | 'recursive' | 'code';

export interface ChunkRules {
  readonly by: ChunkBy;
  /** In units of the ruler, the overlap with it. */
  readonly size: number;
  /** At most half of `size`. */
  readonly overlap: number;
  readonly locale: string;
}

/** A chunk is the text from `start` to `end`, in UTF-16 units; what comes before `own` is repeated from the chunk before. */
export interface Chunk {
  readonly start: number;
  readonly own: number;
  readonly end: number;
  readonly units: number;
}

const PARAGRAPH = /\n[^\S\n]*\n\s*/g;
const LINE = /\n/g;
const WORD = /\s+/g;

/** Where matches of a pattern end, with all of their white space. */
function endsOf(text: string, pattern: RegExp): Uint32Array {
  const ends: number[] = [];
  for (const match of text.matchAll(pattern)) ends.push(match.index + match[0].length);
  return Uint32Array.from(ends);
}

/** Blank lines before a line without indentation: between functions, classes, rules. */
const definitionEnds = (text: string): Uint32Array =>
  endsOf(text, PARAGRAPH).filter((end) => text[end - 1] === '\n' && !/[)}\]]/.test(text[end] ?? ''));

const sentenceEnds = (text: string, locale: string): Uint32Array =>
  Uint32Array.from(segmentText(text, 'sentence', locale), ({ end }) => end);

/** Places to cut at, the best kind first. */
function levelsOf(text: string, { by, locale }: ChunkRules): readonly Uint32Array[] {
  if (by === 'tokens') return [];
  if (by === 'sentences') return [sentenceEnds(text, locale), endsOf(text, WORD)];
  if (by === 'code') return [definitionEnds(text), endsOf(text, PARAGRAPH), endsOf(text, LINE), endsOf(text, WORD)];
  const ends = [sentenceEnds(text, locale), endsOf(text, WORD)];
  if (by === 'paragraphs') return [endsOf(text, PARAGRAPH), ...ends];
  return [endsOf(text, PARAGRAPH), endsOf(text, LINE), ...ends];
}

/** How many of the rising values are at most `value`. */
function countUpTo(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const lastUpTo = (values: Uint32Array, value: number): number => values[countUpTo(values, value) - 1] ?? 0;

/**
 * Cuts a text into chunks that have at most `size` units, without a gap: the texts from `own` to `end` give the whole again. A chunk
 * begins `overlap` units before its own text, but not before a heading by `markdown`. Linear in the text but for looking places up.
 */
export function chunkText(text: string, ruler: Ruler, rules: ChunkRules, headings: readonly Heading[] = []): Chunk[] {
  const levels = levelsOf(text, rules);
  const sections = rules.by === 'markdown' ? Uint32Array.from(headings, ({ start }) => start) : new Uint32Array();
  const chunks: Chunk[] = [];
  for (let own = 0; own < text.length; ) {
    const passed = countUpTo(sections, own);
    const sectionEnd = sections[passed] ?? text.length;
    const start = Math.max(overlapStart(own, ruler, rules.overlap), passed === 0 ? 0 : (sections[passed - 1] ?? 0));
    const chunk = oneChunk(text, { start, own, sectionEnd }, ruler, rules, levels);
    chunks.push(chunk);
    own = chunk.end;
  }
  return chunks;
}

const unitsUpTo = ({ offsets, units }: Ruler, offset: number): number => units[countUpTo(offsets, offset) - 1] ?? 0;

/** The last offset that has at most so many units before it. */
function offsetOf({ offsets, units }: Ruler, most: number): number {
  return offsets[countUpTo(units, most) - 1] ?? 0;
}

function overlapStart(own: number, ruler: Ruler, overlap: number): number {
  if (overlap === 0 || own === 0) return own;
  return Math.min(own, offsetOf(ruler, Math.max(0, unitsUpTo(ruler, own) - overlap)));
}

interface Window {
  readonly start: number;
  readonly own: number;
  readonly sectionEnd: number;
}

function oneChunk(
  text: string,
  { start, own, sectionEnd }: Window,
  ruler: Ruler,
  { by, size }: ChunkRules,
  levels: readonly Uint32Array[],
): Chunk {
  let room = size;
  for (;;) {
    // A code point has at most 4 tokens, so that there is always room for one: `overlap` is at most half of `size`.
    const next = ruler.offsets[countUpTo(ruler.offsets, own)] ?? text.length;
    const most = Math.min(sectionEnd, Math.max(next, offsetOf(ruler, unitsUpTo(ruler, start) + room)));
    const end =
      most === sectionEnd ? most : cutIn(own, most, levels, by === 'recursive' || by === 'markdown' || by === 'code');
    const units = ruler.count(text.slice(start, end));
    if (units <= size || end <= next) return { start, own, end, units };
    room -= units - size;
  }
}

/** The best place to cut after `own` and up to `most`; `isFull` prefers a chunk that is at least half full to a better kind of place. */
function cutIn(own: number, most: number, levels: readonly Uint32Array[], isFull: boolean): number {
  const least = own + (most - own) / 2;
  const places = levels.map((ends) => lastUpTo(ends, most));
  const full = isFull ? places.find((place) => place > least) : undefined;
  return full ?? places.find((place) => place > own) ?? most;
}

/** A ruler of code points. */
export function characterRuler(text: string): Ruler {
  const offsets: number[] = [];
  for (let at = 0; at < text.length; ) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    offsets.push(at);
  }
  const count = (part: string): number => {
    let points = 0;
    for (let at = 0; at < part.length; points++) at += (part.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return points;
  };
  return { offsets: Uint32Array.from(offsets), units: Uint32Array.from(offsets, (_, i) => i + 1), count };
}
