import { ContentFault, LimitFault } from '../faults.js';

/** What a piece of a picture file is for. */
export type PartKind =
  /** Needed to show the picture as it is. */
  | 'picture'
  | 'profile'
  | 'exif'
  | 'xmp'
  | 'photoshop'
  | 'comment'
  | 'text'
  | 'time'
  | 'c2pa'
  /** A smaller version, or further pictures. */
  | 'preview'
  /** Of programs and cameras, of no known use for showing the picture. */
  | 'other'
  /** Behind the end of the picture. */
  | 'trailer';

/** A piece of a file. All pieces in their order are the file, letter for letter. */
export interface PicturePart {
  readonly kind: PartKind;
  /** What the format calls it: `APP1`, `tEXt`, `XMP `. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The content without what the format puts around it. */
  readonly data: Uint8Array;
}

/** Runs what reads a picture file. A read behind its end is of a file that was cut within a structure: ContentFault. */
export function withinFile<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new ContentFault('it is damaged', undefined, undefined, { cause: error });
    throw error;
  }
}

/** More pieces than any honest file has; 2,000 frames of an animation have three each. Chosen. */
const MAX_PARTS = 100_000;

export function addPart(parts: PicturePart[], part: PicturePart): void {
  if (parts.length >= MAX_PARTS) throw new LimitFault(`it must have at most ${MAX_PARTS} parts`, MAX_PARTS);
  parts.push(part);
}
