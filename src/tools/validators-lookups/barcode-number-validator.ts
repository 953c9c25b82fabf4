import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { BARCODE_LENGTHS, type BarcodeType, barcodeValues, completeBarcode, judgeBarcode } from './_barcode-number.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';

const part = (description: string) => z.string().optional().describe(description);

const TYPES = ['auto', 'gs1', 'upc-e', ...(Object.keys(BARCODE_LENGTHS) as (keyof typeof BARCODE_LENGTHS)[])] as const;

export default defineTool({
  id: 'barcode-number-validator',
  title: 'Barcode Number Validator',
  summary: 'Checks and completes EAN, UPC, GTIN and SSCC numbers, and reads GS1 element strings and Digital Links.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    action: z
      .enum(['validate', 'complete'])
      .default('validate')
      .describe('Checks whole numbers, or adds the check digit to numbers without it.'),
    type: z
      .enum(TYPES)
      .default('auto')
      .describe('What the values are; auto tells it by their length, and element strings by their form.'),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    type: z.enum(TYPES).optional().describe('What it was taken for.'),
    number: part('The number without spaces and hyphens.'),
    check: part('Check digit it has.'),
    expected: part('Check digit it must have.'),
    gtin14: part('As a GTIN of 14 digits, the form for databases.'),
    upcA: part('The UPC-A number that a UPC-E number stands for.'),
    upcE: part('The UPC-E form, where there is one.'),
    isbn: part('The ISBN of a book.'),
    prefix: part('First three digits of the company prefix.'),
    prefixOwner: part('Organisation that gave the prefix out, or what it is kept for; not the country of origin.'),
    indicator: part('What the first digit of a GTIN-14 tells.'),
    elements: z
      .array(
        z.object({
          ai: z.string().describe('Application identifier.'),
          title: z.string().describe('Its title.'),
          value: z.string().describe('The value as written.'),
          date: z.string().optional().describe('The date, with the time if there is one, in ISO 8601.'),
          number: z.string().optional().describe('The number with its decimal point.'),
          currency: z.string().optional().describe('Currency of an amount: three digits of ISO 4217.'),
        }),
      )
      .optional()
      .describe('Elements of a GS1 string, in their order.'),
    elementString: part('The elements with brackets.'),
    scanned: part('As scanners send them, with the control character GS for FNC1.'),
    digitalLink: part('The elements as a GS1 Digital Link, where there is a GTIN among them.'),
  }),
  notes: [
    VALUES_NOTE,
    'Lengths: EAN-8 8, UPC-A 12, EAN-13 and GLN 13, GTIN-14 14, GSIN 17, SSCC 18. Eight digits that only fit as UPC-E are taken for UPC-E.',
    'GS1 strings: with brackets as (01)09506000134352(17)261231(10)ABC; as scanners send them, with the control character GS, <GS>, {GS} or [FNC1] behind values of no fixed length; or as a GS1 Digital Link. A line is one string, commas and all.',
    'Identifiers are those of the GS1 General Specifications, some of 2023 and later too. Form, characters, check digits and dates are checked, and that a value is not there twice; not which identifiers need each other.',
    'Years are the nearest to now, from 49 before to 50 after; a day of 00 is the last of its month.',
    'That a number fits does not mean that GS1 gave it out, or that an article has it.',
  ],
  aliases: [
    'gtin validator',
    'ean validator',
    'ean-13 check digit',
    'upc check digit calculator',
    'upc-e to upc-a',
    'sscc check digit',
    'gs1-128 parser',
    'gs1 application identifiers',
    'gs1 barcode decoder',
    'gs1 digital link',
    'gln check',
    'barcode country of origin',
    'parse datamatrix of medicine',
  ],
  verified: [
    'python-stdnum 1.18, in the tests: 1,200 random numbers of six lengths, half with a changed digit, the same verdict; 300 random GS1 element strings of 28 identifiers, the same values, dates and decimals',
    'Its list of application identifiers, made in November 2022, by hand: the same form for all 204 but 8010, which takes any character here. 24 newer ones, and the names of prefixes, are compared with nothing',
    'GS1 General Specifications 5.2.2.4.2: the zeros of UPC-E; 3,000 random UPC-E numbers expanded and shortened again are the same',
  ],
  examples: [
    {
      title: 'A medicine’s Data Matrix',
      input: '(01)09506000134352(17)261200(10)ABC123(21)7',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '(01)09506000134352(17)261200(10)ABC123(21)7',
              isValid: true,
              type: 'gs1',
              elements: [
                { ai: '01', title: 'GTIN', value: '09506000134352' },
                { ai: '17', title: 'USE BY OR EXPIRY', value: '261200', date: '2026-12-31' },
                { ai: '10', title: 'BATCH/LOT', value: 'ABC123' },
                { ai: '21', title: 'SERIAL', value: '7' },
              ],
              elementString: '(01)09506000134352(17)261200(10)ABC123(21)7',
              scanned: '01095060001343521726120010ABC123\u001d217',
              digitalLink: 'https://id.gs1.org/01/09506000134352/10/ABC123/21/7?17=261200',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A list of numbers, as CSV',
      input: '4006381333931\n4006381333913\n036000291452\n04252614\n106141411234567897',
      options: { format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,type,number,gtin14,upcA,upcE,prefix,prefixOwner,elementString\n1,4006381333931,true,,ean-13,4006381333931,04006381333931,,,400,Germany,\n2,4006381333913,false,"The check digit must be 7, got 3",ean-13,4006381333913,,,,,,\n3,036000291452,true,,upc-a,036000291452,00036000291452,,,003,United States and Canada,\n4,04252614,true,,upc-e,04252614,00042100005264,042100005264,04252614,004,United States and Canada,\n5,106141411234567897,true,,sscc,106141411234567897,,,,061,United States and Canada,\n',
      },
    },
    {
      title: 'Check digits added',
      input: '629104150021',
      options: { action: 'complete' },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '629104150021',
              isValid: true,
              type: 'ean-13',
              number: '6291041500213',
              check: '3',
              expected: '3',
              gtin14: '06291041500213',
              prefix: '629',
              prefixOwner: 'United Arab Emirates',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'Element strings cannot be completed',
      input: '(01)0950600013435',
      options: { action: 'complete', type: 'gs1' },
      error: { code: 'INVALID_INPUT', message: 'Option "type" must not be gs1 where "action" is complete' },
    },
    {
      title: 'Nothing to check',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, now, options: { action, type, format } }) {
    if (action === 'complete' && type === 'gs1')
      throw invalid('Option "type" must not be gs1 where "action" is complete');
    const columns = ['type', 'number', 'gtin14', 'upcA', 'upcE', 'prefix', 'prefixOwner', 'elementString'];
    const kind: BarcodeType = type;
    const judge = action === 'complete' ? completeBarcode(kind) : judgeBarcode(kind, now);
    return eachValue({ input, files, signal }, { judge, format, columns, split: barcodeValues });
  },
});
