import { z } from 'zod';
import { defineTool, invalid, json, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { place, warnings } from '../../core/shared-data.js';
import { openDecimals } from '../../engines/decimals.js';
import { WorkTime } from '../../engines/work-time.js';
import { readEquations, variablesIn } from '../../formats/algebra/equations.js';
import { METHODS, solveEquations } from '../../formats/algebra/solve.js';
import { marksFor } from '../../formats/locale-marks.js';
import { numberLocale } from './_numbers.js';

/** Chosen: below the 12 s of class standard. */
const WORK_SECONDS = 6;
/** Beyond the digits that are shown, so that the last of them is right. */
const GUARD_DIGITS = 20;
/** Ends of the interval: beyond it steps are wider than what is looked for. */
const FAR = 1_000_000;

export default defineTool({
  id: 'equation-solver',
  title: 'Equation Solver',
  summary:
    'Solves equations and systems: polynomials with every root, linear systems exactly, anything else numerically.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    variables: z
      .string()
      .max(1000)
      .default('')
      .describe('Unknowns to solve for, separated by commas; empty for all names, or x if it is among several.'),
    precision: z.number().multipleOf(1).min(1).max(100).default(20).describe('Significant digits of decimal results.'),
    from: z
      .number()
      .min(-FAR)
      .max(FAR)
      .default(-100)
      .describe('Start of the interval searched where an equation is solved numerically.'),
    to: z.number().min(-FAR).max(FAR).default(100).describe('End of that interval.'),
    locale: numberLocale(),
  },
  result: 'data',
  data: z.object({
    method: z
      .enum(METHODS)
      .describe(
        'How it was solved: as a linear system, a polynomial, a formula with other names in it, or numerically.',
      ),
    outcome: z.enum(['none', 'finite', 'infinite']).describe('How many solutions there are.'),
    unknowns: z.array(z.string()).describe('What was solved for.'),
    solutions: z
      .array(
        z.object({
          values: z
            .array(
              z.object({
                name: z.string().describe('Unknown.'),
                exact: z
                  .string()
                  .nullable()
                  .describe('Its value as a fraction, radical or formula; null where none was found.'),
                value: z
                  .string()
                  .nullable()
                  .describe('Its value as a decimal number, complex ones as a + bi; null where it depends on others.'),
              }),
            )
            .describe('Value of each unknown.'),
          isReal: z.boolean().describe('It has no imaginary part.'),
          multiplicity: place('How many times a root counts.'),
        }),
      )
      .describe('Solutions, the real ones first and in ascending order.'),
    free: z.array(z.string()).describe('Names that may have any value, and are in the solutions.'),
    factored: z
      .string()
      .nullable()
      .describe('The polynomial with its factors of degree 1 and 2 over the rational numbers; null if it is none.'),
    warnings: warnings(),
  }),
  notes: [
    'One equation per line, or several separated by semicolons or commas: x^2 - 5x + 6 = 0. Without an equals sign, the expression is set to 0. Write products of names with a sign: a*b; letters that are unknowns by themselves, as in xy, are multiplied.',
    'Polynomials up to degree 50, and quotients of them, give all real and complex roots: exact as fractions and radicals (quadratic, cubic, quartic in x², x^n = a, and products of these), and always as decimals whose error is bounded.',
    'Linear systems of up to 60 equations are solved exactly; where there are infinitely many solutions, they depend on the names in "free". One equation that is not linear may join linear ones.',
    'With other names in it, an equation that is linear or quadratic in its unknown becomes a formula: A = pi*r^2 for r.',
    'All other equations are searched in the interval for real solutions: sign changes between 20,000 samples, and places where the curve touches zero. Completeness is not promised there.',
    'Functions: sqrt, cbrt, abs or |x|, exp, ln, log (base 10), log2, sin, cos, tan, sec, csc, cot, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh. Angles are radians. Constants: pi, e.',
  ],
  aliases: [
    'solve for x',
    'quadratic equation',
    'cubic equation',
    'polynomial roots',
    'system of equations',
    'simultaneous equations',
    'linear equations',
    'root finder',
    'quadratic formula',
    'algebra solver',
  ],
  verified: [
    'Python 3.11, fractions: 200 random linear systems put back into their equations, exactly; polynomials made of 200 random sets of rational roots give exactly those',
    'NumPy roots: 200 random polynomials up to degree 12, every root equal to 6 digits',
    'Roots put back into 200 polynomials with Python decimal: below 1e-30 of the size of their terms',
    'Hostile equations: 1,000 generated ones end as a result, 400 or 413',
  ],
  examples: [
    {
      title: 'A quadratic equation',
      input: 'x^2 - x = 1',
      output: {
        data: {
          method: 'polynomial',
          outcome: 'finite',
          unknowns: ['x'],
          solutions: [
            {
              values: [{ name: 'x', exact: '(1 - sqrt(5))/2', value: '-0.6180339887498948482' }],
              isReal: true,
              multiplicity: 1,
            },
            {
              values: [{ name: 'x', exact: '(1 + sqrt(5))/2', value: '1.6180339887498948482' }],
              isReal: true,
              multiplicity: 1,
            },
          ],
          free: [],
          factored: 'x^2 - x - 1',
          warnings: [],
        },
      },
    },
    {
      title: 'A linear system',
      input: '2x + 3y = 8\nx - y = 1/2',
      output: {
        data: {
          method: 'linear',
          outcome: 'finite',
          unknowns: ['x', 'y'],
          solutions: [
            {
              values: [
                { name: 'x', exact: '19/10', value: '1.9' },
                { name: 'y', exact: '7/5', value: '1.4' },
              ],
              isReal: true,
              multiplicity: 1,
            },
          ],
          free: [],
          factored: null,
          warnings: [],
        },
      },
    },
    {
      title: 'A formula solved for another name',
      input: 'y = m*x + b',
      output: {
        data: {
          method: 'symbolic',
          outcome: 'finite',
          unknowns: ['x'],
          solutions: [{ values: [{ name: 'x', exact: '(y - b)/m', value: null }], isReal: true, multiplicity: 1 }],
          free: ['y', 'm', 'b'],
          factored: null,
          warnings: ['True where m is not 0'],
        },
      },
    },
    {
      title: 'An equation without a closed form',
      input: 'cos(x) = x',
      options: { precision: 30 },
      output: {
        data: {
          method: 'numeric',
          outcome: 'finite',
          unknowns: ['x'],
          solutions: [
            {
              values: [{ name: 'x', exact: null, value: '0.739085133215160641655312087674' }],
              isReal: true,
              multiplicity: 1,
            },
          ],
          free: [],
          factored: null,
          warnings: [
            'Real solutions from -100 to 100 that change the sign or touch zero; others, and two very close together, may be missing',
          ],
        },
      },
    },
    {
      title: 'An inequality',
      input: 'x > 3',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": inequalities are not solved, only equations',
      },
    },
    {
      title: 'An unknown that is not there',
      input: 'x + 1 = 2',
      options: { variables: 'q' },
      error: { code: 'INVALID_INPUT', message: 'Option "variables" names "q", which is in no equation' },
    },
    {
      title: 'An interval the wrong way round',
      input: 'cos(x) = x',
      options: { from: 5, to: 1 },
      error: { code: 'INVALID_INPUT', message: 'Option "from" must come before option "to"' },
    },
  ],
  async run({ input, options: { variables, precision, from, to, locale } }) {
    if (from >= to) throw invalid('Option "from" must come before option "to"');
    const marks = marksFor(locale);
    const Real = await openDecimals(precision + GUARD_DIGITS);
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The equations must be solved within ${WORK_SECONDS} seconds`),
    );
    return work.run(() =>
      refusing('Cannot read property "input"', () => {
        const equations = readEquations(input, marks);
        const names = variablesIn(equations);
        const wanted = variables.split(/[\s,;]+/).filter((name) => name !== '');
        for (const name of wanted)
          if (!names.includes(name)) throw invalid(`Option "variables" names ${quote(name)}, which is in no equation`);
        // One equation has one unknown, whatever else is in it.
        const found =
          equations.length === 1 && names.length > 1 ? [names.includes('x') ? 'x' : (names[0] ?? 'x')] : names;
        const unknowns = wanted.length > 0 ? wanted : found.length > 0 ? found : ['x'];
        const { solutions, ...solved } = solveEquations({
          equations,
          unknowns,
          interval: { from, to },
          Real,
          precision,
        });
        return json({ unknowns, ...solved, solutions });
      }),
    );
  },
});
