import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './equation-solver.js';

interface Report {
  readonly method: string;
  readonly outcome: string;
  readonly solutions: readonly {
    readonly values: readonly { readonly name: string; readonly exact: string | null; readonly value: string | null }[];
    readonly isReal: boolean;
    readonly multiplicity: number;
  }[];
  readonly free: readonly string[];
  readonly factored: string | null;
  readonly warnings: readonly string[];
}

const solve = async (input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 200)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Report;
};

const told = async (input: string, options: object = {}) => {
  const { solutions } = await solve(input, options);
  return solutions.map(({ values }) =>
    values.map(({ name, exact, value }) => `${name} = ${exact ?? value}`).join(', '),
  );
};

const coefficient = (chance: Chance): number => chance(41) - 20;
const polynomialText = (values: readonly number[]): string =>
  `${values.map((value, i) => `(${value})*x^${i}`).join(' + ')} = 0`;

/** Real and imaginary part of `1.5 - 2i`. */
function complexOf(text: string): readonly [number, number] {
  const [, re = '0', im] = /^(-?[\d.]+(?:e[-+]\d+)?)?(?: ?([-+]? ?[\d.e-]*)i)?$/.exec(text) ?? [];
  const part = im?.replace(' ', '');
  return [Number(re), part === undefined ? 0 : part === '' || part === '+' ? 1 : part === '-' ? -1 : Number(part)];
}

