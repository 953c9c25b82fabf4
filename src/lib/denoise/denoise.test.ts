import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { aged } from '../../testing/photo-ageing.js';
import { gravel } from '../../testing/photo-gravel.js';
import { scenes } from '../../testing/photo-scenes.js';
import { choosingScenes } from '../../testing/photo-scenes-more.js';
import { gaussian, meanDifference, psnr } from '../../testing/picture-measures.js';
import { type NoisyPicture, prepare } from './denoise.js';
import { finishOf } from './finish.js';
import { Kernel, MARGIN, tileWidth, transformBlocks } from './kernel.js';
import { restore } from './restore.js';
import { denoiseTile, tilesOf } from './tiles.js';

const SCENES = scenes(256, 192);

const AS_IT_WAS = [0, 1, 2].map(() => [0, 255] as const);

const pictureOf = (
  data: Uint8Array | Uint16Array,
  width: number,
  height: number,
  channels: 1 | 2 | 3 | 4 = 3,
): NoisyPicture => ({
  data,
  width,
  height,
  channels,
});

async function denoised(pixels: Uint8Array, width: number, height: number, strength = 7): Promise<Uint8Array> {
  const target = new Uint8Array(pixels.length);
  const source = pictureOf(new Uint8Array(pixels), width, height);
  await restore(source, pictureOf(target, width, height), { strength, contrast: false });
  return target;
}

function withNoise(pixels: Uint8Array, sigma: number, seed = 1): Uint8Array {
  const random = fractionsOf(seed);
  return Uint8Array.from(pixels, (value) => Math.min(255, Math.max(0, Math.round(value + sigma * gaussian(random)))));
}

type Gravel = [name: string, sigma: number, size: number, least: number];

async function takesNoGravelForNoise(
  ...[, sigma, size, least]: readonly [string, number, number, number]
): Promise<void> {
  const { pixels, width, height } = gravel(size, 0.75 * size);
  expect(psnr(await denoised(withNoise(pixels, sigma), width, height), pixels)).toBeGreaterThan(least);
}

describe('the transform', () => {
  it('is the orthonormal DCT of its definition', () => {
    const random = fractionsOf(3);
    const samples = Array.from({ length: 5 * 64 }, () => 255 * random());
    const coefficients = transformBlocks(5, (out) => {
      for (const [i, value] of samples.entries()) out[4 * (64 * (i >> 8) + (i & 63)) + ((i >> 6) & 3)] = value;
    });
    // ITU-T T.81, A.3.3, for block 4.
    for (const [k, l] of [
      [0, 0],
      [1, 0],
      [0, 7],
      [5, 2],
      [7, 7],
    ] as const) {
      let sum = 0;
      for (let y = 0; y < 8; y++) {
        for (let x = 0; x < 8; x++) {
          const wave = Math.cos(((2 * y + 1) * k * Math.PI) / 16) * Math.cos(((2 * x + 1) * l * Math.PI) / 16);
          sum += samples[4 * 64 + 8 * y + x]! * wave;
        }
      }
      const expected = (sum / 4) * (k === 0 ? Math.SQRT1_2 : 1) * (l === 0 ? Math.SQRT1_2 : 1);
      expect(coefficients[4 * (64 + k + 8 * l)]).toBeCloseTo(expected, 2);
    }
  });
});

