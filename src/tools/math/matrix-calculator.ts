import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { type Complex, openMatrices } from '../../engines/matrices.js';
import * as matrices from '../../lib/numbers/matrices.js';
import { readMatrix } from '../../lib/numbers/matrix-text.js';
import {
  add,
  type Rational,
  subtract,
  toNumber,
  writeFraction,
  writeRational,
  ZERO,
} from '../../lib/numbers/rational.js';
import { precisionOption, withinTime } from './_numbers.js';

const ACTIONS = [
  'summary',
  'determinant',
  'inverse',
  'rank',
  'rref',
  'null-space',
  'transpose',
  'power',
  'add',
  'subtract',
  'multiply',
  'solve',
  'eigenvalues',
  'svd',
] as const;
type Action = (typeof ACTIONS)[number];
const NEEDS_OTHER: ReadonlySet<Action> = new Set(['add', 'subtract', 'multiply', 'solve']);

interface Outcome {
  readonly value?: Rational;
  readonly matrix?: matrices.Matrix;
  readonly rank?: number;
  readonly solutions?: 'unique' | 'infinite' | 'none';
  readonly nullSpace?: matrices.Matrix;
}

function work(action: Action, matrix: matrices.Matrix, other: matrices.Matrix, exponent: number): Outcome {
  const width = matrix[0]?.length ?? 0;
  switch (action) {
    case 'determinant':
      return { value: matrices.determinant(matrix) };
    case 'inverse':
      return { matrix: matrices.inverse(matrix) };
    case 'transpose':
      return { matrix: matrices.transpose(matrix) };
    case 'power':
      return { matrix: matrices.raise(matrix, exponent) };
    case 'add':
      return { matrix: matrices.combineCells(matrix, other, add) };
    case 'subtract':
      return { matrix: matrices.combineCells(matrix, other, subtract) };
    case 'multiply':
      return { matrix: matrices.multiplyMatrices(matrix, other) };
    case 'solve': {
      const { kind, solution, nullSpace } = matrices.solve(matrix, other);
      return {
        solutions: kind,
        ...(solution === undefined ? {} : { matrix: solution }),
        ...(kind === 'infinite' ? { nullSpace } : {}),
      };
    }
    default: {
      const reduced = matrices.reduce(matrix);
      const rank = reduced.pivots.length;
      if (action === 'rank') return { rank };
      const nullSpace = matrices.nullSpaceOf(reduced, width);
      if (action === 'null-space') return { rank, nullSpace };
      if (action === 'rref') return { rank, matrix: reduced.matrix };
      const isFull = rank === matrix.length;
      return { rank, ...(matrix.length === width ? { value: isFull ? reduced.factor : ZERO } : {}) };
    }
  }
}

const rounded = (value: number): number => Number(value.toPrecision(12)) || 0;
const roundedRows = (rows: readonly (readonly number[])[]) => rows.map((row) => row.map(rounded));
const cells = (description: string) => z.array(z.array(z.string())).optional().describe(description);

const roundedComplex = ({ real, imaginary }: Complex): Complex => ({
  real: rounded(real),
  imaginary: rounded(imaginary),
});

