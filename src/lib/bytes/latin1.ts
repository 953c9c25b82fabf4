/** Bytes as text, one character per byte: to compare, to sort by, and for what formats write in ASCII. */
export const latin1 = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);
