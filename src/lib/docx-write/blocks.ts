/** Text of one look; a line feed in it breaks the line. */
export interface DocxRun {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isMono?: boolean;
  readonly isStruck?: boolean;
  /** A web or mail address. */
  readonly link?: string | undefined;
  /** A bookmark of the document, where there is no `link`. */
  readonly anchor?: string | undefined;
}

/** Sizes are points. */
export interface DocxPicture {
  readonly bytes: Uint8Array;
  readonly ending: 'png' | 'jpg';
  readonly width: number;
  readonly height: number;
}

/** What a line has beside text. */
export type DocxInline =
  | DocxRun
  | {
      readonly picture: DocxPicture;
      readonly alt: string;
      readonly link?: string | undefined;
      readonly anchor?: string | undefined;
    }
  /** A call of a footnote, which count from 1. `isAgain`: of one that was called before. */
  | { readonly note: number; readonly isAgain: boolean }
  /** A formula: `m:oMath` of Office Math. */
  | { readonly math: string; readonly isDisplay: boolean };

export type DocxAlignment = 'left' | 'center' | 'right';

export interface DocxCell {
  /** Lines are parted by line feeds. */
  readonly text: string;
  /** In place of `text`. */
  readonly runs?: readonly DocxInline[];
  readonly alignment?: DocxAlignment | undefined;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Quotes and items of lists that a block is in. */
interface Placed {
  readonly quotes?: number;
  readonly items?: number;
}

export type DocxBlock =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly runs: readonly DocxInline[];
      /** At most 40 letters, digits, hyphens and underscores. */
      readonly bookmark?: string | undefined;
    }
  | (Placed & {
      readonly kind: 'paragraph';
      readonly runs: readonly DocxInline[];
      readonly style?: 'Title' | 'Subtitle' | 'FootnoteText';
    })
  /**
   * `number`: of a numbered list, else a bullet; depth from 0. Items of one `list` count on, whatever is between them; without one,
   * a number out of order begins another list.
   */
  | (Placed & {
      readonly kind: 'item';
      readonly number?: number;
      readonly depth: number;
      readonly runs: readonly DocxInline[];
      readonly list?: number;
      readonly isLoose?: boolean;
      readonly isChecked?: boolean | undefined;
    })
  | (Placed & { readonly kind: 'code'; readonly text: string })
  /** `undefined` where a cell from above or the left reaches. */
  | (Placed & {
      readonly kind: 'table';
      readonly rows: readonly (readonly (DocxCell | undefined)[])[];
      /** The first row is repeated on each page. Its columns are as wide as their text. */
      readonly hasHeader?: boolean;
    })
  | ({ readonly kind: 'picture' } & DocxPicture)
  | { readonly kind: 'rule' }
  /** A little room. */
  | { readonly kind: 'gap' }
  /** A table of contents; Word fills in the pages. */
  | {
      readonly kind: 'contents';
      readonly title: string;
      readonly entries: readonly { readonly level: number; readonly text: string; readonly bookmark: string }[];
    }
  | { readonly kind: 'page-break' };
