import { z } from 'zod';
import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, json, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readJson } from '../../formats/json-document.js';
import { checkFileSize } from '../../formats/text-source.js';
import { plainWorkbook } from '../../formats/workbook.js';
import { fillTemplate } from '../../lib/workbook/fill-template.js';

const MIMES: Readonly<Record<string, string>> = {
  '.xlsm': 'application/vnd.ms-excel.sheet.macroEnabled.12',
};
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Placeholders that a warning names. */
const MAX_LISTED = 20;

export default defineTool({
  id: 'xlsx-fill-template',
  title: 'XLSX Fill Template',
  summary:
    'Fills the placeholders of an Excel template from JSON, repeating rows for lists and keeping formulas and formats.',
  family: 'spreadsheets',
  class: 'native',
  input: 'required',
  files: { min: 1, max: 1, formats: ['.xlsx', '.xlsm'] },
  options: { password: shared.password() },
  result: 'mixed',
  data: z.object({
    filled: count('Placeholders that were filled, in repeated rows each time.'),
    missing: z.array(z.string()).describe('Placeholders that the data has no value for; their cells are empty.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'A placeholder is {{name}} or, inside objects, {{customer.city}}, alone in a cell or within its text. Alone, numbers, TRUE and FALSE keep their type, and an ISO date such as 2024-01-31 is a date where the cell has a date format.',
    'A row with {{items.price}}, where "items" is a list, is repeated for each item; {{items}} stands for the items of a list of plain values. An empty list leaves one empty row. One row takes one list.',
    'References grow with repeated rows: =SUM(D5:D5) below row 5 sums all of them, and formulas within the row refer to their own copy. Merged cells, filters, tables, names, conditional formats and validations move too. Charts and pictures stay where they are.',
    'Excel and LibreOffice calculate the formulas when they open the file. Text from the data that begins with = stays text.',
    'Formats within the text of a cell with a placeholder are those of the cell.',
  ],
  aliases: [
    'excel template',
    'mail merge excel',
    'xlsx template',
    'json to excel template',
    'fill excel form',
    'excel report generator',
  ],
  verified: [
    'LibreOffice 7.4: a filled invoice, opened and calculated, has the sums of 40 random lists of items.',
    'openpyxl 3.0: the filled workbook is read with its values, types, formats and merged cells.',
  ],
  examples: [
    {
      title: 'An invoice',
      input:
        '{"number": "2024-17", "date": "2024-02-29", "customer": {"name": "Ada Ltd"}, "items": [{"name": "Desk", "quantity": 2, "price": 349.5}, {"name": "Lamp", "quantity": 10, "price": 19.99}]}',
      files: [{ name: 'invoice.xlsx', fixture: 'spreadsheets/invoice-template.xlsx' }],
      output: {
        data: { filled: 9, missing: [], warnings: [] },
        files: [{ name: 'invoice-filled.xlsx', mime: XLSX }],
      },
    },
    {
      title: 'Data with something missing',
      input: '{"number": 1, "items": []}',
      files: [{ name: 'invoice.xlsx', fixture: 'spreadsheets/invoice-template.xlsx' }],
      output: {
        data: {
          filled: 6,
          missing: ['customer.name', 'date'],
          warnings: ['The data has no value for customer.name, date'],
        },
        files: [{ name: 'invoice-filled.xlsx', mime: XLSX }],
      },
    },
    {
      title: 'Not JSON',
      input: '{name: 1}',
      files: [{ name: 'invoice.xlsx', fixture: 'spreadsheets/invoice-template.xlsx' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON: line 1, column 2: expected a key in double quotes, got "name"\n{name: 1}\n ^',
      },
    },
    {
      title: 'Not a workbook',
      input: '{}',
      files: [{ name: 'a.xlsx', text: 'x,1' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.xlsx" as a workbook: it is not a ZIP archive',
      },
    },
  ],
  run({ input, files, options }) {
    const [file] = files;
    const data = readJson(input, 'property "input"');
    const plain = plainWorkbook(file, options.password);
    const { bytes, filled, missing } = refusing(`Cannot read file ${quote(file.name)} as a workbook`, () =>
      fillTemplate(plain, data),
    );
    checkFileSize(bytes, 'native');
    const extension = extensionOf(file.name);
    const name = `${stemOf(file.name)}-filled${extension}`;
    const listed = missing.slice(0, MAX_LISTED).join(', ');
    const warnings = missing.length === 0 ? [] : [`The data has no value for ${listed}`];
    return withFiles(json({ filled, missing, warnings }), [{ name, mime: MIMES[extension] ?? XLSX, bytes }]);
  },
});
