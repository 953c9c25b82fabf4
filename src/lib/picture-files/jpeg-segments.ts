/** Application segments that say how to show a picture: JFIF, ICC profile (and Ultra HDR, which is dropped), Adobe's colour transform. */
const KEPT = new Set([0xe0, 0xe2, 0xee]);
const SOI = 0xd8;
const SOS = 0xda;
const COMMENT = 0xfe;
const ICC = 'ICC_PROFILE\0';

/**
 * A JPEG without EXIF, XMP, IPTC, comments and other private segments (ITU-T T.81, B.1); profile and colour transform stay. The
 * same bytes where there is nothing to take out or where it is not a JPEG.
 */
export function withoutJpegMetadata(jpeg: Uint8Array): Uint8Array {
  if (jpeg[0] !== 0xff || jpeg[1] !== SOI) return jpeg;
  const parts: Uint8Array[] = [jpeg.subarray(0, 2)];
  let at = 2;
  let isChanged = false;
  while (jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === SOS || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) break;
    const end = at + 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
    if (end <= at + 3 || end > jpeg.length) break;
    const isPrivate = marker === COMMENT || (marker >= 0xe0 && marker <= 0xef && !isKept(jpeg, at, marker));
    if (isPrivate) isChanged = true;
    else parts.push(jpeg.subarray(at, end));
    at = end;
  }
  if (!isChanged) return jpeg;
  parts.push(jpeg.subarray(at));
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let length = 0;
  for (const part of parts) {
    result.set(part, length);
    length += part.length;
  }
  return result;
}

function isKept(jpeg: Uint8Array, at: number, marker: number): boolean {
  if (marker !== 0xe2) return KEPT.has(marker);
  return [...ICC].every((character, i) => jpeg[at + 4 + i] === character.charCodeAt(0));
}
