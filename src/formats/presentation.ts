import { quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { PptxTemplate } from '../lib/docx-template/fill-pptx.js';
import type { Delimiters } from '../lib/docx-template/read-template.js';
import { isCompoundFile } from '../lib/office/compound-file.js';
import { decryptOffice } from '../lib/office/decrypt.js';
import { OfficePackage } from '../lib/office/package.js';
import { readPptx, type Slide } from '../lib/pptx/read-pptx.js';

/** Endings of presentations that `openPptx` reads. */
export const PRESENTATION_FILES = ['.pptx', '.pptm', '.ppsx', '.potx'] as const;

const withPptx = <Result>(
  { name, bytes }: Pick<InputFile, 'name' | 'bytes'>,
  password: string,
  work: (bytes: Uint8Array) => Result,
): Result =>
  refusing(`Cannot read file ${quote(name)} as a presentation`, () =>
    work(isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes),
  );

/**
 * The slides of a caller's presentation. Throws INVALID_INPUT, naming it, where it is none or its password is wrong; LIMIT_EXCEEDED beyond
 * the limits of `readPptx`.
 */
export const openPptx = (file: InputFile, password: string): Slide[] => withPptx(file, password, readPptx);

/** A caller's presentation with placeholders. Throws as `openPptx`, naming the slide and paragraph of a tag that is wrong. */
export const openPptxTemplate = (file: InputFile, password: string, delimiters: Delimiters): PptxTemplate =>
  withPptx(file, password, (bytes) => new PptxTemplate(new OfficePackage(bytes), delimiters));
