import { z } from 'zod';

import { renamed } from '../../core/files.js';
import { file, invalid, JSON_MIME, jsonText, quote, type ToolResult, text as textResult } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { readJson } from '../../formats/json-document.js';
import { checkFileSize, readTextSource } from '../../formats/text-source.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';
import type { JsonValue } from '../../lib/json/values.js';
import { type JsonStyle, writeJson } from '../../lib/json/write.js';

/** One file: binary where it is decoded, JSON where it is encoded. */
export const BINARY_FILES = { min: 0, max: 1, formats: ['*'] } as const;

export const byteEncoding = () =>
  z
    .enum(['auto', 'hex', 'base64'])
    .default('auto')
    .describe('How bytes are written as text: auto writes hexadecimal digits and tells the two apart when reading.');

interface BinaryRun {
  readonly input: string;
  readonly files: readonly InputFile[];
}

interface BinaryFormat {
  readonly name: string;
  /** With its dot. */
  readonly extension: string;
  readonly mime: string;
  readonly encode: (value: JsonValue) => Uint8Array;
}

/** The bytes of a file, or those that `input` writes in digits. Throws INVALID_INPUT. */
export function binarySource({ input, files: [upload] }: BinaryRun, encoding: 'auto' | 'hex' | 'base64') {
  if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
  if (upload !== undefined) return { bytes: upload.bytes, label: `file ${quote(upload.name)}` };
  if (input.trim() === '') throw invalid('Property "input" must not be empty where no file is given');
  const label = 'property "input"';
  const isHex =
    encoding === 'hex' || (encoding === 'auto' && /^\s*(?:0x|\\x)?(?:[0-9a-f]{2}[\s:,-]*(?:0x|\\x)?)+$/i.test(input));
  const bytes = isHex
    ? refusing(`Cannot read ${label} as hexadecimal digits`, () => readHex(input.trim()))
    : refusing(`Cannot read ${label} as base64`, () => readBase64(input, { strict: false }));
  return { bytes, label };
}

/** JSON as a text, or as a file where a file came in. Throws LIMIT_EXCEEDED. */
export function jsonResult<Data>(value: JsonValue, { files: [upload] }: BinaryRun, style: JsonStyle): ToolResult<Data> {
  const written = writeJson(value, style);
  if (upload === undefined) return jsonText(written);
  const bytes = Buffer.from(written);
  checkFileSize(bytes, 'standard');
  return file(renamed(upload.name, '.json'), JSON_MIME, bytes);
}

/** JSON of `input` or a file, encoded: as digits where it was text, as a binary file where it was a file. */
export async function encodeJson<Data>(
  run: BinaryRun,
  encoding: 'auto' | 'hex' | 'base64',
  { name, extension, mime, encode }: BinaryFormat,
): Promise<ToolResult<Data>> {
  const source = await readTextSource(run);
  const value = readJson(source.text, source.label);
  const bytes = refusing(`Cannot write ${source.label} as ${name}`, () => encode(value));
  if (source.file === undefined)
    return textResult(Buffer.from(bytes).toString(encoding === 'base64' ? 'base64' : 'hex'));
  checkFileSize(bytes, 'standard');
  return file(renamed(source.file.name, extension), mime, bytes);
}
