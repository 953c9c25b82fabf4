/** A rectangle in points; `top` is above `bottom`: y grows downwards from the upper left corner of the upright page. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How letters look. Letters set alike share one object. */
export interface TextStyle {
  /** Name of the font without the prefix of a subset. */
  readonly font: string;
  /** Name of its family, as the font itself tells it; empty where it does not. */
  readonly family: string;
  readonly isSerif: boolean;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMono: boolean;
  /** Width of its letters as a share of that of the font, in hundredths; 100 for most text. */
  readonly stretch: number;
  /** #rrggbb of the fill. */
  readonly color: string;
  /** Drawn neither filled nor stroked, as the text that OCR puts under a picture. */
  readonly isHidden: boolean;
}

/** A letter, or what else one code of a font stands for, in the order of the page's content. */
export interface Glyph {
  readonly text: string;
  /** On the upright page. */
  readonly box: Box;
  /** What it blackens, where that was asked for: italic and swash letters reach out of their boxes. */
  readonly ink?: Box;
  /** Its start on the base line, on the upright page. */
  readonly x: number;
  readonly y: number;
  /** Height of the font in points as it is seen. */
  readonly size: number;
  /** Direction in which text goes on, in whole degrees clockwise: 0 to the right, 90 downwards. */
  readonly angle: number;
  readonly style: TextStyle;
  /** A space or line break that the page does not hold: the engine puts it where it sees a gap. */
  readonly isGuessed: boolean;
  /** One sign of the font stands for several letters, such as ff, and this is not the first of them. */
  readonly isPiece?: boolean;
}

/** A straight horizontal or vertical line, or the edge of a filled rectangle, on the upright page. */
export interface Ruling {
  readonly isVertical: boolean;
  /** The coordinate that is the same all along. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** The edge of a filled area: nobody sees a line there. */
  readonly isEdge?: boolean;
  /** #rrggbb, and how thick it is in points; of lines that are seen. */
  readonly color?: string;
  readonly width?: number;
}

/** A filled rectangle. */
export interface FilledArea {
  readonly box: Box;
  /** #rrggbb. */
  readonly color: string;
}

/** A path that is drawn, cut to the page. */
export interface DrawnShape {
  readonly box: Box;
  /** It has no lines but straight ones along the edges of the page. */
  readonly isPlain: boolean;
  readonly isFilled: boolean;
}

/** A picture's place on the page. */
export interface PicturePlace {
  readonly box: Box;
}

/** What a page shows, before any thought about words and lines. */
export interface PageContent {
  /** From the page's own space to the upright page: x' = a·x + c·y + e, y' = b·x + d·y + f. */
  readonly upright: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly Glyph[];
  readonly rulings: readonly Ruling[];
  readonly pictures: readonly PicturePlace[];
  /** In the order in which they are drawn, where that was looked at. */
  readonly fills: readonly FilledArea[];
  /** Without those that cover nearly all of the page. */
  readonly shapes: readonly DrawnShape[];
  /** How many things are drawn, where that was looked at. */
  readonly drawn: number;
  /** Letters whose font does not say which they are; they are left out. */
  readonly unmapped: number;
}

/** Whether the middle of a box is on the page, or less than a point beside it. */
export function isOnPage(
  { left, top, right, bottom }: Box,
  { width, height }: Pick<PageContent, 'width' | 'height'>,
): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= -1 && y >= -1 && x <= width + 1 && y <= height + 1;
}

export const boxAround = (boxes: Iterable<Box>): Box => {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
};
