import { describe, expect, it } from 'vitest';

import { readCurves, withGaps } from '../../formats/charts/function-curves.js';
import { ENGLISH } from '../../lib/numbers/typed-number.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './function-plotter.js';

const hasPython = hasProgram('python3', ['--version'], 'functions beside Python');

/** An expression as we write it, and as Python does. */
function randomFunction(chance: Chance, depth: number): readonly [string, string] {
  const number = (1 + chance(90)) / 10;
  if (depth === 0)
    return pick(chance, [
      ['x', 'x'],
      [`${number}`, `${number}`],
      ['pi', 'math.pi'],
    ] as const);
  const [a, b] = [randomFunction(chance, depth - 1), randomFunction(chance, depth - 1)];
  const name = pick(chance, ['sin', 'cos', 'atan', 'exp', 'tanh', 'asinh', 'abs', 'sqrt', 'ln'] as const);
  const python = { ln: 'math.log', abs: 'abs' } as Record<string, string>;
  return pick(chance, [
    [`(${a[0]} + ${b[0]})`, `(${a[1]} + ${b[1]})`],
    [`(${a[0]} - ${b[0]})`, `(${a[1]} - ${b[1]})`],
    [`${a[0]} * ${b[0]}`, `${a[1]} * ${b[1]}`],
    [`${a[0]} / (${b[0]})`, `${a[1]} / (${b[1]})`],
    [`(${a[0]})^2`, `(${a[1]}) ** 2`],
    [`${name}(${a[0]})`, `${python[name] ?? `math.${name}`}(${a[1]})`],
  ] as const);
}

const PYTHON = `
import json, math, sys
def at(source, x):
    try:
        y = eval(source, {"math": math, "abs": abs, "x": x})
        return y if isinstance(y, float) and abs(y) < 1e100 or isinstance(y, int) else None
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
json.dump([[at(source, -10 + 20 * i / 2000) for i in range(0, 2001, 25)] for source in json.load(sys.stdin)], sys.stdout)
`;

import { exhaustive } from '../../testing/exhaustive.js';

describe('function-plotter', () => {
  exhaustive.skipIf(!hasPython)('has the values of Python', () => {
    const chance = chanceOf(5);
    const functions = Array.from({ length: 200 }, () => randomFunction(chance, 1 + chance(3)));
    const theirs = JSON.parse(
      runProgram('python3', ['-c', PYTHON], JSON.stringify(functions.map(([, python]) => python))).toString(),
    ) as (number | null)[][];
    let compared = 0;
    for (const [i, [ours]] of functions.entries()) {
      const [curve] = readCurves(ours, 'cartesian', [-10, 10], ENGLISH);
      for (const [k, expected] of (theirs[i] ?? []).entries()) {
        const value = curve?.points[k * 25]?.[1] ?? Number.NaN;
        // Where Python has no value a double may have one: 1/0 behind arctan, say.
        if (expected === null) continue;
        expect(Math.abs(value - expected), `${ours} at ${k}`).toBeLessThanOrEqual(
          1e-9 * Math.max(1, Math.abs(expected)),
        );
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10_000);
  });

  it('leaves poles open', () => {
    const [curve] = readCurves('1/x', 'cartesian', [-1, 1], ENGLISH);
    const drawn = withGaps(curve?.points ?? [], [-10, 10]);
    expect(drawn.filter(([, y]) => y === null)).toHaveLength(1);
    const [tangent] = readCurves('tan(x)', 'cartesian', [-10, 10], ENGLISH);
    expect(withGaps(tangent?.points ?? [], [-5, 5]).filter(([, y]) => y === null)).toHaveLength(6);
  });

  exhaustive('answers hostile functions', async () => {
    for (const input of [
      `${'('.repeat(1000)}x`,
      `${'-'.repeat(1900)}x`,
      '9^9^9^9^9^x',
      'x^999999999999',
      '1e400*x',
      `sin(${'sin('.repeat(400)}x`,
      'x!'.repeat(900),
      '\0',
      'constructor(x)',
      '__proto__',
    ]) {
      const { status } = await runTool(tool, { input });
      expect([200, 400, 413], input.slice(0, 40)).toContain(status);
    }
  });
});

it.each(['sin(x); cos(x)', 'sin(x), cos(x)', 'y = sin(x) and y = cos(x)', 'sin(x)\ncos(x)'])(
  'functions side by side: %j',
  async (input) => {
    const { data, message } = await runTool(tool, { input, options: { xMin: 0, xMax: 3 } });
    const { functions } = (data ?? { functions: [message] }) as { functions: { most: number }[] };
    expect(functions.map(({ most }) => Math.round(most * 1000) / 1000)).toEqual([1, 1]);
  },
);
