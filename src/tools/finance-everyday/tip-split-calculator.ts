import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { refuseGiven } from '../../formats/said-options.js';
import { readExpenses, readShares } from '../../lib/shared-costs/expenses.js';
import { readSaidBill } from '../../lib/shared-costs/said-bill.js';
import { ROUNDINGS, settleExpenses, splitBill } from './_bill.js';
import { decimalsOption, moneyOption, openMoney } from './_money.js';

const amount = (what: string) => z.string().describe(what);

const MAX_EXPENSES = 2_000;

const MAX_PEOPLE = 1_000;
const USUAL = { tipPercent: 15, people: 2 } as const;

/** The bill where the input says one, with what else it says of it. */
function billOf(input: string, decimals: number) {
  const said = readSaidBill(input);
  if (said === undefined) return undefined;
  if (said.amount.decimals.length > decimals)
    throw invalid(
      `Cannot read property "input": the bill must have at most ${decimals} decimals, got ${quote(input.trim())}`,
    );
  const { people = 1, tipPercent = 0 } = said;
  if (people < 1 || people > MAX_PEOPLE) throw invalid(`Input must name 1 to ${MAX_PEOPLE} people, got ${people}`);
  if (tipPercent > 100) throw invalid(`Input must name a tip of at most 100 percent, got ${tipPercent}`);
  return { ...said, total: Number(`${said.amount.whole}.${said.amount.decimals || '0'}`) };
}

