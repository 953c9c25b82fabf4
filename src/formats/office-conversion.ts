import { quote, ToolError } from '../core/errors.js';
import { extensionOf, stemOf } from '../core/files.js';
import { refusing } from '../core/refusing.js';
import type { InputFile, Settings } from '../core/tool.js';
import { convertDocuments } from '../engines/libreoffice/convert.js';
import { ContentFault } from '../lib/faults.js';
import { CompoundFile, isCompoundFile } from '../lib/office/compound-file.js';
import { decryptOffice } from '../lib/office/decrypt.js';

/** A run of a tool that stands on LibreOffice. */
interface OfficeRun {
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
  readonly scratch: string | undefined;
  readonly settings: Settings;
}

export interface OfficeConversion {
  /** Ending and filter, as LibreOffice's `--convert-to` takes them. */
  readonly to: string;
  /** Filter to read with, where the content does not decide. */
  readonly from?: string;
  readonly password: string;
  /** What the content must be, for messages: `a Word document`. */
  readonly kind: string;
  /** Makes what is converted of what was sent. */
  readonly prepare?: (bytes: Uint8Array, ending: string) => Uint8Array;
}

const TEXTS = new Set(['.txt', '.csv', '.tsv', '.html', '.htm', '.md', '.xhtml']);
const ZIP = 'PK\u0003\u0004';

/** Documents are told by their content: a name alone would have LibreOffice guess. Throws ContentFault. */
function checkContent(bytes: Uint8Array, ending: string): void {
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  if (ending === '.rtf' ? start === '{\\rtf' : TEXTS.has(ending)) return;
  if (start.startsWith(ZIP) || isCompoundFile(bytes)) return;
  // Word saves RTF under the name of its documents.
  if ((ending === '.doc' || ending === '.dot') && start === '{\\rtf') return;
  throw new ContentFault(
    ending === '.rtf' ? 'it does not begin with {\\rtf' : 'it is neither a ZIP archive nor a compound file',
  );
}

const plain = (bytes: Uint8Array, password: string): Uint8Array =>
  isCompoundFile(bytes) && new CompoundFile(bytes).read('EncryptedPackage') !== undefined
    ? decryptOffice(bytes, password)
    : bytes;

/**
 * Converts each upload, all in one start of LibreOffice; gives a function that tells what became of one. It throws INVALID_INPUT, naming
 * the file, where it is not of its kind or cannot be converted.
 */
export async function convertByOffice(
  { files, signal, scratch, settings }: OfficeRun,
  { to, from, password, kind, prepare = (bytes) => bytes }: OfficeConversion,
): Promise<(index: number) => Buffer> {
  const program = settings.libreofficePath;
  if (program === undefined || scratch === undefined) throw new Error('needs LibreOffice and a scratch folder');
  const sentence = (name: string): string => `Cannot read file ${quote(name)} as ${kind}`;
  const ready = files.map(({ name, bytes }) => {
    const ending = extensionOf(name);
    try {
      return refusing(sentence(name), () => {
        checkContent(bytes, ending);
        return { stem: stemOf(name), ending, bytes: prepare(plain(bytes, password), ending) };
      });
    } catch (error) {
      // Told where this upload's turn comes; the others are converted.
      if (error instanceof ToolError) return error;
      throw error;
    }
  });
  const documents = ready.filter((one): one is Exclude<typeof one, ToolError> => !(one instanceof ToolError));
  const made =
    documents.length === 0
      ? []
      : await refusing('Cannot convert the documents', () =>
          convertDocuments({ program, scratch, signal, to, ...(from === undefined ? {} : { from }), documents }),
        );
  let next = 0;
  const outcomes = ready.map((one) => (one instanceof ToolError ? one : made[next++]));
  return (index) => {
    const outcome = outcomes[index];
    if (outcome instanceof ToolError) throw outcome;
    if (outcome !== undefined) return outcome;
    const name = files[index]?.name ?? '';
    return refusing(sentence(name), () => {
      throw new ContentFault('it is damaged, encrypted or in a version that is not supported');
    });
  };
}
