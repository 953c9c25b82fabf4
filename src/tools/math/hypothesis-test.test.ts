import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './hypothesis-test.js';

interface Result {
  readonly statistic: { readonly value: number };
  readonly degreesOfFreedom: readonly number[];
  readonly pValue: number;
  readonly estimate?: { readonly value: number };
  readonly interval?: { readonly lower: number; readonly upper: number };
  readonly groups: readonly { readonly name: string; readonly count: number }[];
}

const run = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Result> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, `${input.slice(0, 80)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Result;
};

const chance = chanceOf(77);
const TESTS = [
  'welch',
  'student',
  'paired',
  'one-sample',
  'anova',
  'mann-whitney',
  'wilcoxon',
  'kruskal-wallis',
  'chi-square',
  'fisher',
  'proportion',
  'pearson',
  'spearman',
  'kendall',
];
const OF_COUNTS = ['chi-square', 'fisher', 'proportion'];
const TAILS = ['two', 'less', 'greater'];

const PYTHON = `
import sys, json, numpy as np
from scipy import stats as s
for line in sys.stdin:
    q = json.loads(line); t = q['test']; d = np.array(q['rows'], float); a, b = d[:, 0], d[:, 1]; exact = q['exact']
    tail = {'two': 'two-sided'}.get(q['tail'], q['tail']); ci = None; df = None
    if t in ('welch', 'student'): r = s.ttest_ind(a, b, equal_var=t == 'student', alternative=tail); ci = r.confidence_interval(.95)
    elif t == 'paired': r = s.ttest_rel(a, b, alternative=tail); ci = r.confidence_interval(.95)
    elif t == 'one-sample': r = s.ttest_1samp(a, 0, alternative=tail); ci = r.confidence_interval(.95)
    elif t == 'anova': r = s.f_oneway(*d.T)
    elif t == 'kruskal-wallis': r = s.kruskal(*d.T)
    elif t == 'mann-whitney': r = s.mannwhitneyu(a, b, alternative=tail, method='exact' if exact else 'asymptotic')
    elif t == 'wilcoxon':
        r = s.wilcoxon(a - b, alternative=tail, method='exact' if exact else 'asymptotic', correction=True)
        x = (a - b)[a != b]; w = float(np.sum(s.rankdata(abs(x))[x > 0])); r = (w, r.pvalue)
    elif t == 'chi-square': r = s.chi2_contingency(d)
    elif t == 'fisher': r = (a[0], s.fisher_exact(d, alternative=tail)[1])
    elif t == 'proportion':
        c = s.chi2_contingency([[a[0], b[0] - a[0]], [a[1], b[1] - a[1]]], correction=False); z = np.sqrt(c[0]) * np.sign(a[0] / b[0] - a[1] / b[1])
        r = (z, c[1] if tail == 'two-sided' else s.norm.cdf(z) if tail == 'less' else s.norm.sf(z))
    elif t == 'pearson':
        p = s.pearsonr(a, b, alternative=tail); ci = p.confidence_interval(.95); r = (p[0] * np.sqrt((len(a) - 2) / (1 - p[0] ** 2)), p[1])
    elif t == 'spearman': p = s.spearmanr(a, b, alternative=tail); r = (p[0] * np.sqrt((len(a) - 2) / (1 - p[0] ** 2)), p[1])
    elif t == 'kendall': r = (None, s.kendalltau(a, b, method='asymptotic', alternative=tail)[1])
    print(json.dumps([None if r[0] is None else float(r[0]), float(r[1]), *([float(ci[0]), float(ci[1])] if ci is not None and tail == 'two-sided' else [])]))
