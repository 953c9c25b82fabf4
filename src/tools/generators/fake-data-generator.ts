import { z } from 'zod';

import { defineTool, jsonText, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { FAKE_LOCALES } from '../../engines/fake-data.js';
import { seededRandom } from '../../lib/chance/seeded.js';
import { writeCsv, writeJsonLines, writeJsonRows, writeSql } from '../../lib/table/write-table.js';
import { readFakeFields } from './_fake-fields.js';
import { fakeLocale, seededRows } from './_fake-rows.js';

export default defineTool({
  id: 'fake-data-generator',
  title: 'Fake Data Generator',
  summary: 'Makes rows of realistic test data in 26 languages and regions as JSON, CSV, JSON Lines or SQL.',
  family: 'generators',
  class: 'standard',
  input: 'none',
  options: {
    fields: z
      .string()
      .max(4000)
      .default('id:uuid, name:fullName, email:email')
      .describe('Columns as name:kind separated by commas, such as age:integer(18..90), status:enum(new|paid), city.'),
    rows: z.number().multipleOf(1).min(1).max(10_000).default(10).describe('How many rows.'),
    locale: shared.locale().describe('Language and region of names and addresses, such as en, de, fr, pt-BR or ja.'),
    format: z
      .enum(['json', 'csv', 'jsonl', 'sql'])
      .default('json')
      .describe('JSON, CSV, JSON Lines, or SQL with the table.'),
    table: z.string().min(1).max(60).default('people').describe('Name of the SQL table.'),
    dialect: z
      .enum(['standard', 'mysql', 'sqlserver'])
      .default('standard')
      .describe('SQL dialect; standard fits PostgreSQL and SQLite.'),
    seed: shared.seed(),
  },
  result: 'mixed',
  data: z.array(anyJson('A row: an object with the fields that were asked for.')).describe('The rows, for JSON.'),
  notes: [
    'Kinds: id (1, 2, 3 …), enum(a|b), uuid, firstName, lastName, fullName, email, username, phone, jobTitle, company, street, city, state, zipCode, country, countryCode, latitude, longitude, date, datetime, birthdate, integer(a..b), decimal(a..b), boolean, word, sentence, paragraph, url, ipv4, ipv6, mac, color, currency, product, department.',
    'Name, e-mail and user name of a row belong to the same person; city, state and country are drawn one by one.',
    'Nothing reaches anybody: e-mails have the domains example.com, .net and .org, phones are +1 … 555-01xx, addresses of the network are those for documentation. Names may be those of real people by chance.',
    'The same seed, fields and locale make the same bytes. Dates end on 2025-12-31 for that reason.',
    'Locales: en, en-GB, en-US, en-IN, de, de-AT, de-CH, fr, es, es-MX, it, nl, pt-BR, pt-PT, pl, cs, sv, da, fi, ro, tr, uk, ru, ja, ko, zh-CN; what one lacks is English.',
  ],
  aliases: [
    'faker',
    'mockaroo',
    'mock data',
    'test data',
    'sample data',
    'dummy data',
    'random users',
    'seed database',
    'fake csv',
    'fake names',
    'test customers',
    'fake names and addresses',
  ],
  verified: [
    'Python 3.11 (json, csv, sqlite3): 500 rows of every kind read back from each format, the same values',
    'Forms of all kinds by regular expressions and bounds, in all 26 locales; the same seed gives the same bytes',
  ],
  examples: [
    {
      title: 'People',
      options: { rows: 2 },
      output: {
        varies: true,
        data: [
          { id: '…', name: '…', email: '…@example.com' },
          { id: '…', name: '…', email: '…@example.com' },
        ],
      },
    },
    {
      title: 'Numbered rows as SQL',
      options: { fields: 'id, kind:enum(a|a)', rows: 2, format: 'sql', table: 'things' },
      output: {
        text: 'CREATE TABLE "things" (\n  "id" INTEGER,\n  "kind" TEXT\n);\nINSERT INTO "things" ("id", "kind") VALUES\n  (1, \'a\'),\n  (2, \'a\');\n',
      },
    },
    {
      title: 'An unknown locale',
      options: { locale: 'xx' },
      error: {
        code: 'INVALID_INPUT',
        message: `Option "locale" is not one of ${FAKE_LOCALES.join(', ')}, got "xx"`,
      },
    },
    {
      title: 'Numbers without bounds',
      options: { fields: 'age:integer(90..18)' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "fields" has brackets that do not fit, got "age:integer(90..18)"; write integer(18..90) or enum(a|b)',
      },
    },
    {
      title: 'The same field twice',
      options: { fields: 'city, city' },
      error: { code: 'INVALID_INPUT', message: 'Option "fields" names the field "city" twice or not at all' },
    },
  ],
  async run({ options, random }) {
    const { rows: count, format, table, dialect, seed } = options;
    const locale = fakeLocale(options.locale);
    const fields = readFakeFields(options.fields);
    const rows = await seededRows(locale, seededRandom(seed, random));
    const made = Array.from({ length: count }, (_, index) => {
      rows.next();
      return fields.map(({ make }) => make(rows, index));
    });
    const data = { columns: fields.map(({ name }) => name), hasHeader: true, rows: made };
    return refusing('Cannot write the rows', () => {
      switch (format) {
        case 'json':
          return jsonText(`${writeJsonRows(data)}\n`);
        case 'csv':
          return text(writeCsv(data), { name: 'result.csv', mime: 'text/csv;charset=utf-8' });
        case 'jsonl':
          return text(writeJsonLines(data), { name: 'result.jsonl', mime: 'application/x-ndjson' });
        case 'sql':
          return text(writeSql(data, { escapeMarkup: true, indent: '  ', delimiter: ',', tableName: table, dialect }), {
            name: 'result.sql',
            mime: 'application/sql',
          });
      }
    });
  },
});
