import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './linear-regression.js';

interface Result {
  readonly coefficients: readonly {
    readonly estimate: number;
    readonly standardError: number | null;
    readonly pValue: number | null;
  }[];
  readonly rSquared: number;
  readonly standardError: number | null;
  readonly logLikelihood?: number;
  readonly predictions: readonly { readonly y: number; readonly lower: number; readonly meanUpper: number }[];
  readonly warnings: readonly string[];
}

const run = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Result> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, `${input.slice(0, 80)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Result;
};

const refusal = async (input: string, options: Readonly<Record<string, unknown>> = {}) =>
  (await runTool(tool, { input, options })).message;

/** y, x */
const NORRIS =
  '0.1 0.2;338.8 337.4;118.1 118.2;888.0 884.6;9.2 10.1;228.1 226.5;668.5 666.3;998.5 996.3;449.1 448.6;778.9 777.0;559.2 558.2;' +
  '0.3 0.4;0.1 0.6;778.1 775.5;668.8 666.9;339.3 338.0;448.9 447.5;10.8 11.6;557.7 556.0;228.3 228.1;998.0 995.8;888.8 887.6;' +
  '119.6 120.2;0.3 0.3;0.6 0.3;557.6 556.8;339.3 339.1;888.0 887.2;998.5 999.0;778.9 779.0;10.2 11.1;117.6 118.3;228.9 229.2;' +
  '668.4 669.1;449.2 448.9;0.2 0.5';
/** y, x1 to x6 */
const LONGLEY =
  '60323 83.0 234289 2356 1590 107608 1947;61122 88.5 259426 2325 1456 108632 1948;60171 88.2 258054 3682 1616 109773 1949;' +
  '61187 89.5 284599 3351 1650 110929 1950;63221 96.2 328975 2099 3099 112075 1951;63639 98.1 346999 1932 3594 113270 1952;' +
  '64989 99.0 365385 1870 3547 115094 1953;63761 100.0 363112 3578 3350 116219 1954;66019 101.2 397469 2904 3048 117388 1955;' +
  '67857 104.6 419180 2822 2857 118734 1956;68169 108.4 442769 2936 2798 120445 1957;66513 110.8 444546 4681 2637 121950 1958;' +
  '68655 112.6 482704 3813 2552 123366 1959;69564 114.2 502601 3931 2514 125368 1960;69331 115.7 518173 4806 2572 127852 1961;' +
  '70551 116.9 554894 4007 2827 130081 1962';
const FILIP_X =
  '6.860120914 4.324130045 4.358625055 4.358426747 6.955852379 6.661145254 6.355462942 6.118102026 7.115148017 6.815308569 ' +
  '6.519993057 6.204119983 5.853871964 6.109523091 5.79832982 5.482672118 5.171791386 4.851705903 4.517126416 4.143573228 ' +
  '3.709075441 3.499489089 6.300769497 5.953504836 5.642065153 5.031376979 4.680685696 4.329846955 3.928486195 8.56735134 ' +
  '8.363211311 8.107682739 7.823908741 7.522878745 7.218819279 6.920818754 6.628932138 6.323946875 5.991399828 8.781464495 ' +
  '8.663140179 8.473531488 8.247337057 7.971428747 7.676129393 7.352812702 7.072065318 6.774174009 6.478861916 6.159517513 ' +
  '6.835647144 6.53165267 6.224098421 5.910094889 5.598599459 5.290645224 4.974284616 4.64454848 4.290560426 3.885055584 ' +
  '3.408378962 3.13200249 8.726767166 8.66695597 8.511026475 8.165388579 7.886056648 7.588043762 7.283412422 6.995678626 ' +
  '6.691862621 6.392544977 6.067374056 6.684029655 6.378719832 6.065855188 5.752272167 5.132414673 4.811352704 4.098269308 ' +
  '3.66174277 3.2644011';
const FILIP_Y =
  '0.8116 0.9072 0.9052 0.9039 0.8053 0.8377 0.8667 0.8809 0.7975 0.8162 0.8515 0.8766 0.8885 0.8859 0.8959 0.8913 0.8959 ' +
  '0.8971 0.9021 0.909 0.9139 0.9199 0.8692 0.8872 0.89 0.891 0.8977 0.9035 0.9078 0.7675 0.7705 0.7713 0.7736 0.7775 0.7841 ' +
  '0.7971 0.8329 0.8641 0.8804 0.7668 0.7633 0.7678 0.7697 0.77 0.7749 0.7796 0.7897 0.8131 0.8498 0.8741 0.8061 0.846 0.8751 ' +
  '0.8856 0.8919 0.8934 0.894 0.8957 0.9047 0.9129 0.9209 0.9219 0.7739 0.7681 0.7665 0.7703 0.7702 0.7761 0.7809 0.7961 ' +
  '0.8253 0.8602 0.8809 0.8301 0.8664 0.8834 0.8898 0.8964 0.8963 0.9074 0.9119 0.9228';
const NOISE = [759, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 1838, -2048, 2048].concat([
  -2048, 1838, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 759,
]);
const WAMPLER_ERRORS = [
  2152.3262467817, 2363.55173469681, 779.343524331583, 101.47550755035, 5.64566512170752, 0.112324854679312,
];

const lines = (rows: string): string => rows.replaceAll(';', '\n');
const wampler = (noise: number): string =>
  NOISE.map((delta, x) => `${x} ${[0, 1, 2, 3, 4, 5].reduce((sum, k) => sum + x ** k, 0) + noise * delta}`).join('\n');

interface Certified {
  readonly estimates: readonly number[];
  readonly errors: readonly number[];
  readonly rSquared: number;
  readonly deviation: number;
}

async function check(input: string, options: Readonly<Record<string, unknown>>, certified: Certified): Promise<void> {
  const { coefficients, rSquared, standardError } = await run(input, options);
  const own = [
    ...coefficients.map((one) => one.estimate),
    ...coefficients.map((one) => one.standardError),
    rSquared,
    standardError,
  ];
  const expected = [...certified.estimates, ...certified.errors, certified.rSquared, certified.deviation];
  expect(own).toHaveLength(expected.length);
  for (const [i, value] of expected.entries())
    expect(Math.abs((own[i] ?? 0) - value), `${i}: ${own[i]} for ${value}`).toBeLessThanOrEqual(
      1e-14 * Math.abs(value),
    );
}

const chance = chanceOf(31);
const between = (low: number, high: number): number => low + (high - low) * (chance(1_000_001) / 1_000_000);

const PYTHON = `
import sys, json, numpy as np
from scipy import stats, optimize
for line in sys.stdin:
    q = json.loads(line); t = q['type']; d = np.array(q['rows'], float); x, y = d[:, :-1], d[:, -1]; at = np.array(q['at'], float)
    one = lambda m: np.column_stack([np.ones(len(m)), m])
    if t == 'logistic':
        X = one(x)
        f = lambda b: np.sum(np.logaddexp(0, X @ b)) - y @ X @ b
        g = lambda b: X.T @ (1 / (1 + np.exp(-X @ b)) - y)
        H = lambda b: (X.T * ((p := 1 / (1 + np.exp(-X @ b))) * (1 - p))) @ X
        r = optimize.minimize(f, np.zeros(X.shape[1]), jac=g, hess=H, method='trust-exact', options={'gtol': 1e-10})
        se = np.sqrt(np.diag(np.linalg.inv(H(r.x))))
        print(json.dumps([*r.x, *se, *(2 * stats.norm.sf(abs(r.x / se))), -r.fun])); continue
    lx = np.log if t in ('power', 'logarithmic') else (lambda v: v)
    ly, back = (np.log, np.exp) if t in ('power', 'exponential') else ((lambda v: v), (lambda v: v))
    X, Y, A = one(lx(x)), ly(y), one(lx(at))
    if t == 'polynomial': X, A = np.vander(x[:, 0], 4, True), np.vander(at[:, 0], 4, True)
    b = np.linalg.lstsq(X, Y, rcond=None)[0]; rest = Y - X @ b; n, p = X.shape; s2 = rest @ rest / (n - p)
    C = np.linalg.inv(X.T @ X); se = np.sqrt(s2 * np.diag(C)); h = A[0] @ C @ A[0]; q = stats.t.ppf(.975, n - p); m = A[0] @ b
    print(json.dumps([*b, *se, *(2 * stats.t.sf(abs(b / se), n - p)), 1 - rest @ rest / np.sum((Y - Y.mean()) ** 2),
        back(m), back(m - q * np.sqrt(s2 * (1 + h))), back(m + q * np.sqrt(s2 * h))]))
