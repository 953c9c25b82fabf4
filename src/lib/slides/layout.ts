import {
  plainRuns,
  type Slide,
  type SlideBox,
  type SlideParagraph,
  type SlidePart,
  type SlideRun,
  type SlideSize,
} from './model.js';

/** Points. */
const MARGIN = 48;
const TITLE = { y: 28, height: 72 } as const;
const BODY_Y = 112;
const FOOT = 44;
const GAP = 12;
/** Room that each picture beside or below other parts has at least. */
const LEAST_PICTURE = 110;

/** Sizes of letters in points. */
export const TITLE_SIZE = 34;
const BODY_SIZE = 24;
const CODE_SIZE = 16;
const TABLE_SIZE = 18;
const SMALL_SIZE = 14;
const LEAST_BODY_SIZE = 16;
export const CELL_PADDING = 6;

/** Parts are made smaller by these steps until they have room. */
const SCALES = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54, 0.48, 0.42];

/** Parts of the size of letters: of most letters, of wide ones, of those of one width; heights of a line and of what is before one. */
const WIDTH = 0.52;
const WIDE = 1;
const MONO = 0.6;
const LINE = 1.2;
const BEFORE = 0.4;
const WIDE_LETTERS =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

export interface PlacedPart {
  readonly part: SlidePart;
  readonly box: SlideBox;
}

export interface SlideLayout {
  readonly title: SlideBox;
  readonly placed: readonly PlacedPart[];
  /** Of the sizes of letters. */
  readonly scale: number;
  /** Whether all parts have room, as far as the widths of letters can be told. */
  readonly isFitting: boolean;
}

export const sizeOf = ({ kind, depth }: SlideParagraph, scale: number): number => {
  const size = kind === 'footnote' ? SMALL_SIZE : kind === 'heading' ? BODY_SIZE + 2 : BODY_SIZE - 2 * depth;
  return Math.max(kind === 'footnote' ? SMALL_SIZE : LEAST_BODY_SIZE, size) * scale;
};
export const codeSize = (scale: number): number => CODE_SIZE * scale;
export const tableSize = (scale: number): number => TABLE_SIZE * scale;

function widthOf(text: string, size: number): number {
  const wide = text.match(WIDE_LETTERS)?.length ?? 0;
  return (wide * WIDE + (text.length - wide) * WIDTH) * size;
}

const linesOf = (text: string, size: number, room: number): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line, size) / Math.max(size, room))), 0);

const textHeight = (paragraphs: readonly SlideParagraph[], room: number, scale: number): number =>
  paragraphs.reduce((sum, paragraph) => {
    const size = sizeOf(paragraph, scale);
    const indent = (paragraph.depth + (paragraph.kind === 'item' ? 1 : 0)) * size;
    return sum + size * (BEFORE + LINE * linesOf(plainRuns(paragraph.runs), size, room - indent));
  }, GAP);

function codeHeight(text: string, room: number, scale: number): number {
  const size = codeSize(scale);
  const letters = Math.max(1, Math.floor((room - 2 * GAP) / (size * MONO)));
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
  return lines * size * LINE + 2 * GAP;
}

/** Widths of the columns of a table, by their longest texts, as wide as the room in all. */
export function columnWidths(
  rows: readonly (readonly { readonly runs: readonly SlideRun[] }[])[],
  room: number,
): number[] {
  const columns = rows[0]?.length ?? 1;
  const weights = Array.from({ length: columns }, (_, i) =>
    rows.reduce((most, row) => Math.max(most, Math.min(60, plainRuns(row[i]?.runs ?? []).length)), 4),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (room * weight) / sum);
}

/** Heights of the rows of a table. */
export function rowHeights(
  rows: readonly (readonly { readonly runs: readonly SlideRun[] }[])[],
  room: number,
  scale: number,
): number[] {
  const size = tableSize(scale);
  const widths = columnWidths(rows, room);
  return rows.map((row) => {
    const lines = row.map(({ runs }, i) => linesOf(plainRuns(runs), size, (widths[i] ?? room) - 2 * CELL_PADDING));
    return Math.max(1, ...lines) * size * LINE + 2 * CELL_PADDING * Math.min(1, scale);
  });
}

