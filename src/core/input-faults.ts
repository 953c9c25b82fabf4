import { countCodePoints, exceedsCodePoints, hasLoneSurrogate } from '../lib/unicode/code-points.js';
import { byteSize } from './byte-size.js';

import { invalid, overLimit, quote, type ToolError } from './errors.js';
import { extensionOf, fileNameFault } from './files.js';
import { INPUT_CHARACTERS } from './limits.js';
import type { FileRule, Tool } from './tool.js';

/** Why a tool cannot take a text, as the caller is told; `undefined` when it can. `takesFiles`: beside the text, not instead of it. */
export function inputFault(rule: Tool['input'], text: string, takesFiles = false): ToolError | undefined {
  if (exceedsCodePoints(text, INPUT_CHARACTERS)) {
    return overLimit(`Property "input" has ${countCodePoints(text)} characters, the limit is ${INPUT_CHARACTERS}`);
  }
  if (hasLoneSurrogate(text)) return invalid('Property "input" must be well-formed Unicode, got a lone surrogate');
  if (text !== '' || rule !== 'required') return undefined;
  return invalid(`Property "input" must not be empty${takesFiles ? ', a file does not replace it' : ''}`);
}

/** Why a tool cannot take so many files. */
export function fileCountFault({ min, max }: FileRule, count: number): ToolError | undefined {
  if (count > max) return invalid(`Property "files" must have at most ${countOfFiles(max)}, got ${count}`);
  if (count < min) return invalid(`Property "files" must have at least ${countOfFiles(min)}, got ${count}`);
  return undefined;
}

const countOfFiles = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** Why a tool cannot take a file of this name; `where` is the file's place in the request, such as `files[0]`. */
export function fileFault(id: string, { formats }: FileRule, name: string, where: string): ToolError | undefined {
  const fault = fileNameFault(name);
  if (fault !== undefined) return invalid(`Property "${where}.name" must ${fault}`);
  if (formats.includes('*') || formats.includes(extensionOf(name))) return undefined;
  return invalid(`File ${quote(name)} is not of a format that ${id} takes: ${formats.join(', ')}`);
}

/** Why a tool cannot take so many bytes of files. */
export function filesSizeFault(limit: number, total: number): ToolError | undefined {
  return total > limit
    ? overLimit(`Property "files" has ${byteSize(total)} decoded, the limit is ${byteSize(limit)}`)
    : undefined;
}
