/** A heading of a Markdown text. */
export interface Heading {
  /** Where its line begins, in UTF-16 units. */
  readonly start: number;
  /** 1 to 6. */
  readonly level: number;
  readonly title: string;
}

/** CommonMark 0.31, 4.2: up to three spaces, one to six signs, and a space, a tab or the end of the line. */
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
/** CommonMark 0.31, 4.5. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** CommonMark 0.31, 4.3: below a line of text. */
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
/** A line that a row of dashes below it does not make a heading: blank, a list, a quote, code, another heading. */
const NOT_A_TITLE = /^(?:[ \t]*$| {4}|\t| {0,3}(?:[>#|]|[-+*][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|---))/;

/** The headings of a Markdown text that are not in a fenced code block or in front matter, in order. */
export function markdownHeadings(text: string): Heading[] {
  const headings: Heading[] = [];
  let fence = '';
  let previous = { start: 0, line: '' };
  const front = /^---[ \t]*\r?\n[\s\S]{0,20000}?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[0].length ?? 0;
  for (let start = front; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found + 1;
    const line = text.slice(start, end).replace(/\r?\n$/, '');
    const opened = FENCE.exec(line)?.[1];
    if (fence !== '') {
      if (opened?.startsWith(fence) && line.trim() === opened) fence = '';
    } else if (opened !== undefined) fence = opened;
    else {
      const heading = headingOf(line, start) ?? underlined(line, previous);
      if (heading !== undefined) headings.push(heading);
    }
    previous = { start, line: fence === '' && opened === undefined ? line : '' };
    start = end;
  }
  return headings;
}

function headingOf(line: string, start: number): Heading | undefined {
  const [, signs, title = ''] = ATX.exec(line) ?? [];
  if (signs === undefined) return undefined;
  return { start, level: signs.length, title: withoutClosing(title.trim()) };
}

/** `Title ##` is `Title`. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === '#') end--;
  const isClosing = end < title.length && (end === 0 || /[ \t]/.test(title[end - 1] ?? ''));
  return isClosing ? title.slice(0, end).trim() : title;
}

function underlined(line: string, previous: { readonly start: number; readonly line: string }): Heading | undefined {
  const rule = SETEXT.exec(line)?.[1];
  if (rule === undefined || NOT_A_TITLE.test(previous.line)) return undefined;
  return { start: previous.start, level: rule.startsWith('=') ? 1 : 2, title: previous.line.trim() };
}
