import {
  bracketed,
  type Element,
  looksLikeElements,
  prefixOwner,
  readElements,
  scanned,
} from '../../lib/barcodes/gs1.js';
import { longUpc, shortUpc } from '../../lib/barcodes/retail.js';
import { gs1CheckDigit } from '../../lib/checksums/standard-numbers.js';

import { dividedLine } from './_each-value.js';

/** Kinds of numbers and their length with the check digit. */
export const BARCODE_LENGTHS = {
  'ean-8': 8,
  'upc-a': 12,
  'ean-13': 13,
  gln: 13,
  'gtin-14': 14,
  gsin: 17,
  sscc: 18,
} as const;

type Fixed = keyof typeof BARCODE_LENGTHS;
export type BarcodeType = 'auto' | 'upc-e' | 'gs1' | Fixed;

/** Element strings have at most 48 characters in one symbol of GS1-128; those of other symbols and links are longer. */
const MAX_LENGTH = 4_000;

/** Levels above the unit that the first digit of a GTIN-14 tells (GS1 General Specifications 2.1.7). */
const indicatorOf = (digit: string): string =>
  digit === '0' ? 'unit' : digit === '9' ? 'item of variable measure' : `packaging level ${digit}`;

/** Values of a line; an element string or a link is one, whatever is in it. */
export const barcodeValues = (line: string): readonly string[] =>
  looksLikeElements(line) ? [line] : dividedLine(line);

const FIXED_BY_LENGTH: ReadonlyMap<number, Fixed> = new Map([
  [8, 'ean-8'],
  [12, 'upc-a'],
  [13, 'ean-13'],
  [14, 'gtin-14'],
  [17, 'gsin'],
  [18, 'sscc'],
]);

const fits = (number: string): boolean => gs1CheckDigit(number.slice(0, -1)) === number.slice(-1);

/** What a GTIN tells beside its check digit. */
function gtinFacts(number: string) {
  const gtin = number.padStart(14, '0');
  const thirteen = gtin.slice(1);
  const prefix = gtin.startsWith('000000') ? gtin.slice(6, 9) : thirteen.slice(0, 3);
  const owner = prefixOwner(prefix);
  const isBook = /^97[89]/.test(thirteen) && gtin.startsWith('0');
  const short = gtin.startsWith('00') ? shortUpc(gtin.slice(2)) : undefined;
  return {
    gtin14: gtin,
    prefix,
    ...(owner === undefined ? {} : { prefixOwner: owner }),
    ...(gtin.startsWith('0') ? {} : { indicator: indicatorOf(gtin.charAt(0)) }),
    ...(isBook && !thirteen.startsWith('9790') ? { isbn: thirteen } : {}),
    ...(short === undefined ? {} : { upcE: short }),
  };
}

function judgeFixed(number: string, type: Fixed) {
  const expected = gs1CheckDigit(number.slice(0, -1));
  const check = number.slice(-1);
  const about = { type, number, check, expected };
  if (check !== expected)
    return { isValid: false, reason: `The check digit must be ${expected}, got ${check}`, ...about };
  if (type === 'sscc') return { isValid: true, ...about, prefix: number.slice(1, 4), ...ownerOf(number.slice(1, 4)) };
  if (type === 'gsin' || type === 'gln')
    return { isValid: true, ...about, prefix: number.slice(0, 3), ...ownerOf(number.slice(0, 3)) };
  return { isValid: true, ...about, ...gtinFacts(number) };
}

const ownerOf = (prefix: string) => {
  const owner = prefixOwner(prefix);
  return owner === undefined ? {} : { prefixOwner: owner };
};

function judgeShort(number: string) {
  const upc = longUpc(number);
  if (upc === undefined)
    return {
      isValid: false,
      reason: 'A UPC-E number must have 8 digits and begin with 0 or 1',
      type: 'upc-e' as const,
      number,
    };
  const expected = gs1CheckDigit(upc.slice(0, -1));
  const about = { type: 'upc-e' as const, number, check: number.slice(-1), expected, upcA: upc };
  if (!fits(upc))
    return { isValid: false, reason: `The check digit must be ${expected}, got ${about.check}`, ...about };
  return { isValid: true, ...about, ...gtinFacts(upc), upcE: number };
}

