import { invalid } from '../../core/errors.js';
import type { InputFile } from '../../core/tool.js';
import { readInputBytes } from '../../formats/byte-input.js';

/** Bytes that are hashed, and the name they are told under. */
export interface Content {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface ContentRun {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly options: { readonly inputEncoding: 'text' | 'hex' | 'base64'; readonly charset: string };
}

export const CONTENT_NOTE =
  'Up to 20 files are taken instead of "input", byte for byte; without either, the empty text is used.';

/** Property `input` as bytes, or else each of the files. Throws INVALID_INPUT where both are given or the input is not such bytes. */
export function readContents({ input, files, options }: ContentRun): readonly [Content, ...Content[]] {
  const [first, ...more] = files;
  if (first === undefined) return [{ name: 'input', bytes: readInputBytes(input, options) }];
  if (input !== '') throw invalid('Property "input" must be empty where a file is given');
  return [first, ...more];
}
