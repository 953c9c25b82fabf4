import { invalid, quote } from '../../core/errors.js';
import type { InputFile } from '../../core/tool.js';
import { type PkiObject, readPkiObjects } from './read.js';

/** Everything in `input` and the uploads, in this order. Throws INVALID_INPUT where there is neither, or one cannot be read. */
export function readPkiSources(input: string, files: readonly InputFile[]): PkiObject[] {
  if (input.trim() === '' && files.length === 0)
    throw invalid('Property "input" must not be empty where no file is given');
  const pasted = input.trim() === '' ? [] : readPkiObjects(input, 'property "input"');
  return [...pasted, ...files.flatMap(({ name, bytes }) => readPkiObjects(bytes, `file ${quote(name)}`))];
}
