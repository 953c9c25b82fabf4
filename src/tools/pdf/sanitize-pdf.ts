import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { sanitizePdf } from '../../formats/pdf/document/sanitize.js';
import { NOT_ENCRYPTED, SEVERAL_FILES, SIGNATURES } from './_notes.js';
import { NEEDS_PASSWORD } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedPdf } from './_results.js';

const option = (value: boolean, what: string) => z.boolean().default(value).describe(what);

export default defineTool({
  id: 'sanitize-pdf',
  title: 'Sanitize PDF',
  summary: 'Removes scripts, risky actions, attachments, metadata, comments, links and older versions from PDF files.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.pdf'] },
  options: {
    javascript: option(true, 'Removes all JavaScript, and XFA forms, which contain scripts of their own.'),
    actions: option(
      true,
      'Removes media, and actions that start programs, open other files, submit or import form data or play media.',
    ),
    attachments: option(true, 'Removes files attached to the document, to pages and to annotations.'),
    metadata: option(
      true,
      'Removes title, author and other document information, XMP, private application data, page thumbnails, and EXIF, XMP and comments in JPEG images.',
    ),
    links: option(false, 'Removes links to the web; links within the document stay.'),
    annotations: option(false, 'Removes comments, notes, highlights, stamps and drawings.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    pages: count('Number of pages.'),
    removed: z
      .object({
        scripts: count('Scripts.'),
        actions: count('Actions.'),
        links: count('Links.'),
        attachments: count('Attachments.'),
        metadata: count('Pieces of metadata.'),
        imageMetadata: count('Pieces of metadata in images.'),
        annotations: count('Comments and other annotations.'),
        xfaForms: count('XFA forms.'),
      })
      .describe('What was removed, counted.'),
    ...condition,
  }),
  notes: [
    'The file is rewritten from what its pages and catalog use: older versions of changed pages, deleted objects and everything unreferenced are gone whatever the options say.',
    'Scripts are removed from the name tree, opening actions, pages, fields, annotations, outlines and action chains; harmless actions that follow a risky one in a chain stay.',
    'With "links", a link annotation that only leads to the web is removed; otherwise it stays without its action.',
    'Text, form fields and their values, outline and tags stay. So do hidden layers, text under black boxes and metadata in JPEG 2000 images: to remove text, use redact-pdf.',
    SEVERAL_FILES,
    NOT_ENCRYPTED,
    SIGNATURES,
  ],
  aliases: [
    'remove javascript from pdf',
    'clean pdf',
    'remove pdf metadata',
    'remove pdf attachments',
    'remove hidden information',
    'pdf disarm',
    'remove pdf comments',
    'remove hidden data from a pdf',
    'is there javascript in a pdf',
  ],
  verified: [
    'A file with scripts in eight places, four actions, two attachments, metadata in five places, comments and an older version: none of the words and none of the names that pdfid counts (JS, JavaScript, AA, OpenAction with a script, Launch, EmbeddedFile, XFA, RichMedia, URI) is left in qpdf 11.3 --qdf.',
    'EXIF of a JPEG picture is gone, and its samples by libvips are the same.',
    '188 real and damaged files by a script: no new fault in qpdf 11.3 --check, and none of those names is left as a key or a kind of action.',
  ],
  examples: [
    {
      title: 'A script and document information',
      files: [{ name: 'active.pdf', fixture: 'pdf/active.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'active.pdf',
              outputs: ['active-sanitized.pdf'],
              pages: 1,
              removed: {
                scripts: 1,
                actions: 0,
                links: 0,
                attachments: 0,
                metadata: 2,
                imageMetadata: 0,
                annotations: 0,
                xfaForms: 0,
              },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'active-sanitized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Web links and comments too',
      options: { links: true, annotations: true },
      files: [{ name: 'active.pdf', fixture: 'pdf/active.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'active.pdf',
              outputs: ['active-sanitized.pdf'],
              pages: 1,
              removed: {
                scripts: 1,
                actions: 0,
                links: 1,
                attachments: 0,
                metadata: 2,
                imageMetadata: 0,
                annotations: 1,
                xfaForms: 0,
              },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'active-sanitized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A file with scripts, actions, attachments and metadata',
      files: [{ name: 'unsafe.pdf', fixture: 'pdf/unsafe.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'unsafe.pdf',
              outputs: ['unsafe-sanitized.pdf'],
              pages: 2,
              removed: {
                scripts: 8,
                actions: 4,
                links: 0,
                attachments: 2,
                metadata: 5,
                imageMetadata: 0,
                annotations: 0,
                xfaForms: 1,
              },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'unsafe-sanitized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'Only comments and links to the web',
      options: {
        javascript: false,
        actions: false,
        attachments: false,
        metadata: false,
        links: true,
        annotations: true,
      },
      files: [{ name: 'unsafe.pdf', fixture: 'pdf/unsafe.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'unsafe.pdf',
              outputs: ['unsafe-sanitized.pdf'],
              pages: 2,
              removed: {
                scripts: 0,
                actions: 0,
                links: 1,
                attachments: 0,
                metadata: 0,
                imageMetadata: 0,
                annotations: 1,
                xfaForms: 0,
              },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'unsafe-sanitized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A file with nothing to remove',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          files: [
            {
              name: 'letter.pdf',
              outputs: ['letter-sanitized.pdf'],
              pages: 2,
              removed: {
                scripts: 0,
                actions: 0,
                links: 0,
                attachments: 0,
                metadata: 0,
                imageMetadata: 0,
                annotations: 0,
                xfaForms: 0,
              },
              repaired: false,
              warnings: [],
            },
          ],
        },
        files: [{ name: 'letter-sanitized.pdf', mime: 'application/pdf' }],
      },
    },
    NEEDS_PASSWORD,
  ],
  run({ files, options, signal }) {
    return eachFile({ files, signal }, (file) => {
      const pdf = openPdf(file, { password: options.password });
      prepareChange(pdf);
      const removed = sanitizePdf(pdf, options);
      return changedPdf(pdf, 'sanitized', writeChanged(pdf), { pages: pdf.pages.length, removed });
    });
  },
});
