import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './statistics-calculator.js';

interface Figures {
  readonly count: number;
  readonly missing: number;
  readonly mean: number;
  readonly median: number;
  readonly modes: readonly number[];
  readonly variance: number;
  readonly standardDeviation: number;
  readonly quartiles: { readonly first: number; readonly third: number };
  readonly percentiles: Readonly<Record<string, number>>;
  readonly skewness: number;
  readonly kurtosis: number;
  readonly meanConfidence: { readonly lower: number; readonly upper: number };
  readonly warnings: readonly string[];
}

const run = async (input: string, options: object = {}): Promise<Figures> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 80)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Figures;
};

const chance = chanceOf(12);
const list = (): string[] =>
  Array.from({ length: 5 + chance(30) }, () => `${chance(200) - 100}.${pick(chance, ['0', '5', '25', '125'])}`);

const PYTHON = `
import sys, json
import statistics as s
from fractions import Fraction as F
for line in sys.stdin.read().strip().split('\\n'):
    x = [F(w) for w in line.split()]
    m = s.multimode(x)
    print(json.dumps([float(s.mean(x)), float(s.median(x)), sorted(float(v) for v in m) if x.count(m[0]) > 1 else [],
        float(s.variance(x)), float(s.pvariance(x)), *[float(q) for q in s.quantiles(x, n=4, method='inclusive')][::2],
        *[float(q) for q in s.quantiles(x, n=4)][::2]]))
`;

