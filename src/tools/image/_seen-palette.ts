import { invalid, overLimit, quote } from '../../core/index.js';
import { colorDistance, hexColor, nearestColorName, onWhite, readColor, srgbOf } from '../../engines/colors.js';
import { type Deficiency, seenColor } from '../../lib/colors/color-vision.js';
import type { Rgb } from '../../lib/colors/contrast.js';

const MAX_COLORS = 100;
/** Pairs that are listed, the nearest first. */
const MAX_PAIRS = 200;

/** Just noticeable side by side is about 1; below this two colours are taken for one when nobody has sight of both together. */
const ROUNDED = 2;

interface PaletteColor {
  readonly color: string;
  readonly rgb: Rgb;
}

/** Colours by lines, semicolons and commas that stand outside of parentheses; by spaces too where a part has no parentheses. */
function* parts(text: string): Generator<string> {
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const letter = text[i] ?? '\n';
    if (letter === '(') depth++;
    else if (letter === ')') depth = Math.max(0, depth - 1);
    else if (letter === '\n' || letter === ';' || (letter === ',' && depth === 0)) {
      yield text.slice(start, i);
      start = i + 1;
      depth = 0;
    }
  }
}

/** The colours of a palette. Throws INVALID_INPUT naming the part that is none, and LIMIT_EXCEEDED over MAX_COLORS. */
export function readPalette(input: string): readonly PaletteColor[] {
  const colors: PaletteColor[] = [];
  for (const part of parts(input)) {
    // `--brand: #06c` and `name: red` of style sheets and lists.
    const named = part.slice(part.indexOf(':') + 1).trim();
    if (named === '') continue;
    const whole = readColor(named);
    for (const word of whole === undefined && !named.includes('(') ? named.split(/\s+/) : [named]) {
      const color = readColor(word);
      if (color === undefined) throw invalid(`Cannot read property "input": ${quote(word)} is not a colour`);
      if (colors.length === MAX_COLORS) throw overLimit(`Property "input" has more than ${MAX_COLORS} colours`);
      const seen = onWhite(srgbOf(color));
      colors.push({ color: hexColor(seen), rgb: [seen.r, seen.g, seen.b] });
    }
  }
  if (colors.length === 0) throw invalid('Cannot read property "input": it has no colour');
  return colors;
}

const rounded = (value: number): number => Number(value.toFixed(ROUNDED));

/** How a palette is seen, and which pairs of it are nearer to each other than `tolerance` then. */
export function seenPalette(
  palette: readonly PaletteColor[],
  deficiencies: readonly Deficiency[],
  severity: number,
  tolerance: number,
) {
  const seen = deficiencies.map((deficiency) => palette.map(({ rgb }) => seenColor(rgb, deficiency, severity)));
  const colors = palette.map(({ color, rgb }, i) => ({
    color,
    name: nearestColorName(...rgb),
    seenAs: deficiencies.map((deficiency, kind) => {
      const [r, g, b] = seen[kind]?.[i] ?? rgb;
      return { deficiency, color: hexColor({ r, g, b, alpha: 1 }) };
    }),
  }));
  const confused = deficiencies.flatMap((deficiency, kind) => {
    const own = seen[kind] ?? [];
    return palette.flatMap((first, i) =>
      palette.slice(i + 1).flatMap((second, j) => {
        const one = own[i];
        const other = own[i + 1 + j];
        if (one === undefined || other === undefined) return [];
        const difference = colorDistance(one, other);
        if (difference >= tolerance) return [];
        const normal = colorDistance(first.rgb, second.rgb);
        const pair = { deficiency, first: first.color, second: second.color };
        return [{ ...pair, difference: rounded(difference), normalDifference: rounded(normal) }];
      }),
    );
  });
  const nearest = confused.sort((a, b) => a.difference - b.difference);
  return { colors, hardToTellApart: nearest.length, pairs: nearest.slice(0, MAX_PAIRS) };
}
