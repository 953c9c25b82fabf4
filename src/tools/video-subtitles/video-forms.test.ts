import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { avis } from '../../testing/hostile/avi-films.js';
import {
  hasMediaPrograms,
  madeBy,
  makeMedia,
  picturesOf,
  probeMedia,
  runMedia,
  samplesOf,
} from '../../testing/media.js';
import convert from './convert-video.js';
import resize from './resize-video.js';
import rotate from './rotate-video.js';
import speed from './video-speed.js';
import thumbnail from './video-thumbnail.js';
import toGif from './video-to-gif.js';

const isMeasured = hasMediaPrograms('formats and speeds of films beside FFmpeg');

const FILM = '-f lavfi -i testsrc=s=64x48:r=20:d=2 -f lavfi -i sine=d=2:sample_rate=48000 -g 10 -pix_fmt yuv420p';
const sound = (name: string): string => (name.endsWith('.webm') ? '-c:v libvpx -c:a libopus' : '-c:a aac');
const film = (name: string) => makeMedia(name, `${FILM} ${sound(name)}`);

const CODECS = { mp4: ['h264', 'aac'], mov: ['h264', 'aac'], webm: ['vp9', 'opus'], mkv: ['h264', 'aac'] } as const;

async function checkFormat(name: string, format: keyof typeof CODECS, isNative: boolean): Promise<void> {
  const { streams, format: container } = probeMedia(
    await madeBy(convert, { options: { format, codec: 'code' }, files: [film(name)] }, isNative),
  );
  expect(
    streams.map(({ codec_name }) => codec_name),
    `${name} ${format}`,
  ).toEqual(CODECS[format]);
  expect([streams[0]?.width, streams[0]?.height]).toEqual([64, 48]);
  expect(Math.abs(Number(streams[0]?.nb_read_frames) - 40)).toBeLessThanOrEqual(1);
  expect(Math.abs(Number(container.duration) - 2)).toBeLessThan(0.12);
}

exhaustive.skipIf(!isMeasured)('formats are what ffprobe says, copies without loss', async () => {
  await checkFormat('a.mp4', 'webm', false);
  const file = film('a.mkv');
  const { data, files } = await runMedia(convert, { files: [file] }, true);
  expect(data).toMatchObject({ files: [{ copied: true, soundCopied: true, width: 64, height: 48 }] });
  expect(picturesOf(files[0]?.bytes ?? Buffer.alloc(0)).equals(picturesOf(file.bytes))).toBe(true);
});

exhaustive.skipIf(!isMeasured)('no picture is shown twice where the sound of a file begins before them', async () => {
  const late = makeMedia(
    'a.mkv',
    '-f lavfi -i testsrc=s=64x48:r=25:d=3 -f lavfi -i sine=d=3 -pix_fmt yuv420p -c:a aac',
  );
  for (const [tool, options] of [
    [convert, { format: 'mp4', codec: 'code' }],
    [convert, { format: 'mkv', codec: 'code' }],
    [resize, { width: 32 }],
    [rotate, { angle: 180 }],
  ] as const) {
    const made = await madeBy(tool, { options, files: [late] }, true);
    expect(probeMedia(made).streams[0]?.nb_read_frames, `${tool.id} ${JSON.stringify(options)}`).toBe('75');
  }
});

exhaustive.skipIf(!isMeasured)('every format from every container, both engines', async () => {
  for (const name of ['a.mp4', 'a.mkv', 'a.webm', 'a.avi'])
    for (const format of ['mp4', 'mov', 'webm', 'mkv'] as const)
      for (const isNative of [false, true]) await checkFormat(name, format, isNative);
});

async function checkSpeed(times: number, fps: number, isNative: boolean): Promise<void> {
  const made = await madeBy(speed, { options: { speed: times, fps }, files: [film('a.mp4')] }, isNative);
  const pictures = Number(probeMedia(made).streams[0]?.nb_read_frames);
  expect(Math.abs(pictures - (2 / times) * (fps || 20)), `${times} ${fps}`).toBeLessThanOrEqual(2);
  expect(Math.abs(samplesOf(made).length / 48_000 - 2 / times), `${times}`).toBeLessThan(0.1);
}

