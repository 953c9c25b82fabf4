import { expect, it } from 'vitest';

import type { Tool } from '../../core/index.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import compoundInterest from './compound-interest-calculator.js';
import loan from './loan-calculator.js';

/** What a sentence gives is what the options give that mean the same. */
it.each<[Tool, string, Record<string, unknown>]>([
  [loan, '200000 at 3.5% for 30 years', { principal: 200_000, rate: 3.5 }],
  [loan, '$15k car loan, 6% over 48 months', { principal: 15_000, rate: 6, months: 48 }],
  [loan, 'How much is a mortgage of 350.000 € at 4,1 % for 25 years?', { principal: 350_000, rate: 4.1, months: 300 }],
  [loan, '10,000 USD, 5 percent, 2 years 6 months', { principal: 10_000, months: 30 }],
  [loan, '15000 at 6% paying 400 a month', { principal: 15_000, rate: 6, payment: 400 }],
  [loan, '1.5 million at 4% over 20 yrs', { principal: 1_500_000, rate: 4, months: 240 }],
  [compoundInterest, '1 000 at 5% for 10 years', {}],
  [compoundInterest, '100 a month at 4% for 20 years', { principal: 0, rate: 4, years: 20, contribution: 100 }],
  [
    compoundInterest,
    'invest 5k at 7% compounded yearly for 30 years, adding 200 monthly',
    { principal: 5000, rate: 7, years: 30, contribution: 200, compounding: 'yearly' },
  ],
  [
    compoundInterest,
    '£500 per quarter for 18 months at 3% p.a.',
    { principal: 0, rate: 3, years: 1.5, contribution: 500, contributionPeriod: 'quarterly' },
  ],
])('%#: %s', async (tool, input, options) => {
  const said = await runTool(tool, { input });
  expect(said.status, said.message).toBe(200);
  expect(said.data).toEqual((await runTool(tool, { options })).data);
});

it('the payment of 200,000 at 3.5 % for 30 years is the 898.09 that lenders print', async () => {
  const { data } = await runTool(loan, { input: '200000 at 3.5% for 30 years' });
  expect((data as { payment: string }).payment).toBe('898.09');
});

it.each<[Tool, string, Record<string, unknown>, string]>([
  [loan, 'hello', {}, 'Cannot read property "input": expected something like'],
  [loan, '200000 and 300000 at 3% for 10 years', {}, 'Cannot read property "input": expected something like'],
  [loan, '200000 for 30 years', {}, 'Cannot read property "input": expected an amount and a yearly rate'],
  [loan, '200000 at 5%', {}, 'Cannot read property "input": expected a term or a payment per month'],
  [loan, '200000 at 5% for 200 years', {}, 'Input must name a term of 1 to 1200 whole months, got 2400'],
  [loan, '200000 at 500% for 2 years', {}, 'Input must name a rate of at most 100 percent, got 500'],
  [loan, '9000000 million at 5% for 2 years', {}, 'Input must name amounts of at most'],
  [loan, '1000 at 5% for 2 years', { rate: 4 }, 'Only one of property "input" and option "rate" can be given'],
  [compoundInterest, '1000 for 10 years', {}, 'Cannot read property "input": expected an amount, a yearly rate'],
  [compoundInterest, '1000 at 5% for 300 years', {}, 'Input must name a term of at most 200 years, got 300'],
])('refused: %#', async (tool, input, options, message) => {
  const answer = await runTool(tool, { input, options });
  expect([answer.status, answer.message?.slice(0, message.length)]).toEqual([400, message]);
});

exhaustive('long texts are refused at once', async () => {
  for (const part of [' ', '1 ', '1', '1.', '% ', '$', '1 year ', 'a', ' a month'])
    expect((await runTool(loan, { input: `1${part.repeat(900_000 / part.length)}` })).status).toBe(400);
});
