import { quote } from '../../../core/errors.js';
import { refusing } from '../../../core/refusing.js';
import { ContentFault, LimitFault, PasswordFault } from '../../../lib/faults.js';
import { type PageTree, readPages } from '../pages/pages.js';
import { ReadBudget } from '../syntax/budget.js';
import { PdfDocument } from './document.js';

/** A PDF that a caller has sent: readable, without a password, with at least one page. */
export interface OpenPdf extends PageTree {
  readonly name: string;
  readonly document: PdfDocument;
}

export interface OpenOptions {
  /** Shared by the files of one run. */
  readonly budget?: ReadBudget;
  /**
   * The user's or the owner's, of option `password`; empty opens only files that anybody may read. Left out by tools without that
   * option: refusals then do not name it.
   */
  readonly password?: string;
}

/** An upload. */
export interface SentPdf {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Opens a PDF; a damaged one is repaired, which `document.isRepaired` and `document.warnings` tell.
 * Throws INVALID_INPUT naming the file for what is not a PDF, asks for a password or cannot be repaired, LIMIT_EXCEEDED.
 */
export const openPdf = (file: SentPdf, options: OpenOptions = {}): OpenPdf =>
  readingPdf(file.name, () => readPdf(file, options));

/** The same with faults that name no file: ContentFault, PasswordFault, LimitFault. */
export function readPdf({ name, bytes }: SentPdf, { budget = new ReadBudget(), password }: OpenOptions = {}): OpenPdf {
  if (bytes.length === 0) throw new ContentFault('it is empty');
  const given = password ?? '';
  try {
    const document = PdfDocument.read(bytes, budget, given);
    return { name, document, ...readPages(document) };
  } catch (error) {
    if (error instanceof PasswordFault && password !== undefined) throw namingOption(error);
    // The table may be what is damaged: the objects themselves are looked for once.
    if (!(error instanceof ContentFault) || error instanceof PasswordFault) throw error;
  }
  const document = PdfDocument.recover(bytes, budget, given);
  if (document.isEmpty)
    throw new ContentFault(document.headerVersion === undefined ? 'it is not a PDF file' : 'it has no pages');
  return { name, document, ...readPages(document) };
}

/** The fault in the words of a tool that has option `password`. */
function namingOption(fault: PasswordFault): PasswordFault {
  const { password } = fault;
  if (password === 'none') return fault;
  const message =
    password === 'wrong'
      ? 'the password in option "password" is wrong'
      : 'it is encrypted: give its password in option "password", or remove it with unlock-pdf';
  return new PasswordFault(message, password);
}

/** The same; `undefined` for what is not a PDF that can be read. */
export function tryReadPdf(file: SentPdf, options: OpenOptions): OpenPdf | undefined {
  try {
    return readPdf(file, options);
  } catch (error) {
    if (error instanceof ContentFault || error instanceof LimitFault) return undefined;
    throw error;
  }
}

/** `openPdf`; `undefined` where the file asks for a password, or another one. */
export const openUnlockedPdf = (file: SentPdf, options: OpenOptions): OpenPdf | undefined =>
  readingPdf(file.name, () => {
    try {
      return readPdf(file, options);
    } catch (error) {
      if (error instanceof PasswordFault) return undefined;
      throw error;
    }
  });

/** Runs what reads objects of the PDF `name`: damage that shows only then is the caller's too. */
export const readingPdf = <Result>(name: string, read: () => Result): Result =>
  refusing(`Cannot read PDF ${quote(name)}`, read);