it.skipIf(!isMeasured)('twice as fast has half the pictures', async () => {
  await checkSpeed(2, 0, true);
});

exhaustive.skipIf(!isMeasured)('speeds and frame rates, both engines', async () => {
  for (const times of [0.25, 0.5, 0.8, 1.5, 4])
    for (const fps of [0, 10, 30]) for (const isNative of [false, true]) await checkSpeed(times, fps, isNative);
});

async function checkGif(format: 'gif' | 'webp' | 'apng', isNative: boolean): Promise<void> {
  const options = { format, seconds: 1, fps: 10, width: 32 };
  const made = await madeBy(
    toGif,
    { options, files: [makeMedia('a.mp4', '-f lavfi -i color=0x2060c0:s=64x48:r=20:d=2 -pix_fmt yuv420p')] },
    isNative,
  );
  // FFmpeg does not read animated WebP: its frames are counted.
  if (format === 'webp') {
    expect(made.toString('latin1').split('ANMF').length - 1 <= 10 && made.subarray(8, 12).toString() === 'WEBP').toBe(
      true,
    );
    return;
  }
  const { width, height } = probeMedia(made).streams[0] ?? {};
  expect([width, height], format).toEqual([32, 24]);
  const [red = 0, green = 0, blue = 0] = picturesOf(made, '-frames:v 1');
  for (const [found, wanted] of [
    [red, 0x20],
    [green, 0x60],
    [blue, 0xc0],
  ] as const)
    expect(Math.abs(found - wanted), format).toBeLessThanOrEqual(8);
}

exhaustive.skipIf(!isMeasured)('a GIF has its size, pictures and colours', async () => {
  await checkGif('gif', false);
  const made = await madeBy(toGif, { options: { fps: 10, width: 64 }, files: [film('a.mp4')] }, true);
  expect(probeMedia(made).streams[0]?.nb_read_frames).toBe('20');
});

exhaustive.skipIf(!isMeasured)('GIF, WebP and APNG, both engines', async () => {
  for (const format of ['gif', 'webp', 'apng'] as const)
    for (const isNative of [false, true]) await checkGif(format, isNative);
});

async function checkStills(name: string, isNative: boolean): Promise<void> {
  const file = film(name);
  const all = picturesOf(file.bytes);
  const size = 64 * 48 * 3;
  const { files, message } = await runMedia(
    thumbnail,
    { options: { times: '0, 0.5, 1.325', format: 'png' }, files: [file] },
    isNative,
  );
  expect(message).toBeUndefined();
  for (const [i, number] of [0, 10, 27].entries()) {
    const found = picturesOf(files[i]?.bytes ?? Buffer.alloc(0));
    const wanted = all.subarray(number * size, (number + 1) * size);
    const worst = found.reduce((most, value, at) => Math.max(most, Math.abs(value - (wanted[at] ?? 0))), 0);
    // Two ways from YUV to RGB round differently.
    expect(worst, `${name} ${number}`).toBeLessThanOrEqual(3);
  }
}

exhaustive.skipIf(!isMeasured)('stills are the pictures of their times', async () => {
  await checkStills('a.mp4', true);
});

exhaustive.skipIf(!isMeasured)('stills of every container, both engines', async () => {
  for (const name of ['a.mp4', 'a.mkv', 'a.webm'])
    for (const isNative of [false, true]) await checkStills(name, isNative);
});

it.skipIf(!isMeasured)('a picture that says it is shown for 136 years is not repeated for as long', async () => {
  const [name, bytes] = avis().find(([other]) => other === 'slow.avi') ?? ['', Buffer.alloc(0)];
  // Memory ran out once: a GIF waits for the last picture before it has its colours.
  const { status } = await runMedia(toGif, { files: [{ name, bytes }] }, true);
  expect(status).toBe(400);
});
