/** What pdf-info reports about a file. */

import { z } from 'zod';

import { count, place } from '../../core/shared-data.js';

import { condition, documentInfo } from './_report-data.js';

const entry = (description: string) => z.string().nullable().describe(description);
const allowed = (description: string) => z.boolean().describe(description);

const encryption = z.object({
  method: z.string().describe('Encryption, such as AES-256.'),
  revision: z.int().describe('Revision of the security handler.'),
  encryptsMetadata: z.boolean().describe('Whether metadata is encrypted too.'),
  permissions: z
    .object({
      print: allowed('Printing.'),
      printHighQuality: allowed('Printing in high quality.'),
      modify: allowed('Changing the content.'),
      copy: allowed('Copying text and images.'),
      annotate: allowed('Adding comments.'),
      fillForms: allowed('Filling in forms.'),
      assemble: allowed('Inserting, deleting and rotating pages.'),
    })
    .describe('What is allowed without the owner password.'),
});

const pageSize = z.object({
  width: z.number().describe('Width in points.'),
  height: z.number().describe('Height in points.'),
  widthMm: z.number().describe('Width in millimetres.'),
  heightMm: z.number().describe('Height in millimetres.'),
  paper: entry('Name of the paper size, such as A4.'),
  orientation: z.enum(['portrait', 'landscape', 'square']).describe('Orientation.'),
  pages: count('Pages of this size.'),
});

const signature = z.object({
  name: entry('Name of the signer as stated.'),
  reason: entry('Reason as stated.'),
  location: entry('Location as stated.'),
  date: entry('Date as stated, ISO 8601.'),
  format: entry('Format of the signature.'),
});

const counts = z.object({
  fonts: count('Fonts.'),
  images: count('Images.'),
  imageBytes: count('Size of all images.'),
  outlineEntries: count('Entries of the outline.'),
  namedDestinations: count('Named destinations.'),
  attachments: count('Attachments.'),
  webLinks: count('Links to addresses.'),
  scripts: count('Scripts.'),
  annotations: z.record(z.string(), z.int()).describe('Annotations by kind.'),
});

const font = z.object({
  name: z.string().describe('Name of the font.'),
  type: z.string().describe('Type, such as TrueType.'),
  encoding: z.string().describe('Encoding.'),
  embedded: z.boolean().describe('Whether the font is in the file.'),
  subset: z.boolean().describe('Whether only the characters in use are in the file.'),
  hasUnicodeMap: z.boolean().describe('Whether it maps its glyphs to Unicode characters.'),
  pages: z.string().describe('Pages that use it, such as 1-3,5.'),
});

const pageFacts = z.object({
  page: place('Number of the page.'),
  width: z.number().describe('Width in points.'),
  height: z.number().describe('Height in points.'),
  rotation: z.int().describe('Rotation in degrees clockwise.'),
  fonts: count('Fonts of the page.').optional(),
  images: count('Images of the page.').optional(),
  annotations: count('Annotations of the page.'),
});

export const pdfDescription = {
  bytes: count('Size of the file.'),
  version: entry('PDF version that viewers go by: the later one of header and catalog.'),
  headerVersion: entry('PDF version in the first line of the file.'),
  pages: count('Number of pages.'),
  pageSizes: z.array(pageSize).describe('Sizes of the pages, the most frequent first.'),
  info: z.object(documentInfo).describe('Document information; null where there is none.'),
  language: entry('Language of the document.'),
  standards: z.array(z.string()).describe('Standards the file claims to follow, such as PDF/A-2b.'),
  encryption: encryption.nullable().describe('Encryption; null where there is none.'),
  tagged: z.boolean().describe('Whether it has a structure for accessibility.'),
  linearized: z.boolean().describe('Whether it is laid out for reading over a network.'),
  opensWith: entry('What viewers show beside the pages.'),
  form: z
    .object({
      kind: z.enum(['none', 'acroform', 'xfa']).describe('Kind of form.'),
      fields: count('Number of fields.'),
    })
    .describe('Form.'),
  signatures: z.array(signature).describe('Signatures, which are not checked.'),
  attachments: z
    .array(
      z.object({
        name: z.string().describe('Name of the file.'),
        bytes: z.int().nullable().describe('Size as stated; null where it is not.'),
      }),
    )
    .describe('Attached files.'),
  layers: z.array(z.string()).describe('Names of the layers.'),
  counts: counts.describe('Counts.'),
  fonts: z.array(font).describe('Fonts.'),
  perPage: z.array(pageFacts).optional().describe('Facts of each page; of option "perPage".'),
  ...condition,
};
