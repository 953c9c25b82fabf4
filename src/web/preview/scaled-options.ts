/** Options for a run on a smaller copy: what is in pixels of the image becomes what is the same on the copy. */

import type { CatalogOption } from '../../core/catalog.js';

import type { OptionValue, OptionValues } from '../options.js';
import { parseBoxes, writeBoxes } from '../pointing/boxes.js';
import type { PixelSize } from './reducer-messages.js';

interface Sizes {
  readonly size: PixelSize;
  readonly full: PixelSize;
}

/** Whether a run is asked for so many bytes, of which a smaller copy tells nothing. */
export const asksForBytes = (options: readonly CatalogOption[], values: OptionValues): boolean =>
  options.some(({ kind, name, default: unset }) => kind === 'bytes' && values[name] !== unset);

export function scaledOptions(options: readonly CatalogOption[], values: OptionValues, sizes: Sizes): OptionValues {
  // The unit of all that is measured in the image, where a tool lets choose it.
  if (values.unit === 'percent') return values;
  const scaled = options.map((option): [string, OptionValue] => {
    const value = values[option.name] ?? option.default;
    return [option.name, scaledValue(option, value, sizes)];
  });
  return { ...values, ...Object.fromEntries(scaled) };
}

function scaledValue({ kind, minimum = 0 }: CatalogOption, value: OptionValue, sizes: Sizes): OptionValue {
  if (typeof value === 'number') return kind === 'pixels' ? scaledLength(value, minimum, sizes) : value;
  if (typeof value !== 'string') return value;
  if (kind === 'image-box' || kind === 'image-boxes') return scaledBoxes(value, sizes);
  return kind === 'image-points' ? scaledPoints(value, sizes) : value;
}

/** Whole pixels, as many options want them. 0 stands for what is not set or not there; what is there stays to be seen. */
function scaledLength(value: number, minimum: number, { size, full }: Sizes): number {
  if (value === 0) return 0;
  // The smaller of both, so that what lies in the image lies in the copy.
  const scale = Math.min(size.width / full.width, size.height / full.height);
  return Math.max(1, Math.ceil(minimum), Math.round(value * scale));
}

/** By their edges, so that what lies in the image lies in the copy. What is not finished stays, to be refused as such. */
function scaledBoxes(text: string, { size, full }: Sizes): string {
  const notation = { hasPages: false, isMany: true, unit: 1 };
  const boxes = parseBoxes(text, notation, full);
  if (boxes === undefined) return text;
  const scaled = boxes.map((box) => {
    const [x, width] = scaledSpan(box.x, box.width, size.width / full.width);
    const [y, height] = scaledSpan(box.y, box.height, size.height / full.height);
    return { x, y, width, height, page: 1 };
  });
  return writeBoxes(scaled, notation);
}

function scaledSpan(start: number, length: number, scale: number): [start: number, length: number] {
  const end = Math.max(1, Math.round((start + length) * scale));
  const first = Math.min(end - 1, Math.round(start * scale));
  return [first, end - first];
}

/** `x,y` with spaces between; words stay. */
const scaledPoints = (text: string, { size, full }: Sizes): string =>
  text.replace(/(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)/g, (_, x: string, y: string) =>
    [(Number(x) * size.width) / full.width, (Number(y) * size.height) / full.height]
      .map((value) => String(Math.round(value)))
      .join(','),
  );

/** Whether a message speaks of numbers, which are those of the copy and nobody has filled in. Names are in quotes. */
export const tellsNumbers = (message: string): boolean => /\d/.test(message.replace(/"[^"]*"/g, ''));
