import { isLuhn } from '../checksums/luhn.js';
import { firstIndex } from '../numbers/first-index.js';
import { isIban } from '../payments/iban.js';

/** Kinds of personal data that can be told from other text by their form. */
export type PersonalDataKind = 'email' | 'phone' | 'iban' | 'card';

interface Found {
  readonly start: number;
  readonly end: number;
}

const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;

/** Separators people put between the digits of a phone number. */
const GAP = String.raw`[ \u00a0.\-\u2011/()]{0,3}`;
/**
 * International numbers (E.164: + or 00, then 7 to 15 digits), national ones with a leading zero (8 to 12 digits), and North
 * American ones (three, three and four digits with separators).
 */
const PHONE = new RegExp(
  [
    String.raw`(?:\+|\b00)${GAP}[1-9](?:${GAP}\d){6,14}`,
    String.raw`\(?\b0[1-9](?:${GAP}\d){6,10}`,
    String.raw`(?:\b1[ .-])?(?:\([2-9]\d{2}\) ?|\b[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}`,
  ]
    .map((form) => `(?:${form})`)
    .join('|')
    .concat(String.raw`(?!\d)`),
  'g',
);

const IBAN = /\b[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,30}/gi;
const CARD = /(?<![\d.,])[2-6](?:[ \u00a0-]?\d){12,18}/g;
const MAX_IBAN = 34;
const MIN_IBAN = 15;
const MAX_CARD = 19;
const MIN_CARD = 13;

/** The longest beginning of a stretch that passes a test and is not followed by another character of it without a gap. */
function longest(stretch: string, [least, most]: readonly [number, number], test: (plain: string) => boolean) {
  const ends: number[] = [];
  for (const [i, character] of [...stretch].entries()) if (/[A-Z0-9]/i.test(character)) ends.push(i + 1);
  for (let count = Math.min(most, ends.length); count >= least; count -= 1) {
    const end = ends[count - 1] ?? 0;
    const isCut = ends[count] === end + 1;
    if (!isCut && test(stretch.slice(0, end).replace(/[^A-Z0-9]/gi, ''))) return end;
  }
  return undefined;
}

/**
 * Personal data of some kinds in a text, kind by kind, each from the left. IBANs and cards only where their check digits fit; digits of
 * these are not phone numbers too.
 */
export function* personalDataIn(text: string, kinds: readonly PersonalDataKind[]): Generator<Found> {
  if (kinds.includes('email')) yield* plainMatches(text, EMAIL);
  const numbers: Found[] = [];
  // One by one: a call does not take as many arguments as a long text has numbers.
  if (kinds.includes('iban'))
    for (const found of checkedMatches(text, IBAN, [MIN_IBAN, MAX_IBAN], isIban)) numbers.push(found);
  if (kinds.includes('card'))
    for (const found of checkedMatches(text, CARD, [MIN_CARD, MAX_CARD], isLuhn)) numbers.push(found);
  yield* numbers;
  if (!kinds.includes('phone')) return;
  numbers.sort((a, b) => a.start - b.start);
  for (const phone of plainMatches(text, PHONE)) {
    const next = numbers[firstIndex(numbers.length, (i) => (numbers[i]?.end ?? 0) > phone.start)];
    if (next === undefined || next.start >= phone.end) yield phone;
  }
}

function* plainMatches(text: string, pattern: RegExp): Generator<Found> {
  for (const { 0: found, index } of text.matchAll(pattern)) yield { start: index, end: index + found.length };
}

function* checkedMatches(
  text: string,
  pattern: RegExp,
  lengths: readonly [number, number],
  test: (plain: string) => boolean,
): Generator<Found> {
  const search = new RegExp(pattern);
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const end = longest(match[0], lengths, test);
    // What fails may hide one that begins a little later.
    search.lastIndex = match.index + (end ?? 1);
    if (end !== undefined) yield { start: match.index, end: match.index + end };
  }
}
