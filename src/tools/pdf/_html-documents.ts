import { extensionOf, renamed } from '../../core/files.js';
import { type InputFile, invalid, quote } from '../../core/index.js';
import type { WebFile } from '../../engines/chromium/print-page.js';
import { typeOfExtension } from '../../lib/files/file-types.data.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

export const HTML_ENDINGS = ['.html', '.htm', '.xhtml'] as const;
export const OTHER_ENDINGS = [
  ...['.css', '.svg', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.bmp', '.ico'],
  ...['.woff2', '.woff', '.ttf', '.otf'],
] as const;

/** A document and how it is named in messages and results. */
interface HtmlDocument {
  readonly label: string;
  readonly name: string;
  readonly pdfName: string;
  readonly file: WebFile;
}

/** The documents to print: the input, or each HTML file. Throws INVALID_INPUT for both, or none. */
export function documentsOf(input: string, files: readonly InputFile[]): HtmlDocument[] {
  const uploads = files.filter(({ name }) => (HTML_ENDINGS as readonly string[]).includes(extensionOf(name)));
  if (input !== '' && uploads.length > 0) throw invalid('Property "input" must be empty where an HTML file is given');
  if (input === '' && files.length === 0) throw invalid('Property "input" must not be empty where no file is given');
  if (input === '' && uploads.length === 0)
    throw invalid('Property "files" must have an HTML file where "input" is empty, got none');
  if (input !== '') {
    const file = { bytes: Buffer.from(input), type: 'text/html;charset=utf-8' };
    return [{ label: 'property "input"', name: 'document.html', pdfName: 'document.pdf', file }];
  }
  const pdfNames = withDistinctNames(uploads.map(({ name }) => ({ name: renamed(name, '.pdf') })));
  return uploads.map((upload, i) => {
    const { name } = upload;
    return { label: `file ${quote(name)}`, name, pdfName: pdfNames[i]?.name ?? '', file: webFile(upload) };
  });
}

/** A file with the type that its ending says. HTML says itself how it is encoded, or the browser finds out. */
export function webFile({ name, bytes }: InputFile): WebFile {
  const ending = extensionOf(name).slice(1);
  const type = ending === 'htm' ? 'text/html' : (typeOfExtension(ending)?.mime ?? 'application/octet-stream');
  return { bytes, type };
}