describe('denoising', () => {
  // OpenCV 4.6, fastNlMeansDenoisingColored(template 7, search 21) at the best of four h for each scene, on the same noise:
  // made by bench/denoise/opencv.py.
  inRounds('gains on white noise', [1, SCENES.length], async (rounds) => {
    for (const scene of SCENES.slice(0, rounds)) {
      for (const [sigma, least] of [
        [5, 2],
        [25, 4],
      ] as const) {
        const noisy = withNoise(scene.pixels, sigma);
        const result = await denoised(noisy, scene.width, scene.height);
        expect(psnr(result, scene.pixels), scene.name).toBeGreaterThan(psnr(noisy, scene.pixels) + least);
      }
    }
  });

  it.each(SCENES.map((scene) => [scene.name, scene] as const))(
    'leaves a clean picture above 40 dB: %s',
    async (_, scene) => {
      const result = await denoised(scene.pixels, scene.width, scene.height);
      expect(psnr(result, scene.pixels)).toBeGreaterThan(40);
    },
  );

  exhaustive('leaves clean pictures of nothing but texture above 40 dB', async () => {
    for (const { name, pixels, width, height } of choosingScenes(256, 192)) {
      expect(psnr(await denoised(pixels, width, height), pixels), name).toBeGreaterThan(40);
    }
  });

  it.each([
    ['clean', 0, 192, 40],
    // OpenCV 4.6, fastNlMeansDenoisingColored at its best h: bench/denoise/opencv.py.
    ['with noise of σ 10', 10, 192, 30.8],
    ['with noise of σ 25', 25, 192, 23.4],
  ] as const)('does not take gravel for noise: %s', takesNoGravelForNoise);

  exhaustive.each<Gravel>([
    ['clean', 0, 384, 40],
    ['with noise of σ 5', 5, 384, 36.6],
    ['with noise of σ 10', 10, 384, 30.8],
    ['with noise of σ 50', 50, 384, 18.7],
  ])('does not take a larger gravel for noise: %s', takesNoGravelForNoise);

  it('takes grain for noise although it is no whiter than gravel', async () => {
    const scene = SCENES.find(({ name }) => name === 'portrait')!;
    const old = aged(scene, {
      grain: 12,
      scanner: 3,
      fade: AS_IT_WAS,
      sepia: false,
      specks: 0,
      scratches: 0,
      paper: 0,
    });
    const after = await denoised(old.pixels, scene.width, scene.height);
    expect(psnr(after, scene.pixels)).toBeGreaterThan(psnr(old.pixels, scene.pixels) + 4);
  });

  it('does not seek blocks that look alike in grain, which looks like itself everywhere', async () => {
    const { pixels, width, height } = SCENES.find(({ name }) => name === 'portrait')!;
    const random = fractionsOf(6);
    const white = Float32Array.from({ length: width * height }, () => gaussian(random));
    const sum = (i: number, step: number, of: (i: number) => number): number => of(i - step) + 2 * of(i) + of(i + step);
    // White noise smoothed by 1 2 1 both ways; 6 makes it as strong as before.
    const at = (i: number): number => white[i] ?? 0;
    const grainy = pixels.map((value, i) => {
      const grain = sum(Math.floor(i / 3), width, (row) => sum(row, 1, at)) / 6;
      return Math.min(255, Math.max(0, Math.round(value + 16 * grain)));
    });
    expect(psnr(await denoised(grainy, width, height), pixels)).toBeGreaterThan(32.2);
  });

  it('takes the noise away where much dust is mended, which has none', async () => {
    const [width, height] = [256, 192];
    const grey = withNoise(new Uint8Array(3 * width * height).fill(110), 12);
    const random = fractionsOf(6);
    for (let speck = 0; speck < 40; speck++) {
      const [x, y] = [12 + Math.floor(random() * (width - 26)), 12 + Math.floor(random() * (height - 26))];
      for (const at of [0, 1, width, width + 1]) grey.fill(245, 3 * (y * width + x + at), 3 * (y * width + x + at + 1));
    }
    const after = await denoised(grey, width, height);
    expect(meanDifference(after, new Uint8Array(after.length).fill(110))).toBeLessThan(3);
  });

  inRounds('changes more at every strength', [2, 7], async (rounds) => {
    const scene = SCENES.find(({ name }) => name === 'portrait')!;
    const noisy = withNoise(scene.pixels, 10);
    const strengths = [1, 7, 20, 14, 10, 4, 2].slice(0, rounds).sort((a, b) => a - b);
    const changes: number[] = [];
    for (const strength of strengths) {
      changes.push(meanDifference(await denoised(noisy, scene.width, scene.height, strength), noisy));
    }
    expect(changes).toEqual([...changes].sort((a, b) => a - b));
    // σ 10 differs from its removal by 8 on average; strength 1 barely touches it.
    expect(changes[0]).toBeLessThan(2.5);
    expect(changes[strengths.indexOf(7)]).toBeGreaterThan(6.5);
  });

  it('hardly depends on how the picture is cut into tiles', () => {
    const [width, height] = [90, 1100];
    const random = fractionsOf(9);
    // With edges everywhere, so that blocks that look alike are sought.
    const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => {
      const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
      return 90 + 40 * Math.sin(i / 911) + 60 * (((x * x) >> 6) & 1) * ((y >> 2) & 1) + 30 * random();
    });
    const targets = [new Uint8Array(data.length), new Uint8Array(data.length)].map((pixels) =>
      pictureOf(pixels, width, height),
    );
    const job = prepare(pictureOf(data, width, height), targets[0]!, 7);
    const kernel = new Kernel(tileWidth(width + 2 * MARGIN), height + 2 * MARGIN, 3);
    for (let level = job.levels.length - 1; level > 0; level--) {
      for (const tile of tilesOf(job, level)) denoiseTile(job, tile, kernel, finishOf(job));
    }
    const tiles = tilesOf(job, 0);
    expect(tiles.length).toBeGreaterThan(2);
    for (const tile of tiles) denoiseTile(job, tile, kernel, finishOf(job));
    denoiseTile({ ...job, target: targets[1]! }, { level: 0, x: 0, y: 0, width, height }, kernel, finishOf(job));
    const differences = targets[0]!.data.map((value, i) => Math.abs(value - targets[1]!.data[i]!));
    // Groups near a seam may choose another block: a sample in thousands differs by a level.
    expect(differences.filter((difference) => difference > 1)).toHaveLength(0);
    expect(differences.filter((difference) => difference > 0).length).toBeLessThan(data.length / 1000);
  });

  exhaustive('takes pictures of any size, depth and number of channels, and leaves alpha', async () => {
    const random = fractionsOf(4);
    for (const [width, height] of [
      [1, 1],
      [2, 1],
      [1, 7],
      [9, 8],
      [3, 48],
      [50, 49],
    ] as const) {
      for (const channels of [1, 2, 3, 4] as const) {
        for (const Samples of [Uint8Array, Uint16Array]) {
          const highest = Samples === Uint8Array ? 255 : 65_535;
          const data = new Samples(Array.from({ length: width * height * channels }, () => random() * highest));
          const target = new Samples(data.length).fill(17);
          const source = pictureOf(data, width, height, channels);
          await restore(source, pictureOf(target, width, height, channels), { strength: 7, contrast: true });
          if (channels % 2 === 0)
            expect([...target].every((value, i) => i % channels !== channels - 1 || value === 17)).toBe(true);
        }
      }
    }
  });

  it('returns an even picture as it is', async () => {
    const pixels = new Uint8Array(3 * 64 * 64).fill(200);
    expect(await denoised(pixels, 64, 64, 20)).toEqual(pixels);
  });

  it('keeps 16-bit samples finer than 8 bits', async () => {
    const [width, height] = [128, 96];
    const random = fractionsOf(5);
    const slope = Uint16Array.from({ length: width * height }, (_, i) => 20_000 + 40 * (i % width));
    const noisy = slope.map((value) => value + 300 * gaussian(random));
    const target = new Uint16Array(slope.length);
    await restore(pictureOf(noisy, width, height, 1), pictureOf(target, width, height, 1), {
      strength: 7,
      contrast: false,
    });
    // One level of 8 bits is 257: the slope is nearer than half of that.
    expect(meanDifference(target, slope)).toBeLessThan(80);
  });
});

