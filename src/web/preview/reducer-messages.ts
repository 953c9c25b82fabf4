export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** `key`: of the form's file. `type`: of the copy. */
export interface ToReducer {
  readonly key: number;
  readonly blob: Blob;
  readonly type: string;
}

/** Without a copy where the image cannot be decoded here. */
export interface FromReducer {
  readonly key: number;
  readonly copy?: { readonly blob: Blob; readonly size: PixelSize; readonly full: PixelSize } | undefined;
}
