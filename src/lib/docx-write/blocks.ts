/** Text of one look; a line feed in it breaks the line, a form feed the column. */
export interface DocxRun {
  readonly text: string;
  /** Name of its font, in place of what its style has. */
  readonly font?: string;
  /** Points. */
  readonly size?: number;
  /** #rrggbb. */
  readonly color?: string | undefined;
  readonly raised?: 'super' | 'sub' | undefined;
  /** Width of its letters in hundredths of what their font has, 1 to 600. */
  readonly stretch?: number;
  readonly isUnderlined?: boolean;
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

/** Where a paragraph stands in its column, in points, in place of what its style says. */
export interface DocxPlace {
  readonly left?: number;
  readonly right?: number;
  /** From `left`; negative where the first line hangs out. */
  readonly firstLine?: number;
  /** Room above it. */
  readonly before?: number;
  /** Height of each line. */
  readonly line?: number;
  readonly alignment?: DocxAlignment | 'both';
  readonly tabs?: readonly { readonly at: number; readonly isRight: boolean }[];
  /** #rrggbb behind it. */
  readonly fill?: string | undefined;
}

/** A part of a document with pages or columns of its own; points. */
export interface DocxSection {
  readonly width: number;
  readonly height: number;
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Their widths, and the room to the next one. */
  readonly columns?: readonly { readonly width: number; readonly space: number }[];
  /** Begins on the page where the section before it ends. */
  readonly isContinuous?: boolean;
}

/** How a table stands and looks, in points, in place of what its text would make of it. */
export interface DocxGrid {
  readonly left: number;
  readonly widths: readonly number[];
  readonly heights: readonly number[];
  /** Room to the left of the text of a cell. */
  readonly padding: number;
}

/** A line along the edge of a cell: #rrggbb, and points. */
export interface DocxBorder {
  readonly width: number;
  readonly color: string;
}

export type DocxBorders = { readonly [Side in 'top' | 'left' | 'bottom' | 'right']?: DocxBorder | undefined };

export interface DocxCell {
  /** Lines are parted by line feeds. */
  readonly text: string;
  /** In place of `text`. */
  readonly runs?: readonly DocxInline[];
  readonly alignment?: DocxAlignment | undefined;
  readonly place?: DocxPlace;
  /** #rrggbb behind it. */
  readonly fill?: string | undefined;
  readonly isCentred?: boolean;
  /** Of the cells of a table with a grid. */
  readonly borders?: DocxBorders | undefined;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Quotes and items of lists that a block is in. */
interface Placed {
  readonly quotes?: number;
  readonly items?: number;
  readonly place?: DocxPlace | undefined;
}

export type DocxBlock =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly runs: readonly DocxInline[];
      readonly place?: DocxPlace | undefined;
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
  | (Placed & {
      readonly kind: 'code';
      readonly text: string;
      readonly runs?: readonly DocxRun[];
      readonly language?: string;
    })
  /** `undefined` where a cell from above or the left reaches. */
  | (Placed & {
      readonly kind: 'table';
      readonly rows: readonly (readonly (DocxCell | undefined)[])[];
      /** The first row is repeated on each page. Its columns are as wide as their text. */
      readonly hasHeader?: boolean;
      readonly grid?: DocxGrid;
    })
  | ({ readonly kind: 'picture'; readonly place?: DocxPlace | undefined } & DocxPicture)
  /** Behind the text: its corner is so far from that of the page. */
  | ({
      readonly kind: 'floating-picture';
      readonly left: number;
      readonly top: number;
    } & DocxPicture)
  /** Ends the section that the blocks before it are of. */
  | { readonly kind: 'section-end'; readonly section: DocxSection }
  | { readonly kind: 'rule' }
  /** A little room, or a paragraph of `height` points. */
  | { readonly kind: 'gap'; readonly height?: number }
  /** What follows stands in the next column. */
  | { readonly kind: 'column-break' }
  /** A table of contents; Word fills in the pages. */
  | {
      readonly kind: 'contents';
      readonly title: string;
      readonly entries: readonly { readonly level: number; readonly text: string; readonly bookmark: string }[];
    }
  | { readonly kind: 'page-break' };
