/** A part of an outline with its numbers: those of the operators of charstrings, relative to the point before. */
export type OutlineStep =
  | { readonly kind: 'move' | 'line' | 'curve' | 'flex'; readonly numbers: readonly number[] }
  | { readonly kind: 'hints'; readonly stems: Stems };

/** Stems by where they begin and how wide they are. */
export interface Stems {
  readonly horizontal: readonly (readonly [number, number])[];
  readonly vertical: readonly (readonly [number, number])[];
}

export interface Type1Outline {
  readonly width: number;
  /** The first are those at the beginning; others replace them. */
  readonly steps: readonly OutlineStep[];
  /** An accented letter: where the accent goes, and the codes of both in StandardEncoding. */
  readonly accent: readonly [x: number, y: number, base: number, accent: number] | undefined;
}

const MAX_DEPTH = 10;
const MAX_STACK = 48;
const FLEX_POINTS = 7;

/** Operators (Adobe Type 1 Font Format, 6.4); 12 x is 1200 + x. */
const [H_STEM, V_STEM, CLOSE, CALL, RETURN, SIDE_BEARING, END] = [1, 3, 9, 10, 11, 13, 14];
const [DOT_SECTION, V_STEM_3, H_STEM_3, ACCENT, SIDE_BEARINGS, DIVIDE, CALL_OTHER, POP, SET_POINT] = [
  1200, 1201, 1202, 1206, 1207, 1212, 1216, 1217, 1233,
];

/** How many operators and numbers may still be read: a hostile font has few that call each other often. */
export interface StepBudget {
  left: number;
}

/** Follows a charstring. Throws `RangeError` for what is damaged or unusual. */
export function outlineOf(
  charstring: Uint8Array,
  subrs: ReadonlyMap<number, Uint8Array>,
  budget: StepBudget,
): Type1Outline {
  const reader = new OutlineReader(subrs, budget);
  if (!reader.run(charstring, 0)) throw new RangeError('endchar');
  return reader.outline();
}

class OutlineReader {
  readonly #steps: OutlineStep[] = [];
  readonly #stack: number[] = [];
  readonly #results: number[] = [];
  #width: number | undefined;
  #bearing: readonly [number, number] = [0, 0];
  #isMoved = false;
  #isOpen = false;
  #accent: Type1Outline['accent'];
  #horizontal: (readonly [number, number])[] = [];
  #vertical: (readonly [number, number])[] = [];
  #flex: number[] | undefined;

  constructor(
    private readonly subrs: ReadonlyMap<number, Uint8Array>,
    private readonly budget: StepBudget,
  ) {
    this.#restart();
  }

  outline(): Type1Outline {
    if (this.#width === undefined) throw new RangeError('hsbw');
    return { width: this.#width, steps: this.#steps, accent: this.#accent };
  }

  /** Whether the glyph is at its end. */
  run(bytes: Uint8Array, depth: number): boolean {
    if (depth > MAX_DEPTH) throw new RangeError('depth');
    for (let at = 0; at < bytes.length; ) {
      this.budget.left -= 1;
      if (this.budget.left < 0 || this.#stack.length > MAX_STACK) throw new RangeError('length');
      const byte = bytes[at] ?? 0;
      if (byte >= 32) {
        at += this.#number(bytes, at);
        continue;
      }
      const operator = byte === 12 ? 1200 + (bytes[at + 1] ?? 0) : byte;
      at += byte === 12 ? 2 : 1;
      if (operator === RETURN) return false;
      if (operator === CALL) {
        const subr = this.subrs.get(this.#pop());
        if (subr === undefined) throw new RangeError('callsubr');
        if (this.run(subr, depth + 1)) return true;
      } else if (operator === END) return true;
      else if (operator === ACCENT) {
        const [bearing = 0, x = 0, y = 0, base = 0, accent = 0] = this.#take(5);
        this.#accent = [x + this.#bearing[0] - bearing, y, base, accent];
        return true;
      } else this.#operate(operator);
    }
    return false;
  }

  #number(bytes: Uint8Array, at: number): number {
    const byte = bytes[at] ?? 0;
    const length = byte <= 246 ? 1 : byte < 255 ? 2 : 5;
    if (at + length > bytes.length) throw new RangeError('number');
    const next = bytes[at + 1] ?? 0;
    if (byte <= 246) this.#stack.push(byte - 139);
    else if (byte <= 250) this.#stack.push((byte - 247) * 256 + next + 108);
    else if (byte <= 254) this.#stack.push(-(byte - 251) * 256 - next - 108);
    else this.#stack.push(new DataView(bytes.buffer, bytes.byteOffset).getInt32(at + 1));
    return length;
  }

  #pop(): number {
    const value = this.#stack.pop();
    if (value === undefined) throw new RangeError('stack');
    return value;
  }

  /** All that is on the stack, which must be so many numbers. */
  #take(count: number): number[] {
    if (this.#stack.length !== count) throw new RangeError('stack');
    return this.#stack.splice(0);
  }

  #operate(operator: number): void {
    switch (operator) {
      case SIDE_BEARING: {
        const [x = 0, width = 0] = this.#take(2);
        this.#begin(x, 0, width);
        return;
      }
      case SIDE_BEARINGS: {
        const [x = 0, y = 0, width = 0, height = 0] = this.#take(4);
        if (height !== 0) throw new RangeError('sbw');
        this.#begin(x, y, width);
        return;
      }
      case H_STEM:
      case H_STEM_3:
        this.#stem(this.#horizontal, this.#bearing[1], operator === H_STEM ? 2 : 6);
        return;
      case V_STEM:
      case V_STEM_3:
        this.#stem(this.#vertical, this.#bearing[0], operator === V_STEM ? 2 : 6);
        return;
      case CLOSE:
        this.#take(0);
        this.#isOpen = false;
        return;
      case DOT_SECTION:
        this.#take(0);
        return;
      case DIVIDE: {
        const by = this.#pop();
        if (by === 0) throw new RangeError('div');
        this.#stack.push(this.#pop() / by);
        return;
      }
      case CALL_OTHER:
        this.#callOther();
        return;
      case POP: {
        const result = this.#results.pop();
        if (result === undefined) throw new RangeError('pop');
        this.#stack.push(result);
        return;
      }
      case SET_POINT:
        this.#take(2);
        return;
      default:
        this.#draw(operator);
    }
  }

  #begin(x: number, y: number, width: number): void {
    if (this.#width !== undefined) throw new RangeError('hsbw');
    this.#bearing = [x, y];
    this.#width = width;
  }

  #stem(stems: (readonly [number, number])[], origin: number, count: number): void {
    const numbers = this.#take(count);
    for (let i = 0; i < count; i += 2) stems.push([origin + (numbers[i] ?? 0), numbers[i + 1] ?? 0]);
  }

