import { quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { type OpenDocx, readDocx } from '../lib/docx/read-docx.js';
import type { Changes } from '../lib/docx/read-runs.js';
import { isCompoundFile } from '../lib/office/compound-file.js';
import { decryptOffice } from '../lib/office/decrypt.js';

/** Endings of documents that `openDocx` reads. */
export const WORD_FILES = ['.docx', '.docm', '.dotx', '.dotm'] as const;

/**
 * A Word document of a caller. Throws INVALID_INPUT, naming it, where it is none or its password is wrong; LIMIT_EXCEEDED beyond the
 * limits of `readDocx`.
 */
export function openDocx(
  { name, bytes }: Pick<InputFile, 'name' | 'bytes'>,
  { password, changes = 'accept' }: { readonly password: string; readonly changes?: Changes },
): OpenDocx {
  return refusing(`Cannot read file ${quote(name)} as a Word document`, () =>
    readDocx(isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes, changes),
  );
}
