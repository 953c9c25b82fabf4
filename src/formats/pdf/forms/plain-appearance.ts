import { latin1 } from '../../../lib/bytes/latin1.js';
import { helveticaWidth } from '../../../lib/documents/helvetica-widths.js';
import type { PdfDocument } from '../document/document.js';
import { operationsOf } from '../pages/content.js';
import { dictOf, isName, PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';
import { SyntaxReader } from '../syntax/syntax.js';
import { appearanceOf } from './field-looks.js';
import { FLAGS, type FormField, type FormWidget } from './form-fields.js';

/** Most characters that are laid out here; longer texts are left to the rendering engine. */
const MAX_CHARACTERS = 20_000;
const MAX_CONTENT_BYTES = 2 ** 20;
/** Longest default appearance string; real ones have fifty characters. */
const MAX_STYLE = 1000;
/** Size that a text of several lines begins with where it may be as large as fits, as viewers choose it. */
const AUTO_SIZE = 12;
/** Free space left and right of a text inside of its border, in points. */
const PADDING = 2;

/** What a default appearance string says (ISO 32000-2, 12.7.4.3). */
interface TextStyle {
  readonly fontName: string;
  readonly size: number;
  /** The string's other operators: colour, spacing, a text matrix. */
  readonly before: string;
  readonly after: string;
}

/** A font of the form and how wide its letters are. */
interface FormFont {
  readonly value: PdfValue;
  /** In thousandths of the size; `undefined` where the file does not say. */
  readonly widthOf: ((text: string) => number) | undefined;
  readonly isLatin: boolean;
}

/**
 * Gives a text field or dropdown the appearance that viewers make for it: the form's own font, size and colour, with the background and
 * frame of the widget. Tells whether it could; texts in other scripts, combs, lists and turned fields are for the rendering engine.
 */
export function drawPlainly(
  document: PdfDocument,
  form: PdfDict | undefined,
  field: FormField,
  widget: FormWidget,
): boolean {
  const [left, bottom, right, top] = widget.rectangle;
  const [width, height] = [right - left, top - bottom];
  const look = document.getDict(widget.dict, 'MK') ?? new PdfDict();
  const isSimple = field.type === 'text' || field.type === 'dropdown';
  if (!isSimple || !(width > 0 && height > 0) || (field.flags & FLAGS.comb) !== 0) return false;
  if ((document.get(look, 'R') ?? 0) !== 0) return false;
  const shown = shownText(field);
  const style = styleOf(field.appearance);
  const font = style && fontOf(document, form, widget, field, style.fontName);
  // What viewers cannot draw anew, for want of its font, they show as it is.
  if (shown !== undefined && font === 'unknown') return says(document, widget.dict, shown);
  if (font === 'unknown' || shown === undefined || style === undefined || font === undefined) return false;
  if (!(font.isLatin ? /^[\x20-\x7e\xa1-\xff\n]*$/ : /^[\x20-\x7e\n]*$/).test(shown)) return false;
  const border = borderOf(document, widget.dict);
  const lines = linesOf(shown, field, { width, height, border }, style, font);
  if (lines === undefined) return false;
  const inner = `${n(border)} ${n(border)} ${n(width - 2 * border)} ${n(height - 2 * border)} re W n`;
  const text = shown === '' ? '' : `\n/Tx BMC q ${inner} BT ${lines} ET Q EMC`;
  const content = `${frameOf(document, look, width, height, border)}${text}`;
  const dict = dictOf({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [0, 0, width, height],
    Resources: dictOf({ Font: new PdfDict().set(style.fontName, font.value) }),
  });
  widget.dict.set('AP', dictOf({ N: document.add(new PdfStream(dict, Buffer.from(content, 'latin1'))) }));
  return true;
}

/** What the field shows; `undefined` for what is not one text. */
function shownText({ type, value, flags, options }: FormField): string | undefined {
  const text = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (text === null) return '';
  if (typeof text !== 'string' || text.length > MAX_CHARACTERS) return undefined;
  if (type === 'dropdown') return options.find((option) => option.value === text)?.label ?? text;
  if ((flags & FLAGS.password) !== 0) return '*'.repeat(text.length);
  const lines = text.replace(/\r\n?/g, '\n');
  return (flags & FLAGS.multiline) === 0 ? lines.replaceAll('\n', ' ') : lines;
}

/** Takes a default appearance string apart at its `Tf`. */
function styleOf(appearance: string): TextStyle | undefined {
  if (appearance.length > MAX_STYLE) return undefined;
  const match = /\/([^\s()<>[\]{}/%]+)\s+([-+\d.]+)\s+Tf(?=\s|$)/.exec(appearance);
  const size = Math.abs(Number(match?.[2]));
  if (match?.[1] === undefined || !(size <= 1000)) return undefined;
  const before = appearance.slice(0, match.index);
  const after = appearance.slice(match.index + match[0].length);
  // Only operators of colour and text state: what else stands there is not for this file.
  return /^[-+.\w\s]*$/.test(before + after) ? { fontName: match[1], size, before, after } : undefined;
}

function fontOf(
  document: PdfDocument,
  form: PdfDict | undefined,
  widget: FormWidget,
  field: FormField,
  name: string,
): FormFont | 'unknown' | undefined {
  for (const holder of [widget.dict, field.dict, form]) {
    const resources = holder && document.getDict(holder, 'DR');
    const value = resources && document.getDict(resources, 'Font')?.get(name);
    const dict = value === undefined ? undefined : document.dictOf(value);
    if (value === undefined || dict === undefined) continue;
    const kind = document.getName(dict, 'Subtype');
    const base = document.getName(dict, 'BaseFont') ?? '';
    // A font with a part of its letters may lack those needed; one of several bytes a letter has codes of its own.
    if ((kind !== 'Type1' && kind !== 'TrueType') || /^[A-Z]{6}\+/.test(base)) return undefined;
    return { value, widthOf: widthsOf(document, dict, base), isLatin: isLatin(document, dict) };
  }
  return 'unknown';
}

/** Whether the appearance that a widget has shows this text. */
function says(document: PdfDocument, widget: PdfDict, text: string): boolean {
  const look = appearanceOf(document, widget);
  const content = look && document.tryDecode(look, MAX_CONTENT_BYTES);
  if (content === undefined) return false;
  let said = '';
  for (const { operands } of operationsOf(new SyntaxReader(Buffer.from(content)))) {
    for (const operand of operands.flat()) if (operand instanceof PdfString) said += latin1(operand.bytes);
  }
  return said.replace(/\s/g, '') === text.replace(/\s/g, '');
}

function isLatin(document: PdfDocument, font: PdfDict): boolean {
  const encoding = document.get(font, 'Encoding');
  const base = encoding instanceof PdfDict ? document.get(encoding, 'BaseEncoding') : encoding;
  return isName(base, 'WinAnsiEncoding') && !(encoding instanceof PdfDict && encoding.has('Differences'));
}

function widthsOf(document: PdfDocument, font: PdfDict, base: string): FormFont['widthOf'] {
  const widths = document.getArray(font, 'Widths')?.map((width) => document.resolve(width));
  const first = document.get(font, 'FirstChar');
  if (widths !== undefined && typeof first === 'number') {
    return (text) => {
      let sum = 0;
      for (let i = 0; i < text.length; i += 1) {
        const width = widths[text.charCodeAt(i) - first];
        sum += typeof width === 'number' ? width : 0;
      }
      return sum;
    };
  }
  if (base.startsWith('Courier')) return (text) => 600 * text.length;
  return /^(?:Helvetica|Arial)(?![\w-]*bold)/i.test(base) ? helveticaWidth : undefined;
}

interface Room {
  readonly width: number;
  readonly height: number;
  readonly border: number;
}

/** The operators that show the text; `undefined` where letters would have to be measured that cannot be. */
function linesOf(text: string, field: FormField, room: Room, style: TextStyle, font: FormFont): string | undefined {
  const { width, height, border } = room;
  const isMultiline = field.type === 'text' && (field.flags & FLAGS.multiline) !== 0;
  const needsWidths = isMultiline || style.size === 0 || field.alignment !== 0;
  if (needsWidths && font.widthOf === undefined) return undefined;
  const free = width - 2 * border - 2 * PADDING;
  const widthOf = (line: string, size: number): number => ((font.widthOf?.(line) ?? 0) * size) / 1000;
  const startOf = (line: string, size: number): number => {
    if (field.alignment === 1) return (width - widthOf(line, size)) / 2;
    return field.alignment === 2 ? width - border - PADDING - widthOf(line, size) : border + PADDING;
  };
  const setting = (size: number, matrix: string): string => {
    const after = style.after.replace(/(?:[-+.\d]+\s+){6}Tm/, '');
    return `${style.before} /${style.fontName} ${n(size)} Tf ${after.trim()} ${matrix}`;
  };
  if (!isMultiline) {
    const fitting = Math.min(height, free / Math.max(widthOf(text, 1), 1e-6));
    const size = style.size > 0 ? style.size : Math.max(1, Math.floor(fitting));
    const matrix = `1 0 0 1 ${n(startOf(text, size))} ${n(height / 2 - 0.4 * size)} Tm`;
    return `${setting(size, matrix)} ${shown(text)} Tj`;
  }
  let size = style.size > 0 ? style.size : AUTO_SIZE;
  let lines = wrapped(text, free, (line) => widthOf(line, size));
  while (style.size === 0 && size > 4 && lines.length * size > height - 6) {
    size -= 1;
    lines = wrapped(text, free, (line) => widthOf(line, size));
  }
  let at = 0;
  const moved = lines.map((line) => {
    const start = startOf(line, size);
    const step = `${n(start - at)} ${n(-size)} Td ${shown(line)} Tj`;
    at = start;
    return step;
  });
  return `${setting(size, `1 0 0 1 0 ${n(height - 3)} Tm`)} ${moved.join(' ')}`;
}

/** The lines of a text that may be so wide; a word that is wider stands alone. */
function wrapped(text: string, width: number, widthOf: (line: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line: string | undefined;
    let used = 0;
    const space = widthOf(' ');
    for (const word of paragraph.split(' ')) {
      const own = widthOf(word);
      if (line !== undefined && used + space + own > width) {
        lines.push(line);
        line = undefined;
      }
      used = line === undefined ? own : used + space + own;
      line = line === undefined ? word : `${line} ${word}`;
    }
    return [...lines, line ?? ''];
  });
}

