export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** `key`: of the form's file. `type`: of the copy. `always`: also of an image that has few pixels. */
export interface ToReducer {
  readonly key: number;
  readonly blob: Blob;
  readonly type: string;
  readonly always: boolean;
}

export interface ReducedCopy {
  readonly blob: Blob;
  readonly size: PixelSize;
  readonly full: PixelSize;
}

/** What became of a copy: `undecoded` where the image cannot be decoded here, `needless` where it has few pixels. */
export type Reduction = ReducedCopy | 'undecoded' | 'needless';

export interface FromReducer {
  readonly key: number;
  readonly reduction: Reduction;
}
