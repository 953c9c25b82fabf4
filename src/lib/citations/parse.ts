import { ContentFault, LimitFault } from '../faults.js';

/** An entry as it stands in the file: names in lower case, values still LaTeX, without their outer braces or quotes. */
export interface BibtexEntry {
  readonly type: string;
  readonly key: string;
  readonly offset: number;
  readonly fields: ReadonlyMap<string, string>;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Letters of all values that were put together with `#` or made of abbreviations. */
const MAX_EXPANDED = 2_000_000;

/** The entries of a BibTeX or BibLaTeX file. Throws ContentFault, and LimitFault beyond `most` entries. */
export function parseBibtex(text: string, most: number): BibtexEntry[] {
  return new Reader(text, most).entries();
}

class Reader {
  private at = 0;
  private expanded = 0;
  private readonly strings = new Map(MONTHS.map((name, index) => [name, String(index + 1)]));

  constructor(
    private readonly text: string,
    private readonly most: number,
  ) {}

  entries(): BibtexEntry[] {
    const list: BibtexEntry[] = [];
    for (;;) {
      // What stands between entries is a comment.
      const start = this.text.indexOf('@', this.at);
      if (start === -1) return list;
      this.at = start + 1;
      this.skipSpace();
      const type = this.match(/[^\s{}()@,="#%]+/y)?.toLowerCase();
      this.skipSpace();
      const open = this.text[this.at];
      if (type === undefined || (open !== '{' && open !== '(')) {
        if (type === undefined || list.length > 0 || type === 'comment') continue;
        // An address such as ann@example.org before the first entry is a comment too.
        if (/[^\s]/.test(this.text[start - 1] ?? ' ')) continue;
        throw this.fault(`"{" must follow @${type.slice(0, 40)}`, this.at);
      }
      const close = open === '{' ? '}' : ')';
      if (type === 'comment') {
        if (open === '{') this.braced();
        continue;
      }
      this.at++;
      if (type === 'string') this.abbreviation(close);
      else if (type === 'preamble') this.preamble(close, start);
      else {
        if (list.length === this.most) throw new LimitFault(`it must have at most ${this.most} entries`, this.most);
        list.push(this.entry(type, start, close));
      }
    }
  }

  private entry(type: string, offset: number, close: string): BibtexEntry {
    this.skipSpace();
    const key = (this.match(close === '}' ? /[^,}]*/y : /[^,)]*/y) ?? '').trim();
    if (/[={"\n]/.test(key)) throw this.fault(`a key and "," must stand after @${type}{`, offset);
    const fields = new Map<string, string>();
    for (;;) {
      this.skipSpace();
      const next = this.text[this.at];
      if (next === undefined) throw this.fault(`the entry that begins here has no "${close}"`, offset);
      if (next === close) {
        this.at++;
        return { type, key, offset, fields };
      }
      if (next !== ',') throw this.fault(`expected "," or "${close}", got ${shown(next)}`, this.at);
      this.at++;
      this.skipSpace();
      if (this.text[this.at] === close || this.text[this.at] === ',') continue;
      const { name, value } = this.assignment(offset, close);
      if (!fields.has(name)) fields.set(name, value);
    }
  }

  private assignment(offset: number, close: string): { readonly name: string; readonly value: string } {
    this.skipSpace();
    const name = this.match(/[^\s{}()@,="#%]+/y)?.toLowerCase();
    if (name === undefined) {
      const next = this.text[this.at];
      if (next === undefined) throw this.fault(`the entry that begins here has no "${close}"`, offset);
      throw this.fault(`expected the name of a field, got ${shown(next)}`, this.at);
    }
    this.skipSpace();
    if (this.text[this.at] !== '=') throw this.fault(`"=" must follow the field "${name.slice(0, 40)}"`, this.at);
    this.at++;
    return { name, value: this.value() };
  }

  private abbreviation(close: string): void {
    const { name, value } = this.assignment(this.at, close);
    this.strings.set(name, value);
    this.end(close);
  }

  private preamble(close: string, offset: number): void {
    this.value();
    this.skipSpace();
    if (this.at >= this.text.length) throw this.fault(`the entry that begins here has no "${close}"`, offset);
    this.end(close);
  }

  private end(close: string): void {
    this.skipSpace();
    if (this.text[this.at] !== close) throw this.fault(`expected "${close}"`, this.at);
    this.at++;
  }

  private value(): string {
    const parts: string[] = [];
    for (;;) {
      this.skipSpace();
      parts.push(this.part());
      this.skipSpace();
      if (this.text[this.at] !== '#') return parts.join('');
      this.at++;
    }
  }

  private part(): string {
    const next = this.text[this.at];
    if (next === '{') return this.braced();
    if (next === '"') return this.quoted();
    const word = this.match(/[^\s{}()@,="#%]+/y);
    if (word === undefined)
      throw this.fault(
        `expected a value, in braces or quotes${next === undefined ? '' : `, got ${shown(next)}`}`,
        this.at,
      );
    // A name that nothing defines stands for itself.
    const meaning = this.strings.get(word.toLowerCase()) ?? word;
    this.expanded += meaning.length;
    if (this.expanded > MAX_EXPANDED)
      throw new LimitFault(`it must have abbreviations that make at most ${MAX_EXPANDED} characters`, MAX_EXPANDED);
    return meaning;
  }

  private braced(): string {
    const start = this.at;
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const unit = this.text[this.at];
      if (unit === '\\') this.at++;
      else if (unit === '{') depth++;
      else if (unit === '}' && --depth === 0) {
        this.at++;
        return this.text.slice(start + 1, this.at - 1);
      }
    }
    throw this.fault('the "{" here has no "}"', start);
  }

  private quoted(): string {
    const start = this.at;
    let depth = 0;
    for (this.at++; this.at < this.text.length; this.at++) {
      const unit = this.text[this.at];
      if (unit === '\\' && this.text[this.at + 1] !== '"') this.at++;
      else if (unit === '{') depth++;
      else if (unit === '}') depth--;
      else if (unit === '"' && depth <= 0) {
        this.at++;
        return this.text.slice(start + 1, this.at - 1);
      }
    }
    throw this.fault('the quote here has no end', start);
  }

  private fault(what: string, offset: number): ContentFault {
    return ContentFault.at(this.text, offset, what);
  }

  private skipSpace(): void {
    this.match(/\s+/y);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}

const shown = (unit: string): string => JSON.stringify(unit);
