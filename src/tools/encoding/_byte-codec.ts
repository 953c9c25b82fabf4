import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { invalid, quote, type ToolResult } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { encodeTextAs } from '../../engines/text/text-encoding.js';
import { bytesToText } from '../../formats/byte-input.js';
import { documentResult, KINDS, readTextFile, type TextSource } from '../../formats/text-source.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';

/** How decoded bytes are written. */
export const resultEncoding = () =>
  z
    .enum(['text', 'hex', 'base64'])
    .default('text')
    .describe('Decoding: how the bytes are written, as text, hexadecimal digits or base64.');

export const BYTE_FILES_NOTE =
  'Up to 20 files instead of "input": one gives one file; several give a file each and a report in data. When encoding, the bytes of a file are taken as they are; "charset" applies to "input".';

interface CodecRun {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
}

interface CodecOptions {
  readonly direction: 'encode' | 'decode';
  readonly inputEncoding: 'text' | 'hex' | 'base64';
  readonly encoding: 'text' | 'hex' | 'base64';
  readonly charset: string;
}

/** A way to write bytes in characters. `read` throws ContentFault. */
interface ByteCodec {
  /** As messages name it: `base32`. */
  readonly name: string;
  readonly write: (bytes: Uint8Array) => string;
  readonly read: (text: string) => Uint8Array;
}

/** Encodes or decodes `input`, one file, or each of several. Throws as `eachFile`, and INVALID_INPUT naming what cannot be read. */
export async function runByteCodec(run: CodecRun, options: CodecOptions, codec: ByteCodec) {
  const { input, files } = run;
  if (files.length > 0 && input !== '') throw invalid('Property "input" must be empty where a file is given');
  if (files.length === 0 && input === '') throw invalid('Property "input" must not be empty where no file is given');
  const convert = (source: TextSource): ToolResult<never> =>
    documentResult(
      source,
      options.direction === 'encode' ? encode(source, options, codec) : decode(source, options, codec),
      KINDS.text,
    );
  const open = async (upload: InputFile): Promise<TextSource> =>
    options.direction === 'encode' && options.inputEncoding === 'text'
      ? { text: '', label: `file ${quote(upload.name)}`, file: upload, encoding: undefined }
      : readTextFile(upload);
  const [first] = files;
  if (first === undefined)
    return convert({ text: input, label: 'property "input"', file: undefined, encoding: undefined });
  if (files.length === 1) return convert(await open(first));
  return eachFile(run, async (upload) => ({ report: {}, outputs: convert(await open(upload)).files }));
}

function encode(source: TextSource, { inputEncoding, charset }: CodecOptions, codec: ByteCodec): string {
  const { text, label, file } = source;
  const bytes =
    inputEncoding === 'hex'
      ? refusing(`Cannot read ${label} as hexadecimal digits`, () => readHex(text.trim()))
      : inputEncoding === 'base64'
        ? refusing(`Cannot read ${label} as base64`, () => readBase64(text, { strict: false }))
        : (file?.bytes ?? encodeTextAs(text, charset, label, 'charset'));
  return refusing(`Cannot write ${label} as ${codec.name}`, () => codec.write(bytes));
}

function decode({ text, label }: TextSource, { encoding, charset }: CodecOptions, codec: ByteCodec): string {
  const bytes = refusing(`Cannot read ${label} as ${codec.name}`, () => codec.read(text));
  if (encoding === 'text') return bytesToText(bytes, charset);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
}
