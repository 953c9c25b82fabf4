import type { FontStyle } from '../../../engines/fonts.js';
import { type FieldText, typesetFields } from '../../../engines/typst/field-texts.js';
import type { Matrix } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { drawn, importPages, type PageDrawing } from '../pages/overlay.js';
import { dictOf, PdfDict, PdfName, PdfStream } from '../syntax/objects.js';
import { FLAGS, type FormField, type FormWidget } from './form-fields.js';

/** A text that a field shall show, at one of its places. */
export interface FieldDrawing {
  readonly field: FormField;
  readonly widget: FormWidget;
  readonly lines: readonly string[];
  readonly chosen?: readonly number[];
}

export interface FieldStyle {
  readonly font: FontStyle;
  /** 0: the field's own, which may be as large as fits. */
  readonly fontSize: number;
}

/** Smallest box that anything is written in, in points. */
const LEAST_SIDE = 1;
/** Widest a box is set; viewers clip there too. */
const MAX_SIDE = 14_400;

/**
 * Draws texts as the appearances of their fields (ISO 32000-2, 12.7.4.3): background, frame and colour as the widget states,
 * the font by what the text needs.
 */
export function drawFields(document: PdfDocument, drawings: readonly FieldDrawing[], style: FieldStyle): void {
  const boxes = drawings.map(({ widget }) => boxOf(document, widget));
  const seen = drawings.flatMap((drawing, i) => {
    const box = boxes[i];
    return box === undefined ? [] : [{ drawing, box }];
  });
  if (seen.length === 0) return;
  const texts = seen.map(({ drawing, box }) => fieldText(drawing, box, style));
  const pages = importPages(document, typesetFields(texts, style.font));
  if (pages.length !== seen.length) throw new Error(`${seen.length} fields have ${pages.length} pages`);
  for (const [i, { drawing, box }] of seen.entries()) {
    const page = pages[i];
    if (page !== undefined) setAppearance(document, drawing.widget.dict, box, page);
  }
}

interface Box {
  readonly width: number;
  readonly height: number;
  /** Degrees that the text is turned, anticlockwise. */
  readonly turn: 0 | 90 | 180 | 270;
  readonly border: number;
  readonly paint: string;
}

function boxOf(document: PdfDocument, { dict, rectangle }: FormWidget): Box | undefined {
  const [left, bottom, right, top] = rectangle;
  const [w, h] = [right - left, top - bottom];
  if (!(w >= LEAST_SIDE && h >= LEAST_SIDE && w <= MAX_SIDE && h <= MAX_SIDE)) return undefined;
  const look = document.getDict(dict, 'MK') ?? new PdfDict();
  const turned = document.get(look, 'R');
  const turn = typeof turned === 'number' ? (((Math.round(turned / 90) * 90) % 360) + 360) % 360 : 0;
  const isSideways = turn === 90 || turn === 270;
  const [width, height] = isSideways ? [h, w] : [w, h];
  const borderStyle = document.getDict(dict, 'BS');
  const stated = borderStyle === undefined ? null : document.get(borderStyle, 'W');
  const frame = colorOperands(document, look, 'BC');
  const border =
    frame === undefined ? 0 : typeof stated === 'number' && stated >= 0 ? Math.min(stated, w / 2, h / 2) : 1;
  const ground = colorOperands(document, look, 'BG');
  const paint = [
    ground === undefined ? '' : `q ${ground} ${fill(ground)} 0 0 ${n(width)} ${n(height)} re f Q`,
    frame === undefined || border === 0
      ? ''
      : `q ${frame} ${fill(frame).toUpperCase()} ${n(border)} w ${n(border / 2)} ${n(border / 2)} ${n(width - border)} ${n(height - border)} re S Q`,
  ].join(' ');
  return { width, height, turn: turn as Box['turn'], border, paint };
}

/** The numbers of a colour, where there is one. */
function colorOperands(document: PdfDocument, dict: PdfDict, key: string): string | undefined {
  const parts = (document.getArray(dict, key) ?? []).map((part) => document.resolve(part));
  if (![1, 3, 4].includes(parts.length) || !parts.every((part) => typeof part === 'number')) return undefined;
  return parts.map((part) => n(Number(part))).join(' ');
}

const fill = (operands: string): string => ({ 1: 'g', 3: 'rg', 4: 'k' })[operands.split(' ').length] ?? 'g';

