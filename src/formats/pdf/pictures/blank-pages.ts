import { overLimit, quote } from '../../../core/errors.js';
import type { PdfRenderer } from '../../../engines/pdfium/renderer.js';
import type { PixelBox } from '../../../lib/pictures/crop-box.js';
import type { Rgba } from '../../../lib/pictures/rgba.js';
import type { OpenPdf } from '../document/open.js';
import { shownSizeOf } from '../pages/page-size.js';
import { inkShare, isPlain } from './ink-share.js';
import { withRenderer } from './render.js';

/** What is seen of a page. */
export interface PageInk {
  /** From 1. */
  readonly page: number;
  readonly isBlank: boolean;
  /** Percent of its area that is ink, where it has little; `null` where it was not measured because there is much. */
  readonly inkPercent: number | null;
}

export interface BlankSettings {
  /** Percent of ink that a scan without anything on it may have. */
  readonly inkPercent: number;
  /** Points along the edges that do not count. */
  readonly margin: number;
  readonly signal: AbortSignal;
}

/** First at few dots, where most pages show that they are not blank; then at enough to tell letters from dust. */
const DRAFT_DPI = 36;
const DPI = 100;
/** Lighter than this is white to everybody. */
const WHITE = 252;
/** Percent of ink that shows in the draft, above which a page is not looked at again. */
const MUCH_INK = 0.5;
/** Spots of fewer pixels at DPI are dust: half a millimetre across. A full stop of 12 points is smaller too, its sentence is not. */
const LEAST_SPOT = 5;
/** A picture that covers this share of a page makes it a scan. */
const SCAN_SHARE = 0.7;
/** Pixels of all pages of a file. Chosen: about 3,000 pages of A4 in the draft. */
const MAX_PIXELS = 400_000_000;
/** A page drawn; larger ones are drawn smaller. */
const PAGE_PIXELS = 4_000_000;

/**
 * Which of some pages, numbers from 1, have nothing on them: nothing at all, or, on scans, no more ink than dust and grain make. A page
 * with form fields is not blank. `bytes` are those the file was opened from. Throws LIMIT_EXCEEDED.
 */
export const pageInks = (
  pdf: OpenPdf,
  bytes: Uint8Array,
  numbers: readonly number[],
  settings: BlankSettings,
): Promise<PageInk[]> =>
  withRenderer(pdf, bytes, (renderer) => {
    let pixels = 0;
    return numbers.map((page) => {
      settings.signal.throwIfAborted();
      const eye = new PageEye(pdf, renderer, page - 1, settings);
      const ink = { page, ...eye.look() };
      pixels += eye.pixels;
      if (pixels > MAX_PIXELS)
        throw overLimit(
          `PDF ${quote(pdf.name)} has too many pages to be looked at: it is possible up to page ${page}, choose fewer in "pages"`,
        );
      return ink;
    });
  });

class PageEye {
  /** Drawn so far. */
  pixels = 0;
  readonly #size: { readonly width: number; readonly height: number };

  constructor(
    private readonly pdf: OpenPdf,
    private readonly renderer: PdfRenderer,
    private readonly index: number,
    private readonly settings: BlankSettings,
  ) {
    const page = pdf.pages[index];
    this.#size = page === undefined ? { width: 1, height: 1 } : shownSizeOf(pdf.document, page);
  }

  look(): Omit<PageInk, 'page'> {
    const draft = this.#draw(DRAFT_DPI);
    if (isPlain(draft.picture, draft.area, WHITE)) return { isBlank: !this.#hasFields(), inkPercent: 0 };
    if (100 * inkShare(draft.picture, draft.area, 1) > MUCH_INK) return { isBlank: false, inkPercent: null };
    const close = this.#draw(DPI);
    const inkPercent = Math.round(1e6 * inkShare(close.picture, close.area, LEAST_SPOT)) / 1e4;
    const isBlank = inkPercent <= this.settings.inkPercent && this.#isScan() && !this.#hasFields();
    return { isBlank, inkPercent };
  }

  #draw(wanted: number): { readonly picture: Rgba; readonly area: PixelBox } {
    const { width, height } = this.#size;
    const full = width * height * (wanted / 72) ** 2;
    const dpi = wanted * Math.min(1, Math.sqrt(PAGE_PIXELS / full));
    const drawn = this.renderer.render(this.index, { dpi });
    this.pixels += drawn.width * drawn.height;
    const edge = Math.round((this.settings.margin * dpi) / 72);
    const area = { left: edge, top: edge, width: drawn.width - 2 * edge, height: drawn.height - 2 * edge };
    // A page that is all margin is looked at whole.
    const whole = { left: 0, top: 0, width: drawn.width, height: drawn.height };
    return {
      picture: { width: drawn.width, height: drawn.height, data: drawn.rgba },
      area: area.width > 0 && area.height > 0 ? area : whole,
    };
  }

  #isScan(): boolean {
    const { pictures, width, height, glyphs } = this.renderer.content(this.index, { drawing: true });
    // Letters that are seen, such as a stamped number, are meant, however few. Those that OCR adds are hidden.
    if (glyphs.some(({ text, style }) => !style.isHidden && text.trim() !== '')) return false;
    const covered = (from: number, to: number, side: number): number =>
      Math.max(0, Math.min(to, side) - Math.max(from, 0));
    const share = pictures.reduce(
      (sum, { box }) => sum + covered(box.left, box.right, width) * covered(box.top, box.bottom, height),
      0,
    );
    return share >= SCAN_SHARE * width * height;
  }

  #hasFields(): boolean {
    const { document, pages } = this.pdf;
    const page = pages[this.index];
    return (page ? (document.getArray(page.dict, 'Annots') ?? []) : []).some((value) => {
      const dict = document.dictOf(value);
      return dict !== undefined && document.getName(dict, 'Subtype') === 'Widget';
    });
  }
}
