import { ContentFault } from '../../faults.js';
import { JsonNumber } from '../values.js';

import type { Call, Comparable, Condition, FunctionName, Operator, Query, Segment, Selector } from './ast.js';

/** Deepest nesting of brackets and parentheses. */
const MAX_NESTING = 200;

/** Reads a query as RFC 9535 has it, types of functions included. Throws ContentFault. */
export function parseJsonPath(text: string): Query {
  return new PathParser(text).readWhole();
}

interface Signature {
  readonly args: readonly ('value' | 'nodes')[];
  readonly result: 'value' | 'logical';
}

// RFC 9535 §2.4.4 to §2.4.8.
const FUNCTIONS: Readonly<Record<FunctionName, Signature>> = {
  length: { args: ['value'], result: 'value' },
  count: { args: ['nodes'], result: 'value' },
  match: { args: ['value', 'value'], result: 'logical' },
  search: { args: ['value', 'value'], result: 'logical' },
  value: { args: ['nodes'], result: 'value' },
};

const NAME = /[A-Za-z_\u0080-\ud7ff\ue000-\u{10ffff}][\w\u0080-\ud7ff\ue000-\u{10ffff}]*/uy;
const INTEGER = /-?\d+/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const FUNCTION = /[a-z][a-z_0-9]*(?=\()/y;
const WORD = /(?:true|false|null)(?![\w\u0080-\uffff])/y;
const OPERATOR = /==|!=|<=|>=|<|>/y;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '/': '/', '\\': '\\' };

class PathParser {
  #offset = 0;
  #nesting = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): Query {
    if (this.#here() !== '$') throw this.#fault(`a query must begin with "$", got ${this.#shown()}`);
    const query = this.#query();
    if (this.#offset < this.#text.length) {
      throw this.#fault(`expected ".", ".." or "[", got ${this.#shown()}`);
    }
    return query;
  }

  #query(): Query {
    const root = this.#here() === '$' ? '$' : '@';
    this.#offset++;
    const segments: Segment[] = [];
    for (;;) {
      const before = this.#offset;
      this.#skipSpace();
      if (this.#here() !== '.' && this.#here() !== '[') {
        this.#offset = before;
        return { root, segments };
      }
      segments.push(this.#segment());
    }
  }

