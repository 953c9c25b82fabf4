import { z } from 'zod';

import { fileNameFault } from '../../core/files.js';
import { defineTool, file, invalid, quote } from '../../core/index.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { readWith } from '../../formats/byte-input.js';
import { readBase64 } from '../../lib/bytes/byte-text.js';

// RFC 2397; the parameters before ";base64" are kept apart from the data by the first comma.
const DATA_URI = /^\s*data:([^;,\s]{0,150})((?:;[^;,]{0,200}){0,20}),/i;

/** The data URI's head, and its data with blanks in place of the head, so that faults point into the input. */
function splitDataUri(input: string): { readonly mime: string | undefined; readonly data: string } {
  const [head, mime = '', parameters = ''] = DATA_URI.exec(input) ?? [];
  if (head === undefined) return { mime: undefined, data: input };
  if (!/;base64$/i.test(parameters.trim())) {
    throw invalid('Cannot read property "input" as a data URI: it has no ";base64"');
  }
  return { mime: mime.toLowerCase() || 'text/plain', data: `${' '.repeat(head.length)}${input.slice(head.length)}` };
}

export default defineTool({
  id: 'base64-to-file',
  title: 'Base64 to File',
  summary: 'Turns base64 or a data URI into a file, its type found from the content.',
  family: 'encoding',
  class: 'standard',
  input: 'required',
  options: {
    name: z.string().max(200).default('').describe('Name of the file; empty makes one from the type that was found.'),
  },
  result: 'files',
  notes: [
    'Both alphabets are taken, with white space and with or without padding. Percent escapes in a data URI are not.',
    'The type is found from the first bytes; where they show none, a data URI says it, else it is application/octet-stream.',
    'The content of the file is not changed and not opened.',
  ],
  aliases: [
    'decode base64 to image',
    'base64 to pdf',
    'data uri to file',
    'base64 to png',
    'save base64',
    'base64 decode file',
  ],
  verified: [
    'GNU coreutils base64 9.1: 12 random files come back from what it writes, wrapped; the types of the examples are by hand',
  ],
  examples: [
    {
      title: 'A picture',
      input: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      output: { files: [{ name: 'result.gif', mime: 'image/gif', bytes: 42 }] },
    },
    {
      title: 'A data URI, and a name for the file',
      input: 'data:text/plain;charset=utf-8;base64,R3LDvMOfZQ==',
      options: { name: 'greeting.txt' },
      output: { files: [{ name: 'greeting.txt', mime: 'text/plain', text: 'Grüße' }] },
    },
    {
      title: 'Bytes that show no type',
      input: 'AAECAwQ',
      output: { files: [{ name: 'result.bin', mime: 'application/octet-stream', base64: 'AAECAwQ=' }] },
    },
    {
      title: 'Text that is no base64',
      input: 'Hello, world',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base64: line 1, column 6: "," is no base64 digit\nHello, world\n     ^',
      },
    },
    {
      title: 'A data URI without base64',
      input: 'data:text/plain,Hello',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input" as a data URI: it has no ";base64"' },
    },
    {
      title: 'A name that is a path',
      input: 'AAEC',
      options: { name: '../a.bin' },
      error: { code: 'INVALID_INPUT', message: 'Option "name" must be a file name without a path, got "../a.bin"' },
    },
  ],
  async run({ input, options }) {
    const fault = options.name === '' ? undefined : fileNameFault(options.name);
    if (fault !== undefined) throw invalid(`Option "name" must ${fault}, got ${quote(options.name)}`);
    const { mime, data } = splitDataUri(input);
    const bytes = readWith(data, 'base64', (given) => readBase64(given, { strict: false }));
    const kind = await detectFileKind(bytes);
    const isStated = mime !== undefined && (kind === undefined || kind.mime === 'text/plain');
    const found = isStated ? { mime, extension: kind?.extension ?? '.bin' } : kind;
    const name = options.name || `result${found?.extension ?? '.bin'}`;
    return file(name, found?.mime ?? 'application/octet-stream', bytes);
  },
});
