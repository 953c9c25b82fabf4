/** What RFC 4180 does not allow in a CSV text, and what its readers read in different ways. */

export interface SyntaxFault {
  /** UTF-16. */
  readonly offset: number;
  readonly rule: 'stray-quote' | 'text-after-quote' | 'unclosed-quote' | 'control-character';
  readonly message: string;
  /** A text that no reader reads in one way; else something that is only unusual. */
  readonly isError: boolean;
}

const [LF, CR, TAB] = [10, 13, 9];

/** Faults in order, from `start` on. Linear in the text. An unclosed quote is the last. */
export function* syntaxFaults(text: string, delimiter: string, quote: string, start: number): Generator<SyntaxFault> {
  const [divider, mark] = [delimiter.charCodeAt(0), quote === '' ? -1 : quote.charCodeAt(0)];
  /** Where the quoted cell began; whether the cell has begun, and whether its closing quote is behind. */
  let opened = -1;
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== LF && code !== CR && code !== TAB && code !== divider)
      yield { offset: at, rule: 'control-character', message: `control character U+${hex(code)}`, isError: false };
    if (state === 'quoted') {
      if (code !== mark) continue;
      if (text.charCodeAt(at + 1) === mark) at++;
      else state = 'closed';
    } else if (code === divider || code === LF || code === CR) state = 'start';
    else if (code === mark && state === 'start') [state, opened] = ['quoted', at];
    else if (code === mark && state === 'plain')
      yield {
        offset: at,
        rule: 'stray-quote',
        message: 'a quote inside a value that is not quoted; write the value in quotes and double the quote',
        isError: true,
      };
    else if (state === 'closed') {
      yield {
        offset: at,
        rule: 'text-after-quote',
        message: 'text after the closing quote; double quotes inside a quoted value',
        isError: true,
      };
      state = 'plain';
    } else state = 'plain';
  }
  if (state === 'quoted')
    yield {
      offset: opened,
      rule: 'unclosed-quote',
      message: 'the quoted value that begins here has no closing quote',
      isError: true,
    };
}

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');
