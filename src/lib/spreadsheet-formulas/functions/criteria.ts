import { type CellValue, SheetError } from '../../workbook/model.js';
import { compareValues, type FormulaBudget, type Matrix, numberOfText, VALUE } from '../values.js';
import type { Arguments } from './define.js';

/** Whether a text fits a pattern of `*`, `?` and `~` before one that means itself, without its case. Takes time by the product of both. */
export function fitsPattern(text: string, pattern: string): boolean {
  const [t, p] = [text.toLowerCase(), readPattern(pattern.toLowerCase())];
  let [at, star, mark] = [0, -1, 0];
  let i = 0;
  while (i < t.length) {
    const token = p[at];
    if (token !== undefined && (token === '?' || token === `=${t.charAt(i)}`)) {
      at++;
      i++;
    } else if (token === '*') {
      star = at++;
      mark = i;
    } else if (star >= 0) {
      at = star + 1;
      i = ++mark;
    } else return false;
  }
  while (p[at] === '*') at++;
  return at === p.length;
}

/** `*`, `?`, and `=a` for a letter. */
function readPattern(pattern: string): string[] {
  const tokens: string[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const letter = pattern.charAt(i);
    if (letter === '~' && /[*?~]/.test(pattern.charAt(i + 1))) tokens.push(`=${pattern.charAt(++i)}`);
    else tokens.push(letter === '*' || letter === '?' ? letter : `=${letter}`);
  }
  return tokens;
}

export const hasWildcards = (text: string): boolean => /[*?~]/.test(text);

/** What COUNTIF and its kin ask of a cell: `5`, `">=5"`, `"<>x"`, `"a*"`. */
export function criterionOf(criterion: CellValue, budget: FormulaBudget): (cell: CellValue) => boolean {
  if (typeof criterion !== 'string') {
    const wanted = criterion ?? 0;
    if (wanted instanceof SheetError) return (cell) => cell instanceof SheetError && cell.code === wanted.code;
    return (cell) => typeof cell === typeof wanted && compareValues(cell, wanted) === 0;
  }
  const [, sign = '', rest = ''] = /^(<>|<=|>=|[<>=])?([\s\S]*)$/.exec(criterion) ?? [];
  const number = numberOfText(rest);
  const wanted: CellValue = /^(true|false)$/i.test(rest) ? /^true$/i.test(rest) : (number ?? rest);
  const isEqual = equality(wanted, rest, sign, budget);
  if (sign === '' || sign === '=') return isEqual;
  if (sign === '<>') return (cell) => !isEqual(cell);
  return (cell) => {
    if (cell === null || cell instanceof SheetError || typeof cell !== typeof wanted) return false;
    const order = compareValues(cell, wanted);
    if (sign === '<') return order < 0;
    if (sign === '>') return order > 0;
    return sign === '<=' ? order <= 0 : order >= 0;
  };
}

function equality(wanted: CellValue, rest: string, sign: string, budget: FormulaBudget): (cell: CellValue) => boolean {
  // "=" finds empty cells alone, "" empty texts too.
  if (rest === '') return (cell) => cell === null || (sign === '' && cell === '');
  if (typeof wanted === 'string')
    return (cell) => {
      if (cell instanceof SheetError) return cell.code.toLowerCase() === rest.toLowerCase();
      if (typeof cell !== 'string') return false;
      budget.spend((cell.length * wanted.length) >> 6);
      return fitsPattern(cell, wanted);
    };
  return (cell) => {
    if (cell === null || cell instanceof SheetError) return false;
    if (typeof cell === 'string' && typeof wanted === 'number') return numberOfText(cell) === wanted;
    return typeof cell === typeof wanted && compareValues(cell, wanted) === 0;
  };
}

/** The places of a range that fit all pairs of range and criterion from an argument on. Throws VALUE where ranges differ in size. */
export function* fittingPlaces(a: Arguments, from: number): Generator<readonly [row: number, column: number], void> {
  const pairs: { readonly range: Matrix; readonly fits: (cell: CellValue) => boolean }[] = [];
  for (let i = from; i + 1 < a.count; i += 2)
    pairs.push({ range: a.matrix(i), fits: criterionOf(criterionCell(a, i + 1), a.call.engine.budget) });
  const [first] = pairs;
  if (first === undefined || (a.count - from) % 2 !== 0) throw VALUE;
  const { rows, columns } = first.range;
  if (pairs.some(({ range }) => range.rows !== rows || range.columns !== columns)) throw VALUE;
  // Beyond what is used, empty cells may fit: "<>x".
  const usedRows = Math.max(...pairs.map(({ range }) => range.usedRows), Math.min(rows, 1));
  const usedColumns = Math.max(...pairs.map(({ range }) => range.usedColumns), Math.min(columns, 1));
  a.call.engine.budget.spend(usedRows * usedColumns * pairs.length);
  for (let row = 0; row < usedRows; row++)
    for (let column = 0; column < usedColumns; column++)
      if (pairs.every(({ range, fits }) => fits(range.at(row, column)))) yield [row, column];
}

/** An error can be a criterion too. */
export function criterionCell(a: Arguments, index: number): CellValue {
  const value = a.value(index);
  return typeof value === 'object' && value !== null && !(value instanceof SheetError) ? value.at(0, 0) : value;
}
