import { crc32 } from 'node:zlib';

const INCHES_PER_METRE = 1 / 0.0254;
const PNG_HEADER_BYTES = 8 + 25;

/** States the dots per inch of a JPEG or PNG file that an encoder just wrote, without touching anything else in it. */
export const withDensity = (bytes: Uint8Array, format: 'jpg' | 'png', dpi: number): Uint8Array =>
  format === 'png' ? pngWith(bytes, dpi) : jpegWith(bytes, dpi);

/** JFIF 1.02, "JFIF syntax": the first segment, with whole dots; there is none where an encoder kept no metadata. */
function jpegWith(bytes: Uint8Array, dpi: number): Uint8Array {
  const segment = Buffer.from('ffe000104a46494600010101000000000000', 'hex');
  segment.writeUInt16BE(Math.round(dpi), 12);
  segment.writeUInt16BE(Math.round(dpi), 14);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isJfif = file.readUInt32BE(0) === 0xffd8ffe0 && file.toString('latin1', 6, 11) === 'JFIF\0';
  const rest = isJfif ? 4 + file.readUInt16BE(4) : 2;
  return Buffer.concat([file.subarray(0, 2), segment, file.subarray(rest)]);
}

/** Takes the statement of dots per inch out of a PNG file that an encoder just wrote. */
export const withoutDensity = (png: Uint8Array): Uint8Array => Buffer.concat(pngParts(png));

/** PNG (third edition) 11.3.4.3: pHYs, in pixels per metre, comes before the pixels. */
function pngWith(bytes: Uint8Array, dpi: number): Uint8Array {
  const perMetre = Math.round(dpi * INCHES_PER_METRE);
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  chunk.writeUInt32BE(perMetre, 8);
  chunk.writeUInt32BE(perMetre, 12);
  chunk.writeUInt8(1, 16);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  const [head = Buffer.alloc(0), ...rest] = pngParts(bytes);
  return Buffer.concat([head, chunk, ...rest]);
}

/** The header and all chunks but pHYs. */
function pngParts(bytes: Uint8Array): Buffer[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [file.subarray(0, PNG_HEADER_BYTES)];
  for (let at = PNG_HEADER_BYTES; at + 12 <= file.length; ) {
    const next = at + 12 + file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) !== 'pHYs') parts.push(file.subarray(at, next));
    at = next;
  }
  return parts;
}
