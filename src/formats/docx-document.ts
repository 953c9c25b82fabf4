import { quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { type OpenDocx, readDocx } from '../lib/docx/read-docx.js';
import type { Changes } from '../lib/docx/read-runs.js';
import { DocxTemplate } from '../lib/docx-template/fill-docx.js';
import { isCompoundFile } from '../lib/office/compound-file.js';
import { decryptOffice } from '../lib/office/decrypt.js';
import { OfficePackage } from '../lib/office/package.js';

/** Endings of documents that `openDocx` reads. */
export const WORD_FILES = ['.docx', '.docm', '.dotx', '.dotm'] as const;

/** A caller's Word document. Throws INVALID_INPUT, naming it, where it is none or its password is wrong; LIMIT_EXCEEDED. */
const withDocx = <Result>(
  { name, bytes }: Pick<InputFile, 'name' | 'bytes'>,
  password: string,
  work: (bytes: Uint8Array) => Result,
): Result =>
  refusing(`Cannot read file ${quote(name)} as a Word document`, () =>
    work(isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes),
  );

/** A caller's Word document, read. Throws as `withDocx`, LIMIT_EXCEEDED beyond the limits of `readDocx`. */
export const openDocx = (
  file: Pick<InputFile, 'name' | 'bytes'>,
  { password, changes = 'accept' }: { readonly password: string; readonly changes?: Changes },
): OpenDocx => withDocx(file, password, (bytes) => readDocx(bytes, changes));

/** A caller's Word document with placeholders. Throws as `withDocx`, naming the paragraph of a tag that is wrong. */
export const openDocxTemplate = (file: Pick<InputFile, 'name' | 'bytes'>, password: string): DocxTemplate =>
  withDocx(file, password, (bytes) => new DocxTemplate(new OfficePackage(bytes)));
