import { ContentFault, LimitFault } from '../faults.js';
import { type CellValue, SheetError } from '../workbook/model.js';
import { type CellRange, readRange } from '../workbook/references.js';
import { type FormulaToken, readTokens, splitReference } from './tokens.js';

export type FormulaNode =
  | { readonly kind: 'value'; readonly value: CellValue }
  | { readonly kind: 'array'; readonly rows: readonly (readonly CellValue[])[] }
  | { readonly kind: 'range'; readonly sheet: string | undefined; readonly range: CellRange }
  | { readonly kind: 'name'; readonly name: string; readonly offset: number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly FormulaNode[]; readonly offset: number }
  | { readonly kind: 'prefix' | 'postfix'; readonly sign: string; readonly operand: FormulaNode }
  | { readonly kind: 'infix'; readonly sign: string; readonly left: FormulaNode; readonly right: FormulaNode };

/** Chosen; Excel allows 64 calls inside each other. */
const MAX_DEPTH = 100;

/** How tightly signs bind: ECMA-376 part 1, 18.17.2.2. */
const BINDING: Readonly<Record<string, number>> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '>': 1,
  '<=': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '^': 5,
  ':': 8,
};

const PREFIX_BINDING = 7;

/** Reads a formula without its `=`. Throws ContentFault at what is wrong, LimitFault where it is too long or too deep. */
export function parseFormula(formula: string): FormulaNode {
  return new FormulaParser(formula).read();
}

class FormulaParser {
  readonly #tokens: readonly FormulaToken[];
  #at = 0;
  #depth = 0;

  constructor(private readonly formula: string) {
    this.#tokens = readTokens(formula).filter(({ kind }) => kind !== 'space');
  }

  read(): FormulaNode {
    const node = this.#expression(0);
    const rest = this.#tokens[this.#at];
    if (rest !== undefined) throw this.#fault(`${JSON.stringify(rest.text)} cannot stand here`, rest.offset);
    return node;
  }

  #fault(what: string, offset = this.formula.length): ContentFault {
    return ContentFault.at(this.formula, offset, what);
  }

  #take(): FormulaToken {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.#fault('it ends too early');
    this.#at++;
    return token;
  }

  #expression(least: number): FormulaNode {
    if (++this.#depth > MAX_DEPTH)
      throw new LimitFault(`a formula must be nested at most ${MAX_DEPTH} deep`, MAX_DEPTH);
    let left = this.#operand();
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token?.kind !== 'operator') break;
      if (token.text === '%') {
        this.#at++;
        left = { kind: 'postfix', sign: '%', operand: left };
        continue;
      }
      if (token.text === '#') {
        // A spilled range, which is what the cell holds here.
        this.#at++;
        continue;
      }
      const binding = BINDING[token.text] ?? 0;
      if (binding <= least) break;
      this.#at++;
      left = { kind: 'infix', sign: token.text, left, right: this.#expression(binding) };
    }
    this.#depth--;
    return left;
  }

  #operand(): FormulaNode {
    const token = this.#take();
    if (token.kind === 'operator' && /^[-+@]$/.test(token.text)) {
      const operand = this.#expression(PREFIX_BINDING - 1);
      return token.text === '-' ? { kind: 'prefix', sign: '-', operand } : operand;
    }
    if (token.kind === 'open') {
      const node = this.#expression(0);
      this.#close(token);
      return node;
    }
    if (token.kind === 'call') return this.#call(token);
    if (token.kind === 'openArray') return this.#array(token);
    if (token.kind === 'reference') return this.#reference(token);
    if (token.kind === 'name') return this.#name(token);
    const value = constant(token);
    if (value === undefined) throw this.#fault(`${JSON.stringify(token.text)} cannot stand here`, token.offset);
    return { kind: 'value', value };
  }

  #close(opening: FormulaToken): void {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'close') throw this.#fault('the bracket that opens here is not closed', opening.offset);
    this.#at++;
  }

  #reference({ text, offset }: FormulaToken): FormulaNode {
    const { sheet, cells } = splitReference(text);
    const range = readRange(cells);
    if (range === undefined) throw this.#fault(`${JSON.stringify(text)} is beyond the last cell of a sheet`, offset);
    return { kind: 'range', sheet, range };
  }

  #name({ text, offset }: FormulaToken): FormulaNode {
    const upper = text.toUpperCase();
    if (upper === 'TRUE' || upper === 'FALSE') return { kind: 'value', value: upper === 'TRUE' };
    if (text.includes('[')) throw this.#fault('references to tables and other workbooks are not read', offset);
    return { kind: 'name', name: text, offset };
  }

  #call(token: FormulaToken): FormulaNode {
    const name = token.text
      .slice(0, -1)
      .toUpperCase()
      .replace(/^(?:_XLFN\.|_XLWS\.|_XLL\.)+/, '');
    const args: FormulaNode[] = [];
    if (this.#tokens[this.#at]?.kind === 'close') {
      this.#at++;
      return { kind: 'call', name, args, offset: token.offset };
    }
    for (;;) {
      const next = this.#tokens[this.#at];
      // An argument that is left out: IF(A1,,2).
      const isEmpty = next?.kind === 'separator' || next?.kind === 'close';
      args.push(isEmpty ? { kind: 'value', value: null } : this.#expression(0));
      if (this.#tokens[this.#at]?.kind !== 'separator') break;
      this.#at++;
    }
    this.#close(token);
    return { kind: 'call', name, args, offset: token.offset };
  }

  #array(opening: FormulaToken): FormulaNode {
    const rows: CellValue[][] = [[]];
    for (;;) {
      let token = this.#take();
      const isNegative = token.kind === 'operator' && token.text === '-';
      if (isNegative) token = this.#take();
      const value =
        token.kind === 'name' && /^(true|false)$/i.test(token.text) ? /^true$/i.test(token.text) : constant(token);
      if (value === undefined)
        throw this.#fault('only numbers, texts, TRUE, FALSE and errors can stand in an array', token.offset);
      rows.at(-1)?.push(isNegative && typeof value === 'number' ? -value : value);
      const next = this.#take();
      if (next.kind === 'closeArray') break;
      if (next.kind !== 'separator') throw this.#fault('the array that opens here is not closed', opening.offset);
      if (next.text === ';') rows.push([]);
    }
    if (rows.some((row) => row.length !== rows[0]?.length))
      throw this.#fault('the rows of an array must be equally long', opening.offset);
    return { kind: 'array', rows };
  }
}

function constant({ kind, text }: FormulaToken): CellValue | undefined {
  if (kind === 'number') return Number(text);
  if (kind === 'text') return text.slice(1, -1).replaceAll('""', '"');
  return kind === 'error' ? new SheetError(text.toUpperCase()) : undefined;
}
