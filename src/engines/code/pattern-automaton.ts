import type { Positions } from '../../lib/patterns/backtracking.js';

import type { AST } from './pattern-syntax.js';

/** A repetition up to here is written out; a longer one counts as endless. */
const WRITTEN_OUT = 3;
/** Positions that are followed at most: a pattern with more is not judged. */
const MAX_POSITIONS = 151;

/** The end of the text, which only `$` takes. */
const END = '\u{10ffff}';

/** Part of a pattern: where it may begin and end, and whether it may be empty. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isEmpty: boolean;
}

const NOTHING: Part = { first: [], last: [], isEmpty: true };

/** Its positions, and whether everything of it is in them: what looks around or back is not. */
export function patternPositions(
  pattern: AST.Pattern,
  flags: string,
): { readonly positions: Positions; readonly isWhole: boolean } {
  const reader = new PositionReader(symbolsOf(pattern), flags.replace(/[gydm]/g, ''));
  const starts = pattern.alternatives.every(
    ({ elements: [head] }) => head?.type === 'Assertion' && head.kind === 'start',
  );
  const body = reader.anyOf(pattern.alternatives);
  // A search begins anew at each character.
  const whole = starts
    ? body
    : reader.sequence([reader.repeated(() => reader.any(), 0, Number.POSITIVE_INFINITY), body]);
  const { takes, follow, symbols, isWhole } = reader;
  return {
    positions: { symbols, takes, follow, first: whole.first, last: new Set(body.isEmpty ? takes.keys() : whole.last) },
    isWhole,
  };
}

/** Characters at which the sets of a pattern may differ, and some of each common kind. */
function symbolsOf({ raw }: AST.Pattern): string[] {
  const points = new Set([...'aZ0_ \n!é日'].map((character) => character.codePointAt(0) ?? 0));
  for (const character of raw.slice(0, 2000)) {
    const point = character.codePointAt(0) ?? 0;
    for (const near of [point, point - 1, point + 1])
      if (near > 0 && near <= 0x10ffff && points.size < 150) points.add(near);
  }
  return [...[...points].map((point) => String.fromCodePoint(point)), END];
}

class PositionReader {
  readonly takes: boolean[][] = [];
  readonly follow: Map<number, number>[] = [];
  isWhole = true;
  readonly #known = new Map<string, boolean[]>();

  constructor(
    readonly symbols: readonly string[],
    private readonly flags: string,
  ) {}

  anyOf(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map(({ elements }) => this.sequence(elements.map((element) => this.#element(element))));
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      isEmpty: parts.some(({ isEmpty }) => isEmpty),
    };
  }

  sequence(parts: readonly Part[]): Part {
    let whole = NOTHING;
    for (const part of parts) {
      this.#join(whole.last, part.first);
      whole = {
        first: whole.isEmpty ? [...whole.first, ...part.first] : whole.first,
        last: part.isEmpty ? [...whole.last, ...part.last] : part.last,
        isEmpty: whole.isEmpty && part.isEmpty,
      };
    }
    return whole;
  }

  repeated(make: () => Part, min: number, max: number): Part {
    if (max === 0) return NOTHING;
    const isEndless = max > WRITTEN_OUT;
    const copies = isEndless ? Math.min(Math.max(1, min), WRITTEN_OUT) : max;
    const parts: Part[] = [];
    for (let turn = 0; turn < copies; turn++) {
      const part = make();
      if (isEndless && turn === copies - 1) this.#join(part.last, part.first);
      parts.push(turn >= min ? { ...part, isEmpty: true } : part);
    }
    return this.sequence(parts);
  }

  any(): Part {
    return this.#position(this.symbols.map((symbol) => symbol !== END));
  }

  #element(element: AST.Element): Part {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return this.#position(this.#taken(element.raw));
      case 'Group':
      case 'CapturingGroup':
        return this.anyOf(element.alternatives);
      case 'Quantifier':
        return this.repeated(() => this.#element(element.element), element.min, element.max);
      case 'Backreference':
        this.isWhole = false;
        return NOTHING;
      case 'Assertion':
        if (element.kind === 'end') return this.#position(this.symbols.map((symbol) => symbol === END));
        if (element.kind !== 'start') this.isWhole = false;
        return NOTHING;
    }
  }

  #position(takes: boolean[]): Part {
    if (this.takes.length >= MAX_POSITIONS) return NOTHING;
    const position = this.takes.push(takes) - 1;
    this.follow.push(new Map());
    return { first: [position], last: [position], isEmpty: false };
  }

  #join(from: readonly number[], to: readonly number[]): void {
    for (const one of from) {
      const next = this.follow[one];
      for (const other of to) next?.set(other, (next.get(other) ?? 0) + 1);
    }
  }

  /** Which symbols a set takes; each is matched by itself, in one step. */
  #taken(raw: string): boolean[] {
    const known = this.#known.get(raw);
    if (known !== undefined) return known;
    const test = new RegExp(`^(?:${raw})$`, this.flags);
    const taken = this.symbols.map((symbol) => symbol !== END && test.test(symbol));
    this.#known.set(raw, taken);
    return taken;
  }
}
