import { type Subtitle, textOfRuns } from '../subtitle-files/subtitles.js';
import { displayWidth } from '../unicode/display-width.js';

/** What is done to times. */
export interface TimeWishes {
  /** Ends before the next begins; those that begin together become one. */
  readonly fixesOverlaps: boolean;
  /** Least milliseconds between two. */
  readonly gapMs: number;
  /** Most characters per second; 0 for any. */
  readonly charactersPerSecond: number;
}

/** A subtitle with its number in the upload. */
export interface NumberedSubtitle extends Subtitle {
  readonly number: number;
}

export interface Timing {
  readonly number: number;
  readonly kind: 'overlap' | 'gap' | 'speed';
  readonly beforeMs: number;
  readonly afterMs: number;
}

/** Shortest time that cutting leaves a subtitle. */
const LEAST_MS = 500;

/** Characters per second, line breaks not counted; wide letters count twice, as in lines. */
export const readingSpeed = ({ startMs, endMs, runs }: Subtitle): number =>
  (1000 * displayWidth(textOfRuns(runs).replaceAll('\n', ''))) / Math.max(1, endMs - startMs);

/** Subtitles of one place that begin within this time are shown together: there is no time for either alone. */
const TOGETHER_MS = 100;

/** Corrects times where they are in one place of the screen: `place` is the row that a subtitle is in. In order of starts. */
export function fixTimes(
  given: readonly NumberedSubtitle[],
  { fixesOverlaps, gapMs, charactersPerSecond }: TimeWishes,
): { readonly subtitles: NumberedSubtitle[]; readonly timings: Timing[]; readonly joined: number } {
  const timings: Timing[] = [];
  const subtitles = fixesOverlaps ? together(given) : [...given];
  const nextStart = new Map<number, number>();
  for (let i = subtitles.length - 1; i >= 0; i--) {
    const subtitle = subtitles[i];
    if (subtitle === undefined) continue;
    const next = nextStart.get(subtitle.place) ?? Number.POSITIVE_INFINITY;
    nextStart.set(subtitle.place, subtitle.startMs);
    let { endMs } = subtitle;
    const isOver = endMs > next;
    if ((isOver && fixesOverlaps) || (!isOver && endMs > next - gapMs)) {
      // Where the gap would leave too little, the subtitle ends when the next begins.
      const cut = next - gapMs - subtitle.startMs >= LEAST_MS ? next - gapMs : Math.min(endMs, next);
      if (cut !== endMs) {
        timings.push({ number: subtitle.number, kind: isOver ? 'overlap' : 'gap', beforeMs: endMs, afterMs: cut });
        endMs = cut;
      }
    }
    const speed = readingSpeed({ ...subtitle, endMs });
    if (charactersPerSecond > 0 && speed > charactersPerSecond) {
      const needed = Math.ceil((speed * (endMs - subtitle.startMs)) / charactersPerSecond);
      const longer = Math.min(subtitle.startMs + needed, next - gapMs);
      if (longer > endMs) {
        timings.push({ number: subtitle.number, kind: 'speed', beforeMs: endMs, afterMs: longer });
        endMs = longer;
      }
    }
    if (endMs !== subtitle.endMs) subtitles[i] = { ...subtitle, endMs };
  }
  return { subtitles, timings: timings.reverse(), joined: given.length - subtitles.length };
}

/** Joins subtitles of one place that begin together; the same text twice is one. */
function together(given: readonly NumberedSubtitle[]): NumberedSubtitle[] {
  const result: NumberedSubtitle[] = [];
  const lastAt = new Map<number, number>();
  for (const subtitle of given) {
    const index = lastAt.get(subtitle.place) ?? -1;
    const last = result[index];
    if (last === undefined || subtitle.startMs - last.startMs > TOGETHER_MS) {
      lastAt.set(subtitle.place, result.length);
      result.push(subtitle);
      continue;
    }
    const isSame = textOfRuns(last.runs) === textOfRuns(subtitle.runs);
    const [first] = last.runs;
    const runs = isSame || first === undefined ? last.runs : [...last.runs, { ...first, text: '\n' }, ...subtitle.runs];
    result[index] = { ...last, runs, endMs: Math.max(last.endMs, subtitle.endMs) };
  }
  return result;
}
