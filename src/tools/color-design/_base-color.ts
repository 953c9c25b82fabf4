import { invalid, quote } from '../../core/index.js';
import { type Color, findColor, parseColor } from '../../engines/colors.js';
import { isSaid } from '../../formats/said-options.js';

export const BASE = '#3b82f6';

/** The base by the option or by a text. */
export function baseOf(input: string, base: string): Color {
  if (!isSaid(input, { base: base !== BASE })) return parseColor('base', base);
  const color = findColor(input);
  if (color === undefined) throw invalid(`Input must be a CSS colour such as "#ff0000", got ${quote(input)}`);
  return color;
}
