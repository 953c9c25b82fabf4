/** Subroutines of a font (Adobe Technical Note 5176, 16), and which of them are called. */
export interface Routines {
  readonly count: number;
  readonly item: (index: number) => Uint8Array;
  readonly used: Set<number>;
}

/** Bytes that are looked at for one font, at most and for each of its bytes. Chosen: it takes about a second. */
const MAX_STEPS = 60_000_000;
const STEPS_FOR_BYTE = 64;
/** Adobe Technical Note 5177, appendix B. */
const MAX_DEPTH = 10;
const MAX_STACK = 513;

/** Adobe Technical Note 5177, appendix A. */
const HINTS = new Set([1, 3, 18, 23]);
const MASKS = new Set([19, 20]);
const CALL_LOCAL = 10;
const CALL_GLOBAL = 29;
const RETURN = 11;
const END = 14;
const ESCAPE = 12;
/** `dotsection` and the four kinds of flex; the others calculate, which no font is known to do. */
const KNOWN_ESCAPES = new Set([0, 34, 35, 36, 37]);
const CLEARING = new Set([4, 5, 6, 7, 8, 21, 22, 24, 25, 26, 27, 30, 31]);

interface State {
  readonly stack: number[];
  hints: number;
  parts: readonly [number, number] | undefined;
}

/** Finds the subroutines that Type 2 charstrings call. Throws `RangeError` for what it cannot follow. */
export class CallTracer {
  #stepsLeft: number;

  /** `size`: of the font. */
  constructor(
    private readonly global: Routines,
    size: number,
  ) {
    this.#stepsLeft = Math.min(MAX_STEPS, STEPS_FOR_BYTE * size);
  }

  /** Marks what a charstring calls. The codes of the two glyphs that it is composed of, where it is (Technical Note 5177, appendix C). */
  trace(charstring: Uint8Array, local: Routines | undefined): readonly [number, number] | undefined {
    const state: State = { stack: [], hints: 0, parts: undefined };
    this.#run(charstring, local, state, 0);
    return state.parts;
  }

  /** Whether the glyph is at its end. */
  #run(bytes: Uint8Array, local: Routines | undefined, state: State, depth: number): boolean {
    if (depth > MAX_DEPTH) throw new RangeError('depth');
    this.#stepsLeft -= bytes.length + 1;
    if (this.#stepsLeft < 0) throw new RangeError('steps');
    const { stack } = state;
    for (let at = 0; at < bytes.length; ) {
      const byte = bytes[at] ?? 0;
      if (byte === 28 || byte >= 32) {
        at += readNumber(bytes, at, stack);
        if (stack.length > MAX_STACK) throw new RangeError('stack');
        continue;
      }
      at += 1;
      if (byte === CALL_LOCAL || byte === CALL_GLOBAL) {
        if (this.#call(byte === CALL_GLOBAL ? this.global : local, local, state, depth)) return true;
      } else if (byte === RETURN) return false;
      else if (byte === END) {
        if (stack.length >= 4) state.parts = [stack.at(-2) ?? 0, stack.at(-1) ?? 0];
        return true;
      } else if (HINTS.has(byte) || MASKS.has(byte)) {
        state.hints += stack.length >> 1;
        stack.length = 0;
        if (MASKS.has(byte)) at += (state.hints + 7) >> 3;
      } else if (byte === ESCAPE) {
        if (!KNOWN_ESCAPES.has(bytes[at] ?? -1)) throw new RangeError('operator');
        at += 1;
        stack.length = 0;
      } else if (CLEARING.has(byte)) stack.length = 0;
      else throw new RangeError('operator');
    }
    return false;
  }

  #call(routines: Routines | undefined, local: Routines | undefined, state: State, depth: number): boolean {
    const number = state.stack.pop();
    if (routines === undefined || number === undefined) throw new RangeError('call');
    const index = number + biasOf(routines.count);
    if (!Number.isInteger(index) || index < 0 || index >= routines.count) throw new RangeError('call');
    routines.used.add(index);
    return this.#run(routines.item(index), local, state, depth + 1);
  }
}

/** What is added to the numbers of subroutines (Adobe Technical Note 5176, 16). */
function biasOf(count: number): number {
  if (count < 1240) return 107;
  return count < 33_900 ? 1131 : 32_768;
}

/** Puts a number on the stack; the bytes that it takes (Adobe Technical Note 5177, 3.2). */
function readNumber(bytes: Uint8Array, at: number, stack: number[]): number {
  const byte = bytes[at] ?? 0;
  const next = (i: number): number => {
    const value = bytes[at + i];
    if (value === undefined) throw new RangeError('number');
    return value;
  };
  if (byte === 28) {
    stack.push(((next(1) << 24) >> 16) | next(2));
    return 3;
  }
  if (byte <= 246) {
    stack.push(byte - 139);
    return 1;
  }
  if (byte <= 250) {
    stack.push((byte - 247) * 256 + next(1) + 108);
    return 2;
  }
  if (byte <= 254) {
    stack.push(-(byte - 251) * 256 - next(1) - 108);
    return 2;
  }
  stack.push(((next(1) << 24) | (next(2) << 16) | (next(3) << 8) | next(4)) / 65_536);
  return 5;
}