const n = (value: number): string => String(Number(value.toFixed(4)));

function fieldText({ field, lines, chosen }: FieldDrawing, box: Box, style: FieldStyle): FieldText {
  const isComb = (field.flags & FLAGS.comb) !== 0 && field.maxLength !== undefined && field.maxLength > 0;
  const isMultiline = field.type === 'text' && (field.flags & FLAGS.multiline) !== 0;
  const kind = field.type === 'list' ? 'list' : isComb ? 'comb' : isMultiline ? 'paragraph' : 'line';
  const room = Math.min(box.width, box.height);
  // Twice the border, and at least 1 point inside of it: what Acrobat leaves.
  const padding = kind === 'comb' ? 0 : Math.min(room / 4, Math.max(2, 2 * box.border));
  return {
    kind,
    width: box.width,
    height: box.height,
    padding: kind === 'line' ? Math.min(padding, box.height / 10) : padding,
    lines,
    chosen: chosen ?? [],
    ...(isComb && { cells: Math.min(field.maxLength ?? 1, 1000) }),
    size: style.fontSize > 0 ? style.fontSize : sizeOf(field.appearance),
    color: colorOf(field.appearance),
    align: (['left', 'center', 'right'] as const)[field.alignment],
  };
}

/** Operand of `Tf` in a default appearance; 0 stands for as large as fits. */
function sizeOf(appearance: string): number {
  const [, size = '0'] = /([-+\d.]+)\s+Tf\b/.exec(appearance) ?? [];
  const value = Math.abs(Number(size));
  return Number.isFinite(value) && value <= 1000 ? value : 0;
}

/** The colour that a default appearance sets for filling. */
function colorOf(appearance: string): string {
  const match = /((?:[-+\d.]+\s+){1,4})(g|rg|k)(?=\s|$)/.exec(appearance);
  const parts = (match?.[1] ?? '').trim().split(/\s+/).map(Number);
  if (match === null || !parts.every((part) => part >= 0 && part <= 1)) return '#000000';
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  if (match[2] === 'g') return hex([a, a, a]);
  return hex(match[2] === 'rg' ? [a, b, c] : [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)]);
}

const hex = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(255 * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The form's matrix that turns it, and moves it back to the origin. */
function turning({ width, height, turn }: Box): Matrix {
  if (turn === 90) return [0, 1, -1, 0, height, 0];
  if (turn === 180) return [-1, 0, 0, -1, width, height];
  return turn === 270 ? [0, -1, 1, 0, 0, width] : [1, 0, 0, 1, 0, 0];
}

function setAppearance(document: PdfDocument, widget: PdfDict, box: Box, page: PageDrawing): void {
  const { width, height, paint, border } = box;
  const dict = dictOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [0, 0, width, height],
    Matrix: [...turning(box)],
    Resources: dictOf({ XObject: dictOf({ Text: page.ref }) }),
  });
  const clip = `${n(border)} ${n(border)} ${n(width - 2 * border)} ${n(height - 2 * border)} re W n`;
  const content = `${paint} /Tx BMC q ${clip} ${drawn('Text', [1, 0, 0, 1, 0, 0])} Q EMC`;
  widget.set('AP', dictOf({ N: document.add(new PdfStream(dict, Buffer.from(content, 'latin1'))) }));
}

/** Gives a check box or radio button that has none its two looks: a tick or nothing. */
export function addTickAppearance(document: PdfDocument, widget: FormWidget, state: string): void {
  const box = boxOf(document, widget);
  if (box === undefined) return;
  const { width, height, paint } = box;
  const look = (content: string) =>
    document.add(
      new PdfStream(
        dictOf({
          Type: new PdfName('XObject'),
          Subtype: new PdfName('Form'),
          BBox: [0, 0, width, height],
          Resources: dictOf({}),
        }),
        Buffer.from(content),
      ),
    );
  const side = Math.min(width, height);
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  const point = (u: number, v: number): string => `${n(x + u * side)} ${n(y + v * side)}`;
  const tick = `q 0 G ${n(side / 8)} w 1 J 1 j ${point(0.2, 0.5)} m ${point(0.42, 0.25)} l ${point(0.8, 0.75)} l S Q`;
  widget.dict.set('AP', dictOf({ N: new PdfDict().set(state, look(`${paint} ${tick}`)).set('Off', look(paint)) }));
}
