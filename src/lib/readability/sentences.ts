import { segmentText } from '../unicode/text-segments.js';

/** A sentence by UTF-16 offsets, with its words: letters and figures that apostrophes, hyphens, points and commas join. */
export interface Sentence {
  readonly start: number;
  readonly text: string;
  readonly words: readonly string[];
}

/** Ends of abbreviations that a name or a figure follows, or that stand inside sentences, in English, German, French, Spanish and Italian. */
const ABBREVIATION =
  /(?:^|[\s(„“"'])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Rev|Gen|Col|Capt|Lt|Sgt|vs|etc|e\.g|i\.e|approx|Inc|Ltd|Co|Corp|No|Nos|Fig|pp?|vol|ed|cf|al|Jan|Feb|Aug|Sept?|Oct|Nov|Dec|z\.\s?B|d\.\s?h|u\.\s?a|bzw|usw|ca|Nr|Str|Hr|Fr|S|Abs|Art|evtl|ggf|vgl|M|Mme|Mlle|Sig|Sra|Srta|Ud|Uds|EE|UU|pág|p\.\s?ej|\p{Lu})\.\s*$/u;

/** Within German abbreviations that have a blank: z. B., d. h., u. a., i. d. R., o. Ä. */
const SPACED_ABBREVIATION = /(?:^|[\s(„“"'])(?:z\.\s[BTZ]|d\.\s[hR]|u\.\s[aU]|i\.\s[dA]|o\.\s[ÄgJ])$/u;

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.,‐‑-][\p{L}\p{M}\p{N}]+)*/gu;

/** Lines that begin an item of a list or are a heading of Markdown. */
const ITEM = /^\s*(?:[-*•–+]\s|#{1,6}\s|\d{1,3}[.)]\s)/;

/** Blocks of lines: an empty line, an item of a list and a heading end one; other line breaks are those of wrapped text. */
function* blocks(text: string): Generator<{ readonly start: number; readonly block: string }> {
  let start = 0;
  let at = 0;
  let isHeading = false;
  let hasText = false;
  for (const line of text.split(/(?<=\n)/)) {
    const isEmpty = line.trim() === '';
    if (isEmpty || isHeading || ITEM.test(line)) {
      if (hasText) yield { start, block: text.slice(start, at) };
      start = at;
      hasText = false;
    }
    hasText ||= !isEmpty;
    isHeading = /^\s*#{1,6}\s/.test(line);
    at += line.length;
  }
  if (hasText) yield { start, block: text.slice(start, at) };
}

/**
 * Sentences of a text that have a word, in order: UAX 29 within blocks, joined again after abbreviations ("Mr. Smith") and single letters.
 * `locale` must be a BCP 47 tag.
 */
export function* sentencesOf(text: string, locale: string): Generator<Sentence> {
  for (const { start, block } of blocks(text)) {
    // A line break is a sentence end in UAX 29; in wrapped text it is a space.
    const flat = block.replace(/[\r\n\t]/g, ' ');
    let from = 0;
    // Most items and headings are one sentence, and a segmenter for each of 250,000 takes seconds.
    const segments = /[.!?\u0589\u061f\u06d4\u0964\u0965\u2026\u203c-\u2049\u3002\uff01\uff0e\uff1f\uff61]/.test(flat)
      ? segmentText(flat, 'sentence', locale)
      : [{ end: flat.length }];
    for (const { end } of segments) {
      if (end < flat.length && ABBREVIATION.test(flat.slice(Math.max(from, end - 24), end))) continue;
      if (SPACED_ABBREVIATION.test(flat.slice(Math.max(from, end - 5), end + 1))) continue;
      const own = flat.slice(from, end);
      const words = own.match(WORD) ?? [];
      if (words.length > 0) yield { start: start + from, text: own.trim(), words };
      from = end;
    }
  }
}