export default defineTool({
  id: 'tip-split-calculator',
  title: 'Tip and Split Calculator',
  summary: 'Adds a tip to a bill and splits it in even or uneven parts, or tells who owes whom after shared expenses.',
  family: 'finance-everyday',
  class: 'standard',
  input: 'optional',
  options: {
    total: moneyOption(0, 0, 'Amount of the bill without the tip; 0 where "input" has a list of expenses.'),
    tax: moneyOption(0, 0, 'Tax in the bill on which no tip is given.'),
    tipPercent: z
      .number()
      .min(0)
      .max(100)
      .default(USUAL.tipPercent)
      .describe('Tip in percent of the bill without that tax.'),
    people: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(MAX_PEOPLE)
      .default(USUAL.people)
      .describe('Number of people who share the bill evenly.'),
    shares: z
      .string()
      .max(5_000)
      .default('')
      .describe('Names and weights of uneven parts: Ann, Ben*2, Cid*0.5; "people" is then ignored.'),
    rounding: z
      .enum(ROUNDINGS)
      .default('cent')
      .describe('Exact to the cent, or the tip rounded up so that the total or each share is a whole number.'),
    decimals: decimalsOption(),
  },
  result: 'data',
  data: z.union([
    z.object({
      bill: amount('The bill.'),
      tip: amount('The tip, with what rounding adds.'),
      tipPercent: z.number().describe('The tip in percent of the bill without its tax.'),
      total: amount('Bill and tip.'),
      people: z
        .array(z.object({ name: z.string().describe('Who pays it.'), amount: amount('Share of the total.') }))
        .describe('Shares; their sum is the total.'),
    }),
    z.object({
      total: amount('All expenses.'),
      people: z
        .array(
          z.object({
            name: z.string().describe('Name, as it is first written.'),
            paid: amount('What was paid by this person.'),
            share: amount('What falls on this person.'),
            balance: amount('The difference: positive for one who gets money back.'),
          }),
        )
        .describe('Everyone who is named.'),
      payments: z
        .array(
          z.object({
            from: z.string().describe('Who pays.'),
            to: z.string().describe('Who gets it.'),
            amount: amount('How much.'),
          }),
        )
        .describe('Payments after which nobody owes anything.'),
      isFewest: z.boolean().describe('Whether no fewer payments would do; false above 16 people with open balances.'),
    }),
  ]),
  notes: [
    'Decimal arithmetic. Shares add up to the total: cents left over go to the parts with the largest remainders, of equal ones to the first.',
    'A bill in "input" may be said: 86.40, or $120.50 for 4 people with 20% tip.',
    'Expenses, one per line in "input", or several as Ann 20, Ben 30: who paid, the amount, and what for if wanted; at the end "for" and names where not everyone shares it, with weights as in "Ben*2". Ann: 30 dinner for Ann, Ben*2. At least one of the names must have a line, as "for dinner" could be anybody.',
    'Somebody who paid nothing and shares everything is named with 0. Names that differ in case alone are one person. Lines that begin with # are skipped.',
    'The fewest payments are found by looking at all groups that can settle among themselves; above 16 people the largest debt is paid to the largest claim, again and again.',
    'Amounts are text with fixed decimals, so that no reader turns them into binary fractions.',
  ],
  aliases: [
    'split the bill with tip',
    'tip calculator',
    'bill splitter',
    'who owes whom',
    'split expenses',
    'splitwise',
    'gratuity calculator',
    'share costs of a trip',
    'settle debts with fewest payments',
    'divide restaurant bill',
    'how much tip',
  ],
  verified: [
    'Python 3.11 fractions: 300 random bills, tip and every share; shares add up to the total and are less than a cent from the exact ones.',
    'All divisions of up to seven people into groups, searched one by one in 200 random lists: never fewer payments.',
  ],
  examples: [
    {
      title: 'Three friends and 20 %',
      options: { total: 100, tipPercent: 20, people: 3, shares: '' },
      output: {
        data: {
          bill: '100.00',
          tip: '20.00',
          tipPercent: 20,
          total: '120.00',
          people: [
            { name: 'Person 1', amount: '40.00' },
            { name: 'Person 2', amount: '40.00' },
            { name: 'Person 3', amount: '40.00' },
          ],
        },
      },
    },
    {
      title: 'Uneven parts, a tip on the net amount, and whole shares',
      options: { total: 85.5, tax: 6.84, tipPercent: 18, shares: 'Ann, Ben*2', rounding: 'whole-share' },
      output: {
        data: {
          bill: '85.50',
          tip: '15.50',
          tipPercent: 19.71,
          total: '101.00',
          people: [
            { name: 'Ann', amount: '34.00' },
            { name: 'Ben', amount: '67.00' },
          ],
        },
      },
    },
    {
      title: 'A weekend: who owes whom',
      input: 'Ann: 90 hotel\nBen: 30 dinner for Ann, Ben\nCid: 0\n',
      output: {
        data: {
          total: '120.00',
          people: [
            { name: 'Ann', paid: '90.00', share: '45.00', balance: '45.00' },
            { name: 'Ben', paid: '30.00', share: '45.00', balance: '-15.00' },
            { name: 'Cid', paid: '0.00', share: '30.00', balance: '-30.00' },
          ],
          payments: [
            { from: 'Cid', to: 'Ann', amount: '30.00' },
            { from: 'Ben', to: 'Ann', amount: '15.00' },
          ],
          isFewest: true,
        },
      },
    },
    {
      title: 'A line without an amount',
      input: 'Ann: 90\nBen paid',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 2: an expense must be a name and an amount, such as Ann: 12.50, got "Ben paid"',
      },
    },
    {
      title: 'Neither a bill nor expenses',
      options: { total: 0 },
      error: { code: 'INVALID_INPUT', message: 'Option "total" must be greater than 0 where "input" has no expenses' },
    },
    {
      title: 'Both a bill and expenses',
      input: 'Ann: 90',
      options: { total: 20 },
      error: { code: 'INVALID_INPUT', message: 'Option "total" must be 0 where "input" has expenses, got 20' },
    },
    {
      title: 'More tax than bill',
      options: { total: 20, tax: 21 },
      error: { code: 'INVALID_INPUT', message: 'Option "tax" must be at most "total" 20, got 21' },
    },
    {
      title: 'A weight that is not a number',
      options: { total: 20, shares: 'Ann*x' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "shares": a share must be a name, or a name with a weight such as Ann*2, got "Ann*x"',
      },
    },
  ],
  async run({ input, options }) {
    const { tax, shares, rounding, decimals } = options;
    const bill = billOf(input, decimals);
    if (bill !== undefined && options.total > 0)
      throw invalid(`Option "total" must be 0 where "input" is the bill, got ${options.total}`);
    const total = bill?.total ?? options.total;
    if (bill === undefined && input.trim() !== '') {
      if (total > 0) throw invalid(`Option "total" must be 0 where "input" has expenses, got ${total}`);
      return refusing('Cannot read property "input"', () => {
        const expenses = readExpenses(input, decimals, MAX_EXPENSES);
        return json(settleExpenses(expenses, decimals));
      });
    }
    if (total === 0) throw invalid('Option "total" must be greater than 0 where "input" has no expenses');
    if (tax > total) throw invalid(`Option "tax" must be at most "total" ${total}, got ${tax}`);
    refuseGiven({
      people: bill?.people !== undefined && options.people !== USUAL.people,
      tipPercent: bill?.tipPercent !== undefined && options.tipPercent !== USUAL.tipPercent,
    });
    const { people = options.people, tipPercent = options.tipPercent } = bill ?? {};
    const named = refusing('Cannot read option "shares"', () => readShares(shares));
    const sharing =
      named.length > 0 ? named : Array.from({ length: people }, (_, i) => ({ name: `Person ${i + 1}`, weight: 1n }));
    return json(splitBill(await openMoney(), { total, tax, tipPercent, rounding, decimals }, sharing));
  },
});
