/** Rectangles as options write them, from the top left: `x,y,width,height`, several with `;` between, on pages `page:x,y,width,height`. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
  /** From 1; always 1 where there are no pages. */
  readonly page: number;
}

/** `unit`: the smallest step that is written: 1 for pixels, 0.1 for points. */
export interface Notation {
  readonly hasPages: boolean;
  readonly isMany: boolean;
  readonly unit: number;
}

const NUMBER = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*(%?)\s*$/;

/** The boxes of a text; `undefined` for one that cannot be drawn, because it is not finished or not right. */
export function parseBoxes(text: string, { hasPages }: Notation, size: Size): Box[] | undefined {
  const boxes: Box[] = [];
  for (const part of text.split(/[;\n]/)) {
    if (part.trim() === '') continue;
    const box = parseBox(part, hasPages, size);
    if (box === undefined) return undefined;
    boxes.push(box);
  }
  return boxes;
}

function parseBox(text: string, hasPages: boolean, size: Size): Box | undefined {
  const [page, numbers] = hasPages ? pageAndRest(text) : [1, text];
  const values = numbers.split(',').map((part, index) => lengthOf(part, index % 2 === 0 ? size.width : size.height));
  const [x, y, width, height] = values;
  if (values.length !== 4 || !Number.isSafeInteger(page) || page < 1) return undefined;
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return width > 0 && height > 0 ? { x, y, width, height, page } : undefined;
}

function pageAndRest(text: string): [number, string] {
  const at = text.indexOf(':');
  return at < 0 ? [Number.NaN, ''] : [Number(text.slice(0, at)), text.slice(at + 1)];
}

function lengthOf(text: string, whole: number): number | undefined {
  const [, digits, percent] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return percent === '%' ? (Number(digits) * whole) / 100 : Number(digits);
}

/** The text of boxes; what is left of nothing is empty. */
export const writeBoxes = (boxes: readonly Box[], { hasPages, unit }: Notation): string =>
  boxes
    .map(({ x, y, width, height, page }) => {
      const numbers = [x, y, width, height].map((value) => String(rounded(value, unit))).join(',');
      return hasPages ? `${page}:${numbers}` : numbers;
    })
    .join('; ');

const rounded = (value: number, unit: number): number => Number((Math.round(value / unit) * unit).toFixed(6));

/** A box between two corners, inside the picture, on whole steps. */
export function boxBetween(a: Point, b: Point, size: Size, unit: number, page: number): Box {
  const [left, right] = inside(a.x, b.x, size.width, unit);
  const [top, bottom] = inside(a.y, b.y, size.height, unit);
  return { x: left, y: top, width: right - left, height: bottom - top, page };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

function inside(a: number, b: number, whole: number, unit: number): [number, number] {
  const last = Math.floor(whole / unit + 1e-9) * unit;
  const at = (value: number): number => Math.min(last, Math.max(0, rounded(value, unit)));
  return [at(Math.min(a, b)), at(Math.max(a, b))];
}

/** The box moved, as far as the picture reaches. */
export function moved(box: Box, dx: number, dy: number, size: Size, unit: number): Box {
  const at = (value: number, length: number, whole: number): number =>
    Math.max(0, Math.min(rounded(value, unit), Math.floor((whole - length) / unit + 1e-9) * unit));
  return { ...box, x: at(box.x + dx, box.width, size.width), y: at(box.y + dy, box.height, size.height) };
}

/** The box with its lower right corner moved; at least a step wide and high. */
export function resized(box: Box, dx: number, dy: number, size: Size, unit: number): Box {
  const length = (value: number, start: number, whole: number): number =>
    Math.max(unit, Math.min(rounded(value, unit), Math.floor((whole - start) / unit + 1e-9) * unit));
  return {
    ...box,
    width: length(box.width + dx, box.x, size.width),
    height: length(box.height + dy, box.y, size.height),
  };
}
