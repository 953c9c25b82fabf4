import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { prepareChange, writeChanged } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { sanitizePdf } from '../../formats/pdf/document/sanitize.js';
import { LOCKED } from './_refusals.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';

const option = (value: boolean, what: string) => z.boolean().default(value).describe(what);

export default defineTool({
  id: 'sanitize-pdf',
  title: 'Sanitize PDF',
  summary:
    'Takes scripts, risky actions, attachments, metadata, comments, links and older versions out of a PDF and counts them.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 1, formats: ['.pdf'] },
  options: {
    javascript: option(
      true,
      'Takes out JavaScript wherever it stands, and XFA forms, which have scripts of their own.',
    ),
    actions: option(
      true,
      'Takes out actions that start programs, open other files, send or fetch form data or play media, and media themselves.',
    ),
    attachments: option(true, 'Takes out attached files of the document, of pages and of annotations.'),
    metadata: option(
      true,
      'Takes out title, author and the like, XMP, private data of programs, previews of pages, and EXIF, XMP and comments inside of JPEG pictures.',
    ),
    links: option(false, 'Takes out links to the web; links within the document stay.'),
    annotations: option(false, 'Takes out comments, notes, highlights, stamps and drawings of reviewers.'),
  },
  result: 'mixed',
  data: z.object({
    pages: count('Number of pages.'),
    removed: z
      .object({
        scripts: count('Scripts.'),
        actions: count('Actions.'),
        links: count('Links.'),
        attachments: count('Attachments.'),
        metadata: count('Pieces of metadata.'),
        pictureMetadata: count('Pieces of metadata in images.'),
        annotations: count('Comments and other annotations.'),
        xfaForms: count('XFA forms.'),
      })
      .describe('What was removed, counted.'),
    ...condition,
  }),
  notes: [
    'The file is written anew from what its pages and its catalog use: older versions of changed pages, deleted objects and everything unreferenced are gone whatever the options say.',
    'Scripts are taken out of the name tree, opening actions, pages, fields, annotations, outlines and chains of actions; what follows a risky action in a chain and is harmless stays.',
    'A link annotation whose only use was to lead out is taken out with it where "links" is true; otherwise it stays without its action.',
    'Text, form fields and their values, outline and tags stay. Hidden layers, text under black boxes and metadata inside of JPEG 2000 pictures stay too: see redact-pdf for text.',
    '"removed" counts what was found: scripts, actions, links, attachments, entries of metadata, pictures with metadata, comments, XFA forms.',
    'Digital signatures become invalid and restrictions of owner passwords are not kept, which "warnings" tells. Password-encrypted PDFs must be unlocked first.',
  ],
  aliases: [
    'remove javascript from pdf',
    'clean pdf',
    'remove pdf metadata',
    'remove pdf attachments',
    'remove hidden information',
    'pdf disarm',
    'remove pdf comments',
  ],
  verified: [
    'A file with scripts in eight places, four actions, two attachments, metadata in five places, comments and an older version: none of the words and none of the names that pdfid counts (JS, JavaScript, AA, OpenAction with a script, Launch, EmbeddedFile, XFA, RichMedia, URI) is left in qpdf 11.3 --qdf.',
    'EXIF of a JPEG picture is gone, and its samples by libvips are the same.',
    '188 real and damaged files by a script: no new fault in qpdf 11.3 --check, and none of those names is left as a key or a kind of action.',
  ],
  examples: [
    {
      title: 'A file with scripts, actions, attachments and metadata',
      files: [{ name: 'unsafe.pdf', fixture: 'pdf/unsafe.pdf' }],
      output: {
        data: {
          pages: 2,
          removed: {
            scripts: 8,
            actions: 4,
            links: 0,
            attachments: 2,
            metadata: 5,
            pictureMetadata: 0,
            annotations: 0,
            xfaForms: 1,
          },
          repaired: false,
          warnings: [],
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
          pages: 2,
          removed: {
            scripts: 0,
            actions: 0,
            links: 1,
            attachments: 0,
            metadata: 0,
            pictureMetadata: 0,
            annotations: 1,
            xfaForms: 0,
          },
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'unsafe-sanitized.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A file with nothing to take out',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: {
          pages: 2,
          removed: {
            scripts: 0,
            actions: 0,
            links: 0,
            attachments: 0,
            metadata: 0,
            pictureMetadata: 0,
            annotations: 0,
            xfaForms: 0,
          },
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'letter-sanitized.pdf', mime: 'application/pdf' }],
      },
    },
    LOCKED,
  ],
  run({ files, options }) {
    const pdf = openPdf(files[0]);
    prepareChange(pdf);
    const removed = sanitizePdf(pdf, options);
    const bytes = writeChanged(pdf);
    const report = { pages: pdf.pages.length, removed, ...conditionOf(pdf) };
    return withFiles(json(report), [{ name: changedName(pdf.name, 'sanitized'), mime: PDF_MIME, bytes }]);
  },
});
