import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { file, json, withFiles } from '../../core/results.js';
import { count, warnings } from '../../core/shared-data.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { cellCopier } from '../../formats/csv/recoded.js';
import { RowText, raggedWarning, reportOption } from '../../formats/csv/results.js';
import { type CsvTable, readTableFile, rowCount } from '../../formats/csv/source.js';
import { listColumns } from '../../formats/table-text.js';
import { checkFileSize, KINDS } from '../../formats/text-source.js';
import { uniqueColumns } from '../../lib/table/table.js';

type Columns = 'union' | 'intersection' | 'strict';

/** Names of the result, in the order in which the files bring them. Throws INVALID_INPUT where `strict` and they differ. */
function mergedNames(tables: readonly CsvTable[], columns: Columns): string[] {
  const [first, ...others] = tables;
  if (first === undefined) return [];
  const names = [...new Set(tables.flatMap((table) => namesOf(table)))];
  if (columns === 'union') return names;
  if (columns === 'intersection') return names.filter((name) => tables.every((table) => namesOf(table).includes(name)));
  const wanted = namesOf(first);
  for (const table of others) {
    const own = namesOf(table);
    const missing = wanted.filter((name) => !own.includes(name));
    const extra = own.filter((name) => !wanted.includes(name));
    if (missing.length > 0)
      throw invalid(`Cannot merge ${table.source.label}: it lacks the columns ${listColumns(missing)}`);
    if (extra.length > 0)
      throw invalid(`Cannot merge ${table.source.label}: it has the further columns ${listColumns(extra)}`);
  }
  return wanted;
}

/** Spaces around a name are no difference. */
const namesOf = (table: CsvTable): string[] => uniqueColumns(table.names.map((name) => name.trim()));

