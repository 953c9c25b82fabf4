import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { DELIMITER_CHARACTERS, shared } from '../../core/shared-options.js';
import { decodeWith, hasEncoding } from '../../engines/text/text-encoding.js';
import { documentResult, KINDS, readTextSource, type TextSource } from '../../formats/text-source.js';
import { contactTable } from '../../lib/contacts/contact-tables.js';
import { type Contact, contactOf } from '../../lib/contacts/contacts.js';
import { readVcards } from '../../lib/contacts/vcard.js';
import { writeCsv } from '../../lib/table/write-table.js';

import { contactData } from './_contact-data.js';

function readContacts({ text, label }: TextSource): Contact[] {
  const cards = refusing(`Cannot read ${label}`, () =>
    readVcards(text.replace(/^\ufeff/, ''), (bytes, charset) =>
      decodeWith(bytes, hasEncoding(charset) ? charset : 'utf-8'),
    ),
  );
  if (cards.length === 0) throw invalid(`Cannot read ${label}: it has no vCard`);
  return cards.map(contactOf);
}

export default defineTool({
  id: 'vcf-to-csv',
  title: 'vCard to CSV',
  summary: 'Converts vCard contacts to CSV for Google, Outlook or any spreadsheet, or to JSON.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    to: z.enum(['csv', 'json']).default('csv').describe('Format to write.'),
    layout: z
      .enum(['generic', 'google', 'outlook'])
      .default('generic')
      .describe('CSV columns: all those the contacts need, or those that Google Contacts or Outlook import.'),
    outputDelimiter: shared.outputDelimiter(),
    bom: shared.bom(),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.array(contactData).describe('Contacts in the order of the file; only where the format is json.'),
  notes: [
    'Versions 2.1, 3.0 and 4.0, one or many cards: folded lines, quoted-printable and its charsets, escapes, several numbers and addresses with their types, labels of Apple.',
    'Photos, sounds and keys are omitted; in JSON "omitted" names them. Every other property is kept: what has no column is written to Other, or in the notes of the Google and Outlook layouts.',
    'Outlook has room for three e-mail addresses and one number or two of a kind; the rest goes to the notes.',
    'Dates are written as 1985-04-12, without a year as --04-12. Cells that look like formulas are kept as they are.',
    'Text input gives text, a file gives a file named after it.',
  ],
  aliases: [
    'vcf to csv',
    'vcard converter',
    'contacts to excel',
    'iphone contacts to csv',
    'google contacts import',
    'outlook contacts import',
    'vcf to json',
    'address book export',
  ],
  verified: [
    'RFC 6350 §8: the example of an author, shortened',
    'Python 3.11 csv reads every table; the python3-vobject library reads the same names, numbers, addresses and notes from 200 random cards of version 3.0',
  ],
  examples: [
    {
      title: 'A card of version 4.0 (RFC 6350 §8)',
      input:
        'BEGIN:VCARD\nVERSION:4.0\nFN:Simon Perreault\nN:Perreault;Simon;;;ing. jr,M.Sc.\nBDAY:--0203\nTEL;VALUE=uri;TYPE="work,voice";PREF=1:tel:+1-418-656-9254;ext=102\nEMAIL;TYPE=work:simon.perreault@viagenie.ca\nEND:VCARD\n',
      options: { to: 'json' },
      output: {
        data: [
          {
            version: '4.0',
            fullName: 'Simon Perreault',
            prefix: '',
            givenName: 'Simon',
            additionalNames: '',
            familyName: 'Perreault',
            suffix: 'ing. jr M.Sc.',
            nicknames: [],
            organization: '',
            department: '',
            title: '',
            role: '',
            birthday: '--02-03',
            anniversary: '',
            emails: [{ value: 'simon.perreault@viagenie.ca', types: ['work'], isPreferred: false }],
            phones: [{ value: '+1-418-656-9254;ext=102', types: ['work'], isPreferred: true }],
            addresses: [],
            urls: [],
            categories: [],
            note: '',
            uid: '',
            other: [],
            omitted: [],
          },
        ],
      },
    },
    {
      title: 'An old phone: version 2.1 with quoted-printable',
      input:
        'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg\r\nTEL;CELL;VOICE:+49 170 1234567\r\nNOTE;ENCODING=QUOTED-PRINTABLE:first line=0D=0A=\r\nsecond line\r\nEND:VCARD\r\n',
      output: {
        text: 'Full Name,Name Prefix,First Name,Middle Name,Last Name,Name Suffix,Nickname,Phone 1 Type,Phone 1 Value,Organization,Department,Title,Role,Birthday,Anniversary,Categories,Note,UID,Other\n,,Jörg,,Müller,,,cell,+49 170 1234567,,,,,,,,"first line\r\nsecond line",,\n',
      },
    },
    {
      title: 'For Google Contacts',
      input:
        'BEGIN:VCARD\nVERSION:3.0\nFN:Ann Lee\nN:Lee;Ann;;;\nEMAIL;TYPE=INTERNET,HOME,PREF:ann@example.org\nCATEGORIES:Friends,Choir\nX-SKILL:sings\nEND:VCARD',
      options: { layout: 'google' },
      output: {
        text: 'First Name,Middle Name,Last Name,Name Prefix,Name Suffix,Nickname,Organization Name,Organization Title,Organization Department,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value\nAnn,,Lee,,,,,,,,X-SKILL: sings,Friends ::: Choir,* Home,ann@example.org\n',
      },
    },
    {
      title: 'Unclosed card',
      input: 'BEGIN:VCARD\nVERSION:3.0\nFN:Ann Lee\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: the card that begins here has no END:VCARD',
      },
    },
    {
      title: 'Line is not a property',
      input: 'BEGIN:VCARD\nVERSION:3.0\nAnn Lee\nEND:VCARD\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 3: a property must have a name, ":" and a value',
      },
    },
    {
      title: 'No card',
      input: '\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it has no vCard' },
    },
  ],
  async run({ input, files, options: { to, layout, outputDelimiter, bom, inputCharset } }) {
    const source = await readTextSource({ input, files }, inputCharset);
    const contacts = readContacts(source);
    if (to === 'json') return documentResult(source, JSON.stringify(contacts, null, 2), KINDS.json);
    const csv = refusing(`Cannot write ${source.label} as CSV`, () =>
      writeCsv(contactTable(contacts, layout), DELIMITER_CHARACTERS[outputDelimiter]),
    );
    return documentResult(source, `${bom ? '\ufeff' : ''}${csv}`, KINDS.csv);
  },
});
