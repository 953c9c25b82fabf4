import type { SvgElement } from './sanitize.js';

interface Frame {
  /** Proportions of the drawing. */
  readonly width: number;
  readonly height: number;
  /** Empty space on each side, in percent. */
  readonly padding: number;
  /** CSS colour behind the drawing; empty for none. */
  readonly background: string;
}

/** The drawing in the middle of a square, with a view box, so that it fills whatever place it gets. */
export function framedSvg(root: SvgElement, { width, height, padding, background }: Frame): SvgElement {
  const viewBox =
    root.attributes.get('viewBox') ?? `0 0 ${lengthOf(root, 'width', width)} ${lengthOf(root, 'height', height)}`;
  const inside = new Map(root.attributes);
  inside.set('viewBox', viewBox);
  const side = `${100 - 2 * padding}`;
  for (const [name, value] of [
    ['x', `${padding}`],
    ['y', `${padding}`],
    ['width', side],
    ['height', side],
  ] as const)
    inside.set(name, value);
  const behind: SvgElement = {
    name: 'rect',
    attributes: new Map([
      ['width', '100'],
      ['height', '100'],
      ['fill', background],
    ]),
    children: [],
  };
  return {
    name: 'svg',
    attributes: new Map([['viewBox', '0 0 100 100']]),
    children: [...(background === '' ? [] : [behind]), { ...root, attributes: inside }],
  };
}

/** CSS 2.1, 4.3.2: pixels in each absolute unit. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['px', 1],
  ['in', 96],
  ['cm', 96 / 2.54],
  ['mm', 96 / 25.4],
  ['pt', 96 / 72],
  ['pc', 16],
]);

function lengthOf(root: SvgElement, name: 'width' | 'height', otherwise: number): number {
  const [, digits = '', unit = ''] =
    /^\s*([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(root.attributes.get(name) ?? '') ?? [];
  const pixels = Number(digits) * (UNITS.get(unit.toLowerCase()) ?? Number.NaN);
  return pixels > 0 && Number.isFinite(pixels) ? pixels : otherwise;
}
