import { z } from 'zod';
import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { marksFor } from '../../formats/locale-marks.js';
import { readUnit } from '../../lib/units/units.js';
import { eachNumber, numberLocale, precisionOption, withinTime } from './_numbers.js';
import { convertLine } from './_unit-lines.js';

/** Lines of one run: each has up to 14 conversions. */
const MAX_LINES = 2000;

export default defineTool({
  id: 'unit-converter',
  title: 'Unit Converter',
  summary:
    'Converts amounts between units of length, mass, temperature, volume, speed, data, energy and 40 more, exactly.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    from: z.string().max(60).default('').describe('Unit of numbers that have none, such as km or square feet.'),
    to: z
      .string()
      .max(300)
      .default('')
      .describe(
        'Target units, separated by commas, such as mi or ft+in to share it out among two; empty for the usual units of the quantity.',
      ),
    precision: precisionOption(10, 60),
    locale: numberLocale(),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          input: z.string().describe('The line.'),
          value: z.string().describe('The amount in its own unit.'),
          unit: z.string().describe('Symbol of its unit.'),
          quantity: z.string().describe('What the unit measures.'),
          conversions: z
            .array(
              z.object({
                unit: z.string().describe('Symbol of the target unit.'),
                value: z.string().describe('The amount in it, as a decimal number.'),
                exact: z.boolean().describe('Nothing was rounded.'),
              }),
            )
            .describe('One per target unit.'),
        }),
      )
      .describe('One per line that is not blank.'),
  }),
  notes: [
    'One amount per line: 5 km, 3 ft 2 in, 5\'10", 2 1/2 cups, 72 °F, 1e-9 m, 100 km/h, 30 mpg. A line may name its target: 5 km to miles, 100 km/h in mph, 70 in -> ft+in.',
    'Every factor is an exact fraction, so results are exact until they are written; "exact" says whether one was rounded to "precision" digits.',
    'Units combine: kg*m/s^2, W/(m*K), lb per cubic foot, L/100km. Symbols are case-sensitive where case matters (Mb and MB, mW and MW) and read in any case where it does not.',
    'C and F are degrees Celsius and Fahrenheit; write coulomb and farad, or a prefix, for the others. A temperature with another unit beside it is a difference.',
    'Gallons, pints, cups, spoons and fluid ounces are American; imp_gal, imp_pint, imp_fl_oz and metric_cup are the others. A ton is 2,000 lb; tonne and t are 1,000 kg. A cal is 4.184 J, a BTU that of the International Table, hp mechanical.',
    'Kilobytes are 1,000 bytes, kibibytes 1,024. A year is 365.2425 days, a month a twelfth of it; a light-year has Julian years of 365.25 days. The inch is the international one.',
    'Miles per gallon and litres per 100 km are converted as reciprocals.',
  ],
  aliases: [
    'convert units',
    'metric to imperial',
    'cm to inches',
    'kg to lbs',
    'celsius to fahrenheit',
    'miles to km',
    'feet and inches',
    'mpg to l/100km',
    'gb to gib',
    'cups to ml',
    'psi to bar',
    'conversion calculator',
    'inches to cm',
  ],
  verified: [
    'GNU units 2.22: equal to 9 digits for every pair of units of a quantity, 1,500 conversions',
    'NIST SP 811: exact factors of inch, pound, gallon, pound-force, calorie and horsepower',
  ],
  examples: [
    {
      title: 'Kilometres to miles',
      input: '5 km to miles',
      options: { precision: 8 },
      output: {
        data: {
          results: [
            {
              input: '5 km to miles',
              value: '5',
              unit: 'km',
              quantity: 'length',
              conversions: [{ unit: 'mi', value: '3.106856', exact: false }],
            },
          ],
        },
      },
    },
    {
      title: 'Feet and inches, and back',
      input: '5\'10"\n177.8 cm to ft+in',
      options: { to: 'cm' },
      output: {
        data: {
          results: [
            {
              input: '5\'10"',
              value: '5.833333333',
              unit: 'ft',
              quantity: 'length',
              conversions: [{ unit: 'cm', value: '177.8', exact: true }],
            },
            {
              input: '177.8 cm to ft+in',
              value: '177.8',
              unit: 'cm',
              quantity: 'length',
              conversions: [{ unit: 'ft+in', value: '5 ft 10 in', exact: true }],
            },
          ],
        },
      },
    },
    {
      title: 'A temperature in every usual unit',
      input: '-40 °F',
      output: {
        data: {
          results: [
            {
              input: '-40 °F',
              value: '-40',
              unit: '°F',
              quantity: 'temperature',
              conversions: [
                { unit: '°C', value: '-40', exact: true },
                { unit: '°F', value: '-40', exact: true },
                { unit: 'K', value: '233.15', exact: true },
                { unit: '°R', value: '419.67', exact: true },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'Fuel economy, with German marks',
      input: '7,5 L/100km',
      options: { to: 'mpg', locale: 'de', precision: 6 },
      output: {
        data: {
          results: [
            {
              input: '7,5 L/100km',
              value: '7.5',
              unit: 'L/100km',
              quantity: 'fuel consumption',
              conversions: [{ unit: 'mpg', value: '31.3619', exact: false }],
            },
          ],
        },
      },
    },
    {
      title: 'A unit nobody knows',
      input: '5 km\n3 flurbs',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: "flurbs" is not a unit this tool knows',
      },
    },
    {
      title: 'Units of different things',
      input: '5 km to kg',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: km cannot be converted to kg, they measure different things',
      },
    },
    {
      title: 'A number without a unit',
      input: '42',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: "42" has no unit' },
    },
  ],
  run({ input, options: { from, to, precision, locale } }) {
    const marks = marksFor(locale);
    const fallback = from === '' ? undefined : refusing('Cannot read option "from"', () => readUnit(from));
    const settings = { fallback, to, precision, marks };
    return withinTime(() => json({ results: eachNumber(input, MAX_LINES, (text) => convertLine(text, settings)) }));
  },
});
