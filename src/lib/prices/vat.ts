import {
  add,
  divide,
  multiply,
  type Rational,
  type Rounding,
  rational,
  roundTo,
  subtract,
  ZERO,
} from '../numbers/rational.js';

export const VAT_ACTIONS = ['add', 'remove', 'from-vat'] as const;
export type VatAction = (typeof VAT_ACTIONS)[number];

/** Amounts that belong together: net + vat = gross. */
export interface VatSums {
  readonly net: Rational;
  readonly vat: Rational;
  readonly gross: Rational;
}

/** An amount, rounded already: net, gross or the tax itself, as the action takes it. */
export interface TaxedAmount {
  readonly amount: Rational;
  /** In percent. */
  readonly rate: Rational;
  /** In place of the action of the bill. */
  readonly action?: VatAction | undefined;
}

export interface RateSums extends VatSums {
  readonly rate: Rational;
}

const HUNDRED = rational(100n);
const NOTHING: VatSums = { net: ZERO, vat: ZERO, gross: ZERO };

/** What the rate makes of an amount, before it is rounded: the tax, or where that is known, the net amount. */
function unrounded(action: VatAction, { amount, rate }: TaxedAmount): Rational {
  if (action === 'add') return divide(multiply(amount, rate), HUNDRED);
  if (action === 'remove') return divide(multiply(amount, rate), add(HUNDRED, rate));
  return divide(multiply(amount, HUNDRED), rate);
}

/** An amount with what was worked out from it. */
function sumsOf(action: VatAction, amount: Rational, other: Rational): VatSums {
  if (action === 'add') return { net: amount, vat: other, gross: add(amount, other) };
  if (action === 'remove') return { net: subtract(amount, other), vat: other, gross: amount };
  return { net: other, vat: amount, gross: add(other, amount) };
}

const together = (a: VatSums, b: VatSums): VatSums => ({
  net: add(a.net, b.net),
  vat: add(a.vat, b.vat),
  gross: add(a.gross, b.gross),
});

/**
 * VAT of amounts, each rounded by itself (`line`), or worked out from the sum of each rate (`rate`, as EN 16931 does, BR-CO-17). Lines add up
 * to the sums of their rates in both (net and gross lines of one rate are rounded apart): of a rate, a line has what the rounded sum grows by with it. A rate of 0 with `from-vat` is a ContentFault
 * (division by zero).
 */
export function vatSums(
  amounts: readonly TaxedAmount[],
  usual: VatAction,
  { per, places, rounding }: { readonly per: 'line' | 'rate'; readonly places: number; readonly rounding: Rounding },
): { readonly lines: readonly VatSums[]; readonly rates: readonly RateSums[]; readonly total: VatSums } {
  const money = (value: Rational): Rational => roundTo(value, places, rounding);
  const rates = new Map<string, RateSums & { readonly given: Rational }>();
  const lines = amounts.map((taxed): VatSums => {
    const { amount, rate, action = usual } = taxed;
    const key = `${action} ${rate.numerator}/${rate.denominator}`;
    const before = rates.get(key) ?? { ...NOTHING, rate, given: ZERO };
    const given = add(before.given, amount);
    const grown = sumsOf(action, given, money(unrounded(action, { amount: given, rate })));
    const alone = sumsOf(action, amount, money(unrounded(action, taxed)));
    const own: VatSums =
      per === 'line'
        ? alone
        : {
            net: subtract(grown.net, before.net),
            vat: subtract(grown.vat, before.vat),
            gross: subtract(grown.gross, before.gross),
          };
    rates.set(key, { ...together(before, own), rate, given });
    return own;
  });
  const groups: RateSums[] = [];
  for (const { given: _, ...sums } of rates.values()) {
    const same = groups.findIndex(({ rate }) => subtract(rate, sums.rate).numerator === 0n);
    const known = groups[same];
    if (known === undefined) groups.push(sums);
    else groups[same] = { ...together(known, sums), rate: known.rate };
  }
  return { lines, rates: groups, total: groups.reduce<VatSums>(together, NOTHING) };
}
