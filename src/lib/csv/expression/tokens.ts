import { ContentFault, LimitFault } from '../../faults.js';

export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'quoted' | 'sign' | 'end';
  /** The number or sign as it stands; a text, or the name of a column, without its quotes. */
  readonly text: string;
  readonly at: number;
}

/** Most tokens of an expression. Chosen: a million rows of it take less than the time of a run. */
const MAX_TOKENS = 500;

/** Nobody subtracts 01 from a year: a date without quotes is that date. */
const DATE = /\d{4}-\d\d-\d\d(?![\w.-])/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?/y;
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const SIGNS = /\|\||<>|!=|<=|>=|==|[-+*/%(),<>=]/y;
const QUOTES: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

/** The tokens of an expression as SQL writes it. Throws ContentFault with the place, LimitFault. */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  const matchAt = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  for (let at = 0; at < source.length; ) {
    const letter = source.charAt(at);
    if (/\s/.test(letter)) {
      at++;
      continue;
    }
    if (tokens.length >= MAX_TOKENS) throw new LimitFault(`it has more than ${MAX_TOKENS} words and signs`, MAX_TOKENS);
    const close = QUOTES[letter];
    if (close !== undefined) {
      const { text, end } = quotedPart(source, at, close);
      tokens.push({ kind: letter === "'" ? 'text' : 'quoted', text, at });
      at = end;
      continue;
    }
    const date = matchAt(DATE, at);
    if (date !== undefined) {
      tokens.push({ kind: 'text', text: date, at });
      at += date.length;
      continue;
    }
    const number = matchAt(NUMBER, at);
    const name = number === undefined ? matchAt(NAME, at) : undefined;
    const sign = number === undefined && name === undefined ? matchAt(SIGNS, at) : undefined;
    const text = number ?? name ?? sign;
    if (text === undefined) throw ContentFault.at(source, at, `${JSON.stringify(letter)} is not expected here`);
    tokens.push({ kind: number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign', text, at });
    at += text.length;
  }
  tokens.push({ kind: 'end', text: '', at: source.length });
  return tokens;
}

/** A quote is doubled within. */
function quotedPart(source: string, start: number, close: string): { readonly text: string; readonly end: number } {
  let text = '';
  for (let from = start + 1; ; ) {
    const end = source.indexOf(close, from);
    if (end < 0) throw ContentFault.at(source, start, 'the quote that begins here is not closed');
    text += source.slice(from, end);
    if (source.charAt(end + 1) !== close || close === ']') return { text, end: end + 1 };
    text += close;
    from = end + 2;
  }
}
