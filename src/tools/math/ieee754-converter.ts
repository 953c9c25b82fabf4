import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { ContentFault } from '../../lib/faults.js';
import {
  decodeFloat,
  encodeFloat,
  FLOAT_FORMATS,
  type FloatFormat,
  readBits,
  shortestDecimal,
  sizeOf,
  swapBytes,
} from '../../lib/numbers/binary-floats.js';
import { compare, decimalsOf, type Rational, subtract, toFixed, writeRational } from '../../lib/numbers/rational.js';
import { numberReader } from '../../lib/numbers/typed-number.js';
import { eachNumber, withinTime } from './_numbers.js';

const MAX_NUMBERS = 1000;
const reader = numberReader();

const exactly = (value: Rational): string => toFixed(value, decimalsOf(value) ?? 0);
/** `15e-1` as people write it. */
const plainly = (shortest: string): string => {
  const value = reader.read(shortest);
  return value === undefined
    ? shortest
    : writeRational(value, 17).text.replace(/^(-?\d{22,})$/, (digits) => Number(digits).toString());
};

/** Bits of a number, of `infinity`, or of `nan`. */
function readValue(text: string, format: FloatFormat): { readonly bits: bigint; readonly typed: Rational | undefined } {
  const { exponentBits, fractionBits } = format;
  const special = /^([-+−]?)(inf(?:inity)?|∞|nan)$/i.exec(text);
  if (special !== null) {
    const last = ((1n << BigInt(exponentBits)) - 1n) << BigInt(fractionBits);
    const quiet = /nan/i.test(text) ? 1n << BigInt(fractionBits - 1) : 0n;
    const sign = /[-−]/.test(special[1] ?? '') ? 1n << BigInt(exponentBits + fractionBits) : 0n;
    return { bits: sign | last | quiet, typed: undefined };
  }
  const typed = reader.read(text);
  if (typed === undefined) throw new ContentFault(`${JSON.stringify(text.slice(0, 60))} is not a number`);
  return { bits: encodeFloat(typed, format, /^[-−]/.test(text)), typed };
}

function report(input: string, bits: bigint, typed: Rational | undefined, format: FloatFormat, littleEndian: boolean) {
  const size = sizeOf(format);
  const { isNegative, kind, storedExponent, fraction, exponent, value, ulp } = decodeFloat(bits, format);
  const binary = bits.toString(2).padStart(size, '0');
  const named = kind === 'infinity' ? 'Infinity' : 'NaN';
  const isZero = kind === 'zero' && isNegative;
  const shortest = value === undefined ? named : plainly(shortestDecimal(value, bits, format));
  return {
    input,
    hexadecimal: (littleEndian ? swapBytes(bits, size) : bits).toString(16).padStart(size / 4, '0'),
    binary: `${binary.charAt(0)} ${binary.slice(1, 1 + format.exponentBits)} ${binary.slice(1 + format.exponentBits)}`,
    value: isZero ? '-0' : value === undefined && isNegative ? `-${shortest}` : shortest,
    exact: value === undefined ? null : isZero ? '-0' : exactly(value),
    kind,
    sign: isNegative ? '-' : '+',
    exponent,
    storedExponent,
    fraction: `0x${fraction.toString(16)}`,
    ulp: ulp === undefined ? null : writeRational(ulp, 17).text,
    error: typed === undefined || value === undefined ? null : writeRational(subtract(value, typed), 17).text,
    rounded: typed !== undefined && (value === undefined || compare(value, typed) !== 0),
  };
}

