import type { Lines } from './lines.js';

/** The lines to show, by index in order, and whether each is there for itself or as the context of another. */
export function withContext(
  found: readonly number[],
  count: number,
  before: number,
  after: number,
): Map<number, boolean> {
  const shown = new Map<number, boolean>();
  let next = 0;
  for (const index of found) {
    for (let around = Math.max(next, index - before); around <= Math.min(count - 1, index + after); around++) {
      shown.set(around, false);
      next = around + 1;
    }
  }
  for (const index of found) shown.set(index, true);
  return shown;
}

/** As `grep` writes lines with context: `--` between groups, and with numbers `3:` before a match, `4-` before context. */
export function writeGroups(
  source: Lines,
  shown: ReadonlyMap<number, boolean>,
  hasContext: boolean,
  isNumbered: boolean,
): string {
  const pieces: string[] = [];
  let last = -1;
  for (const [index, isMatch] of shown) {
    if (hasContext && last !== -1 && index > last + 1) pieces.push('--', source.lineBreak);
    if (isNumbered) pieces.push(`${index + 1}${isMatch ? ':' : '-'}`);
    pieces.push(source.lines[index] ?? '', source.breaks[index] || source.lineBreak);
    last = index;
  }
  if (!source.hasFinalBreak) pieces.pop();
  return pieces.join('');
}
