import { parsePointer } from './pointer.js';

/** A JSON Pointer in which `*` stands for any key or index and `**` for any number of them. */
export type PathPattern = readonly string[];

/** Whether a path fits a pattern as a whole. Time is at most their product. */
export function fitsPattern(path: readonly (string | number)[], pattern: PathPattern): boolean {
  // Where in the pattern one may be: one bit a place would do, patterns are short.
  let places = new Set(skipDoubles(pattern, 0));
  for (const step of path) {
    const next = new Set<number>();
    for (const place of places) {
      const token = pattern[place];
      if (token === undefined) continue;
      if (token === '**') next.add(place);
      else if (token === '*' || token === String(step))
        for (const after of skipDoubles(pattern, place + 1)) next.add(after);
    }
    if (next.size === 0) return false;
    places = new Set([...next].flatMap((place) => skipDoubles(pattern, place)));
  }
  return places.has(pattern.length);
}

/** A place, and those behind `**` there, which may stand for nothing. */
function skipDoubles(pattern: PathPattern, place: number): number[] {
  const places = [place];
  for (let next = place; pattern[next] === '**'; next++) places.push(next + 1);
  return places;
}

/** A pattern; `undefined` where the text is not a pointer. */
export const parsePattern = (text: string): PathPattern | undefined => parsePointer(text);
