import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { CHECK_SYSTEMS, type CheckSystem, type CheckSystemName, weighted } from '../../lib/checksums/check-systems.js';
import { generate, recognize, verify } from './_check-digit-verdict.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';

const NAMES = Object.keys(CHECK_SYSTEMS) as readonly CheckSystemName[];
const MAX_WEIGHTS = 100;

/** `2,3,4,5,6,7`. */
function readWeights(text: string): readonly number[] {
  const weights = text.split(/[,;]/).map((part) => part.trim());
  const wrong = weights.find((weight) => !/^\d{1,3}$/.test(weight));
  if (wrong !== undefined || weights.length > MAX_WEIGHTS)
    throw invalid(
      `Option "weights" must be 1 to ${MAX_WEIGHTS} whole numbers from 0 to 999 separated by commas, got ${quote(text)}`,
    );
  return weights.map(Number);
}

export default defineTool({
  id: 'check-digit-calculator',
  title: 'Check Digit Calculator',
  summary:
    'Checks and makes check digits: Luhn, Verhoeff, Damm, ISO 7064, EAN, ISBN, IMEI, VIN and more, many at once.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    action: z
      .enum(['verify', 'generate'])
      .default('verify')
      .describe('Checks whole numbers, or adds check digits to numbers without them.'),
    algorithm: z
      .enum(['auto', ...NAMES, 'weights'])
      .default('auto')
      .describe('How numbers are checked; auto names every system that fits, weights uses those of "weights".'),
    weights: z
      .string()
      .max(400)
      .default('2,3,4,5,6,7')
      .describe('For "weights": weights from the right, the check digit not counted, used over and over.'),
    modulus: z.enum(['10', '11']).default('11').describe('For "weights": modulus; 11 writes 10 as X.'),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    number: z.string().optional().describe('The number without spaces, hyphens, dots and slashes, in uppercase.'),
    check: z.string().optional().describe('Check characters it has.'),
    expected: z.string().optional().describe('Check characters it must have.'),
    complete: z.string().optional().describe('The number with the right check characters.'),
    fits: z.array(z.string()).optional().describe('For auto: every system whose form and check characters fit.'),
    likely: z
      .array(
        z.object({
          number: z.string().describe('A number that fits.'),
          mistake: z.string().describe('The mistake that explains it.'),
        }),
      )
      .optional()
      .describe('Up to ten numbers that were perhaps meant; characters count from 1.'),
  }),
  notes: [
    VALUES_NOTE,
    'A number that fits is well formed, no more. One in ten random numbers passes a check digit modulo 10, and with "auto" most numbers fit some system: the list says what a number can be, not what it is.',
    'Forms: gs1 has 8, 12, 13, 14, 17 or 18 digits (EAN-8, UPC-A, EAN-13, GTIN-14, GSIN, SSCC); isbn 10 or 13; issn 8; imei 15; isin 12; cusip 9; sedol 7; figi 12, of which the check digit only is looked at; lei 20; aba 9; vin 17, its check digit being the ninth. The other systems take up to 1,000 characters.',
    'Vehicles for Europe and other markets often have a VIN without a check digit. ISBN, cards and IBAN have tools of their own that say more.',
    'ISO 7064: mod-11-2 (ORCID, ISNI), mod-37-2, mod-97-10 (two digits; letters count as 10 to 35), mod-661-26 (letters), mod-1271-36, mod-11-10, mod-27-26 (letters), mod-37-36.',
    'Mistakes that are looked for: neighbours swapped, two characters around another swapped, letters for digits; in numbers of up to 32 characters.',
  ],
  aliases: [
    'check digit',
    'luhn algorithm',
    'luhn generator',
    'verhoeff',
    'damm algorithm',
    'iso 7064',
    'mod 97',
    'mod 11 check digit',
    'ean check digit',
    'upc check digit',
    'gtin validator',
    'barcode check digit',
    'imei check',
    'vin check digit',
    'checksum digit of a number',
    'transposed digits',
    'routing number check',
    'isin cusip sedol check',
    'figi check digit',
  ],
  verified: [
    'python-stdnum 1.18: the same check characters for 3,200 random numbers of 16 systems; with the last character changed none fits.',
    'Examples of ISO 7064 and of test suites of other implementations for all eight systems; for MOD 661-26, MOD 1271-36 and MOD 27,26, which python-stdnum lacks, every single wrong character is found in 50 random numbers each, and every swap of neighbours by the first two.',
    '49 CFR 565.15: the VIN 1M8GDM9AXKP042788 and 1 seventeen times; every wrong single digit in its check place is found.',
  ],
  examples: [
    {
      title: 'Swapped digits in a barcode number',
      input: '4006381333913',
      options: { algorithm: 'gs1' },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '4006381333913',
              isValid: false,
              reason: 'The check character must be 7, got 3',
              number: '4006381333913',
              check: '3',
              expected: '7',
              complete: '4006381333917',
              likely: [
                { number: '4003681333913', mistake: 'characters 4 and 5 are swapped' },
                { number: '4006381333931', mistake: 'characters 12 and 13 are swapped' },
              ],
            },
          ],
          valid: 0,
          invalid: 1,
          warnings: [],
        },
      },
    },
    {
      title: 'Check digits for a list, as CSV',
      input: '7992739871\n123 456\n',
      options: { action: 'generate', algorithm: 'luhn', format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,number,check,expected,complete,fits\n1,7992739871,true,,,,3,79927398713,\n2,123 456,true,,,,6,1234566,\n',
      },
    },
    {
      title: 'What a number can be',
      input: '0000-0002-1825-0097',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '0000-0002-1825-0097',
              isValid: true,
              number: '0000000218250097',
              fits: ['mod-11-2'],
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A vehicle number with its check digit in the middle',
      input: '1M8GDM9AXKP042788',
      options: { algorithm: 'vin' },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '1M8GDM9AXKP042788',
              isValid: true,
              number: '1M8GDM9AXKP042788',
              check: 'X',
              expected: 'X',
              complete: '1M8GDM9AXKP042788',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'Nothing chosen to generate',
      input: '123',
      options: { action: 'generate' },
      error: { code: 'INVALID_INPUT', message: 'Option "algorithm" must not be auto to generate check digits' },
    },
    {
      title: 'Weights that are not numbers',
      input: '123',
      options: { algorithm: 'weights', weights: '1,x' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "weights" must be 1 to 100 whole numbers from 0 to 999 separated by commas, got "1,x"',
      },
    },
    {
      title: 'Nothing to check',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { action, algorithm, weights, modulus, format } }) {
    if (algorithm === 'auto' && action === 'generate')
      throw invalid('Option "algorithm" must not be auto to generate check digits');
    const columns = ['number', 'check', 'expected', 'complete', 'fits'];
    const run = { input, files, signal };
    if (algorithm === 'auto') return eachValue(run, { judge: recognize, format, columns });
    const system: CheckSystem =
      algorithm === 'weights'
        ? weighted(readWeights(weights), Number(modulus))
        : CHECK_SYSTEMS[algorithm as CheckSystemName];
    const judge = (value: string) => (action === 'generate' ? generate(value, system) : verify(value, system));
    return eachValue(run, { judge, format, columns });
  },
});
