import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { place } from '../../core/shared-data.js';
import { multiply, type Rational, ROUNDINGS, roundTo, toFixed } from '../../lib/numbers/rational.js';
import { VAT_ACTIONS, type VatSums, vatSums } from '../../lib/prices/vat.js';
import { decimalsOption, moneyOption } from './_money.js';
import { exactly, PRICE_LINES_NOTE, plainText, readPrices } from './_price-lines.js';

const ACTIONS = { net: 'add', gross: 'remove' } as const;

const amount = (what: string) => z.string().describe(what);

const sums = {
  net: amount('Amount without VAT.'),
  vat: amount('VAT.'),
  gross: amount('Amount with VAT.'),
};

export default defineTool({
  id: 'vat-calculator',
  title: 'VAT Calculator',
  summary: 'Adds VAT, GST or sales tax to prices, takes it out of them, or sums up the lines of a bill by rate.',
  family: 'finance-everyday',
  class: 'standard',
  input: 'optional',
  options: {
    action: z
      .enum(VAT_ACTIONS)
      .default('add')
      .describe('Adds VAT to net prices, removes it from gross prices, or finds both where only the VAT is known.'),
    amount: moneyOption(0, 0, 'The price, or the VAT for from-vat; 0 where "input" has lines.'),
    rate: z.number().min(0).max(100).default(20).describe('Rate in percent, of lines that have no rate of their own.'),
    roundPer: z
      .enum(['rate', 'line'])
      .default('rate')
      .describe('Rounds the VAT once per rate, as invoices do, or on each line, as receipts do.'),
    rounding: z
      .enum(ROUNDINGS)
      .default('half-up')
      .describe('Rounding of half a cent, or of every part of a cent: up is away from zero, down towards zero.'),
    decimals: decimalsOption(),
  },
  result: 'data',
  data: z.object({
    ...sums,
    rates: z
      .array(z.object({ ratePercent: amount('Rate in percent.'), ...sums }))
      .describe('Sums per rate, in the order in which the rates appear.'),
    lines: z
      .array(
        z.object({
          line: place('Line of the input, or place in the JSON list.'),
          description: z.string().describe('What is sold.'),
          quantity: amount('Quantity.'),
          unitPrice: amount('Price of one, as given.'),
          ratePercent: amount('Rate in percent.'),
          ...sums,
        }),
      )
      .optional()
      .describe('Lines of the input, in their order.'),
  }),
  notes: [
    'Lines in "input": a description, the price, and the rate if it is another than "rate": Coffee 2 x 3.50 7%. With semicolons or tabs: Coffee; 2; 3.50; 7.',
    'Or JSON: a list of objects with "description", "quantity", "unitPrice" and "vatRate", as invoice-generator has them.',
    'Words beside a price say whether its VAT is in it, whatever "action" is: 119 incl. 19%, 119 gross, 100 net, 100 + 19%, 100 plus VAT. So does a heading of fields: Item; Gross; Rate.',
    PRICE_LINES_NOTE,
    'Quantity by price is rounded first. With "roundPer" as "rate" the lines of a rate still add up to its sums, so the VAT of a line can be a cent from that of the line alone.',
    'Rates of countries are not built in: they change, and depend on what is sold.',
    'Amounts are exact fractions until they are rounded, and are text with fixed decimals.',
  ],
  aliases: [
    'vat calculator',
    'gst calculator',
    'sales tax calculator',
    'add vat to a price',
    'remove vat from a price',
    'price without tax',
    'price before tax',
    'net to gross price',
    'gross to net price',
    'reverse vat',
    'mehrwertsteuer rechner',
    'tax on a bill by rate',
  ],
  verified: [
    'Python 3.11 decimal: 400 random bills of up to 12 lines with several rates and returns, added and removed, rounded per line and per rate in all four ways: every line, rate and total.',
  ],
  examples: [
    {
      title: 'A price with 20 % VAT',
      options: { amount: 100 },
      output: {
        data: {
          net: '100.00',
          vat: '20.00',
          gross: '120.00',
          rates: [{ ratePercent: '20', net: '100.00', vat: '20.00', gross: '120.00' }],
        },
      },
    },
    {
      title: 'The VAT in a price of 119',
      options: { action: 'remove', amount: 119, rate: 19 },
      output: {
        data: {
          net: '100.00',
          vat: '19.00',
          gross: '119.00',
          rates: [{ ratePercent: '19', net: '100.00', vat: '19.00', gross: '119.00' }],
        },
      },
    },
    {
      title: 'Lines with several rates',
      input: 'Coffee 2 x 3.50 7%\nMug 12.90\n',
      options: { rate: 19 },
      output: {
        data: {
          net: '19.90',
          vat: '2.94',
          gross: '22.84',
          rates: [
            { ratePercent: '7', net: '7.00', vat: '0.49', gross: '7.49' },
            { ratePercent: '19', net: '12.90', vat: '2.45', gross: '15.35' },
          ],
          lines: [
            {
              line: 1,
              description: 'Coffee',
              quantity: '2',
              unitPrice: '3.5',
              ratePercent: '7',
              net: '7.00',
              vat: '0.49',
              gross: '7.49',
            },
            {
              line: 2,
              description: 'Mug',
              quantity: '1',
              unitPrice: '12.9',
              ratePercent: '19',
              net: '12.90',
              vat: '2.45',
              gross: '15.35',
            },
          ],
        },
      },
    },
    {
      title: 'A line without a price',
      input: 'Coffee 3.50\nMug',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: a line must have a price, such as Coffee 2 x 3.50, got "Mug"',
      },
    },
    {
      title: 'Neither a price nor lines',
      error: { code: 'INVALID_INPUT', message: 'Option "amount" must be greater than 0 where "input" has no lines' },
    },
    {
      title: 'Both a price and lines',
      input: 'Mug 12.90',
      options: { amount: 5 },
      error: { code: 'INVALID_INPUT', message: 'Option "amount" must be 0 where "input" has lines, got 5' },
    },
    {
      title: 'Two rates on a line',
      input: 'Mug 12.90 7% 19%',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: a line must have at most one rate, got 2',
      },
    },
    {
      title: 'VAT at a rate of 0',
      options: { action: 'from-vat', amount: 5, rate: 0 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Rates must be greater than 0 where only the VAT is known',
      },
    },
  ],
  run({ input, options }) {
    const { action, rate, roundPer, rounding, decimals } = options;
    const hasLines = input.trim() !== '';
    if (hasLines && options.amount > 0)
      throw invalid(`Option "amount" must be 0 where "input" has lines, got ${options.amount}`);
    if (!hasLines && options.amount === 0)
      throw invalid('Option "amount" must be greater than 0 where "input" has no lines');
    const usual = exactly(rate);
    const lines = hasLines ? readPrices(input, 'vatRate') : [];
    const told = action === 'from-vat' ? lines.find(({ basis }) => basis !== undefined) : undefined;
    if (told !== undefined)
      throw invalid(
        `Cannot read property "input": line ${told.line}: the price is ${told.basis}, but option "action" is from-vat`,
      );
    const twice = lines.find(({ percents }) => percents.length > 1);
    if (twice !== undefined)
      throw invalid(
        `Cannot read property "input": line ${twice.line}: a line must have at most one rate, got ${twice.percents.length}`,
      );
    const money = (value: Rational): Rational => roundTo(value, decimals, rounding);
    const amounts = hasLines
      ? lines.map(({ quantity, unitPrice, percents: [own], basis }) => ({
          amount: money(multiply(quantity, unitPrice)),
          rate: own ?? usual,
          action: basis && ACTIONS[basis],
        }))
      : [{ amount: money(exactly(options.amount)), rate: usual }];
    if (action === 'from-vat' && amounts.some((taxed) => taxed.rate.numerator === 0n))
      throw invalid('Rates must be greater than 0 where only the VAT is known');
    const result = vatSums(amounts, action, { per: roundPer, places: decimals, rounding });
    const shown = ({ net, vat, gross }: VatSums) => ({
      net: toFixed(net, decimals),
      vat: toFixed(vat, decimals),
      gross: toFixed(gross, decimals),
    });
    const bill = {
      ...shown(result.total),
      rates: result.rates.map((group) => ({ ratePercent: plainText(group.rate), ...shown(group) })),
    };
    if (!hasLines) return json(bill);
    const rows = lines.map(({ line, description, quantity, unitPrice }, i) => ({
      line,
      description,
      quantity: plainText(quantity),
      unitPrice: plainText(unitPrice),
      ratePercent: plainText(amounts[i]?.rate ?? usual),
      ...shown(result.lines[i] ?? result.total),
    }));
    return json({ ...bill, lines: rows });
  },
});