export default defineTool({
  id: 'ieee754-converter',
  title: 'IEEE 754 Converter',
  summary:
    'Shows the bits, the exact value, the rounding error and the neighbours of half, bfloat16, single and double numbers.',
  family: 'math',
  class: 'standard',
  input: 'required',
  options: {
    direction: z
      .enum(['encode', 'decode'])
      .default('encode')
      .describe('From numbers to bits, or from hexadecimal or binary digits to numbers.'),
    format: z.enum(['float64', 'float32', 'float16', 'bfloat16']).default('float64').describe('Format of the number.'),
    littleEndian: z
      .boolean()
      .default(false)
      .describe('Hexadecimal digits have the lowest byte first, as they are in memory of most machines.'),
  },
  result: 'data',
  data: z.object({
    results: z
      .array(
        z.object({
          input: z.string().describe('The line.'),
          hexadecimal: z.string().describe('All bits in base 16.'),
          binary: z.string().describe('Sign, exponent and fraction in base 2.'),
          value: z.string().describe('The shortest decimal that reads back as these bits.'),
          exact: z.string().nullable().describe('The exact decimal value; null for infinity and NaN.'),
          kind: z
            .enum(['normal', 'subnormal', 'zero', 'infinity', 'quiet NaN', 'signaling NaN'])
            .describe('Class of the number.'),
          sign: z.string().describe('Sign, + or -.'),
          exponent: z.int().describe('Power of two of the leading digit.'),
          storedExponent: z.int().describe('Exponent as it is stored, with its bias.'),
          fraction: z.string().describe('Fraction bits in base 16, without the hidden one.'),
          ulp: z.string().nullable().describe('Distance to the next number away from zero; null for infinity and NaN.'),
          error: z.string().nullable().describe('Value minus what was typed; null where either is not a number.'),
          rounded: z.boolean().describe('What was typed is not representable.'),
        }),
      )
      .describe('One per line that is not blank.'),
  }),
  notes: [
    'One number per line, also 1e-320, 1/3, -0, inf and nan; decimals of any length are rounded once, halves to even. With "decode", all the digits of the format: 3ff0000000000000, 0x3F80_0000, 0 01111111 000….',
    'Beyond the largest number the result is infinity, below the smallest subnormal number it is zero, and "rounded" says so.',
    '"ulp" and "error" are rounded to 17 digits; "exact" has all of them. float32 is single, float64 double, float16 half precision.',
  ],
  aliases: [
    'float to hex',
    'hex to float',
    'double to binary',
    'floating point converter',
    'float32',
    'half precision',
    'bfloat16',
    'ieee 754 calculator',
    'why 0.1 + 0.2',
    'ulp',
  ],
  verified: [
    'Python 3.11 struct: bits of 400 random numbers as half, single and double, equal',
    'Python 3.11 decimal and repr: exact and shortest values of 300 random doubles, equal',
    'NumPy: shortest values of all 65,536 half numbers and of 400 random single ones, equal',
  ],
  examples: [
    {
      title: 'One tenth as a double',
      input: '0.1',
      output: {
        data: {
          results: [
            {
              input: '0.1',
              hexadecimal: '3fb999999999999a',
              binary: '0 01111111011 1001100110011001100110011001100110011001100110011010',
              value: '0.1',
              exact: '0.1000000000000000055511151231257827021181583404541015625',
              kind: 'normal',
              sign: '+',
              exponent: -4,
              storedExponent: 1019,
              fraction: '0x999999999999a',
              ulp: '1.3877787807814457e-17',
              error: '5.5511151231257827e-18',
              rounded: true,
            },
          ],
        },
      },
    },
    {
      title: 'Bytes from memory as a single number',
      input: '00 00 c0 3f',
      options: { direction: 'decode', format: 'float32', littleEndian: true },
      output: {
        data: {
          results: [
            {
              input: '00 00 c0 3f',
              hexadecimal: '0000c03f',
              binary: '0 01111111 10000000000000000000000',
              value: '1.5',
              exact: '1.5',
              kind: 'normal',
              sign: '+',
              exponent: 0,
              storedExponent: 127,
              fraction: '0x400000',
              ulp: '0.00000011920928955078125',
              error: null,
              rounded: false,
            },
          ],
        },
      },
    },
    {
      title: 'Too large for half precision',
      input: '70000',
      options: { format: 'float16' },
      output: {
        data: {
          results: [
            {
              input: '70000',
              hexadecimal: '7c00',
              binary: '0 11111 0000000000',
              value: 'Infinity',
              exact: null,
              kind: 'infinity',
              sign: '+',
              exponent: 16,
              storedExponent: 31,
              fraction: '0x0',
              ulp: null,
              error: null,
              rounded: true,
            },
          ],
        },
      },
    },
    {
      title: 'Too few digits',
      input: '3f80',
      options: { direction: 'decode', format: 'float32' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "3f80" is not 8 hexadecimal or 32 binary digits',
      },
    },
    {
      title: 'Not a number',
      input: 'one',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": line 1: "one" is not a number' },
    },
  ],
  run({ input, options: { direction, format: name, littleEndian } }) {
    const format = FLOAT_FORMATS[name];
    const work = (text: string) => {
      if (direction === 'encode') {
        const { bits, typed } = readValue(text, format);
        return report(text, bits, typed, format, littleEndian);
      }
      const read = readBits(text, sizeOf(format));
      return report(text, littleEndian ? swapBytes(read, sizeOf(format)) : read, undefined, format, littleEndian);
    };
    return withinTime(() => json({ results: eachNumber(input, MAX_NUMBERS, work) }));
  },
});
