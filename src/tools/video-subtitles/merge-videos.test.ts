import { expect } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, makeMedia, picturesOf, probeMedia, runMedia, samplesOf } from '../../testing/media.js';
import merge from './merge-videos.js';

const isMeasured = hasMediaPrograms('joined films beside FFmpeg');

interface Report {
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly copied: boolean;
  readonly clips: readonly { readonly start: number; readonly seconds: number; readonly hasSound: boolean }[];
}

async function merged(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  options: Readonly<Record<string, unknown>> = {},
  isNative?: boolean,
) {
  const { data, files: made, message } = await runMedia(merge, { options, files }, isNative);
  expect(message).toBeUndefined();
  return { report: data as Report, bytes: made[0]?.bytes ?? Buffer.alloc(0) };
}

const tracksOf = (bytes: Uint8Array) => {
  const { streams } = probeMedia(bytes);
  return {
    video: streams.find(({ codec_type }) => codec_type === 'video'),
    audio: streams.find(({ codec_type }) => codec_type === 'audio'),
  };
};

/** Root mean square of a stretch of sound, of one channel. */
const levelOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

const clip = (name: string, source: string, tone: number, seconds: number) =>
  makeMedia(
    name,
    `-f lavfi -i ${source}=s=64x48:r=25:d=${seconds} -f lavfi -i sine=f=${tone}:d=${seconds}:sample_rate=48000 -pix_fmt yuv420p -color_range tv -bf 2 -g 10 -c:a aac`,
  );

async function checkCopied(extension: string, isNative: boolean): Promise<void> {
  const clips = [
    clip(`a.${extension}`, 'testsrc', 400, 0.8),
    clip(`b.${extension}`, 'testsrc2', 800, 1.2),
    clip(`c.${extension}`, 'smptebars', 1200, 0.4),
  ];
  const { report, bytes } = await merged(clips, {}, isNative);
  const label = `${extension} ${isNative}`;
  expect(report.copied, label).toBe(true);
  const wanted = Buffer.concat(clips.map((one) => picturesOf(one.bytes, '-fps_mode passthrough')));
  expect(picturesOf(bytes, '-fps_mode passthrough').equals(wanted), label).toBe(true);
  // Matroska begins with the sound, whose first packet is the run-up of the encoder.
  for (const [index, start] of [0, 0.8, 2].entries())
    expect(Math.abs((report.clips[index]?.start ?? 0) - start), label).toBeLessThan(0.022 * (index + 1));
  expect(Math.abs(samplesOf(bytes).length / 48_000 - 2.4), label).toBeLessThan(0.11);
}

exhaustive.skipIf(!isMeasured)('clips of one coding are joined as they are, every picture the same', async () => {
  await checkCopied('mp4', true);
  await checkCopied('mkv', true);
});

exhaustive.skipIf(!isMeasured)('upright clips of a phone stay upright', async () => {
  const turned = ['testsrc', 'testsrc2'].map((source, index) => {
    const flat = clip(`${source}.mp4`, source, 500, 0.4);
    return { ...flat, name: `${index}.mp4`, bytes: flat.bytes };
  });
  const { default: rotate } = await import('./rotate-video.js');
  const { files } = await runMedia(rotate, { options: { angle: 90, metadataOnly: true }, files: turned }, true);
  const clips = files.map(({ name, bytes }) => ({ name, bytes }));
  const { report, bytes } = await merged(clips, {}, true);
  expect([report.copied, report.width, report.height]).toEqual([true, 48, 64]);
  const wanted = Buffer.concat(clips.map((one) => picturesOf(one.bytes, '-fps_mode passthrough')));
  expect(picturesOf(bytes, '-fps_mode passthrough').equals(wanted)).toBe(true);
});

const FORMS = [
  ['mp4', '-c:v libx264 -preset ultrafast -c:a aac'],
  ['webm', '-c:v libvpx -deadline realtime -c:a libopus'],
  ['mkv', '-c:v mpeg4 -c:a flac'],
  ['avi', '-c:v mpeg4 -c:a mp3'],
  ['mov', '-c:v libx264 -preset ultrafast -c:a pcm_s16le'],
] as const;

