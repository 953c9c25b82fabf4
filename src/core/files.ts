import { countCodePoints, hasLoneSurrogate } from '../lib/unicode/code-points.js';

import { FILE_NAME_CHARACTERS } from './limits.js';

/** Why a text cannot be a file name, in the words of a message after `must`; `undefined` when it can. Names are never used as paths. */
export function fileNameFault(name: string): string | undefined {
  if (name === '') return 'not be empty';
  const length = countCodePoints(name);
  if (length > FILE_NAME_CHARACTERS) return `have at most ${FILE_NAME_CHARACTERS} characters, got ${length}`;
  if (hasLoneSurrogate(name)) return 'be well-formed Unicode';
  if (/[/\\]/.test(name) || name === '.' || name === '..') return 'be a file name without a path';
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) return 'have no control characters';
  return undefined;
}

/** The ending of a file name with its dot, in lower case; empty where it has none. `.profile` has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/** The name without its ending. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** `renamed('IMG 1.HEIC', '.jpg')` is `IMG 1.jpg`. */
export function renamed(name: string, extension: string): string {
  return `${stemOf(name)}${extension}`;
}
