import { ContentFault } from '../../faults.js';
import type { CellReader } from '../../table/cell-reader.js';
import { isNumberText } from '../../table/cell-types.js';
import { decimalOf, dividedBy, type ExactDecimal, minus, plus, remainder, times } from '../../table/exact-decimal.js';
import { FUNCTIONS } from './functions.js';
import {
  betweenNode,
  COMPARISONS,
  chosenNode,
  constantNode,
  type Expression,
  firstKnown,
  isPlainText,
  type Node,
  negation,
  nodeComparison,
  RESERVED,
  type RowView,
  truthNode,
  unlessEqual,
} from './nodes.js';
import { readTokens, type Token } from './tokens.js';
import { likeMatcher, Num, numberOf, textOf, truthOf, type Value, Work } from './values.js';

/** What an expression stands on. */
export interface ExpressionRoom {
  /** Place of a column by its name; `undefined` where there is none. */
  readonly column: (name: string) => number | undefined;
  /** Names of columns for a message. */
  readonly listed: string;
  readonly reader: CellReader;
  /** A regular expression as a test of texts. */
  readonly regex: (pattern: string) => (text: string) => boolean;
}

const MAX_DEPTH = 50;
/**
 * Compiles an expression of SQL: comparisons, AND, OR, NOT, IN, BETWEEN, LIKE, ILIKE, REGEXP, IS NULL, CASE, arithmetic on exact
 * decimals, `||` and functions. An empty cell is NULL. Throws ContentFault with the place; what it runs throws LimitFault.
 */
export function compileExpression(source: string, room: ExpressionRoom): Expression {
  const compiler = new Compiler(source, room);
  const node = compiler.whole();
  return { type: node.type, run: node.run, columns: compiler.columns };
}

/** The same for a condition: gives whether it is true. */
export function compileCondition(source: string, room: ExpressionRoom): (row: RowView) => boolean {
  const { type, run } = compileExpression(source, room);
  if (type === 'number' || type === 'text')
    throw ContentFault.at(source, 0, 'it gives a value instead of true or false');
  return (row) => truthOf(run(row)) === true;
}

class Compiler {
  readonly columns = new Set<number>();
  readonly #tokens: readonly Token[];
  readonly #work = new Work();
  #next = 0;
  #depth = 0;

  constructor(
    readonly source: string,
    readonly room: ExpressionRoom,
  ) {
    this.#tokens = readTokens(source);
  }

  whole(): Node {
    const node = this.#or();
    if (this.#token.kind !== 'end') throw this.#unexpected();
    return node;
  }

  get #token(): Token {
    // The last token is the end, and nothing goes beyond it.
    return this.#tokens[this.#next] as Token;
  }

