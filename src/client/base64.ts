/** Bytes turned into text at once: a multiple of 3, and few enough arguments for `String.fromCharCode`. */
const CHUNK_BYTES = 3 * 8192;

/** Padded base64, RFC 4648 §4, in browsers and Node alike. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES))));
  }
  return parts.join('');
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
