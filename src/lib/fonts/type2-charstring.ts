import type { OutlineStep, Stems, Type1Outline } from './type1-outline.js';

/** Numbers on the stack (Adobe Technical Note 5177, appendix B). */
const MAX_STACK = 48;
const MAX_STEMS = 96;
const STEMS_AT_ONCE = 23;
const OPERATOR = {
  hstem: 1,
  vstem: 3,
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  endchar: 14,
  hstemhm: 18,
  hintmask: 19,
  rmoveto: 21,
  hmoveto: 22,
  vstemhm: 23,
  vhcurveto: 30,
  hvcurveto: 31,
} as const;
const FLEX = [12, 35];

type Stem = readonly [start: number, width: number];

/** A glyph as a Type 2 charstring (Adobe Technical Note 5177) in a font whose glyphs are usually so wide, `nominalWidthX` being 0. */
export function type2Charstring({ width, steps, accent }: Type1Outline, usualWidth: number): Uint8Array {
  const writer = new CharstringWriter(width === usualWidth ? undefined : width);
  const horizontal = sortedStems(steps, 'horizontal');
  const vertical = sortedStems(steps, 'vertical');
  const hasStems = horizontal.length + vertical.length <= MAX_STEMS && accent === undefined;
  const groups = steps.filter((step) => step.kind === 'hints' && count(step.stems) > 0);
  const isReplaced = hasStems && groups.length > 1;
  if (hasStems) {
    writer.stems(isReplaced ? OPERATOR.hstemhm : OPERATOR.hstem, horizontal);
    writer.stems(isReplaced ? OPERATOR.vstemhm : OPERATOR.vstem, vertical);
  }
  for (const step of steps) {
    if (step.kind !== 'hints') writer.step(step.kind, step.numbers);
    else if (isReplaced && count(step.stems) > 0) writer.mask(step.stems, horizontal, vertical);
  }
  writer.end(accent);
  return Uint8Array.from(writer.bytes);
}

const count = (stems: Stems): number => stems.horizontal.length + stems.vertical.length;

/** The stems of a glyph in the order that Type 2 asks for, each once. */
function sortedStems(steps: readonly OutlineStep[], side: keyof Stems): Stem[] {
  const stems = new Map<string, Stem>();
  for (const step of steps) {
    if (step.kind !== 'hints') continue;
    for (const stem of step.stems[side]) stems.set(stem.join(' '), stem);
  }
  return [...stems.values()].sort(([a, b], [c, d]) => a - c || b - d);
}

class CharstringWriter {
  readonly bytes: number[] = [];
  #width: number | undefined;
  /** Operators that take more of the same are written when something else comes. */
  #waiting: { operator: number; numbers: number[]; isUpNext: boolean } | undefined;

  constructor(width: number | undefined) {
    this.#width = width;
  }

  stems(operator: number, stems: readonly Stem[]): void {
    // More than the stack holds come in parts, each of which counts from zero.
    for (let i = 0; i < stems.length; i += STEMS_AT_ONCE) {
      let edge = 0;
      const numbers = stems.slice(i, i + STEMS_AT_ONCE).flatMap(([start, width]) => {
        const from = start - edge;
        edge = start + width;
        return [from, width];
      });
      this.#write(operator, numbers);
    }
  }

  mask({ horizontal, vertical }: Stems, ...all: readonly (readonly Stem[])[]): void {
    this.#flush();
    const active = [horizontal, vertical];
    const bits = all.flatMap((stems, side) =>
      stems.map(([start, width]) => active[side]?.some(([a, b]) => a === start && b === width) === true),
    );
    const mask = new Array<number>((bits.length + 7) >> 3).fill(0);
    for (const [i, isActive] of bits.entries()) if (isActive) mask[i >> 3] = (mask[i >> 3] ?? 0) | (0x80 >> (i & 7));
    this.#write(OPERATOR.hintmask, []);
    this.bytes.push(...mask);
  }

  step(kind: 'move' | 'line' | 'curve' | 'flex', numbers: readonly number[]): void {
    if (kind === 'move') this.#move(numbers);
    else if (kind === 'line') this.#line(numbers);
    else if (kind === 'curve') this.#curve(numbers);
    else {
      this.#flush();
      this.#numbers(numbers);
      this.bytes.push(...FLEX);
    }
  }

  end(accent: readonly number[] | undefined): void {
    this.#flush();
    this.#write(OPERATOR.endchar, accent ?? []);
  }

  #move([x = 0, y = 0]: readonly number[]): void {
    this.#flush();
    if (y === 0) this.#write(OPERATOR.hmoveto, [x]);
    else if (x === 0) this.#write(OPERATOR.vmoveto, [y]);
    else this.#write(OPERATOR.rmoveto, [x, y]);
  }

  #line([x = 0, y = 0]: readonly number[]): void {
    // Lines that go across and up in turns are one operator, named after the first.
    if (x === 0) this.#more(OPERATOR.vlineto, [y], true, false);
    else if (y === 0) this.#more(OPERATOR.hlineto, [x], false, true);
    else this.#more(OPERATOR.rlineto, [x, y], false, false);
  }

  #curve(numbers: readonly number[]): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (b === 0 && e === 0) this.#more(OPERATOR.hvcurveto, [a, c, d, f], false, true);
    else if (a === 0 && f === 0) this.#more(OPERATOR.vhcurveto, [b, c, d, e], true, false);
    else this.#more(OPERATOR.rrcurveto, numbers, false, false);
  }

  /** Goes on with the operator that waits, where it takes this too. */
  #more(operator: number, numbers: readonly number[], isUp: boolean, isUpNext: boolean): void {
    const waiting = this.#waiting;
    const isSame =
      waiting !== undefined && familyOf(waiting.operator) === familyOf(operator) && waiting.isUpNext === isUp;
    if (isSame && waiting.numbers.length + numbers.length <= MAX_STACK - 1) {
      waiting.numbers.push(...numbers);
      waiting.isUpNext = isUpNext;
      return;
    }
    this.#flush();
    this.#waiting = { operator, numbers: [...numbers], isUpNext };
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.#write(waiting.operator, waiting.numbers);
  }

  #write(operator: number, numbers: readonly number[]): void {
    if (this.#width !== undefined) this.#numbers([this.#width]);
    this.#width = undefined;
    this.#numbers(numbers);
    this.bytes.push(operator);
  }

  #numbers(numbers: readonly number[]): void {
    for (const number of numbers) this.bytes.push(...encoded(number));
  }
}

/** Operators that are one for lines or curves in turns. */
function familyOf(operator: number): number {
  if (operator === OPERATOR.vlineto) return OPERATOR.hlineto;
  return operator === OPERATOR.vhcurveto ? OPERATOR.hvcurveto : operator;
}

/** Adobe Technical Note 5177, 3.2. Throws `RangeError` for what charstrings cannot hold. */
function encoded(value: number): number[] {
  if (!Number.isInteger(value)) {
    if (!(Math.abs(value) < 32_767)) throw new RangeError('number');
    const fixed = Math.round(value * 65_536);
    return [255, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255];
  }
  if (value >= -107 && value <= 107) return [value + 139];
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 255];
  if (value >= -1131 && value <= -108) return [251 + ((-value - 108) >> 8), (-value - 108) & 255];
  if (value < -32_768 || value > 32_767) throw new RangeError('number');
  return [28, (value >> 8) & 255, value & 255];
}
