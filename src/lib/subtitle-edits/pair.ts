import { PLAIN, type Run, type Subtitle } from '../subtitle-files/subtitles.js';

/** Two languages as one list of subtitles. */
export interface PairedSubtitles {
  readonly subtitles: readonly Subtitle[];
  /** Subtitles of the second list that are shown with one of the first. */
  readonly paired: number;
}

/** Subtitles that begin before another and are looked at as its partner: more are never on the screen at once. */
const MAX_CANDIDATES = 100;

/** How many subtitles of a list, in order of their starts, begin before a time. */
function countBefore(subtitles: readonly Subtitle[], ms: number): number {
  let [low, high] = [0, subtitles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((subtitles[middle]?.startMs ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The subtitle that is shown for the longest time together with `other`, for at least half of the time of the shorter of the two; of
 * several the one with the fewest partners, the first of them. -1 for none.
 */
function partnerOf(other: Subtitle, firsts: readonly Subtitle[], partners: readonly (readonly Subtitle[])[]): number {
  let best = -1;
  let longest = 0;
  const after = countBefore(firsts, other.endMs);
  for (let i = after - 1; i >= Math.max(0, after - MAX_CANDIDATES); i -= 1) {
    const { startMs, endMs } = firsts[i] ?? other;
    const shared = Math.min(endMs, other.endMs) - Math.max(startMs, other.startMs);
    const shorter = Math.min(endMs - startMs, other.endMs - other.startMs);
    if (shared <= 0 || 2 * shared < shorter || shared < longest) continue;
    if (shared === longest && (partners[i]?.length ?? 0) > (partners[best]?.length ?? 0)) continue;
    best = i;
    longest = shared;
  }
  return best;
}

const LINE_BREAK: Run = { text: '\n', ...PLAIN };

/**
 * Puts each subtitle of a second language under the one of the first that it belongs to, which keeps its times and place; those that belong
 * to none stay by themselves. Both lists are in order of their starts, and so is the result.
 */
export function pairSubtitles(firsts: readonly Subtitle[], seconds: readonly Subtitle[]): PairedSubtitles {
  const partners: Subtitle[][] = firsts.map(() => []);
  const alone: Subtitle[] = [];
  for (const second of seconds) (partners[partnerOf(second, firsts, partners)] ?? alone).push(second);
  const together = firsts.map((first, i) => ({
    ...first,
    runs: [first, ...(partners[i] ?? [])].flatMap(({ runs }, k) => (k === 0 ? runs : [LINE_BREAK, ...runs])),
  }));
  return { subtitles: inOrder([...together, ...alone]), paired: seconds.length - alone.length };
}

/** In order of their starts; of two that begin together the one that was first stays so. */
export const inOrder = (subtitles: readonly Subtitle[]): Subtitle[] =>
  [...subtitles].sort((one, other) => one.startMs - other.startMs);

/** Moves subtitles in time; those that would end before 0 are left out, and none begins before 0. */
export const movedBy = (subtitles: readonly Subtitle[], ms: number): Subtitle[] =>
  subtitles
    .map((subtitle) => ({ ...subtitle, startMs: Math.max(0, subtitle.startMs + ms), endMs: subtitle.endMs + ms }))
    .filter(({ endMs }) => endMs > 0);
