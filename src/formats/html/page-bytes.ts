import { decodeText, decodeWith, hasEncoding } from '../../engines/text/text-encoding.js';

/** HTML standard §13.2.3.2: a declaration counts in the first 1,024 bytes. */
const PRESCAN_BYTES = 1024;

/** The character encoding that a media type names: `text/html; charset=utf-8`. */
export const charsetOf = (mediaType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(mediaType)?.[1]?.toLowerCase();

/**
 * The text of a page as browsers read it: by its byte order mark, the charset of its media type, its own declaration, else as
 * `decodeText` finds it. `label` is for messages.
 */
export async function decodePage(bytes: Uint8Array, mediaType: string, label: string): Promise<string> {
  const head = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1');
  if (/^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)/.test(head)) return (await decodeText(bytes, label)).text;
  const declared = /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head)?.[1]?.toLowerCase();
  const named = [charsetOf(mediaType), declared].find((name) => name !== undefined && hasEncoding(name));
  if (named === undefined) return (await decodeText(bytes, label)).text;
  // Encoding standard: Latin-1 and ASCII are the labels of windows-1252.
  return decodeWith(bytes, /^(?:iso-?8859-1|latin1|us-ascii|ascii)$/.test(named) ? 'windows-1252' : named);
}
