import { invalid, quote } from '../../core/index.js';
import type { Position } from '../../core/shared-options.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import type { FONT_STYLES } from '../../engines/fonts.js';
import { typesetLabels } from '../../engines/typst/labels.js';
import { checkLetters } from '../../engines/typst/typeset.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { type DrawOptions, drawOnPage, importPages, type PageDrawing } from '../../formats/pdf/pages/overlay.js';
import { type PageFrame, pageFrame } from '../../formats/pdf/pages/page-frame.js';
import { POINTS_A_MILLIMETRE } from '../../lib/documents/page-sizes.js';
import { type NUMERALS, numeral } from '../../lib/numbers/numerals.js';
import { multiply } from '../../lib/page-text/matrix.js';
import { cornerAt, readable } from './_drawing.js';

/** The options that say what is written. */
interface StampTexts {
  readonly text: string;
  readonly headerText: string;
  readonly footerText: string;
  readonly position: Position;
  readonly start: number;
  readonly digits: number;
  readonly numerals: (typeof NUMERALS)[number];
}

/** The options that say how it looks. */
interface StampLooks {
  readonly fontSize: number;
  readonly font: (typeof FONT_STYLES)[number];
  readonly bold: boolean;
  readonly color: string;
  /** Millimetres. */
  readonly margin: number;
  readonly mirror: boolean;
}

/** A text on a page, its place and what it is. */
interface Stamp {
  readonly text: string;
  readonly position: Position;
  readonly artifact: NonNullable<DrawOptions['artifact']>;
}

/** Throws INVALID_INPUT for no texts, and for such as cannot be written. `file`: name of the PDF. */
export function checkTexts(texts: StampTexts, file: string): void {
  const all = `${texts.text}${texts.headerText}${texts.footerText}`;
  if (all.trim() === '') throw invalid('At least one of the options "text", "headerText" and "footerText" must be set');
  for (const name of ['text', 'headerText', 'footerText'] as const) checkTemplate(name, texts[name]);
  checkLetters('File name', /\{file\}/.test(all) ? file : '');
}

function checkTemplate(name: string, template: string): void {
  const [unknown] = template.replace(/\{(n|total|file)\}/g, '').match(/\{[^{}]*\}/) ?? [];
  if (unknown !== undefined) {
    throw invalid(`Option "${name}" can only contain the placeholders {n}, {total} and {file}, got ${quote(unknown)}`);
  }
  if (/[\r\n]/.test(template)) throw invalid(`Option "${name}" must be a single line`);
  checkLetters(`Option "${name}"`, template);
}

/** A template with its placeholders filled in for the page of number `n`; `last` is that of the last page. */
export const filled = (
  template: string,
  n: number,
  {
    last,
    file,
    digits,
    numerals,
  }: Pick<StampTexts, 'digits' | 'numerals'> & { readonly last: number; readonly file: string },
): string =>
  template.replace(/\{(n|total|file)\}/g, (_match, name: string) => {
    if (name === 'file') return file;
    return numeral(name === 'n' ? n : last, numerals).padStart(name === 'n' ? digits : 0, '0');
  });

/** Writes number, header and footer onto some pages, numbers from 1, counted from `start`. */
export function drawStamps(pdf: OpenPdf, pages: readonly number[], options: StampTexts & StampLooks): void {
  const { document, name: file } = pdf;
  const { position, start } = options;
  const last = start + pages.length - 1;
  const stampsOf = (n: number): Stamp[] => {
    const text = (template: string): string => filled(template, n, { ...options, last, file });
    const stamps: Stamp[] = [
      { text: text(options.text), position, artifact: 'PageNum' },
      { text: text(options.headerText), position: besides(position, 'top'), artifact: 'Header' },
      { text: text(options.footerText), position: besides(position, 'bottom'), artifact: 'Footer' },
    ];
    return stamps.filter((stamp) => stamp.text.trim() !== '');
  };
  const stamps = pages.map((_page, i) => stampsOf(start + i));
  const texts = [...new Set(stamps.flat().map(({ text }) => text))];
  const color = hexColor(parseColor('color', options.color));
  const labels = texts.map((text) => ({ text, size: options.fontSize, color, isBold: options.bold }));
  const drawings = importPages(document, typesetLabels(labels, options.font));
  const drawingOf = new Map(texts.map((text, i) => [text, drawings[i]]));
  for (const [i, number] of pages.entries()) {
    const page = pdf.pages[number - 1];
    if (page === undefined) continue;
    const frame = pageFrame(document, page);
    for (const stamp of stamps[i] ?? []) {
      const drawing = drawingOf.get(stamp.text);
      if (drawing === undefined) continue;
      const place = options.mirror && number % 2 === 0 ? mirrored(stamp.position) : stamp.position;
      const placement = placed(readable(drawing, stamp.text), place, frame, options.margin * POINTS_A_MILLIMETRE);
      drawOnPage(document, page, [placement], { artifact: stamp.artifact });
    }
  }
}

/** The middle of an edge, or its left where the number stands in the middle. */
const besides = (position: Position, edge: 'top' | 'bottom'): Position =>
  position === `${edge}-center` ? `${edge}-left` : `${edge}-center`;

const mirrored = (position: Position): Position =>
  position.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')) as Position;

function placed(drawing: PageDrawing, position: Position, frame: PageFrame, margin: number) {
  const room = Math.max(1, frame.width - 2 * margin);
  const scale = Math.min(1, room / drawing.width);
  const [width, height] = [drawing.width * scale, drawing.height * scale];
  const [x, y] = cornerAt(position, frame, { width, height, margin });
  return { drawing, matrix: multiply([scale, 0, 0, scale, x, y], frame.toPage) };
}