describe('statistics-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'statistics beside Python'))(
    'figures are those of Python',
    [20, 200],
    async (rounds) => {
      const lists = Array.from({ length: rounds }, list);
      const told = runProgram('python3', ['-c', PYTHON], lists.map((row) => row.join(' ')).join('\n')).toString();
      for (const [i, line] of told.trim().split('\n').entries()) {
        const input = lists[i]!.join('\n');
        const one = await run(input);
        const two = await run(input, { sample: false, quantile: 'r6' });
        const own = [
          one.mean,
          one.median,
          one.modes,
          one.variance,
          two.variance,
          one.quartiles.first,
          one.quartiles.third,
          two.quartiles.first,
          two.quartiles.third,
        ];
        expect(own, input).toEqual(JSON.parse(line));
      }
    },
  );

  const TYPES = [
    'inverted_cdf',
    'averaged_inverted_cdf',
    'closest_observation',
    'interpolated_inverted_cdf',
    'hazen',
    'weibull',
    'linear',
    'median_unbiased',
    'normal_unbiased',
  ];
  inRounds.skipIf(
    !hasProgram(
      'python3',
      ['-c', 'import importlib.util, sys; sys.exit(importlib.util.find_spec("numpy") is None)'],
      'quantiles beside NumPy',
    ),
  )('all types of quantiles are those of NumPy', [4, 40], async (rounds) => {
    const lists = Array.from({ length: rounds }, list);
    const script = `import sys, json, numpy\nfor l in sys.stdin:\n x = [float(w) for w in l.split()]\n print(json.dumps([[float(numpy.quantile(x, p, method=m)) for p in (.05, .25, .75, .95)] for m in ${JSON.stringify(TYPES)}]))`;
    const told = runProgram('python3', ['-c', script], lists.map((row) => row.join(' ')).join('\n')).toString();
    for (const [i, line] of told.trim().split('\n').entries())
      for (const [type, expected] of (JSON.parse(line) as number[][]).entries()) {
        const { quartiles, percentiles } = await run(lists[i]!.join(' '), { quantile: `r${type + 1}` });
        const own = [percentiles.p5!, quartiles.first, quartiles.third, percentiles.p95!];
        for (const [j, value] of own.entries())
          expect(value, `r${type + 1} ${lists[i]!.join(' ')}`).toBeCloseTo(expected[j]!, 9);
      }
  });

  exhaustive.skipIf(
    !hasProgram(
      'python3',
      ['-c', 'import importlib.util, sys; sys.exit(importlib.util.find_spec("scipy") is None)'],
      'shape and intervals beside SciPy',
    ),
  )('shape and intervals are those of SciPy', async () => {
    const rounds = 60;
    const lists = Array.from({ length: rounds }, list);
    const script = `import sys, json\nfrom scipy import stats as s\nfor l in sys.stdin:\n x = [float(w) for w in l.split()]\n print(json.dumps([float(v) for v in (s.skew(x, bias=False), s.kurtosis(x, bias=False), s.skew(x), s.kurtosis(x), *s.t.interval(.99, len(x) - 1, sum(x) / len(x), s.sem(x)))]))`;
    const told = runProgram('python3', ['-c', script], lists.map((row) => row.join(' ')).join('\n')).toString();
    for (const [i, line] of told.trim().split('\n').entries()) {
      const one = await run(lists[i]!.join(' '), { confidence: 0.99 });
      const two = await run(lists[i]!.join(' '), { sample: false, confidence: 0.99 });
      for (const { lower, upper } of [one.meanConfidence, two.meanConfidence]) {
        const own = [one.skewness, one.kurtosis, two.skewness, two.kurtosis, lower, upper];
        for (const [j, expected] of (JSON.parse(line) as number[]).entries())
          expect(Math.abs(own[j]! - expected) / Math.max(1, Math.abs(expected)), line).toBeLessThan(1e-10);
      }
    }
  });

  it('refuses a column of decimal commas that the comma as delimiter would cut in two', async () => {
    const input = 'Price\n€ 1.234,50\n€ 2.000,00';
    expect((await runTool(tool, { input })).message).toBe(
      'Cannot read property "input": a decimal comma, as in 1.234,50, needs option "locale", such as de',
    );
    expect(await run(input, { locale: 'de' })).toMatchObject({ sum: 3234.5 });
    expect(await run('a,b\n1.234,5\n2.345,6', { column: 'b' })).toMatchObject({ sum: 11 });
  });

  it('NIST StRD: numerically hard lists have all their certified digits', async () => {
    expect(await run('10000001 10000003 10000002')).toMatchObject({ mean: 10000002, standardDeviation: 1 });
    const alternating = (first: string, a: string, b: string) =>
      [first, ...Array<string[]>(500).fill([a, b]).flat()].join('\n');
    expect(await run(alternating('1.2', '1.1', '1.3'))).toMatchObject({ mean: 1.2, standardDeviation: 0.1 });
    expect(await run(alternating('1000000.2', '1000000.1', '1000000.3'))).toMatchObject({
      mean: 1000000.2,
      standardDeviation: 0.1,
    });
    expect(await run(alternating('10000000.2', '10000000.1', '10000000.3'))).toMatchObject({
      mean: 10000000.2,
      standardDeviation: 0.1,
    });
  });

  it('lists and tables are read as they come', async () => {
    expect(await run('1;2;3')).toMatchObject({ count: 3, mean: 2 });
    expect(await run('1,200,300')).toMatchObject({ count: 3 });
    expect(await run('$1,200.50\n$300')).toMatchObject({
      count: 2,
      mean: 750.25,
      warnings: [expect.stringContaining('grouping')],
    });
    expect(await run('1\r\n2\r\n\r\nNA\r\n')).toMatchObject({ count: 2, missing: 1 });
    expect(await run('1, 2\n3, 4')).toMatchObject({ count: 4 });
    expect(await run('name,age,score\nA,30,1.5\nB,40,')).toMatchObject({ mean: 35 });
    expect(await run('name,age,score\nA,30,1.5\nB,40,', { column: '3' })).toMatchObject({ mean: 1.5, missing: 1 });
    expect(await run('value\n1\n2')).toMatchObject({ count: 2 });
    expect(await run('5')).toMatchObject({ count: 1, variance: null });
    expect(await run('1,5;2,5', { locale: 'de' })).toMatchObject({ mean: 2 });
  });

  exhaustive('the largest list is described', async () => {
    const input = Array.from({ length: 200_000 }, () => chance(10_000))
      .join(' ')
      .slice(0, 999_990);
    expect((await runTool(tool, { input })).status).toBe(200);
  });

  it('hostile numbers end as figures or refusals', async () => {
    for (const input of [
      '1e5000 1e-5000 3',
      '1e300 1e-300 2',
      `${'9'.repeat(9000)} `.repeat(100),
      '1/3 1/7 1/11 1/13',
      `1/${'9'.repeat(4000)} 1/${'7'.repeat(4001)}`,
      ',,,',
      '"',
      'a,b\n"1,2',
      `a,b\n1,${' '.repeat(300_000)}x`,
      `${' '.repeat(300_000)}x,1\n2,3`,
    ])
      expect([200, 400, 413], input.slice(0, 20)).toContain((await runTool(tool, { input })).status);
  });

  it('draws a histogram and a box plot when asked', async () => {
    const { files, data } = await runTool(tool, {
      input: 'size,n\n1,2\n2,3\n2.5,3\n9,4',
      options: { column: 'size', chart: true },
    });
    expect(files.map(({ name }) => name)).toEqual(['histogram.svg', 'box-plot.svg']);
    expect(files[0]?.bytes.toString()).toContain('Histogram of 4 values in');
    expect(files[1]?.bytes.toString()).toContain('median 2.25');
    expect((data as { median: number }).median).toBe(2.25);
  });
});
