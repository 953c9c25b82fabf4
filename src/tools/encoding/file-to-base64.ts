import { z } from 'zod';

import { defineTool, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { breakEvery, writeBase64 } from '../../lib/bytes/byte-text.js';

export default defineTool({
  id: 'file-to-base64',
  title: 'File to Base64',
  summary: 'Writes a file as base64 or as a data URI.',
  family: 'encoding',
  class: 'standard',
  input: 'none',
  files: { min: 1, max: 1, formats: ['*'] },
  options: {
    variant: z
      .enum(['standard', 'url'])
      .default('standard')
      .describe('Alphabet: standard with + and /, url with - and _ (RFC 4648).'),
    padding: z.boolean().default(true).describe('Fills the end with = to a multiple of four.'),
    dataUri: z.boolean().default(false).describe('Puts data:, the MIME type and ;base64, before it, on one line.'),
    lineLength: shared.lineLength(),
  },
  result: 'text',
  notes: [
    'The MIME type of a data URI is found from the content of the file, else from what was sent with it, else application/octet-stream.',
    'A data URI is on one line, in the standard alphabet and padded, whatever the other options say.',
  ],
  aliases: ['image to base64', 'data uri', 'data url', 'inline an image', 'encode a file', 'picture to base64'],
  verified: ['GNU coreutils base64 9.1: same text for 12 random files; decoded again to the same bytes'],
  examples: [
    {
      title: 'A file of three bytes',
      files: [{ name: 'foo.txt', text: 'foo' }],
      output: { text: 'Zm9v' },
    },
    {
      title: 'A picture as a data URI',
      files: [{ name: 'dot.gif', base64: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' }],
      options: { dataUri: true },
      output: { text: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
    },
    { title: 'An empty file', files: [{ name: 'empty.bin', text: '' }], output: { text: '' } },
    {
      title: 'Wrapped for a mail',
      files: [{ name: 'x.bin', text: 'The quick brown fox' }],
      options: { lineLength: 16 },
      output: { text: 'VGhlIHF1aWNrIGJy\nb3duIGZveA==' },
    },
    {
      title: 'No file',
      error: { code: 'INVALID_INPUT', message: 'Property "files" must have at least 1 file, got 0' },
    },
  ],
  async run({ files: [upload], options }) {
    const { variant, padding, dataUri, lineLength } = options;
    if (!dataUri) return text(breakEvery(writeBase64(upload.bytes, { variant, padding }), lineLength));
    const mime = (await detectFileKind(upload.bytes))?.mime ?? (upload.mime || 'application/octet-stream');
    return text(`data:${mime};base64,${writeBase64(upload.bytes, { variant: 'standard', padding: true })}`);
  },
});
