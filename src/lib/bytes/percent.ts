import { ContentFault } from '../faults.js';

/** Percent-encoding of URLs: RFC 3986 §2, the sets of ECMAScript, and `application/x-www-form-urlencoded` of the WHATWG URL standard. */

export type PercentSet = 'component' | 'uri' | 'form' | 'rfc3986';

/** Characters that are left as they are. */
const KEPT: Record<PercentSet, RegExp> = {
  component: /[A-Za-z0-9\-_.!~*'()]/,
  uri: /[A-Za-z0-9\-_.!~*'();/?:@&=+$,#]/,
  form: /[A-Za-z0-9*\-._]/,
  rfc3986: /[A-Za-z0-9\-._~]/,
};

const tables = new Map<PercentSet, readonly string[]>();

/** What each byte becomes. */
function tableOf(set: PercentSet): readonly string[] {
  const made = tables.get(set);
  if (made !== undefined) return made;
  const table = Array.from({ length: 256 }, (_, byte) => {
    const letter = String.fromCharCode(byte);
    if (set === 'form' && letter === ' ') return '+';
    return byte < 0x80 && KEPT[set].test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  tables.set(set, table);
  return table;
}

export function percentEncode(text: string, set: PercentSet): string {
  const table = tableOf(set);
  const parts: string[] = [];
  for (const byte of Buffer.from(text)) parts.push(table[byte] ?? '');
  return parts.join('');
}

/** Escapes that `decodeURI` keeps: they would change what the URL means. */
const RESERVED = /^%(?:3B|2F|3F|3A|40|26|3D|2B|24|2C|23)$/i;

/**
 * Decodes percent escapes as UTF-8. The set `form` reads `+` as a space, `uri` keeps escapes of reserved characters as they are.
 * Throws ContentFault at a `%` without two hexadecimal digits, and at bytes that are not UTF-8.
 */
export function percentDecode(text: string, set: PercentSet): string {
  const source = set === 'form' ? text.replaceAll('+', ' ') : text;
  return source.replace(/(?:%[0-9A-Fa-f]{2})+|%/g, (run, offset: number) => {
    if (run === '%') throw ContentFault.at(text, offset, '"%" must be followed by two hexadecimal digits');
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
    const decoded = bytes.toString();
    if (!Buffer.from(decoded).equals(bytes))
      throw ContentFault.at(text, offset, 'the escaped bytes are not valid UTF-8');
    if (set !== 'uri') return decoded;
    return Array.from(decoded, (letter) => keepReserved(letter)).join('');
  });
}

function keepReserved(letter: string): string {
  if (letter.charCodeAt(0) >= 0x80) return letter;
  const escape_ = `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return RESERVED.test(escape_) ? escape_ : letter;
}
