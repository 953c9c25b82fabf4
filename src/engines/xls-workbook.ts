import { ContentFault } from '../lib/faults.js';

/** A sheet of a workbook of Excel 97 to 2003: rows of values, dates as serials of 1900. */
export interface XlsSheet {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | boolean | Date | null)[])[];
  readonly merged: readonly {
    readonly top: number;
    readonly left: number;
    readonly bottom: number;
    readonly right: number;
  }[];
}

/**
 * The values of a binary workbook (BIFF8), formulas as what they last gave. Throws ContentFault where it is none, damaged or
 * encrypted.
 */
export async function readXls(bytes: Uint8Array): Promise<XlsSheet[]> {
  const { readXls: read, EncryptedFileError } = await import('hucre');
  try {
    const { sheets } = await read(bytes);
    return sheets.map(({ name, rows, merges = [] }) => ({
      name,
      rows: rows as XlsSheet['rows'],
      merged: merges.map(({ startRow, startCol, endRow, endCol }) => ({
        top: startRow,
        left: startCol,
        bottom: endRow,
        right: endCol,
      })),
    }));
  } catch (error) {
    // Whatever it is that a damaged file led to, the file is what is wrong.
    const isEncrypted = error instanceof EncryptedFileError;
    const what = isEncrypted ? 'it is encrypted, which is supported for Office 2007 and later only' : 'it is damaged';
    throw new ContentFault(what, what, undefined, { cause: error });
  }
}