describe('the measured noise', () => {
  const measured = (pixels: Uint8Array, width: number, height: number) =>
    prepare(pictureOf(pixels, width, height), pictureOf(pixels, width, height), 7).levels.map(({ noise }) =>
      noise.map(({ mean }) => Math.sqrt(mean)),
    );

  // Cloth has no even place, so its weave passes for noise; leaves has few.
  const evenScenes = SCENES.filter(({ name }) => name !== 'cloth' && name !== 'leaves');
  inRounds('is within 15 % of white noise in every channel', [2, evenScenes.length], (rounds) => {
    for (const { name, pixels, width, height } of evenScenes.slice(0, rounds)) {
      for (const sigma of [5, 20]) {
        for (const value of measured(withNoise(pixels, sigma), width, height)[0]!) {
          expect(Math.abs(value / sigma - 1), `${name} ${value}`).toBeLessThan(0.15);
        }
      }
    }
  });

  it('follows grain: more power at low than at high frequencies', () => {
    const [width, height] = [256, 256];
    const random = fractionsOf(2);
    const white = Float32Array.from({ length: width * height }, () => gaussian(random));
    // Each sample the mean of a 2 × 2 neighbourhood: the power at frequency k is cos² of half the angle.
    const grain = Uint8Array.from(white, (value, i) => {
      const [right, below] = [(i + 1) % white.length, (i + width) % white.length];
      const sum = value + white[right]! + white[below]! + white[(below + 1) % white.length]!;
      return Math.round(128 + 10 * sum);
    });
    const { levels } = prepare(pictureOf(grain, width, height, 1), pictureOf(grain, width, height, 1), 7);
    const at = (k: number, l: number): number => levels[0]!.noise[0]!.variances[k + 8 * l]!;
    const expected = (k: number) => 2 * Math.cos((k * Math.PI) / 16) ** 2;
    for (const [k, l] of [
      [2, 2],
      [4, 2],
      [4, 4],
    ] as const) {
      const truth = 400 * (expected(k) / 2) * (expected(l) / 2) * 4;
      expect(at(k, l) / truth).toBeGreaterThan(0.7);
      expect(at(k, l) / truth).toBeLessThan(1.4);
    }
  });
});
