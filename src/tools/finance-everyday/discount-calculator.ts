import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { place } from '../../core/shared-data.js';
import { add, divide, multiply, ONE, type Rational, rational, roundTo, subtract } from '../../lib/numbers/rational.js';
import { offeredPrice, readDiscounts, readOffer } from '../../lib/prices/discounts.js';
import { amountOf } from '../../lib/prices/price-lines.js';
import { decimalsOption, moneyOption } from './_money.js';
import { exactly, PRICE_LINES_NOTE, readPrices } from './_price-lines.js';
import { type SaidOffer, saidOffer } from './_said-offer.js';
import { breakEven, discountReport, marginReport, originalPrice, saleReport } from './_sale.js';
import { DISCOUNT_EXAMPLES } from './_sale-examples.js';

const amount = (what: string) => z.string().describe(what);
const percentOption = (most: number, description: string) =>
  z.number().min(0).max(most).default(0).describe(description);

const step = z.object({
  discount: amount('The discount as given.'),
  off: amount('What it takes off.'),
  price: amount('What is left.'),
});

const basketLine = z.object({
  line: place('Line of the input, or place in the JSON list.'),
  description: z.string().describe('What is sold.'),
  quantity: amount('Quantity.'),
  unitPrice: amount('Price of one, as given.'),
  before: amount('Quantity by price.'),
  after: amount('The same after the discounts of the line.'),
});

/** Words between a price and its discount: 80 - 15%, 80 less 15% off. */
const LESS = /[ \t](?:[-–−]|less|minus|with)[ \t]{1,9}(?=\d{1,3}(?:[.,]\d{1,6})? ?%)/gi;
const OFF = /%[ \t]{1,9}(?:off|discount)\b/gi;

/** The discount first: 20% off 85. */
const FIRST = /^[ \t]*(\d{1,3}(?:[.,]\d{1,6})? ?%)[ \t](?:off|discount on|discount of|on|of)[ \t](.+)$/gim;
/** Two prices: was 120, now 90. */
const PRICES = /^(?:was|from|before)[:\s]\s?(\S{1,40}?),?\s(?:is\s)?(?:now|to|after)[:\s]\s?(\S{1,40})$/i;

/** The price before and after, where that is what the text says. */
function twoPrices(input: string): readonly [Rational, Rational] | undefined {
  const [, before, after] = (PRICES.exec(input.trim()) ?? []).map((part) => amountOf(part));
  return before === undefined || after === undefined ? undefined : [before, after];
}

interface Wanted {
  readonly price: number;
  readonly marginPercent: number;
  readonly markupPercent: number;
}

/** The price, as it is given or as margin or markup ask for it. */
function priceOf(cost: Rational, { price, marginPercent, markupPercent }: Wanted): Rational {
  const ways = [price, marginPercent, markupPercent].filter((value) => value > 0).length;
  if (ways !== 1)
    throw invalid(
      `Exactly one of "price", "marginPercent" and "markupPercent" must be greater than 0 for margin, got ${ways}`,
    );
  if (price > 0) return exactly(price);
  if (cost.numerator === 0n) throw invalid('Option "cost" must be greater than 0 where the price is to be found');
  const share = (percent: number): Rational => divide(exactly(percent), rational(100n));
  return markupPercent > 0
    ? multiply(cost, add(ONE, share(markupPercent)))
    : divide(cost, subtract(ONE, share(marginPercent)));
}