  /** New stems count from here on. */
  #restart(): void {
    this.#horizontal = [];
    this.#vertical = [];
    this.#steps.push({ kind: 'hints', stems: { horizontal: this.#horizontal, vertical: this.#vertical } });
  }

  /** Flex and the replacement of hints (8.3, 8.1). */
  #callOther(): void {
    const number = this.#pop();
    const count = this.#pop();
    if (!(count >= 0 && count <= this.#stack.length)) throw new RangeError('callothersubr');
    const numbers = count === 0 ? [] : this.#stack.splice(-count);
    if (number === 3 && count === 1) {
      this.#results.push(numbers[0] ?? 0);
      this.#restart();
    } else if (number === 1 && count === 0) this.#flex = [];
    else if (number === 0 && count === 3 && this.#flex?.length === 2 * FLEX_POINTS) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, ...others] = this.#flex;
      this.#flex = undefined;
      this.#add('flex', [x0 + x1, y0 + y1, ...others, numbers[0] ?? 0]);
      this.#results.push(numbers[2] ?? 0, numbers[1] ?? 0);
    } else if (!(number === 2 && count === 0) && number !== 12 && number !== 13) throw new RangeError('callothersubr');
  }

  #draw(operator: number): void {
    const shape = SHAPES.get(operator);
    if (shape === undefined) throw new RangeError('operator');
    const [kind, count, arrange] = shape;
    this.#add(kind, arrange(this.#take(count)));
  }

  #add(kind: 'move' | 'line' | 'curve' | 'flex', numbers: readonly number[]): void {
    if (this.#width === undefined) throw new RangeError('hsbw');
    const [x = 0, y = 0] = numbers;
    if (kind !== 'move') {
      // Not what a font does: viewers differ in where such a path begins.
      if (!this.#isOpen || this.#flex !== undefined) throw new RangeError('path');
      this.#steps.push({ kind, numbers });
    } else if (this.#flex !== undefined) {
      this.#flex.push(x, y);
      if (this.#flex.length > 2 * FLEX_POINTS) throw new RangeError('flex');
    } else {
      const [left, bottom] = this.#isMoved ? [0, 0] : this.#bearing;
      this.#isMoved = true;
      this.#isOpen = true;
      this.#steps.push({ kind, numbers: [x + left, y + bottom] });
    }
  }
}

type Arrange = (numbers: readonly number[]) => readonly number[];

/** Operators that draw: what, how many numbers they take, and these as pairs. */
const SHAPES: ReadonlyMap<number, readonly ['move' | 'line' | 'curve', number, Arrange]> = new Map([
  [4, ['move', 1, ([y = 0]) => [0, y]]],
  [5, ['line', 2, (numbers) => numbers]],
  [6, ['line', 1, ([x = 0]) => [x, 0]]],
  [7, ['line', 1, ([y = 0]) => [0, y]]],
  [8, ['curve', 6, (numbers) => numbers]],
  [21, ['move', 2, (numbers) => numbers]],
  [22, ['move', 1, ([x = 0]) => [x, 0]]],
  [30, ['curve', 4, ([a = 0, b = 0, c = 0, d = 0]) => [0, a, b, c, d, 0]]],
  [31, ['curve', 4, ([a = 0, b = 0, c = 0, d = 0]) => [a, 0, b, c, 0, d]]],
]);
