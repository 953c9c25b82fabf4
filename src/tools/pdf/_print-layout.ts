import { invalid, quote } from '../../core/index.js';
import type { PrintLayout } from '../../engines/chromium/print-page.js';
import { type Orientation, type PageSize, pageSides } from '../../lib/documents/page-sizes.js';
import { escapeXmlText } from '../../lib/xml/references.js';

const POINTS_AN_INCH = 72;
const MILLIMETRES_AN_INCH = 25.4;
/** Classes that Chromium fills in. */
const PLACEHOLDERS: Readonly<Record<string, string>> = { n: 'pageNumber', total: 'totalPages', title: 'title' };

interface LayoutOptions {
  readonly pageSize: PageSize;
  readonly orientation: Orientation;
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly margin: number;
  readonly margins: string;
  readonly scale: number;
  readonly media: 'print' | 'screen';
  readonly background: boolean;
  readonly headerText: string;
  readonly footerText: string;
  readonly headerHtml: string;
  readonly footerHtml: string;
}

const MAX_MARGIN = 200;
const SIDES =
  /^\s*(\d{1,3}(?:\.\d{1,3})?)\s*,\s*(\d{1,3}(?:\.\d{1,3})?)\s*,\s*(\d{1,3}(?:\.\d{1,3})?)\s*,\s*(\d{1,3}(?:\.\d{1,3})?)\s*$/;

/** The margins of the four sides in inches. Throws INVALID_INPUT. */
function marginsOf({ margin, margins }: LayoutOptions): PrintLayout['margins'] {
  const text = margins.trim() === '' ? `${margin},${margin},${margin},${margin}` : margins;
  const sides = (SIDES.exec(text) ?? []).slice(1).map(Number);
  const [top, right, bottom, left] = sides.map((side) => side / MILLIMETRES_AN_INCH);
  if (
    top === undefined ||
    right === undefined ||
    bottom === undefined ||
    left === undefined ||
    Math.max(...sides) > MAX_MARGIN
  ) {
    throw invalid(
      `Option "margins" must be top, right, bottom and left from 0 to ${MAX_MARGIN} like "20,15,20,15", got ${quote(margins)}`,
    );
  }
  return { top, right, bottom, left };
}

/** Width and height of the pages in inches. Throws INVALID_INPUT where only one of the own sides is given. */
function sizeOf({
  pageSize,
  orientation,
  pageWidth,
  pageHeight,
}: LayoutOptions): Pick<PrintLayout, 'width' | 'height'> {
  if ((pageWidth === 0) !== (pageHeight === 0))
    throw invalid('Options "pageWidth" and "pageHeight" must be given together');
  if (pageWidth > 0) return { width: pageWidth / MILLIMETRES_AN_INCH, height: pageHeight / MILLIMETRES_AN_INCH };
  const { width, height } = pageSides(pageSize, orientation);
  return { width: width / POINTS_AN_INCH, height: height / POINTS_AN_INCH };
}

/** The options in the units of the browser, inches, with the texts of the margins as HTML. */
export function layoutOf(options: LayoutOptions): PrintLayout {
  return {
    ...sizeOf(options),
    margins: marginsOf(options),
    scale: options.scale,
    media: options.media,
    background: options.background,
    header: templateOf('header', options.headerText, options.headerHtml),
    footer: templateOf('footer', options.footerText, options.footerHtml),
  };
}

function templateOf(place: 'header' | 'footer', text: string, html: string): string | undefined {
  if (text !== '' && html !== '') throw invalid(`Option "${place}Html" must be empty where "${place}Text" is given`);
  return html === '' ? marginTemplate(text) : html;
}

function marginTemplate(text: string): string | undefined {
  if (text === '') return undefined;
  const filled = escapeXmlText(text).replace(/\{(n|total|title)\}/g, (_, name: string) => {
    return `<span class="${PLACEHOLDERS[name]}"></span>`;
  });
  return `<div style="width: 100%; text-align: center; font: 9px sans-serif; color: #444">${filled}</div>`;
}
