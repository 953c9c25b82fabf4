import { fromLinear, toLinear } from '../pictures/adjust.js';
import { MACHADO } from './color-vision.data.js';
import type { Rgb } from './contrast.js';

export const DEFICIENCIES = ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const;
export type Deficiency = (typeof DEFICIENCIES)[number];

/** Three rows of three, of linear sRGB. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** One matrix for colours on each side of a plane through black, grey and white. */
interface Vision {
  readonly side: readonly [number, number, number];
  readonly above: Matrix;
  readonly below: Matrix;
}

const SAME: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/**
 * Brettel, Viénot and Mollon, "Computerized simulation of color appearance for dichromats", Journal of the Optical Society of America A 14
 * (1997): colours move along the tritan confusion line onto two half-planes, which hold white and the lights of 485 and 660 nm. The cones
 * are Smith and Pokorny's (1975), as Viénot, Brettel and Mollon (1999) state them for displays, and white is the display's, so that it stays.
 * Machado's model shifts the peak of the S cone, and its authors do not recommend it for tritanopia.
 */
const TRITANOPIA: Vision = {
  side: [0.03901, -0.02788, -0.01113],
  above: [1.01277, 0.13548, -0.14826, -0.01243, 0.86812, 0.14431, 0.07589, 0.805, 0.11911],
  below: [0.93678, 0.18979, -0.12657, 0.06154, 0.81526, 0.1232, -0.37562, 1.12767, 0.24796],
};

/** Luminance of the primaries of sRGB (IEC 61966-2-1) in each channel. */
const GREY: Matrix = [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722];

const mixed = (one: Matrix, other: Matrix, share: number): Matrix =>
  one.map((value, i) => value + share * ((other[i] ?? 0) - value)) as unknown as Matrix;

const onePlane = (matrix: Matrix): Vision => ({ side: [0, 0, 0], above: matrix, below: matrix });

/**
 * How a person with a deficiency of a severity from 0 to 1 sees linear sRGB. Protan and deutan: Machado's published matrices, linear between
 * tenths as its authors say. Tritan and no colour: between normal and full, linear, as there is no published model of what is between.
 */
function visionOf(deficiency: Deficiency, severity: number): Vision {
  if (deficiency === 'achromatopsia') return onePlane(mixed(SAME, GREY, severity));
  if (deficiency === 'tritanopia') {
    const { side, above, below } = TRITANOPIA;
    return { side, above: mixed(SAME, above, severity), below: mixed(SAME, below, severity) };
  }
  const steps = MACHADO[deficiency];
  const step = Math.min(steps.length - 2, Math.floor(10 * severity));
  return onePlane(mixed(steps[step] ?? SAME, steps[step + 1] ?? SAME, 10 * severity - step));
}

const LINEAR = Float64Array.from({ length: 256 }, (_, level) => toLinear(level / 255));

/** So fine that, near black, a step of it is a fifth of a level. */
const STEPS = 16_384;
let levels: Uint8Array | undefined;

/** 8-bit levels of linear light, in steps of `STEPS`. */
const levelTable = (): Uint8Array => {
  levels ??= Uint8Array.from({ length: STEPS + 1 }, (_, i) => Math.round(255 * fromLinear(i / STEPS)));
  return levels;
};

/** A colour of 8 bits a channel as it is seen. What is outside of sRGB gets the nearest level. */
export function seenColor([r, g, b]: Rgb, deficiency: Deficiency, severity: number): Rgb {
  const vision = visionOf(deficiency, severity);
  const light: Rgb = [toLinear(r / 255), toLinear(g / 255), toLinear(b / 255)];
  const { side } = vision;
  const m = side[0] * light[0] + side[1] * light[1] + side[2] * light[2] >= 0 ? vision.above : vision.below;
  const level = (row: 0 | 3 | 6): number =>
    Math.round(
      255 *
        fromLinear(
          Math.min(1, Math.max(0, m[row] * light[0] + (m[row + 1] ?? 0) * light[1] + (m[row + 2] ?? 0) * light[2])),
        ),
    );
  return [level(0), level(3), level(6)];
}

/** The same for every pixel of red, green, blue and alpha, in place; within one level of `seenColor`. Alpha stays. */
export function seePixels(data: Uint8Array, deficiency: Deficiency, severity: number): void {
  const { side, above, below } = visionOf(deficiency, severity);
  const table = levelTable();
  const written = (light: number): number =>
    table[light <= 0 ? 0 : light >= 1 ? STEPS : Math.round(light * STEPS)] ?? 0;
  for (let i = 0; i < data.length; i += 4) {
    const r = LINEAR[data[i] ?? 0] ?? 0;
    const g = LINEAR[data[i + 1] ?? 0] ?? 0;
    const b = LINEAR[data[i + 2] ?? 0] ?? 0;
    const m = side[0] * r + side[1] * g + side[2] * b >= 0 ? above : below;
    data[i] = written(m[0] * r + m[1] * g + m[2] * b);
    data[i + 1] = written(m[3] * r + m[4] * g + m[5] * b);
    data[i + 2] = written(m[6] * r + m[7] * g + m[8] * b);
  }
}