function borderOf(document: PdfDocument, widget: PdfDict): number {
  const style = document.getDict(widget, 'BS');
  const list = document.getArray(widget, 'Border');
  const stated = style === undefined ? document.resolve(list?.[2]) : (document.get(style, 'W') ?? 1);
  return typeof stated === 'number' && stated >= 0 && stated <= 100 ? stated : 0;
}

/** Background and frame. */
function frameOf(document: PdfDocument, look: PdfDict, width: number, height: number, border: number): string {
  const ground = colorOf(document, look, 'BG', ['g', 'rg', 'k']);
  const frame = colorOf(document, look, 'BC', ['G', 'RG', 'K']);
  const half = border / 2;
  return [
    ground && `q ${ground} 0 0 ${n(width)} ${n(height)} re f Q`,
    frame &&
      border > 0 &&
      `q ${frame} ${n(border)} w ${n(half)} ${n(half)} ${n(width - border)} ${n(height - border)} re s Q`,
  ]
    .filter(Boolean)
    .join('\n');
}

function colorOf(document: PdfDocument, look: PdfDict, key: string, operators: readonly [string, string, string]) {
  const parts = (document.getArray(look, key) ?? []).map((part) => document.resolve(part));
  const operator = { 1: operators[0], 3: operators[1], 4: operators[2] }[parts.length];
  if (operator === undefined || !parts.every((part) => typeof part === 'number')) return undefined;
  return `${parts.map((part) => n(Number(part))).join(' ')} ${operator}`;
}

const shown = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;

const n = (value: number): string => String(Number(value.toFixed(4)));
