import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './sample-size-calculator.js';

interface Report {
  readonly size: number;
  readonly groups: readonly number[];
  readonly invite: number;
  readonly margin: number;
  readonly power: number;
  readonly effect: number;
}

const run = async (options: object): Promise<Report> => {
  const answer = await runTool(tool, { options: { ...options } });
  expect(answer.status, `${JSON.stringify(options)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Report;
};

describe('sample-size-calculator', () => {
  // Krejcie and Morgan (1970), "Determining sample size for research activities".
  it.each([
    [10, 10],
    [50, 44],
    [100, 80],
    [150, 108],
    [200, 132],
    [300, 169],
    [400, 196],
    [500, 217],
    [600, 234],
    [800, 260],
    [1000, 278],
    [1500, 306],
    [2000, 322],
    [3000, 341],
    [5000, 357],
    [10_000, 370],
    [20_000, 377],
    [100_000, 384],
  ])('a population of %i needs %i', async (population, expected) => {
    const { size } = await run({ population });
    expect(Math.abs(size - expected)).toBeLessThanOrEqual(1);
  });

  it('what R documents', async () => {
    expect((await run({ design: 'two-means', find: 'power', size: 20, difference: 1 })).power).toBeCloseTo(
      0.8689528,
      5,
    );
    expect((await run({ design: 'two-means', power: 0.9, difference: 1 })).groups).toEqual([23, 23]);
    expect((await run({ design: 'two-means', power: 0.9, difference: 1, tail: 'one' })).groups).toEqual([18, 18]);
    const shares = { design: 'two-proportions', proportion: 0.5, otherProportion: 0.75 };
    expect((await run({ ...shares, find: 'power', size: 50 })).power).toBeCloseTo(0.7401659, 6);
    expect((await run({ ...shares, power: 0.9 })).groups).toEqual([77, 77]);
  });

  it('classics of surveys', async () => {
    expect((await run({ margin: 0.03 })).size).toBe(1068);
    expect((await run({ margin: 0.01, confidence: 0.99 })).size).toBe(16_588);
    expect((await run({ find: 'effect', size: 1000 })).margin).toBeCloseTo(0.03099, 5);
    expect((await run({ dropoutPercent: 50 })).invite).toBe(770);
    expect((await run({ designEffect: 2 })).size).toBe(769);
    expect((await run({ design: 'mean', margin: 1, deviation: 10 })).size).toBe(385);
    expect((await run({ find: 'effect', size: 500, population: 500 })).margin).toBe(0);
    expect((await run({ design: 'correlation' })).size).toBe(85);
  });

  exhaustive('size, power and effect agree', async () => {
    const chance = chanceOf(3);
    for (let i = 0; i < 20; i++) {
      const design = pick(chance, ['two-means', 'two-proportions', 'paired-means', 'one-mean', 'correlation']);
      const options = {
        design,
        proportion: 0.2,
        tail: pick(chance, ['one', 'two']),
        ratio: pick(chance, [0.5, 1, 2]),
        size: 30 + chance(200),
      };
      const { effect, power } = await run({ ...options, find: 'effect' });
      expect(power).toBeCloseTo(0.8, 6);
      const asked = {
        ...options,
        difference: effect,
        correlation: effect,
        otherProportion: 0.2 + effect,
        find: 'size',
      };
      expect(Math.abs((await run(asked)).groups[0]! - options.size), JSON.stringify(options)).toBeLessThanOrEqual(1);
    }
  });

  const scipy = hasProgram('python3', ['-c', 'import scipy.stats'], 'power beside SciPy');
  exhaustive.skipIf(!scipy)('powers are those of SciPy', async () => {
    const rounds = 200;
    const chance = chanceOf(8);
    const asked = Array.from({ length: rounds }, () => ({
      design: pick(chance, ['two-means', 'paired-means', 'one-mean', 'two-proportions', 'correlation']),
      tail: pick(chance, ['one', 'two']),
      confidence: pick(chance, [0.9, 0.95, 0.99]),
      size: 4 + chance(pick(chance, [20, 500])),
      ratio: pick(chance, [1, 2, 3]),
      difference: (1 + chance(20)) / 10,
      deviation: (5 + chance(20)) / 10,
      proportion: (5 + chance(40)) / 100,
      otherProportion: (50 + chance(45)) / 100,
      correlation: (1 + chance(90)) / 100,
    }));
    const theirs = runPython<readonly number[]>(
      `
from scipy.stats import t as T, nct, norm
from math import sqrt, atanh
out = []
for q in data:
    n = q['size']; m = n * q['ratio']; one = q['tail'] == 'one'; d = q['design']
    share = q['confidence'] if one else 1 - (1 - q['confidence']) / 2
    if d == 'correlation': out.append(norm.sf(norm.ppf(share) - atanh(q['correlation']) * sqrt(n - 3))); continue
    if d == 'two-proportions':
        p, r = q['proportion'], q['otherProportion']; both = (p * n + r * m) / (n + m)
        out.append(norm.sf((norm.ppf(share) * sqrt(both * (1 - both) * (1 / n + 1 / m)) - abs(p - r)) / sqrt(p * (1 - p) / n + r * (1 - r) / m))); continue
    df, e = (n + m - 2, sqrt(1 / n + 1 / m)) if d == 'two-means' else (n - 1, sqrt(1 / n))
    shift = q['difference'] / q['deviation'] / e; c = T.ppf(share, df)
    out.append(float(nct.sf(c, df, shift)) + (0 if one else (lambda far: far if far == far else 0)(float(nct.cdf(-c, df, shift)))))
print(json.dumps([float(x) for x in out]))`,
      asked,
    );
    for (const [i, options] of asked.entries())
      expect(
        Math.abs((await run({ ...options, find: 'power' })).power - theirs[i]!),
        JSON.stringify(options),
      ).toBeLessThan(1e-8);
  });

  it('what cannot be found is refused', async () => {
    for (const options of [
      { design: 'two-means', difference: 0 },
      { design: 'correlation', correlation: 0 },
      { population: 10, size: 20, find: 'effect' },
      { design: 'paired-means', find: 'effect', size: 1 },
    ])
      expect((await runTool(tool, { options })).status, JSON.stringify(options)).toBe(400);
    expect((await runTool(tool, { options: { design: 'two-means', difference: 1e-6 } })).status).toBe(413);
  });
});
