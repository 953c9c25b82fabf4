import { z } from 'zod';
import { defineTool, json } from '../../core/index.js';
import { openDecimals } from '../../engines/decimals.js';
import { evaluateLine } from '../../formats/calculator/evaluate.js';
import { Arithmetic, isExact } from '../../formats/calculator/values.js';
import { marksFor } from '../../formats/locale-marks.js';
import { ContentFault } from '../../lib/faults.js';
import { continuedFraction, nearestFraction, repeatingDecimal, writeMixed } from '../../lib/numbers/fractions.js';
import {
  compare,
  multiply,
  type Rational,
  rational,
  subtract,
  toNumber,
  writeFraction,
  writeRational,
} from '../../lib/numbers/rational.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { eachNumber, numberLocale, precisionOption, withinTime } from './_numbers.js';

const MAX_NUMBERS = 1000;

export default defineTool({
  id: 'fraction-calculator',
  title: 'Fraction Calculator',
  summary:
    'Calculates with fractions and turns numbers into mixed numbers, repeating decimals, continued fractions and approximations.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    maxDenominator: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(1_000_000_000)
      .default(1000)
      .describe('Largest denominator of the approximation.'),
    precision: precisionOption(20, 500),
    locale: numberLocale(),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          input: z.string().describe('The line.'),
          fraction: z.string().describe('Fraction in lowest terms.'),
          mixed: z.string().describe('The same as a mixed number.'),
          decimal: z.string().describe('The same as a decimal number.'),
          exact: z.boolean().describe('The decimal number is not rounded.'),
          repeating: z
            .string()
            .nullable()
            .describe('The decimal with what repeats in parentheses; null where that is longer than 1,000 digits.'),
          percent: z.string().describe('The same in percent.'),
          continued: z.array(z.string()).describe('Its continued fraction, the first 100 terms.'),
          approximation: z.string().describe('The nearest fraction whose denominator is at most "maxDenominator".'),
          error: z.number().describe('The approximation minus the number.'),
        }),
      )
      .describe('One per line that is not blank.'),
  }),
  notes: [
    'One number or expression per line: 3/4 + 1/6, 2 1/3, 0.(142857), 3.14159, 62.5%, (1/2)^3, ½ * ⅔.',
    'A mixed number is read where the whole line is one, or has sign and spaces around the operator: 1 1/2 + 2 3/4. Behind ÷, : or a bar with spaces around it, 1/4 is one number: 1/2 ÷ 1/4 and 1/2 / 1/4 are 2. Everything else is read as by calculator; results must be rational.',
    'The approximation is the best one, as Fraction.limit_denominator of Python gives it, not only a convergent.',
  ],
  aliases: [
    'decimal to fraction',
    'fraction to decimal',
    'simplify fraction',
    'mixed number',
    'improper fraction',
    'repeating decimal',
    'continued fraction',
    'add fractions',
    'rational approximation',
  ],
  verified: [
    'Python 3.11, fractions: lowest terms and limit_denominator equal for 400 random decimals and fractions',
    'Inverse: 300 repeating decimals and continued fractions read back as the fraction',
  ],
  examples: [
    {
      title: 'A sum of fractions',
      input: '3/4 + 1/6',
      output: {
        data: {
          results: [
            {
              input: '3/4 + 1/6',
              fraction: '11/12',
              mixed: '11/12',
              decimal: '0.91666666666666666667',
              exact: false,
              repeating: '0.91(6)',
              percent: '91.666666666666666667%',
              continued: ['0', '1', '11'],
              approximation: '11/12',
              error: 0,
            },
          ],
        },
      },
    },
    {
      title: 'A decimal as a mixed number, and π by a small fraction',
      input: '2.125\n3.14159265358979',
      output: {
        data: {
          results: [
            {
              input: '2.125',
              fraction: '17/8',
              mixed: '2 1/8',
              decimal: '2.125',
              exact: true,
              repeating: '2.125',
              percent: '212.5%',
              continued: ['2', '8'],
              approximation: '17/8',
              error: 0,
            },
            {
              input: '3.14159265358979',
              fraction: '314159265358979/100000000000000',
              mixed: '3 14159265358979/100000000000000',
              decimal: '3.14159265358979',
              exact: true,
              repeating: '3.14159265358979',
              percent: '314.159265358979%',
              continued: [
                '3',
                '7',
                '15',
                '1',
                '292',
                '1',
                '1',
                '1',
                '2',
                '1',
                '3',
                '1',
                '12',
                '2',
                '4',
                '1',
                '1',
                '3',
                '2',
                '2',
                '1',
                '18',
                '1',
                '2',
                '2',
                '1',
                '7',
                '2',
                '2',
              ],
              approximation: '355/113',
              error: 2.6676419230088495e-7,
            },
          ],
        },
      },
    },
    {
      title: 'A root that is not rational',
      input: 'sqrt(2)',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: the result is not a fraction, use calculator',
      },
    },
    {
      title: 'Division by zero',
      input: '1/2 / 0',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: division by zero' },
    },
  ],
  async run({ input, options: { maxDenominator, precision, locale } }) {
    const by = new Arithmetic(await openDecimals(50), 30);
    const marks = marksFor(locale);
    const reader = numberReader(marks);
    const fractionIn = (line: string): Rational => {
      const alone = reader.read(line);
      if (alone !== undefined) return alone;
      // A colon divides, as in 3 : 4.
      const expression = line.replaceAll(':', '÷');
      const { value } = evaluateLine(expression, {
        by,
        angle: 'radians',
        marks,
        variables: new Map(),
        hasFractions: true,
      });
      if (!isExact(value.number) || value.unit !== undefined)
        throw new ContentFault('the result is not a fraction, use calculator');
      return value.number.exact;
    };
    const report = (line: string) => {
      const value = fractionIn(line);
      const near = nearestFraction(value, BigInt(maxDenominator));
      const { text, isExact: ends } = writeRational(value, precision);
      const percent = writeRational(multiply(value, rational(100n)), precision).text;
      return {
        input: line,
        fraction: writeFraction(value),
        mixed: writeMixed(value),
        decimal: text,
        exact: ends,
        repeating: repeatingDecimal(value, 1000) ?? null,
        percent: `${percent}%`,
        continued: continuedFraction(value, 100).map(String),
        approximation: writeFraction(near),
        error: compare(near, value) === 0 ? 0 : toNumber(subtract(near, value)),
      };
    };
    return withinTime(() => json({ results: eachNumber(input, MAX_NUMBERS, report) }));
  },
});
