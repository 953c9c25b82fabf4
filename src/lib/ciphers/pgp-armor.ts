import { readBase64 } from '../bytes/byte-text.js';
import { ContentFault, unlessFaulty } from '../faults.js';

/** Blocks of OpenPGP in text (RFC 9580, 6), as mails, logs and web pages leave them. */
interface PgpBlock {
  /** `MESSAGE`, `PUBLIC KEY BLOCK`, `PRIVATE KEY BLOCK`, `SIGNATURE`, or `SIGNED MESSAGE` for a text with its signature. */
  readonly type: string;
  /** Empty for a signed text. */
  readonly bytes: Uint8Array;
  /** The block as text, its lines cleaned; empty for binary content. */
  readonly text: string;
}

const SIGNED = /-----BEGIN PGP SIGNED MESSAGE-----[\s\S]*?-----END PGP SIGNATURE-----/;
const ARMORED = /-----BEGIN PGP ([A-Z ,/0-9]{1,40})-----([\s\S]*?)-----END PGP \1-----/g;
/** Bit 7 of the first byte of a packet is always set. */
const PACKET_BIT = 0x80;

/** All blocks of a text, or the packets of a binary file. Throws ContentFault where there are none or one is damaged. */
export function pgpBlocks(source: string | Uint8Array): PgpBlock[] {
  if (typeof source !== 'string' && ((source[0] ?? 0) & PACKET_BIT) !== 0)
    return [{ type: 'BINARY', bytes: source, text: '' }];
  const given = typeof source === 'string' ? source : Buffer.from(source).toString();
  const unquoted = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const signed = SIGNED.exec(unquoted)?.[0];
  if (signed !== undefined) return [{ type: 'SIGNED MESSAGE', bytes: new Uint8Array(), text: signed }];
  const text = unquoted.replace(/^[> \t]+/gm, '').replace(/\\n/g, '\n');
  const blocks = [...text.matchAll(ARMORED)].map(([whole, type = '', body = '']) => ({
    type,
    bytes: bodyBytes(body, type),
    text: whole,
  }));
  if (blocks.length > 0) return blocks;
  if (/-----BEGIN PGP /.test(text)) throw new ContentFault('its line "-----END PGP …-----" is missing: it is cut off');
  // Base64 without its armor: longer than words that happen to be base64.
  const isBare = text.length >= 60 && !/\S[ \t]\S/.test(text);
  const bytes = isBare ? unlessFaulty(() => readBase64(text.trim(), { strict: false })) : undefined;
  if (bytes !== undefined && ((bytes[0] ?? 0) & PACKET_BIT) !== 0) return [{ type: 'BINARY', bytes, text: '' }];
  throw new ContentFault('it is not OpenPGP: no line begins with "-----BEGIN PGP"');
}

/** Headers are before an empty line that mails lose; the checksum (RFC 4880, 6.1) is optional today, and the data has better ones. */
function bodyBytes(body: string, type: string): Uint8Array {
  const lines = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[A-Za-z-]+: /.test(line) && !/^=[A-Za-z0-9+/]{4}$/.test(line));
  const bytes = unlessFaulty(() => readBase64(lines.join(''), { strict: false }));
  if (bytes === undefined || bytes.length === 0) throw new ContentFault(`its block PGP ${type} is damaged`);
  return bytes;
}
