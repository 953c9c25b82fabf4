import { expect, it } from 'vitest';

import { readWav } from './wav.js';

/** A WAV file by hand: Microsoft's "Multimedia Programming Interface and Data Specifications 1.0". */
function wav(
  kind: number,
  bits: number,
  channels: number,
  data: readonly number[],
  before: readonly number[] = [],
): Uint8Array {
  const word = (value: number, size: number): number[] =>
    Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256);
  const chunk = (id: string, content: readonly number[]): number[] => [
    ...Buffer.from(id),
    ...word(content.length, 4),
    ...content,
    ...(content.length % 2 ? [0] : []),
  ];
  const format = [
    ...word(kind, 2),
    ...word(channels, 2),
    ...word(8000, 4),
    ...word((8000 * channels * bits) / 8, 4),
    ...word((channels * bits) / 8, 2),
    ...word(bits, 2),
  ];
  const content = [...Buffer.from('WAVE'), ...before, ...chunk('fmt ', format), ...chunk('data', data)];
  return Uint8Array.from([...Buffer.from('RIFF'), ...word(content.length, 4), ...content]);
}

const samplesOf = (bytes: Uint8Array): number[] => {
  const reading = readWav(bytes, 60);
  return reading !== undefined && 'samples' in reading ? [...reading.samples] : [];
};

it('PCM of every width, floats and the two telephone codes give the same level', () => {
  expect(samplesOf(wav(1, 8, 1, [0xc0]))).toEqual([0.5]);
  expect(samplesOf(wav(1, 16, 1, [0x00, 0x40, 0x00, 0xc0]))).toEqual([0.5, -0.5]);
  expect(samplesOf(wav(1, 24, 1, [0, 0, 0x40, 0, 0, 0xc0]))).toEqual([0.5, -0.5]);
  expect(samplesOf(wav(1, 32, 1, [0, 0, 0, 0x40]))).toEqual([0.5]);
  expect(samplesOf(wav(3, 32, 1, [0, 0, 0, 0x3f]))).toEqual([0.5]);
  // ITU-T G.711: the largest codes are 32256 and 32124 of 32768.
  expect(samplesOf(wav(6, 8, 1, [0xaa]))[0]).toBeCloseTo(32_256 / 32_768, 5);
  expect(samplesOf(wav(7, 8, 1, [0x80]))[0]).toBeCloseTo(32_124 / 32_768, 5);
});

it('channels are averaged', () => {
  expect(samplesOf(wav(1, 16, 2, [0x00, 0x40, 0x00, 0x00]))).toEqual([0.25]);
});

it('chunks before the format are passed over', () => {
  const list = [...Buffer.from('LIST'), 3, 0, 0, 0, 1, 2, 3, 0];
  expect(samplesOf(wav(1, 8, 1, [0xc0], list))).toEqual([0.5]);
});

it('a code of another kind is named, a file without sound is nothing', () => {
  expect(readWav(wav(2, 4, 1, [1, 2]), 60)).toEqual({ kind: 2 });
  expect(readWav(Uint8Array.from(Buffer.from('RIFF....WAVE')), 60)).toBeUndefined();
});

it('no more than asked for is read, and the whole length told', () => {
  const reading = readWav(
    wav(
      1,
      8,
      1,
      Array.from({ length: 16_000 }, () => 128),
    ),
    1,
  );
  expect(reading).toMatchObject({ rate: 8000, seconds: 2, samples: { length: 8000 } });
});
