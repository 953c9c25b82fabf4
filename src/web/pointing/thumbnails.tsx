import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { PageCanvas, PdfHint, usePdf } from '../pdf/pdf-pages.js';
import { words } from '../words/words.js';
import { cutsIn, pagesIn, writeCuts, writePages } from './page-lists.js';
import type { PointerProps } from './pointing.js';

/** Thumbnails that are shown at once. */
const STEP = 36;
const DRAWN_WIDTH = 240;

type Thumbnail = (page: number) => ComponentChildren;
type ShowsPages = (count: number, thumbnail: Thumbnail, shown: number) => ComponentChildren;

/** The pages of the PDF, small; what can be done with them is `children`. */
export function Thumbnails({ file, others, password, children }: PointerProps & { readonly children: ShowsPages }) {
  const pdf = usePdf(file.blob, password);
  const [shown, setShown] = useState(STEP);
  if (pdf.phase !== 'open') return <PdfHint state={pdf} />;
  const { pages, draw } = pdf;
  const thumbnail: Thumbnail = (page) => {
    const size = pages[page - 1];
    return size === undefined ? null : <PageCanvas index={page - 1} size={size} width={DRAWN_WIDTH} draw={draw} />;
  };
  return (
    <div class="pdf thumbnails">
      {others > 0 && <p class="hint">{words.pointing.listForEveryPdf(file.name)}</p>}
      {children(pages.length, thumbnail, shown)}
      {pages.length > shown && (
        <button type="button" class="text-button" onClick={() => setShown(shown + 4 * STEP)}>
          {words.common.showMorePages(pages.length)}
        </button>
      )}
    </div>
  );
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Pages chosen by clicking; with Shift, all from the last one. */
export function PagePicker(props: PointerProps) {
  const { value, onChange } = props;
  const [last, setLast] = useState(1);
  return (
    <Thumbnails {...props}>
      {(count, thumbnail, shown) => {
        const chosen = pagesIn(value, count) ?? new Set();
        const toggle = (page: number, isRange: boolean) => {
          const next = new Set(chosen);
          const [from, to] = isRange ? [Math.min(last, page), Math.max(last, page)] : [page, page];
          const isOn = !chosen.has(page);
          for (let at = from; at <= to; at += 1) {
            if (isOn) next.add(at);
            else next.delete(at);
          }
          setLast(page);
          onChange(writePages(next));
        };
        return (
          <>
            <p class="hint">
              {chosen.size === 0 ? words.pointing.clickPages : words.pointing.chosenPages(chosen.size, count)}
            </p>
            <ol class="pdf-pages">
              {upTo(Math.min(shown, count)).map((page) => (
                <li key={page}>
                  <button
                    type="button"
                    class="pdf-page"
                    aria-label={words.pointing.page(page)}
                    aria-pressed={chosen.has(page)}
                    onClick={(event) => toggle(page, event.shiftKey)}
                  >
                    {thumbnail(page)}
                    <span class="pdf-number">{page}</span>
                  </button>
                </li>
              ))}
            </ol>
          </>
        );
      }}
    </Thumbnails>
  );
}

/** Where the document is cut: a click between two pages cuts or joins. */
export function PageCuts(props: PointerProps) {
  const { value, onChange } = props;
  return (
    <Thumbnails {...props}>
      {(count, thumbnail, shown) => {
        const cuts = cutsIn(value, count);
        if (cuts === undefined) {
          return (
            <p class="hint">
              {words.pointing.rangesUnclear}{' '}
              <button type="button" class="text-button" onClick={() => onChange(writeCuts(new Set(), count))}>
                {words.pointing.oneStart}
              </button>
            </p>
          );
        }
        const toggle = (page: number) => {
          const next = new Set(cuts);
          if (!next.delete(page)) next.add(page);
          onChange(writeCuts(next, count));
        };
        return (
          <>
            <p class="hint">
              {words.pointing.parts(cuts.size + 1)}{' '}
              {cuts.size > 0 && (
                <button type="button" class="text-button" onClick={() => onChange(writeCuts(new Set(), count))}>
                  {words.pointing.joinAll}
                </button>
              )}
            </p>
            <ol class="pdf-pages cuts">
              {upTo(Math.min(shown, count)).map((page) => (
                <li key={page} class={cuts.has(page) ? 'cut' : ''}>
                  <span class="pdf-page">
                    {thumbnail(page)}
                    <span class="pdf-number">{page}</span>
                  </span>
                  {page < count && (
                    <button
                      type="button"
                      class="cut-button"
                      aria-label={words.pointing.cutAfter(page)}
                      aria-pressed={cuts.has(page)}
                      onClick={() => toggle(page)}
                    />
                  )}
                </li>
              ))}
            </ol>
          </>
        );
      }}
    </Thumbnails>
  );
}
