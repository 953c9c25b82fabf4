import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { firstDifference, hasMediaPrograms, madeBy, makeMedia, probeMedia, samplesOf } from '../../testing/media.js';
import { readFixture } from '../../testing/run-tool.js';
import tags from './edit-audio-tags.js';
import reduceNoise from './reduce-noise.js';

const isMeasured = hasMediaPrograms('tags and noise beside FFmpeg');

const NAMES = ['a.mp3', 'a.m4a', 'a.flac', 'a.ogg', 'a.opus', 'a.wav'] as const;

const tagsOf = (bytes: Uint8Array): Record<string, string> => {
  const { format, streams } = probeMedia(bytes);
  const all = Object.entries({ ...streams[0]?.tags, ...format.tags });
  return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
};

async function checkTags(name: (typeof NAMES)[number], isNative: boolean): Promise<void> {
  const file = makeMedia(
    name,
    '-f lavfi -i sine=duration=1:sample_rate=48000 -metadata title=Old -metadata album=Kept -metadata genre=Gone',
  );
  const options = { title: 'Ólafur & "co"; =', track: '3', genre: '-' };
  const made = await madeBy(tags, { options, files: [file] }, isNative);
  const found = tagsOf(made);
  expect([found.title, found.track, found.album, found.genre], name).toEqual([options.title, '3', 'Kept', undefined]);
  expect(firstDifference(samplesOf(made), samplesOf(file.bytes))).toBe(-1);
}

exhaustive.skipIf(!isMeasured)('tags are set and removed, others and the sound stay', async () => {
  await checkTags('a.mp3', false);
  await checkTags('a.m4a', true);
});

exhaustive.skipIf(!isMeasured)('in every format, both engines', async () => {
  for (const name of NAMES) for (const isNative of [false, true]) await checkTags(name, isNative);
});

exhaustive.skipIf(!isMeasured)('a cover that is set is the one that is extracted', async () => {
  const picture = makeMedia('cover.png', '-f lavfi -i testsrc=s=32x32:d=0.04 -frames:v 1');
  for (const name of ['a.mp3', 'a.m4a', 'a.flac']) {
    const file = makeMedia(name, '-f lavfi -i sine=duration=0.5');
    const made = await madeBy(tags, { options: { cover: 'set' }, files: [file, picture] }, name === 'a.m4a');
    const [audio] = [await madeBy(tags, { options: { cover: 'extract' }, files: [{ name, bytes: made }] }, true)];
    expect(audio.equals(picture.bytes), name).toBe(true);
    const gone = await madeBy(tags, { options: { cover: 'remove' }, files: [{ name, bytes: made }] }, true);
    expect(probeMedia(gone).streams).toHaveLength(1);
  }
});

/** How far what is left after the best scaling is below the clean sound, in decibels. */
function signalToNoise(clean: Float32Array, found: Float32Array): number {
  const length = Math.min(clean.length, found.length);
  let [dot, energy, other] = [0, 0, 0];
  for (let i = 0; i < length; i++) {
    const [a, b] = [clean[i] ?? 0, found[i] ?? 0];
    dot += a * b;
    energy += a * a;
    other += b * b;
  }
  const scaled = (dot * dot) / energy;
  return 10 * Math.log10(scaled / Math.max(other - scaled, 1e-12));
}

async function checkNoise(isNative: boolean): Promise<void> {
  const speech = samplesOf(readFixture('audio/hello.mp3'));
  const rms = Math.sqrt(speech.reduce((sum, value) => sum + value * value, 0) / speech.length);
  // Chance that can be repeated.
  let state = 7;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const noisy = speech.map((value) => value + (next() + next() + next() + next()) * rms * 0.316 * Math.sqrt(3));
  const wav = (samples: Float32Array): Buffer => {
    const head = Buffer.alloc(44);
    head.write('RIFF', 0);
    head.writeUInt32LE(36 + samples.length * 4, 4);
    head.write('WAVEfmt ', 8);
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(3, 20);
    head.writeUInt16LE(1, 22);
    head.writeUInt32LE(16_000, 24);
    head.writeUInt32LE(64_000, 28);
    head.writeUInt16LE(4, 32);
    head.writeUInt16LE(32, 34);
    head.write('data', 36);
    head.writeUInt32LE(samples.length * 4, 40);
    return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, samples.length * 4)]);
  };
  const before = signalToNoise(speech, noisy);
  const made = samplesOf(await madeBy(reduceNoise, { files: [{ name: 'a.wav', bytes: wav(noisy) }] }, isNative));
  const after = signalToNoise(speech, made);
  expect(after - before, `${before} to ${after}`).toBeGreaterThan(6);
  const clean = samplesOf(await madeBy(reduceNoise, { files: [{ name: 'a.wav', bytes: wav(speech) }] }, isNative));
  expect(signalToNoise(speech, clean)).toBeGreaterThan(20);
}

exhaustive.skipIf(!isMeasured)('noise below speech falls, clean speech stays', async () => {
  await checkNoise(true);
});

exhaustive.skipIf(!isMeasured)('noise below speech falls with the FFmpeg of the package too', async () => {
  await checkNoise(false);
});

it.skipIf(!isMeasured)('hum falls by more than 20 dB', async () => {
  const hum = makeMedia(
    'a.wav',
    '-f lavfi -i sine=frequency=50:sample_rate=44100:duration=4 -f lavfi -i sine=frequency=150:sample_rate=44100:duration=4 -filter_complex amix=inputs=2',
  );
  const made = samplesOf(await madeBy(reduceNoise, { options: { strength: 'off', hum: '50' }, files: [hum] }, true));
  const level = (samples: Float32Array): number => {
    const late = samples.subarray(samples.length / 2);
    return 10 * Math.log10(late.reduce((sum, value) => sum + value * value, 0) / late.length);
  };
  expect(level(samplesOf(hum.bytes)) - level(made)).toBeGreaterThan(20);
});