export default defineTool({
  id: 'discount-calculator',
  title: 'Discount Calculator',
  summary:
    'Works out sale prices, chained discounts, offers such as 3 for 2, original prices, margin and markup, and the break-even point.',
  family: 'finance-everyday',
  class: 'standard',
  input: 'optional',
  options: {
    action: z
      .enum(['discount', 'original', 'percent', 'multi-buy', 'margin', 'break-even'])
      .default('discount')
      .describe(
        'Finds the price after discounts, the price before them, the discount between two prices, the price of several under an offer, margin and markup, or how many to sell to cover costs.',
      ),
    price: moneyOption(
      0,
      0,
      'Price of one: before discounts, or what was paid for "original"; 0 where "input" has lines.',
    ),
    discounts: z
      .string()
      .max(500)
      .default('')
      .describe('Percentages and amounts, one after another: 20%, or 20% + 10%, or 15%, $5.'),
    salePrice: moneyOption(0, 0, 'Price after the discount, for "percent".'),
    quantity: z.number().multipleOf(1).min(1).max(1_000_000).default(1).describe('Pieces bought, for "multi-buy".'),
    offer: z
      .string()
      .max(60)
      .default('3 for 2')
      .describe('For "multi-buy": 3 for 2, 3 for 9.99, buy 2 get 1 free, 2nd half price, 3rd 30% off.'),
    taxPercent: percentOption(100, 'Sales tax in percent that is added to the price after discounts.'),
    cost: moneyOption(0, 0, 'Cost of one, for "margin" and "break-even".'),
    marginPercent: z
      .number()
      .min(0)
      .max(99.9999)
      .default(0)
      .describe('Wanted profit in percent of the price, for "margin" without a price; 0: not given.'),
    markupPercent: percentOption(
      100_000,
      'Wanted profit in percent of the cost, for "margin" without a price; 0: not given.',
    ),
    fixedCosts: moneyOption(0, 0, 'Costs that do not depend on the number sold, for "break-even".'),
    profit: moneyOption(0, 0, 'Profit wanted on top, for "break-even".'),
    decimals: decimalsOption(),
  },
  result: 'data',
  data: z.union([
    z.object({
      before: amount('Price before discounts.'),
      after: amount('Price after discounts.'),
      saved: amount('The difference; negative where the price went up.'),
      savedPercent: amount('The difference in percent of the price before, with up to four decimals.'),
      tax: amount('Sales tax on the price after discounts.'),
      total: amount('Price after discounts with tax.'),
      perPiece: amount('Price of one piece on average, of offers.').optional(),
      steps: z.array(step).optional().describe('The discounts in their order.'),
      lines: z.array(basketLine).optional().describe('Lines of the input, in their order.'),
    }),
    z.object({
      cost: amount('Cost of one.'),
      price: amount('Price of one.'),
      profit: amount('Price less cost.'),
      marginPercent: amount('Profit in percent of the price.'),
      markupPercent: z.string().nullable().describe('Profit in percent of the cost; null where the cost is 0.'),
    }),
    z.object({
      units: amount('Pieces to sell, a whole number.'),
      exactUnits: amount('The same before it is rounded up, with up to four decimals.'),
      revenue: amount('What they bring in.'),
      costs: amount('What they cost, with the fixed costs.'),
      profit: amount('The difference.'),
      contribution: amount('Price less cost of one.'),
      contributionPercent: amount('The same in percent of the price.'),
    }),
  ]),
  notes: [
    'An amount in "discounts" has decimals or a currency: 5.00, $5, 5 EUR.',
    'Discounts apply one after another: 20% + 10% is 28 % off, not 30 %. Each step is rounded half up to "decimals", as price tags are.',
    'Lines in "input" make a basket: a description, the price, and discounts of the line: Shirt 2 x 19.90 20%. Then "discounts" come off the sum. With semicolons or tabs: Shirt; 2; 19.90; 20.',
    'Or JSON: a list of objects with "description", "quantity", "unitPrice" and "discountPercent", as invoice-generator has them.',
    PRICE_LINES_NOTE,
    'An offer with the price of one is read too: 3 for 2 at 4.99, or 6 x 4.99, buy 2 get 1 free. In "3 for 2" the second number counts pieces, because it is a whole number below the first; in "3 for 2.00", "3 for $2" and "3 for 10" it is a price. Pieces outside a full group cost the full price.',
    'Margin is profit in percent of the price, markup in percent of the cost: a markup of 25 % is a margin of 20 %.',
  ],
  aliases: [
    'discount calculator',
    'percent off',
    'sale price calculator',
    'double discount',
    'original price before discount',
    'margin calculator',
    'markup calculator',
    'profit margin',
    'break even point',
    'buy one get one free',
    '3 for 2 offer',
    'how much do i save',
    'price after discount and tax',
  ],
  verified: [
    'Python 3.11 decimal and fractions: 600 random discounts, baskets, offers, margins and break-even points, every amount.',
  ],
  examples: DISCOUNT_EXAMPLES,
  run({ input, options }) {
    const { action, decimals } = options;
    const money = (value: Rational): Rational => roundTo(value, decimals, 'half-up');
    const given = (name: 'price' | 'salePrice' | 'cost'): Rational => {
      if (options[name] === 0) throw invalid(`Option "${name}" must be greater than 0 for ${action}`);
      return exactly(options[name]);
    };
    const hasLines = input.trim() !== '';
    if (hasLines && action !== 'discount')
      throw invalid(`Property "input" must be empty where "action" is ${action}: only discount reads lines`);
    const tax = exactly(options.taxPercent);
    const discounts = refusing('Cannot read option "discounts"', () => readDiscounts(options.discounts));
    const offerReport = ({ offer, quantity, price }: SaidOffer) => {
      const [one, pieces] = [money(price), rational(BigInt(quantity))];
      const after = money(offeredPrice(offer, quantity, one));
      return json({
        ...saleReport({ before: multiply(one, pieces), after }, tax, decimals),
        perPiece: saleReport({ before: one, after: money(divide(after, pieces)) }, tax, decimals).after,
      });
    };
    if (action === 'discount') {
      if (hasLines && options.price > 0)
        throw invalid(`Option "price" must be 0 where "input" has lines, got ${options.price}`);
      const prices = twoPrices(input);
      if (prices !== undefined && discounts.length === 0)
        return json(saleReport({ before: money(prices[0]), after: money(prices[1]) }, tax, decimals));
      const said = discounts.length === 0 && !/^\s*[[{]/.test(input) ? saidOffer(input) : undefined;
      if (said !== undefined) return offerReport(said);
      const text = input.replace(FIRST, '$2 $1').replace(LESS, ' ').replace(OFF, '%');
      const lines = hasLines ? readPrices(text, 'discountPercent') : [];
      const price = hasLines ? exactly(0) : given('price');
      return refusing('Cannot apply option "discounts"', () =>
        json(discountReport({ price, lines, discounts }, tax, decimals)),
      );
    }
    if (action === 'original') {
      const after = money(given('price'));
      const before = refusing('Cannot apply option "discounts"', () => originalPrice(after, discounts, decimals));
      return json(saleReport({ before, after }, tax, decimals));
    }
    if (action === 'percent')
      return json(saleReport({ before: money(given('price')), after: money(given('salePrice')) }, tax, decimals));
    if (action === 'multi-buy') {
      const offer = refusing('Cannot read option "offer"', () => readOffer(options.offer));
      return offerReport({ offer, quantity: options.quantity, price: given('price') });
    }
    const cost = exactly(options.cost);
    if (action === 'margin') return json(marginReport(cost, priceOf(cost, options), decimals));
    const { fixedCosts, profit } = options;
    const sums = { fixedCosts: exactly(fixedCosts), profit: exactly(profit), cost, price: given('price') };
    const point = breakEven(sums, decimals);
    if (point === undefined)
      throw invalid(`Option "price" must be greater than "cost" ${options.cost} to break even, got ${options.price}`);
    return json(point);
  },
});
