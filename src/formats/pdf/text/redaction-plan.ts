import { invalid, overLimit, quote } from '../../../core/errors.js';
import { compileLinePatterns, type TextPattern } from '../../../engines/text/regular-expressions.js';
import { isBlank } from '../../../lib/page-text/words.js';
import type { OpenPdf } from '../document/open.js';
import { PageSpace } from '../pages/page-space.js';
import { withPageContents } from './page-content.js';
import { planRedaction, type RedactionPlan } from './redact.js';
import {
  cleaner,
  type FoundOnPage,
  findOn,
  type RedactionSearch,
  saysAnywhere,
  wordsOfPage,
} from './redaction-search.js';

/** Pages that become pictures. */
const MAX_PAGES = 100;
/** All pages that become pictures together. Measured: at 200 dots per inch a page takes 0.4 s. */
const MAX_PIXELS = 400_000_000;

/** What is found in a document, and what is to be done about it. */
interface FoundRedactions {
  readonly found: readonly FoundOnPage[];
  /** Pages, from 1, on which no text can be found. */
  readonly withoutText: readonly number[];
  readonly plan: RedactionPlan;
  /** A text without what is to go, words below boxes included. */
  readonly clean: (text: string) => string;
}

/**
 * Looks for what is to go in a whole document, opened from `bytes`. Throws INVALID_INPUT where nothing of it is there, LIMIT_EXCEEDED for
 * too many pages or pixels, naming the file.
 */
export async function findRedactions(
  pdf: OpenPdf,
  bytes: Uint8Array,
  wanted: Omit<RedactionSearch, 'clean'>,
  signal: AbortSignal,
): Promise<FoundRedactions> {
  const { document } = pdf;
  const { patterns, dpi } = wanted;
  const search = { ...wanted, clean: cleaner(patterns) };
  const found: FoundOnPage[] = [];
  const withoutText: number[] = [];
  let pixels = 0;
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
      if (found.length > MAX_PAGES || pixels > MAX_PIXELS) {
        throw overLimit(
          `Redacted pages of PDF ${quote(pdf.name)} must be at most ${MAX_PAGES}, with at most ${MAX_PIXELS} pixels in all: page ${page.index + 1} is over it`,
        );
      }
    }
    if (found.length === 0 && !saysAnywhere(document, search.clean)) {
      throw invalid(`Cannot redact PDF ${quote(pdf.name)}: nothing of what is to be removed is in it`);
    }
    const clean = cleaner([...patterns, ...patternsBelow(found)]);
    const redactions = found.map(({ redaction }) => redaction);
    const plan = planRedaction(pdf, redactions, clean, ({ index }) => {
      const space = new PageSpace(renderer.view(index));
      return { space, words: wordsOfPage(read(index), space, dpi) };
    });
    return { found, withoutText, plan, clean };
  });
}

/** Words below boxes are looked for in titles, notes and outline too. */
function patternsBelow(found: readonly FoundOnPage[]): TextPattern[] {
  const words = [...new Set(found.flatMap(({ texts }) => texts))];
  if (words.length === 0) return [];
  return [compileLinePatterns(words.join('\n'), { regex: false, caseSensitive: false, wholeWord: true })];
}
