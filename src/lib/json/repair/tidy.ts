import { readBrokenString } from './broken-string.js';

/** What is open around a place: a bracket, and whether the value of a key stands there. */
interface Level {
  readonly open: '{' | '[' | '(' | 'call';
  isValue: boolean;
}

/** Names that other languages give to JSON's words, and words that were cut off at the end of the text. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['TRUE', 'true'],
  ['FALSE', 'false'],
  ['NULL', 'null'],
]);
const CUT_WORDS: readonly string[] = ['true', 'false', 'null'];

/** Another document behind words: a bracket and what may begin its content. */
const NEXT_DOCUMENT = /[{[]\s*["'{[}\]]/g;

/**
 * Broken JSON with what a repairer of its grammar takes otherwise than people mean: repeated commas, apostrophes and quotes inside
 * texts, escapes of other languages, tuples, `=>`, comments with `#`, words behind the document. All else stays for the repairer.
 */
export function tidyJson(text: string): string {
  return new Tidier(text).tidy();
}

class Tidier {
  readonly #text: string;
  readonly #parts: string[] = [];
  readonly #levels: Level[] = [];
  #at = 0;
  /** The last letter that was passed on, white space and comments aside. */
  #before = '';

  constructor(text: string) {
    this.#text = text;
  }

  tidy(): string {
    while (this.#at < this.#text.length) {
      if (!this.#space() && !this.#word() && !this.#string()) this.#mark(this.#text.charAt(this.#at));
    }
    return this.#parts.join('');
  }

  #emit(written: string, length: number): void {
    this.#parts.push(written);
    this.#at += length;
    const last = written.trimEnd().at(-1);
    if (last !== undefined) this.#before = last;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? '';
  }

  /** White space and comments; one that begins with `#` goes. */
  #space(): boolean {
    const space = this.#match(/\s+/y);
    const isLineStart = this.#at === 0 || /[\r\n]/.test(this.#text.charAt(this.#at - 1)) || /[,{[]/.test(this.#before);
    const hash = space === '' && isLineStart ? this.#match(/#[^\r\n]*/y) : '';
    const comment =
      space + hash !== '' || this.#before === ':' ? '' : this.#match(/\/\/[^\r\n]*|\/\*(?:(?!\*\/)[\s\S])*(?:\*\/|$)/y);
    const passed = space + hash + comment;
    if (hash === '') this.#parts.push(passed);
    this.#at += passed.length;
    return passed !== '';
  }

  /** A run of letters: a word of JSON in another language, the prefix of a Python string, the name of a call, or anything else. */
  #word(): boolean {
    const word = this.#match(/[\p{L}\p{N}_$]+/uy);
    if (word === '') return false;
    const end = this.#at + word.length;
    const next = this.#text.charAt(end);
    if (/^[bBuUrRfF]{1,2}$/.test(word) && /["']/.test(next) && this.#isStart()) {
      this.#at = end;
      return true;
    }
    const known = this.#isStart() && this.#isWordEnd(end) ? (WORDS.get(word) ?? this.#cutWord(word, end)) : undefined;
    this.#emit(known ?? word, word.length);
    return true;
  }

  #cutWord(word: string, end: number): string | undefined {
    return end === this.#text.length && word.length > 1 && this.#levels.at(-1)?.isValue === true
      ? CUT_WORDS.find((whole) => whole.startsWith(word))
      : undefined;
  }

  /** Whether a key or a value may begin here. */
  #isStart(): boolean {
    return this.#before === '' || /[:,[{(]/.test(this.#before);
  }

  #isWordEnd(end: number): boolean {
    const after = /\s*([\s\S]?)/y;
    after.lastIndex = end;
    return /^[,}\])]?$/.test(after.exec(this.#text)?.[1] ?? '');
  }

  #string(): boolean {
    const quote = this.#text.charAt(this.#at);
    if (!/["'“‘`]/.test(quote) || (quote === "'" && /[\p{L}\p{N}]/u.test(this.#text.charAt(this.#at - 1))))
      return false;
    const level = this.#levels.at(-1);
    const found = readBrokenString(this.#text, this.#at, {
      isKey: level?.open === '{' && !level.isValue,
      isMember: level?.open === '{',
      isInside: level !== undefined,
    });
    if (found === undefined) {
      // No end that is sure: the repairer sees the rest as it is.
      this.#parts.push(this.#text.slice(this.#at));
      this.#at = this.#text.length;
    } else this.#emit(found.written, found.end - this.#at);
    return true;
  }

  #mark(mark: string): void {
    const level = this.#levels.at(-1);
    if (mark === '\\') this.#emit(this.#text.slice(this.#at, this.#at + 2), 2);
    else if (mark === '{' || mark === '[') this.#open(mark, mark);
    else if (mark === '(') this.#parenthesis();
    else if (mark === '}' || mark === ']' || mark === ')') this.#close(mark);
    else if (mark === ',' || (mark === ';' && this.#match(/;\s*["'}\]]/y) !== '' && level !== undefined)) {
      if (level !== undefined) level.isValue = false;
      this.#emit(this.#before === ',' && level !== undefined ? '' : ',', 1);
    } else if (mark === ':' || (this.#match(/=>/y) !== '' && /["'\w]/.test(this.#before))) {
      if (level !== undefined) level.isValue = true;
      this.#emit(':', mark === ':' ? 1 : 2);
    } else if (mark === '+' && this.#isStart() && this.#match(/\+[\d.]/y) !== '') this.#at++;
    else this.#emit(mark, 1);
  }

  #open(open: Level['open'], written: string): void {
    this.#levels.push({ open, isValue: false });
    this.#emit(written, 1);
  }

  /** A tuple is a list; the parentheses of a call stay. */
  #parenthesis(): void {
    if (this.#levels.length > 0 && this.#isStart()) this.#open('(', '[');
    else this.#open('call', '(');
  }

  #close(mark: string): void {
    const level = this.#levels.pop();
    const last = this.#before;
    // A tuple of one element ends with a comma, as other lists may.
    if (mark === ')' && level?.open === '(') this.#emit(']', 1);
    else this.#emit(mark, 1);
    if (level !== undefined && this.#levels.length === 0 && last !== '' && level.open !== 'call') this.#end();
  }

  /** Behind the outermost bracket: more documents stay, words between and behind them go. */
  #end(): void {
    const rest = this.#text.slice(this.#at, this.#at + 2000);
    if (/^(?:\s|\/\/[^\r\n]*[\r\n]|\/\*[^*]*\*\/)*(?:[,{[]|$|\/[/*])/.test(rest) || /^\s*\)/.test(rest)) return;
    NEXT_DOCUMENT.lastIndex = this.#at;
    const next = NEXT_DOCUMENT.exec(this.#text);
    this.#parts.push('\n');
    this.#before = '';
    this.#at = next === null ? this.#text.length : next.index;
  }
}
