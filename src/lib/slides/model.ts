import type { DocxPicture } from '../docx-write/blocks.js';

/** Text of one look; a line feed in it breaks the line. */
export interface SlideRun {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isMono?: boolean;
  readonly isStruck?: boolean;
  readonly isRaised?: boolean;
  readonly isLowered?: boolean;
  /** A web or mail address. */
  readonly link?: string;
  /** A slide of the presentation, which count from 1. */
  readonly slide?: number;
}

export interface SlideParagraph {
  readonly kind: 'text' | 'heading' | 'quote' | 'footnote' | 'item';
  readonly runs: readonly SlideRun[];
  /** Items and quotes around it, and of an item those around its list. */
  readonly depth: number;
  /** Of an item of a numbered list. */
  readonly number?: number;
  /** Items of one list have one number. */
  readonly list?: number;
  readonly isChecked?: boolean | undefined;
}

export interface SlideCell {
  readonly runs: readonly SlideRun[];
  readonly alignment: 'left' | 'center' | 'right';
}

export type SlidePart =
  | { readonly kind: 'text'; readonly paragraphs: readonly SlideParagraph[] }
  | { readonly kind: 'code'; readonly text: string }
  /** The first row is the header. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly SlideCell[])[] }
  | { readonly kind: 'picture'; readonly picture: DocxPicture; readonly alt: string };

export interface Slide {
  readonly title: readonly SlideRun[];
  /** A title of its own, with nothing or a few words below it. */
  readonly isOpening: boolean;
  readonly parts: readonly SlidePart[];
  /** What the speaker sees, a paragraph each. */
  readonly notes: readonly string[];
}

/** Points. */
export interface SlideBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SlideSize {
  readonly width: number;
  readonly height: number;
}

/** `rrggbb` */
export interface SlideColors {
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly surface: string;
  readonly line: string;
}

export const SLIDE_COLORS = {
  light: {
    background: 'ffffff',
    text: '1f2328',
    muted: '59636e',
    accent: '0b5cad',
    surface: 'f1f3f5',
    line: 'c9d1d9',
  },
  dark: {
    background: '15191f',
    text: 'e6edf3',
    muted: 'a3adb8',
    accent: '7ab8ff',
    surface: '232a33',
    line: '4a5561',
  },
} as const satisfies Readonly<Record<string, SlideColors>>;

export const plainRuns = (runs: readonly SlideRun[]): string => runs.map(({ text }) => text).join('');
