import { inPart } from '../../lib/faults.js';
import {
  add,
  compare,
  divide,
  multiply,
  type Rational,
  rational,
  roundTo,
  subtract,
  toFixed,
  ZERO,
} from '../../lib/numbers/rational.js';
import { type Discount, discounted, undiscounted } from '../../lib/prices/discounts.js';
import type { PriceLine } from '../../lib/prices/price-lines.js';
import { plainText } from './_price-lines.js';

const HUNDRED = rational(100n);

/** In percent with up to four decimals; of nothing, 0. */
const percentText = (part: Rational, whole: Rational): string =>
  whole.numerator === 0n ? '0' : plainText(roundTo(divide(multiply(part, HUNDRED), whole), 4, 'half-up'));

/** A whole chain of discounts on one price, each step rounded as a price tag is. */
function chain(price: Rational, discounts: readonly Discount[], money: (value: Rational) => Rational) {
  let left = price;
  const steps = discounts.map((discount) => {
    const next = money(discounted(left, discount));
    const step = { discount: discount.text, off: subtract(left, next), price: next };
    left = next;
    return step;
  });
  return { left, steps };
}

interface Sale {
  readonly before: Rational;
  readonly after: Rational;
}

/** What every answer about a price says: before, after, saved, and with tax. */
export function saleReport({ before, after }: Sale, taxPercent: Rational, decimals: number) {
  const shown = (value: Rational): string => toFixed(value, decimals);
  const saved = subtract(before, after);
  const tax = roundTo(multiply(after, divide(taxPercent, HUNDRED)), decimals, 'half-up');
  return {
    before: shown(before),
    after: shown(after),
    saved: shown(saved),
    savedPercent: percentText(saved, before),
    tax: shown(tax),
    total: shown(add(after, tax)),
  };
}

/** A price, or the lines of a basket with discounts of their own, with discounts on the whole. Throws ContentFault. */
export function discountReport(
  { price, lines, discounts }: { price: Rational; lines: readonly PriceLine[]; discounts: readonly Discount[] },
  taxPercent: Rational,
  decimals: number,
) {
  const money = (value: Rational): Rational => roundTo(value, decimals, 'half-up');
  const shown = (value: Rational): string => toFixed(value, decimals);
  const rows = lines.map((line) => {
    const before = money(multiply(line.quantity, line.unitPrice));
    const own = line.percents.map((value): Discount => ({ kind: 'percent', value, text: `${plainText(value)}%` }));
    return { line, before, after: chain(before, own, money).left };
  });
  const sum = (values: readonly Rational[]): Rational => values.reduce(add, ZERO);
  const before = lines.length === 0 ? money(price) : sum(rows.map((row) => row.before));
  const inLines = lines.length === 0 ? before : sum(rows.map((row) => row.after));
  const { left, steps } = chain(inLines, discounts, money);
  const report = {
    ...saleReport({ before, after: left }, taxPercent, decimals),
    steps: steps.map((step) => ({ discount: step.discount, off: shown(step.off), price: shown(step.price) })),
  };
  if (lines.length === 0) return report;
  const told = rows.map(({ line: { line, description, quantity, unitPrice }, ...sums }) => ({
    line,
    description,
    quantity: plainText(quantity),
    unitPrice: plainText(unitPrice),
    before: shown(sums.before),
    after: shown(sums.after),
  }));
  return { ...report, lines: told };
}

/** The price before discounts, from what was paid. Throws ContentFault where nothing was left. */
export function originalPrice(paid: Rational, discounts: readonly Discount[], decimals: number): Rational {
  const before = discounts.reduceRight(
    (price, discount) => inPart(discount.text, () => undiscounted(price, discount)),
    paid,
  );
  return roundTo(before, decimals, 'half-up');
}

/** Cost and price with margin (of the price) and markup (of the cost). */
export function marginReport(cost: Rational, price: Rational, decimals: number) {
  const profit = subtract(price, cost);
  return {
    cost: toFixed(cost, decimals, 'half-up'),
    price: toFixed(price, decimals, 'half-up'),
    profit: toFixed(profit, decimals, 'half-up'),
    marginPercent: percentText(profit, price),
    markupPercent: cost.numerator === 0n ? null : percentText(profit, cost),
  };
}

/** Units after which fixed costs and the wanted profit are earned; `undefined` where no number of them does it. */
export function breakEven(
  { fixedCosts, profit, cost, price }: Readonly<Record<'fixedCosts' | 'profit' | 'cost' | 'price', Rational>>,
  decimals: number,
) {
  const contribution = subtract(price, cost);
  if (compare(contribution, ZERO) <= 0) return undefined;
  const needed = divide(add(fixedCosts, profit), contribution);
  const units = -(-needed.numerator / needed.denominator) + (needed.numerator % needed.denominator === 0n ? 0n : 1n);
  const many = rational(units);
  const shown = (value: Rational): string => toFixed(value, decimals, 'half-up');
  return {
    units: String(units),
    exactUnits: plainText(roundTo(needed, 4, 'half-up')),
    revenue: shown(multiply(many, price)),
    costs: shown(add(fixedCosts, multiply(many, cost))),
    profit: shown(subtract(multiply(many, contribution), fixedCosts)),
    contribution: shown(contribution),
    contributionPercent: percentText(contribution, price),
  };
}
