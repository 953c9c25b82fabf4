import { ACCENTS, CLASSES, FUNCTIONS, OPERATORS, symbolOf } from './formula-names.js';
import { type FormulaToken, formulaTokens } from './formula-tokens.js';

/**
 * A step of a machine with a stack, which takes what it needs from the stack and puts one part of a formula back. Steps instead of a
 * tree, because Typst's functions cannot call each other deeply.
 *
 * `space`: one that counts beside upright text and bars · `back`: a negative one · `symbol`, `text`: a character, upright text or a number · `named`: an operator or space of Typst's by its name · `op`: an operator
 * of the caller's name · `row`: so many parts side by side · `fence`: the same, with delimiters as high as what is between them ·
 * `attach`: base, then below and above where they are there, and so many primes · `call`: one of FUNCTIONS with so many arguments ·
 * `accent`, `class`: of one part · `matrix`: rows of so many columns.
 */
export type FormulaStep =
  | readonly ['symbol' | 'text' | 'named' | 'accent' | 'class', string]
  | readonly ['align' | 'break' | 'fraction' | 'back' | 'space']
  | readonly ['op', text: string, hasLimits: boolean]
  | readonly ['row' | 'fence', count: number]
  | readonly ['attach', hasBelow: boolean, hasAbove: boolean, primes: number]
  | readonly ['call', name: string, count: number]
  | readonly ['matrix', rows: number, columns: number, delimiter: string, alignment: 'left' | 'center' | 'right'];

const MAX_DEPTH = 60;
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}', '⟧']);
const OPENING: ReadonlySet<string> = new Set(['(', '[', '{', '⟦']);
const ENDS_ARGUMENT: ReadonlySet<string> = new Set([',', ';', ')']);
const MATRIX_DELIMITERS: ReadonlySet<string> = new Set(['(', '[', '{', '|', '‖']);

/**
 * Reads a formula in Typst's notation, as the converter of TeX writes it. Gives `undefined` for whatever is not in the lists of
 * `formula-names.ts`: what is read is data for a template of ours, and never Typst source again.
 */
export function readFormula(source: string): readonly FormulaStep[] | undefined {
  const tokens = formulaTokens(source);
  if (tokens === undefined) return undefined;
  try {
    return new Reader(tokens).read();
  } catch (error) {
    if (error instanceof UnknownFormula) return undefined;
    throw error;
  }
}

class UnknownFormula extends Error {
  override readonly name = 'UnknownFormula';
}

/** A part, and whether it is in round brackets, which scripts and fractions take away. */
interface Part {
  readonly steps: readonly FormulaStep[];
  readonly bare?: readonly FormulaStep[];
}

interface Argument {
  readonly steps: readonly FormulaStep[];
  /** The text or symbol that it is, where it is only that. */
  readonly value: string | undefined;
}

