import { quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { isCompoundFile } from '../lib/office/compound-file.js';
import { decryptOffice } from '../lib/office/decrypt.js';
import { readPptx, type Slide } from '../lib/pptx/read-pptx.js';

/** Endings of presentations that `openPptx` reads. */
export const PRESENTATION_FILES = ['.pptx', '.pptm', '.ppsx', '.potx'] as const;

/**
 * The slides of a caller's presentation. Throws INVALID_INPUT, naming it, where it is none or its password is wrong; LIMIT_EXCEEDED beyond
 * the limits of `readPptx`.
 */
export const openPptx = ({ name, bytes }: Pick<InputFile, 'name' | 'bytes'>, password: string): Slide[] =>
  refusing(`Cannot read file ${quote(name)} as a presentation`, () =>
    readPptx(isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes),
  );
