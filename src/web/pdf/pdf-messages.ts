/** To the thread that draws: a document, a page of it (`index` from 0, `width` in pixels), or that it is not needed any more. */
export type ToPdfThread =
  | { readonly type: 'open'; readonly id: number; readonly bytes: ArrayBuffer; readonly password: string }
  | { readonly type: 'draw'; readonly id: number; readonly index: number; readonly width: number }
  | { readonly type: 'close'; readonly id: number };

export type FromPdfThread =
  | { readonly type: 'opened'; readonly id: number; readonly pages: readonly PageSize[] }
  | { readonly type: 'drawn'; readonly id: number; readonly index: number; readonly picture: ImageBitmap }
  /** `isLocked`: it asks for a password. */
  | { readonly type: 'failed'; readonly id: number; readonly isLocked: boolean };

/** In points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}
