import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './electronics-calculator.js';

interface Report {
  readonly results: readonly {
    readonly symbol: string;
    readonly value: number;
    readonly unit: string;
    readonly text: string;
  }[];
  readonly colors: readonly string[];
  readonly preferred: readonly {
    readonly series: string;
    readonly nearest: number;
    readonly below: number;
    readonly above: number;
  }[];
}

const run = async (calculation: string, input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { calculation, ...options } });
  expect(answer.status, `${calculation} ${input}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Report;
};
const value = async (calculation: string, input: string, symbol: string): Promise<number> =>
  (await run(calculation, input)).results.find((result) => result.symbol === symbol)!.value;

describe('electronics-calculator', () => {
  // IEC 60062 and the tables of manufacturers.
  it.each([
    ['brown black red', 1000, 20],
    ['yellow violet red gold', 4700, 5],
    ['red red orange silver', 22_000, 10],
    ['brown black black gold', 10, 5],
    ['orange orange gold gold', 3.3, 5],
    ['green blue silver gold', 0.56, 5],
    ['brown black black red brown', 10_000, 1],
    ['blue grey black brown brown', 6800, 1],
    ['Red Violet Green Black Green', 275, 0.5],
    ['orange white white gold violet red', 39.9, 0.1],
    ['gray red purple', 820_000_000, 20],
    ['472', 4700, 5],
    ['103', 10_000, 5],
    ['100', 10, 5],
    ['4702', 47_000, 1],
    ['1000', 100, 1],
    ['4R7', 4.7, undefined],
    ['R047', 0.047, undefined],
    ['0R22', 0.22, undefined],
    ['01A', 100, 1],
    ['01C', 10_000, 1],
    ['68X', 49.9, 1],
    ['96B', 9760, 1],
    ['30Y', 2, 1],
    ['66D', 475_000, 1],
  ])('%s is %f', async (input, ohms, tolerance) => {
    const { results } = await run('resistor-code', input);
    expect(results[0]?.value).toBeCloseTo(ohms, 9);
    expect(results.find(({ symbol }) => symbol === 'tolerance')?.value).toBe(tolerance);
  });

  it.each([
    ['4k7', ['yellow', 'violet', 'red', 'gold'], 5],
    ['10k', ['brown', 'black', 'black', 'red', 'brown'], 1],
    ['0.47', ['yellow', 'violet', 'silver', 'gold'], 5],
    ['49.9', ['yellow', 'white', 'white', 'gold', 'brown'], 1],
    ['1M', ['brown', 'black', 'green', 'silver'], 10],
  ])('%s has bands', async (input, colors, tolerancePercent) => {
    expect((await run('resistor-code', input, { tolerancePercent })).colors).toEqual(colors);
  });

  it('preferred values of IEC 60063', async () => {
    const near = async (input: string, series: string) =>
      (await run('nearest-value', input)).preferred.find((found) => found.series === series)!;
    const E12 = [1, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2];
    for (const step of E12) expect((await near(`${step}k`, 'E12')).nearest).toBe(Number((step * 1000).toFixed(6)));
    for (const step of [1, 1.02, 1.05, 1.07, 1.1, 1.13, 2.0, 3.16, 4.99, 7.5, 9.76])
      expect((await near(String(step), 'E96')).nearest).toBe(step);
    for (const step of [1.01, 1.89, 4.59, 9.2, 9.88]) expect((await near(String(step), 'E192')).nearest).toBe(step);
    for (const step of [1.05, 1.96, 5.11, 9.53]) expect((await near(String(step), 'E48')).nearest).toBe(step);
    expect(await near('4k9', 'E24')).toMatchObject({ below: 4700, above: 5100, nearest: 5100 });
    expect(await near('9.5', 'E3')).toMatchObject({ below: 4.7, above: 10, nearest: 10 });
    expect(await near('999', 'E6')).toMatchObject({ below: 680, above: 1000 });
  });

  exhaustive('bands of every value of E24 and E96 are read back', async () => {
    let count = 0;
    for (const [series, tolerancePercent] of [
      ['E24', 5],
      ['E96', 1],
    ] as const)
      for (let i = 0; i < 250; i++) {
        const seed = 10 ** (chance(1000) / 250 + 1);
        const { preferred } = await run('nearest-value', seed.toPrecision(8));
        const { nearest } = preferred.find((found) => found.series === series)!;
        const { colors } = await run('resistor-code', `${nearest}Ω`, { tolerancePercent });
        expect((await run('resistor-code', colors.join(' '))).results[0]?.value).toBeCloseTo(nearest, 6);
        count++;
      }
    expect(count).toBe(500);
  });

  const chance = chanceOf(51);
  it('a circuit follows from any of its pairs', async () => {
    const near = (a: number, b: number, what: string) => expect(Math.abs(a / b - 1), what).toBeLessThan(1e-9);
    for (let i = 0; i < 50; i++) {
      const [a, b, c] = [1 + chance(1e6), (1 + chance(1e6)) * 1e-9, 1 + chance(500)];
      const cases = [
        ['ohms-law', { V: c, R: a, I: c / a, P: (c * c) / a }, 2],
        ['divider', { Vin: c, R1: a, R2: 2 * a, Vout: (c * 2) / 3 }, 3],
        ['rc', { R: a, C: b, f: 1 / (2 * Math.PI * a * b) }, 2],
        ['lc', { L: b, C: b / 2, f: 1 / (2 * Math.PI * Math.sqrt((b * b) / 2)) }, 2],
        ['rl', { R: a, L: b, f: a / b / (2 * Math.PI) }, 2],
        ['decibel', { P: a, dBm: 10 * Math.log10(a * 1000), V: Math.sqrt(50 * a) }, 1],
      ] as const;
      for (const [calculation, all, size] of cases) {
        const names = Object.keys(all);
        const chosen = names.filter((_, k) => (k + i) % names.length < size);
        const { results } = await run(calculation, chosen.map((name) => `${name}=${all[name as never]}`).join(' '));
        for (const name of names)
          near(
            results.find(({ symbol }) => symbol === name)!.value,
            all[name as never],
            `${calculation} ${chosen} ${name}`,
          );
      }
    }
  });

  it('values as they are typed', async () => {
    expect(await value('ohms-law', 'U=12V, R=4,7kΩ', 'I')).toBeCloseTo(12 / 4700, 12);
    expect(await value('ohms-law', '5 V 20 mA', 'R')).toBe(250);
    expect(await value('ohms-law', '230V\n2kW', 'R')).toBeCloseTo(26.45, 9);
    expect(await value('led', 'Vs=12 Vf=2.1 I=10m n=3', 'R')).toBe(570);
    expect(await value('rc', 'R=10k C=100n', 'f')).toBeCloseTo(159.154943, 5);
    expect(await value('decibel', 'dBm=30', 'P')).toBe(1);
    expect(await value('decibel', 'dBm=-30', 'P')).toBeCloseTo(1e-6, 15);
    expect(await value('reactance', 'f=50Hz L=100mH', 'Xl')).toBeCloseTo(31.4159265, 6);
    expect(await value('series', '100 220 4k7', 'R')).toBe(5020);
    expect(await value('parallel', '1k 1k 2k', 'R')).toBe(400);
    expect(await value('series', '10uF 10uF', 'C')).toBe(0.000005);
    expect(await value('parallel', '1mH 1mH', 'L')).toBe(0.0005);
    expect(await value('capacitor-code', '104K', 'C')).toBe(1e-7);
    expect(await value('capacitor-code', '229', 'C')).toBe(2.2e-12);
    expect((await run('ohms-law', '1V 1mA')).results.map(({ text }) => text)).toEqual(['1 V', '1 mA', '1 kΩ', '1 mW']);
  });

  it.each([
    ['ohms-law', 'V=5 V=6', 400],
    ['ohms-law', 'V=5A I=1', 400],
    ['ohms-law', 'q=1', 400],
    ['ohms-law', '0V 1A', 400],
    ['ohms-law', '__proto__=1', 400],
    ['ohms-law', 'V=1e99 I=1', 200],
    ['divider', 'Vin=5 Vout=9 R1=1k', 400],
    ['led', 'Vs=3 Vf=3.2', 400],
    ['resistor-code', 'red green', 400],
    ['resistor-code', 'red red red red red red red', 400],
    ['resistor-code', 'constructor red red', 400],
    ['resistor-code', '0', 200],
    ['capacitor-code', 'x', 400],
    ['parallel', '0 1', 400],
    ['parallel', '1V 2V', 400],
    ['series', '1 '.repeat(2000), 413],
    ['nearest-value', '0', 400],
    ['nearest-value', '1e99', 400],
    ['decibel', 'dBm=99999', 400],
    ['rc', 'R=10k', 400],
  ])('%s of %s', async (calculation, input, status) => {
    const answer = await runTool(tool, { input, options: { calculation } });
    expect(answer.status, `${answer.message} ${answer.cause}`).toBe(status);
  });

  inRounds('hostile values are answered or refused', [200, 1000], async (rounds) => {
    const calculations = [
      'ohms-law',
      'resistor-code',
      'capacitor-code',
      'series',
      'parallel',
      'divider',
      'led',
      'rc',
      'lc',
      'reactance',
      'decibel',
      'nearest-value',
    ];
    const parts = [
      'V',
      'R',
      '=',
      '1',
      '9e99',
      'k',
      'm',
      ' ',
      'Ω',
      'red ',
      'gold ',
      '-',
      ',',
      '.',
      '%',
      'dBm=',
      'F',
      'Vin=',
      'e-99',
      '0',
      '\ud800',
      ':',
      '\n',
      '4k7',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = Array.from({ length: 1 + chance(12) }, () => pick(chance, parts)).join('');
      const { status, cause } = await runTool(tool, {
        input: input.trim() === '' ? 'x' : input,
        options: { calculation: pick(chance, calculations) },
      });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
    }
  });
});