`;

function madeUp(index: number) {
  const test = TESTS[index % TESTS.length]!;
  const tail = TAILS[Math.floor(index / TESTS.length) % 3]!;
  if (OF_COUNTS.includes(test)) {
    const isPlain = test !== 'chi-square';
    const rows = Array.from({ length: isPlain ? 2 : 2 + chance(3) }, () => [
      3 + chance(40),
      (isPlain ? 45 : 3) + chance(60),
    ]);
    return { test, tail, rows, exact: false };
  }
  // Values with many decimals have no ties, whole ones have.
  const exact = chance(2) === 0;
  const value = () => (exact ? chance(1e9) / 1e7 : chance(12));
  const width = test === 'anova' || test === 'kruskal-wallis' ? 4 : 2;
  const rows = Array.from({ length: 6 + chance(25) }, () => Array.from({ length: width }, value));
  return { test, tail, rows, exact };
}

describe('hypothesis-test', () => {
  exhaustive.skipIf(!hasProgram('python3', ['-c', 'import scipy'], 'hypothesis tests beside SciPy'))(
    'statistics, p-values and intervals are those of SciPy',
    async () => {
      const cases = Array.from({ length: 280 }, (_, i) => madeUp(i));
      const told = runProgram('python3', ['-c', PYTHON], cases.map((one) => JSON.stringify(one)).join('\n')).toString();
      for (const [i, line] of told.trim().split('\n').entries()) {
        const { test, tail, rows } = cases[i]!;
        const own = await run(rows.map((row) => row.join(' ')).join('\n'), { test, tail });
        const [statistic, ...rest] = JSON.parse(line) as (number | null)[];
        const figures = [own.pValue, ...(rest.length > 1 ? [own.interval?.lower, own.interval?.upper] : [])];
        const all = statistic === null ? figures : [own.statistic.value, ...figures];
        for (const [j, value] of (statistic === null ? rest : [statistic, ...rest]).entries())
          expect(
            Math.abs((all[j] ?? Number.NaN) - value!),
            `${test} ${tail} ${j}: ${all[j]} for ${value} of ${JSON.stringify(rows)}`,
          ).toBeLessThan(1e-9 * Math.max(1e-2, Math.abs(value!)));
      }
    },
  );

  it('published values', async () => {
    // Student 1908: the sleep data, as R documents them.
    const sleep = '0.7 1.9\n-1.6 0.8\n-0.2 1.1\n-1.2 0.1\n-0.1 -0.1\n3.4 4.4\n3.7 5.5\n0.8 1.6\n0.0 4.6\n2.0 3.4';
    const welch = await run(sleep);
    expect(welch.statistic.value).toBeCloseTo(-1.8608, 4);
    expect(welch.degreesOfFreedom[0]).toBeCloseTo(17.776, 3);
    expect(welch.pValue).toBeCloseTo(0.07939, 5);
    expect(welch.interval?.lower).toBeCloseTo(-3.3654832, 6);
    expect((await run(sleep, { test: 'paired' })).pValue).toBeCloseTo(0.002833, 6);
    // Fisher 1935: a lady tasting tea.
    expect((await run('3 1\n1 3', { test: 'fisher', tail: 'greater' })).pValue).toBeCloseTo(0.2429, 4);
    expect((await run('3 1\n1 3', { test: 'fisher' })).pValue).toBeCloseTo(0.4857, 4);
  });

  it('groups are read from columns and from rows', async () => {
    const rows = 'group,score\nA,1\nB,2\nA,2\nB,4\nA,3\nB,6\nA,4\nB,9\nA,';
    const long = await run(rows);
    expect(long).toMatchObject({
      groups: [
        { name: 'A', count: 4 },
        { name: 'B', count: 4 },
      ],
    });
    expect((await run('a;b\r\n1;2\r\n2;4\r\n3;6\r\n4;9')).pValue).toBe(long.pValue);
    expect(
      (await run('g,score\n1,1\n2,2\n1,2\n2,4\n1,3\n2,6\n1,4\n2,9', { group: 'g', columns: 'score' })).pValue,
    ).toBe(long.pValue);
    expect((await run('9,1,2\n9,2,4\n9,3,6\n9,4,9', { columns: '2,3' })).pValue).toBe(long.pValue);
    expect((await run('side,yes,no\nleft,8,2\nright,1,5', { test: 'fisher' })).pValue).toBeCloseTo(0.0349650349, 9);
    expect((await run('10 20 30', { test: 'chi-square' })).statistic.value).toBe(10);
  });

  it('words do not divide one sample, and groups that are left out are told', async () => {
    expect(await run('name,score\nA,1\nB,2\nC,4', { test: 'one-sample' })).toMatchObject({ groups: [{ count: 3 }] });
    expect(await run('1 2 3\n2 4 6\n4 4 4')).toMatchObject({
      groups: [{ name: 'column 1' }, { name: 'column 2' }],
      warnings: ['Only the first 2 of 3 groups were compared'],
    });
  });

  it('faults are named', async () => {
    for (const [input, options, message] of [
      ['1 1\n1 1', {}, 'no variation'],
      ['1 1\n1 1', { test: 'anova' }, 'no variation'],
      ['1 1\n1 1', { test: 'kruskal-wallis' }, 'the same'],
      ['1 1\n1 1', { test: 'mann-whitney' }, 'the same'],
      ['1 1\n1 1', { test: 'wilcoxon' }, 'differences are 0'],
      ['1 1\n2 1\n3 1', { test: 'pearson' }, 'the same'],
      ['1 1\n2 1', { test: 'pearson' }, 'needs 3 rows'],
      ['1.5 1\n1 1', { test: 'fisher' }, 'line 1 holds what is not a whole number'],
      ['0 0\n1 1', { test: 'chi-square' }, 'no counts'],
      ['5 1\n1 1', { test: 'proportion' }, 'more successes'],
      ['1 1\n1 1', { test: 'proportion' }, 'succeeded'],
      ['1 2', {}, 'needs 2 values'],
      ['1 2\n2 3', { columns: 'z' }, 'Option "columns"'],
    ] as const) {
      const answer = await runTool(tool, { input, options });
      expect(answer.status, message).toBe(400);
      expect(answer.message).toContain(message);
    }
  });

  exhaustive('hostile numbers end as figures or refusals', async () => {
    for (const input of [
      '1e5000 1\n2 3',
      '1e149 -1e149\n-1e149 1e149\n0 1',
      '1e-4900 1\n2 3\n4 5',
      ',,,\n,,',
      '"',
      'a b\nc d',
      '1000000 1000000\n1000000 1000000',
      '0 0\n0 0',
    ])
      for (const test of TESTS) {
        const { status, cause } = await runTool(tool, { input, options: { test } });
        expect([200, 400, 413], `${test} ${input.slice(0, 20)} ${cause}`).toContain(status);
      }
  });

  exhaustive('the largest tables are tested', async () => {
    const input = Array.from({ length: 70_000 }, () => `${chance(1000)} ${chance(1000)}`).join('\n');
    for (const test of TESTS.filter((name) => !OF_COUNTS.includes(name)))
      expect((await runTool(tool, { input, options: { test } })).status, test).toBe(200);
  });

  it('draws box plots of the groups when asked', async () => {
    const { files } = await runTool(tool, { input: 'a,b\n1,2\n2,4\n3,9\n4,7', options: { chart: true } });
    expect(files.map(({ name }) => name)).toEqual(['box-plot.svg']);
    expect(files[0]?.bytes.toString()).toContain('a, median 2.5; b, median 5.5');
  });
});
