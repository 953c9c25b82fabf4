import { z } from 'zod';
import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { openDecimals } from '../../engines/decimals.js';
import { WorkTime } from '../../engines/work-time.js';
import { evaluateLine, type Surroundings } from '../../formats/calculator/evaluate.js';
import { Arithmetic } from '../../formats/calculator/values.js';
import { marksFor } from '../../formats/locale-marks.js';
import { inLine } from '../../lib/faults.js';
import { filledLines, numberLocale, precisionOption } from './_numbers.js';

const MAX_LINES = 1000;
/** Chosen: below the 12 s of class standard. */
const WORK_SECONDS = 6;
/** Beyond the digits that are shown, so that the last of them is right. */
const GUARD_DIGITS = 20;

/** The expressions of a line: semicolons outside brackets divide them. */
function statements(line: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index <= line.length; index += 1) {
    const sign = line[index];
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (sign !== undefined && (sign !== ';' || depth > 0)) continue;
    found.push(line.slice(start, index).trim());
    start = index + 1;
  }
  return found.filter((text) => text !== '');
}

/** What people write around an expression. */
const QUESTION = /^\s*(?:what(?:['’]s| is)|how much is|calculate|compute)\s+|^\s*=(?!=)/i;
const ASKED = /(?:=\s{0,20}\?{0,3}|\?{1,3})$/;

function calculate(line: string, surroundings: Surroundings) {
  const { value, name } = evaluateLine(line.trimEnd().replace(QUESTION, '').replace(ASKED, ''), surroundings);
  const { text, isExact, fraction } = surroundings.by.write(value.number);
  return {
    expression: line,
    ...(name === undefined ? {} : { variable: name }),
    value: text,
    ...(value.unit === undefined || value.unit.symbol === '' ? {} : { unit: value.unit.symbol }),
    ...(fraction === undefined ? {} : { fraction }),
    exact: isExact,
  };
}

export default defineTool({
  id: 'calculator',
  title: 'Calculator',
  summary: 'Works out expressions exactly, with fractions, percentages, units, variables and functions to 500 digits.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    precision: precisionOption(34, 500),
    angle: z.enum(['radians', 'degrees']).default('radians').describe('Unit of angles that have none.'),
    variables: z
      .string()
      .max(10_000)
      .default('')
      .describe('Values of variables, separated by line breaks or semicolons: rate = 4.5%; years = 10.'),
    locale: numberLocale(),
  },
  result: 'data',
  data: z.object({
    result: z.string().describe('Value of the last expression, with its unit.'),
    results: z
      .array(
        z.object({
          expression: z.string().describe('The expression.'),
          variable: z.string().optional().describe('Variable that it sets.'),
          value: z.string().describe('Value as a decimal number.'),
          unit: z.string().optional().describe('Unit of the value, if it has one.'),
          fraction: z
            .string()
            .optional()
            .describe('The same as a fraction in lowest terms, where it is exact and not whole.'),
          exact: z.boolean().describe('Nothing was rounded.'),
        }),
      )
      .describe('One for each expression.'),
  }),
  notes: [
    'One expression per line, or several divided by semicolons. A line such as "total = 3 * 19.99" sets a variable for the lines below; "ans" is the value of the line above. Text after # is a comment.',
    'Sums, products, quotients and whole powers are exact fractions of any length up to 10,000 digits, so 0.1 + 0.2 is 0.3 and 1/3 * 3 is 1. Roots, logarithms and trigonometry are rounded to "precision" digits where they are not exact, and "exact" says so.',
    'Operators: + - * / ^ (or **), √, ! for factorials, mod (or % between numbers), of, brackets; 2 pi and 2(3 + 4) multiply. Behind ÷ a fraction written without spaces is one number: 1/2 ÷ 1/4 is 2. Powers go from right to left and before signs: -2^2 is -4. The remainder has the sign of the divisor.',
    'A percentage that is added or subtracted is a share of what is before it: 200 + 10% is 220; 10% of 250 is 25.',
    'Units are those of unit-converter: 60 km/h * 90 min to mi, 3 ft 2 in to cm, 6 km / 2 h. A variable hides a unit of its name.',
    'Functions: sqrt, cbrt, root, abs, sign, floor, ceil, round, trunc, exp, ln, log (base 10, or a second argument), log2, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, min, max, sum, mean (avg), median, gcd, lcm, nCr, nPr, factorial. Constants: pi, e, tau, phi.',
    'Inside the brackets of a function a comma separates arguments: max(1,234) is 234. Where the comma is the decimal mark, use semicolons. Results are written with a decimal point.',
    'Numbers also come as 1,234.56, 1 000, 1_000, ½, 1e-9, 0.(3), 0xFF, 0b101. Results are real: the square root of a negative number is refused.',
  ],
  aliases: [
    'calc',
    'math expression',
    'evaluate expression',
    'scientific calculator',
    'big number calculator',
    'arbitrary precision',
    'bc',
    'unit calculator',
    'percent calculator',
    'factorial calculator',
    'do the math',
    'evaluate an expression',
  ],
  verified: [
    'Python 3.11, fractions: 400 random expressions of sums, products, quotients, powers and brackets, every result equal as a fraction',
    'bc 1.07.1 -l: 200 values of square roots, exponentials, logarithms, sines, cosines and arctangents, equal to 40 digits',
    'Hostile expressions: 1,000 generated ones and towers of powers, factorials, deep brackets and long sums end as a result, 400 or 413',
  ],
  examples: [
    {
      title: 'Exact decimals and fractions',
      input: '0.1 + 0.2\n1/3 + 1/6\n2^100',
      output: {
        data: {
          result: '1267650600228229401496703205376',
          results: [
            { expression: '0.1 + 0.2', value: '0.3', fraction: '3/10', exact: true },
            { expression: '1/3 + 1/6', value: '0.5', fraction: '1/2', exact: true },
            { expression: '2^100', value: '1267650600228229401496703205376', exact: true },
          ],
        },
      },
    },
    {
      title: 'Variables, percentages and units',
      input: 'price = 1,299.50\nprice - 15%\n60 km/h * 90 min to mi',
      options: { precision: 8 },
      output: {
        data: {
          result: '55.923407 mi',
          results: [
            { expression: 'price = 1,299.50', variable: 'price', value: '1299.5', fraction: '2599/2', exact: true },
            { expression: 'price - 15%', value: '1104.575', fraction: '44183/40', exact: true },
            {
              expression: '60 km/h * 90 min to mi',
              value: '55.923407',
              unit: 'mi',
              fraction: '78125/1397',
              exact: false,
            },
          ],
        },
      },
    },
    {
      title: 'Functions to fifty digits',
      input: 'sqrt(2); sin(30 deg)',
      options: { precision: 50 },
      output: {
        data: {
          result: '0.5',
          results: [
            { expression: 'sqrt(2)', value: '1.4142135623730950488016887242096980785696718753769', exact: false },
            { expression: 'sin(30 deg)', value: '0.5', fraction: '1/2', exact: true },
          ],
        },
      },
    },
    {
      title: 'A bracket that is not closed',
      input: '2 * (3 + 4',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1, column 11: the expression ends too early instead of ")"\n2 * (3 + 4\n          ^',
      },
    },
    {
      title: 'A number with too many digits',
      input: '9^9^9^9',
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot read property "input": numbers must have fewer than 10001 digits',
      },
    },
    {
      title: 'Units that do not go together',
      input: '5 km + 3 kg',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: km and kg cannot be added, they measure different things',
      },
    },
    {
      title: 'A variable that cannot be read',
      input: 'x + 1',
      options: { variables: 'x = 1/0' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read option "variables": division by zero' },
    },
  ],
  async run({ input, options: { precision, angle, variables, locale } }) {
    const by = new Arithmetic(await openDecimals(precision + GUARD_DIGITS), precision);
    const surroundings: Surroundings = { by, angle, marks: marksFor(locale), variables: new Map() };
    const lines = filledLines(input.replace(/#[^\r\n]*/g, '')).flatMap(({ line, text }) =>
      statements(text).map((statement) => ({ line, text: statement })),
    );
    if (lines.length > MAX_LINES)
      throw overLimit(`Property "input" must hold at most ${MAX_LINES} expressions, got ${lines.length}`);
    const work = new WorkTime(WORK_SECONDS, () => overLimit(`The calculation must end within ${WORK_SECONDS} seconds`));
    return work.run(() => {
      refusing('Cannot read option "variables"', () => {
        for (const { text } of filledLines(variables.replaceAll(';', '\n'))) evaluateLine(text, surroundings);
      });
      const results = refusing('Cannot read property "input"', () =>
        lines.map(({ line, text }) => inLine(line, () => calculate(text, surroundings))),
      );
      const last = results.at(-1);
      return json({ result: [last?.value, last?.unit].filter((part) => part !== undefined).join(' '), results });
    });
  },
});
