import { type InputFile, invalid, quote } from '../../core/index.js';

/** Key material of a run, and how messages name it. */
export interface KeySource {
  readonly source: string | Uint8Array;
  readonly label: string;
  /** Name of the upload; empty where it was pasted. */
  readonly name: string;
}

/** The key material of `input` or of one file. Throws INVALID_INPUT where both or none are given. */
export function keySource({
  input,
  files,
}: {
  readonly input: string;
  readonly files: readonly InputFile[];
}): KeySource {
  const [file] = files;
  if (file !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
  if (file !== undefined) return { source: file.bytes, label: `file ${quote(file.name)}`, name: file.name };
  if (input === '') throw invalid('Property "input" or a file must hold a key');
  return { source: input, label: 'property "input"', name: '' };
}
