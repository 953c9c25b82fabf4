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
  /** Paths of font files; without them no text is drawn. */
  readonly fonts?: readonly string[];
  readonly families?: { readonly sans: string; readonly serif: string; readonly mono: string };
}

/**
 * Draws an SVG that is known to be harmless: its size, elements and references are the caller's to check, because the engine
 * aborts the process where it runs out of memory and reads picture files that are named. Throws what the engine throws for a
 * text that it cannot read.
 */
export function drawSvg(svg: string, { fit, fonts = [], families }: DrawSettings): DrawnSvg {
  const options: ResvgRenderOptions = {
    fitTo: fit,
    font: {
      loadSystemFonts: false,
      fontFiles: [...fonts],
      ...(families === undefined
        ? {}
        : {
            defaultFontFamily: families.sans,
            sansSerifFamily: families.sans,
            serifFamily: families.serif,
            monospaceFamily: families.mono,
            cursiveFamily: families.sans,
            fantasyFamily: families.sans,
          }),
    },
    logLevel: 'off',
  };
  const image = new Resvg(svg, options).render();
  return {
    width: image.width,
    height: image.height,
    png: () => image.asPng(),
    rgba: () => straightAlpha(image.pixels),
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
