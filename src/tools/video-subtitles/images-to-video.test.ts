import sharp from 'sharp';
import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, makeMedia, picturesOf, probeMedia, runMedia, samplesOf } from '../../testing/media.js';
import { evenBounds, slideGraph } from './_slides.js';
import tool from './images-to-video.js';

const isMeasured = hasMediaPrograms('slideshows beside FFmpeg');

interface Image {
  readonly width: number;
  readonly height: number;
  readonly color: readonly [red: number, green: number, blue: number];
}

const imageOf = async ({ width, height, color: [r, g, b] }: Image, index: number) => ({
  name: `${index}.png`,
  bytes: await sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer(),
});

async function made(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  options: Readonly<Record<string, unknown>>,
  isNative?: boolean,
) {
  const { data, files: outputs, message } = await runMedia(tool, { options, files }, isNative);
  expect(message).toBeUndefined();
  return { report: data as { frames: number }, bytes: outputs[0]?.bytes ?? Buffer.alloc(0) };
}

const NARROW = 8;

/** The shorter side of an image brought into a size. */
const shortSide = (image: Omit<Image, 'color'>, into: Omit<Image, 'color'>): number =>
  Math.min(image.width, image.height) * Math.min(into.width / image.width, into.height / image.height);

/** The colour in the middle of each picture. */
function middles(bytes: Uint8Array): number[][] {
  const pictures = picturesOf(bytes, '-vf crop=2:2,scale=1:1:flags=area -fps_mode passthrough');
  return Array.from({ length: pictures.length / 3 }, (_, i) => [...pictures.subarray(3 * i, 3 * i + 3)]);
}

async function check(seed: number, isNative?: boolean): Promise<void> {
  const chance = chanceOf(seed);
  const pick = <Item>(list: readonly Item[]): Item => list[chance(list.length)] as Item;
  const images = Array.from({ length: 1 + chance(6) }, (): Image => {
    const color = [chance(256), chance(256), chance(256)] as const;
    return { width: 1 + chance(200), height: 1 + chance(200), color };
  });
  const options = {
    seconds: pick([0.1, 0.37, 0.5, 1, 1.25]),
    fps: pick([1, 10, 24, 25, 30, 60]),
    transition: pick(['none', 'fade', 'slide']),
    transitionSeconds: pick([0, 0.1, 0.5, 3]),
    zoom: chance(3) === 0,
    width: 2 * (8 + chance(40)),
    height: 2 * (8 + chance(40)),
    fit: pick(['contain', 'cover', 'blur', 'stretch']),
    format: pick(['mp4', 'mp4', 'webm']),
    loop: chance(2) === 0,
    fadeOut: pick([0, 0.2, 2]),
    crf: 8,
  };
  const tone = chance(2) === 0 ? [makeMedia('a.mp3', '-f lavfi -i sine=f=600:d=1.3:sample_rate=44100')] : [];
  const files = [...(await Promise.all(images.map(imageOf))), ...tone];
  const { report, bytes } = await made(files, options, isNative);
  const label = `seed ${seed}: ${JSON.stringify(options)} ${JSON.stringify(images)}`;
  const frames = Math.max(images.length, Math.round(options.fps * options.seconds * images.length));
  const { streams } = probeMedia(bytes);
  const [video, audio] = streams;
  expect([report.frames, Number(video?.nb_read_frames)], label).toEqual([frames, frames]);
  expect([video?.width, video?.height], label).toEqual([options.width, options.height]);
  expect(audio !== undefined, label).toBe(tone.length > 0);
  if (audio !== undefined)
    expect(Math.abs(samplesOf(bytes).length / 48_000 / 2 - frames / options.fps), label).toBeLessThan(0.06);
  const colors = middles(bytes);
  for (const [index, { color, ...size }] of images.entries()) {
    // In a strip that is narrower than two samples of colour (4:2:0) on either side, these are mixed with what is around it.
    if (options.fit === 'contain' && shortSide(size, options) < NARROW) continue;
    // Past the middle of its time every transition is over.
    const at = Math.floor(((index + 0.75) / images.length) * frames);
    if (frames < 8 * images.length) break;
    for (const [channel, value] of color.entries())
      expect(Math.abs((colors[at]?.[channel] ?? 0) - value), `${label} image ${index}`).toBeLessThanOrEqual(4);
  }
}

