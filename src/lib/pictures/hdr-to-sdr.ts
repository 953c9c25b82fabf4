import { type ColourCodes, TRANSFER_HLG, TRANSFER_PQ, toBt709 } from '../picture-files/icc-profile.js';

/** Luminance of a white sheet of paper in an HDR picture, in cd/m² (ITU-R BT.2408, 2.1). */
const REFERENCE_WHITE = 203;
/** Peak of the display that hybrid log-gamma is shown on (ITU-R BT.2100, table 5: system gamma 1.2 belongs to it). */
const HLG_PEAK = 1000;
const HLG_GAMMA = 1.2;

/** Below this, as a share of reference white, light stays as it is; above, all highlights share what is left. Chosen by eye. */
const KNEE = 0.75;

const OUTPUT_STEPS = 4096;

/** Interleaved 16-bit little-endian samples of `bits` significant bits, 3 or 4 a pixel, the fourth alpha. */
export interface HdrPlane {
  readonly width: number;
  readonly height: number;
  readonly strideBytes: number;
  readonly bytes: Uint8Array;
  readonly bits: number;
  readonly samplesPerPixel: 3 | 4;
}

/** Whether the codes describe a picture in high dynamic range. */
export const isHdr = ({ transfer }: ColourCodes): boolean => transfer === TRANSFER_PQ || transfer === TRANSFER_HLG;

/** A converter from one HDR colour space to sRGB with 8 bits: rows without gaps, as many samples a pixel as came in. */
export function hdrToSdr(codes: ColourCodes): (plane: HdrPlane) => Uint8Array {
  const matrix = toBt709(codes.primaries);
  const [rr = 1, rg = 0, rb = 0] = matrix[0] ?? [];
  const [gr = 0, gg = 1, gb = 0] = matrix[1] ?? [];
  const [br = 0, bg = 0, bb = 1] = matrix[2] ?? [];
  const isHlg = codes.transfer === TRANSFER_HLG;

  return ({ width, height, strideBytes, bytes, bits, samplesPerPixel }) => {
    const linear = linearTable(isHlg, bits);
    const largest = linear.length - 1;
    const out = new Uint8Array(width * height * samplesPerPixel);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const sample = (at: number): number => Math.min(largest, view.getUint16(at, true));
    let to = 0;
    for (let y = 0; y < height; y++) {
      const end = y * strideBytes + width * samplesPerPixel * 2;
      for (let from = y * strideBytes; from < end; from += 2 * samplesPerPixel) {
        const red = linear[sample(from)] ?? 0;
        const green = linear[sample(from + 2)] ?? 0;
        const blue = linear[sample(from + 4)] ?? 0;
        const gain = isHlg ? hlgGain(red, green, blue) : 1;
        const r = gain * (rr * red + rg * green + rb * blue);
        const g = gain * (gr * red + gg * green + gb * blue);
        const b = gain * (br * red + bg * green + bb * blue);
        // All three by the same factor, so that hues stay.
        const scale = highlightScale(Math.max(r, g, b)) * OUTPUT_STEPS;
        out[to] = encoded(r * scale);
        out[to + 1] = encoded(g * scale);
        out[to + 2] = encoded(b * scale);
        if (samplesPerPixel === 4) out[to + 3] = Math.round((sample(from + 6) * 255) / largest);
        to += samplesPerPixel;
      }
    }
    return out;
  };
}

/** BT.2100 table 5, the opto-optical transfer function, over the scene's luminance. */
const hlgGain = (red: number, green: number, blue: number): number =>
  (HLG_PEAK / REFERENCE_WHITE) * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** (HLG_GAMMA - 1);

const highlightScale = (peak: number): number =>
  peak <= KNEE ? 1 : (KNEE + (1 - KNEE) * (1 - Math.exp((KNEE - peak) / (1 - KNEE)))) / peak;

/** Light for each code: PQ relative to reference white, HLG as scene light from 0 to 1. */
function linearTable(isHlg: boolean, bits: number): Float64Array {
  const table = new Float64Array(2 ** bits);
  const decode = isHlg ? decodeHlg : decodePq;
  for (let code = 0; code < table.length; code++) table[code] = decode(code / (table.length - 1));
  return table;
}

/** SMPTE ST 2084, BT.2100 table 4. */
function decodePq(signal: number): number {
  const power = signal ** (32 / 2523);
  const light = (Math.max(power - 107 / 128, 0) / (2413 / 128 - (2392 / 128) * power)) ** (16384 / 2610);
  return (light * 10_000) / REFERENCE_WHITE;
}

/** The inverse of BT.2100 table 5's opto-electronic transfer function. */
function decodeHlg(signal: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12;
}

const SRGB: Uint8Array = Uint8Array.from({ length: OUTPUT_STEPS + 1 }, (_, i) => {
  const light = i / OUTPUT_STEPS;
  // IEC 61966-2-1.
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

const encoded = (steps: number): number => SRGB[Math.max(0, Math.min(OUTPUT_STEPS, Math.round(steps)))] ?? 0;
