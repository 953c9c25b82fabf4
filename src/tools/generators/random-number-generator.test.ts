import { expect, it } from 'vitest';

import { bigDrawsFrom, distinct, scaled } from '../../lib/chance/numbers.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { seededBytes, unevenness } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './random-number-generator.js';

const run = (options: Readonly<Record<string, unknown>>, input = '', seed = 5) =>
  runTool(tool, { input, options }, { random: seededBytes(seed) });

const lines = async (options: Readonly<Record<string, unknown>>, input = ''): Promise<string[]> => {
  const { status, text, message } = await run(options, input);
  expect(status, message).toBe(200);
  return text!.trimEnd().split('\n');
};

const upTo = (last: number, first = 0): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => String(first + i));

it('numbers, dice, orders and samples are even', async () => {
  expect(unevenness(await lines({ count: 60_000, max: 77 }), upTo(77, 1))).toBeLessThan(1);
  const hundredths = upTo(100).map((n) => (Number(n) / 100 - 0.5).toFixed(2).replace('-0.00', '0.00'));
  expect(unevenness(await lines({ count: 60_000, min: -0.5, max: 0.5, decimals: 2 }), hundredths)).toBeLessThan(1);
  expect(unevenness(await lines({ action: 'roll', count: 60_000 }, 'd20'), upTo(20, 1))).toBeLessThan(1);
  const draw = bigDrawsFrom(seededBytes(8));
  const orders = Array.from({ length: 24_000 }, () => distinct(draw, 4n, 4).join(''));
  const samples = Array.from({ length: 20_000 }, () => distinct(draw, 5n, 2).join(''));
  const all = (items: string[], many: number): string[] =>
    many === 0
      ? ['']
      : items.flatMap((item) =>
          all(
            items.filter((other) => other !== item),
            many - 1,
          ).map((rest) => item + rest),
        );
  expect(unevenness(orders, all(['0', '1', '2', '3'], 4))).toBeLessThan(1);
  expect(unevenness(samples, all(['0', '1', '2', '3', '4'], 2))).toBeLessThan(1);
});

it('ranges beyond 32 bits are even in their last bits and their halves', async () => {
  const wide = (await lines({ count: 20_000, min: -9007199254740991, max: 9007199254740991 })).map(BigInt);
  expect(
    unevenness(
      wide.map((n) => String(n & 15n)),
      upTo(15),
    ),
  ).toBeLessThan(1);
  expect(
    unevenness(
      wide.map((n) => String(n > 0n)),
      ['true', 'false'],
    ),
  ).toBeLessThan(1);
  const long = await lines({ digits: 500, count: 400 });
  for (const number of long) expect(number).toMatch(/^[1-9]\d{499}$/);
  expect(
    unevenness(
      long.map((number) => number[0]!),
      upTo(9, 1),
    ),
  ).toBeLessThan(1);
});

const hasPython = hasProgram('/usr/bin/python3', ['--version'], 'random-number-generator beside Python');
const python = (program: string): number[] =>
  JSON.parse(runProgram('/usr/bin/python3', ['-c', `import json,math,statistics\n${program}`]).toString()) as number[];

/** How uneven values are over the cells between quantiles with the given probabilities. */
function misfit(values: readonly number[], edges: readonly number[], shares: readonly number[]): number {
  const counts = edges.map(() => 0).concat(0);
  for (const value of values) counts[edges.findLastIndex((edge) => value > edge) + 1]!++;
  return counts.reduce(
    (sum, count, i) => sum + (count - shares[i]! * values.length) ** 2 / (shares[i]! * values.length),
    0,
  );
}

/** What chi-square of 19 degrees exceeds one time in 10^9. */
const BOUND_19 = 85;

it.skipIf(!hasPython)('distributions are those of Python', async () => {
  const even = Array.from({ length: 20 }, () => 1 / 20);
  const draw = async (options: Readonly<Record<string, unknown>>) =>
    (await lines({ count: 40_000, decimals: 9, seed: 'x', ...options })).map(Number);
  const normal = python('print(json.dumps([statistics.NormalDist(-3,2.5).inv_cdf(i/20) for i in range(1,20)]))');
  expect(misfit(await draw({ distribution: 'normal', mean: -3, deviation: 2.5 }), normal, even)).toBeLessThan(BOUND_19);
  const exponential = python('print(json.dumps([-7*math.log(1-i/20) for i in range(1,20)]))');
  expect(misfit(await draw({ distribution: 'exponential', mean: 7 }), exponential, even)).toBeLessThan(BOUND_19);
  for (const [mean, first, step] of [
    [9.5, 1, 1],
    [400, 343, 6],
    [20_000, 19_619, 40],
  ] as const) {
    const edges = Array.from({ length: 19 }, (_, i) => first + step * i);
    const shares = python(
      `m=${mean};c=[sum(math.exp(k*math.log(m)-m-math.lgamma(k+1)) for k in range(e+1)) for e in ${JSON.stringify(edges)}]\nprint(json.dumps([b-a for a,b in zip([0]+c,c+[1])]))`,
    );
    expect(misfit(await draw({ distribution: 'poisson', mean }), edges, shares)).toBeLessThan(BOUND_19);
  }
});

