import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, place, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openCountryIndex } from '../../engines/country-index.js';
import { judgedAt } from '../../formats/judged-at.js';
import { inPart } from '../../lib/faults.js';
import { parseZone } from './_mrz-report.js';

const MAX_ZONES = 500;

const text = (description: string) => z.string().describe(description);

const SPECIMEN = {
  line1: 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  line2: 'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
};

const check = (field: string, digit: string) => ({ field, digit, expected: digit, isValid: true });

export default defineTool({
  id: 'mrz-parser',
  title: 'MRZ Parser',
  summary: 'Reads the machine-readable zone of passports, identity cards and visas, and checks all its check digits.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'required',
  options: {
    repair: z
      .boolean()
      .default(true)
      .describe('Corrects what scanners confuse: O for 0 and I for 1 where only one of them can be.'),
    at: shared
      .at()
      .describe('Day by which expiry and the century of birth are judged, such as 2026-01-31; empty for today.'),
  },
  result: 'data',
  data: z.object({
    documents: z
      .array(
        z.object({
          format: z.enum(['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B']).describe('Format of ICAO Doc 9303.'),
          isValid: z.boolean().describe('Every check digit fits.'),
          documentType: text('Code of the document, such as P.'),
          documentKind: text('The same in words.'),
          issuer: text('Code of the issuing state or organisation.'),
          issuerName: z.string().nullable().describe('Its name; null if the code is unknown.'),
          surname: text('Primary identifier, in the letters of the zone.'),
          givenNames: text('Secondary identifier.'),
          documentNumber: text('Number of the document.'),
          nationality: text('Code of the nationality.'),
          nationalityName: z.string().nullable().describe('Its name; null if the code is unknown.'),
          birthDate: z.string().nullable().describe('Date of birth; null if it is unknown or not a date.'),
          sex: z.enum(['male', 'female', 'unspecified', 'unknown']).describe('Sex as stated.'),
          expiryDate: z.string().nullable().describe('Date of expiry; null if it is not a date.'),
          isExpired: z.boolean().nullable().describe('Whether that day has passed.'),
          optionalData: z.array(z.string()).describe('Optional data, such as a personal number.'),
          checks: z
            .array(
              z.object({
                field: text('What it checks.'),
                digit: text('Check digit in the zone.'),
                expected: text('Check digit worked out.'),
                isValid: z.boolean().describe('Whether they are the same, or the field is empty.'),
              }),
            )
            .describe('The check digits.'),
          corrections: z
            .array(
              z.object({
                line: place('Line of the character.'),
                column: place('Column of the character.'),
                from: text('The character as it was.'),
                to: text('The character it was taken for.'),
              }),
            )
            .describe('Characters that were corrected.'),
          lines: z.array(z.string()).describe('The zone after corrections.'),
          warnings: warnings(),
        }),
      )
      .describe('One per zone, in their order.'),
    valid: count('Zones whose check digits all fit.'),
    invalid: count('The others.'),
  }),
  notes: [
    'Formats: TD3 (passports, 2 lines of 44), TD1 (cards, 3 of 30), TD2 (2 of 36), and visas MRV-A and MRV-B. Several zones are separated by empty lines.',
    'Spaces are ignored, « counts as <<, lines may be joined, and fillers at the end of a line may be missing or too many.',
    'Names are in the 26 letters of the zone: Müller is MUELLER there, and long names are cut. Years have two digits: births are not in the future, expiries at most 50 years away.',
    'Check digits show reading errors, not forgeries. Visas have no digit over the whole zone. Nothing is looked up, and nothing is kept.',
    'A document number is corrected only between O and 0, I and 1, and only if its check digit then fits.',
  ],
  aliases: [
    'passport mrz',
    'machine readable zone',
    'read passport code',
    'mrz decoder',
    'mrz check digit',
    'icao 9303',
    'id card mrz',
    'visa mrz',
    'td1 td2 td3',
    'travel document scanner text',
  ],
  verified: [
    'ICAO Doc 9303, parts 4 to 7: the specimens of all five formats, every field and check digit.',
    'Python 3.11: check digits of 300 random passports; each single wrong digit of a birth date, expiry date or check digit is found.',
  ],
  examples: [
    {
      title: 'The specimen passport of ICAO',
      input: `${SPECIMEN.line1}\n${SPECIMEN.line2}`,
      options: { at: '2011-06-01' },
      output: {
        data: {
          documents: [
            {
              format: 'TD3',
              isValid: true,
              documentType: 'P',
              documentKind: 'passport',
              issuer: 'UTO',
              issuerName: 'Utopia (specimens)',
              surname: 'ERIKSSON',
              givenNames: 'ANNA MARIA',
              documentNumber: 'L898902C3',
              nationality: 'UTO',
              nationalityName: 'Utopia (specimens)',
              birthDate: '1974-08-12',
              sex: 'female',
              expiryDate: '2012-04-15',
              isExpired: false,
              optionalData: ['ZE184226B'],
              checks: [
                check('documentNumber', '6'),
                check('birthDate', '2'),
                check('expiryDate', '9'),
                check('optional', '1'),
                check('composite', '0'),
              ],
              corrections: [],
              lines: [SPECIMEN.line1, SPECIMEN.line2],
              warnings: [],
            },
          ],
          valid: 1,
          invalid: 0,
        },
      },
    },
    {
      title: 'Not a zone',
      input: 'hello',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": a zone must have 3 lines of 30 characters, or 2 of 36 or 44, got 1 line of 5',
      },
    },
    {
      title: 'A character that no zone has',
      input: `${SPECIMEN.line1}\n${SPECIMEN.line2.replace('L', '$')}`,
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2, column 1: only A to Z, 0 to 9 and < are allowed, got "$"',
      },
    },
  ],
  async run({ input, now, options: { repair, at } }) {
    const time = judgedAt(at, now);
    const index = await openCountryIndex();
    const zones = input
      .replace(/^\ufeff/, '')
      .split(/\r\n|\n|\r/)
      .reduce<string[][]>(
        (all, line) => {
          if (line.trim() !== '') all.at(-1)?.push(line);
          else if ((all.at(-1)?.length ?? 0) > 0) all.push([]);
          return all;
        },
        [[]],
      )
      .filter((lines) => lines.length > 0);
    if (zones.length > MAX_ZONES) throw overLimit(`Input must have at most ${MAX_ZONES} zones, got ${zones.length}`);
    const documents = refusing('Cannot read property "input"', () =>
      (zones.length === 0 ? [['']] : zones).map((lines, i) => {
        const read = () => parseZone(lines.join('\n'), repair, time, index);
        return zones.length > 1 ? inPart(`zone ${i + 1}`, read) : read();
      }),
    );
    const valid = documents.filter(({ isValid }) => isValid).length;
    return json({ documents, valid, invalid: documents.length - valid });
  },
});
