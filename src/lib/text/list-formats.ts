export type Quote = '"' | "'";

/** The quote of a list: the single one where two items or more are all in single quotes, as SQL has texts, else the double one. */
export const quoteOfList = (text: string): Quote =>
  /^\s*'(?:[^']|'')*'(?:\s*[,;|]\s*'(?:[^']|'')*')+\s*[,;]?\s*$/.test(text) ? "'" : '"';

/** The items of a list in parentheses, as SQL writes it behind IN; any other text as it is. */
export const withoutParentheses = (text: string): string => /^\s*\(([^()]*)\)\s*$/.exec(text)?.[1] ?? text;

/** How a list is written, for reading: `auto` finds out. */
export type ListFormat = 'custom' | 'newline' | 'comma' | 'tab' | 'semicolon' | 'pipe' | 'space' | 'json';

export const SEPARATORS = { newline: '\n', comma: ',', tab: '\t', semicolon: ';', pipe: '|', space: ' ' } as const;

/** The format of a list: JSON where it is an array, one item a line where it has several lines, else the separator it has. */
export function detectListFormat(text: string): ListFormat {
  const trimmed = text.trim();
  if (trimmed.startsWith('[') && trimmed.endsWith(']')) return 'json';
  if (/[\r\n]/.test(trimmed)) return 'newline';
  if (trimmed.includes('\t')) return 'tab';
  if (trimmed.includes(';')) return 'semicolon';
  if (trimmed.includes('|')) return 'pipe';
  return trimmed.includes(',') ? 'comma' : trimmed.includes(' ') ? 'space' : 'newline';
}

/**
 * Items of a list between separators of one or more characters. An item that begins with a quote goes to its closing one and may hold separators
 * (RFC 4180 rules 6 and 7); a break ends an item too, and one at the end of the text ends the list. Blanks
 * around items are taken off, empty items are kept.
 */
export function splitItems(text: string, separator: string, mark: Quote = '"'): string[] {
  const items: string[] = [];
  const isBlankSeparated = separator === ' ';
  const filled = text.trimEnd().length;
  let offset = 0;
  while (offset <= text.length) {
    const start = skipBlanks(text, offset, separator);
    if (isBlankSeparated && start === text.length) break;
    const quoted = text.charAt(start) === mark ? closingQuote(text, start, separator) : -1;
    const end = quoted === -1 ? nextEnd(text, start, separator) : nextEnd(text, quoted + 1, separator);
    items.push(
      quoted === -1 ? text.slice(start, end).trim() : text.slice(start + 1, quoted).replaceAll(mark + mark, mark),
    );
    const isBreak = separator !== '\n' && !text.startsWith(separator, end);
    offset = text.startsWith('\r\n', end) ? end + 2 : end + (text.startsWith(separator, end) ? separator.length : 1);
    if (isBreak && end < text.length && offset >= filled) break;
  }
  return items;
}

function skipBlanks(text: string, from: number, separator: string): number {
  const blanks = separator === ' ' ? /[^\S]/ : separator === '\t' ? /[^\S\r\n\t]/ : /[^\S\r\n]/;
  // A separator of its own may begin with blanks: " - ".
  const isOwn = separator.length > 1;
  let offset = from;
  while (offset < text.length && blanks.test(text.charAt(offset)) && !(isOwn && text.startsWith(separator, offset)))
    offset++;
  return offset;
}

/** The quote that closes an item, -1 where none does or something but a separator follows. */
function closingQuote(text: string, start: number, separator: string): number {
  const mark = text.charAt(start);
  let quote = text.indexOf(mark, start + 1);
  while (quote !== -1 && text.charAt(quote + 1) === mark) quote = text.indexOf(mark, quote + 2);
  if (quote === -1) return -1;
  const rest = skipBlanks(text, quote + 1, separator);
  const isEnd = rest === text.length || text.startsWith(separator, rest) || /[\r\n]/.test(text.charAt(rest));
  return isEnd || (separator === ' ' && rest > quote + 1) ? quote : -1;
}

function nextEnd(text: string, from: number, separator: string): number {
  let offset = from;
  while (offset < text.length) {
    const character = text.charAt(offset);
    if (text.startsWith(separator, offset) || character === '\n' || character === '\r') return offset;
    if (separator === ' ' && /\s/.test(character)) return offset;
    offset++;
  }
  return offset;
}
