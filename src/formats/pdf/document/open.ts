import { invalid, quote, ToolError } from '../../../core/errors.js';
import { type PageTree, readPages } from '../pages/pages.js';
import { ReadBudget } from '../syntax/budget.js';
import { PasswordNeeded } from '../syntax/encryption.js';
import { PdfDamage } from '../syntax/objects.js';
import { PdfDocument } from './document.js';

/** A PDF that a caller has sent: readable, without a password, with at least one page. */
export interface OpenPdf extends PageTree {
  readonly name: string;
  readonly document: PdfDocument;
}

export interface OpenOptions {
  /** Shared by the files of one run. */
  readonly budget?: ReadBudget;
  /** The user's or the owner's; without one only files that anybody may read are opened. */
  readonly password?: string;
}

/**
 * Opens a PDF; a damaged one is repaired, which `document.isRepaired` and `document.warnings` tell.
 *  Throws INVALID_INPUT naming the file for what is no PDF, asks for a password or cannot be repaired.
 */
export function openPdf(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  { budget = new ReadBudget(), password = '' }: OpenOptions = {},
): OpenPdf {
  return naming(name, () => {
    if (bytes.length === 0) throw new PdfDamage('it is empty');
    try {
      const document = PdfDocument.read(bytes, budget, password);
      return { name, document, ...readPages(document) };
    } catch (error) {
      // The table may be what is damaged: the objects themselves are looked for once.
      if (!(error instanceof PdfDamage)) throw error;
    }
    const document = PdfDocument.recover(bytes, budget, password);
    if (document.isEmpty)
      throw new PdfDamage(document.headerVersion === undefined ? 'it is no PDF' : 'it has no pages');
    return { name, document, ...readPages(document) };
  });
}

/** Runs what reads objects of the file `name`; damage that shows only then is the caller's too. */
export function naming<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PasswordNeeded) {
      const reason = error.isTried
        ? 'it is encrypted with another password'
        : 'it is encrypted with a password and must be unlocked first';
      throw invalid(`Cannot read PDF ${quote(name)}: ${reason}`, error);
    }
    if (error instanceof PdfDamage) throw invalid(`Cannot read PDF ${quote(name)}: ${error.message}`, error);
    if (error instanceof ToolError && error.code === 'LIMIT_EXCEEDED') {
      throw new ToolError('LIMIT_EXCEEDED', `${error.message}: ${quote(name)} has more`, { cause: error });
    }
    throw error;
  }
}
