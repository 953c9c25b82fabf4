/** One line of a vCard, unfolded: `item1.TEL;TYPE=home:…` */
export interface VCardProperty {
  /** In capitals, without its group. */
  readonly name: string;
  readonly group: string;
  /** Names in capitals; values in order. Types of version 2.1 without a name stand under TYPE. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** As it stands, decoded from quoted-printable but not unescaped; undefined for binary data. */
  readonly value: string | undefined;
}

export interface VCard {
  /** `2.1`, `3.0`, `4.0`, or what the card says. */
  readonly version: string;
  /** Line of its BEGIN, from 1. */
  readonly line: number;
  readonly properties: readonly VCardProperty[];
}

/** A text that is no vCard. */
export class VCardFault extends Error {
  override readonly name = 'VCardFault';

  constructor(
    readonly line: number,
    readonly fault: string,
  ) {
    super(`line ${line}: ${fault}`);
  }
}

/** Decodes bytes of quoted-printable by a charset's name. */
export type DecodeBytes = (bytes: Uint8Array, charset: string) => string;

interface Line {
  readonly text: string;
  readonly line: number;
}

const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/y;

/** Lines unfolded: RFC 6350, 3.2; a soft line break of quoted-printable joins too (vCard 2.1). */
function* unfold(text: string): Generator<Line, void> {
  let parts: string[] = [];
  let start = 0;
  let number = 0;
  let isSoft = false;
  for (let offset = text.charCodeAt(0) === 0xfeff ? 1 : 0; offset < text.length; ) {
    LINE.lastIndex = offset;
    const [whole = '', content = ''] = LINE.exec(text) ?? [];
    offset += Math.max(1, whole.length);
    number++;
    if (isSoft) {
      parts.push(content.replace(/=$/, ''));
      isSoft = content.endsWith('=');
      continue;
    }
    if (parts.length > 0 && /^[ \t]/.test(content)) {
      parts.push(content.slice(1));
      continue;
    }
    if (parts.length > 0) yield { text: parts.join(''), line: start };
    isSoft = content.endsWith('=') && /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(content);
    parts = [isSoft ? content.slice(0, -1) : content];
    start = number;
  }
  if (parts.length > 0) yield { text: parts.join(''), line: start };
}

/** The cards of a text: vCard 2.1, 3.0 (RFC 2426), 4.0 (RFC 6350). Cards inside cards (AGENT of 2.1) are passed over. Throws VCardFault. */
export function readVCards(text: string, decode: DecodeBytes): VCard[] {
  const cards: VCard[] = [];
  let properties: VCardProperty[] = [];
  let begin = 0;
  let depth = 0;
  for (const { text: source, line } of unfold(text)) {
    if (source.trim() === '') continue;
    if (/^BEGIN:VCARD\s*$/i.test(source)) {
      if (depth++ === 0) {
        begin = line;
        properties = [];
      }
    } else if (/^END:VCARD\s*$/i.test(source)) {
      if (depth === 0) throw new VCardFault(line, '"END:VCARD" stands without "BEGIN:VCARD"');
      if (--depth === 0) {
        const version = properties.find(({ name }) => name === 'VERSION')?.value?.trim() ?? '';
        cards.push({ version, line: begin, properties });
      }
    } else if (depth === 0) throw new VCardFault(line, 'a card must begin with "BEGIN:VCARD"');
    else if (depth === 1) {
      const property = readProperty(source, decode);
      if (property === undefined) throw new VCardFault(line, 'a property such as "FN:Ada" must stand here');
      properties.push(property);
    }
  }
  if (depth > 0) throw new VCardFault(begin, 'the card that begins here has no "END:VCARD"');
  return cards;
}

function readProperty(source: string, decode: DecodeBytes): VCardProperty | undefined {
  const colon = endOfHead(source);
  if (colon < 0) return undefined;
  const [head = '', ...rest] = splitOutsideQuotes(source.slice(0, colon), ';');
  const dot = head.lastIndexOf('.');
  const name = head
    .slice(dot + 1)
    .trim()
    .toUpperCase();
  if (!/^[A-Z0-9-]+$/.test(name)) return undefined;
  const parameters = new Map<string, string[]>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    const bare = part.trim().toUpperCase();
    const key = equals >= 0 ? part.slice(0, equals).trim().toUpperCase() : isEncoding(bare) ? 'ENCODING' : 'TYPE';
    const values = splitOutsideQuotes(equals >= 0 ? part.slice(equals + 1) : part, ',').map((value) =>
      unquote(value.trim()),
    );
    const earlier = parameters.get(key);
    if (earlier === undefined) parameters.set(key, values);
    // Not spread: a hostile line has hundreds of thousands.
    else for (const value of values) earlier.push(value);
  }
  const value = decodeValue(source.slice(colon + 1), parameters, decode);
  return { name, group: dot < 0 ? '' : head.slice(0, dot), parameters, value };
}

const isEncoding = (word: string): boolean => ['QUOTED-PRINTABLE', 'BASE64', 'B', '8BIT', '7BIT'].includes(word);

function decodeValue(
  value: string,
  parameters: ReadonlyMap<string, readonly string[]>,
  decode: DecodeBytes,
): string | undefined {
  const encoding = parameters.get('ENCODING')?.[0]?.toUpperCase();
  if (encoding === 'B' || encoding === 'BASE64') return undefined;
  if (encoding !== 'QUOTED-PRINTABLE') return /^data:/i.test(value) ? undefined : value;
  const bytes: number[] = [];
  for (const part of value.split(/(=[0-9A-Fa-f]{2})/)) {
    if (/^=[0-9A-Fa-f]{2}$/.test(part)) bytes.push(Number.parseInt(part.slice(1), 16));
    else for (const byte of Buffer.from(part)) bytes.push(byte);
  }
  return decode(Uint8Array.from(bytes), parameters.get('CHARSET')?.[0] ?? 'utf-8');
}

/** The colon between name and value; one in quotes belongs to a parameter. */
function endOfHead(source: string): number {
  let inQuotes = false;
  for (let i = 0; i < source.length; i++) {
    const letter = source.charAt(i);
    if (letter === '"') inQuotes = !inQuotes;
    else if (letter === ':' && !inQuotes) return i;
  }
  return source.indexOf(':');
}

function splitOutsideQuotes(source: string, separator: string): string[] {
  const parts: string[] = [];
  let inQuotes = false;
  let from = 0;
  for (let i = 0; i < source.length; i++) {
    const letter = source.charAt(i);
    if (letter === '"') inQuotes = !inQuotes;
    else if (letter === separator && !inQuotes) {
      parts.push(source.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(source.slice(from));
  return parts;
}

const unquote = (value: string): string =>
  value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;

/** The parts of a value between unescaped separators, escapes undone: RFC 6350, 3.4. */
export function splitValue(value: string, separator: ';' | ',' | ''): string[] {
  const parts: string[] = [];
  let part = '';
  for (let i = 0; i < value.length; i++) {
    const letter = value.charAt(i);
    if (letter === '\\') {
      const next = value.charAt(++i);
      part += next === 'n' || next === 'N' ? '\n' : next === '' ? '\\' : /[,;:\\]/.test(next) ? next : `\\${next}`;
    } else if (letter === separator) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  parts.push(part);
  return parts;
}

/** A value that is one text. */
export const textValue = (value: string): string => splitValue(value, '').join('');
