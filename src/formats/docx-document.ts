import { quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { decodeWith } from '../engines/text/text-encoding.js';
import type { DocxDocument } from '../lib/docx/model.js';
import { type OpenDocx, readDocx } from '../lib/docx/read-docx.js';
import type { Changes } from '../lib/docx/read-runs.js';
import { DocxTemplate } from '../lib/docx-template/fill-docx.js';
import { readOdt } from '../lib/odt/read-odt.js';
import { isCompoundFile } from '../lib/office/compound-file.js';
import { decryptOffice } from '../lib/office/decrypt.js';
import { OfficePackage } from '../lib/office/package.js';
import { type RtfDocument, readRtf } from '../lib/rtf/read-rtf.js';

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
export const openDocxTemplate = (
  file: Pick<InputFile, 'name' | 'bytes'>,
  { password, delimiters }: { readonly password: string; readonly delimiters: readonly [open: string, close: string] },
): DocxTemplate => withDocx(file, password, (bytes) => new DocxTemplate(new OfficePackage(bytes), delimiters));

/** A caller's OpenDocument text. Throws INVALID_INPUT, naming it, where it is none or encrypted; LIMIT_EXCEEDED. */
export const openOdt = ({ name, bytes }: Pick<InputFile, 'name' | 'bytes'>): DocxDocument =>
  refusing(`Cannot read file ${quote(name)} as an OpenDocument text`, () => readOdt(bytes));

/** A caller's document in Rich Text Format, and what it says of itself. Throws as `openOdt`. */
export const openRtf = ({ name, bytes }: Pick<InputFile, 'name' | 'bytes'>): RtfDocument =>
  refusing(`Cannot read file ${quote(name)} as Rich Text Format`, () => readRtf(bytes, decodeWith));
