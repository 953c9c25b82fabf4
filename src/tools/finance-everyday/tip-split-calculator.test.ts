import { describe, expect, it } from 'vitest';

import { settle, splitCents } from '../../lib/shared-costs/split.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tipSplitCalculator from './tip-split-calculator.js';

const hasPython = hasProgram('python3', ['--version'], 'tip-split-calculator against fractions of Python');

interface Bill {
  readonly tip: string;
  readonly tipPercent: number;
  readonly total: string;
  readonly people: readonly { readonly name: string; readonly amount: string }[];
}

interface Settlement {
  readonly total: string;
  readonly people: readonly {
    readonly name: string;
    readonly paid: string;
    readonly share: string;
    readonly balance: string;
  }[];
  readonly payments: readonly { readonly from: string; readonly to: string; readonly amount: string }[];
  readonly isFewest: boolean;
}

async function data<Data>(request: Parameters<typeof runTool>[1]): Promise<Data> {
  const answer = await runTool(tipSplitCalculator, request);
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Data;
}
const bill = (options: Record<string, unknown>): Promise<Bill> => data({ options });
const settled = (input: string, options: Record<string, unknown> = {}): Promise<Settlement> => data({ input, options });
const message = async (input: string): Promise<string | undefined> =>
  (await runTool(tipSplitCalculator, { input })).message;

/** Whole numbers below `below`, the same on every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('bills', () => {
  it.skipIf(!hasPython)('as Python splits them, with exact fractions', async () => {
    const draw = numbers(7);
    const bills = Array.from({ length: 300 }, () => {
      const total = (1 + draw(99_999)) / 100;
      const weights = Array.from({ length: 1 + draw(6) }, () => (1 + draw(40)) / 10);
      return { total, tax: Math.floor(total * draw(20)) / 100, tipPercent: draw(60) / 2, weights };
    });
    const script = `
import json, sys
from fractions import Fraction as F
from decimal import Decimal, ROUND_HALF_UP
out = []
for b in json.load(sys.stdin, parse_float=Decimal):
    total, tax, percent = (Decimal(b[k]) for k in ("total", "tax", "tipPercent"))
    tip = ((total - tax) * percent / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
    weights = [F(Decimal(w)) for w in b["weights"]]
    shares = [float(F(total + tip) * w / sum(weights)) for w in weights]
    out.append([str(tip), str((total + tip).quantize(Decimal("0.01"))), shares])
print(json.dumps(out))`;
    const expected = JSON.parse(runProgram('python3', ['-c', script], JSON.stringify(bills)).toString()) as [
      string,
      string,
      number[],
    ][];
    for (const [i, { weights, ...options }] of bills.entries()) {
      const shares = weights.map((weight, j) => `P${j}*${weight}`).join(', ');
      const own = await bill({ ...options, shares });
      const [tip, total, parts] = expected[i]!;
      expect([own.tip, own.total]).toEqual([tip, total]);
      const cents = own.people.map(({ amount }) => Math.round(100 * Number(amount)));
      expect(cents.reduce((a, b) => a + b, 0)).toBe(Math.round(100 * Number(total)));
      for (const [j, part] of parts.entries()) expect(Math.abs(cents[j]! - 100 * part)).toBeLessThan(1);
    }
  });

  it('round the tip up to whole totals or shares, in any number of decimals', async () => {
    expect(await bill({ total: 47.3, rounding: 'whole-total' })).toMatchObject({
      total: '55.00',
      tip: '7.70',
      people: [{ amount: '27.50' }, { amount: '27.50' }],
    });
    expect(await bill({ total: 47.3, rounding: 'whole-share', people: 3 })).toMatchObject({
      total: '57.00',
      people: [{ amount: '19.00' }, {}, {}],
    });
    expect(await bill({ total: 1000, decimals: 0, people: 3, tipPercent: 0 })).toMatchObject({
      people: [{ amount: '334' }, { amount: '333' }, { amount: '333' }],
    });
    expect(await bill({ total: 10, tax: 10 })).toMatchObject({ tip: '0.00', tipPercent: 0, total: '10.00' });
    expect((await bill({ total: 0.01, people: 1_000, tipPercent: 0 })).people[0]).toEqual({
      name: 'Person 1',
      amount: '0.01',
    });
  });
});

/** The fewest payments are people less the most groups that settle alone: all divisions, one by one. */
function fewest(balances: readonly bigint[]): number {
  const open = balances.filter((balance) => balance !== 0n);
  let groups = 0;
  const place = (i: number, sums: readonly bigint[]): void => {
    const balance = open[i];
    if (balance === undefined) {
      if (sums.every((sum) => sum === 0n)) groups = Math.max(groups, sums.length);
      return;
    }
    for (let j = 0; j <= sums.length; j++)
      place(i + 1, j === sums.length ? [...sums, balance] : sums.map((sum, k) => (k === j ? sum + balance : sum)));
  };
  place(0, []);
  return open.length - groups;
}

