import type { Transform } from '../../lib/pictures/picture-transform.js';

/** What the main thread asks a worker. One request at a time. `forget`, which has no reply, ends a picture: nothing of it is left. */
export type HeicRequest =
  | { readonly kind: 'forget' }
  | { readonly kind: 'open'; readonly file: Uint8Array }
  | {
      readonly kind: 'decode';
      readonly file: Uint8Array;
      readonly plan: DecodePlan;
      /** Where the upright picture goes, in memory that all share: rows of `plan.channels` bytes a pixel. */
      readonly pixels: Uint8Array;
      /** How many entries of `plan.tiles` the workers have taken together; shared. */
      readonly taken: Int32Array;
    };

/** How a picture is decoded: tile by tile, by as many workers as take part. */
export interface DecodePlan {
  /** Channels of the result. */
  readonly channels: 1 | 3;
  readonly format: PixelFormat;
  readonly isPremultiplied: boolean;
  /** The tiles of a grid; a picture in one piece is one tile. Ordered so that the upright picture fills from the top. */
  readonly tiles: readonly TilePosition[];
  readonly isGrid: boolean;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** What the tiles cover; the last ones may reach beyond. */
  readonly codedWidth: number;
  readonly codedHeight: number;
  /** The decoder transforms, because parts of the picture have transformations of their own; then `transform` changes nothing. */
  readonly isTransformed: boolean;
  readonly transform: Transform;
  /** Of a picture in high dynamic range, which is brought down to standard range; its `format` has 16 bits. */
  readonly hdr: (Nclx & { readonly bits: number }) | undefined;
}

/** Interleaved samples of 8 bits, or of 16 bits, little-endian, at the file's own depth. */
export type PixelFormat = 'rgb' | 'rgba' | 'rgb16' | 'rgba16';

export interface TilePosition {
  readonly column: number;
  readonly row: number;
  /** The first row of the upright picture that it touches. */
  readonly top: number;
}

/** What `open` finds out. */
export interface HeicInfo {
  /** The picture, or the first tile of a grid, is coded as AV1: another decoder's work. */
  readonly isAv1: boolean;
  readonly codedWidth: number;
  readonly codedHeight: number;
  /** Properties in the order in which they apply. */
  readonly transforms: readonly TransformStep[];
  /** Present for a grid whose tiles decode on their own: no alpha, no transformations of single tiles. */
  readonly grid: GridLayout | undefined;
  /** A derived picture whose parts must be put together by the decoder. */
  readonly isDerived: boolean;
  /** The picture's size as the decoder says it, after transformations. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly isPremultiplied: boolean;
  readonly isMonochrome: boolean;
  /** Chroma has a quarter of the samples: 4:2:0. */
  readonly isSubsampled: boolean;
  readonly bitsPerSample: number;
  readonly iccProfile: Uint8Array | undefined;
  readonly nclx: Nclx | undefined;
  /** The TIFF structure of the EXIF block. */
  readonly exif: Uint8Array | undefined;
}

export interface GridLayout {
  readonly columns: number;
  readonly rows: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
}

/** Colour codes of ITU-T H.273. */
export interface Nclx {
  readonly primaries: number;
  readonly transfer: number;
}

export type TransformStep =
  | { readonly kind: 'rotate'; readonly degreesCounterClockwise: number }
  | { readonly kind: 'mirror'; readonly direction: 'horizontal' | 'vertical' }
  | {
      readonly kind: 'crop';
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    };

/** What a picture is refused for: a ContentFault on its way between threads. `what` is what the decoder said. */
export interface HeicFailure {
  readonly message: string;
  readonly what: string;
}

export type HeicReply =
  | { readonly kind: 'opened'; readonly info: HeicInfo }
  /** Sent before `decoded`, once for each tile that has reached its place. */
  | { readonly kind: 'placed'; readonly tile: number }
  | { readonly kind: 'decoded'; readonly heapBytes: number }
  | { readonly kind: 'failed'; readonly failure: HeicFailure; readonly isCrash: boolean; readonly heapBytes: number };