function heightOf(part: SlidePart, room: number, scale: number): number {
  switch (part.kind) {
    case 'text':
      return textHeight(part.paragraphs, room, scale);
    case 'code':
      return codeHeight(part.text, room, scale);
    case 'table':
      return rowHeights(part.rows, room, scale).reduce((sum, height) => sum + height, 0);
    case 'picture':
      return 0;
  }
}

/** A picture as large as its box allows, in the middle; small ones are not made larger than twice their size. */
function pictureBox({ width, height }: SlideSize, box: SlideBox): SlideBox {
  const scale = Math.min(2, box.width / width, box.height / height);
  const [w, h] = [width * scale, height * scale];
  return { x: box.x + (box.width - w) / 2, y: box.y + (box.height - h) / 2, width: w, height: h };
}

/** Parts below each other in a box: pictures divide what the others leave. */
function stacked(parts: readonly SlidePart[], box: SlideBox, scale: number): PlacedPart[] {
  const heights = parts.map((part) => heightOf(part, box.width, scale));
  const taken = heights.reduce((sum, height) => sum + height, 0) + GAP * Math.max(0, parts.length - 1);
  const pictures = parts.filter(({ kind }) => kind === 'picture').length;
  const share = pictures === 0 ? 0 : Math.max(LEAST_PICTURE * scale, (box.height - taken) / pictures);
  let y = box.y;
  // Text alone has the whole box, so that there is room to write in.
  if (parts.length === 1 && parts[0]?.kind === 'text') return [{ part: parts[0], box }];
  return parts.map((part, i) => {
    const height = part.kind === 'picture' ? share : (heights[i] ?? 0);
    const own = { x: box.x, y, width: box.width, height };
    y += height + GAP;
    return { part, box: part.kind === 'picture' ? pictureBox(part.picture, own) : own };
  });
}

/** Where the parts of a slide go: text beside pictures, all else below each other, smaller where there is much of it. */
export function layoutSlide({ title, isOpening, parts }: Slide, { width, height }: SlideSize): SlideLayout {
  const room = width - 2 * MARGIN;
  if (isOpening) {
    const box = { x: MARGIN, y: height * 0.56, width: room, height: height * 0.28 };
    const scale = SCALES.find((one) => parts.every((part) => heightOf(part, room, one) <= box.height));
    const placed = parts.map((part) => ({ part, box }));
    const top = { x: MARGIN, y: height * 0.24, width: room, height: height * 0.3 };
    return { title: top, placed, scale: scale ?? 1, isFitting: scale !== undefined };
  }
  const top = title.length === 0 ? TITLE.y : BODY_Y;
  const body = { x: MARGIN, y: top, width: room, height: height - top - FOOT };
  const pictures = parts.filter(({ kind }) => kind === 'picture');
  const texts = parts.filter(({ kind }) => kind === 'text');
  const isBeside = pictures.length > 0 && texts.length > 0 && pictures.length + texts.length === parts.length;
  const half = (room - 2 * GAP) / 2;
  const left = { ...body, width: isBeside ? half : room };
  const flow = isBeside ? texts : parts;
  const needed = (scale: number): number =>
    flow.reduce(
      (sum, part) => sum + (part.kind === 'picture' ? LEAST_PICTURE * scale : heightOf(part, left.width, scale)),
      0,
    ) +
    GAP * Math.max(0, flow.length - 1);
  const fitting = SCALES.find((scale) => needed(scale) <= body.height);
  const scale = fitting ?? (SCALES.at(-1) as number);
  const right = { ...body, x: MARGIN + half + 2 * GAP, width: half };
  const placed = isBeside
    ? [...stacked(texts, left, scale), ...stacked(pictures, right, scale)]
    : stacked(parts, left, scale);
  return {
    title: { x: MARGIN, y: TITLE.y, width: room, height: TITLE.height },
    placed,
    scale,
    isFitting: fitting !== undefined,
  };
}
