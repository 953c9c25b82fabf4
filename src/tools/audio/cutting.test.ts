import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import {
  firstDifference,
  hasMediaPrograms,
  logOf,
  madeBy,
  makeMedia,
  probeMedia,
  runMedia,
  samplesOf,
} from '../../testing/media.js';
import { runProgram } from '../../testing/programs.js';
import extract from './extract-audio.js';
import merge from './merge-audio.js';
import removeSilence from './remove-silence.js';
import trim from './trim-audio.js';

const isMeasured = hasMediaPrograms('cuts and joins beside FFmpeg');

const NOISE = '-f lavfi -i anoisesrc=r=44100:a=0.3:d=5:seed=9 -ac 2';

async function checkCuts(seed: number, name: string, isNative: boolean): Promise<void> {
  const chance = chanceOf(seed);
  const file = makeMedia(name, `${NOISE} -c:a ${name.endsWith('.wav') ? 'pcm_s16le' : 'flac'}`);
  const given = samplesOf(file.bytes);
  const marks = Array.from({ length: 2 * (1 + chance(4)) }, () => chance(5000) / 1000).sort(
    (one, other) => one - other,
  );
  const parts = marks.flatMap((start, i) =>
    i % 2 === 0 && (marks[i + 1] ?? 0) > start ? [[start, marks[i + 1] ?? 0] as const] : [],
  );
  if (parts.length === 0) return;
  const options = { ranges: parts.map(([start, end]) => `${start}-${end}`).join(', ') };
  const at = (seconds: number): number => 2 * Math.round(seconds * 44_100);
  const wanted = parts.flatMap(([start, end]) => [...given.subarray(at(start), at(end))]);
  const found = samplesOf(await madeBy(trim, { options, files: [file] }, isNative));
  expect(
    [found.length, Buffer.from(found.buffer).equals(Buffer.from(Float32Array.from(wanted).buffer))],
    `${options.ranges} ${name}`,
  ).toEqual([wanted.length, true]);
}

exhaustive.skipIf(!isMeasured)('parts of WAV and FLAC are what was there, sample by sample', async () => {
  await checkCuts(1, 'a.wav', false);
  await checkCuts(2, 'a.flac', true);
});

exhaustive.skipIf(!isMeasured)('random parts, both engines', async () => {
  for (let seed = 1; seed <= 30; seed++) await checkCuts(seed, seed % 2 === 0 ? 'a.wav' : 'a.flac', seed % 3 === 0);
});

/** The checksums of a track's packets. */
const packetsOf = (bytes: Uint8Array, map = '0:a:0'): string[] =>
  runProgram(
    '/usr/bin/ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-map', map, '-c', 'copy', '-f', 'framemd5', 'pipe:1'],
    bytes,
  )
    .toString()
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',')[5]?.trim() ?? '');

it.skipIf(!isMeasured)('a part that is copied has the packets of the upload', async () => {
  const mp3 = makeMedia('a.mp3', NOISE);
  const part = packetsOf(await madeBy(trim, { options: { start: '1', end: '3', exact: false }, files: [mp3] }));
  const all = packetsOf(mp3.bytes);
  const from = all.indexOf(part[1] ?? '');
  expect(part.slice(1)).toEqual(all.slice(from, from + part.length - 1));
  expect(Math.abs(part.length * 1152 - 2 * 44_100)).toBeLessThan(3000);
});

it.skipIf(!isMeasured)('a part that is copied has the cover of the upload', async () => {
  const cover = '-f lavfi -i color=s=16x16:d=0.04 -map 0 -map 1 -c:v mjpeg -disposition:v attached_pic';
  const mp3 = makeMedia('b.mp3', `-f lavfi -i sine=d=1.2 ${cover}`);
  const made = await madeBy(trim, { options: { start: '0.2', end: '0.9s', exact: false }, files: [mp3] });
  expect(probeMedia(made).streams.map(({ codec_type }) => codec_type)).toEqual(['audio', 'video']);
});

const CONTAINERS = [
  ['a.mkv', 'aac'],
  ['a.mkv', 'libvorbis'],
  ['a.mkv', 'ac3'],
  ['a.mkv', 'flac'],
  ['a.webm', 'libopus'],
  ['a.avi', 'libmp3lame'],
  ['a.avi', 'pcm_s16le'],
  ['a.mp4', 'libmp3lame'],
  ['a.mp4', 'alac'],
] as const;

async function checkExtract([name, codec]: (typeof CONTAINERS)[number], isNative: boolean): Promise<void> {
  const video = name === 'a.webm' ? 'libvpx' : 'mpeg4';
  const file = makeMedia(name, `-f lavfi -i testsrc=s=64x64:d=1 -f lavfi -i sine=d=1 -c:v ${video} -c:a ${codec}`);
  const made = await madeBy(extract, { files: [file] }, isNative);
  expect(probeMedia(made).streams.map(({ codec_type }) => codec_type)).toEqual(['audio']);
  // Samples that are not coded are packed anew.
  if (codec === 'pcm_s16le') {
    expect(firstDifference(samplesOf(made), samplesOf(file.bytes))).toBe(-1);
    return;
  }
  expect(packetsOf(made), `${name} ${codec}`).toEqual(packetsOf(file.bytes));
}