exhaustive.skipIf(!isMeasured)('slideshows have the pictures, size, sound and colours asked for', async () => {
  for (let seed = 1; seed <= 60; seed++) await check(seed, seed % 6 !== 0);
});

const RED: Image = { width: 64, height: 64, color: [230, 20, 20] };
const BLUE: Image = { width: 64, height: 64, color: [20, 20, 230] };
const SMALL = { seconds: 1, fps: 10, width: 64, height: 64, crf: 8 };

exhaustive.skipIf(!isMeasured)('a fade is even, a slide moves an edge across', async () => {
  const files = await Promise.all([RED, BLUE].map(imageOf));
  const faded = middles((await made(files, { ...SMALL, transitionSeconds: 0.5 }, true)).bytes);
  const reds = faded.map(([red = 0]) => red);
  expect(reds.slice(0, 10).every((red) => Math.abs(red - 230) < 5)).toBe(true);
  expect(reds.slice(15).every((red) => Math.abs(red - 20) < 5)).toBe(true);
  expect(reds.slice(10, 16).every((red, i, list) => i === 0 || red < (list[i - 1] ?? 0))).toBe(true);
  const slid = (await made(files, { ...SMALL, transition: 'slide', transitionSeconds: 0.4 }, true)).bytes;
  const pictures = picturesOf(slid, '-fps_mode passthrough');
  // Red columns of the middle row, from the left.
  const edges = [9, 10, 11, 12, 13, 14, 19].map((picture) => {
    const row = pictures.subarray(3 * 64 * (64 * picture + 32), 3 * 64 * (64 * picture + 33));
    const isRed = Array.from({ length: 64 }, (_, x) => (row[3 * x] ?? 0) > 128);
    return isRed.includes(false) ? isRed.indexOf(false) : 64;
  });
  expect(edges).toEqual([64, 64, 48, 32, 16, 0, 0]);
});

exhaustive.skipIf(!isMeasured)(
  'a zoom is smooth: what is seen moves by less than a pixel at a time, and the other way next',
  async () => {
    const width = 320;
    // A bright stripe whose place is told by its center of mass.
    const stripe = Buffer.alloc(width * 32 * 3, 0);
    for (let y = 0; y < 32; y++)
      for (let x = 60; x < 70; x++) stripe.fill(255, 3 * (y * width + x), 3 * (y * width + x) + 3);
    const png = await sharp(stripe, { raw: { width, height: 32, channels: 3 } })
      .png()
      .toBuffer();
    const files = ['0.png', '1.png'].map((name) => ({ name, bytes: png }));
    const { bytes } = await made(
      files,
      { ...SMALL, seconds: 2, fps: 20, width, height: 32, zoom: true, transition: 'none', crf: 1 },
      true,
    );
    const pictures = picturesOf(bytes, '-fps_mode passthrough');
    const places = Array.from({ length: 80 }, (_, picture) => {
      let [sum, mass] = [0, 0];
      for (let x = 0; x < width; x++) {
        const value = pictures[3 * (picture * width * 32 + 16 * width + x)] ?? 0;
        const light = Math.max(0, value - 20);
        [sum, mass] = [sum + light * x, mass + light];
      }
      return sum / mass;
    });
    const steps = places.slice(1).map((place, i) => place - (places[i] ?? 0));
    for (const step of steps.slice(0, 39)) expect(step).toBeLessThan(0.05);
    for (const step of steps.slice(0, 39)) expect(step).toBeGreaterThan(-0.8);
    for (const step of steps.slice(40)) expect(step).toBeGreaterThan(-0.05);
    expect((places[0] ?? 0) - (places[39] ?? 0)).toBeGreaterThan(8);
  },
);