class Reader {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly FormulaToken[]) {}

  read(): readonly FormulaStep[] {
    const { steps } = this.#row(new Set());
    if (this.#at < this.tokens.length) throw new UnknownFormula();
    return steps;
  }

  get #next(): FormulaToken | undefined {
    return this.tokens[this.#at];
  }

  #isMark(value: string): boolean {
    return this.#next?.kind === 'mark' && this.#next.value === value;
  }

  /** Everything up to a mark of these, which is not taken. */
  #row(ends: ReadonlySet<string>): Part {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new UnknownFormula();
    const parts: (readonly FormulaStep[])[] = [];
    for (let token = this.#next; token !== undefined; token = this.#next) {
      if (token.kind === 'mark' && ends.has(token.value)) break;
      if (!token.isGlued && parts.length > 0) parts.push([['space']]);
      parts.push(this.#fraction());
    }
    this.#depth -= 1;
    return { steps: rowOf(parts) };
  }

  #fraction(): readonly FormulaStep[] {
    const first = this.#attached();
    if (!this.#isMark('/')) return first.steps;
    let steps = bareOf(first);
    while (this.#isMark('/')) {
      this.#at += 1;
      steps = [...steps, ...bareOf(this.#attached()), ['fraction']];
    }
    return steps;
  }

  /** A part with its primes and scripts. */
  #attached(): Part {
    const base = this.#atom();
    let primes = this.#primes();
    const scripts: { below?: readonly FormulaStep[]; above?: readonly FormulaStep[] } = {};
    while (this.#isMark('_') || this.#isMark('^')) {
      const place = this.#isMark('_') ? 'below' : 'above';
      this.#at += 1;
      if (scripts[place] !== undefined) throw new UnknownFormula();
      const script = this.#atom();
      const ticksOnly = place === 'above' ? countOfTicks(bareOf(script)) : 0;
      if (ticksOnly > 0) {
        primes += ticksOnly;
        continue;
      }
      const ticks = this.#primes();
      scripts[place] = ticks === 0 ? bareOf(script) : [...script.steps, ['attach', false, false, ticks]];
    }
    const { below, above } = scripts;
    if (primes === 0 && below === undefined && above === undefined) return base;
    const attach = ['attach', below !== undefined, above !== undefined, primes] as const;
    return { steps: [...base.steps, ...(below ?? []), ...(above ?? []), attach] };
  }

  #primes(): number {
    let count = 0;
    while (this.#isMark("'") || this.#isMark('′')) {
      this.#at += 1;
      count += 1;
    }
    return count;
  }

  #atom(): Part {
    const token = this.#next;
    if (token === undefined) throw new UnknownFormula();
    this.#at += 1;
    switch (token.kind) {
      case 'text':
      case 'number':
        return { steps: [['text', token.value]] };
      case 'space':
        return { steps: [['back']] };
      case 'break':
        return { steps: [['break']] };
      case 'letter':
        return this.#followed([['symbol', token.value]], /\p{L}/u.test(token.value));
      case 'name':
        return this.#named(token.value);
      case 'mark':
        return this.#marked(token.value);
    }
  }

  /** `f(x)`: a letter with brackets right behind it is one part, which a fraction or a script takes whole. */
  #followed(steps: readonly FormulaStep[], isLetter: boolean): Part {
    const next = this.#next;
    if (!isLetter || next?.kind !== 'mark' || !next.isGlued || !OPENING.has(next.value)) return { steps };
    return { steps: rowOf([steps, this.#atom().steps]) };
  }

  #marked(value: string): Part {
    if (value === '&') return { steps: [['align']] };
    if (OPENING.has(value)) return this.#fenced(value);
    // Without a base, or a part before it.
    if (value === '_' || value === '^' || value === '/') throw new UnknownFormula();
    return { steps: [['symbol', value]] };
  }

  #fenced(open: string): Part {
    const start: FormulaStep = ['symbol', open];
    const { steps } = this.#row(CLOSING);
    const close = this.#next;
    if (close === undefined) return { steps: rowOf([[start], steps]) };
    this.#at += 1;
    const fenced: readonly FormulaStep[] = [start, ...steps, ['symbol', close.value], ['fence', 3]];
    return open === '(' && close.value === ')' ? { steps: fenced, bare: steps } : { steps: fenced };
  }

  #named(name: string): Part {
    const isCall = this.#isMark('(') && this.#next?.isGlued === true;
    if (isCall) {
      const called = this.#call(name);
      if (called !== undefined) return { steps: called };
    }
    if (OPERATORS.has(name)) return this.#followed([['named', name]], true);
    const symbol = symbolOf(name);
    if (symbol === undefined) throw new UnknownFormula();
    return this.#followed([['symbol', symbol]], true);
  }

  /** A call of what can be called; `undefined` for other names, whose brackets are brackets. */
  #call(name: string): readonly FormulaStep[] | undefined {
    const accent = ACCENTS.get(name);
    const bounds = FUNCTIONS.get(name);
    const isOther = ['floor', 'ceil', 'accent', 'op', 'class', 'mat'].includes(name);
    if (accent === undefined && bounds === undefined && !isOther) return undefined;
    const { rows, named } = this.#arguments();
    if (name === 'mat') return matrixOf(rows, named);
    const [args = [], ...others] = rows;
    const [first, second] = args;
    if (others.length > 0 || first === undefined) throw new UnknownFormula();
    if (name === 'op' && args.length === 1 && first.value !== undefined)
      return [['op', first.value, named.get('limits') === 'true']];
    if (named.size > 0) throw new UnknownFormula();
    if (bounds !== undefined && args.length >= bounds[0] && args.length <= bounds[1])
      return [...args.flatMap(({ steps }) => steps), ['call', name, args.length]];
    if (accent !== undefined && args.length === 1) return [...first.steps, ['accent', accent]];
    if (name === 'floor' && args.length === 1) return fencedBy('⌊', first, '⌋');
    if (name === 'ceil' && args.length === 1) return fencedBy('⌈', first, '⌉');
    if (second?.value === undefined && name !== 'class') throw new UnknownFormula();
    if (name === 'accent' && args.length === 2 && second?.value !== undefined)
      return [...first.steps, ['accent', second.value]];
    if (name === 'class' && args.length === 2 && second !== undefined && CLASSES.has(first.value ?? ''))
      return [...second.steps, ['class', first.value ?? '']];
    throw new UnknownFormula();
  }

  /** Rows of arguments between round brackets, and those with a name. */
  #arguments(): { readonly rows: readonly (readonly Argument[])[]; readonly named: ReadonlyMap<string, string> } {
    this.#at += 1;
    const rows: Argument[][] = [[]];
    const named = new Map<string, string>();
    for (;;) {
      const start = this.#at;
      const option = this.#option();
      if (option !== undefined) named.set(...option);
      const { steps } = option === undefined ? this.#row(ENDS_ARGUMENT) : { steps: [] };
      const end = this.#next?.value;
      if (end === undefined) throw new UnknownFormula();
      const isEmpty = this.#at === start;
      this.#at += 1;
      // A comma or semicolon before the end adds nothing.
      if (option === undefined && !(isEmpty && end === ')')) rows.at(-1)?.push({ steps, value: textOf(steps) });
      if (end === ')') break;
      if (end === ';') rows.push([]);
    }
    return { rows: rows.filter((row) => row.length > 0), named };
  }

  /** `delim: "["`, `align: #left`, `limits: #true`, of which the tokens are refused elsewhere. */
  #option(): readonly [string, string] | undefined {
    const [name, colon, value] = this.tokens.slice(this.#at, this.#at + 3);
    if (name?.kind !== 'name' || colon?.value !== ':' || !colon.isGlued || value === undefined) return undefined;
    if (!['delim', 'align', 'limits'].includes(name.value)) throw new UnknownFormula();
    this.#at += 3;
    return [name.value, value.kind === 'name' ? (symbolOf(value.value) ?? value.value) : value.value];
  }
}

