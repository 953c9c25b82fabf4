import { invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { Rational } from '../../lib/numbers/rational.js';
import { readOffer } from '../../lib/prices/discounts.js';
import { amountOf } from '../../lib/prices/price-lines.js';

export interface SaidOffer {
  readonly offer: ReturnType<typeof readOffer>;
  readonly quantity: number;
  readonly price: Rational;
}

const OFFER = String.raw`\d{1,4} for \d{1,4}|buy (?:\d{1,4}|one|two|three) get (?:\d{1,4}|one|two)(?: (?:free|half price|\d{1,3}% off))?|bogof?`;
/** 3 for 2 at 4.99, 6 x 4.99, 3 for 2. */
const OFFER_FIRST = new RegExp(String.raw`^(${OFFER}),? (?:(?:at|@|on|of|for) )?(\S{1,20})(?: (?:each|apiece))?$`, 'i');
const PRICE_FIRST = new RegExp(String.raw`^(?:(\d{1,6}) ?[x×*] ?)?(\S{1,20}?)(?: (?:each|apiece))?,? (${OFFER})$`, 'i');
const SAID = new RegExp(String.raw`(?<![\d.,])(?:${OFFER})(?![\d.,]*\d)`, 'i');
const NUMBERS: Readonly<Record<string, string>> = { one: '1', two: '2', three: '3' };

/**
 * An offer with the price of one, as `3 for 2 at 4.99`: as many pieces as it is for, where the text says no other number. Throws
 * INVALID_INPUT for an offer in any other text: its line would be sold at the full price.
 */
export function saidOffer(input: string): SaidOffer | undefined {
  const said = SAID.exec(input.slice(0, 10_000))?.[0];
  if (said === undefined) return undefined;
  const text = input.trim().split(/\s+/).join(' ');
  const [, first, firstPrice = ''] = OFFER_FIRST.exec(text) ?? [];
  const [, count, lastPrice = '', last = ''] = PRICE_FIRST.exec(text) ?? [];
  const price = amountOf(first === undefined ? lastPrice : firstPrice);
  if (price === undefined || price.numerator < 0n)
    throw invalid(
      `Cannot read property "input": an offer such as ${quote(said)} must be alone with the price of one, as in 3 for 2 at 4.99; action "multi-buy" takes it as options`,
    );
  const written = (first ?? last).replace(/\b(?:one|two|three)\b/gi, (word) => NUMBERS[word.toLowerCase()] ?? word);
  const offer = refusing('Cannot read property "input"', () => readOffer(written));
  return { offer, price, quantity: first === undefined && count !== undefined ? Number(count) : offer.pieces };
}
