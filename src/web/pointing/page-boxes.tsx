import { useState } from 'preact/hooks';

import { Icon } from '../icons.js';
import { PageCanvas, PdfHint, usePdf } from '../pdf/pdf-pages.js';
import { words } from '../words/words.js';
import { BoxDrawing } from './box-drawing.js';
import { parseBoxes, writeBoxes } from './boxes.js';
import type { PointerProps } from './pointing.js';

const DRAWN_WIDTH = 1200;

interface PageBoxesProps extends PointerProps {
  /** Boxes with their pages; else one box, whose page is an option of its own. */
  readonly isMany: boolean;
  /** The page in an option of its own. */
  readonly page?: number;
  readonly onPage?: (page: number) => void;
}

/** Boxes on the pages of a PDF, in points. */
export function PageBoxes({ file, others, value, password, isMany, page, onPage, onChange }: PageBoxesProps) {
  const pdf = usePdf(file.blob, password);
  const [looked, setLooked] = useState(1);
  if (pdf.phase !== 'open') return <PdfHint state={pdf} />;
  const at = Math.min(Math.max(1, page ?? looked), pdf.pages.length);
  const size = pdf.pages[at - 1];
  if (size === undefined) return null;
  const notation = { hasPages: isMany, isMany, unit: 0.1 };
  const boxes = (parseBoxes(value, notation, size) ?? []).map((box) => (isMany ? box : { ...box, page: at }));
  const go = (next: number) => {
    setLooked(next);
    onPage?.(next);
  };
  return (
    <>
      {others > 0 && <p class="hint">{words.pointing.everyPdf(file.name)}</p>}
      <p class="page-turner">
        <button
          type="button"
          class="icon-button"
          aria-label={words.pointing.previousPage}
          disabled={at === 1}
          onClick={() => go(at - 1)}
        >
          <Icon name="left" size={16} />
        </button>
        <span>{words.pointing.pageOf(at, pdf.pages.length)}</span>
        <button
          type="button"
          class="icon-button"
          aria-label={words.pointing.nextPage}
          disabled={at === pdf.pages.length}
          onClick={() => go(at + 1)}
        >
          <Icon name="right" size={16} />
        </button>
      </p>
      <BoxDrawing
        size={size}
        notation={notation}
        boxes={boxes}
        page={at}
        onChange={(next) => onChange(writeBoxes(next, notation))}
      >
        <PageCanvas key={at} index={at - 1} size={size} width={DRAWN_WIDTH} draw={pdf.draw} />
      </BoxDrawing>
    </>
  );
}
