import { describe, expect, it } from 'vitest';

import { exhaustive, inRows } from '../../testing/exhaustive.js';
import { hasMediaPrograms, madeBy, makeMedia, probeMedia, runMedia, samplesOf } from '../../testing/media.js';
import tool from './mix-audio.js';

const isMeasured = hasMediaPrograms('mixes beside the sums of samples');

const RATE = 44_100;
const noise = (name: string, seconds: number, seed: number, amplitude = 0.2) =>
  makeMedia(name, `-f lavfi -i anoisesrc=r=${RATE}:a=${amplitude}:d=${seconds}:seed=${seed} -ac 2 -c:a pcm_s16le`);

interface Voice {
  readonly bytes: Uint8Array;
  readonly gain?: number;
  readonly delay?: number;
}

/** The sum of stereo sounds, each with its factor and start. */
function sumOf(voices: readonly Voice[], seconds: number): Float32Array {
  const sum = new Float32Array(2 * Math.round(seconds * RATE));
  for (const { bytes, gain = 0, delay = 0 } of voices) {
    const start = 2 * Math.round(delay * RATE);
    const factor = 10 ** (gain / 20);
    for (const [i, sample] of samplesOf(bytes).entries())
      if (start + i < sum.length) sum[start + i] = (sum[start + i] ?? 0) + factor * sample;
  }
  return sum;
}

/** The largest difference of two sounds of one length, in steps of 16 bits. */
function stepsApart(one: Float32Array, other: Float32Array): number {
  expect(one.length).toBe(other.length);
  return 32_768 * one.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (other[i] ?? 0))), 0);
}

/** Root mean square of a part of a sound, in seconds. */
function levelOf(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(2 * Math.round(from * RATE), 2 * Math.round(to * RATE));
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
}

async function checkSums(isNative: boolean): Promise<void> {
  const [a, b, c] = [noise('a.wav', 2, 1), noise('b.wav', 1.3, 2), noise('c.wav', 0.5, 3)];
  for (const limiter of [false, true]) {
    const options = { gains: '0, -6, 3.5', delays: ', 0.25, 2.1', limiter };
    const mixed = samplesOf(await madeBy(tool, { files: [a, b, c], options }, isNative));
    const wanted = sumOf([a, { ...b, gain: -6, delay: 0.25 }, { ...c, gain: 3.5, delay: 2.1 }], 2.6);
    // Rounded once to 16 bits.
    expect(stepsApart(mixed, wanted)).toBeLessThan(1.01);
  }
}

describe.skipIf(!isMeasured)('mix-audio', () => {
  it('adds samples, each at its level and time, also through a limiter that has nothing to do', () => checkSums(true));

  exhaustive('does so with the FFmpeg of the package', () => checkSums(false));

  inRows<[length: string, seconds: number]>(1, [
    ['shortest', 0.5],
    ['longest', 1.5],
    ['first', 1],
  ])('ends with the %s', async (length, seconds) => {
    const files = [noise('a.wav', 1, 1), noise('b.wav', 1.5, 2), noise('c.wav', 0.5, 3)];
    const mixed = samplesOf(await madeBy(tool, { files, options: { length, limiter: false } }));
    expect(stepsApart(mixed, sumOf(files, seconds))).toBeLessThan(1.01);
  });

  exhaustive('repeats what is shorter than the first', async () => {
    const [voice, music] = [noise('voice.wav', 2, 1), noise('music.wav', 0.75, 2)];
    const mixed = samplesOf(await madeBy(tool, { files: [voice, music], options: { loop: true, limiter: false } }));
    const again = [0, 0.75, 1.5].map((delay) => ({ ...music, delay }));
    expect(stepsApart(mixed, sumOf([voice, ...again], 2))).toBeLessThan(1.01);
  });

  exhaustive('lowers the others while the first is heard, and brings them back', async () => {
    const voice = makeMedia(
      'voice.wav',
      `-f lavfi -i aevalsrc=0.3*sin(2*PI*300*t)*between(t\\,2\\,4):s=${RATE}:d=8 -ac 2 -c:a pcm_s16le`,
    );
    const music = makeMedia('music.wav', `-f lavfi -i sine=f=5000:r=${RATE}:d=8 -ac 2 -c:a pcm_s16le`);
    const options = { duck: true, limiter: false };
    const mixed = await madeBy(tool, { files: [voice, music], options });
    const high = samplesOf(mixed, '-af highpass=f=3000:poles=2,highpass=f=3000:poles=2');
    const [before, during, after] = [levelOf(high, 1, 1.8), levelOf(high, 2.5, 3.8), levelOf(high, 6.5, 7.8)];
    expect(20 * Math.log10(during / before)).toBeLessThan(-8);
    expect(20 * Math.log10(during / before)).toBeGreaterThan(-20);
    expect(Math.abs(20 * Math.log10(after / before))).toBeLessThan(0.5);
    const plain = samplesOf(
      await madeBy(tool, { files: [voice, music] }),
      '-af highpass=f=3000:poles=2,highpass=f=3000:poles=2',
    );
    expect(Math.abs(20 * Math.log10(levelOf(plain, 2.5, 3.8) / levelOf(plain, 1, 1.8)))).toBeLessThan(0.5);
  });

  exhaustive('holds peaks down that would be cut off', async () => {
    const loud = makeMedia('loud.wav', `-f lavfi -i sine=f=440:r=${RATE}:d=1 -af volume=20dB -ac 2 -c:a pcm_s16le`);
    const peak = async (limiter: boolean): Promise<number> =>
      samplesOf(await madeBy(tool, { files: [loud, loud], options: { limiter } })).reduce(
        (most, sample) => Math.max(most, Math.abs(sample)),
        0,
      );
    expect(await peak(false)).toBeGreaterThan(0.999);
    const held = await peak(true);
    expect(held).toBeLessThanOrEqual(0.981);
    expect(held).toBeGreaterThan(0.9);
  });

  exhaustive('takes the highest rate and the most channels, and writes the format and bitrate asked for', async () => {
    const mono = makeMedia('mono.wav', '-f lavfi -i sine=r=22050:d=1');
    const stereo = makeMedia('stereo.flac', '-f lavfi -i sine=r=48000:d=1 -ac 2');
    const { streams } = probeMedia(await madeBy(tool, { files: [mono, stereo] }));
    expect(streams[0]).toMatchObject({ codec_name: 'pcm_s16le', sample_rate: '48000', channels: 2 });
    const sizes: number[] = [];
    for (const bitrate of [64, 256]) {
      const mp3 = await madeBy(tool, { files: [mono, stereo], options: { format: 'mp3', bitrate } });
      expect(probeMedia(mp3).streams[0]?.codec_name).toBe('mp3');
      sizes.push(mp3.length);
    }
    expect(sizes[1]).toBeGreaterThan(3 * (sizes[0] ?? 0));
  });

  it('refuses a delay over what may be worked on', async () => {
    const files = [noise('a.wav', 0.2, 1), noise('b.wav', 0.2, 2)];
    const { code } = await runMedia(tool, { files, options: { delays: '0, 7200' } });
    expect(code).toBe('LIMIT_EXCEEDED');
  });
});
