import { SYMBOLS } from './symbols.data.js';

/** Functions of Typst's formulas that take parts of a formula, with the fewest and most of them. Nothing else can be called. */
export const FUNCTIONS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map(
  (
    [
      [1, 1, ['abs', 'norm', 'round', 'sqrt', 'cancel', 'scripts', 'limits', 'lr', 'mid']],
      [1, 1, ['upright', 'bold', 'italic', 'serif', 'sans', 'cal', 'frak', 'mono', 'bb']],
      [1, 1, ['display', 'inline', 'script', 'sscript', 'overline', 'underline']],
      [1, 2, ['overbrace', 'underbrace', 'overbracket', 'underbracket', 'overparen', 'underparen']],
      [2, 2, ['frac', 'root', 'binom']],
      [1, 200, ['vec', 'cases']],
    ] as const
  ).flatMap(([least, most, names]) => names.map((name) => [name, [least, most]] as const)),
);

/** Operators and spaces that Typst has by name. */
export const OPERATORS: ReadonlySet<string> = new Set([
  ...['arccos', 'arcsin', 'arctan', 'arg', 'cos', 'cosh', 'cot', 'coth', 'csc', 'csch', 'ctg', 'deg', 'det', 'dim'],
  ...['exp', 'gcd', 'lcm', 'hom', 'id', 'im', 'inf', 'ker', 'lg', 'lim', 'liminf', 'limsup', 'ln', 'log', 'max', 'min'],
  ...['mod', 'Pr', 'sec', 'sech', 'sin', 'sinc', 'sinh', 'sup', 'tan', 'tanh', 'tg', 'tr', 'dif', 'Dif'],
  ...['thin', 'med', 'thick', 'quad', 'wide'],
]);

/** Accents that are called by their name, with their combining character. */
export const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['hat', '\u0302'],
  ['tilde', '\u0303'],
  ['macron', '\u0304'],
  ['dash', '\u0305'],
  ['breve', '\u0306'],
  ['dot', '\u0307'],
  ['dot.double', '\u0308'],
  ['diaer', '\u0308'],
  ['dot.triple', '\u20db'],
  ['dot.quad', '\u20dc'],
  ['circle', '\u030a'],
  ['caron', '\u030c'],
  ['acute.double', '\u030b'],
  ['arrow', '\u20d7'],
  ['arrow.l', '\u20d6'],
  ['arrow.r', '\u20d7'],
  ['arrow.l.r', '\u20e1'],
  ['harpoon', '\u20d1'],
  ['harpoon.lt', '\u20d0'],
]);

/** Classes that decide the space around a part. */
export const CLASSES: ReadonlySet<string> = new Set(['relation', 'binary', 'large', 'normal', 'punctuation', 'unary']);

interface Variant {
  readonly modifiers: readonly string[];
  readonly character: string;
}

/** By the first part of their names. */
let symbols: ReadonlyMap<string, readonly Variant[]> | undefined;

function readSymbols(): ReadonlyMap<string, readonly Variant[]> {
  const byBase = new Map<string, Variant[]>();
  for (const row of SYMBOLS.split(', ')) {
    const [name = '', codes = ''] = row.split(' ');
    const [base = '', ...modifiers] = name.split('.');
    const character = String.fromCodePoint(...codes.split('+').map((code) => Number.parseInt(code, 16)));
    byBase.set(base, [...(byBase.get(base) ?? []), { modifiers, character }]);
  }
  return byBase;
}

/**
 * The character of a symbol by its name; `undefined` where there is no such symbol. As in Typst, modifiers may come in any order, and
 * a variant with more of them is taken where none has just these: `circle.small` is `circle.stroked.small`.
 */
export function symbolOf(name: string): string | undefined {
  symbols ??= readSymbols();
  const [first = '', ...wanted] = name.split('.');
  // Later versions of Typst call angle brackets chevrons.
  const variants = symbols.get(first === 'chevron' ? 'angle' : first) ?? [];
  let best: Variant | undefined;
  for (const variant of variants) {
    const isOne = wanted.every((modifier) => variant.modifiers.includes(modifier));
    if (isOne && (best === undefined || variant.modifiers.length < best.modifiers.length)) best = variant;
  }
  return best?.character;
}
