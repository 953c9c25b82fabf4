import { z } from 'zod';

import { defineTool, invalid, json, overLimit, withFiles } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { privacyOf, suppressed } from '../../lib/anonymize/privacy.js';
import { COLUMN_ACTIONS, type ColumnRule, readColumnRules } from '../../lib/anonymize/rules.js';
import { anonymizedTable } from './_anonymized-data.js';
import { type DetectedColumn, detectColumn, workedColumn } from './_column-work.js';
import { placeOf, readTextTable } from './_table-source.js';

/** Measured: so much text of nothing but telephone numbers takes 20 s to search. */
const MAX_SEARCHED = 3_000_000;
const KEY_BYTES = 32;
const UNKNOWN: DetectedColumn = { kind: undefined, found: new Map() };

/** Kinds that say too little of a person to be masked where nothing was asked for. */
const KEPT_KINDS: ReadonlySet<string> = new Set(['company', 'city']);

export default defineTool({
  id: 'csv-anonymizer',
  title: 'CSV Anonymizer',
  summary:
    'Anonymizes the columns of a table: masks, hashes, pseudonyms, ranges, shuffled or made-up values; finds personal data by itself and reports k-anonymity.',
  family: 'privacy-security',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.csv', '.tsv', '.txt', '.xlsx'] },
  options: {
    rules: z
      .string()
      .max(100_000)
      .default('')
      .describe(
        `Rule per line, "column: action", or a JSON object. Actions: ${COLUMN_ACTIONS.join(', ')}. Empty: columns with personal data are found and masked.`,
      ),
    columns: z
      .string()
      .max(10_000)
      .default('')
      .describe('Quasi-identifiers for k-anonymity, such as age, zip, sex; separated by commas.'),
    sensitive: z.string().max(1000).default('').describe('Column for l-diversity, such as diagnosis; empty for none.'),
    k: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000)
      .default(0)
      .describe(
        'Removes rows whose combination of quasi-identifiers is shared by fewer rows than this; 0 removes none.',
      ),
    key: ofKind(
      'secret',
      z
        .string()
        .max(1000)
        .default('')
        .describe('Key of hashes and pseudonyms: the same key gives the same ones in every run; empty for a new one.'),
    ),
    seed: shared.seed(),
    delimiter: shared.delimiter(),
  },
  result: 'mixed',
  data: anonymizedTable,
  notes: [
    'Without rules, columns are told by their names (in eight languages) and by their cells, with the recognisers of pii-redactor. Free text has only the personal data within it masked. Columns of cities and companies are kept, and so are all that are not told: read the report.',
    'Action mask: letters and digits become stars. hash: 16 hexadecimal digits of HMAC-SHA-256. pseudonym: another value of the same form, the same for the same value. shuffle: the same cells in another order. fake: made-up English values of the kind of the column, the same for the same value. remove: the column goes.',
    'Action generalize 10: numbers as ranges of 10; generalize month, quarter, year or decade: dates; generalize 3: the first three characters of codes such as postal codes. Without a detail: 10, month or 3. A cell that is not of the form of its column becomes *.',
    'The report of k-anonymity counts rows that are equal in all quasi-identifiers; l-diversity the different sensitive values in such a group. "k" removes rows; coarser rules keep more of them.',
    'Hashes and pseudonyms are pseudonymous data, not anonymous: with the key they lead back. Masking does not hide the length.',
    'CSV keeps its delimiter, encoding and line breaks; of a workbook the first sheet with cells is read, and the result is CSV.',
  ],
  aliases: [
    'anonymize csv',
    'mask csv columns',
    'pseudonymize data',
    'k-anonymity calculator',
    'l-diversity',
    'arx',
    'sdcmicro',
    'gdpr csv',
    'fake csv data',
    'anonymize excel',
    'hide personal data in a table',
  ],
  verified: [
    'Python 3.11 (csv, collections): k, groups, unique rows and l of 200 random tables, before and after suppression, are what it counts',
    'Python 3.11 (hmac): hashes of 200 random cells',
    'The example table of Sweeney 2002: k = 2 with its quasi-identifiers',
  ],
  examples: [
    {
      title: 'Personal data found and masked',
      input:
        'id,name,mail,note\n1,Ada Lovelace,ada@example.org,call +44 20 7946 0958\n2,Alan Turing,alan@example.org,likes tea\n',
      output: {
        data: {
          text: 'id,name,mail,note\n1,*** ********,***@*******.***,call +** ** **** ****\n2,**** ******,****@*******.***,likes tea\n',
          columns: [
            { name: 'id', action: 'keep', changed: 0, valuesBefore: 2, valuesAfter: 2 },
            { name: 'name', kind: 'name', action: 'mask', changed: 2, valuesBefore: 2, valuesAfter: 2 },
            { name: 'mail', kind: 'email', action: 'mask', changed: 2, valuesBefore: 2, valuesAfter: 2 },
            { name: 'note', kind: 'free-text', action: 'mask', changed: 1, valuesBefore: 2, valuesAfter: 2 },
          ],
          rowsBefore: 2,
          rowsAfter: 2,
          warnings: [],
        },
      },
    },
    {
      title: 'Ranges, months and prefixes, at least two of each',
      options: {
        rules: 'age: generalize 10; zip: generalize 3; seen: generalize month; name: remove',
        columns: 'age, zip',
        sensitive: 'result',
        k: 2,
      },
      files: [
        {
          name: 'visits.csv',
          text: 'name;age;zip;seen;result\r\nA;31;10115;2024-03-01;flu\r\nB;38;10117;2024-03-09;cold\r\nC;52;80331;2024-04-02;flu\r\n',
        },
      ],
      output: {
        data: {
          columns: [
            { name: 'name', kind: 'name', action: 'remove', changed: 3, valuesBefore: 3, valuesAfter: 0 },
            { name: 'age', action: 'generalize', changed: 3, valuesBefore: 3, valuesAfter: 2 },
            { name: 'zip', kind: 'postal-code', action: 'generalize', changed: 3, valuesBefore: 3, valuesAfter: 2 },
            { name: 'seen', action: 'generalize', changed: 3, valuesBefore: 3, valuesAfter: 2 },
            { name: 'result', action: 'keep', changed: 0, valuesBefore: 2, valuesAfter: 2 },
          ],
          rowsBefore: 3,
          rowsAfter: 2,
          privacy: {
            before: { k: 1, groups: 3, uniqueRows: 3, l: 1 },
            after: { k: 2, groups: 1, uniqueRows: 0, l: 2 },
          },
          warnings: ['1 row was removed: its quasi-identifiers are shared by fewer than 2 rows'],
        },
        files: [
          {
            name: 'visits.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'age;zip;seen;result\r\n30-39;101**;2024-03;flu\r\n30-39;101**;2024-03;cold\r\n',
          },
        ],
      },
    },
    {
      title: 'A column that is missing',
      input: 'a,b\n1,2\n',
      options: { rules: '{"c": "mask"}' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "rules" names the column "c", which the table does not have: "a", "b"',
      },
    },
    {
      title: 'An unknown action',
      input: 'a,b\n1,2\n',
      options: { rules: 'a: encrypt' },
      error: {
        code: 'INVALID_INPUT',
        message: `Cannot read option "rules": the action "encrypt" is unknown; known are ${COLUMN_ACTIONS.join(', ')}`,
      },
    },
    {
      title: 'k without quasi-identifiers',
      input: 'a,b\n1,2\n',
      options: { k: 2 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "k" and "sensitive" need the quasi-identifiers in option "columns"',
      },
    },
  ],
  async run({ input, files, options, random }) {
    const given = refusing('Cannot read option "rules"', () => readColumnRules(options.rules));
    const wanted = options.columns.split(',').filter((name) => name.trim() !== '');
    if (wanted.length === 0 && (options.k > 0 || options.sensitive !== ''))
      throw invalid('Options "k" and "sensitive" need the quasi-identifiers in option "columns"');
    const table = await readTextTable({ input, files }, options.delimiter);
    const { columns, rows } = table;
    const rules = new Map(given.map((rule) => [placeOf(columns, rule.column, 'rules'), rule]));
    const quasi = wanted.map((name) => placeOf(columns, name, 'columns'));
    const sensitive = options.sensitive === '' ? undefined : placeOf(columns, options.sensitive, 'sensitive');
    const chance = {
      key: options.key === '' ? random(KEY_BYTES) : Buffer.from(options.key),
      seed: options.seed === '' ? random(KEY_BYTES) : Buffer.from(options.seed),
    };
    const searched = rows.reduce((sum, row) => row.reduce((length, cell) => length + cell.length, sum), 0);
    if (given.length === 0 && searched > MAX_SEARCHED)
      throw overLimit(
        `The cells of ${table.label} must have at most ${MAX_SEARCHED} characters where no rules are given, got ${searched}`,
      );
    const worked: (readonly string[])[] = [];
    const told = [];
    for (const [index, name] of columns.entries()) {
      const cells = rows.map((row) => row[index] ?? '');
      const detected = await detectColumn(
        name,
        given.length === 0 || rules.has(index) ? cells.slice(0, given.length === 0 ? cells.length : 1000) : [],
      );
      const found = detected.kind === undefined || KEPT_KINDS.has(detected.kind) ? 'keep' : 'mask';
      const rule: ColumnRule = rules.get(index) ?? {
        column: name,
        action: given.length === 0 ? found : 'keep',
        detail: '',
      };
      const isWhole = given.length > 0 && detected.kind === 'free-text';
      const made = await workedColumn(cells, rule, isWhole ? UNKNOWN : detected, chance);
      worked.push(made);
      const isRemoved = rule.action === 'remove';
      told.push({
        name,
        ...(detected.kind === undefined ? {} : { kind: detected.kind }),
        action: rule.action,
        changed: isRemoved ? cells.length : made.filter((cell, row) => cell !== cells[row]).length,
        valuesBefore: new Set(cells).size,
        valuesAfter: isRemoved ? 0 : new Set(made).size,
      });
    }
    const changed = rows.map((_, row) => worked.map((cells) => cells[row] ?? ''));
    const kept = options.k > 0 ? suppressed(changed, quasi, options.k) : changed;
    const shown = columns.flatMap((_, index) => (rules.get(index)?.action === 'remove' ? [] : [index]));
    const { text, output } = table.write([columns, ...kept].map((row) => shown.map((index) => row[index] ?? '')));
    const removed = rows.length - kept.length;
    const warnings = [...table.warnings];
    if (removed > 0)
      warnings.push(
        `${removed} ${removed === 1 ? 'row was' : 'rows were'} removed: ${removed === 1 ? 'its' : 'their'} quasi-identifiers are shared by fewer than ${options.k} rows`,
      );
    if (told.every(({ action }) => action === 'keep'))
      warnings.push('Nothing was changed: no column was told to hold personal data');
    const report = {
      columns: told,
      rowsBefore: rows.length,
      rowsAfter: kept.length,
      ...(quasi.length === 0
        ? {}
        : { privacy: { before: privacyOf(rows, quasi, sensitive), after: privacyOf(kept, quasi, sensitive) } }),
      warnings,
    };
    return output === undefined ? json({ text, ...report }) : withFiles(json(report), [output]);
  },
});
