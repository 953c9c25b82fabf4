import type { TimedWord } from '../../lib/speech/align-speech.js';
import type { TranscriptLine, TranscriptWord } from '../../lib/transcript/transcript.js';

/** A word of the transcript in time. One that was not heard has no length: it stands where the words around it meet. */
export interface PlacedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  readonly isHeard: boolean;
}

export interface PlacedLine {
  readonly text: string;
  /** Not spoken: the whole line, or what stands before its first word. */
  readonly label: string;
  readonly words: readonly PlacedWord[];
}

/** Puts every word in time, rounded to milliseconds, never going back. */
export function placeWords(words: readonly TranscriptWord[], times: readonly (TimedWord | undefined)[]): PlacedWord[] {
  const first = times.find((time) => time !== undefined);
  let at = first?.start ?? 0;
  return words.map(({ text }, i) => {
    const time = times[i];
    if (time === undefined) return { text, start: rounded(at), end: rounded(at), confidence: 0, isHeard: false };
    at = time.end;
    const { start, end, confidence } = time;
    return {
      text,
      start: rounded(start),
      end: rounded(end),
      confidence: Math.round(confidence * 100) / 100,
      isHeard: true,
    };
  });
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Shares the placed words out to the lines they came from. */
export function placeLines(lines: readonly TranscriptLine[], placed: readonly PlacedWord[]): PlacedLine[] {
  let next = 0;
  return lines.map(({ text, label, words }) => {
    const first = next;
    next += words.length;
    return { text, label, words: placed.slice(first, next) };
  });
}

/** A word of the answer. */
export const wordEntry = ({ text, start, end, confidence }: PlacedWord) => ({
  word: text,
  start,
  end,
  confidence,
});

/** A line of the answer; its times are null where nothing of it was heard. */
export function lineEntry({ text, words }: PlacedLine) {
  const heard = words.filter(({ isHeard }) => isHeard);
  return { text, start: heard[0]?.start ?? null, end: heard.at(-1)?.end ?? null, words: words.length };
}
