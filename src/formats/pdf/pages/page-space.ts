import type { Matrix } from '../../../lib/page-text/matrix.js';
import type { PageView } from '../../../lib/page-text/upright.js';

/** A rectangle; in user space `bottom` is below `top`, on the page as it is shown (points from its upper left corner) `top` is less. */
export interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Between user space and the page as it is shown, in points from its upper left corner (ISO 32000-2, 8.3.2.3; Rotate: 7.7.3.3). */
export class PageSpace {
  constructor(readonly view: PageView) {}

  /** Of the page as it is shown. */
  get size(): { readonly width: number; readonly height: number } {
    const { left, right, top, bottom, rotate } = this.view;
    const [width, height] = [right - left, top - bottom];
    return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
  }

  toUser(x: number, y: number): { readonly x: number; readonly y: number } {
    const { left, right, top, bottom, rotate } = this.view;
    switch (rotate) {
      case 0:
        return { x: left + x, y: top - y };
      case 90:
        return { x: left + y, y: bottom + x };
      case 180:
        return { x: right - x, y: bottom + y };
      case 270:
        return { x: right - y, y: top - x };
    }
  }

  toShown(x: number, y: number): { readonly x: number; readonly y: number } {
    const { left, right, top, bottom, rotate } = this.view;
    switch (rotate) {
      case 0:
        return { x: x - left, y: top - y };
      case 90:
        return { x: y - bottom, y: x - left };
      case 180:
        return { x: right - x, y: y - bottom };
      case 270:
        return { x: top - y, y: right - x };
    }
  }

  /** A rectangle of user space as it is shown. */
  shown(rectangle: {
    readonly left: number;
    readonly bottom: number;
    readonly right: number;
    readonly top: number;
  }): Rectangle {
    const a = this.toShown(rectangle.left, rectangle.bottom);
    const b = this.toShown(rectangle.right, rectangle.top);
    return {
      left: Math.min(a.x, b.x),
      right: Math.max(a.x, b.x),
      top: Math.min(a.y, b.y),
      bottom: Math.max(a.y, b.y),
    };
  }

  /** Draws the unit square over the whole page as it is shown, upright. */
  get pictureMatrix(): Matrix {
    const { width, height } = this.size;
    const origin = this.toUser(0, height);
    const right = this.toUser(width, height);
    const up = this.toUser(0, 0);
    return [right.x - origin.x, right.y - origin.y, up.x - origin.x, up.y - origin.y, origin.x, origin.y];
  }
}

export const overlaps = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
