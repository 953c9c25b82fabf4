import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { anyJson, count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { FLAGS, type FormField, readForm } from '../../formats/pdf/forms/form-fields.js';
import { SEVERAL_FILES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { conditionOf } from './_results.js';

const formField = z.object({
  name: z.string().describe('Full name of the field.'),
  type: z.string().describe('Kind of field.'),
  label: z.string().optional().describe('Text shown to people.'),
  value: anyJson('Value; null where there is none.'),
  default: anyJson('Default; null where there is none.'),
  options: z.array(anyJson('Option.')).optional().describe('Choices.'),
  required: z.boolean().describe('Whether it must be filled in.'),
  readOnly: z.boolean().describe('Whether it cannot be changed.'),
  multiline: z.boolean().optional().describe('Whether it takes several lines; of texts.'),
  password: z.boolean().optional().describe('Whether it hides its value; of texts.'),
  maxLength: count('Most characters; of texts with a limit.').optional(),
  comb: z.boolean().optional().describe('Whether it has a box per character; of texts with a limit.'),
  multiple: z.boolean().optional().describe('Whether several choices may be made; of lists.'),
  editable: z.boolean().optional().describe('Whether other values may be written; of lists.'),
  places: z
    .array(
      z.object({
        page: z.int().nullable().describe('Number of the page; null where it is on none.'),
        rectangle: z.array(z.number()).describe('Left, bottom, right and top in points, from the lower left.'),
        option: z.string().optional().describe('Choice that this place stands for.'),
      }),
    )
    .describe('Places where it is shown.'),
});

const has = ({ flags }: FormField, flag: keyof typeof FLAGS): boolean => (flags & FLAGS[flag]) !== 0;

/** A field as the result shows it: what says nothing about its kind is left out. */
function describe(field: FormField) {
  const { name, type, label, value, defaultValue, options, maxLength } = field;
  const isText = type === 'text';
  const isChoice = type === 'dropdown' || type === 'list';
  return {
    name,
    type,
    ...(label === undefined ? {} : { label }),
    value,
    default: defaultValue,
    ...(options.length === 0 ? {} : { options }),
    required: has(field, 'required'),
    readOnly: has(field, 'readOnly'),
    ...(isText ? { multiline: has(field, 'multiline'), password: has(field, 'password') } : {}),
    ...(isText && maxLength !== undefined ? { maxLength, comb: has(field, 'comb') } : {}),
    ...(isChoice ? { multiple: has(field, 'multiSelect'), editable: has(field, 'edit') } : {}),
    places: field.widgets.map(({ page, rectangle, state }) => ({
      page: page ?? null,
      rectangle: rectangle.map((side) => Number(side.toFixed(3))),
      ...(state === undefined ? {} : { option: state }),
    })),
  };
}

/** A text field of the fixture. */
const text = (name: string, value: string, page: number) => ({
  name,
  type: 'text',
  value,
  default: null,
  required: false,
  readOnly: false,
  multiline: false,
  password: false,
  places: [{ page, rectangle: [20, 20, 120, 40] }],
});

export default defineTool({
  id: 'pdf-form-fields',
  title: 'PDF Form Fields',
  summary: 'Lists the form fields of PDF files with type, value, options, page and position.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: { password: shared.password() },
  result: 'data',
  data: fileReports({
    pages: count('Number of pages.'),
    count: count('Number of fields.'),
    isXfa: z.boolean().describe('Whether it is an XFA form.'),
    fields: z.array(formField).describe('Fields in the order of the form.'),
    ...condition,
  }),
  notes: [
    'The names are those that fill-pdf-form accepts; "options" are the values a field accepts, each with its label.',
    'A rectangle is left, bottom, right, top in the coordinates of the page: points from the lower left corner, before rotation.',
    'Fields that only the pages refer to are listed too. At most 20,000 fields.',
    'For XFA forms, the ordinary fields are listed if there are any; "isXfa" says so.',
    SEVERAL_FILES,
  ],
  aliases: [
    'list pdf fields',
    'acroform fields',
    'read pdf form',
    'extract form data',
    'pdf form values',
    'dump data fields',
  ],
  verified: [
    'pdftk 2.02: names, kinds, values and options of every field of a form with all kinds; by hand of 110 of 115 fields of 23 real files, the other 5 share one name.',
  ],
  examples: [
    {
      title: 'A form with text fields and a check box',
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              pages: 4,
              count: 3,
              isXfa: false,
              fields: [
                text('person.first', 'Report one', 2),
                text('person.second', 'Report two', 4),
                {
                  name: 'agree',
                  type: 'checkbox',
                  value: 'Yes',
                  default: null,
                  options: [{ value: 'Yes', label: 'Yes' }],
                  required: false,
                  readOnly: false,
                  places: [{ page: 1, rectangle: [150, 20, 160, 30], option: 'Yes' }],
                },
              ],
              repaired: false,
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'A PDF without a form',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [{ name: 'letter.pdf', pages: 2, count: 0, isXfa: false, fields: [], repaired: false, warnings: [] }],
        },
      },
    },
    NEEDS_PASSWORD,
    {
      title: 'Not a PDF file',
      files: [{ name: 'form.pdf', text: 'hello' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read PDF "form.pdf": it is not a PDF file' },
    },
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, (file) => {
      const pdf = openPdf(file, { password: options.password });
      const { fields, isXfa } = readForm(pdf);
      const report = { pages: pdf.pages.length, count: fields.length, isXfa, fields: fields.map(describe) };
      return { report: { ...report, ...conditionOf(pdf) }, outputs: [] };
    });
  },
});
