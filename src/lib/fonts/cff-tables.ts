/** Glyphs, given by their names' numbers, in the order that a built-in encoding needs: those that have a code directly after the first. */
export function glyphOrder(
  strings: readonly number[],
  codes: readonly (readonly [code: number, string: number])[] | undefined,
): readonly number[] {
  const coded = new Set(codes?.map(([, string]) => string));
  const others = strings.map((_, i) => i).slice(1);
  const hasCode = (i: number): boolean => coded.has(strings[i] ?? 0);
  return [0, ...others.filter(hasCode), ...others.filter((i) => !hasCode(i))];
}

/** A built-in encoding (Adobe Technical Note 5176, 12): format 0, and what glyphs have further codes. */
export function encodingOf(
  strings: readonly number[],
  codes: readonly (readonly [code: number, string: number])[],
): Uint8Array {
  const left = new Map<number, number>();
  const names = new Set(strings);
  for (const [code, string] of codes) if (names.has(string) && !left.has(code)) left.set(code, string);
  const first: number[] = [];
  for (const wanted of strings.slice(1)) {
    const code = [...left].find(([, string]) => string === wanted)?.[0];
    if (code === undefined) break;
    first.push(code);
    left.delete(code);
  }
  const more = [...left].filter(([, string]) => string !== 0);
  const plain = [more.length > 0 ? 0x80 : 0, first.length, ...first];
  if (more.length === 0) return Uint8Array.from(plain);
  return Uint8Array.from([...plain, more.length, ...more.flatMap(([code, s]) => [code, s >> 8, s & 255])]);
}

/** Adobe Technical Note 5176, 13: format 0, or 2 where there are long runs. */
export function charsetOf(strings: readonly number[]): Uint8Array {
  const runs: [first: number, left: number][] = [];
  for (const string of strings.slice(1)) {
    const last = runs.at(-1);
    if (last !== undefined && string === last[0] + last[1] + 1) last[1] += 1;
    else runs.push([string, 0]);
  }
  const pair = (value: number): number[] => [value >> 8, value & 255];
  if (4 * runs.length < 2 * strings.length) return Uint8Array.from([2, ...runs.flatMap((run) => run.flatMap(pair))]);
  return Uint8Array.from([0, ...strings.slice(1).flatMap(pair)]);
}

/** Adobe Technical Note 5176, 19: format 3. */
export function selectOf(parts: readonly number[]): Uint8Array {
  const starts: number[] = [];
  for (let i = 0; i < parts.length; i += 1) if (i === 0 || parts[i] !== parts[i - 1]) starts.push(i);
  const ranges = starts.flatMap((start) => [start >> 8, start & 255, parts[start] ?? 0]);
  const count = [starts.length >> 8, starts.length & 255];
  return Uint8Array.from([3, ...count, ...ranges, parts.length >> 8, parts.length & 255]);
}