exhaustive.skipIf(!isMeasured)('images share the length of the music', async () => {
  const files = [...(await Promise.all([RED, BLUE, RED].map(imageOf))), makeMedia('a.wav', '-f lavfi -i sine=d=2.5')];
  const { report, bytes } = await made(files, { ...SMALL, seconds: 0, fadeOut: 1 }, true);
  expect(report).toMatchObject({ frames: 25, seconds: 2.5, warnings: [] });
  const longer = await made(files, SMALL, true);
  expect(longer.report).toMatchObject({ warnings: ['The audio ends after 2.5 of 3.0 seconds'] });
  const samples = samplesOf(bytes, '-ac 1');
  const level = (from: number): number =>
    Math.max(...samples.subarray(Math.round(from * 48_000), Math.round((from + 0.05) * 48_000)));
  expect(level(2.4)).toBeLessThan(0.2 * level(1));
});

exhaustive.skipIf(!isMeasured)(
  'more than can be coded in time: rests of one picture a second, as long and as colored as asked for',
  async () => {
    for (const transition of ['fade', 'slide', 'none'] as const) await checkSparse(transition);
  },
);

async function checkSparse(transition: 'fade' | 'slide' | 'none'): Promise<void> {
  const files = await Promise.all([RED, BLUE, RED].map(imageOf));
  const options = { seconds: 20, fps: 30, width: 640, height: 512, transition, crf: 8, fit: 'stretch' };
  const { report, bytes } = await made(files, options, false);
  const { streams, format } = probeMedia(bytes);
  // Seconds 0 to 59 and the last two; in 15 pictures and one from seconds 20 and 40, which were counted.
  const coded = transition === 'none' ? 62 : 62 + 2 * 15 + 15;
  expect([report.frames, Number(streams[0]?.nb_read_frames)]).toEqual([coded, coded]);
  expect(Number(format.duration)).toBeCloseTo(60, 1);
  expect(report).toMatchObject({ seconds: 60, warnings: [expect.stringMatching(/one picture per second/)] });
  const pictures = picturesOf(bytes, '-vf fps=1,crop=2:2,scale=1:1:flags=area');
  for (const [second, color] of [
    [1, RED.color],
    [19, RED.color],
    [21, BLUE.color],
    [39, BLUE.color],
    [41, RED.color],
    [58, RED.color],
  ] as const)
    for (const [channel, value] of color.entries())
      expect(Math.abs((pictures[3 * second + channel] ?? 0) - value), `second ${second}`).toBeLessThanOrEqual(4);
}

it('a slide uses no filter that computes each pixel: 20 of them were too slow for the time of a run', () => {
  const bounds = evenBounds(20, 1800);
  const look = { framesPerSecond: 30, bounds, transition: 'slide', overlap: 15, isSparse: true } as const;
  expect(slideGraph({ ...look, zoom: false })).not.toMatch(/xfade|blend|geq|overlay|framerate/);
});

it('what cannot be written in time is refused before', async () => {
  const options = { seconds: 60, width: 4096, height: 4096, zoom: true };
  const { status, message } = await runMedia(tool, { options, files: [await imageOf(RED, 0)] }, false);
  expect([status, message]).toEqual([
    413,
    'Video must have at most 133 megapixels in all (width × height × pictures), got 30199',
  ]);
  const images = await Promise.all(Array.from({ length: 12 }, (_, index) => imageOf(RED, index)));
  const large = await runMedia(tool, { options: { ...options, seconds: 1, zoom: false }, files: images }, false);
  expect([large.status, large.message]).toEqual([
    413,
    'Images must have at most 200 megapixels together at the size of the video, got 12 of 4096 × 4096',
  ]);
});
