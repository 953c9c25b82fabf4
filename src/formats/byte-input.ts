import { refusing } from '../core/refusing.js';
import { decodeTextAs, encodeTextAs } from '../engines/text/text-encoding.js';
import { readBase64, readHex } from '../lib/bytes/byte-text.js';

interface ByteInput {
  readonly inputEncoding: 'text' | 'hex' | 'base64';
  readonly charset: string;
}

/** The bytes that property `input` stands for. Throws INVALID_INPUT with line, column and pointer. */
export function readInputBytes(input: string, { inputEncoding, charset }: ByteInput): Uint8Array {
  if (inputEncoding === 'text') return encodeTextAs(input, charset, 'property "input"', 'charset');
  const [name, read] = READERS[inputEncoding];
  return readWith(input, name, read);
}

const READERS = {
  hex: ['hexadecimal digits', readHex],
  base64: ['base64', (text: string) => readBase64(text, { strict: false })],
} as const;

/** Calls a reader of `lib/bytes` on property `input`. */
export function readWith(input: string, name: string, read: (text: string) => Uint8Array): Uint8Array {
  return refusing(`Cannot read property "input" as ${name}`, () => read(input));
}

/** Bytes that came out of a text, as text. Throws INVALID_INPUT, naming the byte, where they are not valid in the charset. */
export const bytesToText = (bytes: Uint8Array, charset: string): string =>
  decodeTextAs(bytes, charset, 'the decoded bytes as text', 'charset').text;
