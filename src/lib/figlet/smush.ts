import type { Figfont } from './font.js';

const RULES = { equal: 1, underscore: 2, hierarchy: 4, pair: 8, bigX: 16, hardblank: 32 } as const;
const SMUSHED = 128;

/** Each class of rule 3 gives way to the next. */
const CLASSES = ['|', '/\\', '[]', '{}', '()', '<>'];
const BORDERS = CLASSES.join('');
const PAIRS = new Set(['[]', '][', '{}', '}{', '()', ')(']);
const BIG_X: Readonly<Record<string, string>> = { '/\\': '|', '\\/': 'Y', '><': 'X' };

const classOf = (character: string): number => CLASSES.findIndex((members) => members.includes(character));

/** What two characters become in one place, by the rules of the FIGfont standard; `undefined` where they cannot share it. None is a space. */
export function smushed(left: string, right: string, bits: number, font: Figfont): string | undefined {
  const { hardblank, isRightToLeft } = font;
  if ((bits & SMUSHED) === 0) return undefined;
  if ((bits & 63) === 0) {
    if (left === hardblank) return right;
    if (right === hardblank) return left;
    return isRightToLeft ? left : right;
  }
  const has = (rule: number): boolean => (bits & rule) !== 0;
  if (has(RULES.hardblank) && left === hardblank && right === hardblank) return left;
  if (left === hardblank || right === hardblank) return undefined;
  if (has(RULES.equal) && left === right) return left;
  if (has(RULES.underscore)) {
    if (left === '_' && BORDERS.includes(right)) return right;
    if (right === '_' && BORDERS.includes(left)) return left;
  }
  if (has(RULES.hierarchy)) {
    const [first, second] = [classOf(left), classOf(right)];
    if (first >= 0 && second >= 0 && first !== second) return first > second ? left : right;
  }
  const both = left + right;
  if (has(RULES.pair) && PAIRS.has(both)) return '|';
  return has(RULES.bigX) ? BIG_X[both] : undefined;
}
