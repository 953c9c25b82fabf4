import { LimitFault } from '../../lib/faults.js';

/** Longest key material: chains and key sets of a file. */
const MAX_BYTES = 1_000_000;

/** A block of PEM (RFC 7468) or of its relatives, in the order of the text. */
export interface PemBlock {
  /** What stands after BEGIN, in upper case: `PRIVATE KEY`. */
  readonly label: string;
  /** Lines `name: value` above the base64, the names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
  /** Its END line is there. */
  readonly isWhole: boolean;
}

/** The text of key material, `undefined` where it is bytes of another kind. Throws LimitFault. */
export function keyTextOf(source: string | Uint8Array): string | undefined {
  if (source.length > MAX_BYTES)
    throw new LimitFault(`key material must have at most ${MAX_BYTES} bytes, got ${source.length}`, MAX_BYTES);
  if (typeof source === 'string') return source;
  const bytes = Buffer.from(source);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const swapped = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
    return swapped.swap16().toString('utf16le');
  }
  if (bytes.includes(0)) return undefined;
  const text = bytes.toString();
  // Names above a block may be in another encoding; the block itself is ASCII.
  return text.includes('\ufffd') && !/-{2,5}[ \t]?BEGIN |PuTTY-User-Key-File/.test(text) ? undefined : text;
}

/** Text as it was before quoting: `\n` of JSON, YAML, .env files and shells are line breaks. */
export const unquoted = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .replace(/\\r(?=\\n)|\r(?=\n)/g, '')
    .replace(/\\n/g, '\n')
    .trim()
    .replace(/^(["'`])([\s\S]*)\1$/, '$2')
    .trim();

const BEGIN = /-{2,5}[ \t]?BEGIN ([A-Z0-9][A-Z0-9 ]{0,60}?)[ \t]?-{2,5}/g;

/**
 * The blocks of a text, wherever they are in it: indented, quoted by `>` or `|`, all on one line, with a dash lost at either end.
 * What is between them is not looked at.
 */
export function pemBlocks(text: string): PemBlock[] {
  const begins = [...text.matchAll(BEGIN)];
  return begins.map((begin, index) => {
    const [whole, label = ''] = begin;
    const from = begin.index + whole.length;
    const rest = text.slice(from, begins[index + 1]?.index ?? text.length);
    const end = rest.search(/-{2,5}[ \t]?END /);
    return { label, ...bodyOf(end < 0 ? rest : rest.slice(0, end)), isWhole: end >= 0 };
  });
}

/** RFC 4716 §3.3. */
const MAX_HEADER = 1024;

function bodyOf(body: string): Pick<PemBlock, 'headers' | 'bytes'> {
  const headers = new Map<string, string>();
  // On one line, the headers of an encrypted key have only spaces between them.
  const lines = body.replace(/(Proc-Type:\s*4,ENCRYPTED|DEK-Info:\s*[\w-]+,[0-9A-Fa-f]+)\s/g, '\n$1\n').split('\n');
  const digits: string[] = [];
  let name = '';
  for (const raw of lines) {
    const line = raw.replace(/^[\s>|*#]+/, '').trim();
    if (line === '') continue;
    const [, header, value = ''] = /^([A-Za-z][\w-]{0,63}):\s?(.*)$/.exec(line) ?? [];
    // RFC 4716 §3.3: a line that ends in a backslash goes on in the next.
    const before = headers.get(name) ?? '';
    const isContinued = before.endsWith('\\') && before.length <= MAX_HEADER;
    if (isContinued) headers.set(name, `${before.slice(0, -1)}${line}`);
    else if (header !== undefined && digits.length === 0) {
      name = header.toLowerCase();
      headers.set(name, value);
    } else {
      name = '';
      digits.push(line);
    }
  }
  return { headers, bytes: Buffer.from(digits.join(''), 'base64') };
}

/** The bytes of a text that is nothing but base64 or hexadecimal digits, without armour around them. */
export function bareBytes(text: string): Uint8Array | undefined {
  const digits = text.replace(/\s+/g, '');
  if (/^(?:30)(?:[0-9a-fA-F]{2})+$/.test(digits.replaceAll(':', '')))
    return Buffer.from(digits.replaceAll(':', ''), 'hex');
  if (/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(digits)) return Buffer.from(digits, 'base64');
  return undefined;
}
