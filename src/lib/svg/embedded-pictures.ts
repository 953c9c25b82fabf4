import type { SvgElement } from './sanitize.js';

/** Pixels of all pictures inside of a document, by their headers; those whose size is not found count 0, because no renderer draws them. */
export function embeddedPixels(root: SvgElement): number {
  let pixels = 0;
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const value of element.attributes.values()) {
      if (value.includes('data:image/')) pixels += pixelsOf(value);
    }
    for (const child of element.children) {
      if (typeof child !== 'string') open.push(child);
      else if (child.includes('data:image/')) pixels += pixelsOf(child);
    }
  }
  return pixels;
}

const DATA = /data:image\/[a-z]+;base64,([A-Za-z0-9+/=\s]*)/gi;

function pixelsOf(text: string): number {
  let pixels = 0;
  for (const [, data = ''] of text.matchAll(DATA)) {
    const bytes = Buffer.from(data.replace(/\s/g, ''), 'base64');
    pixels += pngPixels(bytes) ?? gifPixels(bytes) ?? jpegPixels(bytes) ?? webpPixels(bytes) ?? 0;
  }
  return pixels;
}

/** IHDR comes first (PNG third edition, 5.6). */
const pngPixels = (bytes: Buffer): number | undefined =>
  bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47
    ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
    : undefined;

/** GIF89a, 18: the logical screen. */
const gifPixels = (bytes: Buffer): number | undefined =>
  bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF'
    ? bytes.readUInt16LE(6) * bytes.readUInt16LE(8)
    : undefined;

/** The start of the frame (ITU-T T.81, B.2.2): SOF0 to SOF15 without the tables among them. */
function jpegPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return undefined;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** RFC 9649, 2.7: the canvas of the extended format; the others have at most 16,384 pixels a side. */
function webpPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  if (bytes.toString('latin1', 12, 16) === 'VP8X') return (1 + bytes.readUIntLE(24, 3)) * (1 + bytes.readUIntLE(27, 3));
  return 16_384 ** 2;
}