/** How many primes a script is; 0 for anything else. TeX's `f''` comes as a script of two. */
function countOfTicks(steps: readonly FormulaStep[]): number {
  const isTick = ([kind, value]: FormulaStep): boolean => kind === 'symbol' && value === "'";
  const isOnlyTicks = steps.every((step) => isTick(step) || step[0] === 'space' || step[0] === 'row');
  return isOnlyTicks ? steps.filter(isTick).length : 0;
}

const bareOf = ({ steps, bare }: Part): readonly FormulaStep[] => bare ?? steps;

/** Parts side by side as one. */
function rowOf(parts: readonly (readonly FormulaStep[])[]): readonly FormulaStep[] {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : [...parts.flat(), ['row', parts.length]];
}

const fencedBy = (open: string, { steps }: Argument, close: string): readonly FormulaStep[] => [
  ['symbol', open],
  ...steps,
  ['symbol', close],
  ['fence', 3],
];

function textOf(steps: readonly FormulaStep[]): string | undefined {
  const [only] = steps;
  return steps.length === 1 && (only?.[0] === 'text' || only?.[0] === 'symbol') ? only[1] : undefined;
}

function matrixOf(rows: readonly (readonly Argument[])[], named: ReadonlyMap<string, string>): readonly FormulaStep[] {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const delimiter = named.get('delim') ?? '(';
  const alignment = named.get('align') ?? 'center';
  if (columns === 0 || (delimiter !== 'none' && !MATRIX_DELIMITERS.has(delimiter))) throw new UnknownFormula();
  if (alignment !== 'left' && alignment !== 'center' && alignment !== 'right') throw new UnknownFormula();
  const blank: FormulaStep = ['row', 0];
  const cells = rows.flatMap((row) => Array.from({ length: columns }, (_, i) => row[i]?.steps ?? [blank]));
  return [...cells.flat(), ['matrix', rows.length, columns, delimiter, alignment]];
}
