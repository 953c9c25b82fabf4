import { ContentFault, LimitFault } from '../faults.js';
import { compare, divide, multiply, ONE, type Rational, rational, subtract, ZERO } from '../numbers/rational.js';
import { amountOf, percentOf } from './price-lines.js';

/** Something off a price: a share of it, or an amount. */
export interface Discount {
  /** As it was written. */
  readonly text: string;
  readonly kind: 'percent' | 'amount';
  readonly value: Rational;
}

const MAX_DISCOUNTS = 20;
const HUNDRED = rational(100n);

/**
 * `20%`, `20% + 10%`, `15%, 5.00`, `$5`, `5 EUR`: percentages and amounts, one after another. A comma between digits is a decimal mark. Throws ContentFault;
 * LimitFault beyond 20.
 */
export function readDiscounts(text: string): readonly Discount[] {
  const parts = text
    .split(/[+;]|(?<=%),|,(?!\d)/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > MAX_DISCOUNTS)
    throw new LimitFault(`it must have at most ${MAX_DISCOUNTS} discounts, got ${parts.length}`, MAX_DISCOUNTS);
  return parts.map((part) => {
    const bare = part.replace(/ off$/i, '').replace(/ %$/, '%');
    const share = percentOf(bare);
    const value = share ?? amountOf(bare.replace(/^[A-Z]{3} | [A-Z]{3}$/g, ''));
    if (value === undefined || value.numerator < 0n)
      throw new ContentFault(
        `a discount must be a percentage from 0 to 100 or an amount, such as 20% or 5.00, got ${JSON.stringify(part.slice(0, 80))}`,
      );
    // 30 may be meant as 30 % by one and as 30 off by the next.
    if (/^\d+$/.test(bare))
      throw new ContentFault(
        `a discount must say what it is: ${bare.slice(0, 20)}% for a percentage, ${bare.slice(0, 20)}.00 or $${bare.slice(0, 20)} for an amount`,
      );
    return { text: part.slice(0, 80), kind: share === undefined ? 'amount' : 'percent', value };
  });
}

/** What is left of a price. Throws ContentFault where an amount is more than the price. */
export function discounted(price: Rational, { kind, value, text }: Discount): Rational {
  const left = kind === 'percent' ? multiply(price, divide(subtract(HUNDRED, value), HUNDRED)) : subtract(price, value);
  if (left.numerator < 0n && price.numerator >= 0n)
    throw new ContentFault(`the discount ${JSON.stringify(text)} is more than what is left of the price`);
  return left;
}

/** The price before a discount. Throws ContentFault where nothing was left of it. */
export function undiscounted(left: Rational, { kind, value }: Discount): Rational {
  if (kind === 'amount') return subtract(left, { numerator: -value.numerator, denominator: value.denominator });
  if (compare(value, HUNDRED) === 0)
    throw new ContentFault('after a discount of 100% nothing is left, so the price before it cannot be found');
  return divide(multiply(left, HUNDRED), subtract(HUNDRED, value));
}

/** Price for several of a kind. */
export interface Offer {
  /** Pieces to which it applies together. */
  readonly pieces: number;
  /** Price of them all, where it is fixed. */
  readonly price?: Rational;
  /** Else how many prices of one they cost. */
  readonly prices: Rational;
}

const ORDINALS = new Map([
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
]);

/** What is left of the price of a piece: `free`, `half price`, `30% off`, `at 50%`; `undefined` where it is not said so. */
function shareLeft(text: string): Rational | undefined {
  if (text === '' || text === 'free') return ZERO;
  if (text === 'half price' || text === 'half off' || text === 'at half price') return rational(1n, 2n);
  const off = /^(?:at )?(\S{1,12}%)(?: off)?$/.exec(text)?.[1];
  const percent = off === undefined ? undefined : percentOf(off);
  return percent === undefined ? undefined : divide(subtract(HUNDRED, percent), HUNDRED);
}

const whole = (pieces: number): Rational => rational(BigInt(pieces));

/**
 * `3 for 2`, `3 for 9.99`, `buy 2 get 1 free`, `buy 1 get 1 half price`, `2nd half price`, `3rd 30% off`, `bogo`. Of `N for M`, M is a number of
 * pieces where it is a whole number below N without a currency sign. Throws ContentFault.
 */
export function readOffer(given: string): Offer {
  const text = given
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .join(' ')
    .replace(',', given.includes('get') ? '' : ',');
  const fault = (): ContentFault =>
    new ContentFault(
      `an offer must be such as 3 for 2, 3 for 9.99, buy 2 get 1 free or 2nd half price, got ${JSON.stringify(given.slice(0, 80))}`,
    );
  if (text === 'bogo' || text === 'bogof') return { pieces: 2, prices: ONE };
  const [, size = '', price = ''] = /^(\d{1,4}) for (\S{1,20})$/.exec(text) ?? [];
  if (size !== '') {
    const pieces = Number(size);
    if (/^\d{1,4}$/.test(price) && Number(price) < pieces) return { pieces, prices: whole(Number(price)) };
    const fixed = amountOf(price);
    if (pieces === 0 || fixed === undefined || fixed.numerator < 0n) throw fault();
    return { pieces, prices: ZERO, price: fixed };
  }
  const [, bought = '', got = '', rest = ''] = /^buy (\d{1,4}) get (\d{1,4}) ?(.{0,30})$/.exec(text) ?? [];
  const [, digits = '', word = '', other = ''] =
    /^(?:(\d{1,4})(?:st|nd|rd|th)|(second|third|fourth|fifth))(?: one)? (.{1,30})$/.exec(text) ?? [];
  const place = digits === '' ? ORDINALS.get(word) : Number(digits);
  const [full, cheap] = bought === '' ? [(place ?? 0) - 1, 1] : [Number(bought), Number(got)];
  const left = shareLeft(bought === '' ? other : rest);
  if (left === undefined || full < 1 || cheap < 1 || (bought === '' && other === '')) throw fault();
  const prices = rational(BigInt(full) * left.denominator + BigInt(cheap) * left.numerator, left.denominator);
  return { pieces: full + cheap, prices };
}

/** Price of so many pieces: as many groups as fit, the others in full. Not rounded. */
export function offeredPrice({ pieces, price, prices }: Offer, quantity: number, one: Rational): Rational {
  const groups = rational(BigInt(Math.floor(quantity / pieces)));
  const others = multiply(one, rational(BigInt(quantity % pieces)));
  const group = price ?? multiply(one, prices);
  return subtract(multiply(groups, group), { numerator: -others.numerator, denominator: others.denominator });
}
