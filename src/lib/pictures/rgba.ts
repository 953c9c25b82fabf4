import type { PixelBox } from './crop-box.js';

/** Pixels of 8 bits a sample in sRGB: red, green, blue and alpha that is not multiplied in, rows from the top. */
export interface Rgba {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A colour of 8 bits a channel, alpha 0 to 1. */
export interface Paint {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly alpha: number;
}

/** Transparent black. */
export const emptyRgba = (width: number, height: number): Rgba => ({
  width,
  height,
  data: new Uint8Array(4 * width * height),
});

/** Fills all pixels with one colour, replacing what is there. */
export function fill({ data }: Rgba, { r, g, b, alpha }: Paint): void {
  // One 32-bit store a pixel where the bytes are aligned; the order of bytes is that of the machine.
  const pixel = Uint8Array.of(r, g, b, Math.round(255 * alpha));
  if (data.byteOffset % 4 === 0) {
    new Uint32Array(data.buffer, data.byteOffset, data.length / 4).fill(new Uint32Array(pixel.buffer)[0] ?? 0);
    return;
  }
  for (let i = 0; i < data.length; i += 4) data.set(pixel, i);
}

export function isOpaque(data: Uint8Array): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

/** The part of a box that lies inside a picture; width or height is 0 where there is none. */
export function clipped(
  { left, top, width, height }: PixelBox,
  inside: { readonly width: number; readonly height: number },
): PixelBox {
  const x = Math.min(Math.max(0, left), inside.width);
  const y = Math.min(Math.max(0, top), inside.height);
  return {
    left: x,
    top: y,
    width: Math.max(0, Math.min(left + width, inside.width) - x),
    height: Math.max(0, Math.min(top + height, inside.height) - y),
  };
}

/** How a picture is laid on another: the separable modes of W3C Compositing and Blending Level 1, section 10. */
export const BLEND_MODES = [
  'over',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'difference',
  'exclusion',
  'hard-light',
  'soft-light',
  'color-dodge',
  'color-burn',
] as const;

export type BlendMode = (typeof BLEND_MODES)[number];

const hardLight = (below: number, above: number): number =>
  above <= 0.5 ? 2 * below * above : 1 - 2 * (1 - below) * (1 - above);

const softLight = (below: number, above: number): number => {
  if (above <= 0.5) return below - (1 - 2 * above) * below * (1 - below);
  const root = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : Math.sqrt(below);
  return below + (2 * above - 1) * (root - below);
};

/** Of channels from 0 to 1. */
const BLENDS: Readonly<Record<Exclude<BlendMode, 'over'>, (below: number, above: number) => number>> = {
  multiply: (below, above) => below * above,
  screen: (below, above) => below + above - below * above,
  overlay: (below, above) => hardLight(above, below),
  darken: Math.min,
  lighten: Math.max,
  difference: (below, above) => Math.abs(below - above),
  exclusion: (below, above) => below + above - 2 * below * above,
  'hard-light': hardLight,
  'soft-light': softLight,
  'color-dodge': (below, above) => (below === 0 ? 0 : above === 1 ? 1 : Math.min(1, below / (1 - above))),
  'color-burn': (below, above) => (below === 1 ? 1 : above === 0 ? 0 : 1 - Math.min(1, (1 - below) / above)),
};

interface DrawSettings {
  readonly left: number;
  readonly top: number;
  /** 0 to 1; 1 unless said. */
  readonly opacity?: number;
  /** `over` unless said. */
  readonly blend?: BlendMode;
}

/** Draws a picture onto another, in place; what lies outside is cut off. Alpha by Porter and Duff's "source over". */
export function draw(target: Rgba, source: Rgba, { left, top, opacity = 1, blend = 'over' }: DrawSettings): void {
  const box = clipped({ left, top, width: source.width, height: source.height }, target);
  const table = blend === 'over' ? undefined : blendTable(BLENDS[blend]);
  for (let y = box.top; y < box.top + box.height; y++) {
    let to = 4 * (y * target.width + box.left);
    let from = 4 * ((y - top) * source.width + box.left - left);
    for (const end = to + 4 * box.width; to < end; to += 4, from += 4) {
      drawPixel(target.data, to, source.data, from, opacity, table);
    }
  }
}

/** Results for all pairs of channels, in 1/255: index = 256 × below + above. */
function blendTable(mode: (below: number, above: number) => number): Float32Array {
  const table = new Float32Array(65_536);
  for (let below = 0; below < 256; below++) {
    for (let above = 0; above < 256; above++) table[256 * below + above] = 255 * mode(below / 255, above / 255);
  }
  return table;
}

function drawPixel(
  target: Uint8Array,
  to: number,
  source: Uint8Array,
  from: number,
  opacity: number,
  table: Float32Array | undefined,
): void {
  const above = ((source[from + 3] ?? 0) / 255) * opacity;
  if (above === 0) return;
  if (above === 1 && table === undefined) {
    target[to] = source[from] ?? 0;
    target[to + 1] = source[from + 1] ?? 0;
    target[to + 2] = source[from + 2] ?? 0;
    target[to + 3] = 255;
    return;
  }
  const below = (target[to + 3] ?? 0) / 255;
  const alpha = above + below * (1 - above);
  for (let c = 0; c < 3; c++) {
    const under = target[to + c] ?? 0;
    const own = source[from + c] ?? 0;
    const mixed = table === undefined ? own : (1 - below) * own + below * (table[256 * under + own] ?? 0);
    target[to + c] = Math.round((above * mixed + (1 - above) * below * under) / alpha);
  }
  target[to + 3] = Math.round(255 * alpha);
}

/** The smallest box that has all pixels of an opaque picture of which a sample is below `level`; `undefined` for none. */
export function boxBelow({ width, height, data }: Rgba, level: number): PixelBox | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = 4 * y * width; x < width; x++, i += 4) {
      if ((data[i] ?? 255) >= level && (data[i + 1] ?? 255) >= level && (data[i + 2] ?? 255) >= level) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
