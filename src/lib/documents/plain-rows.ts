import { LimitFault } from '../faults.js';
import { splitLines } from '../text/lines.js';
import { displayWidth } from '../unicode/display-width.js';
import { wrapMeasuredLine } from '../unicode/wrap-line.js';

/** A row of a page: a line of the text, or a part of one that is too long. */
export interface TextRow {
  readonly text: string;
  /** Number of the line from 1, of its first row only. */
  readonly line: number | undefined;
  /** Of the whole line, by its first letter. */
  readonly isRightToLeft: boolean;
}

interface PageRules {
  readonly rowsPerPage: number;
  readonly maxPages: number;
  readonly tabSize: number;
  /** In the unit of `measure`. */
  readonly width: number;
  readonly measure: (part: string) => number;
}

// Each begins at an escape character, and none reads past the next.
const COLOURS = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
/** Manual pages for printers: a letter, back, and the letter again or a line below it. */
const STRUCK = /[^\n\r\u0008]\u0008/gu;
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** The text that paper can show: without colours of terminals, letters struck twice and control characters. */
export const printableText = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .replace(COLOURS, '')
    .replace(STRUCK, '')
    .replace(CONTROLS, '')
    .replace(/[\u2028\u2029]/g, '\n');

/** Tabs to the next multiple of `size` columns of a fixed-width font. */
function withoutTabs(line: string, size: number): string {
  if (!line.includes('\t')) return line;
  let width = 0;
  const parts: string[] = [];
  for (const [i, part] of line.split('\t').entries()) {
    if (i > 0) {
      const space = size - (width % size);
      parts.push(' '.repeat(space));
      width += space;
    }
    parts.push(part);
    width += displayWidth(part);
  }
  return parts.join('');
}

const RIGHT_TO_LEFT = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** UAX 9, rules P2 and P3, by the blocks of the scripts. */
const isRightToLeft = (line: string): boolean => RIGHT_TO_LEFT.test(/\p{L}/u.exec(line)?.[0] ?? '');

/**
 * The rows of a printable text, page by page: form feeds begin a page, lines that are too long go on in the next row. Throws LimitFault
 * past `maxPages`.
 */
export function pagesOfText(text: string, rules: PageRules): { pages: TextRow[][]; lines: number } {
  const pages: TextRow[][] = [];
  let line = 0;
  const begin = (): TextRow[] => {
    if (pages.length === rules.maxPages)
      throw new LimitFault(`its text takes more than ${rules.maxPages} pages`, rules.maxPages);
    const page: TextRow[] = [];
    pages.push(page);
    return page;
  };
  // A form feed at the very end, as printers want it, begins no further page.
  const parts = text.replace(/\f(?:\r?\n)?$/, '').split('\f');
  for (const part of parts) {
    let page = begin();
    for (const source of splitLines(part).lines) {
      line += 1;
      const rtl = isRightToLeft(source);
      const expanded = withoutTabs(source, rules.tabSize);
      for (const [i, row] of wrapMeasuredLine(expanded, { ...rules, breakWords: true }).entries()) {
        if (page.length === rules.rowsPerPage) page = begin();
        page.push({ text: row, line: i === 0 ? line : undefined, isRightToLeft: rtl });
      }
    }
  }
  return { pages, lines: line };
}
