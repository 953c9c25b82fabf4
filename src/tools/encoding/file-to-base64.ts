import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { defineTool, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import type { InputFile } from '../../core/tool.js';
import { identify } from '../../formats/file-identity.js';
import { breakEvery, writeBase64 } from '../../lib/bytes/byte-text.js';
import { typeOfExtension } from '../../lib/files/file-types.data.js';

const TEXTUAL = /^text\/|[/+](?:xml|json|javascript)$/;

/** Kinds of text look alike: of a text, what was sent with the file and its name are believed first. */
async function mimeOf(upload: InputFile): Promise<string> {
  const { mime, text: content } = await identify(upload);
  const isEmpty = upload.bytes.length === 0;
  const stated = [upload.mime, typeOfExtension(extensionOf(upload.name).slice(1))?.mime].find(
    (type) => type !== undefined && type !== '' && (isEmpty || (TEXTUAL.test(type) && type !== 'text/plain')),
  );
  if (isEmpty || content !== undefined) return stated ?? (isEmpty ? 'application/octet-stream' : mime);
  return mime === 'application/octet-stream' ? upload.mime || mime : mime;
}

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
    padding: z.boolean().default(true).describe('Pads the end with = to a multiple of four.'),
    dataUri: z.boolean().default(false).describe('Writes a data URI, on one line.'),
    lineLength: shared.lineLength(),
  },
  result: 'text',
  notes: [
    'The MIME type of a data URI is detected from the content, and for kinds of text that look alike, such as CSS and Markdown, from the type sent with the file or its name. If nothing shows it, it is application/octet-stream.',
    'A data URI is always on one line, in the standard alphabet and padded.',
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
      title: 'An image as a data URI',
      files: [{ name: 'dot.gif', base64: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' }],
      options: { dataUri: true },
      output: { text: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
    },
    {
      title: 'A style sheet as a data URI',
      files: [{ name: 'a.css', text: 'a{color:red}' }],
      options: { dataUri: true },
      output: { text: 'data:text/css;base64,YXtjb2xvcjpyZWR9' },
    },
    { title: 'An empty file', files: [{ name: 'empty.bin', text: '' }], output: { text: '' } },
    {
      title: 'Wrapped for email',
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
    const mime = await mimeOf(upload);
    return text(`data:${mime};base64,${writeBase64(upload.bytes, { variant: 'standard', padding: true })}`);
  },
});
