/** Words whose sizes are their weights, side by side. */

import { type AreaShape, type PlacedBox, placeBoxes } from '../../lib/pictures/place-boxes.js';
import type { SvgElement } from '../../lib/svg/sanitize.js';
import { writableText } from '../../lib/svg/writable-text.js';
import { type ChartLook, colorAt, FONT } from './chart-look.js';

export interface WeightedWord {
  readonly text: string;
  readonly weight: number;
}

export interface CloudWord extends WeightedWord {
  readonly fontSize: number;
  readonly box: PlacedBox;
  readonly isVertical: boolean;
}

export interface CloudSettings {
  readonly shape: AreaShape;
  readonly verticalPercent: number;
}

const MARGIN = 8;
/** Parts of the font size: a line of letters, and the space around it. */
const [LINE, SPACE] = [1.05, 0.18];
const LEAST_SIZE = 9;
/** Share of the area that boxes may fill, so that most find a place. */
const FILLED = 0.55;
const TRIES = 12;

/** In descending order of weight; what finds no place at the smallest size is left out. */
export function cloudOf(
  words: readonly WeightedWord[],
  look: ChartLook,
  settings: CloudSettings,
): readonly CloudWord[] {
  const top = look.title === '' ? 0 : 40;
  const area = { width: look.width - 2 * MARGIN, height: look.height - 2 * MARGIN - top };
  const widths = words.map(({ text }) => look.measure(text, 1, true));
  const most = words[0]?.weight ?? 1;
  const shares = words.map(({ weight }) => Math.sqrt(weight / most));
  const isVertical = (at: number): boolean => at > 0 && (at * 37) % 100 < settings.verticalPercent;
  const filled = shares.reduce((sum, share, at) => sum + share ** 2 * ((widths[at] ?? 0) + SPACE) * (LINE + SPACE), 0);
  let size = Math.min(
    Math.sqrt((FILLED * area.width * area.height) / filled),
    (0.9 * area.width) / Math.max(...widths.map((width, at) => width * (shares[at] ?? 1))),
    area.height * 0.5,
  );
  let best: CloudWord[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++, size *= 0.9) {
    const sizes = shares.map((share) => Math.max(LEAST_SIZE, share * size));
    const boxes = sizes.map((fontSize, at) => {
      const [along, across] = [((widths[at] ?? 0) + SPACE) * fontSize, (LINE + SPACE) * fontSize];
      return isVertical(at) ? { width: across, height: along } : { width: along, height: across };
    });
    const placed = placeBoxes(boxes, area, settings.shape);
    const found = words.flatMap((word, at): CloudWord[] => {
      const box = placed[at];
      if (box === undefined) return [];
      const moved = { ...box, x: box.x + MARGIN, y: box.y + MARGIN + top };
      return [{ ...word, fontSize: sizes[at] ?? LEAST_SIZE, box: moved, isVertical: isVertical(at) }];
    });
    if (found.length > best.length) best = found;
    if (found.length === words.length || size < LEAST_SIZE) break;
  }
  return best;
}

const shown = (value: number): string => String(Math.round(value * 100) / 100);

/** As wide in every program as it was measured. */
export function cloudDrawing(words: readonly CloudWord[], look: ChartLook): SvgElement {
  const { width, height, fill, title, text: ink, measure } = look;
  const texts = words.map(({ text, fontSize, box, isVertical }, at): SvgElement => {
    const [x, y] = [shown(box.x), shown(box.y)];
    return {
      name: 'text',
      attributes: new Map([
        ['x', x],
        ['y', shown(box.y + fontSize * 0.35)],
        ['text-anchor', 'middle'],
        ['font-family', FONT],
        ['font-weight', 'bold'],
        ['font-size', shown(fontSize)],
        ['textLength', shown(measure(text, fontSize, true))],
        ['lengthAdjust', 'spacingAndGlyphs'],
        ['fill', colorAt(look, at)],
        ...(isVertical ? [['transform', `rotate(-90 ${x} ${y})`] as const] : []),
        ['data-index', String(at)],
      ]),
      children: [writableText(text)],
    };
  });
  const head: SvgElement = {
    name: 'text',
    attributes: new Map([
      ['x', '20'],
      ['y', '32'],
      ['font-family', FONT],
      ['font-weight', 'bold'],
      ['font-size', '18'],
      ['fill', ink],
    ]),
    children: [writableText(title)],
  };
  const ground: SvgElement = {
    name: 'rect',
    attributes: new Map([
      ['width', String(width)],
      ['height', String(height)],
      ['fill', fill],
    ]),
    children: [],
  };
  return {
    name: 'svg',
    attributes: new Map([
      ['width', String(width)],
      ['height', String(height)],
      ['viewBox', `0 0 ${width} ${height}`],
    ]),
    children: [...(fill === '' ? [] : [ground]), ...(title === '' ? [] : [head]), ...texts],
  };
}
