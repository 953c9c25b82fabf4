import { countGraphemes as countClusters, graphemeSegments } from 'unicode-segmenter/grapheme';

/** A part of a text by UTF-16 offsets. */
export interface TextSegment {
  readonly start: number;
  readonly end: number;
  /** Words only: it has letters, numbers, kana or ideographs. */
  readonly isWord: boolean;
}

/** Extended grapheme clusters of UAX 29, Unicode 17, the same on every Node: what people call a character. */
export const countGraphemes = (text: string): number => countClusters(text);

export function* splitGraphemes(text: string): Generator<string, void> {
  for (const { segment } of graphemeSegments(text)) yield segment;
}

/** A word is decided by fewer code points around it than this; a sentence can hang on what follows much later (rule SB8). */
const MARGINS = { word: 64, sentence: 512 } as const;

// Measured on Node 20: the time of `Intl.Segmenter` for one segment grows with the length of the text it stands in. Windows of
// 512 units take 3 s for 1,000,000 words of one character, the whole text at once more than 300 s.
const WINDOWS = { word: 512, sentence: 4096 } as const;

/**
 * Words (with what stands between them) or sentences of a text, in order and without gaps: UAX 29, and for Thai, Khmer, Lao,
 * Burmese, Chinese and Japanese the dictionaries of ICU. Linear in the length of the text. `locale` must be a BCP 47 tag.
 */
export function* segmentText(
  text: string,
  granularity: 'word' | 'sentence',
  locale: string,
): Generator<TextSegment, void> {
  const segmenter = new Intl.Segmenter(locale, { granularity });
  const margin = MARGINS[granularity];
  let start = 0;
  let size: number = WINDOWS[granularity];
  while (start < text.length) {
    const end = windowEnd(text, start + size);
    const segments = segmenter.segment(text.slice(start, end));
    // A window that had to grow is for the one long segment at its start: the many after it would each take the time of the whole window.
    const isGrown = size > WINDOWS[granularity];
    const found = isGrown ? firstOf(segments) : [...segments];
    const kept = end === text.length ? found.length : countSure(found, end - start - margin);
    for (const { index, segment, isWordLike = false } of found.slice(0, kept)) {
      yield { start: start + index, end: start + index + segment.length, isWord: isWordLike };
    }
    const last = found[kept - 1];
    if (last === undefined) size *= 2;
    else {
      start += last.index + last.segment.length;
      size = WINDOWS[granularity];
    }
  }
}

function firstOf(segments: Intl.Segments): Intl.SegmentData[] {
  for (const segment of segments) return [segment];
  return [];
}

function windowEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? end + 1 : end;
}

/**
 * How many segments of a window do not depend on what follows it. The dictionaries look at a whole run of letters, so the cut is
 * made where no word is, if there is such a place.
 */
function countSure(found: readonly Intl.SegmentData[], length: number): number {
  let count = found.length;
  while (count > 0 && (found[count - 1]?.index ?? 0) + (found[count - 1]?.segment.length ?? 0) > length) count--;
  let quiet = count;
  while (quiet > 0 && found[quiet - 1]?.isWordLike !== false) quiet--;
  return quiet > 0 ? quiet : count;
}
