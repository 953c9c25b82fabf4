import { ContentFault, LimitFault } from '../faults.js';
import type { Draw } from '../secrets/draw.js';

const MAX_DICE = 1000;
const MAX_SIDES = 1_000_000;
/** Times that one die is rolled again, in a row; with two sides more is as likely as 1 in 2^100. */
const MAX_AGAIN = 100;

/** What a die must show: `>=6`, `<3`, `=1`. */
export interface Condition {
  readonly sign: '>=' | '<=' | '=';
  readonly value: number;
}

/** Some dice of one kind, or a constant (`sides` 0) of `count`. */
export interface Term {
  readonly sign: 1 | -1;
  readonly count: number;
  /** 0 for a constant, -1 for Fate dice: minus, blank and plus. */
  readonly sides: number;
  /** How many count, from the highest or the lowest. */
  readonly keep: number;
  readonly from: 'high' | 'low';
  /** Whether a die that shows its highest face adds another one. */
  readonly explodes: boolean;
  readonly reroll: (Condition & { readonly once: boolean }) | undefined;
  /** Dice that meet it are counted instead of added up. */
  readonly success: Condition | undefined;
}

export interface Roll {
  readonly total: number;
  /** What each die shows, in the order thrown, those that do not count too. */
  readonly dice: readonly number[];
  readonly dropped: readonly number[];
  /** What dice showed before they were rolled again. */
  readonly rerolled: readonly number[];
}

const TERM = /([+-]?)(?:(\d{0,6})d(\d{1,9}|%|f)|(\d{1,9}))/iy;
const MODIFIER = /(!)|(ro?)(<=|>=|<|>|=)?(\d{1,9})|(kh|kl|dh|dl|k)(\d{0,6})|(<=|>=|<|>|=)(\d{1,9})/iy;

export const meets = ({ sign, value }: Condition, shown: number): boolean =>
  sign === '=' ? shown === value : sign === '>=' ? shown >= value : shown <= value;

const conditionOf = (sign: string | undefined, value: string): Condition => {
  const number = Number(value);
  if (sign === '>') return { sign: '>=', value: number + 1 };
  if (sign === '<') return { sign: '<=', value: number - 1 };
  return { sign: sign === '>=' || sign === '<=' ? sign : '=', value: number };
};

/** Faces of a die, the least and the highest. */
export const facesOf = ({ sides }: Term): readonly [least: number, highest: number] =>
  sides < 0 ? [-1, 1] : [1, sides];

/**
 * Dice as players write them: `3d6+2`, `4d6kh3`, `2d20kl1`, `d%`, `4dF`, `5d10!`, `2d6r1`, `6d10>=8`, `adv+5`. Throws ContentFault,
 * LimitFault.
 */
export function readDice(written: string): readonly Term[] {
  const text = written
    .replace(/\s+/g, '')
    .replaceAll('−', '-')
    .replace(/(?:1?d20)?disadvantage|(?:1?d20)?dis\b/gi, '2d20kl1')
    .replace(/(?:1?d20)?advantage|(?:1?d20)?adv\b/gi, '2d20kh1');
  if (text.length > 200) throw new LimitFault('the dice must have at most 200 characters');
  const terms: Term[] = [];
  for (let at = 0; at < text.length; ) {
    TERM.lastIndex = at;
    const found = TERM.exec(text);
    if (found === null || (at > 0 && found[1] === ''))
      throw ContentFault.at(text, at, 'dice such as 3d6+2 or 4d6kh3 are expected');
    const { term, end } = modified(termOf(found), text, TERM.lastIndex);
    terms.push(term);
    at = end;
  }
  const dice = terms.reduce((sum, { sides, count }) => sum + (sides === 0 ? 0 : count), 0);
  if (dice === 0) throw new ContentFault('dice such as 3d6+2 are expected');
  if (dice > MAX_DICE) throw new LimitFault(`at most ${MAX_DICE} dice are rolled at once, got ${dice}`, MAX_DICE);
  return terms;
}

function termOf([, sign, dice, faces = '', constant]: RegExpExecArray): Term {
  const plain = { explodes: false, reroll: undefined, success: undefined, from: 'high' } as const;
  const term = { ...plain, sign: sign === '-' ? -1 : 1 } as const;
  if (constant !== undefined) return { ...term, count: Number(constant), sides: 0, keep: 0 };
  const count = dice === '' ? 1 : Number(dice);
  const sides = faces === '%' ? 100 : faces.toLowerCase() === 'f' ? -1 : Number(faces);
  if (sides === 0) throw new ContentFault('a die needs at least 1 side');
  if (sides > MAX_SIDES) throw new LimitFault(`a die has at most ${MAX_SIDES} sides, got ${sides}`, MAX_SIDES);
  return { ...term, count, sides, keep: count };
}