export default defineTool({
  id: 'csv-merge',
  title: 'CSV Merge',
  summary: 'Stacks several CSV files into one, matching their columns by name.',
  family: 'spreadsheets',
  class: 'native',
  input: 'none',
  files: { min: 2, max: 20, formats: ['*'] },
  options: {
    columns: z
      .enum(['union', 'intersection', 'strict'])
      .default('union')
      .describe('Columns of the result: those of any file, those that all files have, or the same in every file.'),
    addSource: z
      .boolean()
      .default(false)
      .describe('Adds a first column with the name of the file that each row is from.'),
    sourceName: z.string().min(1).max(200).default('source').describe('Name of that column.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: z.object({
    rowsAfter: count('Rows of the result.'),
    columns: z.array(z.string()).describe('Names of the columns of the result.'),
    files: z
      .array(
        z.object({
          name: z.string().describe('Name of the file.'),
          rows: count('Its rows.'),
          missing: z.array(z.string()).describe('Columns of the result that it does not have.'),
          dropped: z.array(z.string()).describe('Columns of it that the result does not have.'),
        }),
      )
      .describe('One per file, in their order.'),
    warnings: warnings(),
  }),
  notes: [
    'Columns are matched by name, in any order; spaces around a name do not count, letter case does. Without a header they are matched by their place.',
    'The result is UTF-8, with the delimiter and the line breaks of the first file. Files may differ in encoding, delimiter and quotes. A cell that a file does not have is empty.',
    ...CSV_NOTES.slice(1).map((note) =>
      note.replace('are detected and kept, as are line breaks and a byte order mark; cells', 'are detected; cells'),
    ),
  ],
  aliases: [
    'csvstack',
    'combine csv files',
    'concatenate csv',
    'append csv',
    'stack csv files',
    'join csv files',
    'union csv',
    'mlr unsparsify',
    'put several tables under each other',
  ],
  verified: [
    'Miller 6.6 (mlr unsparsify over several files): the same tables for 300 random lists of two to four files',
  ],
  examples: [
    {
      title: 'Columns in another order, with the source',
      files: [
        { name: 'jan.csv', text: 'name,price\nbolt,1\n' },
        { name: 'feb.csv', text: 'price;name;note\n2;"nut, large";new\n' },
      ],
      options: { addSource: true },
      output: {
        text: null,
        files: [
          {
            name: 'merged.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'source,name,price,note\njan.csv,bolt,1,\nfeb.csv,"nut, large",2,new\n',
          },
        ],
      },
    },
    {
      title: 'Only what all files have, with a report',
      files: [
        { name: 'a.csv', text: 'x,y\n1,2\n' },
        { name: 'b.csv', text: 'y,z\n3,4\n' },
      ],
      options: { columns: 'intersection', report: true },
      output: {
        data: {
          rowsAfter: 2,
          columns: ['y'],
          files: [
            { name: 'a.csv', rows: 1, missing: [], dropped: ['x'] },
            { name: 'b.csv', rows: 1, missing: [], dropped: ['z'] },
          ],
          warnings: [],
        },
        files: [{ name: 'merged.csv', mime: 'text/csv;charset=utf-8', text: 'y\n2\n3\n' }],
      },
    },
    {
      title: 'Without headers',
      files: [
        { name: 'a.csv', text: '1,2' },
        { name: 'b.csv', text: '3\n' },
      ],
      options: { header: false },
      output: { text: null, files: [{ name: 'merged.csv', mime: 'text/csv;charset=utf-8', text: '1,2\n3,\n' }] },
    },
    {
      title: 'Columns that must be the same',
      files: [
        { name: 'a.csv', text: 'x,y\n1,2\n' },
        { name: 'b.csv', text: 'x\n3\n' },
      ],
      options: { columns: 'strict' },
      error: { code: 'INVALID_INPUT', message: 'Cannot merge file "b.csv": it lacks the columns "y"' },
    },
    {
      title: 'Further columns',
      files: [
        { name: 'a.csv', text: 'x\n1\n' },
        { name: 'b.csv', text: 'x,y\n3,4\n' },
      ],
      options: { columns: 'strict' },
      error: { code: 'INVALID_INPUT', message: 'Cannot merge file "b.csv": it has the further columns "y"' },
    },
    {
      title: 'Nothing in common',
      files: [
        { name: 'a.csv', text: 'x\n1\n' },
        { name: 'b.csv', text: 'y\n3\n' },
      ],
      options: { columns: 'intersection' },
      error: { code: 'INVALID_INPUT', message: 'Cannot merge the files: there is no column that all of them have' },
    },
  ],
  async run({ files, options }) {
    const tables: CsvTable[] = [];
    for (const upload of files) tables.push(await readTableFile(upload, options));
    const names = mergedNames(tables, options.columns);
    const [first] = tables;
    if (first === undefined || names.length === 0)
      throw invalid('Cannot merge the files: there is no column that all of them have');
    const columns = uniqueColumns(options.addSource ? [options.sourceName, ...names] : names);
    const { writer } = first;
    const out = new RowText(first, { head: '', isClosed: true });
    if (options.header) out.add(writer.row(columns));
    const header = out.count;
    const reports = tables.map((table) => {
      const own = namesOf(table);
      const places = names.map((name) => own.indexOf(name));
      const name = table.source.file?.name ?? '';
      const source = options.addSource ? [writer.cell(name)] : [];
      const copy = cellCopier(table, first);
      for (let row = table.first; row < table.rows.count; row++) {
        const cells = table.rows.read(row);
        const line = [...source, ...places.map((place) => (place >= 0 && place < cells ? copy(place) : ''))];
        out.add(line.length === 1 && line[0] === '' ? writer.row(['']) : line.join(writer.delimiter));
      }
      return {
        name,
        rows: rowCount(table),
        missing: names.filter((one) => !own.includes(one)),
        dropped: own.filter((one) => !names.includes(one)),
      };
    });
    const rowsAfter = out.count - header;
    const bytes = Buffer.from(out.toString());
    checkFileSize(bytes, 'native');
    const isTsv = writer.delimiter === '\t';
    const kind = isTsv ? KINDS.tsv : KINDS.csv;
    const merged = { name: `merged${kind.extension}`, mime: kind.mime, bytes };
    if (!options.report) return file(merged.name, merged.mime, merged.bytes);
    const told = tables.flatMap((table) =>
      raggedWarning(table).map((warning) => `${quote(table.source.file?.name ?? '')}: ${warning}`),
    );
    return withFiles(json({ rowsAfter, columns, files: reports, warnings: told }), [merged]);
  },
});