  #segment(): Segment {
    if (this.#here() === '[') return { isDescendant: false, selectors: this.#bracketed() };
    const isDescendant = this.#text.startsWith('..', this.#offset);
    this.#offset += isDescendant ? 2 : 1;
    if (isDescendant && this.#here() === '[') return { isDescendant, selectors: this.#bracketed() };
    if (this.#take('*')) return { isDescendant, selectors: [{ kind: 'wildcard' }] };
    const name = this.#match(NAME);
    if (name === undefined) throw this.#fault(`expected a name or "*", got ${this.#shown()}`);
    return { isDescendant, selectors: [{ kind: 'name', name }] };
  }

  #bracketed(): Selector[] {
    return this.#nested(() => {
      const selectors: Selector[] = [];
      this.#offset++;
      do {
        this.#skipSpace();
        selectors.push(this.#selector());
        this.#skipSpace();
      } while (this.#take(','));
      if (!this.#take(']')) throw this.#fault(`expected "," or "]", got ${this.#shown()}`);
      return selectors;
    });
  }

  #nested<Result>(read: () => Result): Result {
    if (++this.#nesting > MAX_NESTING) throw this.#fault(`nested more than ${MAX_NESTING} deep`);
    const result = read();
    this.#nesting--;
    return result;
  }

  #selector(): Selector {
    const here = this.#here();
    if (here === '"' || here === "'") return { kind: 'name', name: this.#string() };
    if (this.#take('*')) return { kind: 'wildcard' };
    if (this.#take('?')) {
      this.#skipSpace();
      return { kind: 'filter', condition: this.#or() };
    }
    const start = this.#integer();
    const behind = this.#offset;
    this.#skipSpace();
    if (this.#here() !== ':') {
      if (start === undefined) {
        throw this.#fault(`expected a quoted name, an index, a slice, "*" or "?", got ${this.#shown()}`);
      }
      this.#offset = behind;
      return { kind: 'index', index: start };
    }
    this.#offset++;
    this.#skipSpace();
    const end = this.#integer();
    this.#skipSpace();
    let step: number | undefined;
    if (this.#take(':')) {
      this.#skipSpace();
      step = this.#integer();
    }
    return { kind: 'slice', start, end, step: step ?? 1 };
  }

  #integer(): number | undefined {
    const start = this.#offset;
    const source = this.#match(INTEGER);
    if (source === undefined) return undefined;
    if (!/^(?:0|-?[1-9]\d*)$/.test(source)) throw this.#fault(`${JSON.stringify(source)} is not an index`, start);
    // RFC 9535 §2.1: the whole numbers that I-JSON holds exactly.
    if (!Number.isSafeInteger(Number(source))) {
      throw this.#fault('an index must be between -9007199254740991 and 9007199254740991', start);
    }
    return Number(source);
  }

  #or(): Condition {
    const parts = [this.#and()];
    while (this.#takeBehindSpace('||')) parts.push(this.#and());
    return parts.length === 1 ? (parts[0] as Condition) : { kind: 'or', parts };
  }

  #and(): Condition {
    const parts = [this.#basic()];
    while (this.#takeBehindSpace('&&')) parts.push(this.#basic());
    return parts.length === 1 ? (parts[0] as Condition) : { kind: 'and', parts };
  }

  #takeBehindSpace(token: string): boolean {
    const before = this.#offset;
    this.#skipSpace();
    if (this.#text.startsWith(token, this.#offset)) {
      this.#offset += token.length;
      this.#skipSpace();
      return true;
    }
    this.#offset = before;
    return false;
  }

  #basic(): Condition {
    const isNegated = this.#take('!');
    if (isNegated) this.#skipSpace();
    if (this.#here() === '(') {
      const part = this.#nested(() => {
        this.#offset++;
        this.#skipSpace();
        const inner = this.#or();
        this.#skipSpace();
        if (!this.#take(')')) throw this.#fault(`expected "&&", "||" or ")", got ${this.#shown()}`);
        return inner;
      });
      return isNegated ? { kind: 'not', part } : part;
    }
    const start = this.#offset;
    const left = this.#comparable();
    const before = this.#offset;
    this.#skipSpace();
    const operator = this.#match(OPERATOR) as Operator | undefined;
    if (operator === undefined) {
      this.#offset = before;
      const part = this.#test(left, start);
      return isNegated ? { kind: 'not', part } : part;
    }
    if (isNegated)
      throw this.#fault('"!" must stand before a query, a function or "(", not before a comparison', start);
    this.#checkComparable(left, start);
    this.#skipSpace();
    const rightStart = this.#offset;
    const right = this.#comparable();
    this.#checkComparable(right, rightStart);
    return { kind: 'compare', operator, left, right };
  }

  /** What stands by itself as a condition: a query that finds something, or a function that is true. */
  #test(part: Comparable, start: number): Condition {
    if (part.kind === 'query') return { kind: 'exists', query: part.query };
    if (part.kind === 'literal') throw this.#fault('a value must be compared with something', start);
    if (FUNCTIONS[part.call.name].result !== 'logical') {
      throw this.#fault(`what ${part.call.name}() gives must be compared with something`, start);
    }
    return { kind: 'call', call: part.call };
  }

  #checkComparable(part: Comparable, start: number): void {
    if (part.kind === 'query' && !isSingular(part.query)) {
      throw this.#fault('a query that is compared must select one node at most: names and indexes only', start);
    }
    if (part.kind === 'call' && FUNCTIONS[part.call.name].result === 'logical') {
      throw this.#fault(`what ${part.call.name}() gives cannot be compared`, start);
    }
  }

