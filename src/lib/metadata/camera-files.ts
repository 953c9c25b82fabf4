/** Raw pictures that are not TIFF files: where their EXIF is. */

import { boxesOf } from './heif-metadata.js';

/** The four TIFF structures of a CR3 file: the picture, Exif, Canon's notes and GPS, each with one directory. */
export interface CanonRawTiffs {
  readonly image: Uint8Array | undefined;
  readonly exif: Uint8Array | undefined;
  readonly makerNote: Uint8Array | undefined;
  readonly gps: Uint8Array | undefined;
}

/** The box of Canon's metadata in `moov`. */
const CANON_ID = Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex');
const ID_BYTES = 16;

export function canonRawTiffs(bytes: Uint8Array): CanonRawTiffs {
  const movie = boxesOf(bytes, 0, bytes.length).find(({ type }) => type === 'moov');
  const boxes = movie === undefined ? [] : boxesOf(bytes, movie.body, movie.end);
  const canon = boxes.find(
    ({ type, body }) => type === 'uuid' && CANON_ID.equals(bytes.subarray(body, body + ID_BYTES)),
  );
  const inside = canon === undefined ? [] : boxesOf(bytes, canon.body + ID_BYTES, canon.end);
  const of = (wanted: string): Uint8Array | undefined => {
    const box = inside.find(({ type }) => type === wanted);
    return box === undefined ? undefined : bytes.subarray(box.body, box.end);
  };
  return { image: of('CMT1'), exif: of('CMT2'), makerNote: of('CMT3'), gps: of('CMT4') };
}

/** Where a RAF file says that its JPEG preview is, which has the EXIF. */
const PREVIEW_AT = 84;

export function fujiRawPreview(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PREVIEW_AT + 8) return undefined;
  const [start, length] = [view.getUint32(PREVIEW_AT), view.getUint32(PREVIEW_AT + 4)];
  return start + length <= bytes.length ? bytes.subarray(start, start + length) : undefined;
}
