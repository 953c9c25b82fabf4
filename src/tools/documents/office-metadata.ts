import { z } from 'zod';

import { eachFile, type FileWork } from '../../core/each-file.js';
import { extensionOf } from '../../core/files.js';
import { defineTool, invalid, type OutputFile } from '../../core/index.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { OFFICE_FILES, withOfficeDocument } from '../../formats/office-document.js';
import { typeOfExtension } from '../../lib/files/file-types.data.js';
import { findHiddenContent } from '../../lib/office/hidden-content.js';
import type { OfficePackage } from '../../lib/office/package.js';
import { EDITABLE, type EditableProperty, readProperties } from '../../lib/office/properties.js';
import { editProperties, removeProperties } from '../../lib/office/rewrite-properties.js';

const text = (description: string) =>
  z.string().max(2_000).default('').describe(`${description} For action edit; empty keeps the value.`);

const names = (description: string) => z.array(z.string()).describe(description);

function report(archive: OfficePackage) {
  const { properties, custom } = readProperties(archive);
  return {
    properties: Object.fromEntries(properties),
    custom,
    hidden: findHiddenContent(archive),
    warnings: archive.names.some((name) => /^_xmlsignatures\/|documentsignatures\.xml$/.test(name))
      ? ['The document is digitally signed; a changed document loses its valid signature']
      : [],
  };
}

export default defineTool({
  id: 'office-metadata',
  title: 'Office Metadata',
  summary:
    'Reads, edits and removes metadata of Office documents, and finds comments, tracked changes and hidden parts.',
  family: 'documents',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: [...OFFICE_FILES] },
  options: {
    action: z
      .enum(['read', 'edit', 'remove'])
      .default('read')
      .describe('Reports the metadata, sets some of it, or removes all of it together with names of people.'),
    title: text('New title.'),
    author: text('New author.'),
    subject: text('New subject.'),
    keywords: text('New keywords, separated by commas.'),
    description: text('New description (comments).'),
    category: text('New category.'),
    password: shared.password(),
  },
  result: 'mixed',
  data: fileReports({
    properties: z
      .record(z.string(), z.string())
      .describe('Properties of the document as they are now, such as title, author, created, modified, application.'),
    custom: z
      .array(z.object({ name: z.string().describe('Name.'), value: z.string().describe('Value as text.') }))
      .describe('Properties that somebody added.'),
    hidden: z
      .object({
        authors: names('Authors of comments and tracked changes.'),
        comments: count('Comments.'),
        trackedChanges: count('Insertions, deletions and changes of format that are tracked.'),
        hiddenTexts: count('Pieces of text that are formatted as hidden.'),
        hiddenSheets: names('Names of hidden sheets.'),
        hiddenSlides: z.array(z.int()).describe('Numbers of hidden slides.'),
        speakerNotes: count('Slides with notes.'),
        embeddedFiles: count('Files within the document.'),
        externalLinks: names(
          'Files and pictures outside of the document that it loads; links to click are not counted.',
        ),
        hasMacros: z.boolean().describe('Whether it holds macros.'),
        hasThumbnail: z.boolean().describe('Whether it holds a picture of its first page.'),
      })
      .describe('What a reader does not see at once.'),
    warnings: warnings(),
  }),
  notes: [
    'Reads DOCX, XLSX, PPTX and OpenDocument (ODT, ODS, ODP). After "edit" and "remove" the report describes the new file.',
    'Removal clears all properties, custom properties and the thumbnail; names and times in comments and tracked changes, editing-session identifiers, the path of the author and printer names go too. Comments, changes, hidden sheets and macros stay: they are content.',
    'A document opened with "password" is returned without encryption.',
    'At most 64 MB unpacked per document.',
  ],
  aliases: [
    'document properties',
    'remove author from word',
    'strip docx metadata',
    'document inspector',
    'exiftool docx',
    'hidden sheets finder',
    'edit document title',
    'who wrote a word file',
    'remove the author of a document',
  ],
  verified: [
    'exiftool 12.57: title, author, subject, keywords, description and application of 30 generated documents (DOCX, PPTX, ODT) are the same before and after edits, and none is left after removal.',
    'LibreOffice 7.4: three documents (DOCX, ODT) have the same text after edits and removal.',
  ],
  examples: [
    {
      title: 'Author of a comment, and a tracked change',
      files: [{ name: 'contract.docx', fixture: 'documents/contract.docx' }],
      output: {
        data: {
          files: [
            {
              name: 'contract.docx',
              properties: {},
              custom: [],
              hidden: {
                authors: ['Ada'],
                comments: 1,
                trackedChanges: 2,
                hiddenTexts: 0,
                hiddenSheets: [],
                hiddenSlides: [],
                speakerNotes: 0,
                embeddedFiles: 0,
                externalLinks: [],
                hasMacros: false,
                hasThumbnail: false,
              },
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'A new title and author',
      options: { action: 'edit', title: 'Harbour talk', author: 'Grace' },
      files: [{ name: 'slides.pptx', fixture: 'documents/slides.pptx' }],
      output: {
        data: {
          files: [
            {
              name: 'slides.pptx',
              outputs: ['slides.pptx'],
              properties: {
                title: 'Harbour talk',
                author: 'Grace',
                created: '2026-11-26T18:08:25Z',
                modified: '2026-11-26T18:08:25Z',
                application: 'Microsoft Macintosh PowerPoint',
                applicationVersion: '16.0000',
                editingMinutes: '2',
                words: '49',
                paragraphs: '15',
                slides: '4',
                slidesWithNotes: '2',
                hiddenSlides: '0',
              },
              custom: [],
              hidden: {
                authors: [],
                comments: 0,
                trackedChanges: 0,
                hiddenTexts: 0,
                hiddenSheets: [],
                hiddenSlides: [4],
                speakerNotes: 1,
                embeddedFiles: 0,
                externalLinks: [],
                hasMacros: false,
                hasThumbnail: false,
              },
              warnings: [],
            },
          ],
        },
        files: [
          { name: 'slides.pptx', mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
        ],
      },
    },
    {
      title: 'Nothing to edit',
      options: { action: 'edit' },
      files: [{ name: 'slides.pptx', fixture: 'documents/slides.pptx' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'One of the options "title", "author", "subject", "keywords", "description" and "category" must be given',
      },
    },
    {
      title: 'Not an Office document',
      files: [{ name: 'a.docx', text: 'Dear reader' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.docx" as an Office document: it is not a ZIP archive',
      },
    },
  ],
  run({ files, signal, options: { action, password, ...values } }) {
    const set = new Map<EditableProperty, string>(
      EDITABLE.filter((name) => values[name].trim() !== '').map((name) => [name, values[name].trim()]),
    );
    if (action === 'edit' && set.size === 0)
      throw invalid(
        'One of the options "title", "author", "subject", "keywords", "description" and "category" must be given',
      );
    return eachFile({ files, signal }, (file): FileWork<ReturnType<typeof report>> => {
      if (action === 'read') return { report: withOfficeDocument(file, password, report), outputs: [] };
      const bytes = withOfficeDocument(file, password, (archive) =>
        action === 'edit' ? editProperties(archive, set) : removeProperties(archive),
      );
      const mime = typeOfExtension(extensionOf(file.name).slice(1))?.mime ?? 'application/octet-stream';
      const output: OutputFile = { name: file.name, mime, bytes };
      return { report: withOfficeDocument(output, '', report), outputs: [output] };
    });
  },
});
