import { type InputFile, invalid } from '../../core/index.js';
import { readInputBytes } from '../../formats/byte-input.js';

interface Content {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly options: { readonly inputEncoding: 'text' | 'hex' | 'base64'; readonly charset: string };
}

/** What is signed: `input`, which may be empty, or the first file. */
export function signedBytes({ input, files: [file], options }: Content): Uint8Array {
  if (file === undefined) return readInputBytes(input, options);
  if (input !== '') throw invalid('Property "input" must be empty where a file is given');
  return file.bytes;
}