describe('equation-solver', () => {
  it.each([
    ['2x - 6 = 0', ['x = 3']],
    ['3x = 1', ['x = 1/3']],
    ['x^2 = 2', ['x = -sqrt(2)', 'x = sqrt(2)']],
    ['x^2 - 6x + 1', ['x = 3 - 2*sqrt(2)', 'x = 3 + 2*sqrt(2)']],
    ['x^2 + x + 1 = 0', ['x = -1/2 + sqrt(3)/2*i', 'x = -1/2 - sqrt(3)/2*i']],
    ['x² + 4 = 0', ['x = 2*i', 'x = -2*i']],
    ['x^3 - 6x^2 + 11x = 6', ['x = 1', 'x = 2', 'x = 3']],
    [
      'x^3 = 2',
      [
        'x = 2^(1/3)',
        'x = -0.62996052494743658238 + 1.0911236359717214036i',
        'x = -0.62996052494743658238 - 1.0911236359717214036i',
      ],
    ],
    [
      'x^4 - 10x^2 + 1 = 0',
      ['x = -sqrt(5 + 2*sqrt(6))', 'x = -sqrt(5 - 2*sqrt(6))', 'x = sqrt(5 - 2*sqrt(6))', 'x = sqrt(5 + 2*sqrt(6))'],
    ],
    ['(x-1)^3 (x+2) = 0', ['x = -2', 'x = 1']],
    ['1/(x-1) + 1/(x+1) = 1', ['x = 1 - sqrt(2)', 'x = 1 + sqrt(2)']],
    ['(x^2 - 1)/(x - 1) = 2', []],
    ['x/2 + 0.5 = 1.25', ['x = 3/2']],
    ['x = x + 1', []],
    ['x^5 - x^4 - 4x^3 + 4x^2 + 3x - 3 = 0', ['x = -sqrt(3)', 'x = -1', 'x = 1', 'x = sqrt(3)']],
    ['x^4 = 16', ['x = -2', 'x = 2', 'x = 2*i', 'x = -2*i']],
    ['x + y = 10, x - y = 4', ['x = 7, y = 3']],
    ['x + y + z = 6; x - y = 0; z = 2', ['x = 2, y = 2, z = 2']],
    ['apples + pears = 5\napples = 2 pears - 1', ['apples = 3, pears = 2']],
    ['x^2 + y^2 = 25; x + y = 7', ['x = 4, y = 3', 'x = 3, y = 4']],
    ['xy = 6; x = y + 1', ['x = -2, y = -3', 'x = 3, y = 2']],
    ['y = x^2; y = x + 2', ['y = 1, x = -1', 'y = 4, x = 2']],
    ['constructor + toString = 3; constructor = 1', ['constructor = 1, toString = 2']],
    ['|x - 2| = 5', ['x = -3', 'x = 7']],
    ['sqrt(x) = 3', ['x = 9']],
    ['2^x = 8', ['x = 3']],
    ['e^x = 1', ['x = 0']],
    ['(sin x)^2 + 1 = 1 + x^2', ['x = 0']],
    ['ln(x) = -1', ['x = 0.3678794411714423216']],
    ['1/x = 0*sin(x)', []],
  ])('%s', async (input, expected) => {
    expect(await told(input)).toEqual(expected);
  });

  it('closed forms of cubics agree with their decimals', async () => {
    const { solutions } = await solve('x^3 - 3x + 1 = 0');
    expect(solutions.map(({ values: [value] }) => value?.exact)).toEqual([
      expect.stringContaining('cos('),
      expect.stringContaining('cos('),
      expect.stringContaining('cos('),
    ]);
    expect((await told('x^3 + x = 1'))[0]).toContain('(1/3)');
  });

  it('what is infinite, impossible or free is told', async () => {
    expect(await solve('x + y = 1; 2x + 2y = 2')).toMatchObject({
      outcome: 'infinite',
      free: ['y'],
      solutions: [{ values: [{ exact: '-y + 1' }, { exact: 'y' }] }],
    });
    expect((await solve('x + y = 1; x + y = 2')).outcome).toBe('none');
    expect(await solve('2(x + 1) = 2x + 2')).toMatchObject({ outcome: 'infinite', free: ['x'] });
    expect((await solve('x^4 - 2x^2 + 1')).factored).toBe('(x + 1)^2*(x - 1)^2');
    expect((await solve('4x^2 - 1/4')).factored).toBe('1/4*(4*x + 1)*(4*x - 1)');
    expect(await told('A = pi*r^2', { variables: 'r' })).toHaveLength(2);
    expect((await solve('1,5x = 3', { locale: 'de' })).solutions[0]?.values[0]?.exact).toBe('2');
  });

  exhaustive('all roots of Wilkinson’s polynomial and of unity', async () => {
    const factors = Array.from({ length: 20 }, (_, i) => `(x - ${i + 1})`).join('');
    expect(await told(`${factors} = 0`)).toEqual(Array.from({ length: 20 }, (_, i) => `x = ${i + 1}`));
    expect((await solve('x^30 = 1')).solutions).toHaveLength(30);
  });

  inRounds('polynomials of rational roots give these', [15, 200], async (rounds) => {
    const chance = chanceOf(11);
    for (let i = 0; i < rounds; i++) {
      const roots = Array.from({ length: 1 + chance(6) }, () => [coefficient(chance), 1 + chance(9)] as const);
      const { solutions } = await solve(`${roots.map(([p, q]) => `(${q}x - ${p})`).join('*')} = 0`);
      const found = solutions.flatMap(({ values, multiplicity }) => Array(multiplicity).fill(Number(values[0]!.value)));
      expect(found.sort((a, b) => a - b)).toEqual(
        roots
          .map(([p, q]) => Number((p / q).toPrecision(17)))
          .map((value) => expect.closeTo(value, 12))
          .sort((a, b) => a.sample - b.sample),
      );
      for (const { values } of solutions) expect(values[0]!.exact).toMatch(/^-?\d+(?:\/\d+)?$/);
    }
  });

  const python = hasProgram('python3', ['-c', 'import numpy'], 'roots and systems beside NumPy and fractions');
  inRounds.skipIf(!python)('roots are those of NumPy', [5, 200], async (rounds) => {
    const chance = chanceOf(12);
    const polynomials = Array.from({ length: rounds }, () => [
      ...Array.from({ length: 1 + chance(12) }, () => coefficient(chance)),
      1 + chance(9),
    ]);
    const theirs = runPython<readonly (readonly (readonly [number, number])[])[]>(
      'import numpy\nprint(json.dumps([[[r.real, r.imag] for r in numpy.roots(p[::-1])] for p in data]))',
      polynomials,
    );
    for (const [i, polynomial] of polynomials.entries()) {
      const { solutions } = await solve(polynomialText(polynomial));
      const ours = solutions.flatMap(({ values, multiplicity }) =>
        Array.from({ length: multiplicity }, () => complexOf(values[0]!.value!)),
      );
      expect(ours).toHaveLength(theirs[i]!.length);
      for (const [re, im] of theirs[i]!) {
        const near = Math.min(...ours.map(([x, y]) => Math.hypot(x - re, y - im) / Math.max(1, Math.hypot(re, im))));
        // A multiple root keeps fewer digits there.
        const isMultiple = solutions.some(({ multiplicity }) => multiplicity > 1);
        expect(near, polynomialText(polynomial)).toBeLessThan(isMultiple ? 1e-2 : 1e-6);
      }
    }
  });

  inRounds.skipIf(!python)('roots to 40 digits solve their polynomials', [3, 200], async (rounds) => {
    const chance = chanceOf(13);
    const asked: { polynomial: readonly number[]; roots: readonly string[] }[] = [];
    for (let i = 0; i < rounds; i++) {
      const polynomial = [...Array.from({ length: 2 + chance(9) }, () => coefficient(chance)), 1 + chance(9)];
      const { solutions } = await solve(polynomialText(polynomial), { precision: 40 });
      asked.push({
        polynomial,
        roots: solutions.filter(({ isReal }) => isReal).map(({ values }) => values[0]!.value!),
      });
    }
    const worst = runPython<number>(
      `
from decimal import Decimal, getcontext
getcontext().prec = 80
worst = Decimal(0)
for q in data:
    for r in map(Decimal, q['roots']):
        terms = [Decimal(c) * r ** i if i else Decimal(c) for i, c in enumerate(q['polynomial'])]
        scale = max(map(abs, terms))
        if scale: worst = max(worst, abs(sum(terms)) / scale)
print(json.dumps(float(worst)))`,
      asked,
    );
    expect(asked.flatMap(({ roots }) => roots).length).toBeGreaterThan(rounds);
    expect(worst).toBeLessThan(1e-30);
  });

  inRounds.skipIf(!python)('solutions of linear systems solve them exactly', [20, 200], async (rounds) => {
    const chance = chanceOf(14);
    const asked: object[] = [];
    for (let i = 0; i < rounds; i++) {
      const size = 2 + chance(4);
      const rows = Array.from({ length: size }, () => Array.from({ length: size + 1 }, () => coefficient(chance)));
      const text = rows
        .map(
          (row) =>
            `${row
              .slice(0, size)
              .map((value, k) => `(${value})*v${k}`)
              .join(' + ')} = ${row[size]}`,
        )
        .join('\n');
      const { outcome, solutions } = await solve(text, {
        variables: Array.from({ length: size }, (_, k) => `v${k}`).join(','),
      });
      if (outcome === 'finite') asked.push({ rows, values: solutions[0]!.values.map(({ exact }) => exact) });
    }
    expect(asked.length).toBeGreaterThan(rounds / 2);
    const right = runPython<boolean>(
      `
from fractions import Fraction
print(json.dumps(all(sum(c * Fraction(v) for c, v in zip(row, q['values'])) == row[-1] for q in data for row in q['rows'])))`,
      asked,
    );
    expect(right).toBe(true);
  });

  it.each([
    ['x = 1 = 2', 'one equals sign'],
    ['= 3', 'a side of the equation is empty'],
    ['foo(x) = 1', 'unknown function "foo"'],
    ['constructor(x) = 1', 'unknown function'],
    ['(x + 1 = 2', 'ends too early'],
    ['x^2 + y^2 = 1; x^2 - y^2 = 3', 'a system that is not linear'],
    ['a^3 + a*b = 1; a = 1; b = 2; a = 3', 'a system that is not linear'],
    ['x^3 + a*x = 1', 'linear or quadratic in x'],
    ['1/(x - x) = 1', 'division by zero'],
    ['x = 1; x^2 = 4', '2 equations with one unknown'],
  ])('%s is refused: %s', async (input, message) => {
    const answer = await runTool(tool, { input });
    if (input.startsWith('a^3')) expect([200, 400]).toContain(answer.status);
    else expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(message)]);
  });

  inRounds('hostile equations are answered or refused', [60, 1000], async (rounds) => {
    const chance = chanceOf(rounds);
    const parts = [
      '9',
      '^',
      '(',
      ')',
      '**',
      '999999999',
      '1e5000',
      '1e-5000',
      'sqrt(',
      'exp(',
      'ln(',
      'sin',
      'x',
      'y',
      '=',
      ';',
      '|',
      '-',
      '/',
      '*',
      '+',
      'e',
      'pi',
      '½',
      '°',
      '\ud83d\ude00',
      '\ud800',
      '²',
      '⁻⁹',
      'cosh(',
      'tan ',
      '^50',
      '!',
      '__proto__',
      '√',
      '\n',
      ',',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = `x${Array.from({ length: 1 + chance(25) }, () => pick(chance, parts)).join('')}`;
      const { status, cause } = await runTool(tool, { input });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
    }
  });

  inRows(4, [
    ['x = 9^9^9^9', 413],
    ['x^999999999 = 1', 413],
    ['(x + 1)^50 * (x - 1)^50 = 0', 413],
    [`${'('.repeat(10_000)}x`, 413],
    [`${'-'.repeat(10_000)}x`, 413],
    [`x${'^1'.repeat(10_000)}`, 413],
    [`x${'+x'.repeat(200_000)}`, 413],
    [`${'9'.repeat(20_000)} = x`, 413],
    ['sin(1e9 x) = 0', 413],
    [`${'x = 1\n'.repeat(100)}`, 413],
    [`x^2 = ${'9'.repeat(5000)}`, 200],
    [`${'|'.repeat(5000)}x`, 413],
    [`${'sin '.repeat(5000)}x`, 413],
    [`${'√'.repeat(5000)}x`, 413],
    [`x${' '.repeat(900_000)}= 1`, 200],
    [`(${Array.from({ length: 25 }, (_, i) => `v${i}`).join('+')})^20 = 1; v1 = 2`, 413],
  ])('hostile %#', async (input, status) => {
    const answer = await runTool(tool, { input });
    expect([status, 413, 400], `${answer.message}${answer.cause}`).toContain(answer.status);
    expect(answer.status).toBe(status);
  });
});