describe('debts', () => {
  it('are settled with the fewest payments, against all divisions into groups', () => {
    const draw = numbers(3);
    for (let round = 0; round < 200; round++) {
      const balances = Array.from({ length: 1 + draw(6) }, () => BigInt(draw(9) - 4));
      balances.push(-balances.reduce((a, b) => a + b, 0n));
      const { payments, isFewest } = settle(balances);
      const left = [...balances];
      for (const { from, to, cents } of payments) {
        expect(cents > 0n).toBe(true);
        left[from]! += cents;
        left[to]! -= cents;
      }
      expect(left.every((balance) => balance === 0n)).toBe(true);
      expect([payments.length, isFewest]).toEqual([fewest(balances), true]);
    }
  });

  it('of many people are settled too, and it is said that fewer payments may do', () => {
    const balances = Array.from({ length: 999 }, (_, i) => BigInt((i * 7919) % 1_000) - 500n);
    balances.push(-balances.reduce((a, b) => a + b, 0n));
    const { payments, isFewest } = settle(balances);
    expect(isFewest).toBe(false);
    expect(payments.length).toBeLessThan(1_000);
  });

  it('parts of an amount have it as their sum, whatever the weights', () => {
    const draw = numbers(11);
    for (let round = 0; round < 300; round++) {
      const weights = Array.from({ length: 1 + draw(20) }, () => BigInt(1 + draw(1_000)));
      const amount = BigInt(draw(1_000_000));
      const parts = splitCents(amount, weights);
      expect(parts.reduce((a, b) => a + b, 0n)).toBe(amount);
    }
  });
});

