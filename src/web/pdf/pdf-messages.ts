/** To the thread that draws: a document, a page of it (`index` from 0, `width` in pixels), or that it is not needed any more. */
export type ToPdfThread =
  | { readonly type: 'open'; readonly id: number; readonly bytes: ArrayBuffer; readonly password: string }
  | { readonly type: 'draw'; readonly id: number; readonly index: number; readonly width: number }
  /** Where rectangles of a page's own coordinates (left, bottom, right, top) are on the page as it is drawn. */
  | {
      readonly type: 'place';
      readonly id: number;
      readonly index: number;
      readonly rectangles: readonly (readonly number[])[];
    }
  | { readonly type: 'close'; readonly id: number };

export type FromPdfThread =
  | { readonly type: 'opened'; readonly id: number; readonly pages: readonly PageSize[] }
  | { readonly type: 'drawn'; readonly id: number; readonly index: number; readonly picture: ImageBitmap }
  /** `null` for what is there and hidden. */
  | {
      readonly type: 'placed';
      readonly id: number;
      readonly index: number;
      readonly boxes: readonly (PlacedBox | null)[];
    }
  /** `isLocked`: it asks for a password. */
  | { readonly type: 'failed'; readonly id: number; readonly isLocked: boolean };

/** In points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** In parts of the drawn page's width and height. */
export interface PlacedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
