import { type Config, optimize } from 'svgo';

import { invalid } from '../../core/errors.js';

export interface OptimizeSettings {
  /** Decimals of numbers, 0 to 8. */
  readonly precision: number;
  readonly removesViewBox: boolean;
  readonly keepsIds: boolean;
  readonly isPretty: boolean;
}

/** Longer documents are gone through once: again saves 1 %, and takes as long. */
const MAX_REPEATED_CHARACTERS = 200_000;

/** A shorter SVG that draws the same. `label` names it in messages. Throws INVALID_INPUT where it cannot be read. */
export function optimizeSvg(svg: string, label: string, settings: OptimizeSettings): string {
  const { precision, removesViewBox, keepsIds, isPretty } = settings;
  const config: Config = {
    multipass: svg.length <= MAX_REPEATED_CHARACTERS,
    floatPrecision: precision,
    js2svg: { pretty: isPretty, indent: 2, eol: 'lf' },
    plugins: [
      {
        name: 'preset-default',
        params: {
          overrides: {
            // Millimetres stay what they are.
            cleanupNumericValues: { floatPrecision: precision, convertToPx: false },
            // It takes the href of links for unknown.
            removeUnknownsAndDefaults: { unknownAttrs: false },
            ...(keepsIds ? { cleanupIds: false } : {}),
          },
        },
      },
      ...(removesViewBox ? (['removeViewBox'] as const) : []),
    ],
  };
  try {
    return optimize(svg, config).data;
  } catch (cause) {
    throw invalid(`Cannot optimise ${label}: it has a part that SVG does not know`, cause);
  }
}
