/** When a subtitle is shown; milliseconds. */
export interface CueTime {
  readonly startMs: number;
  readonly endMs: number;
}

export interface TimeRules {
  readonly charactersPerSecond: number;
  readonly gapMs: number;
  /** Shortest and longest time on the screen, where there is room. */
  readonly shortestMs: number;
  readonly longestMs: number;
}

/** One after another, each for as long as it takes to read. */
export function timeByReading(characters: readonly number[], startMs: number, rules: TimeRules): CueTime[] {
  const { charactersPerSecond, gapMs, shortestMs } = rules;
  let at = startMs;
  return characters.map((count) => {
    const wanted = Math.ceil((1000 * count) / charactersPerSecond);
    const time = { startMs: at, endMs: at + Math.max(shortestMs, wanted) };
    at = time.endMs + gapMs;
    return time;
  });
}

/**
 * Shares a length of time out by characters, none for less than the shortest time as long as there is enough for all. One that would be
 * shown for longer than the longest goes earlier.
 */
export function timeWithin(
  characters: readonly number[],
  startMs: number,
  lengthMs: number,
  { gapMs, shortestMs, longestMs }: TimeRules,
): CueTime[] {
  const count = characters.length;
  const gap = Math.min(gapMs, Math.floor(lengthMs / (4 * count)));
  const free = lengthMs - gap * (count - 1);
  const shortest = Math.min(shortestMs, free / count);
  const perCharacter = rateFor(characters, free, shortest);
  let at = startMs;
  return characters.map((own) => {
    const length = Math.max(shortest, own * perCharacter);
    const begin = Math.round(at);
    const end = Math.max(begin + 1, Math.round(at + length));
    at += length + gap;
    return { startMs: begin, endMs: Math.min(end, begin + longestMs) };
  });
}

/** Milliseconds per character with which all lengths, none below the shortest, make up the free time. */
function rateFor(characters: readonly number[], free: number, shortest: number): number {
  let [low, high] = [0, free];
  // Halved until a millisecond is cut into a million parts.
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (const own of characters) sum += Math.max(shortest, own * middle);
    if (sum > free) high = middle;
    else low = middle;
  }
  return low;
}

/** Times that were heard, each longer where there is room before the next: for as long as it takes to read, and at least the shortest. */
export function timeAsHeard(
  heard: readonly CueTime[],
  characters: readonly number[],
  lengthMs: number,
  { charactersPerSecond, gapMs, shortestMs }: TimeRules,
): CueTime[] {
  let before = 0;
  return heard.map(({ startMs, endMs }, index) => {
    const begin = Math.max(startMs, before);
    const next = heard[index + 1]?.startMs ?? lengthMs + gapMs;
    const wanted = begin + Math.max(shortestMs, (1000 * (characters[index] ?? 0)) / charactersPerSecond);
    const last = Math.max(begin + 1, next - gapMs);
    const end = Math.round(Math.min(last, Math.max(endMs, wanted)));
    before = end;
    return { startMs: begin, endMs: Math.max(end, begin + 1) };
  });
}