export default defineTool({
  id: 'matrix-calculator',
  title: 'Matrix Calculator',
  summary:
    'Multiplies, inverts, reduces and solves matrices exactly with fractions, and finds eigenvalues and singular values.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    action: z
      .enum(ACTIONS)
      .default('summary')
      .describe('What to find; add, subtract, multiply and solve (A·X = B) take a second matrix in "other".'),
    other: shared.other().describe('Second matrix, B.'),
    exponent: z.number().multipleOf(1).min(-100).max(100).default(2).describe('Exponent of the power.'),
    precision: precisionOption(12, 60),
  },
  result: 'data',
  data: z.object({
    rows: z.int().describe('Rows of the input.'),
    columns: z.int().describe('Columns of the input.'),
    value: z.string().optional().describe('Determinant as a fraction.'),
    decimal: z.string().optional().describe('Determinant as a decimal number.'),
    rank: z.int().optional().describe('Rank.'),
    solutions: z.enum(['unique', 'infinite', 'none']).optional().describe('How many solutions the equations have.'),
    matrix: cells('Resulting matrix in fractions; of infinitely many solutions, the one whose free unknowns are 0.'),
    decimals: cells('The same in decimal numbers.'),
    nullSpace: cells('Basis vectors of the null space, one per row; any multiple may be added to a solution.'),
    eigenvalues: z
      .array(z.object({ real: z.number().describe('Real part.'), imaginary: z.number().describe('Imaginary part.') }))
      .optional()
      .describe('Eigenvalues, the largest first.'),
    singularValues: z.array(z.number()).optional().describe('Singular values, the largest first.'),
    left: z.array(z.array(z.number())).optional().describe('Left singular vectors, one per column.'),
    right: z.array(z.array(z.number())).optional().describe('Right singular vectors, one per column.'),
  }),
  notes: [
    'Rows are lines or separated by semicolons, numbers by spaces or commas: "1 2; 3 4". Lists as in JSON and Python, [[1, 2], [3, 4]], and rows of LaTeX, 1 & 2 \\\\ 3 & 4, are read too. Numbers may be fractions: 1/3.',
    'Everything but eigenvalues and singular values is exact: whole numbers stay whole, and a singular matrix is recognised as one. Those two are doubles, rounded to 12 digits.',
    'Without an action the rank and, of a square matrix, the determinant are found.',
    'Matrices have up to 60 rows and columns. Exact work on large ones with many different denominators may take more than 6 seconds, which is refused.',
  ],
  aliases: [
    'matrix inverse',
    'determinant calculator',
    'rref calculator',
    'gaussian elimination',
    'system of equations',
    'eigenvalues',
    'svd',
    'inverse of a matrix',
  ],
  verified: [
    'NumPy: products, inverses, determinants, ranks and solutions of 200 random matrices, equal to 9 digits; sums of eigenvalues and singular values of 100, to 8',
    'Invariants: A times its inverse is exactly the identity, and every solution satisfies its equations, for 200 random matrices of fractions',
  ],
  examples: [
    {
      title: 'Inverse in fractions',
      input: '1 2\n3 4',
      options: { action: 'inverse' },
      output: {
        data: {
          rows: 2,
          columns: 2,
          matrix: [
            ['-2', '1'],
            ['3/2', '-1/2'],
          ],
          decimals: [
            ['-2', '1'],
            ['1.5', '-0.5'],
          ],
        },
      },
    },
    {
      title: 'Equations with infinitely many solutions',
      input: '[[1, 1, 1], [1, -1, 0]]',
      options: { action: 'solve', other: '6; 0' },
      output: {
        data: {
          rows: 2,
          columns: 3,
          solutions: 'infinite',
          matrix: [['3'], ['3'], ['0']],
          decimals: [['3'], ['3'], ['0']],
          nullSpace: [['-1/2', '-1/2', '1']],
        },
      },
    },
    {
      title: 'Rank and determinant of a magic square',
      input: '8 1 6; 3 5 7; 4 9 2',
      output: { data: { rows: 3, columns: 3, rank: 3, value: '-360', decimal: '-360' } },
    },
    {
      title: 'A singular matrix',
      input: '1 2; 2 4',
      options: { action: 'inverse' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot work out the inverse: the matrix is singular, it has no inverse',
      },
    },
    {
      title: 'Rows of different lengths',
      input: '1 2; 3',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": row 2 has 1 numbers, row 1 has 2' },
    },
    {
      title: 'No second matrix',
      input: '1 2; 3 4',
      options: { action: 'multiply' },
      error: { code: 'INVALID_INPUT', message: 'Option "other" is needed for multiply' },
    },
  ],
  async run({ input, options: { action, other, exponent, precision } }) {
    const matrix = refusing('Cannot read property "input"', () => readMatrix(input));
    if (NEEDS_OTHER.has(action) && other.trim() === '') throw invalid(`Option "other" is needed for ${action}`);
    const second = NEEDS_OTHER.has(action) ? refusing('Cannot read option "other"', () => readMatrix(other)) : [];
    const about = { rows: matrix.length, columns: matrix[0]?.length ?? 0 };
    if (action === 'eigenvalues' || action === 'svd') {
      const numbers = matrix.map((row) => row.map(toNumber));
      if (numbers.flat().some((value) => Math.abs(value) > 1e100)) throw overLimit('The numbers must be below 1e100');
      if (action === 'eigenvalues') refusing('Cannot work out the eigenvalues', () => matrices.checkSquare(matrix));
      const { eigenvaluesOf, singularValuesOf } = await openMatrices();
      return withinTime(() => {
        if (action === 'eigenvalues')
          return json({ ...about, eigenvalues: eigenvaluesOf(numbers).map(roundedComplex) });
        const { left, values, right } = singularValuesOf(numbers);
        const vectors = { left: roundedRows(left), right: roundedRows(right) };
        return json({ ...about, singularValues: values.map(rounded), ...vectors });
      });
    }
    return withinTime(() => {
      const {
        value,
        matrix: result,
        nullSpace,
        ...rest
      } = refusing(`Cannot work out the ${action}`, () => work(action, matrix, second, exponent));
      const decimal = (cell: Rational): string => writeRational(cell, precision).text;
      const written = (rows: matrices.Matrix) => rows.map((row) => row.map(writeFraction));
      return json({
        ...about,
        ...rest,
        ...(value === undefined ? {} : { value: writeFraction(value), decimal: decimal(value) }),
        ...(result === undefined ? {} : { matrix: written(result), decimals: result.map((row) => row.map(decimal)) }),
        ...(nullSpace === undefined ? {} : { nullSpace: written(nullSpace) }),
      });
    });
  },
});
