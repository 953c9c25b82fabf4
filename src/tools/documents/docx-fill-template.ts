import { z } from 'zod';

import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, overLimit, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { openCsv } from '../../formats/csv-file.js';
import { documentPictures } from '../../formats/document-pictures.js';
import { openDocxTemplate, WORD_FILES } from '../../formats/docx-document.js';
import { readJson } from '../../formats/json-document.js';
import { checkFileSize, readTextFile } from '../../formats/text-source.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../lib/json/values.js';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const DOCX = `${WORD}.document`;
const MACROS = 'application/vnd.ms-word';
const MIMES: Readonly<Record<string, string>> = {
  '.docm': `${MACROS}.document.macroEnabled.12`,
  '.dotx': `${WORD}.template`,
  '.dotm': `${MACROS}.template.macroEnabled.12`,
};
const DATA_FILES = ['.json', '.csv'] as const;
/** Chosen: a hundred letters of 100 KB are what a response may hold. */
const MAX_DOCUMENTS = 100;
/** Of all documents: base64 makes a third more of them. */
const MAX_BYTES = 20 * 2 ** 20;
/** Placeholders and pictures that a warning names. */
const MAX_LISTED = 20;

const isOneOf = (endings: readonly string[], { name }: InputFile): boolean => endings.includes(extensionOf(name));

/** The data of each document. */
async function recordsOf(input: string, file: InputFile | undefined): Promise<readonly JsonValue[]> {
  if (file !== undefined && input !== '')
    throw invalid('Property "input" must be empty where a file with data is given');
  if (file === undefined && input === '')
    throw invalid('Property "input" must not be empty where no file with data is given');
  if (file !== undefined && extensionOf(file.name) === '.csv') {
    const { header, rows } = await openCsv(file, MAX_DOCUMENTS);
    if (rows.length === 0) throw invalid(`CSV file ${quote(file.name)} must have at least one row below its header`);
    return rows.map(({ cells }) => new Map(header.cells.map((name, i) => [name.trim(), cells[i] ?? ''])));
  }
  const { text, label } = file === undefined ? { text: input, label: 'property "input"' } : await readTextFile(file);
  const data = readJson(text, label);
  const records = isJsonArray(data) ? data : [data];
  if (records.length === 0 || !records.every(isJsonObject))
    throw invalid('Input must be a JSON object, or a list of objects with a document for each');
  if (records.length > MAX_DOCUMENTS)
    throw overLimit(`Data must be for at most ${MAX_DOCUMENTS} documents, got ${records.length}`);
  return records;
}

const listed = (names: ReadonlySet<string>): string => [...names].slice(0, MAX_LISTED).join(', ');

const LETTER = { name: 'letter.docx', fixture: 'documents/letter-template.docx' };

