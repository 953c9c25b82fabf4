import { invalid, quote } from '../../core/index.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import type { Rectangle } from '../../formats/pdf/pages/page-space.js';

export interface RedactionBox {
  /** From 1. */
  readonly page: number;
  /** In points from the upper left corner of the page as it is shown. */
  readonly rectangle: Rectangle;
}

const NUMBER = '(-?\\d{1,5}(?:\\.\\d{1,6})?)';
const BOX = new RegExp(`^(\\d{1,9}):${NUMBER},${NUMBER},${NUMBER},${NUMBER}$`);

/** The areas of option `boxes`. Throws INVALID_INPUT. */
export function redactionBoxes(option: string, { name, pages }: OpenPdf): RedactionBox[] {
  const boxes: RedactionBox[] = [];
  for (const part of option.split(/[;\r\n]/)) {
    const plain = part.replace(/\s+/g, '');
    if (plain === '') continue;
    const [, page, left, top, width, height] = (BOX.exec(plain) ?? []).map(Number);
    if (page === undefined || left === undefined || top === undefined || !(Number(width) > 0 && Number(height) > 0)) {
      throw invalid(`Option "boxes" must be areas like "1:72,100,200,20; 2:0,0,100,50", got ${quote(part.trim())}`);
    }
    if (page < 1 || page > pages.length) {
      throw invalid(`Cannot take pages of PDF ${quote(name)}: page ${page} of ${pages.length} asked for`);
    }
    boxes.push({ page, rectangle: { left, top, right: left + Number(width), bottom: top + Number(height) } });
  }
  return boxes;
}
