import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { extensionOf, fileNameFault, stemOf } from '../../core/files.js';
import { defineTool, files as filesResult, invalid, type OutputFile, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { fileReports } from '../../core/shared-data.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { readBase64 } from '../../lib/bytes/byte-text.js';
import { typeOfExtension, typeOfMime } from '../../lib/files/file-types.data.js';

// RFC 2397; the parameters before ";base64" are kept apart from the data by the first comma.
const DATA_URI = /^\s*data:([^;,\s]{0,150})((?:;[^;,]{0,200}){0,20}),/i;

/** The data URI's head, and its data with blanks in place of the head, so that faults point into the input. */
function splitDataUri(input: string, label: string): { readonly mime: string | undefined; readonly data: string } {
  const [head, mime = '', parameters = ''] = DATA_URI.exec(input) ?? [];
  if (head === undefined) return { mime: undefined, data: input };
  if (!/;base64$/i.test(parameters.trim())) {
    throw invalid(`Cannot read ${label} as a data URI: it has no ";base64"`);
  }
  return { mime: mime.toLowerCase() || 'text/plain', data: `${' '.repeat(head.length)}${input.slice(head.length)}` };
}

/** Kinds of text look alike: what a data URI or a name says of them is believed. */
const isText = (mime: string): boolean => mime === 'text/plain';

/** Older names of types. */
const usualMime = (mime: string): string =>
  mime
    .replace(/^(?:application|text)\/(?:x-)?(?:java|ecma)script$/, 'text/javascript')
    .replace('text/x-markdown', 'text/markdown');

/** The file that base64 or a data URI stands for. `stem` names it where `name` does not. */
async function decode(
  input: string,
  label: string,
  { name, stem }: { name: string; stem: string },
): Promise<OutputFile> {
  const { mime: stated, data } = splitDataUri(input, label);
  const bytes = refusing(`Cannot read ${label} as base64`, () => readBase64(data, { strict: false }));
  const kind = await detectFileKind(bytes);
  const named = typeOfExtension(extensionOf(name).slice(1));
  const mime =
    kind === undefined || isText(kind.mime)
      ? (stated ?? (kind === undefined ? undefined : (named?.mime ?? kind.mime)) ?? 'application/octet-stream')
      : kind.mime;
  const isKind = kind !== undefined && kind.mime === mime;
  const ending = isKind
    ? kind.extension
    : `.${typeOfMime(usualMime(mime))?.extensions[0] ?? kind?.extension.slice(1) ?? 'bin'}`;
  return { name: name || `${stem}${ending}`, mime, bytes };
}

export default defineTool({
  id: 'base64-to-file',
  title: 'Base64 to File',
  summary: 'Turns base64 or a data URI into a file and finds its type.',
  family: 'encoding',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    name: z
      .string()
      .max(200)
      .default('')
      .describe('Name of the file; empty for one that fits the type. For one text or file only.'),
  },
  result: 'mixed',
  data: fileReports({}).describe('Where files were sent: what became of each.'),
  notes: [
    'Both alphabets are read, with whitespace and with or without padding. Percent escapes in a data URI are not.',
    'The type is detected from the first bytes. Kinds of text look alike, so for them the data URI decides, then the name; otherwise the type is application/octet-stream.',
    'Up to 20 files that hold base64 text instead of "input": each gives a file, and one that fails does not spoil the others.',
    'The content of the file is neither changed nor opened.',
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
      title: 'An image',
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
      title: 'A style sheet in a data URI',
      input: 'data:text/css;base64,YXtjb2xvcjpyZWR9',
      output: { files: [{ name: 'result.css', mime: 'text/css', text: 'a{color:red}' }] },
    },
    {
      title: 'A file of base64 text',
      files: [{ name: 'logo.b64', text: 'R0lGODlhAQABAIAAAAAAAP///yH5\nBAEAAAAALAAAAAABAAEAAAIBRAA7\n' }],
      output: {
        data: { files: [{ name: 'logo.b64', outputs: ['logo.gif'] }] },
        files: [{ name: 'logo.gif', mime: 'image/gif', bytes: 42 }],
      },
    },
    {
      title: 'Bytes that show no type',
      input: 'AAECAwQ',
      output: { files: [{ name: 'result.bin', mime: 'application/octet-stream', base64: 'AAECAwQ=' }] },
    },
    {
      title: 'Text that is not base64',
      input: 'Hello, world',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as base64: line 1, column 6: "," is not a base64 digit\nHello, world\n     ^',
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
  async run({ input, files, signal, options: { name } }) {
    const fault = name === '' ? undefined : fileNameFault(name);
    if (fault !== undefined) throw invalid(`Option "name" must ${fault}, got ${quote(name)}`);
    if (files.length > 0 && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (files.length > 1 && name !== '') throw invalid('Option "name" must be empty where several files are given');
    if (files.length === 0) {
      if (input === '') throw invalid('Property "input" must not be empty where no file is given');
      return filesResult([await decode(input, 'property "input"', { name, stem: 'result' })]);
    }
    return eachFile({ files, signal }, async (upload) => {
      const text = Buffer.from(upload.bytes)
        .toString('latin1')
        .replace(/^\u00ef\u00bb\u00bf/, '');
      return {
        report: {},
        outputs: [await decode(text, `file ${quote(upload.name)}`, { name, stem: stemOf(upload.name) })],
      };
    });
  },
});
