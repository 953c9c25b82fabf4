import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { openIsbnRanges } from '../../engines/isbn-ranges.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';
import { judgeNumber, NUMBER_KINDS } from './_standard-number.js';

const part = (description: string) => z.string().optional().describe(description);
const known = (description: string) => z.string().nullable().optional().describe(description);

export default defineTool({
  id: 'isbn-validator',
  title: 'ISBN Validator',
  summary: 'Checks, converts and hyphenates ISBN-10 and ISBN-13, and checks ISSN, ISMN, DOI, ORCID and ISNI.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    kind: z
      .enum(['auto', ...NUMBER_KINDS])
      .default('auto')
      .describe('Kind of the numbers; auto tells it by a name or address before the number, or by its form.'),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    type: z.enum(NUMBER_KINDS).optional().describe('What it was taken for.'),
    formatted: part('With hyphens or spaces, as the standard prints it; an ISBN of ten digits stays one.'),
    compact: part('Without hyphens and spaces; a DOI in lower case.'),
    isbn13: part('The ISBN of 13 digits, hyphenated where its range is assigned.'),
    isbn10: known('The ISBN of ten digits; null where the prefix is 979, which has none.'),
    ean13: part('Number in the barcode of a serial or of printed music.'),
    group: known('Language, country or region of an ISBN; null where its range is not assigned.'),
    registrant: known('Number of the publisher; null where the range is not assigned.'),
    url: part('Address of a DOI, ISSN, ORCID or ISNI.'),
    suggestion: part('A valid number that was probably meant: letters for digits, or a nine-digit SBN.'),
  }),
  notes: [
    VALUES_NOTE,
    'Read are numbers with or without hyphens, after "ISBN", "ISSN:", "doi:" and their like, as addresses of doi.org, orcid.org, isni.org and portal.issn.org, as the barcode of a serial (977), and with a remark in brackets as libraries write it.',
    'A valid number is well formed, no more: whether there is such a book, article or person is not looked up. One in ten random numbers has the right check digit, in ISBN-10, ISSN, ORCID and ISNI one in eleven. A DOI has no check digit.',
    'Hyphens and groups are those of the range message of the International ISBN Agency; an ISBN in a range that is not assigned is valid, but has no hyphens and a warning.',
    'ORCID have blocks of the ISNI to themselves: a number in one is taken for an ORCID.',
  ],
  aliases: [
    'isbn checker',
    'isbn 10 to 13 converter',
    'isbn 13 to isbn 10',
    'isbn hyphenation',
    'issn validator',
    'doi validator',
    'orcid checker',
    'ismn',
    'isni',
    'is this isbn valid',
    'book number check',
  ],
  verified: [
    'python-stdnum 1.18: the same verdict for 3,000 random ISBN, ISSN, ISMN, ORCID and ISNI (ISO 7064), half of them with a wrong character, and the same conversions; the same hyphens of ISMN',
    'python-stdnum 1.18: the same hyphens for more than 96 in 100 of 2,000 random ISBN; its ranges are older. The same hyphens for twelve numbers of as many registration groups',
    'Every single changed digit is found in the examples of ISO 2108, ISO 3297 and ORCID, and every swap of neighbours in ISBN-10, ISSN and ORCID',
  ],
  examples: [
    {
      title: 'An ISBN of ten digits',
      input: 'ISBN 0-306-40615-2 (hardcover)',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'ISBN 0-306-40615-2 (hardcover)',
              isValid: true,
              type: 'isbn',
              formatted: '0-306-40615-2',
              compact: '0306406152',
              isbn13: '978-0-306-40615-7',
              isbn10: '0-306-40615-2',
              group: 'English language',
              registrant: '306',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'Numbers of every kind, as CSV',
      input:
        '9783161484100\nISSN 0378-5955\nM-2306-7118-7\nhttps://doi.org/10.1000/182\nhttps://orcid.org/0000-0002-1825-0097\n0000 0001 2103 2683\n',
      options: { format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,type,formatted,isbn13,isbn10,ean13,group,registrant,url,suggestion\n1,9783161484100,true,,isbn,978-3-16-148410-0,978-3-16-148410-0,3-16-148410-X,,German language,16,,\n2,ISSN 0378-5955,true,,issn,0378-5955,,,9770378595002,,,https://portal.issn.org/resource/ISSN/0378-5955,\n3,M-2306-7118-7,true,,ismn,979-0-2306-7118-7,,,9790230671187,,2306,,\n4,https://doi.org/10.1000/182,true,,doi,10.1000/182,,,,,,https://doi.org/10.1000/182,\n5,https://orcid.org/0000-0002-1825-0097,true,,orcid,0000-0002-1825-0097,,,,,,https://orcid.org/0000-0002-1825-0097,\n6,0000 0001 2103 2683,true,,isni,0000 0001 2103 2683,,,,,,https://isni.org/isni/0000000121032683,\n',
      },
    },
    {
      title: 'What is wrong',
      input: '978-3-16-148410-1\n0-306-4O615-2\n978316148410\nhello',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '978-3-16-148410-1',
              isValid: false,
              reason: 'The check character must be 0, got 1',
              type: 'isbn',
            },
            {
              line: 2,
              input: '0-306-4O615-2',
              isValid: false,
              reason: 'It is not in the form of an ISBN, ISSN, ISMN, DOI, ORCID or ISNI',
              suggestion: '0-306-40615-2',
            },
            {
              line: 3,
              input: '978316148410',
              isValid: false,
              reason: 'An ISBN has 10 or 13 digits, got 12',
              type: 'isbn',
            },
            {
              line: 4,
              input: 'hello',
              isValid: false,
              reason: 'It is not in the form of an ISBN, ISSN, ISMN, DOI, ORCID or ISNI',
            },
          ],
          valid: 0,
          invalid: 4,
          warnings: [],
        },
      },
    },
    {
      title: 'Nothing to check',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { kind, format } }) {
    const divide = await openIsbnRanges();
    const columns = ['type', 'formatted', 'isbn13', 'isbn10', 'ean13', 'group', 'registrant', 'url', 'suggestion'];
    const warn = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      rows
        .filter(({ isValid, group }) => isValid === true && group === null)
        .slice(0, 100)
        .map(({ line }) => `Line ${line}: the range of this ISBN is not assigned to a publisher`);
    return eachValue(
      { input, files, signal },
      { judge: (value) => judgeNumber(value, kind, divide), format, columns, warn },
    );
  },
});