export default defineTool({
  id: 'docx-fill-template',
  title: 'DOCX Fill Template',
  summary:
    'Fills the placeholders of a Word template from JSON or CSV, with repeated rows, sections, conditions and images.',
  family: 'documents',
  class: 'native',
  input: 'optional',
  files: { min: 1, max: 20, formats: [...WORD_FILES, ...DATA_FILES, ...PICTURE_ENDINGS, '.svg'] },
  options: { password: shared.password() },
  result: 'mixed',
  data: z.object({
    documents: count('Documents made.'),
    filled: count('Placeholders that were filled, in repeated parts each time.'),
    missing: z.array(z.string()).describe('Placeholders that the data has no value for; nothing is in their place.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'A placeholder is {{name}} or, inside objects, {{customer.city}}. It keeps the format of its first letter, however Word splits it. Headers, footers, notes and text boxes are filled too.',
    'A table row or, outside tables, a paragraph with {{items.price}}, where "items" is a list, is repeated for each item; {{items}} stands for the items of a list of plain values. In such a row, {{items.parts.name}} repeats its paragraph for each part. An empty list leaves nothing.',
    'A section {{#items}} … {{/items}} is repeated for each item, where {{price}} is a value of the item and {{.}} the item itself. Both tags are in one paragraph, in one table row, or each alone in a paragraph.',
    'Conditions: {{#paid}} … {{/paid}} is there if "paid" has a value, {{^paid}} … {{/paid}} if not. False, null, empty text and empty lists count as no value.',
    'Images: {{%logo}} is the file that the data names as "logo"; send it with the template. {{%logo 40 mm}} sets its width.',
    'A list in JSON, or a CSV file with a header, makes a document for each object or row, up to 100. Values of CSV are text. All documents together have at most 30,000,000 characters of XML and 20 MiB.',
    'Text from the data is only text: it has no placeholders, fields or links. Line breaks and tabs are kept.',
  ],
  aliases: [
    'word template',
    'mail merge',
    'docx template',
    'json to word',
    'fill word document',
    'csv to letters',
    'contract generator',
    'docxtemplater',
  ],
  verified: [
    'Jinja2 3.1: 200 random templates with values, loops, conditions and placeholders split over runs have the text that it writes.',
    'LibreOffice 7.4: a filled letter with a table, sections and an image is opened with that text and image.',
  ],
  examples: [
    {
      title: 'A letter with a table and a condition',
      input:
        '{"customer": {"name": "Ada Ltd"}, "date": "29 February 2024", "items": [{"name": "Desk", "price": "349.50"}, {"name": "Lamp", "price": "19.99"}], "due": "14 March", "terms": ["No returns", "Paid in euros"]}',
      files: [LETTER],
      output: {
        data: { documents: 1, filled: 10, missing: [], warnings: [] },
        files: [{ name: 'letter-filled.docx', mime: DOCX }],
      },
    },
    {
      title: 'A document for each row, with something missing',
      files: [LETTER, { name: 'people.csv', text: 'customer.name,date\nAda,1 May\nGrace,2 May\n' }],
      output: {
        data: {
          documents: 2,
          filled: 12,
          missing: ['items.name', 'items.price', 'terms'],
          warnings: ['The data has no value for items.name, items.price, terms'],
        },
        files: [
          { name: 'letter-filled-1.docx', mime: DOCX },
          { name: 'letter-filled-2.docx', mime: DOCX },
        ],
      },
    },
    {
      title: 'Data that is not an object',
      input: '"Ada"',
      files: [LETTER],
      error: {
        code: 'INVALID_INPUT',
        message: 'Input must be a JSON object, or a list of objects with a document for each',
      },
    },
    {
      title: 'No data',
      files: [LETTER],
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "input" must not be empty where no file with data is given',
      },
    },
    {
      title: 'Data twice',
      input: '{}',
      files: [LETTER, { name: 'a.json', text: '{}' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file with data is given' },
    },
    {
      title: 'Two files with data',
      files: [LETTER, { name: 'a.json', text: '{}' }, { name: 'b.csv', text: 'a\n1\n' }],
      error: { code: 'INVALID_INPUT', message: 'Files must include at most one file with data, got 2' },
    },
    {
      title: 'A CSV file without rows',
      files: [LETTER, { name: 'a.csv', text: 'name\n' }],
      error: { code: 'INVALID_INPUT', message: 'CSV file "a.csv" must have at least one row below its header' },
    },
    {
      title: 'Too many documents',
      input: `[${Array.from({ length: MAX_DOCUMENTS + 1 }, () => '{}').join(',')}]`,
      files: [LETTER],
      error: { code: 'LIMIT_EXCEEDED', message: 'Data must be for at most 100 documents, got 101' },
    },
    {
      title: 'No template',
      input: '{}',
      files: [{ name: 'a.csv', text: 'x' }],
      error: { code: 'INVALID_INPUT', message: 'Files must include one Word document, got 0' },
    },
    {
      title: 'Not a Word document',
      input: '{}',
      files: [{ name: 'a.docx', text: 'x' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.docx" as a Word document: it is not a ZIP archive',
      },
    },
  ],
  async run({ input, files, options, signal }) {
    const templates = files.filter((file) => isOneOf(WORD_FILES, file));
    const [file] = templates;
    if (file === undefined || templates.length > 1)
      throw invalid(`Files must include one Word document, got ${templates.length}`);
    const data = files.filter((one) => isOneOf(DATA_FILES, one));
    if (data.length > 1) throw invalid(`Files must include at most one file with data, got ${data.length}`);
    const template = openDocxTemplate(file, options.password);
    const records = await recordsOf(input, data[0]);
    const pictures = await documentPictures(
      files.filter((one) => one !== file && one !== data[0]),
      signal,
    );
    let size = 0;
    const made = records.map((record) => {
      signal.throwIfAborted();
      const one = refusing(`Cannot fill file ${quote(file.name)}`, () => template.fill(record, pictures));
      checkFileSize(one.bytes, 'native');
      // An answer holds no more.
      size += one.bytes.length;
      if (size > MAX_BYTES) throw overLimit(`All documents together must have at most ${MAX_BYTES} bytes`);
      return one;
    });
    const missing = new Set(made.flatMap((one) => [...one.missing]));
    const missingPictures = new Set(made.flatMap((one) => [...one.missingPictures]));
    const warnings = [
      ...(missing.size === 0 ? [] : [`The data has no value for ${listed(missing)}`]),
      ...(missingPictures.size === 0 ? [] : [`Images were not sent: ${listed(missingPictures)}`]),
    ];
    const extension = extensionOf(file.name);
    const stem = `${stemOf(file.name)}-filled`;
    const report = {
      documents: made.length,
      filled: made.reduce((sum, { filled }) => sum + filled, 0),
      missing: [...missing],
      warnings,
    };
    return withFiles(
      json(report),
      made.map(({ bytes }, i) => ({
        name: `${stem}${made.length === 1 ? '' : `-${i + 1}`}${extension}`,
        mime: MIMES[extension] ?? DOCX,
        bytes,
      })),
    );
  },
});
