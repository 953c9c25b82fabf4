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
  readonly margin: number;
  readonly background: boolean;
  readonly headerText: string;
  readonly footerText: string;
}

/** The options in the units of the browser, inches, with the texts of the margins as HTML. */
export function layoutOf(options: LayoutOptions): PrintLayout {
  const { width, height } = pageSides(options.pageSize, options.orientation);
  return {
    width: width / POINTS_AN_INCH,
    height: height / POINTS_AN_INCH,
    margin: options.margin / MILLIMETRES_AN_INCH,
    background: options.background,
    header: marginTemplate(options.headerText),
    footer: marginTemplate(options.footerText),
  };
}

function marginTemplate(text: string): string | undefined {
  if (text === '') return undefined;
  const filled = escapeXmlText(text).replace(/\{(n|total|title)\}/g, (_, name: string) => {
    return `<span class="${PLACEHOLDERS[name]}"></span>`;
  });
  return `<div style="width: 100%; text-align: center; font: 9px sans-serif; color: #444">${filled}</div>`;
}
