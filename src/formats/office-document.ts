import { quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { ContentFault } from '../lib/faults.js';
import { isCompoundFile } from '../lib/office/compound-file.js';
import { decryptOffice } from '../lib/office/decrypt.js';
import { OfficePackage } from '../lib/office/package.js';

/** Endings of Office documents that are packages of parts. */
export const OFFICE_FILES = [
  '.docx',
  '.docm',
  '.dotx',
  '.xlsx',
  '.xlsm',
  '.xltx',
  '.pptx',
  '.pptm',
  '.ppsx',
  '.odt',
  '.ods',
  '.odp',
  '.odg',
] as const;

/** Works on the parts of a caller's document. Throws INVALID_INPUT, naming it, where it is none or its password is wrong; LIMIT_EXCEEDED. */
export const withOfficeDocument = <Result>(
  { name, bytes }: Pick<InputFile, 'name' | 'bytes'>,
  password: string,
  work: (archive: OfficePackage) => Result,
): Result =>
  refusing(`Cannot read file ${quote(name)} as an Office document`, () => {
    const archive = new OfficePackage(isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes);
    if (!archive.has('[Content_Types].xml') && !archive.has('content.xml'))
      throw new ContentFault('it has neither a part [Content_Types].xml nor content.xml');
    return work(archive);
  });