describe('lists of expenses', () => {
  it('are read as people write them', async () => {
    const { people, total } = await settled(
      '# trip\r\nAnn Lee: $1,234.50 hotel for two nights for Ann Lee, Ben*3\r\nben;12,50;taxi\r\nCID 0\r\n',
    );
    expect(total).toBe('1247.00');
    expect(people.map(({ name, paid }) => [name, paid])).toEqual([
      ['Ann Lee', '1234.50'],
      ['Ben', '12.50'],
      ['CID', '0.00'],
    ]);
    expect(people[0]!.share).toBe('312.80');
    expect(people.reduce((sum, { balance }) => sum + Math.round(100 * Number(balance)), 0)).toBe(0);
  });

  it('may say "paid" and "for everyone"', async () => {
    const { people } = await settled('Ann Lee paid 60 dinner for everyone\nBen has paid 30 for us all\nPaid: 0\n');
    expect(people.map(({ name, paid, share }) => [name, paid, share])).toEqual([
      ['Ann Lee', '60.00', '30.00'],
      ['Ben', '30.00', '30.00'],
      ['Paid', '0.00', '30.00'],
    ]);
  });

  it.each([
    [
      'Ann: 0\nBen paid 60 for dinner',
      'line 2: names must follow "for", but "dinner" has no line: write what it was for without "for", or add a line "dinner: 0"',
    ],
    ['Ann: 1.234', 'line 1: an amount has at most 2 decimals, got "1.234"'],
    ['\nAnn: x', 'line 2: an expense must be a name and an amount, such as Ann: 12.50, got "Ann: x"'],
    ['Ann: 5 for Ben*0', 'line 1: at least one share must have a weight greater than 0'],
    ['# nothing', 'it has no expenses'],
  ])('%j', async (input, fault) => {
    expect(await message(input)).toBe(`Cannot read property "input": ${fault}`);
  });

  it('have at most 2,000 lines, and a million characters end soon', async () => {
    expect(await message('Ann: 1\n'.repeat(2_001))).toContain('at most 2000 expenses, got 2001');
    for (const part of ['a', 'a ', '1 ', ':', 'for ', ' for a,', 'a: 1 for b*', '\n']) {
      const answer = await runTool(tipSplitCalculator, { input: part.repeat(Math.floor(1_000_000 / part.length)) });
      expect([200, 400, 413]).toContain(answer.status);
    }
    const many = Array.from(
      { length: 2_000 },
      (_, i) => `P${i % 999}: ${i}.5 x for P${(i * 7) % 999}, P${(i * 13) % 999}*2`,
    ).join('\n');
    expect((await settled(many)).payments.length).toBeLessThan(999);
  });
});

it.each([
  ['85.50', '98.33'],
  ['$1,085.50', '1248.33'],
  ['bill: 85,50', '98.33'],
])('takes %j for the bill', async (input, total) => {
  const { data, message } = await runTool(tipSplitCalculator, { input });
  expect([message, (data as { total?: string } | undefined)?.total]).toEqual([undefined, total]);
});

it.each([
  ['85.50', { total: 10 }, 'Option "total" must be 0 where "input" is the bill, got 10'],
  ['1.500', {}, 'Cannot read property "input": the bill must have at most 2 decimals, got "1.500"'],
])('refuses %j with %j', async (input, options, message) => {
  expect((await runTool(tipSplitCalculator, { input, options })).message).toBe(message);
});

// By hand.
it.each([
  ['$120.50 for 4 people with 20% tip', '144.60', ['36.15', '36.15', '36.15', '36.15']],
  ['Bill: 86,40 € 3 people', '99.36', ['33.12', '33.12', '33.12']],
  ['45 + 20%', '54.00', ['27.00', '27.00']],
])('a bill is said: %s', async (input, total, amounts) => {
  const { data } = await runTool(tipSplitCalculator, { input });
  const bill = data as { total: string; people: { amount: string }[] };
  expect([bill.total, bill.people.map(({ amount }) => amount)]).toEqual([total, amounts]);
});

it('expenses in one line are those of each, and cents left over are left over once', async () => {
  const { data } = await runTool(tipSplitCalculator, { input: 'Ann 20, Ben paid 30, Cid: 10' });
  expect((data as { people: unknown }).people).toEqual([
    { name: 'Ann', paid: '20.00', share: '20.00', balance: '0.00' },
    { name: 'Ben', paid: '30.00', share: '20.00', balance: '10.00' },
    { name: 'Cid', paid: '10.00', share: '20.00', balance: '-10.00' },
  ]);
});

it('nobody is called like an amount, and nothing is said twice', async () => {
  expect((await runTool(tipSplitCalculator, { input: '$120 for 4' })).message).toBe(
    'Cannot read property "input": line 1: an expense must be a name and an amount, such as Ann: 12.50, got "$120 for 4"',
  );
  expect((await runTool(tipSplitCalculator, { input: '$120 for 4 people', options: { people: 3 } })).message).toBe(
    'Only one of property "input" and option "people" can be given',
  );
  expect((await runTool(tipSplitCalculator, { input: 'Ann: 20, dinner\nBen 0' })).status).toBe(200);
});
