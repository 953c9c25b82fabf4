import { z } from 'zod';
import { extensionOf } from '../../core/files.js';
import {
  defineTool,
  type InputFile,
  invalid,
  json,
  type OutputFile,
  quote,
  ToolError,
  withFiles,
} from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { FONT_STYLES } from '../../engines/fonts.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { readingPdf } from '../../formats/pdf/document/open.js';
import { dropXfa, fillForm } from '../../formats/pdf/forms/fill-form.js';
import { flattenForm } from '../../formats/pdf/forms/flatten-form.js';
import { readForm } from '../../formats/pdf/forms/form-fields.js';
import { openToDraw } from './_drawing.js';
import { checkNames, readFormValues } from './_form-data.js';
import { VALUE_FAULTS } from './_form-faults.js';
import { NOT_ENCRYPTED, SIGNATURES } from './_notes.js';
import { condition } from './_report-data.js';
import { PDF_MIME, partName } from './_results.js';

const MAX_BYTES = CLASS_LIMITS.native.outputFilesBytes;

export default defineTool({
  id: 'fill-pdf-form',
  title: 'Fill PDF Form',
  summary: 'Fills in a PDF form from JSON, or many copies of it from the rows of a CSV file.',
  family: 'pdf',
  class: 'native',
  input: 'optional',
  files: { min: 1, max: 2, formats: ['.pdf', '.json', '.csv'] },
  options: {
    flatten: z.boolean().default(false).describe('Makes the values part of the page and removes the fields.'),
    fontSize: z
      .number()
      .min(0)
      .max(144)
      .default(0)
      .describe('Font size of text values in points; 0: the size set in each field, or as large as fits.'),
    font: z.enum(FONT_STYLES).default('sans').describe('Typeface of the values.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: z.object({
    fields: count('Fields of the form.'),
    ...condition,
    forms: z
      .array(
        z.object({
          name: z.string().optional().describe('Name of the result.'),
          filled: count('Fields that were filled in.'),
        }),
      )
      .describe('Filled forms in the order of the values.'),
  }),
  notes: [
    'Values are a JSON object of full field names (see pdf-form-fields) and values, in "input" or a .json file: {"person.name": "Ada", "agree": true}. An array of objects, or CSV (pasted or a file) with field names in its header, gives one PDF each, at most 100.',
    'Text fields accept text and numbers; check boxes true, false or their option; radio buttons, dropdowns and lists one of their options, by value or label; multiple-choice lists an array. null clears a field; an empty CSV cell leaves it unchanged.',
    'Unknown fields, values that are not an option and text that is too long are refused. Signature fields and buttons cannot be filled in.',
    'Values are drawn into the file, in Noto Sans or the chosen typeface, so every viewer shows them. Supports Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean.',
    'Form scripts that calculate or validate values do not run. XFA data is removed and the ordinary fields are filled in.',
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'fill acroform',
    'populate pdf',
    'pdf mail merge',
    'flatten pdf form',
    'fill in pdf',
    'pdf from csv',
    'fill in a form',
    'type into a pdf',
  ],
  verified: [
    'pdftk 2.02 reads back every value of all kinds of fields, and no field after flattening.',
    'pdftotext 22.12 finds the values, and pdftoppm draws them alike with and without flattening; pdfium draws them too.',
    'qpdf 11.3 (by hand): 21 real forms filled in have no fault that they had not before.',
  ],
  examples: [
    {
      title: 'A text field and a check box',
      input: '{"name": "Grace Hopper", "member": false}',
      files: [{ name: 'registration.pdf', fixture: 'pdf/registration.pdf' }],
      output: {
        data: { fields: 2, repaired: false, warnings: [], forms: [{ name: 'registration-filled.pdf', filled: 2 }] },
        files: [{ name: 'registration-filled.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'Two people from a JSON array',
      input: '[{"name": "Ada"}, {"name": "Grace", "member": true}]',
      files: [{ name: 'registration.pdf', fixture: 'pdf/registration.pdf' }],
      output: {
        data: {
          fields: 2,
          repaired: false,
          warnings: [],
          forms: [
            { name: 'registration-1.pdf', filled: 1 },
            { name: 'registration-2.pdf', filled: 2 },
          ],
        },
        files: [
          { name: 'registration-1.pdf', mime: PDF_MIME },
          { name: 'registration-2.pdf', mime: PDF_MIME },
        ],
      },
    },
    {
      title: 'Fields of every kind from JSON',
      input:
        '{"person.name": "Ada Lovelace", "iban": "DE12345678", "agree": true, "colour": "green", "country": "France", "languages": ["French", "Polish"], "title": "Dipl.-Ing."}',
      files: [{ name: 'application.pdf', fixture: 'pdf/forms/application.pdf' }],
      output: {
        data: {
          fields: 12,
          repaired: false,
          warnings: [],
          forms: [{ name: 'application-filled.pdf', filled: 7 }],
        },
        files: [{ name: 'application-filled.pdf', mime: PDF_MIME }],
      },
    },
    {
      title: 'One flattened PDF per CSV row',
      options: { flatten: true },
      files: [
        { name: 'application.pdf', fixture: 'pdf/forms/application.pdf' },
        { name: 'people.csv', text: 'person.name,agree\nAda,yes\nGrace,\n' },
      ],
      output: {
        data: {
          fields: 12,
          repaired: false,
          warnings: [],
          forms: [
            { name: 'application-1.pdf', filled: 2 },
            { name: 'application-2.pdf', filled: 1 },
          ],
        },
        files: [
          { name: 'application-1.pdf', mime: PDF_MIME },
          { name: 'application-2.pdf', mime: PDF_MIME },
        ],
      },
    },
    ...VALUE_FAULTS,
    {
      title: 'Values in two places',
      input: '{}',
      files: [
        { name: 'application.pdf', fixture: 'pdf/forms/application.pdf' },
        { name: 'values.json', text: '{}' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty if a file with values is uploaded' },
    },
    {
      title: 'A header without rows',
      files: [
        { name: 'application.pdf', fixture: 'pdf/forms/application.pdf' },
        { name: 'people.csv', text: 'person.name\n' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read CSV file "people.csv": it must have at least one row below its header',
      },
    },
    {
      title: 'A PDF without a form',
      input: '{}',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'PDF "letter.pdf" has no form fields' },
    },
    {
      title: 'Two PDFs',
      input: '{}',
      files: [
        { name: 'a.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'b.pdf', fixture: 'pdf/letter.pdf' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Property "files" must be one PDF and at most one .json or .csv file' },
    },
    {
      title: 'More than 100 forms',
      input: `[${Array.from({ length: 101 }, () => '{}').join(',')}]`,
      files: [{ name: 'application.pdf', fixture: 'pdf/forms/application.pdf' }],
      error: { code: 'LIMIT_EXCEEDED', message: 'Values must be for at most 100 forms, got 101' },
    },
  ],
  async run({ input, files, options }) {
    const isPdf = ({ name }: InputFile): boolean => extensionOf(name) === '.pdf';
    const [source, ...more] = files.filter(isPdf);
    const [data, ...others] = files.filter((file) => !isPdf(file));
    if (source === undefined || more.length + others.length > 0)
      throw invalid('Property "files" must be one PDF and at most one .json or .csv file');
    const forms = await readFormValues(input, data);
    const results: OutputFile[] = [];
    const names = new Set<string>();
    let total = 0;
    let report = { fields: 0, repaired: false, warnings: [] as readonly string[] };
    for (const [i, values] of forms.entries()) {
      // Each is filled in a document of its own: filling in changes it in place.
      const pdf = openToDraw(source, options.password);
      const form = readForm(pdf);
      if (form.fields.length === 0) throw invalid(`PDF ${quote(pdf.name)} has no form fields`);
      if (i === 0) checkNames(forms, form.fields, pdf.name);
      readingPdf(pdf.name, () => {
        dropXfa(pdf.document, form);
        fillForm(pdf.document, form, values, options);
        if (options.flatten) flattenForm(pdf);
      });
      const bytes = writeChanged(pdf);
      total += bytes.length;
      if (total > MAX_BYTES)
        throw new ToolError('OUTPUT_TOO_LARGE', `The forms have more than ${MAX_BYTES} bytes in all`);
      const name = partName(pdf.name, forms.length === 1 ? 'filled' : String(i + 1), names);
      names.add(name);
      results.push({ name, mime: PDF_MIME, bytes });
      const { isRepaired: repaired, warnings } = pdf.document;
      report = { fields: form.fields.length, repaired, warnings };
    }
    const filled = forms.map((values, i) => ({ name: results[i]?.name, filled: values.size }));
    return withFiles(json({ ...report, forms: filled }), results);
  },
});
