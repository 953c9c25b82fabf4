import { describe, expect, it } from 'vitest';

import type { Tool } from '../../core/index.js';
import { runTool } from '../../testing/run-tool.js';
import calculator from './calculator.js';
import combinatoricsCalculator from './combinatorics-calculator.js';
import electronicsCalculator from './electronics-calculator.js';
import fractionCalculator from './fraction-calculator.js';
import geometryCalculator from './geometry-calculator.js';
import statisticsCalculator from './statistics-calculator.js';
import unitConverter from './unit-converter.js';

/** Sums as people write them who have not read the notes. */

async function dataOf<Data>(tool: Tool, input: string, options: Record<string, unknown> = {}): Promise<Data> {
  const { status, message, data } = await runTool(tool, { input, options });
  expect(status, message).toBe(200);
  return data as Data;
}

const messageOf = async (tool: Tool, input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { status, message } = await runTool(tool, { input, options });
  expect(status).toBe(400);
  return message ?? '';
};

describe('sums as people write them', () => {
  it.each([
    ['1 1/2 * 2', '3'],
    ['-1 1/2 + 2 3/4', '1.25'],
    ['3 1/2 in to cm', '8.89 cm'],
    ['max(1 1/2, 1)', '1.5'],
    ['2 x 3', '6'],
    ['x = 4\n2 x 3', '24'],
    ['2+2=', '4'],
    ['what is 12 × 12?', '144'],
  ])('calculator: %j', async (input, result) => {
    expect((await dataOf<{ result: string }>(calculator, input)).result).toBe(result);
  });

  it('says how a function is written', async () => {
    expect(await messageOf(calculator, 'sqrt 16')).toContain('"sqrt" is a function: write sqrt(…)');
    expect(await messageOf(calculator, '2 y 3')).toContain('unknown name "y"');
  });

  it('fraction-calculator multiplies with an x', async () => {
    const { results } = await dataOf<{ results: { fraction: string }[] }>(fractionCalculator, '1 1/2 x 2 2/3');
    expect(results.map(({ fraction }) => fraction)).toEqual(['4']);
  });

  it.each(['1/2 1/2', '1 1/2.5', '2 3'])('calculator: %j may be a sum or a product', async (input) => {
    expect(await messageOf(calculator, input)).toContain('an operator such as + or * is missing between two numbers');
  });

  it.each([
    ['10 kg lb', 'kg', 'lb', '22.04622622'],
    ['100 km/h mph', 'km/h', 'mph', '62.13711922'],
    ['72 F C', '°F', '°C', '22.22222222'],
  ])('unit-converter: %j', async (input, unit, target, value) => {
    const { results } = await dataOf<{ results: unknown[] }>(unitConverter, input);
    expect(results).toMatchObject([{ unit, conversions: [{ unit: target, value }] }]);
  });

  it('unit-converter keeps products and amounts in two units', async () => {
    const { results } = await dataOf<{ results: unknown[] }>(unitConverter, '2 N m\n5 ft 10 in');
    expect(results).toMatchObject([{ unit: 'N*m' }, { unit: 'ft', value: '5.833333333' }]);
  });

  it.each([
    ['5 choose 2', '10'],
    ['49C6', '13983816'],
    ['nCr(52, 5)', '2598960'],
    ['10P3', '720'],
    ['5!', '120'],
  ])('combinatorics-calculator: %j', async (input, count) => {
    expect((await dataOf<{ count: string }>(combinatoricsCalculator, input)).count).toBe(count);
  });

  it('combinatorics-calculator refuses a question beside another action, and numbers beyond its limit', async () => {
    expect(await messageOf(combinatoricsCalculator, '10P3', { action: 'subsets' })).toBe(
      'Option "action" is subsets, but the input asks for permutations',
    );
    const { status, message } = await runTool(combinatoricsCalculator, { input: '50000 choose 2' });
    expect([status, message]).toEqual([413, 'Property "input" must have numbers of at most 10000, got 50000']);
  });

  it('statistics-calculator warns of commas that may be decimal marks', async () => {
    const warned = async (input: string, options = {}) =>
      (await dataOf<{ warnings: string[] }>(statisticsCalculator, input, options)).warnings;
    const warning =
      'Commas were read as separators: 3,5 as two numbers. Where they are decimal marks, set "locale" to a language that writes them so, such as de';
    expect(await warned('3,5 4,25 6,5')).toEqual([warning]);
    expect(await warned('3,5\n4,25')).toEqual([warning]);
    expect(await warned('3,5 4,25 6,5', { locale: 'de' })).toEqual([]);
    expect(await warned('3, 5, 8')).toEqual([]);
    expect(await warned('3,5,8 4,5,6')).toEqual([]);
  });

  it.each([
    ['3, 4, 5', {}, 'triangle', 'c', 5],
    ['triangle 3 cm 4 cm 5 cm', {}, 'triangle', 'c', 5],
    ['circle radius 5', {}, 'circle', 'd', 10],
    ['circle, diameter of 10 cm', {}, 'circle', 'r', 5],
    ['cylinder radius 2 height = 5', {}, 'cylinder', 'h', 5],
    ['rectangle length 3 width 4', {}, 'rectangle', 'd', 5],
    ['a = 3, b = 4', { shape: 'rectangle' }, 'rectangle', 'A', 12],
    ['P = 14, A = 12', { shape: 'rectangle' }, 'rectangle', 'd', 5],
  ])('geometry-calculator: %j', async (input, options, shape, symbol, value) => {
    const data = await dataOf<{ shape: string; solutions: { measures: { symbol: string; value: number }[] }[] }>(
      geometryCalculator,
      input,
      options,
    );
    expect(data.shape).toBe(shape);
    expect(data.solutions[0]?.measures.find((measure) => measure.symbol === symbol)?.value).toBe(value);
  });

  it('geometry-calculator refuses two shapes', async () => {
    expect(await messageOf(geometryCalculator, 'circle radius 5', { shape: 'sphere' })).toBe(
      'Option "shape" is sphere, but the input says circle',
    );
  });

  it('electronics-calculator says which calculation reads a code', async () => {
    expect(await messageOf(electronicsCalculator, 'yellow violet red gold')).toContain('calculation resistor-code');
    expect(await messageOf(electronicsCalculator, '4k7')).toContain('resistor-code or nearest-value');
  });
});