  #comparable(): Comparable {
    const here = this.#here();
    if (here === '$' || here === '@') return { kind: 'query', query: this.#query() };
    if (here === '"' || here === "'") return { kind: 'literal', value: this.#string() };
    const name = this.#match(FUNCTION);
    if (name !== undefined) return { kind: 'call', call: this.#call(name) };
    const word = this.#match(WORD);
    if (word !== undefined) return { kind: 'literal', value: word === 'null' ? null : word === 'true' };
    const number = this.#match(NUMBER);
    if (number !== undefined) {
      if (/\d/.test(this.#here())) throw this.#fault('a number must not begin with 0');
      return { kind: 'literal', value: new JsonNumber(number) };
    }
    throw this.#fault(`expected a query, a value or a function, got ${this.#shown()}`);
  }

  #call(name: string): Call {
    const start = this.#offset - name.length;
    if (!Object.hasOwn(FUNCTIONS, name)) {
      throw this.#fault(
        `${JSON.stringify(name)} is not a function: there are ${Object.keys(FUNCTIONS).join(', ')}`,
        start,
      );
    }
    const known = name as FunctionName;
    const signature = FUNCTIONS[known];
    const args: Comparable[] = [];
    this.#nested(() => {
      this.#offset++;
      this.#skipSpace();
      while (this.#here() !== ')') {
        if (args.length > 0) {
          if (!this.#take(',')) throw this.#fault(`expected "," or ")", got ${this.#shown()}`);
          this.#skipSpace();
        }
        const argStart = this.#offset;
        const arg = this.#comparable();
        this.#checkArgument(arg, signature.args[args.length], known, argStart);
        args.push(arg);
        this.#skipSpace();
      }
      this.#offset++;
    });
    if (args.length !== signature.args.length) {
      throw this.#fault(`${name}() takes ${signature.args.length} arguments, got ${args.length}`, start);
    }
    return { name: known, args };
  }

  #checkArgument(arg: Comparable, type: 'value' | 'nodes' | undefined, name: string, start: number): void {
    if (type === 'nodes' && arg.kind !== 'query') throw this.#fault(`${name}() takes a query`, start);
    if (type === 'value') this.#checkComparable(arg, start);
  }

  #string(): string {
    const start = this.#offset;
    const quote = this.#here();
    const parts: string[] = [];
    for (let index = start + 1; index < this.#text.length; index++) {
      const unit = this.#text.charAt(index);
      if (unit === quote) {
        this.#offset = index + 1;
        return parts.join('');
      }
      if (unit < ' ') throw this.#fault('a name must have no unescaped control character', index);
      if (unit !== '\\') {
        parts.push(unit);
        continue;
      }
      const letter = this.#text.charAt(index + 1);
      const simple = letter === quote ? quote : Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
      if (simple !== undefined) {
        parts.push(simple);
        index++;
        continue;
      }
      const encoded = UNICODE.exec(this.#text.slice(index, index + 12))?.[0];
      if (encoded === undefined) {
        throw this.#fault(
          `${JSON.stringify(this.#text.slice(index, index + 2))} is not an encoded that JSONPath knows`,
          index,
        );
      }
      parts.push(JSON.parse(`"${encoded}"`) as string);
      index += encoded.length - 1;
    }
    throw this.#fault('the string that begins here has no end', start);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#offset += found.length;
    return found;
  }

  #here(): string {
    return this.#text.charAt(this.#offset);
  }

  #take(token: string): boolean {
    if (this.#here() !== token) return false;
    this.#offset++;
    return true;
  }

  #skipSpace(): void {
    while (/[ \t\n\r]/.test(this.#here())) this.#offset++;
  }

  #shown(): string {
    const point = this.#text.codePointAt(this.#offset);
    return point === undefined ? 'the end of the query' : JSON.stringify(String.fromCodePoint(point));
  }

  #fault(fault: string, offset = this.#offset): ContentFault {
    return ContentFault.at(this.#text, offset, fault);
  }
}

// RFC 9535 §2.3.1.1: surrogates in pairs only.
const UNICODE = /^\\u(?:(?![dD][89a-fA-F])[0-9a-fA-F]{4}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})/;

const isSingular = ({ segments }: Query): boolean =>
  segments.every(
    ({ isDescendant, selectors }) =>
      !isDescendant && selectors.length === 1 && (selectors[0]?.kind === 'name' || selectors[0]?.kind === 'index'),
  );
