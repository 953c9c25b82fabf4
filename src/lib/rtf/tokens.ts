/** A piece of RTF 1.9.1. Text is bytes, as one character each. */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | undefined };

const WORD = /([A-Za-z]{1,40})(-?\d{1,10})? ?/y;
const PLAIN = /[^\\{}\r\n]+/y;

/** Control symbols that stand for a word. */
const SYMBOLS: Readonly<Record<string, string>> = { '\r': 'par', '\n': 'par', '\t': 'tab', '*': '*' };

/** The pieces of a text in their order; what is damaged is passed over. `source` has a character for each byte. */
export function* rtfTokens(source: string): Generator<RtfToken, void> {
  let at = 0;
  while (at < source.length) {
    const letter = source.charAt(at);
    if (letter === '{' || letter === '}') {
      yield letter === '{' ? { kind: 'open' } : { kind: 'close' };
      at++;
    } else if (letter === '\r' || letter === '\n') at++;
    else if (letter !== '\\') {
      PLAIN.lastIndex = at;
      const text = PLAIN.exec(source)?.[0] ?? letter;
      yield { kind: 'text', text };
      at += text.length;
    } else {
      WORD.lastIndex = at + 1;
      const [whole, word, digits] = WORD.exec(source) ?? [];
      if (word === undefined || whole === undefined) {
        const { token, length } = symbolAt(source, at + 1);
        if (token !== undefined) yield token;
        at += 1 + length;
        continue;
      }
      const value = digits === undefined ? undefined : Number(digits);
      at += 1 + whole.length;
      // What follows is bytes, not text.
      if (word === 'bin') at += Math.max(0, value ?? 0);
      else yield { kind: 'word', word, value };
    }
  }
}

function symbolAt(source: string, at: number): { readonly token: RtfToken | undefined; readonly length: number } {
  const symbol = source.charAt(at);
  if (symbol === "'") {
    const code = Number.parseInt(source.slice(at + 1, at + 3), 16);
    return { token: Number.isNaN(code) ? undefined : { kind: 'text', text: String.fromCharCode(code) }, length: 3 };
  }
  const word = SYMBOLS[symbol];
  if (word !== undefined) return { token: { kind: 'word', word, value: undefined }, length: 1 };
  if (/[\\{}]/.test(symbol)) return { token: { kind: 'text', text: symbol }, length: 1 };
  if (symbol === '~') return { token: { kind: 'word', word: 'u', value: 0xa0 }, length: 1 };
  return { token: symbol === '_' ? { kind: 'text', text: '-' } : undefined, length: 1 };
}
