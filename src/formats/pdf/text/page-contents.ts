import { overLimit, quote } from '../../../core/errors.js';
import type { ContentWanted } from '../../../engines/pdfium/page-content.js';
import type { PdfRenderer } from '../../../engines/pdfium/renderer.js';
import type { PageContent } from '../../../lib/page-text/glyphs.js';
import type { OpenPdf } from '../document/open.js';
import { withPageContents } from './page-content.js';

/** Most letters of all pages asked for. Chosen: a book of 400 pages; 10 to 20 s of work. */
const MAX_CHARACTERS = 1_000_000;

/** Letters and drawn lines that the files of one run still may have. */
export class CharacterBudget {
  left = MAX_CHARACTERS;

  /** Throws LIMIT_EXCEEDED. */
  take(count: number, name: string): void {
    this.left -= count;
    if (this.left < 0)
      throw overLimit(
        `The pages of PDF ${quote(name)} must have at most ${MAX_CHARACTERS} characters and drawn things in all`,
      );
  }
}

/**
 * Calls `visit` with the content of each of some pages of a PDF, numbers from 1, one after the other. `bytes` are those it was opened
 * from. Throws LIMIT_EXCEEDED beyond MAX_CHARACTERS, and where the caller leaves.
 */
export async function visitPages(
  pdf: OpenPdf,
  bytes: Uint8Array,
  pages: readonly number[],
  visit: (content: PageContent, page: number, renderer: PdfRenderer) => void | Promise<void>,
  {
    signal,
    budget = new CharacterBudget(),
    ...wanted
  }: ContentWanted & { readonly signal: AbortSignal; readonly budget?: CharacterBudget },
): Promise<void> {
  await withPageContents(pdf, bytes, async (read, renderer) => {
    for (const page of pages) {
      signal.throwIfAborted();
      const content = read(page - 1, wanted);
      // A line takes as long to read as four letters, whatever else is drawn as two.
      budget.take(content.glyphs.length + 3 * content.rulings.length + 2 * content.drawn, pdf.name);
      await visit(content, page, renderer);
    }
  });
}