`;

function madeUp(type: string) {
  const width = type === 'multiple' || type === 'logistic' ? 3 : 1;
  const row = (): number[] => Array.from({ length: width }, () => Number(between(0.5, 9).toFixed(3)));
  const rows = Array.from({ length: (type === 'logistic' ? 80 : 15) + chance(40) }, () => {
    const x = row();
    const score = x.reduce((sum, value, i) => sum + value * [0.4, -0.3, 0.2][i]!, 0);
    if (type === 'logistic') return [...x, Number(between(0, 1) < 1 / (1 + Math.exp(-score + 0.8)))];
    return [...x, Number((Math.exp(score / 2) * between(1, 3)).toFixed(4))];
  });
  return { type, rows, at: [row()] };
}

describe('linear-regression', () => {
  it('NIST StRD: Norris, Longley, NoInt1 and NoInt2 have their certified values', async () => {
    await check(
      lines(NORRIS),
      { x: '2', y: '1' },
      {
        estimates: [-0.262323073774029, 1.00211681802045],
        errors: [0.232818234301152, 0.429796848199937e-3],
        rSquared: 0.999993745883712,
        deviation: 0.884796396144373,
      },
    );
    await check(
      lines(LONGLEY),
      { type: 'multiple', y: '1' },
      {
        estimates: [
          -3482258.63459582, 15.0618722713733, -0.35819179292591e-1, -2.02022980381683, -1.03322686717359,
          -0.511041056535807e-1, 1829.15146461355,
        ],
        errors: [
          890420.383607373, 84.9149257747669, 0.334910077722432e-1, 0.488399681651699, 0.214274163161675,
          0.22607320006937, 455.478499142212,
        ],
        rSquared: 0.995479004577296,
        deviation: 304.854073561965,
      },
    );
    const one = Array.from({ length: 11 }, (_, i) => `${60 + i} ${130 + i}`).join('\n');
    await check(
      one,
      { intercept: false },
      {
        estimates: [2.07438016528926],
        errors: [0.165289256198347e-1],
        rSquared: 0.999365492298663,
        deviation: 3.56753034006338,
      },
    );
    await check(
      '4 3\n5 4\n6 4',
      { intercept: false },
      {
        estimates: [0.727272727272727],
        errors: [0.420827318078432e-1],
        rSquared: 0.993348115299335,
        deviation: 0.369274472937998,
      },
    );
  });

  it('NIST StRD: Filip, of degree 10, has its certified values', async () => {
    const ys = FILIP_Y.split(' ');
    const input = FILIP_X.split(' ')
      .map((x, i) => `-${x},${ys[i]}`)
      .join('\n');
    await check(
      input,
      { type: 'polynomial', degree: 10 },
      {
        estimates: [
          -1467.4896142298, -2772.17959193342, -2316.37108160893, -1127.97394098372, -354.478233703349,
          -75.1242017393757, -10.8753180355343, -1.06221498588947, -0.670191154593408e-1, -0.246781078275479e-2,
          -0.402962525080404e-4,
        ],
        errors: [
          298.084530995537, 559.77986547495, 466.477572127796, 227.204274477751, 71.6478660875927, 15.28971787474,
          2.23691159816033, 0.221624321934227, 0.142363763154724e-1, 0.535617408889821e-3, 0.896632837373868e-5,
        ],
        rSquared: 0.99672741618562,
        deviation: 0.334801051324544e-2,
      },
    );
  });

  it('NIST StRD: Wampler1 to Wampler5 have their certified values', async () => {
    const options = { type: 'polynomial', degree: 5 };
    const ones = [1, 1, 1, 1, 1, 1];
    const none = [0, 0, 0, 0, 0, 0];
    await check(wampler(0), options, { estimates: ones, errors: none, rSquared: 1, deviation: 0 });
    const second = Array.from({ length: 21 }, (_, x) => {
      const units = [0, 1, 2, 3, 4, 5].reduce((sum, k) => sum + 10n ** BigInt(5 - k) * BigInt(x) ** BigInt(k), 0n);
      return `${x} ${units}e-5`;
    });
    const tenths = [1, 0.1, 0.01, 0.001, 0.0001, 0.00001];
    await check(second.join('\n'), options, { estimates: tenths, errors: none, rSquared: 1, deviation: 0 });
    for (const [noise, rSquared] of [
      [1, 0.99999555902582],
      [100, 0.957478440825662],
      [10_000, 0.22466892157494e-2],
    ] as const)
      await check(wampler(noise), options, {
        estimates: ones,
        errors: WAMPLER_ERRORS.map((error) => error * noise),
        rSquared,
        deviation: 2360.14502379268 * noise,
      });
  });

  exhaustive.skipIf(!hasProgram('python3', ['-c', 'import scipy'], 'regression beside SciPy'))(
    'fits, errors and intervals are those of NumPy and SciPy',
    async () => {
      const types = ['linear', 'polynomial', 'multiple', 'exponential', 'power', 'logarithmic', 'logistic'];
      const cases = Array.from({ length: 210 }, (_, i) => madeUp(types[i % types.length]!));
      const told = runProgram('python3', ['-c', PYTHON], cases.map((one) => JSON.stringify(one)).join('\n')).toString();
      for (const [i, line] of told.trim().split('\n').entries()) {
        const { type, rows, at } = cases[i]!;
        const input = rows.map((row) => row.join(',')).join('\n');
        const own = await run(input, { type, degree: 3, predict: at[0]!.join(',') });
        const { estimates, errors, chances } = {
          estimates: own.coefficients.map((one) => one.estimate),
          errors: own.coefficients.map((one) => one.standardError),
          chances: own.coefficients.map((one) => one.pValue),
        };
        const [prediction] = own.predictions;
        const rest =
          type === 'logistic'
            ? [own.logLikelihood]
            : [own.rSquared, prediction?.y, prediction?.lower, prediction?.meanUpper];
        const expected = JSON.parse(line) as number[];
        const all = [...estimates, ...errors, ...chances, ...rest];
        expect(all).toHaveLength(expected.length);
        for (const [j, value] of expected.entries())
          expect(Math.abs((all[j] ?? Number.NaN) - value), `${type} ${j}: ${all[j]} for ${value}`).toBeLessThan(
            (type === 'logistic' ? 1e-6 : 1e-8) * Math.max(1e-3, Math.abs(value)),
          );
      }
    },
  );

  it('a published logistic model: passing by hours of study', async () => {
    const hours =
      '0.50 0.75 1.00 1.25 1.50 1.75 1.75 2.00 2.25 2.50 2.75 3.00 3.25 3.50 4.00 4.25 4.50 4.75 5.00 5.50'.split(' ');
    const passed = '0 0 0 0 0 0 1 0 1 0 1 0 1 0 1 1 1 1 1 1'.split(' ');
    const { coefficients, logLikelihood } = await run(
      `hours,passed\n${hours.map((hour, i) => `${hour},${passed[i] === '1' ? 'yes' : 'no'}`).join('\n')}`,
      { type: 'logistic' },
    );
    // Wikipedia, Logistic regression: its worked example.
    expect(coefficients[0]?.estimate).toBeCloseTo(-4.0777, 4);
    expect(coefficients[1]?.estimate).toBeCloseTo(1.5046, 4);
    expect(coefficients[1]?.standardError).toBeCloseTo(0.6287, 4);
    expect(logLikelihood).toBeCloseTo(-8.02988, 5);
  });

  it('faults are named', async () => {
    expect(await refusal('1 2\n3 4', { type: 'polynomial' })).toContain('3 coefficients need at least 3 rows, got 2');
    expect(await refusal('a,b,y\n1,2,1\n2,4,5\n3,6,1\n4,8,2', { type: 'multiple' })).toContain(
      'b depends on the terms before it',
    );
    expect(await refusal('0 1\n1 2\n2 3', { type: 'power' })).toContain('needs numbers above 0, got 0');
    expect(await refusal('1 0\n2 0\n3 1\n4 1', { type: 'logistic' })).toContain('separate the outcomes');
    expect(await refusal('1 0\n2 0\n3 0', { type: 'logistic' })).toContain('all the same');
    expect(await refusal('1 5\n2 0\n3 0', { type: 'logistic' })).toContain('is not 0 or 1');
    expect(await refusal('x,y\n1,2\n2,3', { x: 'z' })).toContain('Option "x" is not one of the columns');
    expect(await refusal('x,y\n1,2\n2,3', { x: 'y' })).toBe('Options "x" and "y" name the same column');
    expect(await refusal('x,y\n1,2\n2,3', { x: '1,2', y: '2' })).toBe('Options "x" and "y" name the same column');
    expect(await refusal('1\n2\n3')).toContain('two columns of numbers');
    expect(await refusal('1 2\n2 3', { predict: 'a' })).toContain('not a number');
  });

  it('tables are read as they come', async () => {
    const line = { coefficients: [{ estimate: 1 }, { estimate: 2 }] };
    expect(await run('1 3\n2 5\n3 7')).toMatchObject(line);
    expect(await run('\ufeffx;y\r\n1;3\r\n2;5\r\n;9\r\n3;7\r\n')).toMatchObject({ ...line, missing: 1 });
    expect(await run('1,5;4\n2,5;6\n3;7', { locale: 'de' })).toMatchObject(line);
    expect(await run('name,x,y\nA,1,3\nB,2,5\nC,3,7')).toMatchObject(line);
    expect(await run('7,3\n5,2\n3,1', { x: '2', y: '1' })).toMatchObject(line);
    expect((await run('1 3\n2 3\n3 3')).warnings).toContain('All outcomes are the same');
  });

  exhaustive('hostile numbers end as figures or refusals', async () => {
    for (const input of [
      '1e5000 1\n2 3',
      '1e-4900 1\n2 3\n4 5',
      '1/3 1/7\n1/11 1/13\n1/17 1/19',
      ',,,\n,,',
      '"',
      'a b\nc d',
      '1 2',
      '1e149 1e149\n2e149 -1e149\n0 0',
    ])
      for (const type of ['linear', 'polynomial', 'multiple', 'exponential', 'power', 'logistic']) {
        const { status, cause } = await runTool(tool, { input, options: { type, predict: '1e300', degree: 10 } });
        expect([200, 400, 413], `${type} ${input.slice(0, 20)} ${cause}`).toContain(status);
      }
  });

  exhaustive('the largest table is fitted or refused in time', async () => {
    const row = (width: number) => Array.from({ length: width }, () => between(0, 1).toFixed(4)).join(' ');
    const narrow = Array.from({ length: 60_000 }, () => row(2)).join('\n');
    expect((await runTool(tool, { input: narrow, options: { type: 'polynomial', degree: 3 } })).status).toBe(200);
    const wide = Array.from({ length: 6000 }, () => row(21)).join('\n');
    expect([200, 413]).toContain((await runTool(tool, { input: wide, options: { type: 'multiple' } })).status);
    const yes = Array.from({ length: 6000 }, (_, i) => `${row(20)} ${i % 2}`).join('\n');
    expect([200, 413]).toContain((await runTool(tool, { input: yes, options: { type: 'logistic' } })).status);
  });

  exhaustive('draws the points and the curve when asked, and predicts only what was asked for', async () => {
    const { files, data } = await runTool(tool, {
      input: 'x,y\n1,2\n2,4.1\n3,9\n4,16.2',
      options: { type: 'polynomial', predict: '5', chart: true },
    });
    expect(files.map(({ name }) => name)).toEqual(['fit.svg']);
    expect(files[0]?.bytes.toString()).toContain('4 points of y by x');
    expect((data as { predictions: unknown[] }).predictions).toHaveLength(1);
  });
});
