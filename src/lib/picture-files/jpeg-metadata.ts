export interface JpegMetadata {
  /** A TIFF structure. */
  readonly exif?: Uint8Array | undefined;
  /** An ICC profile. */
  readonly profile?: Uint8Array | undefined;
}

/** A segment's length field counts itself and has 16 bits, ITU-T T.81 B.1.1.4. */
const MAX_PAYLOAD = 65_533;
/** Name, number and count come before each part, ICC.1:2022 B.4. */
const MAX_PROFILE_PART = MAX_PAYLOAD - 14;
const MAX_PROFILE_PARTS = 255;
const APP1 = 0xe1;
const APP2 = 0xe2;

/**
 * Puts EXIF (APP1) and ICC profile (APP2) into a JPEG file that has none, behind its JFIF segment.
 * What is too large for the format is left out: EXIF over 64 KiB, a profile over 16 MiB.
 */
export function withMetadata(jpeg: Uint8Array, { exif, profile }: JpegMetadata): Uint8Array {
  const parts: Uint8Array[] = [];
  if (exif !== undefined && exif.length + 6 <= MAX_PAYLOAD) parts.push(segment(APP1, text('Exif\0\0'), exif));
  const count = Math.ceil((profile?.length ?? 0) / MAX_PROFILE_PART);
  if (profile !== undefined && count <= MAX_PROFILE_PARTS) {
    for (let i = 0; i < count; i++) {
      const start = i * MAX_PROFILE_PART;
      const head = Uint8Array.of(...text('ICC_PROFILE\0'), i + 1, count);
      parts.push(segment(APP2, head, profile.subarray(start, start + MAX_PROFILE_PART)));
    }
  }
  const start = afterJfif(jpeg);
  return concatenate([jpeg.subarray(0, start), ...parts, jpeg.subarray(start)]);
}

/** The offset behind SOI and, where there is one, APP0. */
function afterJfif(jpeg: Uint8Array): number {
  if (jpeg[2] !== 0xff || jpeg[3] !== 0xe0) return 2;
  return 4 + (((jpeg[4] ?? 0) << 8) | (jpeg[5] ?? 0));
}

function segment(marker: number, head: Uint8Array, body: Uint8Array): Uint8Array {
  const length = 2 + head.length + body.length;
  return concatenate([Uint8Array.of(0xff, marker, length >> 8, length & 255), head, body]);
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
