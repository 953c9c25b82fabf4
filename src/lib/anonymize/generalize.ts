/** Values made coarser: numbers to ranges, dates to months, codes to their beginnings. */

const ISO = /^((?:19|20)\d\d)[-/.](\d\d?)[-/.](\d\d?)(?:[T ].*)?$/;
const LOCAL = /^(\d\d?)([-/.])(\d\d?)\2((?:19|20)\d\d)(?: .*)?$/;
const NUMBER = /^[+-]?(?:\d{1,15})(?:[.,]\d{1,9})?$/;
/** Characters of postal codes that are kept. */
const KEPT = 3;

/** What most cells of a column are. */
export type ColumnForm = 'number' | 'date' | 'code';

/** `isCode` where its name says that its numbers are codes (postal codes, ids). */
export function formOf(cells: readonly string[], isCode: boolean): ColumnForm {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const share = (pattern: RegExp): number => filled.filter((cell) => pattern.test(cell.trim())).length / filled.length;
  if (filled.length === 0) return 'code';
  if (share(ISO) + share(LOCAL) > 0.8) return 'date';
  const hasZeros = filled.some((cell) => /^0\d/.test(cell.trim()));
  return !isCode && !hasZeros && share(NUMBER) > 0.8 ? 'number' : 'code';
}

/** A cell made coarser. What is not of the form of its column becomes stars: as it is, it might say more than the rest. */
export function generalized(cell: string, form: ColumnForm, detail: string): string {
  const text = cell.trim();
  if (text === '') return cell;
  if (form === 'date') return coarseDate(text, detail) ?? '*';
  if (form === 'number') return range(text, detail) ?? '*';
  const kept = /^\d+$/.test(detail) ? Number(detail) : KEPT;
  const characters = [...text];
  return characters.length <= kept
    ? '*'
    : `${characters.slice(0, kept).join('')}${'*'.repeat(characters.length - kept)}`;
}

/** `37` in ranges of 10 is `30-39`; ranges with decimals, and those below zero, are written `[0.5,1)`. */
function range(text: string, detail: string): string | undefined {
  if (!NUMBER.test(text)) return undefined;
  const width = /^\d/.test(detail) ? Number(detail) : 10;
  const low = Math.floor(Number(text.replace(',', '.')) / width) * width;
  if (Number.isInteger(width) && low >= 0 && !/[.,]/.test(text))
    return width === 1 ? String(low) : `${low}-${low + width - 1}`;
  const digits = Number.isInteger(width) ? 0 : (String(width).split('.')[1]?.length ?? 0);
  return `[${low.toFixed(digits)},${(low + width).toFixed(digits)})`;
}

function coarseDate(text: string, detail: string): string | undefined {
  const iso = ISO.exec(text);
  const local = LOCAL.exec(text);
  const [year = '', month = ''] = iso?.slice(1) ?? (local === null ? [] : [local[4], monthOf(local)]);
  if (year === '') return undefined;
  if (detail === 'year') return year;
  if (detail === 'decade') return `${year.slice(0, 3)}0s`;
  const number = Number(month);
  if (number < 1 || number > 12) return undefined;
  return detail === 'quarter' ? `${year}-Q${Math.ceil(number / 3)}` : `${year}-${month.padStart(2, '0')}`;
}

/** The month is second, but where slashes divide it and the second number is a day. */
const monthOf = ([, first = '', mark, second = '']: RegExpExecArray): string =>
  mark === '/' && Number(second) > 12 ? first : second;
