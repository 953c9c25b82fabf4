import { useState } from 'preact/hooks';

import { PageCanvas, PdfHint, usePdf } from '../pdf/pdf-pages.js';
import { words } from '../words/words.js';

/** Pages that are listed at once. */
const STEP = 24;
/** Drawn width in device pixels: a page in the list, and one that is looked at. */
const LIST_WIDTH = 320;
const WHOLE_WIDTH = 1600;

/** The pages of a PDF, small; each can be looked at large. */
export function PdfView({ name, blob }: { readonly name: string; readonly blob: Blob }) {
  const pdf = usePdf(blob);
  const [shown, setShown] = useState(STEP);
  const [large, setLarge] = useState<number>();
  if (pdf.phase !== 'open') return <PdfHint state={pdf} />;
  const { pages, draw } = pdf;
  return (
    <div class="pdf">
      <p class="hint">{words.result.pages(pages.length)}</p>
      <ol class="pdf-pages">
        {pages.slice(0, shown).map((size, index) => (
          <li key={index}>
            <button
              type="button"
              class="pdf-page"
              aria-label={pageLabel(index + 1, name, large === index)}
              aria-expanded={large === index}
              onClick={() => setLarge(large === index ? undefined : index)}
            >
              <PageCanvas index={index} size={size} width={LIST_WIDTH} draw={draw} />
              <span class="pdf-number">{index + 1}</span>
            </button>
          </li>
        ))}
      </ol>
      {pages.length > shown && (
        <button type="button" class="text-button" onClick={() => setShown(shown + 4 * STEP)}>
          {words.common.showMorePages(pages.length)}
        </button>
      )}
      {large !== undefined && pages[large] !== undefined && (
        <div class="pdf-large">
          <PageCanvas key={large} index={large} size={pages[large]} width={WHOLE_WIDTH} draw={draw} />
        </div>
      )}
    </div>
  );
}

const pageLabel = (page: number, name: string, isLarge: boolean): string =>
  isLarge ? words.result.pageSmaller(page, name) : words.result.pageLarger(page, name);