/** Clips of every kind, each a grey of its own: lengths, order, fades and silence are those of the clips. */
async function checkMixed(seed: number, isNative?: boolean): Promise<void> {
  const chance = chanceOf(seed);
  const pick = <Item>(list: readonly Item[]): Item => list[chance(list.length)] as Item;
  const parts = Array.from({ length: 2 + chance(3) }, (_, index) => ({
    grey: 40 + 50 * index,
    pictures: 10 + chance(20),
    rate: pick([10, 15, 24, 25, 30]),
    width: 2 * (16 + chance(40)),
    height: 2 * (16 + chance(40)),
    hasSound: chance(3) > 0,
    form: pick(FORMS),
  }));
  const clips = parts.map(({ grey, pictures, rate, width, height, hasSound, form: [extension, codecs] }, index) => {
    const seconds = pictures / rate;
    const color = `0x${grey.toString(16).padStart(2, '0').repeat(3)}`;
    const sound = hasSound ? `-f lavfi -i sine=f=440:d=${seconds}:sample_rate=48000` : '';
    const coding = hasSound ? codecs : codecs.replace(/-c:a \S+/, '');
    return makeMedia(
      `${index}.${extension}`,
      `-f lavfi -i color=${color}:s=${width}x${height}:r=${rate},trim=end_frame=${pictures} ${sound} -pix_fmt yuv420p ${coding}`,
    );
  });
  const crossfade = pick([0, 0, 0.2, 0.25]);
  const { report, bytes } = await merged(clips, { crossfade, format: 'mp4', crf: 10 }, isNative);
  const label = `seed ${seed}: ${JSON.stringify(parts)} ${crossfade}`;
  const rate = Math.max(...parts.map((part) => part.rate));
  const lengths = parts.map((part) => Math.round((part.pictures / part.rate) * rate));
  const fade = Math.round(crossfade * rate);
  const total = lengths.reduce((sum, length) => sum + length, 0) - fade * (parts.length - 1);
  const { video, audio } = tracksOf(bytes);
  // A container that keeps milliseconds, or counts the last packet twice, may differ by a picture a clip.
  expect(Math.abs(Number(video?.nb_read_frames) - total), label).toBeLessThanOrEqual(parts.length);
  const largest = parts.reduce((most, part) => (part.width * part.height > most.width * most.height ? part : most));
  expect([video?.width, video?.height], label).toEqual([largest.width, largest.height]);
  expect(audio !== undefined, label).toBe(parts.some(({ hasSound }) => hasSound));
  const pictures = picturesOf(bytes, '-vf crop=2:2,scale=1:1:flags=area -fps_mode passthrough');
  const samples = audio === undefined ? undefined : samplesOf(bytes, '-ac 1');
  for (const [index, { start, seconds }] of report.clips.entries()) {
    // The middle of a short clip is part of its fades.
    if (seconds < 2 * crossfade + 0.15) continue;
    const middle = Math.floor((start + seconds / 2) * rate);
    expect(Math.abs((pictures[3 * middle] ?? 0) - (parts[index]?.grey ?? 0)), `${label} clip ${index}`).toBeLessThan(8);
    if (samples === undefined) continue;
    const at = Math.round((start + seconds / 2) * 48_000);
    const level = levelOf(samples.subarray(at - 1200, at + 1200));
    expect(level > 0.02, `${label} clip ${index}: ${level}`).toBe(parts[index]?.hasSound);
  }
  if (samples !== undefined)
    expect(Math.abs(samples.length / 48_000 - Number(video?.nb_read_frames) / rate), label).toBeLessThan(0.06);
}

exhaustive.skipIf(!isMeasured)('clips of all kinds, cross-faded or not', async () => {
  for (let seed = 1; seed <= 40; seed++) await checkMixed(seed, seed % 6 !== 5);
});

exhaustive.skipIf(!isMeasured)('a cross-fade goes evenly from one clip to the next', async () => {
  const grey = (value: string) =>
    makeMedia('a.mp4', `-f lavfi -i color=0x${value.repeat(3)}:s=32x32:r=10:d=2 -pix_fmt yuv420p -c:v libx264 -crf 1`);
  const { bytes } = await merged([grey('20'), grey('e0')], { crossfade: 1, crf: 1 }, true);
  const pictures = picturesOf(bytes, '-vf scale=1:1:flags=area');
  expect(pictures.length / 3).toBe(30);
  const shown = Array.from({ length: 30 }, (_, i) => pictures[3 * i] ?? 0);
  expect(shown.slice(0, 10).every((value) => Math.abs(value - 0x20) < 4)).toBe(true);
  expect(shown.slice(20).every((value) => Math.abs(value - 0xe0) < 4)).toBe(true);
  for (const [i, value] of shown.slice(10, 20).entries())
    expect(Math.abs(value - (0x20 + (i / 10) * (0xe0 - 0x20)))).toBeLessThan(24);
});

exhaustive.skipIf(!isMeasured)('what cannot be coded in time is refused before', async () => {
  const long = makeMedia('a.mp4', '-f lavfi -i color=s=640x360:r=25:d=60 -c:v libx264 -preset ultrafast');
  const { status, message } = await runMedia(merge, { options: { width: 320 }, files: [long, long] }, false);
  expect([status, message]).toEqual([
    413,
    'Video must have at most 400 megapixels in all (width × height × pictures), got 691',
  ]);
});
