import { invalid } from '../../core/errors.js';
import type { Color } from '../../engines/colors.js';
import { CONTRAST_GRADES, over, symbolContrast } from '../../lib/barcodes/reflectance.js';
import type { PaletteEntry } from '../../lib/picture-files/png-writer.js';

export const WHITE: Color = { r: 255, g: 255, b: 255, alpha: 1 };

/** What may keep colours from being read. Throws INVALID_INPUT, naming options `dark` and `light`, where their contrast has no grade. */
export function colorWarnings(dark: Color, light: Color): string[] {
  const ground = over(light, WHITE);
  const contrast = symbolContrast(over(dark, ground), ground);
  const shown = Math.round(Math.abs(contrast));
  if (Math.abs(contrast) < CONTRAST_GRADES.failed) {
    throw invalid(
      `Options "dark" and "light" must differ by at least ${CONTRAST_GRADES.failed} % of light to be read, got ${shown} %`,
    );
  }
  const warnings: string[] = [];
  if (contrast < 0) warnings.push('The code is lighter than its ground: many readers do not read inverted codes');
  else if (contrast < CONTRAST_GRADES.weak) warnings.push(`The contrast is ${shown} %: readers may fail in poor light`);
  if (light.alpha < 1) warnings.push('The background is transparent: the code needs a light surface behind it');
  return warnings;
}

/** Laser scanners see by red light, in which red bars are as bright as their ground. */
export function redLightWarnings(dark: Color, light: Color): string[] {
  const red = ({ r }: Color): Color => ({ r, g: r, b: r, alpha: 1 });
  const ground = over(light, WHITE);
  const isSeen = symbolContrast(red(over(dark, ground)), red(ground)) >= CONTRAST_GRADES.weak;
  return isSeen ? [] : ['Scanners with red light may not see bars of this colour'];
}

export const paletteColor = ({ r, g, b, alpha }: Color): PaletteEntry => [r, g, b, Math.round(255 * alpha)];