it.skipIf(!hasPython)('bounds are scaled to decimals as by Python', () => {
  const random = seededBytes(3);
  const cases = Array.from({ length: 400 }, (_, i) => {
    const value = (Buffer.from(random(6)).readIntLE(0, 6) / 10 ** (i % 30)) * (i % 3);
    return { value, decimals: i % 16 };
  });
  const theirs = runProgram(
    '/usr/bin/python3',
    [
      '-c',
      'import sys,decimal as d\nd.getcontext().prec=400\nfor l in sys.stdin:\n v,n=l.split();x=d.Decimal(v).scaleb(int(n));print(x.to_integral_value(d.ROUND_CEILING)+0,x.to_integral_value(d.ROUND_FLOOR)+0)',
    ],
    cases.map(({ value, decimals }) => `${value} ${decimals}\n`).join(''),
  ).toString();
  const ours = cases.map(
    ({ value, decimals }) => `${scaled(value, decimals, 'up')} ${scaled(value, decimals, 'down')}\n`,
  );
  expect(ours.join('')).toBe(theirs);
});

it('a seed gives the same again, another seed and no seed do not', async () => {
  const of = async (seed: string) => (await lines({ count: 20, seed })).join();
  expect(await of('a')).toBe(await of('a'));
  expect(await of('a')).not.toBe(await of('b'));
  expect((await run({ count: 20 }, '', 1)).text).not.toBe((await run({ count: 20 }, '', 2)).text);
});

it('every number of a range once, sorted by value', async () => {
  expect(await lines({ min: -12, max: 12, count: 25, unique: true, sort: 'ascending' })).toEqual(upTo(12, -12));
  expect(await lines({ min: 0, max: 0.3, count: 4, decimals: 1, unique: true, sort: 'descending' })).toEqual([
    '0.3',
    '0.2',
    '0.1',
    '0.0',
  ]);
  const most = await lines({ min: -SAFE, max: SAFE, count: 10_000, unique: true });
  expect(new Set(most).size).toBe(10_000);
});
const SAFE = Number.MAX_SAFE_INTEGER;

it('dice that are kept, dropped and added', async () => {
  for (const [dice, keeps, least, greatest] of [
    ['4d6kh3', 3, 3, 18],
    ['4d6k3 + 2', 3, 5, 20],
    ['2D20KL', 1, 1, 20],
    ['5d8dl2', 3, 3, 24],
    ['5d8dh2−1', 3, 2, 23],
    ['4dF', 4, -4, 4],
    ['d%', 1, 1, 100],
    ['10 - 2d4', 2, 2, 8],
  ] as const) {
    const data = (await run({ action: 'roll', count: 300, format: 'json' }, dice)).data as {
      rolls: { total: number; dice: number[]; dropped: number[] }[];
      least: number;
      greatest: number;
    };
    expect([data.least, data.greatest], dice).toEqual([least, greatest]);
    for (const { total, dice: thrown, dropped } of data.rolls) {
      expect(total >= least && total <= greatest).toBe(true);
      expect(thrown.length - dropped.length).toBe(keeps);
      const sorted = thrown.toSorted((a, b) => a - b);
      const isLowDropped = !/kl|dh/i.test(dice);
      const worst = isLowDropped ? sorted.slice(0, dropped.length) : sorted.slice(thrown.length - dropped.length);
      expect(dropped.toSorted((a, b) => a - b)).toEqual(worst);
    }
  }
});

it('what cannot be rolled or drawn is refused', async () => {
  const refused: readonly (readonly [Record<string, unknown>, string, number, string])[] = [
    [{ action: 'roll' }, '1001d6', 413, 'at most 1000 dice'],
    [{ action: 'roll' }, '1d1000001', 413, 'at most 1000000 sides'],
    [{ action: 'roll', count: 300 }, '1000d6', 413, 'At most 200000 dice'],
    [{ action: 'roll' }, '1d0', 400, 'at least 1 side'],
    [{ action: 'roll' }, '7', 400, 'are expected'],
    [{ action: 'roll' }, '2d6 3d6', 400, 'are expected'],
    [{ action: 'roll' }, '1+'.repeat(200), 413, 'at most 200 characters'],
    [{ digits: 10_000, count: 201 }, '', 413, 'at most 2000000 digits'],
    [{ distribution: 'poisson', mean: 0 }, '', 400, 'must be greater than 0'],
    [{ distribution: 'normal', unique: true }, '', 400, 'must be false where'],
    [{ action: 'pick', count: 3 }, 'a\nb', 400, '3 of 2 lines'],
    [{ min: 0.2, max: 0.8 }, '', 400, 'increase "decimals"'],
  ];
  for (const [options, input, status, message] of refused) {
    const answer = await run(options, input);
    expect([answer.status, answer.message], message).toEqual([status, expect.stringContaining(message)]);
  }
});

exhaustive('the largest requests', async () => {
  for (const options of [
    { digits: 20, count: 100_000, unique: true, sort: 'ascending' },
    { distribution: 'poisson', mean: 1_000_000, count: 100_000 },
    { distribution: 'normal', mean: -1_000_000, deviation: 1_000_000, decimals: 15, count: 100_000, sort: 'ascending' },
    { digits: 10_000, count: 200 },
  ])
    expect((await lines(options)).length).toBe(options.count);
});

it('refuses a text that drawing would not look at', async () => {
  expect((await runTool(tool, { input: 'heads\ntails' })).message).toBe(
    'Property "input" must be empty where "action" is draw: pick, shuffle and roll read it',
  );
});
