const EQUALS = 61;

/** Length in bytes that `encoded` decodes to if it is padded base64; `undefined` when its length alone shows it is not. */
export function base64DecodedLength(encoded: string): number | undefined {
  const length = encoded.length;
  if (length % 4 !== 0) return undefined;
  if (length === 0) return 0;
  const padding = encoded.charCodeAt(length - 1) !== EQUALS ? 0 : encoded.charCodeAt(length - 2) !== EQUALS ? 1 : 2;
  return (length / 4) * 3 - padding;
}

/**
 * Decodes strict base64 (RFC 4648 §4): standard alphabet, padded, no white space, zero trailing bits.
 * Gives `undefined` for anything else. Linear, without a regular expression: 27 MiB take about 6 ms.
 */
export function decodeBase64(encoded: string): Uint8Array | undefined {
  const length = base64DecodedLength(encoded);
  if (length === undefined) return undefined;
  // Node's decoder skips what it does not know and reads two-byte text by its low bytes: only ASCII may reach it.
  if (Buffer.byteLength(encoded, 'utf8') !== encoded.length) return undefined;
  const bytes = Buffer.allocUnsafeSlow(length);
  if (bytes.write(encoded, 0, 'base64') !== length) return undefined;
  if (encoded.includes('-') || encoded.includes('_')) return undefined;
  return length === 0 || endsAsEncoded(bytes, encoded) ? bytes : undefined;
}

/** Text decoded at once: a multiple of 4, and above the size from which Node keeps a text outside the garbage collector's heap. */
const SLICE_BYTES = 2 ** 20;

/**
 * Decodes strict base64 that stands as text in `bytes` between `start` and `end`, in place: the result lies at `start` and overwrites
 * the text. Neither a second text nor a second buffer of that size is made. Gives `undefined` for anything but strict base64.
 */
export function decodeBase64InPlace(bytes: Buffer, start: number, end: number): Buffer | undefined {
  const encodedLength = end - start;
  if (encodedLength % 4 !== 0) return undefined;
  let length = 0;
  for (let from = start; from < end; from += SLICE_BYTES) {
    const text = bytes.toString('latin1', from, Math.min(end, from + SLICE_BYTES));
    const expected = base64DecodedLength(text) ?? 0;
    const isLast = from + SLICE_BYTES >= end;
    if (text.includes('-') || text.includes('_') || (!isLast && text.endsWith('='))) return undefined;
    if (bytes.write(text, start + length, expected, 'base64') !== expected) return undefined;
    length += expected;
    if (isLast && !endsAsEncoded(bytes.subarray(start, start + length), text)) return undefined;
  }
  return bytes.subarray(start, start + length);
}

/** Whether the last quantum of the text is what encoding its bytes gives: no stray bits, padding where it belongs. */
const endsAsEncoded = (bytes: Buffer, text: string): boolean =>
  text.endsWith(bytes.subarray(bytes.length - (bytes.length % 3 || 3)).toString('base64'));