/** Keys of a GTIN in the path of a link, in their order; all else is its query (GS1 Digital Link 1.2). */
const QUALIFIERS = ['22', '10', '21'];

function linkOf(elements: readonly Element[]): string | undefined {
  const gtin = elements.find(({ ai }) => ai === '01');
  if (gtin === undefined) return undefined;
  const step = ({ ai, value }: Element): string => `${ai}/${encodeURIComponent(value)}`;
  const path = [gtin, ...QUALIFIERS.flatMap((ai) => elements.find((one) => one.ai === ai) ?? [])];
  const rest = elements.filter((one) => !path.includes(one));
  const query = rest.map(({ ai, value }) => `${ai}=${encodeURIComponent(value)}`).join('&');
  return `https://id.gs1.org/${path.map(step).join('/')}${query === '' ? '' : `?${query}`}`;
}

function judgeElements(value: string, now: Date) {
  const { elements, faults } = readElements(value, now);
  const link = faults.length === 0 ? linkOf(elements) : undefined;
  const about = {
    type: 'gs1' as const,
    elements: [...elements],
    ...(faults.length > 0 ? {} : { elementString: bracketed(elements), scanned: scanned(elements) }),
    ...(link === undefined ? {} : { digitalLink: link }),
  };
  return faults.length === 0
    ? { isValid: true, ...about }
    : { isValid: false, reason: faults.slice(0, 10).join('; '), ...about };
}

const LENGTH_WORDS = '8, 12, 13, 14, 17 or 18';

/** What judges a value of a type; `auto` tells it by the length. */
export function judgeBarcode(type: BarcodeType, now: Date) {
  return (value: string) => {
    if (value.length > MAX_LENGTH)
      return { isValid: false, reason: `It must have at most ${MAX_LENGTH} characters, got ${value.length}` };
    if (type === 'gs1' || (type === 'auto' && looksLikeElements(value))) return judgeElements(value, now);
    const number = value.replace(/[\s-]/g, '');
    if (!/^\d+$/.test(number)) return { isValid: false, reason: 'It must have digits only' };
    if (type === 'upc-e') return judgeShort(number);
    if (type !== 'auto')
      return number.length === BARCODE_LENGTHS[type]
        ? judgeFixed(number, type)
        : { isValid: false, reason: `It must have ${BARCODE_LENGTHS[type]} digits, got ${number.length}` };
    const found = FIXED_BY_LENGTH.get(number.length);
    if (found !== undefined) {
      const upc = found === 'ean-8' && !fits(number) ? longUpc(number) : undefined;
      return upc !== undefined && fits(upc) ? judgeShort(number) : judgeFixed(number, found);
    }
    // Longer than any number: as scanners send element strings.
    if (number.length > 18) return judgeElements(number, now);
    return { isValid: false, reason: `It must have ${LENGTH_WORDS} digits, got ${number.length}` };
  };
}

/** What adds the check digit to a value without one. */
export function completeBarcode(type: BarcodeType) {
  return (value: string) => {
    const body = value.replace(/[\s-]/g, '');
    if (!/^\d+$/.test(body)) return { isValid: false, reason: 'It must have digits only' };
    if (type === 'upc-e') {
      const seven = body.length === 6 ? `0${body}` : body;
      const upc = longUpc(`${seven}0`);
      if (upc === undefined)
        return {
          isValid: false,
          reason: 'A UPC-E number without its check digit must have 6 digits, or 7 that begin with 0 or 1',
        };
      return judgeShort(`${seven}${gs1CheckDigit(upc.slice(0, -1))}`);
    }
    const wanted = type === 'auto' || type === 'gs1' ? FIXED_BY_LENGTH.get(body.length + 1) : type;
    const lengths = wanted === undefined ? '7, 11, 12, 13, 16 or 17' : String(BARCODE_LENGTHS[wanted] - 1);
    if (wanted === undefined || body.length !== BARCODE_LENGTHS[wanted] - 1)
      return { isValid: false, reason: `Without its check digit it must have ${lengths} digits, got ${body.length}` };
    return judgeFixed(body + gs1CheckDigit(body), wanted);
  };
}
