import { invalid } from '../../../core/errors.js';
import { type Matrix, multiply } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { dictOf, PdfName, PdfStream } from '../syntax/objects.js';
import { drawn, type PageDrawing } from './overlay.js';
import type { PageFrame } from './page-frame.js';

/** What is stamped. */
export interface Mark {
  readonly drawing: PageDrawing;
  /** Width by height. */
  readonly aspect: number;
  /** Points a unit of the drawing; without it the mark is fitted into the page. */
  readonly scale?: number;
}

export interface MarkLayout {
  readonly position: string;
  /** Degrees, anticlockwise. */
  readonly angle: number;
  /** Percent of the page that the turned mark fits into. */
  readonly size: number;
  /** Points. */
  readonly margin: number;
  readonly tile: boolean;
  readonly gap: number;
}

/** Most repetitions on a page. Chosen: a mark of 5 × 5 mm on A4. */
const MAX_MARKS = 2000;
/** A pattern is drawn in steps of at least this, in points. */
const LEAST_STEP = 1;

/** Sheets of the size of a page with marks on them; pages of one size share a sheet. */
export class MarkSheets {
  readonly #sheets = new Map<string, PageDrawing>();

  constructor(
    private readonly document: PdfDocument,
    private readonly mark: Mark,
    private readonly layout: MarkLayout,
  ) {}

  /** The sheet for a page as it is shown. Throws INVALID_INPUT naming the page that would get more than MAX_MARKS. */
  sheetFor({ width, height }: PageFrame, pageNumber: number): PageDrawing {
    const key = `${width.toFixed(2)} ${height.toFixed(2)}`;
    const known = this.#sheets.get(key);
    if (known !== undefined) return known;
    const places = this.#places(width, height, pageNumber);
    const content = places.map((matrix) => drawn('Mark', matrix, this.mark.drawing.text)).join('\n');
    const dict = dictOf({
      Type: new PdfName('XObject'),
      Subtype: new PdfName('Form'),
      BBox: [0, 0, Number(written(width)), Number(written(height))],
      // One group: opacity then counts once, also where marks overlap.
      Group: dictOf({ Type: new PdfName('Group'), S: new PdfName('Transparency') }),
      Resources: dictOf({ XObject: dictOf({ Mark: this.mark.drawing.ref }) }),
    });
    const sheet = { ref: this.document.add(new PdfStream(dict, Buffer.from(content, 'latin1'))), width, height };
    this.#sheets.set(key, sheet);
    return sheet;
  }

  #places(pageWidth: number, pageHeight: number, pageNumber: number): Matrix[] {
    const { position, angle, margin, tile, gap } = this.layout;
    const turn = (angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [width, height] = this.#markSize(pageWidth, pageHeight, cos, sin);
    const boxWidth = Math.abs(width * cos) + Math.abs(height * sin);
    const boxHeight = Math.abs(width * sin) + Math.abs(height * cos);
    const { drawing } = this.mark;
    const [sx, sy] = [width / drawing.width, height / drawing.height];
    /** The mark around a point, turned. */
    const around = (x: number, y: number): Matrix =>
      multiply([sx, 0, 0, sy, -width / 2, -height / 2], [cos, sin, -sin, cos, x, y]);
    if (!tile) return [around(...middleOf(position, pageWidth, pageHeight, boxWidth, boxHeight, margin))];
    const stepX = Math.max(LEAST_STEP, boxWidth + gap);
    const stepY = Math.max(LEAST_STEP, boxHeight + gap);
    const columns = Math.ceil(pageWidth / stepX) + 1;
    const rows = Math.ceil(pageHeight / stepY);
    if (columns * rows > MAX_MARKS) {
      throw invalid(`Cannot tile page ${pageNumber}: ${columns * rows} tiles, the limit is ${MAX_MARKS}`);
    }
    const [left, bottom] = [(pageWidth - columns * stepX) / 2, (pageHeight - rows * stepY) / 2];
    const places: Matrix[] = [];
    for (let row = 0; row < rows; row += 1) {
      // Every second row stands half a step aside, as on wallpaper.
      const shift = row % 2 === 0 ? 0.25 : -0.25;
      for (let column = 0; column < columns; column += 1)
        places.push(around(left + (column + 0.5 + shift) * stepX, bottom + (row + 0.5) * stepY));
    }
    return places;
  }

  #markSize(pageWidth: number, pageHeight: number, cos: number, sin: number): readonly [number, number] {
    const { drawing, aspect, scale } = this.mark;
    if (scale !== undefined) return [drawing.width * scale, drawing.height * scale];
    // With height 1 and width `aspect` the turned mark is this large.
    const boxWidth = Math.abs(aspect * cos) + Math.abs(sin);
    const boxHeight = Math.abs(aspect * sin) + Math.abs(cos);
    const part = this.layout.size / 100;
    const height = Math.min((pageWidth * part) / boxWidth, (pageHeight * part) / boxHeight);
    return [aspect * height, height];
  }
}

/** The middle of a box of `width` × `height` at one of nine places of a page. */
function middleOf(
  position: string,
  pageWidth: number,
  pageHeight: number,
  width: number,
  height: number,
  margin: number,
): readonly [number, number] {
  let [x, y] = [pageWidth / 2, pageHeight / 2];
  if (position.endsWith('left')) x = margin + width / 2;
  if (position.endsWith('right')) x = pageWidth - margin - width / 2;
  if (position.startsWith('top')) y = pageHeight - margin - height / 2;
  if (position.startsWith('bottom')) y = margin + height / 2;
  return [x, y];
}

const written = (value: number): string => String(Number(value.toFixed(5)));