  #fault(what: string, token = this.#token): ContentFault {
    return ContentFault.at(this.source, token.at, what);
  }

  #unexpected(): ContentFault {
    const { kind, text } = this.#token;
    if (kind === 'end') return this.#fault('the expression ends here too early');
    const isReserved = kind === 'name' && RESERVED.has(text.toLowerCase());
    const hint = isReserved ? '; a column of that name goes in double quotes' : '';
    return this.#fault(`${JSON.stringify(text)} is not expected here${hint}`);
  }

  #isWord(word: string): boolean {
    const { kind, text } = this.#token;
    return kind === 'name' && text.toLowerCase() === word;
  }

  #takeWord(word: string): boolean {
    const isThere = this.#isWord(word);
    if (isThere) this.#next++;
    return isThere;
  }

  #takeSign(...signs: readonly string[]): string | undefined {
    const { kind, text } = this.#token;
    if (kind !== 'sign' || !signs.includes(text)) return undefined;
    this.#next++;
    return text;
  }

  #need(isThere: unknown, what: string): void {
    if (isThere === false || isThere === undefined) throw this.#fault(`${what} is missing here`);
  }

  #deeper<Result>(work: () => Result): Result {
    if (++this.#depth > MAX_DEPTH) throw this.#fault(`it is nested more than ${MAX_DEPTH} deep`);
    const result = work();
    this.#depth--;
    return result;
  }

  #or(): Node {
    return this.#deeper(() => {
      let node = this.#and();
      while (this.#takeWord('or')) {
        const [a, b] = [this.#truth(node), this.#truth(this.#and())];
        node = truthNode((row) => {
          const one = a(row);
          if (one === true) return true;
          const other = b(row);
          return other === true ? true : one === null || other === null ? null : false;
        });
      }
      return node;
    });
  }

  #and(): Node {
    let node = this.#not();
    while (this.#takeWord('and')) {
      const [a, b] = [this.#truth(node), this.#truth(this.#not())];
      node = truthNode((row) => {
        const one = a(row);
        if (one === false) return false;
        const other = b(row);
        return other === false ? false : one === null || other === null ? null : true;
      });
    }
    return node;
  }

  #not(): Node {
    if (!this.#takeWord('not')) return this.#predicate();
    const inner = this.#deeper(() => this.#truth(this.#not()));
    return truthNode((row) => negation(inner(row)));
  }

  /** A node as a condition. */
  #truth({ type, run }: Node): (row: RowView) => boolean | null {
    if (type === 'number' || type === 'text')
      throw this.#fault('there is a value before this where AND, OR and NOT need a condition');
    return (row) => truthOf(run(row));
  }

  #predicate(): Node {
    const left = this.#sum();
    const sign = this.#takeSign(...Object.keys(COMPARISONS));
    if (sign !== undefined) return this.#compared(left, this.#sum(), COMPARISONS[sign] ?? (() => false));
    if (this.#takeWord('is')) return this.#is(left);
    const isNot = this.#takeWord('not');
    const node = this.#test(left);
    if (node === undefined && isNot) throw this.#unexpected();
    if (node === undefined) return left;
    return isNot ? truthNode((row) => negation(truthOf(node.run(row)))) : node;
  }

  #compared(left: Node, right: Node, holds: (order: number) => boolean): Node {
    if (left.constant === '' || right.constant === '')
      throw this.#fault("an empty cell is NULL and equals nothing: write IS NULL or IS NOT NULL instead of ''");
    const compare = nodeComparison(left, right, this.room.reader);
    return truthNode((row) => {
      const order = compare(left.run(row), right.run(row));
      return order === null ? null : holds(order);
    });
  }

  #is({ run }: Node): Node {
    const isNot = this.#takeWord('not');
    if (this.#takeWord('null')) return truthNode((row) => (run(row) === null) !== isNot);
    const wanted = this.#isWord('true');
    this.#need(this.#takeWord('true') || this.#takeWord('false'), 'NULL, TRUE or FALSE');
    return truthNode((row) => (truthOf(run(row)) === wanted) !== isNot);
  }

  #test(left: Node): Node | undefined {
    if (this.#takeWord('in')) return this.#in(left);
    if (this.#takeWord('between')) {
      const low = this.#sum();
      this.#need(this.#takeWord('and'), 'AND');
      const high = this.#sum();
      return betweenNode(left, low, high, this.room.reader);
    }
    for (const word of ['like', 'ilike', 'regexp'] as const) if (this.#takeWord(word)) return this.#like(left, word);
    return undefined;
  }

  #like(left: Node, word: 'like' | 'ilike' | 'regexp'): Node {
    const token = this.#token;
    const { constant } = this.#sum();
    if (typeof constant !== 'string') throw this.#fault(`${word.toUpperCase()} needs a text in single quotes`, token);
    const matches = word === 'regexp' ? this.room.regex(constant) : likeMatcher(constant, word === 'like', this.#work);
    return truthNode((row) => {
      const text = textOf(left.run(row));
      return text === null ? null : matches(text);
    });
  }

  #in(left: Node): Node {
    this.#need(this.#takeSign('('), '"("');
    const compares: ((value: Value, row: RowView) => number | null)[] = [];
    const texts = new Set<string>();
    do {
      const item = this.#sum();
      const compare = nodeComparison(left, item, this.room.reader);
      if (isPlainText(left, item)) texts.add(String(item.constant));
      else compares.push((value, row) => compare(value, item.run(row)));
    } while (this.#takeSign(',') !== undefined);
    this.#need(this.#takeSign(')'), '")"');
    return truthNode((row) => {
      const value = left.run(row);
      if (value === null) return null;
      if (texts.size > 0 && texts.has(textOf(value) ?? '')) return true;
      let found: boolean | null = false;
      for (const compare of compares) {
        const order = compare(value, row);
        if (order === 0) return true;
        if (order === null) found = null;
      }
      return found;
    });
  }

  #sum(): Node {
    let node = this.#product();
    for (let sign = this.#takeSign('+', '-'); sign !== undefined; sign = this.#takeSign('+', '-')) {
      const calculate = sign === '+' ? plus : minus;
      node = this.#calculated(node, this.#product(), calculate);
    }
    return node;
  }

  #product(): Node {
    let node = this.#joined();
    for (let sign = this.#takeSign('*', '/', '%'); sign !== undefined; sign = this.#takeSign('*', '/', '%')) {
      const calculate = sign === '*' ? times : sign === '/' ? dividedBy : remainder;
      node = this.#calculated(node, this.#joined(), (a, b) => calculate(a, b));
    }
    return node;
  }

  #calculated(
    left: Node,
    right: Node,
    calculate: (a: ExactDecimal, b: ExactDecimal) => ExactDecimal | undefined,
  ): Node {
    const { reader } = this.room;
    return {
      type: 'number',
      run: (row) => {
        const a = numberOf(left.run(row), reader);
        const b = a === null ? null : numberOf(right.run(row), reader);
        const result = a === null || b === null ? undefined : calculate(a.exact, b.exact);
        return result === undefined ? null : Num.exactly(result);
      },
    };
  }

  #joined(): Node {
    let node = this.#unary();
    while (this.#takeSign('||') !== undefined) {
      const [left, right] = [node, this.#unary()];
      node = {
        type: 'text',
        run: (row) => {
          const [a, b] = [textOf(left.run(row)), textOf(right.run(row))];
          if (a === null || b === null) return null;
          this.#work.made(a.length + b.length);
          return a + b;
        },
      };
    }
    return node;
  }

  #unary(): Node {
    if (this.#takeSign('-') !== undefined) {
      const inner = this.#deeper(() => this.#unary());
      return this.#calculated(constantNode(Num.exactly(decimalOf(0)), 'number'), inner, minus);
    }
    if (this.#takeSign('+') !== undefined) return this.#deeper(() => this.#unary());
    return this.#primary();
  }

  #primary(): Node {
    const token = this.#token;
    this.#next++;
    if (token.kind === 'number') {
      const source = token.text
        .replace(/^\./, '0.')
        .replace(/\.(?=$|[eE])/, '')
        .replace(/^0+(?=\d)/, '');
      if (!isNumberText(source)) throw this.#fault(`${JSON.stringify(token.text)} is not a number`, token);
      return constantNode(Num.of(source), 'number');
    }
    if (token.kind === 'text') return constantNode(token.text, 'text');
    if (token.kind === 'sign' && token.text === '(') {
      const node = this.#or();
      this.#need(this.#takeSign(')'), '")"');
      return node;
    }
    if (token.kind === 'quoted') return this.#column(token);
    this.#next--;
    if (token.kind !== 'name') throw this.#unexpected();
    this.#next++;
    const word = token.text.toLowerCase();
    if (word === 'null') return constantNode(null, 'cell');
    if (word === 'true' || word === 'false') return constantNode(word === 'true', 'boolean');
    if (word === 'case') return this.#case();
    if (RESERVED.has(word)) {
      this.#next--;
      throw this.#unexpected();
    }
    return this.#takeSign('(') === undefined ? this.#column(token) : this.#call(token, word);
  }

  #column(token: Token): Node {
    const column = this.room.column(token.text);
    if (column === undefined) {
      const name = JSON.stringify(token.text);
      const before = this.#tokens[this.#tokens.indexOf(token) - 1]?.text ?? '';
      const isCompared = /^(?:[=<>]|!=|==|<>|<=|>=)$/.test(before);
      const hint = token.kind === 'quoted' || isCompared ? '; a text goes in single quotes' : '';
      throw this.#fault(`there is no column ${name}, the columns are ${this.room.listed}${hint}`, token);
    }
    this.columns.add(column);
    return { type: 'cell', run: ({ cell }) => cell(column) || null };
  }

  #arguments(): Node[] {
    const list: Node[] = [];
    if (this.#takeSign(')') !== undefined) return list;
    do list.push(this.#or());
    while (this.#takeSign(',') !== undefined);
    this.#need(this.#takeSign(')'), '")"');
    return list;
  }

  #call(token: Token, name: string): Node {
    const list = this.#arguments();
    const [first, second, third] = list;
    if (name === 'row' && list.length === 0)
      return { type: 'number', run: ({ number }) => Num.exactly(decimalOf(number())) };
    if ((name === 'coalesce' || name === 'ifnull') && first !== undefined) return firstKnown(list);
    if (name === 'nullif' && first !== undefined && second !== undefined && third === undefined)
      return unlessEqual(first, second, nodeComparison(first, second, this.room.reader));
    if ((name === 'iif' || name === 'if') && first !== undefined && second !== undefined && list.length === 3)
      return chosenNode([[this.#truth(first), second]], third);
    const called = FUNCTIONS.get(name);
    if (called === undefined) throw this.#fault(`there is no function ${JSON.stringify(token.text)}`, token);
    if (list.length < called.least || list.length > called.most) {
      const wanted = called.least === called.most ? called.least : `${called.least} to ${called.most}`;
      throw this.#fault(`${token.text} takes ${wanted} arguments, got ${list.length}`, token);
    }
    const context = { reader: this.room.reader, work: this.#work };
    return {
      type: called.type,
      run: (row) => {
        const values = list.map(({ run }) => run(row));
        if (called.takesNull !== true && values.includes(null)) return null;
        return called.run(values, context);
      },
    };
  }

  #case(): Node {
    const subject = this.#isWord('when') ? undefined : this.#sum();
    const branches: (readonly [(row: RowView) => boolean | null, Node])[] = [];
    while (this.#takeWord('when')) {
      const tested = subject === undefined ? this.#or() : this.#compared(subject, this.#sum(), (order) => order === 0);
      this.#need(this.#takeWord('then'), 'THEN');
      branches.push([this.#truth(tested), this.#or()]);
    }
    this.#need(branches.length > 0, 'WHEN');
    const otherwise = this.#takeWord('else') ? this.#or() : undefined;
    this.#need(this.#takeWord('end'), 'END');
    return chosenNode(branches, otherwise);
  }
}
