import { fractionsOf } from './chance.js';
import type { Scene } from './photo-paint.js';

/** What time does to a print and its scan. All of it repeatable. */
export interface Ageing {
  /** Standard deviation of the film grain, which is correlated over 2 to 3 pixels. */
  readonly grain: number;
  /** Standard deviation of the scanner's own noise, white. */
  readonly scanner: number;
  /** Black and white point of each channel after fading. */
  readonly fade: readonly (readonly [number, number])[];
  readonly sepia: boolean;
  readonly specks: number;
  readonly scratches: number;
  /** Strength of the paper's texture. */
  readonly paper: number;
}

const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** White noise blurred with 1 2 1, brought back to standard deviation 1. */
function grainOf(width: number, height: number, random: () => number): Float32Array {
  const white = Float32Array.from({ length: width * height }, () => gaussian(random));
  const at = (x: number, y: number): number => white[((y + height) % height) * width + ((x + width) % width)] ?? 0;
  return Float32Array.from(white, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    for (const [dy, wy] of [
      [-1, 1],
      [0, 2],
      [1, 1],
    ] as const) {
      for (const [dx, wx] of [
        [-1, 1],
        [0, 2],
        [1, 1],
      ] as const)
        sum += wx * wy * at(x + dx, y + dy);
    }
    return sum / 6;
  });
}

export function aged(scene: Scene, ageing: Ageing, seed = 5): Scene {
  const random = fractionsOf(seed);
  const { width, height } = scene;
  const values = Float32Array.from(scene.pixels);
  const grain = grainOf(width, height, random);
  for (let i = 0; i < width * height; i++) {
    const light = 0.299 * (values[3 * i] ?? 0) + 0.587 * (values[3 * i + 1] ?? 0) + 0.114 * (values[3 * i + 2] ?? 0);
    // Grain is strongest in the middle tones.
    const speck = ageing.grain * (grain[i] ?? 0) * (0.5 + 2 * (light / 255) * (1 - light / 255));
    const [x, y] = [i % width, Math.floor(i / width)];
    const paper = ageing.paper * (Math.sin(x * 0.9 + y * 0.45) + Math.sin(x * 0.45 - y * 0.9));
    for (let c = 0; c < 3; c++) {
      const [black, white] = ageing.fade[c] ?? [0, 255];
      let value = ageing.sepia ? light : (values[3 * i + c] ?? 0);
      value = black + ((white - black) * (value + speck)) / 255 + paper;
      values[3 * i + c] = value + ageing.scanner * gaussian(random);
    }
  }
  for (let s = 0; s < ageing.specks; s++) blot(values, width, height, random);
  for (let s = 0; s < ageing.scratches; s++) scratch(values, width, height, random);
  const pixels = Uint8Array.from(values, (value) => Math.min(255, Math.max(0, Math.round(value))));
  return { name: `${scene.name}-aged`, width, height, pixels };
}

function blot(values: Float32Array, width: number, height: number, random: () => number): void {
  const [cx, cy] = [random() * width, random() * height];
  const radius = 0.8 + 2.6 * random() ** 2;
  const tone = random() < 0.7 ? 240 : 20;
  for (let y = Math.max(0, Math.floor(cy - 6)); y < Math.min(height, cy + 6); y++) {
    for (let x = Math.max(0, Math.floor(cx - 6)); x < Math.min(width, cx + 6); x++) {
      const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot((x - cx) * (0.8 + 0.4 * random()), y - cy)));
      for (let c = 0; c < 3; c++) {
        const i = 3 * (y * width + x) + c;
        values[i] = (values[i] ?? 0) * (1 - cover) + tone * cover;
      }
    }
  }
}

function scratch(values: Float32Array, width: number, height: number, random: () => number): void {
  const [start, slope] = [width * (0.1 + 0.8 * random()), 0.06 * (random() - 0.5)];
  for (let y = 0; y < height; y++) {
    const centre = start + slope * y + 0.6 * Math.sin(y / 37);
    for (let x = Math.floor(centre) - 1; x <= centre + 2; x++) {
      const cover = 0.75 * Math.max(0, 1 - Math.abs(x - centre));
      for (let c = 0; c < 3; c++) {
        const i = 3 * (y * width + x) + c;
        if (x >= 0 && x < width) values[i] = (values[i] ?? 0) * (1 - cover) + 225 * cover;
      }
    }
  }
}

export const AGES: Readonly<Record<string, Ageing>> = {
  'faded-colour': {
    grain: 9,
    scanner: 3,
    fade: [
      [70, 225],
      [52, 190],
      [40, 165],
    ],
    sepia: false,
    specks: 60,
    scratches: 1,
    paper: 0,
  },
  sepia: {
    grain: 14,
    scanner: 2,
    fade: [
      [62, 226],
      [46, 200],
      [30, 158],
    ],
    sepia: true,
    specks: 90,
    scratches: 2,
    paper: 0.8,
  },
  'grey-print': {
    grain: 18,
    scanner: 4,
    fade: [
      [35, 215],
      [35, 215],
      [35, 215],
    ],
    sepia: true,
    specks: 40,
    scratches: 1,
    paper: 1.5,
  },
};
