import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './correlation-matrix.js';

interface Report {
  readonly coefficients: readonly (readonly (number | null)[])[];
  readonly pValues: readonly (readonly (number | null)[])[];
  readonly counts: readonly (readonly number[])[];
  readonly warnings: readonly string[];
}

const run = async (input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 80)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Report;
};

const chance = chanceOf(21);
type Rows = readonly (readonly (number | null)[])[];
const tableOf = (gaps: boolean): Rows => {
  const width = 2 + chance(4);
  const isTied = chance(2) === 0;
  return Array.from({ length: 5 + chance(40) }, () =>
    Array.from({ length: width }, () =>
      gaps && chance(12) === 0 ? null : isTied ? chance(6) : (chance(2_000_000) - 1_000_000) / 1000,
    ),
  );
};
const csv = (rows: Rows): string =>
  `${(rows[0] ?? []).map((_, i) => `c${i}`).join(',')}\n${rows.map((row) => row.map((value) => value ?? 'NA').join(',')).join('\n')}`;

const near = (ours: number | null, theirs: number | null, bound: number, what: string): void => {
  if (theirs === null || ours === null) expect(ours, what).toBe(theirs);
  else
    expect(Math.abs(ours - theirs) / Math.max(1e-3, Math.abs(theirs)), `${what}: ${ours} ${theirs}`).toBeLessThan(
      bound,
    );
};

describe('correlation-matrix', () => {
  const numpy = hasProgram('python3', ['-c', 'import numpy'], 'correlations beside NumPy');
  exhaustive.skipIf(!numpy)('Pearson and covariance are those of NumPy', async () => {
    const tables = Array.from({ length: 100 }, () => tableOf(false));
    const theirs = runPython<readonly { readonly r: Rows; readonly cov: Rows }[]>(
      `
import numpy as np
def told(m): return [[None if np.isnan(x) else float(x) for x in row] for row in m]
with np.errstate(all='ignore'):
    print(json.dumps([{'r': told(np.corrcoef(np.array(t).T)), 'cov': told(np.cov(np.array(t).T))} for t in data]))`,
      tables,
    );
    for (const [i, table] of tables.entries()) {
      const [r, cov] = [await run(csv(table)), await run(csv(table), { method: 'covariance' })];
      for (const [a, row] of theirs[i]!.r.entries())
        for (const b of row.keys()) {
          near(r.coefficients[a]![b]!, row[b]!, 1e-9, `r of ${csv(table)}`);
          near(cov.coefficients[a]![b]!, theirs[i]!.cov[a]![b]!, 1e-9, 'covariance');
        }
    }
  });

  const scipy = hasProgram('python3', ['-c', 'import scipy.stats'], 'rank correlations beside SciPy');
  exhaustive.skipIf(!scipy)('coefficients and p-values are those of SciPy, with gaps', async () => {
    const tables = Array.from({ length: 100 }, () => tableOf(true));
    const theirs = runPython<readonly Readonly<Record<string, readonly (readonly [number | null, number | null])[]>>[]>(
      `
import numpy as np, warnings
from scipy import stats
warnings.simplefilter('ignore')
def of(f, t):
    t = np.array([[np.nan if x is None else x for x in row] for row in t], float); out = []
    for i in range(t.shape[1]):
        for j in range(i + 1, t.shape[1]):
            ok = ~np.isnan(t[:, i]) & ~np.isnan(t[:, j])
            try: r = f(t[ok, i], t[ok, j]); out.append([None if np.isnan(v) else float(v) for v in (r[0], r[1])])
            except ValueError: out.append([None, None])
    return out
print(json.dumps([{'pearson': of(stats.pearsonr, t), 'spearman': of(stats.spearmanr, t), 'kendall': of(lambda a, b: stats.kendalltau(a, b, method='asymptotic'), t)} for t in data]))`,
      tables,
    );
    for (const [i, table] of tables.entries())
      for (const [method, pairs] of Object.entries(theirs[i]!)) {
        const { coefficients, pValues } = await run(csv(table), { method });
        let at = 0;
        for (const a of coefficients.keys())
          for (let b = a + 1; b < coefficients.length; b++, at++) {
            near(coefficients[a]![b]!, pairs[at]![0], 1e-8, `${method} of ${csv(table)}`);
            near(pValues[a]![b]!, pairs[at]![1], 1e-7, `p of ${method} of ${csv(table)}`);
          }
      }
  });

  it('gaps, constants and order', async () => {
    const { coefficients, counts, warnings } = await run('a,b,c\n1,2,5\n2,,5\n3,6,5\n4,9,5');
    expect(coefficients[0]![2]).toBeNull();
    expect(counts).toEqual([
      [4, 3, 4],
      [3, 3, 3],
      [4, 3, 4],
    ]);
    expect(warnings[0]).toBe('Columns with one value only: c');
    expect((await run('a,b,c\n1,2,5\n2,,5\n3,6,5\n4,9,5', { missing: 'complete' })).counts[0]).toEqual([3, 3, 3]);
    expect((await run('a;b\n1,5;2,5\n2,5;3,5\n3,5;1,5', { locale: 'de' })).coefficients[0]![1]).toBe(-0.5);
  });

  it('tables over a limit are refused', async () => {
    const wide = Array.from({ length: 101 }, (_, i) => i).join(',');
    expect((await runTool(tool, { input: `${wide}\n${wide}` })).status).toBe(413);
    expect((await runTool(tool, { input: 'a,b\n1,1e160\n2,3' })).status).toBeGreaterThan(399);
    expect((await runTool(tool, { input: '1\n2' })).status).toBe(400);
  });

  exhaustive('the largest table by Kendall is answered or refused', async () => {
    const input = Array.from({ length: 5000 }, () => Array.from({ length: 40 }, () => chance(1000)).join(',')).join(
      '\n',
    );
    const answer = await runTool(tool, { input, options: { method: 'kendall' } });
    expect([200, 413], `${answer.cause}`).toContain(answer.status);
  });
});
