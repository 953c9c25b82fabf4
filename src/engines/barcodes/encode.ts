import bwip from 'bwip-js/node';

import type { ModuleGrid } from '../../lib/barcodes/module-grid.js';
import { ContentFault } from '../../lib/faults.js';

/** BWIPP (Barcode Writer in Pure PostScript) by way of bwip-js. */
export type SymbolOptions = Readonly<Record<string, string | number | boolean>>;

/** Every fault is raised with this form (BWIPP's raiseerror). */
const FAULT = /^bwipp\.([A-Za-z0-9]+)#\d+: (.+)$/s;

/** `tooLong` makes the error of a text that no size of the code holds; without it, it is a fault as any other. */
function faultOf(cause: unknown, tooLong?: () => Error): unknown {
  if (!(cause instanceof Error)) return cause;
  // Where the engine stumbles over a text that has not the form it expects.
  if (cause instanceof TypeError || cause instanceof RangeError)
    return fault('the text has not the form of this kind', cause);
  const [, code, message] = FAULT.exec(cause.message) ?? [];
  if (code === undefined || message === undefined) return cause;
  if (tooLong !== undefined && /(?:TooLong|NoValidSymbol)$/.test(code)) return tooLong();
  return fault(message.replace(/\.$/, ''), cause);
}

/** Of the text, with the engine's sentence for people. */
const fault = (what: string, cause: Error): ContentFault => new ContentFault(what, what, undefined, { cause });

/** The parts of a symbol: modules of a matrix, or widths of bars and spaces. */
function describe({ symbology, text, options }: SymbolPicture, tooLong?: () => Error) {
  const request: bwip.RawOptions = { ...options, bcid: symbology, text };
  try {
    return bwip.raw(request);
  } catch (error) {
    throw faultOf(error, tooLong);
  }
}

/** The modules of a matrix code. Throws ContentFault where the text is not allowed, or too long and there is no `tooLong`, else that. */
export function encodeMatrix(
  symbology: string,
  text: string,
  options: SymbolOptions,
  tooLong?: () => Error,
): ModuleGrid {
  const [symbol] = describe({ symbology, text, options }, tooLong);
  if (symbol === undefined || !('pixs' in symbol)) throw new Error(`${symbology} has no modules`);
  return { width: symbol.pixx, height: symbol.pixy, dark: Uint8Array.from(symbol.pixs) };
}

/** How a barcode is drawn; lengths as bwip-js takes them. */
export interface SymbolPicture {
  readonly symbology: string;
  readonly text: string;
  readonly options: SymbolOptions;
}

/** Size of a symbol at one pixel a module, without text and margin: `width` × `height` modules, `undefined` for bars. */
export function measureSymbol({ symbology, text, options }: SymbolPicture): {
  width: number;
  height: number | undefined;
} {
  let width = 0;
  let height: number | undefined;
  for (const part of describe({ symbology, text, options })) {
    if (!('pixx' in part) && 'pixs' in part) {
      // MaxiCode has one size: 30 hexagons of 1.04 × 0.9 mm (ISO/IEC 16023), drawn 110 × 100.
      [width, height] = [110, 100];
    } else if ('pixs' in part) {
      width = Math.max(width, part.pixx);
      height = (height ?? 0) + part.pixy;
    } else {
      let bars = 0;
      for (const bar of part.sbs) bars += bar;
      width = Math.max(width, bars);
    }
  }
  return { width, height };
}

/** A barcode as PNG. Throws ContentFault. */
export async function drawPng({ symbology, text, options }: SymbolPicture): Promise<Uint8Array> {
  try {
    return await bwip.toBuffer({ ...options, bcid: symbology, text });
  } catch (error) {
    throw faultOf(error);
  }
}

/** A barcode as SVG, its text as outlines. Throws ContentFault. */
export function drawSvg({ symbology, text, options }: SymbolPicture): string {
  try {
    return bwip.toSVG({ ...options, bcid: symbology, text });
  } catch (error) {
    throw faultOf(error);
  }
}
