import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { boundedDocument, writeBounded } from '../../engines/table-text.js';
import { decodeTextAs } from '../../engines/text-encoding.js';
import { KINDS, readTextSource } from '../../engines/text-source.js';
import { type Contact, contactOf } from '../../lib/contacts/contact.js';
import { genericTable, googleTable, outlookTable } from '../../lib/contacts/layouts.js';
import { readVCards, VCardFault } from '../../lib/contacts/vcard.js';
import { writeCsv } from '../../lib/table/write-table.js';

const LAYOUTS = { generic: genericTable, google: googleTable, outlook: outlookTable };

function readContacts(text: string, label: string): Contact[] {
  const decode = (bytes: Uint8Array, charset: string): string => decodeTextAs(bytes, charset, label, 'CHARSET').text;
  try {
    return readVCards(text, decode).map(contactOf);
  } catch (error) {
    if (error instanceof VCardFault) throw invalid(`Cannot read ${label} as vCard: ${error.message}`, error);
    throw error;
  }
}

export default defineTool({
  id: 'vcf-to-csv',
  title: 'vCard to CSV',
  summary: 'Turns contacts (vCard 2.1, 3.0 and 4.0) into CSV for Google, Outlook or any program, or into JSON.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.vcf', '.vcard', '.txt'] },
  options: {
    to: z.enum(['csv', 'json']).default('csv').describe('What the contacts are written as.'),
    layout: z
      .enum(['generic', 'google', 'outlook'])
      .default('generic')
      .describe('Columns of the CSV: all fields, those of Google Contacts, or those of Outlook.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  notes: [
    'Versions may be mixed in one text. Folded lines are joined, quoted-printable and its charset decoded, escapes undone, labels of Apple read.',
    'Preferred values (PREF, TYPE=pref) come first. The generic layout has as many columns for e-mail addresses, telephone numbers, addresses and web pages as the richest contact needs, at most 20 of each, and the properties it has no column for under "Other".',
    'Outlook has a fixed number of columns: three e-mail addresses, two telephone numbers at home and at work, one address of each kind; JSON and the generic layout have them all.',
    'Photos, logos, sounds and keys are left out; JSON names them in "leftOut".',
    'Dates such as 19960415 become 1996-04-15. Cells that look like formulas (+49 …) stay as they are.',
  ],
  aliases: [
    'vcf to excel',
    'contacts to csv',
    'vcard converter',
    'iphone contacts to google',
    'vcf to json',
    'address book export',
  ],
  verified: [
    'RFC 6350 and RFC 2426: their example cards. vCard 2.1: quoted-printable with soft line breaks and charsets.',
    'python3-vobject 0.9.6: the same names, addresses, telephone numbers and e-mail addresses for 100 random cards of version 3.0 that it wrote.',
  ],
  examples: [
    {
      title: 'A contact as CSV for Outlook',
      input:
        'BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada;;;\nFN:Ada Lovelace\nTEL;TYPE=CELL:+44 20 1234\nEMAIL;TYPE=WORK:ada@example.com\nEND:VCARD\n',
      options: { layout: 'outlook' },
      output: {
        text: 'Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Business PO Box,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Home PO Box,Other Street,Other City,Other State,Other Postal Code,Other Country/Region,Other PO Box,Business Fax,Business Phone,Business Phone 2,Home Fax,Home Phone,Home Phone 2,Mobile Phone,Other Phone,Pager,Birthday,Anniversary,Categories,E-mail Address,E-mail Display Name,E-mail 2 Address,E-mail 2 Display Name,E-mail 3 Address,E-mail 3 Display Name,Notes,Web Page\n,Ada,,Lovelace,,,,,,,,,,,,,,,,,,,,,,,,,,,,,+44 20 1234,,,,,,ada@example.com,Ada Lovelace,,,,,,\n',
      },
    },
    {
      title: 'A card of an old telephone, as JSON',
      input:
        'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;\r\nADR;HOME;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:;;Stra=DFe 1;K=F6ln;;50667;=\r\nDeutschland\r\nPHOTO;JPEG;ENCODING=BASE64:/9j/4AAQ\r\n\r\nEND:VCARD\r\n',
      options: { to: 'json' },
      output: {
        data: [
          {
            version: '2.1',
            name: 'Jörg Müller',
            prefix: '',
            given: 'Jörg',
            additional: '',
            family: 'Müller',
            suffix: '',
            organization: '',
            department: '',
            nickname: '',
            title: '',
            role: '',
            emails: [],
            phones: [],
            addresses: [
              {
                types: ['home'],
                poBox: '',
                extended: '',
                street: 'Straße 1',
                city: 'Köln',
                region: '',
                postalCode: '50667',
                country: 'Deutschland',
              },
            ],
            urls: [],
            birthday: '',
            anniversary: '',
            categories: [],
            notes: '',
            uid: '',
            leftOut: ['PHOTO'],
            other: [],
          },
        ],
      },
    },
    {
      title: 'A card without its end',
      input: 'BEGIN:VCARD\nVERSION:4.0\nFN:Ada\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as vCard: line 1: the card that begins here has no "END:VCARD"',
      },
    },
    {
      title: 'A text that is no vCard',
      input: 'Ada Lovelace, ada@example.com',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as vCard: line 1: a card must begin with "BEGIN:VCARD"',
      },
    },
    {
      title: 'No text',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const source = await readTextSource({ input, files }, options.inputCharset);
    const contacts = readContacts(source.text, source.label);
    if (options.to === 'json')
      return boundedDocument(source, JSON.stringify(contacts, null, 2), KINDS.json, 'standard');
    const csv = writeBounded(() => writeCsv(LAYOUTS[options.layout](contacts)));
    return boundedDocument(source, csv, KINDS.csv, 'standard');
  },
});