exhaustive.skipIf(!isMeasured)('the sound of a film is copied packet by packet', async () => {
  await checkExtract(CONTAINERS[0], false);
  await checkExtract(CONTAINERS[4], true);
});

exhaustive.skipIf(!isMeasured)('from every container, both engines', async () => {
  for (const row of CONTAINERS) for (const isNative of [false, true]) await checkExtract(row, isNative);
});

exhaustive.skipIf(!isMeasured)('joined WAV files are their samples and the gap', async () => {
  const files = ['a.wav', 'b.wav'].map((name) => makeMedia(name, NOISE));
  const [first, second] = files.map(({ bytes }) => samplesOf(bytes)) as [Float32Array, Float32Array];
  const joined = samplesOf(await madeBy(merge, { options: { gap: 0.25 }, files }));
  const gap = 2 * 0.25 * 44_100;
  const { length } = first;
  expect(joined.length).toBe(2 * length + gap);
  expect(firstDifference(joined.subarray(0, length), first)).toBe(-1);
  expect(joined.subarray(length, length + gap).every((value) => value === 0)).toBe(true);
  expect(firstDifference(joined.subarray(length + gap), second)).toBe(-1);
  const faded = samplesOf(await madeBy(merge, { options: { crossfade: 1 }, files }, true));
  expect(faded.length).toBe(2 * length - 2 * 44_100);
  const start = length - 2 * 44_100;
  const wanted = faded.map((_, i) => {
    const share = Math.min(1, Math.max(0, Math.floor((i - start) / 2) / 44_100));
    return (1 - share) * (first[i] ?? 0) + share * (second[i - start] ?? 0);
  });
  expect(faded.findIndex((value, i) => Math.abs(value - (wanted[i] ?? 0)) > 0.001)).toBe(-1);
});

exhaustive.skipIf(!isMeasured)('twenty files of different rates and channels, cross-faded', async () => {
  const files = Array.from({ length: 20 }, (_, i) =>
    makeMedia(
      `${i}.${i % 2 === 0 ? 'wav' : 'mp3'}`,
      `-f lavfi -i sine=sample_rate=${i % 3 === 0 ? 22050 : 48000}:duration=1 -ac ${1 + (i % 2)}`,
    ),
  );
  for (const isNative of [false, true]) {
    const { streams, format } = probeMedia(
      await madeBy(merge, { options: { crossfade: 0.2, format: 'flac' }, files }, isNative),
    );
    expect([streams[0]?.sample_rate, streams[0]?.channels]).toEqual(['48000', 2]);
    expect(Math.abs(Number(format.duration) - (20 - 19 * 0.2))).toBeLessThan(0.6);
  }
});

/** Tones with pauses of known lengths between them. */
async function checkPauses(seed: number, isNative: boolean): Promise<void> {
  const chance = chanceOf(seed);
  const pauses = Array.from({ length: 2 + chance(4) }, () => 0.3 + chance(20) / 10);
  const parts = pauses.map(
    (pause) => `sine=frequency=500:sample_rate=48000:duration=0.8,volume=6dB,apad=pad_dur=${pause}`,
  );
  const file = makeMedia(
    'a.wav',
    `${parts.map((part) => `-f lavfi -i ${part}`).join(' ')} -filter_complex concat=n=${parts.length}:v=0:a=1`,
  );
  const { files, data } = await runMedia(
    removeSilence,
    { options: { minSilence: 0.5, keep: 0.2 }, files: [file] },
    isNative,
  );
  const made = samplesOf(files[0]?.bytes ?? Buffer.alloc(0));
  // The last pause is at the end: half of what is kept.
  const kept = pauses.map((pause, i) => (pause < 0.5 ? pause : i === pauses.length - 1 ? 0.1 : 0.2));
  const wanted = kept.reduce((sum, pause) => sum + 0.8 + pause, 0);
  expect(Math.abs(made.length / 48_000 - wanted), `seed ${seed}`).toBeLessThan(0.012 * pauses.length);
  expect(Math.abs((data as { files: { secondsAfter: number }[] }).files[0]!.secondsAfter - wanted)).toBeLessThan(
    0.012 * pauses.length,
  );
  const log = logOf(files[0]?.bytes ?? Buffer.alloc(0), '-af silencedetect=n=-40dB:d=0.55');
  expect(log).not.toContain('silence_start');
}

exhaustive.skipIf(!isMeasured)('pauses are as long as is kept', async () => {
  await checkPauses(1, true);
});

exhaustive.skipIf(!isMeasured)('pauses of made recordings, both engines', async () => {
  for (let seed = 2; seed <= 20; seed++) await checkPauses(seed, seed % 2 === 0);
});
