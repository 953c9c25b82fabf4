import { invalid, overLimit, quote } from '../../../core/errors.js';
import { compileLinePatterns } from '../../../engines/text/regular-expressions.js';
import { isBlank } from '../../../lib/page-text/words.js';
import type { PdfDocument } from '../document/document.js';
import type { OpenPdf } from '../document/open.js';
import { saysAnything } from '../document/string-cleaner.js';
import { contentBytes, operationsOf } from '../pages/content.js';
import { PageSpace } from '../pages/page-space.js';
import type { PdfPage } from '../pages/pages.js';
import { usedResources } from '../pages/resources.js';
import { PdfDict } from '../syntax/objects.js';
import { SyntaxReader } from '../syntax/syntax.js';
import { withPageContents } from './page-content.js';
import type { PageRedaction, RedactionSettings } from './redacted-page.js';
import {
  cleaner,
  type FoundOnPage,
  findOn,
  type RedactionSearch,
  type SearchPattern,
  saysAnywhere,
  wordsOfPage,
} from './redaction-search.js';

/** Pages that become pictures. */
const MAX_PAGES = 100;
/** All pages that become pictures together. Measured: at 200 dots per inch a page takes 0.4 s. */
const MAX_PIXELS = 400_000_000;

/** Pages that become pictures, and their pixels. */
export interface Redacted {
  readonly pages: number;
  readonly pixels: number;
}

/** What is found in a document, and what is to be done about it. */
interface FoundRedactions {
  readonly found: readonly FoundOnPage[];
  /** Of this document and those before it. */
  readonly redacted: Redacted;
  /** Pages, from 1, on which no text can be found. */
  readonly withoutText: readonly number[];
  readonly plan: RedactionPlan;
  /** A text without what is to go, words below boxes included. */
  readonly clean: (text: string) => string;
}

/**
 * Looks for what is to go in a whole document, opened from `bytes`; `before` are the pages of documents before it. Throws INVALID_INPUT where nothing of it is there, LIMIT_EXCEEDED for
 * too many pages or pixels, naming the file.
 */
export async function findRedactions(
  pdf: OpenPdf,
  bytes: Uint8Array,
  wanted: Omit<RedactionSearch, 'clean'>,
  before: Redacted,
  signal: AbortSignal,
): Promise<FoundRedactions> {
  const { document } = pdf;
  const { patterns, dpi } = wanted;
  const search = { ...wanted, clean: cleaner(patterns) };
  const found: FoundOnPage[] = [];
  const withoutText: number[] = [];
  let { pixels } = before;
  return await withPageContents(pdf, bytes, (read, renderer) => {
    for (const page of pdf.pages) {
      signal.throwIfAborted();
      const content = read(page.index, { everything: true });
      const one = findOn(document, page, content, new PageSpace(renderer.view(page.index)), search);
      if (one === undefined) {
        if (content.glyphs.every(isBlank)) withoutText.push(page.index + 1);
        continue;
      }
      found.push(one);
      const size = renderer.size(page.index, dpi);
      pixels += size.width * size.height;
      if (before.pages + found.length > MAX_PAGES || pixels > MAX_PIXELS) {
        throw overLimit(
          `Redacted pages ${before.pages === 0 ? 'of' : 'up to'} PDF ${quote(pdf.name)} must be at most ${MAX_PAGES}, with at most ${MAX_PIXELS} pixels in all: page ${page.index + 1} is over it`,
        );
      }
    }
    if (found.length === 0 && !saysAnywhere(document, search.clean)) {
      throw invalid(`Cannot redact PDF ${quote(pdf.name)}: it has no match`);
    }
    const clean = cleaner([...patterns, ...patternsBelow(found)]);
    const redactions = found.map(({ redaction }) => redaction);
    const plan = planRedaction(pdf, redactions, clean, ({ index }) => {
      const space = new PageSpace(renderer.view(index));
      return { space, words: wordsOfPage(read(index), space, dpi) };
    });
    return { found, redacted: { pages: before.pages + found.length, pixels }, withoutText, plan, clean };
  });
}

/** Words below boxes are looked for in titles, notes and outline too. */
function patternsBelow(found: readonly FoundOnPage[]): SearchPattern[] {
  const words = [...new Set(found.flatMap(({ texts }) => texts))];
  if (words.length === 0) return [];
  return [compileLinePatterns(words.join('\n'), { regex: false, caseSensitive: false, wholeWord: true })];
}

/** All pages that become pictures, and what the others keep of their resources. */
export interface RedactionPlan {
  readonly redactions: readonly PageRedaction[];
  readonly resources: ReadonlyMap<PdfPage, PdfDict>;
  /** Pages, from 1, that become pictures only because their resources cannot be told from those of redacted pages. */
  readonly alsoDrawn: readonly number[];
}

/** Plans what `redactPdf` does. `shown` gives the place and the words of a page of which nothing is to go. */
function planRedaction(
  { document, pages }: OpenPdf,
  found: readonly PageRedaction[],
  clean: RedactionSettings['clean'],
  shown: (page: PdfPage) => Pick<PageRedaction, 'space' | 'words'>,
): RedactionPlan {
  const byPage = new Map(found.map((redaction) => [redaction.page.dict, redaction]));
  const resources = new Map<PdfPage, PdfDict>();
  const alsoDrawn: number[] = [];
  for (const page of pages) {
    if (byPage.has(page.dict)) continue;
    const own = ownResources(document, page);
    if (own !== undefined && !contentSays(document, page, clean)) {
      resources.set(page, own);
      continue;
    }
    alsoDrawn.push(page.index + 1);
    byPage.set(page.dict, { page, rectangles: [], ...shown(page) });
  }
  return { redactions: [...byPage.values()], resources, alsoDrawn };
}

/** The resources that the page's content names; `undefined` where that cannot be told. */
function ownResources(document: PdfDocument, page: PdfPage): PdfDict | undefined {
  if (contentBytes(document, page.dict.get('Contents')) === undefined && page.dict.has('Contents')) return undefined;
  const all = document.resolve(page.dict.get('Resources') ?? page.inherited.get('Resources'));
  const used = document.resolve(usedResources(document, page));
  if (used === null) return new PdfDict();
  // The same list means that it was not gone through.
  return used instanceof PdfDict && used !== all ? used : undefined;
}

/** Whether marked content says what is to go in words that are not drawn: the text that stands for pictures, expansions. */
function contentSays(document: PdfDocument, page: PdfPage, clean: (text: string) => string): boolean {
  const bytes = contentBytes(document, page.dict.get('Contents'));
  // Most pages have none: looking for the letters is quick.
  if (bytes === undefined || !(bytes.includes('BDC') || bytes.includes('DP'))) return false;
  const reader = new SyntaxReader(bytes);
  for (const { operator, operands } of operationsOf(reader)) {
    const [, properties] = operands;
    if (operator !== 'BDC' && operator !== 'DP') continue;
    if (properties instanceof PdfDict && saysAnything(document, properties, clean)) return true;
  }
  // What was not read may say it.
  return reader.position < bytes.length;
}