/** What follows the dice of a term, in any order: `kh3`, `!`, `r1`, `>=8`. */
function modified(plain: Term, text: string, start: number): { readonly term: Term; readonly end: number } {
  let [term, end] = [plain, start];
  while (plain.sides !== 0) {
    MODIFIER.lastIndex = end;
    const found = MODIFIER.exec(text);
    if (found === null) break;
    const [, explodes, reroll, rerollSign, rerollValue = '', keeping, number = '', sign, value = ''] = found;
    if (explodes !== undefined) term = { ...term, explodes: true };
    else if (reroll !== undefined)
      term = { ...term, reroll: { ...conditionOf(rerollSign, rerollValue), once: reroll.toLowerCase() === 'ro' } };
    else if (keeping !== undefined) term = kept(term, keeping.toLowerCase(), number);
    else term = { ...term, success: conditionOf(sign, value) };
    end = MODIFIER.lastIndex;
  }
  checkTerm(term);
  return { term, end };
}

function kept(term: Term, keeping: string, number: string): Term {
  const many = Math.min(term.count, number === '' ? 1 : Number(number));
  const drops = keeping.startsWith('d');
  return {
    ...term,
    keep: drops ? term.count - many : many,
    from: keeping === 'kl' || keeping === 'dh' ? 'low' : 'high',
  };
}

function checkTerm(term: Term): void {
  const { explodes, reroll, keep, count, sides, success } = term;
  const [least, highest] = facesOf(term);
  if (explodes && sides === 1) throw new ContentFault('a die that explodes needs at least 2 sides');
  if (explodes && keep !== count) throw new ContentFault('dice that explode cannot be kept or dropped');
  if (success !== undefined && keep !== count) throw new ContentFault('dice cannot be both kept and counted');
  if (reroll === undefined) return;
  if (explodes && meets(reroll, highest)) throw new ContentFault('a face cannot both explode and be rolled again');
  const stays = [least, highest, reroll.value - 1, reroll.value + 1].some(
    (face) => face >= least && face <= highest && !meets(reroll, face),
  );
  if (!reroll.once && !stays) throw new ContentFault('a die whose every face is rolled again never comes to rest');
}

/** One die and those that it adds. */
function throwDie(term: Term, draw: Draw, rerolled: number[]): number[] {
  const { sides, reroll, explodes } = term;
  const throwOnce = (): number => (sides < 0 ? draw(3) - 1 : draw(sides) + 1);
  const thrown: number[] = [];
  do {
    let shown = throwOnce();
    for (let again = 0; reroll !== undefined && meets(reroll, shown) && again < (reroll.once ? 1 : 10_000); again++) {
      rerolled.push(shown);
      shown = throwOnce();
    }
    thrown.push(shown);
  } while (explodes && thrown.at(-1) === facesOf(term)[1] && thrown.length <= MAX_AGAIN);
  return thrown;
}

/** Rolls the dice once. */
export function rollDice(terms: readonly Term[], draw: Draw): Roll {
  const [dice, dropped, rerolled]: [number[], number[], number[]] = [[], [], []];
  let total = 0;
  for (const term of terms) {
    const { sign, count, sides, keep, from, success } = term;
    if (sides === 0) {
      total += sign * count;
      continue;
    }
    const thrown = Array.from({ length: count }, () => throwDie(term, draw, rerolled)).flat();
    dice.push(...thrown);
    if (success !== undefined) {
      total += sign * thrown.filter((shown) => meets(success, shown)).length;
      continue;
    }
    const sorted = thrown.toSorted((a, b) => (from === 'high' ? b - a : a - b));
    const many = thrown.length - count + keep;
    dropped.push(...sorted.slice(many));
    for (const value of sorted.slice(0, many)) total += sign * value;
  }
  return { total, dice, dropped, rerolled };
}

/** The least and the greatest total that can be rolled; null where there is none, as dice explode. */
export function dicePossible(terms: readonly Term[]): {
  readonly least: number | null;
  readonly greatest: number | null;
} {
  let [least, greatest] = [0, 0];
  for (const term of terms) {
    const [low, high] = rangeOf(term);
    least += term.sign === 1 ? low : -high;
    greatest += term.sign === 1 ? high : -low;
  }
  const finite = (total: number): number | null => (Number.isFinite(total) ? total : null);
  return { least: finite(least), greatest: finite(greatest) };
}

function rangeOf(term: Term): readonly [number, number] {
  const { count, sides, keep, explodes, reroll, success } = term;
  if (sides === 0) return [count, count];
  let [least, highest] = facesOf(term);
  if (reroll !== undefined && !reroll.once) {
    while (meets(reroll, least)) least++;
    while (meets(reroll, highest)) highest--;
  }
  if (success !== undefined) {
    const isSure = meets(success, least) && meets(success, highest) && (success.sign !== '=' || least === highest);
    const isPossible =
      meets(success, least) || meets(success, highest) || (success.value > least && success.value < highest);
    return [isSure ? count : 0, isPossible ? (explodes ? Number.POSITIVE_INFINITY : count) : 0];
  }
  return [keep * least, explodes ? Number.POSITIVE_INFINITY : keep * highest];
}
