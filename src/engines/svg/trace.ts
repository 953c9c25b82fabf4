import { vectorizeRaw } from '@neplex/vectorizer';

import { invalid } from '../../core/errors.js';
import type { FlatPicture } from '../image/flat-colors.js';

// Constants of the package, which its declarations have and its code has not.
const COLOR_MODES = { color: 0, binary: 1 } as const;
const STACKED = 0;
const CURVES = { polygon: 1, spline: 2 } as const;

export interface TraceSettings {
  readonly isMono: boolean;
  /** Sides of the smallest patch that is drawn, in pixels. */
  readonly smallestPatch: number;
  /** Curves instead of straight lines. */
  readonly hasCurves: boolean;
}

/** Neighbours of another colour, beside and below: what tracing takes its time for. */
export function countEdges({ width, rgba }: FlatPicture): number {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4);
  let edges = 0;
  for (let i = 0; i < pixels.length; i++) {
    if ((i + 1) % width !== 0 && pixels[i] !== pixels[i + 1]) edges++;
    if (i + width < pixels.length && pixels[i] !== pixels[i + width]) edges++;
  }
  return edges;
}

/** The paths of a picture of few colours as SVG elements, in its pixels. Throws INVALID_INPUT where it has too many patches. */
export async function tracePaths(
  { width, height, rgba }: FlatPicture,
  { isMono, smallestPatch, hasCurves }: TraceSettings,
): Promise<string> {
  const svg = await tracing(() =>
    vectorizeRaw(
      Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength),
      { width, height },
      {
        colorMode: isMono ? COLOR_MODES.binary : COLOR_MODES.color,
        hierarchical: STACKED,
        filterSpeckle: smallestPatch,
        colorPrecision: 8,
        // Every colour that is left is meant.
        layerDifference: 0,
        mode: hasCurves ? CURVES.spline : CURVES.polygon,
        cornerThreshold: 60,
        lengthThreshold: 4,
        maxIterations: 10,
        spliceThreshold: 45,
        pathPrecision: 2,
      },
    ),
  );
  const start = svg.indexOf('<path');
  return start < 0 ? '' : svg.slice(start, svg.lastIndexOf('</svg>')).trim();
}

async function tracing(act: () => Promise<string>): Promise<string> {
  try {
    return await act();
  } catch (cause) {
    throw invalid('Cannot trace the picture: it has too many patches, option "detail" must be smaller', cause);
  }
}
