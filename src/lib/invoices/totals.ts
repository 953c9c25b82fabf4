import { add, multiply, type Rational, rational, roundTo, subtract, ZERO } from '../numbers/rational.js';
import type { Adjustment, InvoiceDocument, InvoiceLine, TotalName, VatRate } from './document.js';

/** Amounts of a line. */
export interface LineSums {
  /** Quantity by price. */
  readonly gross: Rational;
  readonly discount: Rational;
  readonly net: Rational;
}

/** A row of the VAT breakdown. */
export interface VatGroup extends VatRate {
  readonly base: Rational;
  readonly tax: Rational;
}

export interface InvoiceSums {
  readonly lines: readonly LineSums[];
  /** Amounts of the discounts and charges, in their order. */
  readonly discounts: readonly Rational[];
  readonly charges: readonly Rational[];
  readonly vat: readonly VatGroup[];
  readonly totals: Readonly<Record<TotalName, Rational>>;
}

const sum = (values: readonly Rational[]): Rational => values.reduce(add, ZERO);

/**
 * All sums of a document, each rounded half up to the digits of its currency (EN 16931-1, BR-CO-10 to BR-CO-17): the net amount of a line is rounded,
 * VAT is worked out for each category and rate from the sum of its net amounts.
 */
export function invoiceSums(document: InvoiceDocument, digits: number): InvoiceSums {
  const money = (value: Rational): Rational => roundTo(value, digits, 'half-up');
  const share = (value: Rational, percent: Rational): Rational =>
    money(multiply(value, multiply(percent, rational(1n, 100n))));
  const lines = document.lines.map((line) => lineSums(line, money, share));
  const lineTotal = sum(lines.map(({ net }) => net));
  const amountOf = ({ amount, percent }: Adjustment): Rational =>
    amount === undefined ? share(lineTotal, percent ?? ZERO) : amount;
  const discounts = document.discounts.map(amountOf);
  const charges = document.charges.map(amountOf);
  const bases = new Map<string, { vat: VatRate; base: Rational }>();
  const put = (vat: VatRate, amount: Rational): void => {
    const key = vatKey(vat);
    const known = bases.get(key);
    bases.set(key, { vat, base: known === undefined ? amount : add(known.base, amount) });
  };
  for (const [i, line] of document.lines.entries()) put(line.vat, lines[i]?.net ?? ZERO);
  for (const [i, { vat }] of document.discounts.entries()) put(vat, subtract(ZERO, discounts[i] ?? ZERO));
  for (const [i, { vat }] of document.charges.entries()) put(vat, charges[i] ?? ZERO);
  const vat = [...bases.values()].map(({ vat, base }) => ({ ...vat, base, tax: share(base, vat.rate) }));
  const [discountTotal, chargeTotal] = [sum(discounts), sum(charges)];
  const netTotal = add(subtract(lineTotal, discountTotal), chargeTotal);
  const vatTotal = sum(vat.map(({ tax }) => tax));
  const grandTotal = add(netTotal, vatTotal);
  const paid = document.paid ?? (document.kind === 'receipt' ? grandTotal : ZERO);
  const amountDue = subtract(grandTotal, paid);
  const totals = { lineTotal, discountTotal, chargeTotal, netTotal, vatTotal, grandTotal, paid, amountDue };
  return { lines, discounts, charges, vat, totals };
}

/** What VAT is broken down by. */
export const vatKey = ({ category, rate }: VatRate): string => `${category} ${rate.numerator}/${rate.denominator}`;

function lineSums(
  { quantity, unitPrice, discount, discountPercent }: InvoiceLine,
  money: (value: Rational) => Rational,
  share: (value: Rational, percent: Rational) => Rational,
): LineSums {
  const gross = money(multiply(quantity, unitPrice));
  const less = discount ?? (discountPercent === undefined ? ZERO : share(gross, discountPercent));
  return { gross, discount: less, net: subtract(gross, less) };
}
