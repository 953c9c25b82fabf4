import { invalid, quote } from '../../core/index.js';
import type { PdfDocument } from '../../formats/pdf/document/document.js';
import { INFO_NAMES, type InfoName, pdfDate, removeMetadata, setInfo } from '../../formats/pdf/document/metadata.js';
import { PdfDict, PdfName, textString } from '../../formats/pdf/syntax/objects.js';

/** What is shown beside the pages: ISO 32000-2, table 29. */
export const PAGE_MODES = {
  none: 'UseNone',
  outlines: 'UseOutlines',
  thumbnails: 'UseThumbs',
  'full-screen': 'FullScreen',
  layers: 'UseOC',
  attachments: 'UseAttachments',
} as const;

/** How pages are laid out: ISO 32000-2, table 29. */
export const PAGE_LAYOUTS = {
  'single-page': 'SinglePage',
  continuous: 'OneColumn',
  'two-pages': 'TwoPageLeft',
  'two-pages-cover': 'TwoPageRight',
  'two-columns': 'TwoColumnLeft',
  'two-columns-cover': 'TwoColumnRight',
} as const;

const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

interface Request {
  readonly values: Partial<Record<InfoName, string>>;
  readonly entries: readonly (readonly [string, PdfName | ReturnType<typeof textString>])[];
  readonly showTitle: 'keep' | 'yes' | 'no';
  readonly clear: boolean;
}

type Options = Readonly<Record<InfoName | 'remove' | 'language', string>> & {
  readonly pageMode: keyof typeof PAGE_MODES | 'keep';
  readonly pageLayout: keyof typeof PAGE_LAYOUTS | 'keep';
  readonly showTitle: 'keep' | 'yes' | 'no';
  readonly clear: boolean;
};

/** What the options ask for. Throws INVALID_INPUT where that is nothing, or wrong. */
export function requestOf(options: Options): Request {
  const values: Partial<Record<InfoName, string>> = {};
  for (const name of INFO_NAMES) {
    if (options[name] !== '') values[name] = options[name];
  }
  for (const name of ['creationDate', 'modificationDate'] as const) {
    if (options[name] !== '' && pdfDate(options[name]) === undefined) {
      throw invalid(`Option "${name}" must be a date such as 2026-01-31T12:00:00Z, got ${quote(options[name])}`);
    }
  }
  for (const part of options.remove.split(',').map((name) => name.trim())) {
    if (part === '') continue;
    const name = INFO_NAMES.find((known) => known === part);
    if (name === undefined) {
      throw invalid(`Option "remove" must list entries from ${INFO_NAMES.join(', ')}, got ${quote(part)}`);
    }
    values[name] ??= '';
  }
  const entries: [string, PdfName | ReturnType<typeof textString>][] = [];
  if (options.language !== '') {
    if (!LANGUAGE.test(options.language)) {
      throw invalid(`Option "language" must be a language tag such as en or pt-BR, got ${quote(options.language)}`);
    }
    entries.push(['Lang', textString(options.language)]);
  }
  if (options.pageMode !== 'keep') entries.push(['PageMode', new PdfName(PAGE_MODES[options.pageMode])]);
  if (options.pageLayout !== 'keep') entries.push(['PageLayout', new PdfName(PAGE_LAYOUTS[options.pageLayout])]);
  const { showTitle, clear } = options;
  if (Object.keys(values).length + entries.length === 0 && showTitle === 'keep' && !clear) {
    throw invalid('At least one option that changes something must be set, such as "title"');
  }
  return { values, entries, showTitle, clear };
}

/** Changes information dictionary, XMP metadata and catalog. */
export function change(document: PdfDocument, { values, entries, showTitle, clear }: Request): void {
  const { catalog } = document;
  if (clear) removeMetadata(document);
  if (Object.keys(values).length > 0) setInfo(document, values);
  for (const [key, value] of entries) catalog.set(key, value);
  if (showTitle === 'keep') return;
  const preferences = document.getDict(catalog, 'ViewerPreferences') ?? new PdfDict();
  catalog.set('ViewerPreferences', preferences.set('DisplayDocTitle', showTitle === 'yes'));
}
