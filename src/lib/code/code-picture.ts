import { LimitFault } from '../faults.js';
import { displayWidth } from '../unicode/display-width.js';
import { escapeXmlAttribute } from '../xml/references.js';
import type { CodeToken, ColoredCode } from './colored-code.js';

export interface CodePictureStyle {
  readonly fontSize: number;
  readonly padding: number;
  readonly lineNumbers: boolean;
  readonly windowFrame: boolean;
  readonly title: string;
  /** CSS colour around the window; empty for none. */
  readonly surround: string;
}

export interface CodePicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const MAX_LINES = 1000;
const MAX_COLUMNS = 400;
const TAB = 4;
/** Advance of Noto Sans Mono, in em; that of most fonts of one width. */
const COLUMN = 0.6;
const LINE = 1.5;
/** From the top of a line to its base line, in em. */
const BASE = 1.1;
const BAR = 2.4;

/** Without characters that XML does not have. */
const escaped = (text: string): string => escapeXmlAttribute(text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd'));

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A piece of a line at its column, tabs made spaces. */
interface Piece extends CodeToken {
  readonly column: number;
}

function piecesOf(line: readonly CodeToken[]): { readonly pieces: Piece[]; readonly columns: number } {
  const pieces: Piece[] = [];
  let column = 0;
  for (const token of line) {
    let text = '';
    let start = column;
    // A wide letter is as wide as its font says: what follows it is placed anew.
    const flush = (): void => {
      if (text.trim() !== '') pieces.push({ ...token, text, column: start });
      text = '';
      start = column;
    };
    for (const character of token.text) {
      if (character === '\t') {
        flush();
        column += TAB - (column % TAB);
        start = column;
      } else if (/\p{M}|[\u200b-\u200f\ufeff]/u.test(character)) text += character;
      else {
        const columns = displayWidth(character);
        // A font for other letters has spaces of another width.
        if (columns > 1) flush();
        text += character;
        column += Math.max(1, columns);
        if (columns > 1) flush();
      }
    }
    flush();
  }
  return { pieces, columns: column };
}

/** Code in colours as a drawing of texts. Throws LimitFault where it has more than 1,000 lines, or a line is too long. */
export function codePicture(code: ColoredCode, style: CodePictureStyle): CodePicture {
  const { fontSize, padding, lineNumbers, windowFrame, title, surround } = style;
  const shown = code.lines.at(-1)?.length === 0 && code.lines.length > 1 ? code.lines.slice(0, -1) : code.lines;
  if (shown.length > MAX_LINES)
    throw new LimitFault(`it must have at most ${MAX_LINES} lines, got ${shown.length}`, MAX_LINES);
  const rows = shown.map(piecesOf);
  const longest = Math.max(...rows.map(({ columns }) => columns), 1);
  if (longest > MAX_COLUMNS)
    throw new LimitFault(`a line must have at most ${MAX_COLUMNS} columns, got ${longest}`, MAX_COLUMNS);
  const gutter = lineNumbers ? String(rows.length).length + 2 : 0;
  const inset = 1.2 * fontSize;
  const bar = windowFrame || title !== '' ? BAR * fontSize : 0;
  const least = title === '' ? 0 : ([...title].length + 12) * COLUMN * fontSize;
  const inner = Math.max((gutter + longest) * COLUMN * fontSize + 2 * inset, least, bar === 0 ? 0 : 8 * fontSize);
  const width = Math.ceil(inner + 2 * padding);
  const height = Math.ceil(rows.length * LINE * fontSize + 2 * inset + (bar === 0 ? 0 : bar - inset / 2) + 2 * padding);
  const top = padding + (bar === 0 ? inset : bar + inset / 2);
  const left = padding + inset;
  const out: string[] = [];
  if (surround !== '') out.push(`<rect width="${width}" height="${height}" fill="${escaped(surround)}"/>`);
  const radius = windowFrame ? rounded(0.6 * fontSize) : 0;
  out.push(
    `<rect x="${padding}" y="${padding}" width="${width - 2 * padding}" height="${height - 2 * padding}" rx="${radius}" fill="${code.background}"/>`,
  );
  if (windowFrame) {
    const dots = ['#ff5f56', '#ffbd2e', '#27c93f'].map(
      (color, index) =>
        `<circle cx="${rounded(padding + (1.4 + 1.4 * index) * fontSize)}" cy="${rounded(padding + 1.3 * fontSize)}" r="${rounded(0.42 * fontSize)}" fill="${color}"/>`,
    );
    out.push(...dots);
  }
  const family = 'font-family="Noto Sans Mono, Menlo, Consolas, monospace"';
  const faded = `fill="${code.foreground}" fill-opacity="0.5"`;
  out.push(`<g ${family} font-size="${fontSize}" xml:space="preserve">`);
  if (title !== '')
    out.push(
      `<text x="${rounded(width / 2)}" y="${rounded(padding + 1.65 * fontSize)}" text-anchor="middle" ${faded}>${escaped(title)}</text>`,
    );
  for (const [index, { pieces }] of rows.entries()) {
    const y = rounded(top + (index * LINE + BASE) * fontSize);
    if (lineNumbers)
      out.push(
        `<text x="${rounded(left + (gutter - 2) * COLUMN * fontSize)}" y="${y}" text-anchor="end" ${faded}>${index + 1}</text>`,
      );
    for (const piece of pieces) {
      const x = rounded(left + (gutter + piece.column) * COLUMN * fontSize);
      out.push(`<text x="${x}" y="${y}"${looks(piece)}>${escaped(piece.text)}</text>`);
    }
  }
  out.push('</g>');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${out.join('\n')}\n</svg>\n`;
  return { svg, width, height };
}

const looks = ({ color, isBold, isItalic, isUnderlined }: Piece): string =>
  ` fill="${color}"${isBold ? ' font-weight="700"' : ''}${isItalic ? ' font-style="italic"' : ''}${isUnderlined ? ' text-decoration="underline"' : ''}`;
