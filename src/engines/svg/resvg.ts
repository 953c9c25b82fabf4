import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';

/** A drawn picture. */
export interface DrawnSvg {
  readonly width: number;
  readonly height: number;
  /** As PNG, transparent where nothing is drawn. */
  readonly png: () => Uint8Array;
  /** RGBA, not multiplied with alpha; rows from the top. */
  readonly rgba: () => Uint8Array;
}

export interface DrawSettings {
  /** `original`: the size that the SVG says at 96 dots per inch. */
  readonly fit: { readonly mode: 'original' } | { readonly mode: 'width' | 'height' | 'zoom'; readonly value: number };
  /** CSS colour below the picture; transparent unless given. */
  readonly background?: string;
  /** Paths of font files; without them no text is drawn. Families that none of them has are drawn in the first. */
  readonly fonts?: readonly string[];
}

/** A document that is read, with the size it says. */
export interface SvgDrawing {
  readonly width: number;
  readonly height: number;
  /** Size of all that it draws, seen or not. */
  readonly box: { readonly width: number; readonly height: number };
  /** The document with its styles applied and its references in place. */
  readonly simplified: () => string;
  readonly draw: (fit: DrawSettings['fit']) => DrawnSvg;
}

/**
 * Reads an SVG that is known to be harmless: its elements and references are the caller's to check, and its size and patterns
 * before it is drawn, because the engine aborts the process where it runs out of memory, and reads picture files that are named.
 * Throws what the engine throws for a text that it cannot read.
 */
export function openDrawing(svg: string, settings: Omit<DrawSettings, 'fit'>): SvgDrawing {
  const open = (fit: DrawSettings['fit']): Resvg => new Resvg(svg, optionsOf(fit, settings));
  const drawing = open({ mode: 'original' });
  const box = drawing.getBBox();
  return {
    width: drawing.width,
    height: drawing.height,
    box: { width: box?.width ?? 0, height: box?.height ?? 0 },
    simplified: () => drawing.toString(),
    draw: (fit) => {
      const image = open(fit).render();
      return {
        width: image.width,
        height: image.height,
        png: () => image.asPng(),
        rgba: () => straightAlpha(image.pixels),
      };
    },
  };
}

/** Draws an SVG of our own. */
export const drawOwnSvg = (svg: string, { fit, ...settings }: DrawSettings): DrawnSvg =>
  openDrawing(svg, settings).draw(fit);

function optionsOf(fit: DrawSettings['fit'], settings: Omit<DrawSettings, 'fit'>): ResvgRenderOptions {
  const { fonts = [], background } = settings;
  return {
    fitTo: fit,
    ...(background === undefined ? {} : { background }),
    font: {
      loadSystemFonts: false,
      fontFiles: [...fonts],
    },
    logLevel: 'off',
  };
}

/** The engine's pixels are multiplied with their alpha. */
function straightAlpha(premultiplied: Uint8Array): Uint8Array {
  const pixels = Uint8Array.from(premultiplied);
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = i; channel < i + 3; channel++) {
      pixels[channel] = Math.min(255, Math.round((255 * (pixels[channel] ?? 0)) / alpha));
    }
  }
  return pixels;
}
