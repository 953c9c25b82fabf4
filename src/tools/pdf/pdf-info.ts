import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { describe } from './_description.js';
import { pdfDescription } from './_description-data.js';
import { passwordOption } from './_password.js';

export default defineTool({
  id: 'pdf-info',
  title: 'PDF Info',
  summary:
    'Tells what a PDF is: pages and sizes, metadata, fonts, pictures, encryption, standards, forms, signatures and more.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    perPage: z.boolean().default(false).describe('Adds a list of all pages with size, turn and what is on them.'),
    password: passwordOption('Needed only for a file that asks for one when it is opened.'),
  },
  result: 'data',
  data: pdfDescription,
  notes: [
    'Sizes are points (1/72 inch) of what is shown of a page, turned as it is shown; "paper" is a size of ISO 216 or North America within 1.5 mm.',
    '"standards" is what the file claims in its XMP metadata; nothing is validated.',
    '"signatures" are listed, not checked: see verify-pdf-signature.',
    '"scripts" counts JavaScript actions, "webLinks" actions that open an address, "annotations" those of the pages by kind.',
    '"pages" of a font are written as in option "pages" of other tools.',
    'Dates are ISO 8601 as far as the file writes them rightly. Lists have at most 1,000 entries; "counts" has the numbers.',
    'Damaged files are repaired in memory, which "repaired" and "warnings" tell.',
  ],
  aliases: [
    'pdf properties',
    'pdfinfo',
    'pdf page size',
    'pdf fonts',
    'pdf version',
    'is pdf encrypted',
    'pdf inspector',
  ],
  verified: [
    'poppler 22.12 on 167 real and damaged files by a script: pages, size and turn of the first page, tagging and encryption agree with pdfinfo on all, the title on 166, the number of fonts with pdffonts on 166.',
    'Fixtures: outline, links, fields, layers, attachments and permissions are those that the files were made with.',
  ],
  examples: [
    {
      title: 'A file with a bit of everything',
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          name: 'report.pdf',
          bytes: 7726,
          version: '1.7',
          pages: 4,
          pageSizes: [
            {
              width: 200,
              height: 200,
              widthMm: 70.56,
              heightMm: 70.56,
              paper: null,
              orientation: 'square',
              pages: 4,
            },
          ],
          info: {
            title: 'Report title',
            author: 'A. Author',
            subject: null,
            keywords: null,
            creator: null,
            producer: null,
            creationDate: null,
            modificationDate: null,
          },
          language: 'en-GB',
          standards: [],
          encryption: null,
          tagged: true,
          linearized: false,
          opensWith: 'UseOutlines',
          form: { kind: 'acroform', fields: 3 },
          signatures: [],
          attachments: [{ name: 'data.txt', bytes: null }],
          layers: ['Report even', 'Report odd'],
          counts: {
            fonts: 1,
            images: 0,
            imageBytes: 0,
            outlineEntries: 3,
            namedDestinations: 3,
            attachments: 1,
            webLinks: 1,
            scripts: 0,
            annotations: { Link: 4, Widget: 3, Text: 1 },
          },
          fonts: [
            {
              name: 'Helvetica',
              type: 'Type1',
              encoding: 'built-in',
              embedded: false,
              subset: false,
              hasUnicodeMap: false,
              pages: '1-4',
            },
          ],
          repaired: false,
          warnings: [],
        },
      },
    },
    {
      title: 'A locked file, page by page',
      options: { password: 'secret', perPage: true },
      files: [{ name: 'locked-128.pdf', fixture: 'pdf/locked-128.pdf' }],
      output: {
        data: {
          name: 'locked-128.pdf',
          bytes: 1290,
          version: '1.7',
          pages: 2,
          pageSizes: [
            {
              width: 200,
              height: 200,
              widthMm: 70.56,
              heightMm: 70.56,
              paper: null,
              orientation: 'square',
              pages: 2,
            },
          ],
          info: {
            title: null,
            author: null,
            subject: null,
            keywords: null,
            creator: null,
            producer: null,
            creationDate: null,
            modificationDate: null,
          },
          language: null,
          standards: [],
          encryption: {
            method: 'AES-128',
            revision: 4,
            encryptsMetadata: true,
            permissions: {
              print: true,
              printHighQuality: true,
              modify: true,
              copy: true,
              annotate: true,
              fillForms: true,
              assemble: true,
            },
          },
          tagged: false,
          linearized: false,
          opensWith: null,
          form: { kind: 'none', fields: 0 },
          signatures: [],
          attachments: [],
          layers: [],
          counts: {
            fonts: 1,
            images: 0,
            imageBytes: 0,
            outlineEntries: 0,
            namedDestinations: 0,
            attachments: 0,
            webLinks: 0,
            scripts: 0,
            annotations: {},
          },
          fonts: [
            {
              name: 'Helvetica',
              type: 'Type1',
              encoding: 'built-in',
              embedded: false,
              subset: false,
              hasUnicodeMap: false,
              pages: '1-2',
            },
          ],
          perPage: [
            { page: 1, width: 200, height: 200, rotation: 0, fonts: 1, images: 0, annotations: 0 },
            { page: 2, width: 200, height: 200, rotation: 0, fonts: 1, images: 0, annotations: 0 },
          ],
          repaired: false,
          warnings: [],
        },
      },
    },
    {
      title: 'A locked file without its password',
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read PDF "locked.pdf": it is encrypted with a password and must be unlocked first',
      },
    },
    {
      title: 'A locked file with another password',
      options: { password: 'guess' },
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read PDF "locked.pdf": it is encrypted with another password',
      },
    },
  ],
  run({ files, options }) {
    const [input] = files;
    const pdf = openPdf(input, { password: options.password });
    return json(readingPdf(pdf.name, () => describe(pdf, input.bytes, options.perPage)));
  },
});
