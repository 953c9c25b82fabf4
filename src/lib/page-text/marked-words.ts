import type { Ruling } from './glyphs.js';
import type { Word } from './words.js';

/** How far ends of a line and of the words that it belongs to may be apart. Points. */
const NEAR = 2;
/** Where lines below and through words are drawn, from their base line down, as shares of the height of letters. */
const BELOW = { from: 0.02, to: 0.3 };
const THROUGH = { from: -0.45, to: -0.15 };
/** More lines are a drawing, and more words no page that anybody underlines: each line is looked at with the words near it. */
const MAX_RULINGS = 5_000;
const MAX_WORDS = 20_000;

/** Upright words with the lines that are drawn below or through them: lines that begin and end where words do, which those of tables do not. */
export function markedWords(words: readonly Word[], rulings: readonly Ruling[]): Word[] {
  const lines = rulings.filter(({ isVertical, isEdge }) => !isVertical && isEdge !== true);
  const upright = words.filter(({ angle, isVertical }) => angle === 0 && !isVertical);
  const isFew = lines.length <= MAX_RULINGS && upright.length <= MAX_WORDS;
  if (!isFew || lines.length === 0 || upright.length === 0) return [...words];
  const rows = new Map<number, Word[]>();
  for (const word of upright) {
    const row = Math.round(word.baseline);
    const list = rows.get(row);
    if (list === undefined) rows.set(row, [word]);
    else list.push(word);
  }
  const tallest = Math.max(...upright.map(({ size }) => size));
  const marks = new Map<Word, Word['mark']>();
  for (const { at, from, to } of lines) {
    const near = rowsNear(rows, at - tallest, at + tallest).filter(
      ({ frame }) => frame.left >= from - NEAR && frame.right <= to + NEAR,
    );
    for (const [mark, zone] of [
      ['underlined', BELOW],
      ['struck', THROUGH],
    ] as const) {
      const found = near.filter(
        ({ baseline, size }) => at >= baseline + zone.from * size && at <= baseline + zone.to * size,
      );
      if (found.length === 0) continue;
      const left = Math.min(...found.map(({ frame }) => frame.left));
      const right = Math.max(...found.map(({ frame }) => frame.right));
      if (left - from > NEAR || to - right > NEAR) continue;
      for (const word of found) marks.set(word, mark);
    }
  }
  return words.map((word) => (marks.has(word) ? { ...word, mark: marks.get(word) } : word));
}

function rowsNear(rows: ReadonlyMap<number, readonly Word[]>, from: number, to: number): Word[] {
  const near: Word[] = [];
  for (let row = Math.floor(from); row <= Math.ceil(to); row += 1) near.push(...(rows.get(row) ?? []));
  return near;
}
