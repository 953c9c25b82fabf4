import { ContentFault, LimitFault } from '../faults.js';
import type { Draw } from '../secrets/draw.js';

const MAX_DICE = 1000;
const MAX_SIDES = 1_000_000;

/** Some dice of one kind, or a constant (`sides` 0) of `count`. */
interface Term {
  readonly sign: 1 | -1;
  readonly count: number;
  /** 0 for a constant, -1 for Fate dice: minus, blank and plus. */
  readonly sides: number;
  /** How many count, from the highest or the lowest. */
  readonly keep: number;
  readonly from: 'high' | 'low';
}

export interface Roll {
  readonly total: number;
  /** What each die shows, in the order thrown, those that do not count too. */
  readonly dice: readonly number[];
  readonly dropped: readonly number[];
}

const TERM = /([+-]?)(?:(\d{0,6})d(\d{1,9}|%|f)(?:(kh|kl|dh|dl|k)(\d{0,6}))?|(\d{1,9}))/giy;

/** Dice as players write them: `3d6+2`, `4d6kh3`, `2d20kl1`, `d%`, `4dF`. Throws ContentFault, LimitFault. */
export function readDice(written: string): readonly Term[] {
  const text = written.replace(/\s+/g, '').replaceAll('−', '-');
  if (text.length > 200) throw new LimitFault('the dice must have at most 200 characters');
  const terms: Term[] = [];
  TERM.lastIndex = 0;
  for (let at = 0; at < text.length; at = TERM.lastIndex) {
    const found = TERM.exec(text);
    if (found === null || (at > 0 && found[1] === ''))
      throw ContentFault.at(text, at, 'dice such as 3d6+2 or 4d6kh3 are expected');
    terms.push(termOf(found));
  }
  const dice = terms.reduce((sum, { sides, count }) => sum + (sides === 0 ? 0 : count), 0);
  if (dice === 0) throw new ContentFault('dice such as 3d6+2 are expected');
  if (dice > MAX_DICE) throw new LimitFault(`at most ${MAX_DICE} dice are rolled at once, got ${dice}`, MAX_DICE);
  return terms;
}

function termOf([, sign, dice, faces = '', keeping = '', number = '', constant]: RegExpExecArray): Term {
  const term = { sign: sign === '-' ? -1 : 1, from: 'high' } as const;
  if (constant !== undefined) return { ...term, count: Number(constant), sides: 0, keep: 0 };
  const count = dice === '' ? 1 : Number(dice);
  const sides = faces === '%' ? 100 : faces.toLowerCase() === 'f' ? -1 : Number(faces);
  if (sides === 0) throw new ContentFault('a die needs at least 1 side');
  if (sides > MAX_SIDES) throw new LimitFault(`a die has at most ${MAX_SIDES} sides, got ${sides}`, MAX_SIDES);
  const many = Math.min(count, number === '' ? 1 : Number(number));
  switch (keeping.toLowerCase()) {
    case '':
      return { ...term, count, sides, keep: count };
    case 'kl':
      return { ...term, count, sides, keep: many, from: 'low' };
    case 'dl':
      return { ...term, count, sides, keep: count - many };
    case 'dh':
      return { ...term, count, sides, keep: count - many, from: 'low' };
    default:
      return { ...term, count, sides, keep: many };
  }
}

/** Rolls the dice once. */
export function rollDice(terms: readonly Term[], draw: Draw): Roll {
  const [dice, dropped]: [number[], number[]] = [[], []];
  let total = 0;
  for (const { sign, count, sides, keep, from } of terms) {
    if (sides === 0) {
      total += sign * count;
      continue;
    }
    const thrown = Array.from({ length: count }, () => (sides < 0 ? draw(3) - 1 : draw(sides) + 1));
    const sorted = thrown.toSorted((a, b) => (from === 'high' ? b - a : a - b));
    dice.push(...thrown);
    dropped.push(...sorted.slice(keep));
    for (const value of sorted.slice(0, keep)) total += sign * value;
  }
  return { total, dice, dropped };
}

/** The least and the greatest total that can be rolled. */
export function diceRange(terms: readonly Term[]): { readonly least: number; readonly greatest: number } {
  let [least, greatest] = [0, 0];
  for (const { sign, count, sides, keep } of terms) {
    const [low, high] = sides === 0 ? [count, count] : sides < 0 ? [-keep, keep] : [keep, keep * sides];
    least += sign === 1 ? low : -high;
    greatest += sign === 1 ? high : -low;
  }
  return { least, greatest };
}
