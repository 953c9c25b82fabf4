import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './distribution-calculator.js';

const run = async (options: object) => {
  const answer = await runTool(tool, { options: { ...options } });
  expect(answer.status, `${JSON.stringify(options)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as { result: number; density: number; lower: number; upper: number };
};

const PYTHON = `
import sys, json
from scipy import stats as s
make = {
    'normal': lambda m, d: s.norm(m, d), 't': s.t, 'chi-square': s.chi2, 'f': s.f, 'gamma': lambda a, b: s.gamma(a, scale=b),
    'exponential': lambda r: s.expon(scale=1/r), 'weibull': lambda a, b: s.weibull_min(a, scale=b), 'beta': s.beta,
    'uniform': lambda a, b: s.uniform(a, b - a), 'binomial': s.binom, 'poisson': s.poisson, 'geometric': s.geom,
    'negative-binomial': s.nbinom, 'hypergeometric': lambda n, k, d: s.hypergeom(n, k, d),
}
for line in sys.stdin.read().strip().split('\\n'):
    name, p, x, q = json.loads(line)
    d = make[name](*p)
    density = d.pmf(x) if hasattr(d.dist, 'pmf') else d.pdf(x)
    print(json.dumps([float(density), float(d.cdf(x)), float(d.sf(x)), float(d.ppf(q))]))
`;

type Make = (chance: (below: number) => number) => readonly [parameters: readonly number[], x: number];
const PLACES: Readonly<Record<string, Make>> = {
  normal: (chance) => [[chance(100) - 50, 1 + chance(30)], chance(200) - 100],
  t: (chance) => [[1 + chance(60)], chance(100) / 10 - 5],
  'chi-square': (chance) => [[1 + chance(60)], chance(900) / 10],
  f: (chance) => [[1 + chance(30), 1 + chance(30)], 0.01 + chance(80) / 10],
  gamma: (chance) => [[0.1 + chance(100) / 10, 0.1 + chance(50) / 10], 0.1 + chance(300) / 10],
  exponential: (chance) => [[0.1 + chance(50) / 10], chance(100) / 10],
  weibull: (chance) => [[0.5 + chance(50) / 10, 0.1 + chance(50) / 10], 0.1 + chance(100) / 20],
  beta: (chance) => [[0.2 + chance(100) / 10, 0.2 + chance(100) / 10], (1 + chance(98)) / 100],
  uniform: (chance) => [[-chance(50), 1 + chance(50)], chance(120) - 60],
  binomial: (chance) => [[1 + chance(200), (1 + chance(99)) / 100], chance(150)],
  poisson: (chance) => [[0.5 + chance(500) / 10], chance(60)],
  geometric: (chance) => [[(1 + chance(99)) / 100], chance(20)],
  'negative-binomial': (chance) => [[1 + chance(20), (1 + chance(99)) / 100], chance(40)],
  hypergeometric: (chance) => {
    const all = 10 + chance(200);
    return [[all, chance(all), chance(all)], chance(60)];
  },
};

const near = (own: number, told: number, what: string): void =>
  expect(Math.abs(own - told) / Math.max(Math.abs(told), 1e-280), `${what}: ${own}, ${told}`).toBeLessThan(1e-9);

describe('distribution-calculator', () => {
  const hasScipy = hasProgram(
    'python3',
    ['-c', 'import importlib.util, sys; sys.exit(importlib.util.find_spec("scipy") is None)'],
    'distributions beside SciPy',
  );
  exhaustive.skipIf(!hasScipy)('densities, tails and quantiles are those of SciPy', async () => {
    const rounds = 700;
    const chance = chanceOf(9);
    const names = Object.keys(PLACES);
    const asked = Array.from({ length: rounds }, (_, i) => {
      const name = names[i % names.length]!;
      return [name, ...PLACES[name]!(chance), (1 + chance(998)) / 1000] as const;
    });
    const told = runProgram('python3', ['-c', PYTHON], asked.map((row) => JSON.stringify(row)).join('\n')).toString();
    for (const [i, line] of told.trim().split('\n').entries()) {
      const [name, parameters, x, share] = asked[i]!;
      const [density, lower, upper, quantile] = JSON.parse(line) as [number, number, number, number];
      const options = { distribution: name, parameters: parameters.join(',') };
      const own = await run({ ...options, x: String(x) });
      const what = `${name} ${parameters} ${x}`;
      near(own.density, density, `density of ${what}`);
      if (lower > 1e-14) near(own.lower, lower, `lower tail of ${what}`);
      if (upper > 1e-14) near(own.upper, upper, `upper tail of ${what}`);
      near(
        (await run({ ...options, action: 'quantile', x: String(share) })).result,
        quantile,
        `quantile ${share} of ${what}`,
      );
    }
  });

  it.each([
    // NIST/SEMATECH e-Handbook, section 1.3.6.7.
    ['normal', '', '0.975', 1.96],
    ['t', '10', '0.975', 2.228],
    ['t', '100', '0.995', 2.626],
    ['chi-square', '10', '0.95', 18.307],
    ['chi-square', '5', '0.01', 0.554],
    ['f', '5, 10', '0.95', 3.326],
    ['f', '10, 20', '0.99', 3.368],
  ])('critical value of %s %s at %s is %d', async (distribution, parameters, x, expected) => {
    const { result } = await run({ distribution, parameters, action: 'quantile', x });
    expect(Math.abs(result - expected)).toBeLessThan(0.00051);
  });

  it('tails that are tiny keep their digits', async () => {
    // SciPy: norm.sf(10), t.ppf(0.975, 1e6)
    near((await run({ x: '10' })).upper, 7.6198530241605e-24, 'normal');
    near(
      (await run({ distribution: 't', parameters: '1e6', action: 'quantile', x: '0.975' })).result,
      1.9599663568141,
      't',
    );
  });

  it('extreme parameters end as numbers or refusals', async () => {
    for (const [distribution, count] of [
      ['normal', 2],
      ['t', 1],
      ['chi-square', 1],
      ['f', 2],
      ['gamma', 2],
      ['exponential', 1],
      ['weibull', 2],
      ['beta', 2],
      ['uniform', 2],
      ['binomial', 2],
      ['poisson', 1],
      ['geometric', 1],
      ['negative-binomial', 2],
      ['hypergeometric', 3],
    ] as const)
      for (const value of ['0', '1', '1e6', '1e-300', '0.5', '1e5001'])
        for (const action of ['probability', 'quantile', 'between'])
          for (const x of ['0', '0.5', '-1e300']) {
            const parameters = Array<string>(count).fill(value).join(',');
            const answer = await runTool(tool, { options: { distribution, parameters, action, x, y: '1e6' } });
            expect([200, 400, 413], `${distribution} ${parameters} ${action} ${x} ${answer.cause}`).toContain(
              answer.status,
            );
          }
  });
});
