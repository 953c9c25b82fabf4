import bwip from 'bwip-js/node';

import { invalid } from '../../core/errors.js';
import type { ModuleGrid } from '../../lib/barcodes/module-grid.js';

/** BWIPP (Barcode Writer in Pure PostScript) by way of bwip-js. */
export type SymbolOptions = Readonly<Record<string, string | number | boolean>>;

/** A fault of the text, as the engine names it: `qrcodeInputTooLong`, with a sentence for people. */
export class SymbolFault extends Error {
  override readonly name = 'SymbolFault';

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Every fault is raised with this form (BWIPP's raiseerror). */
const FAULT = /^bwipp\.([A-Za-z0-9]+)#\d+: (.+)$/s;

function faultOf(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  // Where the engine stumbles over a text that has not the form it expects.
  if (cause instanceof TypeError || cause instanceof RangeError) {
    return new SymbolFault('badForm', 'the text has not the form of this kind', { cause });
  }
  const [, code, message] = FAULT.exec(cause.message) ?? [];
  return code === undefined || message === undefined ? cause : new SymbolFault(code, message, { cause });
}

/** The parts of a symbol: modules of a matrix, or widths of bars and spaces. */
function describe({ symbology, text, options }: SymbolPicture) {
  const request: bwip.RawOptions = { ...options, bcid: symbology, text };
  try {
    return bwip.raw(request);
  } catch (error) {
    throw faultOf(error);
  }
}

/** The modules of a matrix code. Throws SymbolFault where the text does not fit or is not allowed. */
export function encodeMatrix(symbology: string, text: string, options: SymbolOptions): ModuleGrid {
  const [symbol] = describe({ symbology, text, options });
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

/** A barcode as PNG. Throws SymbolFault. */
export async function drawPng({ symbology, text, options }: SymbolPicture): Promise<Uint8Array> {
  try {
    return await bwip.toBuffer({ ...options, bcid: symbology, text });
  } catch (error) {
    throw faultOf(error);
  }
}

/** A barcode as SVG, its text as outlines. Throws SymbolFault. */
export function drawSvg({ symbology, text, options }: SymbolPicture): string {
  try {
    return bwip.toSVG({ ...options, bcid: symbology, text });
  } catch (error) {
    throw faultOf(error);
  }
}

/** The message of a fault for the caller: INVALID_INPUT `Cannot make <name>: <what is wrong>`. */
export const symbolRefusal = (name: string, { message }: SymbolFault) =>
  invalid(`Cannot make ${name}: ${message.replace(/\.$/, '')}`);
