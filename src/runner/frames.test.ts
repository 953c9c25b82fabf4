import { PassThrough } from 'node:stream';

import { expect, it } from 'vitest';

import { FrameReader, writeFrame } from './frames.js';

/** What a reader hands out when the bytes of three frames come in pieces of `size`. */
function readInPieces(size: number): { header: unknown; body: string }[] {
  const stream = new PassThrough();
  writeFrame(stream, { type: 'ready' });
  writeFrame(stream, { type: 'abort', run: 7 }, 5, [Buffer.from('he'), Buffer.from('llo')]);
  const big = Buffer.alloc(40_000, 'x');
  writeFrame(stream, { type: 'ready' }, 40_000, [big.subarray(0, 1000), big.subarray(1000)]);
  const bytes = stream.read() as Buffer;
  const frames: { header: unknown; body: string }[] = [];
  const reader = new FrameReader((header, body) => frames.push({ header, body: Buffer.concat(body).toString() }));
  for (let i = 0; i < bytes.length; i += size) reader.push(bytes.subarray(i, i + size));
  return frames;
}

it('reads frames however their bytes arrive', () => {
  const expected = [
    { header: { type: 'ready' }, body: '' },
    { header: { type: 'abort', run: 7 }, body: 'hello' },
    { header: { type: 'ready' }, body: 'x'.repeat(40_000) },
  ];
  for (const size of [1, 3, 7, 8, 9, 100, 39_999, 100_000]) expect(readInPieces(size), String(size)).toEqual(expected);
});

it('refuses a stream that is out of step', () => {
  const reader = new FrameReader(() => undefined);
  expect(() => reader.push(Buffer.alloc(8, 0xff))).toThrow(RangeError);
});
