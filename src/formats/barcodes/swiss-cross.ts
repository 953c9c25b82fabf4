import { drawOwnSvg } from '../../engines/svg/resvg.js';
import type { Logo } from './qr-picture.js';

/** Millimetres of the code and of the symbol on its middle (Swiss Implementation Guidelines for the QR-bill 2.3, 5.4.2). */
const CODE_SIDE = 46;
const SYMBOL_SIDE = 7;
/** 600 dots per inch in print. */
const PIXELS = 168;

/** White, in it a black square, in it the cross: arms one sixth longer than wide, as on the flag (SR 232.21). */
const SYMBOL = `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${PIXELS}" viewBox="0 0 42 42">
<path fill="#fff" d="M0 0h42v42H0z"/><path d="M3 3h36v36H3z"/><path fill="#fff" d="M17.5 9.333h7V17.5h8.167v7H24.5v8.167h-7V24.5H9.333v-7H17.5z"/></svg>`;

/** The Swiss cross for the middle of a QR-bill code. */
export function swissCross(): Logo {
  const { width, height, rgba } = drawOwnSvg(SYMBOL, { fit: { mode: 'original' } });
  return { width, height, rgba: rgba(), percent: (100 * SYMBOL_SIDE) / CODE_SIDE, frame: undefined };
}
