import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { largestDifference, pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import filterImage from './filter-image.js';

const hasMagick = hasProgram('convert', ['-version'], 'filter-image against ImageMagick');
const hasFfmpeg = hasProgram('ffmpeg', ['-version'], 'filter-image against FFmpeg');
const hasNumpy = hasProgram('python3', ['-c', 'import numpy'], 'filter-image against NumPy');
const scene = readFixture('image/edit/scene.png');

/** Every 16th level of the three channels in all combinations: 4,096 colours, a pixel each. */
const colours = await pngOf(64, 64, (x, y) => {
  const i = 64 * y + x;
  return [17 * (i & 15), 17 * ((i >> 4) & 15), 17 * (i >> 8)];
});

async function filtered(options: Record<string, unknown>, bytes: Uint8Array = scene, name = 'in.png') {
  const answer = await runTool(filterImage, { files: [{ name, bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return await rgbaOf(answer.files[0]!.bytes);
}

const magick = async (bytes: Uint8Array, args: readonly string[]) =>
  await rgbaOf(runOnFiles('convert', ['in.png', ...args, '-depth', '8', 'out.png'], { 'in.png': bytes }, 'out.png'));

/** The sides are left out: programs differ in what they take for the pixels beyond. */
async function inner(bytes: Uint8Array, margin: number): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const box = { left: margin, top: margin, width: width - 2 * margin, height: height - 2 * margin };
  return await sharp(bytes).extract(box).toColourspace('srgb').removeAlpha().raw().toBuffer();
}

async function innerOf(options: Record<string, unknown>, margin: number): Promise<Buffer> {
  const answer = await runTool(filterImage, { files: [{ name: 'in.png', bytes: scene }], options });
  return await inner(answer.files[0]!.bytes, margin);
}

const LUMA = ['0.2126 0.7152 0.0722', '0.2126 0.7152 0.0722', '0.2126 0.7152 0.0722'].join(' ');
/** Filter Effects Level 1, section 9: the matrices of grayscale(1) and sepia(1), sepia(0.4). */
const SEPIA = '0.393 0.769 0.189 0.349 0.686 0.168 0.272 0.534 0.131';
const SEPIA_40 = [
  [0.393 + 0.607 * 0.6, 0.769 - 0.769 * 0.6, 0.189 - 0.189 * 0.6],
  [0.349 - 0.349 * 0.6, 0.686 + 0.314 * 0.6, 0.168 - 0.168 * 0.6],
  [0.272 - 0.272 * 0.6, 0.534 - 0.534 * 0.6, 0.131 + 0.869 * 0.6],
];

describe('filter-image, pixel by pixel', () => {
  it.skipIf(!hasMagick).each<[Record<string, unknown>, string[]]>([
    [{}, ['-color-matrix', LUMA]],
    [{ filter: 'sepia' }, ['-color-matrix', SEPIA]],
    [{ filter: 'invert' }, ['-negate']],
    [{ filter: 'duotone', dark: 'navy', light: 'khaki' }, ['-color-matrix', LUMA, '+level-colors', 'navy,khaki']],
    [{ filter: 'posterize', levels: 4 }, ['+dither', '-posterize', '4']],
    [{ filter: 'posterize', levels: 7 }, ['+dither', '-posterize', '7']],
    [{ filter: 'solarize' }, ['-solarize', '50%']],
    [{ filter: 'solarize', levelPercent: 30 }, ['-solarize', '30%']],
    [{ filter: 'threshold', levelPercent: 41 }, ['-color-matrix', LUMA, '-threshold', '41%']],
  ])('%j as ImageMagick %j, to one level', async (options, args) => {
    for (const picture of [colours, scene]) {
      const own = await filtered(options, picture);
      expect(largestDifference(own.data, (await magick(picture, args)).data)).toBeLessThanOrEqual(1);
    }
  });

  it('an amount is that of CSS: the matrix of sepia(40%) by its formula', async () => {
    const [own, before] = [
      (await filtered({ filter: 'sepia', amountPercent: 40 }, colours)).data,
      await rgbaOf(colours),
    ];
    let largest = 0;
    for (let i = 0; i < own.length; i += 4) {
      const [r, g, b] = before.data.subarray(i, i + 3);
      // Where a channel is cut at 255 the full filter is cut before it is mixed in.
      if (0.393 * r! + 0.769 * g! + 0.189 * b! > 255) continue;
      for (const [c, row] of SEPIA_40.entries()) {
        largest = Math.max(largest, Math.abs(own[i + c]! - (row[0]! * r! + row[1]! * g! + row[2]! * b!)));
      }
    }
    expect(largest).toBeLessThanOrEqual(1);
  });

  it.each(['sepia', 'vignette', 'halftone', 'oil-paint', 'pixel-art', 'sketch'])(
    'an amount of 0 leaves %s out',
    async (filter) => {
      expect((await filtered({ filter, amountPercent: 0 })).data).toEqual((await rgbaOf(scene)).data);
    },
  );

  it.each(['grayscale', 'invert', 'vignette', 'emboss', 'edges', 'sketch', 'halftone', 'oil-paint'])(
    '%s leaves alpha',
    async (filter) => {
      const clear = await pngOf(32, 32, (x, y) => [8 * x, 8 * y, 90, (9 * x + 40 * y) % 256]);
      const alphas = (data: Uint8Array) => data.filter((_, i) => i % 4 === 3);
      expect(alphas((await filtered({ filter }, clear)).data)).toEqual(alphas((await rgbaOf(clear)).data));
    },
  );
});

describe('filter-image, by neighbours', () => {
  it.skipIf(!hasMagick).each<[number, string]>([
    [315, '3: -1,-1,0 -1,0,1 0,1,1'],
    [135, '3: 1,1,0 1,0,-1 0,-1,-1'],
    [45, '3: 0,-1,-1 1,0,-1 1,1,0'],
    [0, '3: -0.70710678,-1.41421356,-0.70710678 0,0,0 0.70710678,1.41421356,0.70710678'],
  ])('emboss lit from %i degrees as ImageMagick convolves with %s', async (angle, kernel) => {
    const args = ['-color-matrix', LUMA, '-define', 'convolve:bias=50.2%', '-morphology', 'Correlate', kernel];
    const expected = runOnFiles(
      'convert',
      ['in.png', ...args, '-depth', '8', 'out.png'],
      { 'in.png': scene },
      'out.png',
    );
    const own = await innerOf({ filter: 'emboss', size: 1, angle }, 2);
    const wanted = await inner(expected, 2);
    expect(largestDifference(own, wanted)).toBeLessThanOrEqual(3);
  });

  it.skipIf(!hasFfmpeg)('edges as the Sobel filter of FFmpeg', async () => {
    const args = [
      '-v',
      'error',
      '-i',
      'in.png',
      '-vf',
      'format=gbrp,colorchannelmixer=.2126:.7152:.0722:0:.2126:.7152:.0722:0:.2126:.7152:.0722,sobel',
      '-y',
      'out.png',
    ];
    const expected = await inner(runOnFiles('ffmpeg', args, { 'in.png': scene }, 'out.png'), 2);
    const own = await innerOf({ filter: 'edges', size: 1 }, 2);
    // FFmpeg rounds greys before it takes differences, eight of them.
    expect(largestDifference(own, expected)).toBeLessThanOrEqual(8);
  });

  it.skipIf(!hasFfmpeg)('vignette as the filter of FFmpeg', async () => {
    const args = ['-v', 'error', '-i', 'in.png', '-vf', 'format=rgb24,vignette=angle=PI/4:dither=0', '-y', 'out.png'];
    const expected = await inner(runOnFiles('ffmpeg', args, { 'in.png': scene }, 'out.png'), 0);
    expect(largestDifference(await innerOf({ filter: 'vignette' }, 0), expected)).toBeLessThanOrEqual(4);
  });

  it.skipIf(!hasMagick)('sketch as ImageMagick dodges a blurred negative', async () => {
    const args = [
      '-color-matrix',
      LUMA,
      '(',
      '+clone',
      '-negate',
      '-blur',
      '0x4',
      ')',
      '-compose',
      'color-dodge',
      '-composite',
    ];
    const expected = await inner(
      runOnFiles('convert', ['in.png', ...args, '-depth', '8', 'out.png'], { 'in.png': scene }, 'out.png'),
      12,
    );
    const own = await innerOf({ filter: 'sketch', size: 4 }, 12);
    // The blurred copy has 8 bits: where it is dark, half a level is 12 of the quotient.
    expect(largestDifference(own, expected)).toBeLessThanOrEqual(13);
    expect(own.reduce((sum, value, i) => sum + Math.abs(value - expected[i]!), 0) / own.length).toBeLessThan(1);
  });

  it.skipIf(!hasMagick)('pixel art has the means of cells and no more colours than asked for', async () => {
    const square = await sharp(scene).resize(160, 160, { fit: 'fill' }).png().toBuffer();
    const expected = await magick(square, ['-scale', '20x20!', '-scale', '160x160!']);
    const cells = await filtered({ filter: 'pixel-art', size: 8, colors: 256 }, square);
    let sum = 0;
    for (let i = 0; i < cells.data.length; i += 1) sum += Math.abs(cells.data[i]! - expected.data[i]!);
    expect(sum / cells.data.length).toBeLessThan(2);
    const few = await filtered({ filter: 'pixel-art', size: 7, colors: 5 });
    const seen = new Set<number>();
    for (let y = 0; y < 120; y += 1) {
      for (let x = 0; x < 160; x += 1) {
        const color = few.data.readUInt32LE(4 * (160 * y + x));
        seen.add(color);
        expect(color).toBe(few.data.readUInt32LE(4 * (160 * (y - (y % 7)) + x - (x % 7))));
      }
    }
    expect(seen.size).toBeLessThanOrEqual(5);
  });

  it.skipIf(!hasNumpy).each([1, 2, 5])(
    'oil paint of radius %i as NumPy computes it by the definition',
    async (radius) => {
      const KUWAHARA = `
import numpy as np
h, w, r = data['height'], data['width'], data['radius']
s = np.array(data['samples'], float).reshape(h, w, 4)[..., :3]
p = np.pad(s, ((r, r), (r, r), (0, 0)), 'edge'); l = p @ [0.2126, 0.7152, 0.0722]
box = lambda x: np.stack([[x[y:y + r + 1, c:c + r + 1].mean((0, 1)) for c in range(w + r)] for y in range(h + r)])
m, v = box(p), box(l * l) - box(l) ** 2
at = [(0, 0), (0, r), (r, 0), (r, r)]
vs, means = [np.stack([t[y:y + h, x:x + w] for y, x in at]) for t in (v, m)]
off = np.abs(means - np.array(data['own']).reshape(1, h, w, 4)[..., :3]).max(-1)
# Of squares that differ equally, to a millionth, either may be chosen.
print(json.dumps(float(np.where(vs <= vs.min(0) + 1e-6, off, 999).min(0).max())))`;
      const small = await sharp(scene).resize(80, 60).png().toBuffer();
      const { data, width, height } = await rgbaOf(small);
      const own = [...(await filtered({ filter: 'oil-paint', size: radius }, small)).data];
      const worst = runPython<number>(KUWAHARA, { samples: [...data], own, width, height, radius });
      expect(worst).toBeLessThan(0.501);
    },
  );
});

describe('filter-image, halftone', () => {
  const plain = (level: number, size = 160) => pngOf(size, size, () => [level, level, level]);

  it('keeps the tone of every grey, and white and black without a speck', async () => {
    for (const level of [0, 10, 40, 90, 128, 170, 230, 250, 255]) {
      const { data } = await filtered({ filter: 'halftone', size: 8 }, await plain(level));
      let sum = 0;
      for (let i = 0; i < data.length; i += 4) sum += data[i]!;
      expect(Math.abs((4 * sum) / data.length - level), `level ${level}`).toBeLessThan(level % 255 === 0 ? 0.001 : 2);
    }
  });

  it.skipIf(!hasNumpy).each([
    [8, 0],
    [8, 45],
    [10, 20],
  ])('dots %i pixels apart, turned by %i degrees, by the spectrum that NumPy finds', async (size, angle) => {
    const PEAK = `
import numpy as np
s = np.array(data, float).reshape(240, 240)
f = np.abs(np.fft.fft2((s - s.mean()) * np.outer(np.hanning(240), np.hanning(240)), (2048, 2048)))[:1024]
y, x = np.unravel_index(f.argmax(), f.shape); x = x - 2048 if x > 1024 else x
print(json.dumps([float(np.hypot(x, y) / 2048), float(np.degrees(np.arctan2(y, x)) % 90)]))`;
    const { data } = await filtered({ filter: 'halftone', size, angle }, await plain(190, 240));
    const greys = [...data.filter((_, i) => i % 4 === 0)];
    const [frequency, turned] = runPython<readonly [number, number]>(PEAK, greys);
    expect(1 / frequency).toBeCloseTo(size, 1);
    expect(Math.min(Math.abs(turned - angle), 90 - Math.abs(turned - angle))).toBeLessThan(0.6);
  });
});

exhaustive('every filter takes the largest image in time', async () => {
  const chance = chanceOf(5);
  const row = Uint8Array.from({ length: 3 * 10_000 }, () => chance(256));
  const large = await sharp(Buffer.concat(Array.from({ length: 5000 }, () => row)), {
    raw: { width: 10_000, height: 5000, channels: 3 },
  })
    .jpeg({ quality: 50 })
    .toBuffer();
  for (const filter of ['duotone', 'vignette', 'emboss', 'edges', 'sketch', 'halftone', 'pixel-art', 'oil-paint']) {
    const answer = await runTool(filterImage, { files: [{ name: 'in.jpg', bytes: large }], options: { filter } });
    expect(answer.status, filter).toBe(200);
  }
});
