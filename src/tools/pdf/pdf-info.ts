import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { describe } from './_description.js';
import { pdfDescription } from './_description-data.js';
import { SEVERAL_FILES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';

export default defineTool({
  id: 'pdf-info',
  title: 'PDF Info',
  summary:
    'Reports facts about PDF files: version, pages and sizes, metadata, fonts, images, encryption, standards, forms and signatures.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    perPage: z.boolean().default(false).describe('Adds a list of all pages with size, rotation and contents.'),
    password: shared.password(),
  },
  result: 'data',
  data: fileReports(pdfDescription),
  notes: [
    '"version" is the one viewers use: the later of the header and the catalog. "headerVersion" is the one in the first line of the file.',
    'Sizes are in points (1/72 inch) of the visible part of a page, as rotated; "paper" is an ISO 216 or North American size within 1.5 mm.',
    '"standards" are claims in the XMP metadata; nothing is validated.',
    '"signatures" are listed, not checked: use verify-pdf-signature.',
    '"scripts" counts JavaScript actions, "webLinks" actions that open an address, "annotations" those of the pages by kind.',
    '"pages" of a font uses the syntax of option "pages" of other tools.',
    'Dates are ISO 8601 if the file writes them correctly. Lists have at most 1,000 entries; "counts" has the totals.',
    'Damaged files are repaired in memory; "repaired" and "warnings" say so.',
    SEVERAL_FILES,
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
    'pdfinfo 22.12 (version) and qpdf 11.3 (header): the same on each of 168 real and damaged files that both open.',
    'Fixtures: outline, links, fields, layers, attachments and permissions are those that the files were made with.',
  ],
  examples: [
    {
      title: 'A file with a bit of everything',
      files: [{ name: 'report.pdf', fixture: 'pdf/report.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'report.pdf',
              bytes: 7726,
              version: '1.7',
              headerVersion: '1.7',
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
          ],
        },
      },
    },
    {
      title: 'An encrypted file, page by page',
      options: { password: 'secret', perPage: true },
      files: [{ name: 'locked-128.pdf', fixture: 'pdf/locked-128.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'locked-128.pdf',
              bytes: 1290,
              version: '1.7',
              headerVersion: '1.7',
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
          ],
        },
      },
    },
    NEEDS_PASSWORD,
    {
      title: 'A wrong password',
      options: { password: 'guess' },
      files: [{ name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read PDF "locked.pdf": the password in option "password" is wrong',
      },
    },
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, (file) => {
      const pdf = openPdf(file, { password: options.password });
      return { report: readingPdf(pdf.name, () => describe(pdf, file.bytes, options.perPage)), outputs: [] };
    });
  },
});
