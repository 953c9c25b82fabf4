/** Where references to entities stand: the rules differ. */
export type ReferencePlace = 'text' | 'attribute' | 'entity';

// XML 1.0 (fifth edition), productions 4 and 4a.
const NAME_START =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const NAME_REST = `${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040`;
const NAME = new RegExp(`[${NAME_START}][${NAME_REST}]*`, 'uy');
const NAME_TOKEN = new RegExp(`[${NAME_REST}]+`, 'uy');
// Production 2, turned round.
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const PREDEFINED: ReadonlySet<string> = new Set(['lt', 'gt', 'amp', 'apos', 'quot']);

/** Walks through a text by the words of XML. Every fault is told where it stands. */
export class XmlReader {
  offset = 0;
  isStandalone = false;
  /** Declared general entities: true for those that are parsed. */
  readonly entities = new Map<string, 'internal' | 'external' | 'unparsed'>();
  /** Declarations may stand where they are not read: an external DTD, or a parameter entity. */
  hasUnreadDeclarations = false;
  readonly #fault: (offset: number, fault: string) => Error;

  constructor(
    readonly text: string,
    fault: (offset: number, fault: string) => Error,
  ) {
    this.#fault = fault;
  }

  fault(fault: string, offset = this.offset): Error {
    return this.#fault(Math.min(offset, this.text.length), fault);
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.offset);
  }

  take(word: string): boolean {
    if (!this.text.startsWith(word, this.offset)) return false;
    this.offset += word.length;
    return true;
  }

  /** Whether there was any. */
  skipSpace(): boolean {
    const start = this.offset;
    for (;;) {
      const unit = this.text.charCodeAt(this.offset);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return this.offset > start;
      this.offset++;
    }
  }

  needSpace(): void {
    if (!this.skipSpace()) throw this.fault(`expected white space, got ${this.here()}`);
  }

  readName(what: string): string {
    return this.#readMatch(NAME, what);
  }

  readNameToken(): string {
    return this.#readMatch(NAME_TOKEN, 'a name token');
  }

  #readMatch(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.offset;
    const name = pattern.exec(this.text)?.[0];
    if (name === undefined) throw this.fault(`expected ${what}, got ${this.here()}`);
    this.offset += name.length;
    return name;
  }

  readEquals(): void {
    this.skipSpace();
    if (!this.take('=')) throw this.fault(`"=" must follow the name, got ${this.here()}`);
    this.skipSpace();
  }

  /** A text in quotes, its characters checked, its references not. */
  readQuoted(): { readonly value: string; readonly quote: '"' | "'" } {
    const quote = this.text.charAt(this.offset);
    if (quote !== '"' && quote !== "'") throw this.fault(`expected a value in quotes, got ${this.here()}`);
    const end = this.text.indexOf(quote, this.offset + 1);
    if (end < 0) throw this.fault('the value that begins here has no closing quote');
    const value = this.text.slice(this.offset + 1, end);
    this.checkCharacters(value, this.offset + 1);
    this.offset = end + 1;
    return { value, quote };
  }

  readComment(): void {
    const start = this.offset;
    const end = this.text.indexOf('--', start + 4);
    if (end < 0) throw this.fault('the comment that begins here has no end');
    if (this.text.charAt(end + 2) !== '>') throw this.fault('"--" must not stand in a comment', end);
    this.checkCharacters(this.text.slice(start, end), start);
    this.offset = end + 3;
  }

  readInstruction(): void {
    const start = this.offset;
    this.offset += 2;
    const target = this.readName('the target of a processing instruction');
    if (target.toLowerCase() === 'xml')
      throw this.fault('"<?xml" must stand at the very beginning of the document, in small letters', start);
    if (!this.startsWith('?>')) this.needSpace();
    this.readUntil('?>', 'the processing instruction', start);
  }

  /** Moves behind the next `end`; what lies between must be characters of XML. */
  readUntil(end: string, what: string, start = this.offset): void {
    const found = this.text.indexOf(end, this.offset);
    if (found < 0) throw this.fault(`${what} that begins here has no end`, start);
    this.checkCharacters(this.text.slice(this.offset, found), this.offset);
    this.offset = found + end.length;
  }

  checkCharacters(part: string, start: number): void {
    const index = part.search(FORBIDDEN);
    if (index < 0) return;
    const point = (part.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw this.fault(`the character U+${point} must not stand in XML`, start + index);
  }

  checkReferences(part: string, start: number, place: ReferencePlace): void {
    for (let index = part.indexOf('&'); index >= 0; index = part.indexOf('&', index + 1)) {
      this.#checkReference(part, index, start, place);
    }
  }

  #checkReference(part: string, index: number, start: number, place: ReferencePlace): void {
    const at = start + index;
    if (part.charAt(index + 1) === '#') {
      REFERENCE_TO_CHARACTER.lastIndex = index;
      const [, decimal, hexadecimal] = REFERENCE_TO_CHARACTER.exec(part) ?? [];
      const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      if (Number.isNaN(point)) throw this.fault('"&#" must begin a number that ends with ";"', at);
      if (point > 0x10ffff || FORBIDDEN.test(String.fromCodePoint(point)))
        throw this.fault('this reference stands for a character that XML does not allow', at);
      return;
    }
    NAME.lastIndex = index + 1;
    const name = NAME.exec(part)?.[0];
    if (name === undefined || part.charAt(index + 1 + name.length) !== ';')
      throw this.fault('"&" must begin a reference such as "&amp;": write "&amp;" for the character itself', at);
    if (place !== 'entity') this.#checkEntity(name, at, place);
  }

  // XML 1.0 §4.1, "Entity Declared" and "Parsed Entity"; §3.1, "No External Entity References".
  #checkEntity(name: string, at: number, place: ReferencePlace): void {
    if (PREDEFINED.has(name)) return;
    const kind = this.entities.get(name);
    if (kind === undefined) {
      if (this.hasUnreadDeclarations && !this.isStandalone) return;
      throw this.fault(`the entity "&${name};" is not declared`, at);
    }
    if (kind === 'unparsed') throw this.fault(`the entity "&${name};" is not text and must not be referred to`, at);
    if (kind === 'external' && place === 'attribute')
      throw this.fault(`the external entity "&${name};" must not stand in an attribute value`, at);
  }

  /** What stands here, for messages. */
  here(): string {
    const point = this.text.codePointAt(this.offset);
    if (point === undefined) return 'the end of the text';
    const character = String.fromCodePoint(point);
    if (FORBIDDEN.test(character) || point < 0x20 || point === 0xfeff)
      return `the character U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
    return character === '"' ? "'\"'" : `"${character}"`;
  }
}

const REFERENCE_TO_CHARACTER = /&#(?:([0-9]+)|x([0-9a-fA-F]+));/y;
