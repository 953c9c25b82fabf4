import { isUtf8 } from 'node:buffer';

import { invalid, quote } from '../../core/errors.js';
import { extensionOf, stemOf } from '../../core/files.js';
import { file, type OutputFile, type ToolResult, text } from '../../core/results.js';
import type { FileRule, InputFile } from '../../core/tool.js';
import { detectFileKind } from '../../engines/file-kind.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';
import { bytesToText, readWith } from '../byte-input.js';

/** Of tools that encrypt or decrypt a text, or one file instead. */
export const ONE_FILE = { min: 0, max: 1, formats: ['*'] } as const satisfies FileRule;

interface Source {
  readonly input: string;
  readonly files: readonly InputFile[];
}

/** The only file, `undefined` where `input` is meant. Throws INVALID_INPUT where both are given. */
export function onlyFile({ input, files }: Source): InputFile | undefined {
  const [upload] = files;
  if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
  return upload;
}

export type WrittenAs = 'auto' | 'base64' | 'hex';

/** Bytes written in base64 (either alphabet, padded or not) or hexadecimal, told apart by their digits where `from` is `auto`. */
export function readWrittenBytes(input: string, from: WrittenAs): Uint8Array {
  // A log or a mail may have quoted it.
  const given = input
    .replace(/^(?:> ?)+/gm, '')
    .trim()
    .replace(/^(["'`])([\s\S]*)\1$/, '$2');
  const digits = given.replace(/[\s:]/g, '');
  const isHex = from === 'hex' || (from === 'auto' && /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(digits));
  return isHex
    ? readWith(given, 'hexadecimal digits', readHex)
    : readWith(given, 'base64', (value) => readBase64(value, { strict: false }));
}

/** Decrypted bytes as a text or, where they are not, as a file; of an upload always as a file. */
export async function plainResult(
  bytes: Uint8Array,
  {
    upload,
    charset,
    encoding,
  }: { readonly upload: InputFile | undefined; readonly charset: string; readonly encoding: 'text' | 'base64' | 'hex' },
): Promise<ToolResult<never>> {
  if (encoding !== 'text') return text(Buffer.from(bytes).toString(encoding));
  if (upload !== undefined) {
    const output = await decryptedFile(upload.name, bytes);
    return file(output.name, output.mime, output.bytes);
  }
  const readable = readableText(bytes, charset);
  if (readable === undefined) {
    const kind = await detectFileKind(bytes);
    return file(`decrypted${kind?.extension ?? '.bin'}`, kind?.mime ?? 'application/octet-stream', bytes);
  }
  return text(readable);
}

/** Decrypted bytes as text; `undefined` where they are not UTF-8. Throws INVALID_INPUT where they are not valid in another charset. */
export const readableText = (bytes: Uint8Array, charset: string): string | undefined =>
  /^utf-?8$/i.test(charset) && !isUtf8(bytes) ? undefined : bytesToText(bytes, charset);

const ENCRYPTED_ENDINGS = new Set([
  '.age',
  '.enc',
  '.aes',
  '.gpg',
  '.pgp',
  '.asc',
  '.vault',
  '.crypt',
  '.encrypted',
  '.jwe',
]);

/** `photo.png.age` gives `photo.png`; a name that does not say what is inside gets the ending of the content. */
export async function decryptedFile(name: string, bytes: Uint8Array): Promise<OutputFile> {
  const kind = await detectFileKind(bytes);
  const mime = kind?.mime ?? 'application/octet-stream';
  const isMarked = ENCRYPTED_ENDINGS.has(extensionOf(name));
  const stem = isMarked ? stemOf(name) : `${stemOf(name)}-decrypted`;
  const extension = isMarked && extensionOf(stem) !== '' ? '' : (kind?.extension ?? '.bin');
  return { name: `${stem}${extension}`, mime, bytes };
}

/** How messages name the content: `property "input"` or `file "a.enc"`. */
export const labelOf = (upload: InputFile | undefined): string =>
  upload === undefined ? 'property "input"' : `file ${quote(upload.name)}`;
