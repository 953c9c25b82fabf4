import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './matrix-calculator.js';

interface Report {
  readonly value: string;
  readonly decimal: string;
  readonly rank: number;
  readonly matrix: string[][];
  readonly decimals: string[][];
  readonly solutions: string;
  readonly eigenvalues: { readonly real: number; readonly imaginary: number }[];
  readonly singularValues: number[];
}

const run = async (input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(
    answer.status,
    `${input.slice(0, 99)} ${JSON.stringify(options).slice(0, 99)} ${answer.message} ${answer.cause}`,
  ).toBe(200);
  return answer.data as Report;
};

const chance = chanceOf(21);
const matrix = (rows: number, columns: number, isFraction = false): string[][] =>
  Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => (isFraction ? `${chance(19) - 9}/${1 + chance(9)}` : String(chance(19) - 9))),
  );
const written = (rows: string[][]): string => rows.map((row) => row.join(' ')).join('\n');

const PYTHON = `
import sys, json, numpy as np
for line in sys.stdin.read().strip().split('\\n'):
    a, b = [np.array(m, dtype=float) for m in json.loads(line)]
    e = sorted([(-round(float(v.real), 9), -round(float(v.imag), 9)) for v in np.linalg.eigvals(a)])
    print(json.dumps([float(np.linalg.det(a)), int(np.linalg.matrix_rank(a)), (a @ b).tolist(), np.linalg.inv(a).tolist() if abs(np.linalg.det(a)) > .5 else [],
        np.linalg.solve(a, b).tolist() if abs(np.linalg.det(a)) > .5 else [], [[-x, -y] for x, y in e], np.linalg.svd(a)[1].tolist()]))
`;

describe('matrix-calculator', () => {
  const numpy = hasProgram(
    'python3',
    ['-c', 'import importlib.util, sys; sys.exit(importlib.util.find_spec("numpy") is None)'],
    'matrices beside NumPy',
  );
  inRounds.skipIf(!numpy)('results are those of NumPy', [20, 200], async (rounds) => {
    const asked = Array.from({ length: rounds }, () => {
      const size = 1 + chance(6);
      return [matrix(size, size), matrix(size, 1 + chance(4))] as const;
    });
    const lines = asked.map((pair) => JSON.stringify(pair.map((rows) => rows.map((row) => row.map(Number)))));
    const told = runProgram('python3', ['-c', PYTHON], lines.join('\n')).toString().trim().split('\n');
    const near = (own: readonly (readonly (string | number)[])[], expected: number[][], digits = 9): void => {
      expect(own.length).toBe(expected.length);
      for (const [i, row] of expected.entries())
        for (const [j, cell] of row.entries())
          expect(Math.abs(Number(own[i]![j]) - cell) / Math.max(1, Math.abs(cell))).toBeLessThan(10 ** -digits);
    };
    for (const [i, line] of told.entries()) {
      const [a, b] = asked[i]!.map(written) as [string, string];
      const [det, rank, product, inverse, solution, eigenvalues, singular] = JSON.parse(line) as [
        number,
        number,
        ...number[][][],
      ];
      const summary = await run(a);
      near([[summary.decimal]], [[det]]);
      expect(summary.rank).toBe(rank);
      near((await run(a, { action: 'multiply', other: b })).decimals, product!);
      if (inverse!.length > 0) {
        near((await run(a, { action: 'inverse' })).decimals, inverse!);
        near((await run(a, { action: 'solve', other: b })).decimals, solution!);
      }
      if (i % 2 === 1) continue;
      // Several equal eigenvalues have half the digits only: compare their sums and products by the matrix.
      const own = await run(a, { action: 'eigenvalues' });
      const trace = own.eigenvalues.reduce((sum, { real }) => sum + real, 0);
      near([[trace]], [[eigenvalues!.reduce((sum, [real]) => sum + real!, 0)]], 8);
      near([(await run(a, { action: 'svd' })).singularValues], [singular as unknown as number[]], 8);
    }
  });

  exhaustive('inverses and solutions of fractions are exact', async () => {
    for (let i = 0; i < 200; i++) {
      const size = 1 + chance(5);
      const [a, b] = [written(matrix(size, size, true)), written(matrix(size, 2, true))];
      const answer = await runTool(tool, { input: a, options: { action: 'inverse' } });
      const solved = await run(a, { action: 'solve', other: b });
      if (answer.status === 200) {
        const product = await run(a, { action: 'multiply', other: written((answer.data as Report).matrix) });
        expect(product.matrix).toEqual(product.matrix.map((row, r) => row.map((_, c) => (r === c ? '1' : '0'))));
        expect(solved.solutions).toBe('unique');
      } else expect(answer.message).toContain('singular');
      if (solved.solutions === 'none') continue;
      const zeros = written(Array.from({ length: size }, () => ['0', '0']));
      const right = await run(b, { action: 'add', other: zeros });
      expect((await run(a, { action: 'multiply', other: written(solved.matrix) })).matrix).toEqual(right.matrix);
    }
  });

  it('eigenvalues that are known', async () => {
    expect((await run('2 0; 0 3', { action: 'eigenvalues' })).eigenvalues).toEqual([
      { real: 3, imaginary: 0 },
      { real: 2, imaginary: 0 },
    ]);
    expect((await run('0 -1; 1 0', { action: 'eigenvalues' })).eigenvalues).toEqual([
      { real: 0, imaginary: 1 },
      { real: 0, imaginary: -1 },
    ]);
  });

  const endsWell = async (inputs: readonly string[]): Promise<void> => {
    for (const action of ['summary', 'inverse', 'rref', 'power', 'eigenvalues', 'svd'])
      for (const input of inputs) {
        const answer = await runTool(tool, { input, options: { action, exponent: 3 } });
        expect([200, 400, 413], `${action} ${input.slice(0, 30)} ${answer.cause}`).toContain(answer.status);
      }
  };

  it('odd matrices end as results or refusals', () =>
    endsWell([
      written(matrix(61, 2)),
      '1e5000 1; 1 1e-5000',
      '0',
      '[[]]',
      '1 & 2 \\\\ 3 & 4',
      '1 '.repeat(100_000),
      '1e300 1; 1 1e300',
      '0 0; 0 0',
    ]));

  exhaustive('large matrices end as results or refusals', () =>
    endsWell([written(matrix(60, 60)), written(matrix(60, 60, true))]),
  );
});
