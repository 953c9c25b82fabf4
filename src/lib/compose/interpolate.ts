/** Variables in values of Compose files: https://github.com/compose-spec/compose-spec/blob/main/12-interpolation.md */

/** What interpolation finds: a variable without a value, one that must have a value, or a `$` that says nothing. */
export type VariableFault =
  | { readonly is: 'unset'; readonly name: string }
  | { readonly is: 'required'; readonly name: string; readonly message: string }
  | { readonly is: 'syntax'; readonly text: string };

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPERATOR = /:?[-?+]/y;
/** Deepest `${A:-${B:-…}}`. */
const MAX_DEPTH = 50;
/** Longest value that variables make of one text. */
const MAX_UNITS = 1_000_000;

/** A text with its variables replaced; `undefined` where it is too long or nested too deep. Faults are told in order. */
export function interpolate(
  text: string,
  variables: ReadonlyMap<string, string>,
  tell: (fault: VariableFault) => void,
): string | undefined {
  if (!text.includes('$')) return text;
  return new Interpolation(text, variables, tell).read();
}

class Interpolation {
  #offset = 0;
  #isOver = false;
  #units = 0;

  constructor(
    private readonly text: string,
    private readonly variables: ReadonlyMap<string, string>,
    private readonly tell: (fault: VariableFault) => void,
  ) {}

  read(): string | undefined {
    const value = this.#until('', 0, true);
    return this.#isOver ? undefined : value;
  }

  /** Reads up to an end, which is passed over; `isUsed` is off in a part that does not count. */
  #until(end: string, depth: number, isUsed: boolean): string {
    const parts: string[] = [];
    if (depth > MAX_DEPTH) this.#isOver = true;
    while (!this.#isOver && this.#offset < this.text.length) {
      const here = this.text.charAt(this.#offset);
      if (here === end) {
        this.#offset++;
        return parts.join('');
      }
      const part = here === '$' ? this.#variable(depth, isUsed) : this.#plain(end);
      this.#units += isUsed ? part.length : 0;
      if (this.#units > MAX_UNITS) this.#isOver = true;
      parts.push(part);
    }
    if (end !== '' && !this.#isOver) this.tell({ is: 'syntax', text: this.text });
    return parts.join('');
  }

  #plain(end: string): string {
    const start = this.#offset;
    while (this.#offset < this.text.length) {
      const here = this.text.charAt(this.#offset);
      if (here === '$' || here === end) break;
      this.#offset++;
    }
    return this.text.slice(start, this.#offset);
  }

  #variable(depth: number, isUsed: boolean): string {
    this.#offset++;
    if (this.text.charAt(this.#offset) === '$') {
      this.#offset++;
      return '$';
    }
    const isBraced = this.text.charAt(this.#offset) === '{';
    if (isBraced) this.#offset++;
    const name = this.#take(NAME);
    if (name === '') {
      this.tell({ is: 'syntax', text: this.text });
      return '';
    }
    const value = this.variables.get(name);
    if (!isBraced) return this.#plainValue(name, value, isUsed);
    const operator = this.#take(OPERATOR);
    if (operator === '') {
      if (this.text.charAt(this.#offset) === '}') this.#offset++;
      else this.tell({ is: 'syntax', text: this.text });
      return this.#plainValue(name, value, isUsed);
    }
    const isSet = value !== undefined && (!operator.startsWith(':') || value !== '');
    const kind = operator.at(-1);
    const other = this.#until('}', depth + 1, isUsed && (kind === '+' ? isSet : !isSet));
    if (kind === '+') return isSet ? other : '';
    if (isSet) return value;
    if (kind === '-') return other;
    if (isUsed) this.tell({ is: 'required', name, message: other });
    return '';
  }

  #plainValue(name: string, value: string | undefined, isUsed: boolean): string {
    if (value === undefined && isUsed) this.tell({ is: 'unset', name });
    return value ?? '';
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#offset += found.length;
    return found;
  }
}
