import { z } from 'zod';

import { extensionOf, stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, overLimit, quote, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings as warningsSchema } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { documentPictures } from '../../formats/document-pictures.js';
import { openDocxTemplate, WORD_FILES } from '../../formats/docx-document.js';
import { openPptxTemplate, PRESENTATION_FILES } from '../../formats/presentation.js';
import { checkFileSize } from '../../formats/text-source.js';
import { recordsOf } from './_docx-records.js';
import { MIMES, TEMPLATE_EXAMPLES } from './_docx-template-examples.js';

const TEMPLATES = [...WORD_FILES, ...PRESENTATION_FILES] as const;
const DATA_FILES = ['.json', '.csv'] as const;
/** Of all documents: base64 makes a third more of them. */
const MAX_BYTES = 20 * 2 ** 20;
/** Placeholders and pictures that a warning names. */
const MAX_LISTED = 20;

const DELIMITERS = ['{{ }}', '{ }', '[[ ]]', '<< >>'] as const;

const isOneOf = (endings: readonly string[], { name }: InputFile): boolean => endings.includes(extensionOf(name));

const listed = (names: ReadonlySet<string>): string => [...names].slice(0, MAX_LISTED).join(', ');

export default defineTool({
  id: 'docx-fill-template',
  title: 'DOCX Fill Template',
  summary:
    'Fills the placeholders of a Word or PowerPoint template from JSON or CSV, with repeated rows, slides, sections and images.',
  family: 'documents',
  class: 'native',
  input: 'optional',
  files: { min: 1, max: 20, formats: [...TEMPLATES, ...DATA_FILES, ...PICTURE_ENDINGS, '.svg'] },
  options: {
    delimiters: z
      .enum(DELIMITERS)
      .default('{{ }}')
      .describe('What placeholders stand between; { } is what docxtemplater takes.'),
    missing: z
      .enum(['empty', 'keep', 'refuse'])
      .default('empty')
      .describe(
        'Placeholders that the data has no value for: nothing in their place, the placeholder as it is, or no document.',
      ),
    password: shared.password(),
  },
  result: 'mixed',
  data: z.object({
    documents: count('Documents made.'),
    filled: count('Placeholders that were filled, in repeated parts each time.'),
    missing: z.array(z.string()).describe('Placeholders that the data has no value for.'),
    warnings: warningsSchema(),
  }),
  notes: [
    'A placeholder is {{name}} or, inside objects, {{customer.city}}. It keeps the format of its first letter, however the program splits it. In Word, headers, footers, notes and text boxes are filled too; in PowerPoint text boxes, tables and notes, not charts, SmartArt or layouts.',
    'A table row or, outside tables, a paragraph with {{items.price}}, where "items" is a list, is repeated for each item; {{items}} stands for the items of a list of plain values. In such a row, {{items.parts.name}} repeats its paragraph for each part. An empty list leaves nothing.',
    'A section {{#items}} … {{/items}} is repeated for each item, where {{price}} is a value of the item and {{.}} the item itself. Both tags are in one paragraph, in one table row, or each alone in a paragraph; {{/}} ends what began last.',
    'Conditions: {{#paid}} … {{/paid}} is there if "paid" has a value, {{^paid}} … {{/paid}} if not. False, null, empty text and empty lists count as no value.',
    'Slides: a section that begins in one shape and ends in another repeats its slide for each item, with notes and charts; one that ends on a later slide repeats all slides between. A slide repeated for an empty list, or whose condition is not met, is left out. A result has at most 2,000 slides.',
    'Images: {{%logo}} is the file that the data names as "logo"; send it with the template. {{%logo 40 mm}} sets its width. On a slide it is alone in its shape, and the image takes its place, as large as fits.',
    'A list in JSON, or CSV with a header, pasted or as a file, makes a document for each object or row, up to 100. Values of CSV are text. All documents together have at most 30,000,000 characters of XML and 20 MiB.',
    'Text from the data is only text: it has no placeholders, fields or links, and raw XML ({{@xml}}) is refused. Line breaks and tabs are kept.',
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
    'powerpoint template',
    'fill presentation',
    'json to powerpoint',
    'pptx template',
    'fill a word template',
    'contract from a template',
  ],
  verified: [
    'Jinja2 3.1: 200 random templates with values, loops, conditions and placeholders split over runs have the text that it writes.',
    'Jinja2 3.1 and LibreOffice 7.4: 300 random presentations with repeated slides, conditions, rows and split placeholders have the words that Jinja2 writes; LibreOffice saves 30 of them with the same words.',
    'LibreOffice 7.4: a filled letter with a table, sections and an image is opened with that text and image.',
  ],
  examples: TEMPLATE_EXAMPLES,
  async run({ input, files, options, signal }) {
    const templates = files.filter((file) => isOneOf(TEMPLATES, file));
    const [file] = templates;
    if (file === undefined || templates.length > 1)
      throw invalid(`Files must include one Word document or presentation, got ${templates.length}`);
    const data = files.filter((one) => isOneOf(DATA_FILES, one));
    if (data.length > 1) throw invalid(`Files must include at most one file with data, got ${data.length}`);
    const delimiters = options.delimiters.split(' ') as [string, string];
    const { password } = options;
    const template = isOneOf(WORD_FILES, file)
      ? openDocxTemplate(file, { password, delimiters })
      : openPptxTemplate(file, password, delimiters);
    const records = await recordsOf(input, data[0]);
    const pictures = await documentPictures(
      files.filter((one) => one !== file && one !== data[0]),
      signal,
    );
    let size = 0;
    const made = records.map((record) => {
      signal.throwIfAborted();
      const one = refusing(`Cannot fill file ${quote(file.name)}`, () =>
        template.fill(record, pictures, options.missing === 'keep'),
      );
      checkFileSize(one.bytes, 'native');
      // An answer holds no more.
      size += one.bytes.length;
      if (size > MAX_BYTES) throw overLimit(`All documents together must have at most ${MAX_BYTES} bytes`);
      return one;
    });
    const missing = new Set(made.flatMap((one) => [...one.missing]));
    if (options.missing === 'refuse' && missing.size > 0)
      throw invalid(`Data must have a value for each placeholder, got none for ${listed(missing)}`);
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
        mime: MIMES[extension] ?? 'application/octet-stream',
        bytes,
      })),
    );
  },
});
