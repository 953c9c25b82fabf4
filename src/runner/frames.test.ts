import { PassThrough } from 'node:stream';

import { expect, it } from 'vitest';

import { DirectFrameReader, FrameReader, writeFrame } from './frames.js';

interface Frame {
  readonly header: unknown;
  readonly body: string;
}

const EXPECTED: readonly Frame[] = [
  { header: { type: 'ready' }, body: '' },
  { header: { type: 'abort', run: 7 }, body: 'hello' },
  { header: { type: 'ready' }, body: 'x'.repeat(70_000) },
  { header: { type: 'ready' }, body: '' },
];

/** The bytes of these frames. */
function written(): Buffer {
  const stream = new PassThrough();
  writeFrame(stream, { type: 'ready' });
  writeFrame(stream, { type: 'abort', run: 7 }, 5, [Buffer.from('he'), Buffer.from('llo')]);
  const big = Buffer.alloc(70_000, 'x');
  writeFrame(stream, { type: 'ready' }, 70_000, [big.subarray(0, 1000), big.subarray(1000)]);
  writeFrame(stream, { type: 'ready' });
  return stream.read() as Buffer;
}

const SIZES = [1, 3, 7, 8, 9, 100, 39_999, 65_544, 65_545, 1_000_000];

it('reads frames however their bytes arrive', () => {
  const bytes = written();
  for (const size of SIZES) {
    const frames: Frame[] = [];
    const reader = new FrameReader((header, body) => frames.push({ header, body: Buffer.concat(body).toString() }));
    for (let i = 0; i < bytes.length; i += size) reader.push(bytes.subarray(i, i + size));
    expect(frames, String(size)).toEqual(EXPECTED);
  }
});

it('reads frames straight into their place, however their bytes arrive', () => {
  const bytes = written();
  for (const size of SIZES) {
    const frames: Frame[] = [];
    const reader = new DirectFrameReader((header, body) => frames.push({ header, body: body.toString() }));
    for (let i = 0; i < bytes.length; ) {
      const target = reader.target();
      const count = bytes.copy(target, 0, i, Math.min(bytes.length, i + size));
      if (count === 0) throw new Error('no room for the next byte');
      reader.filled(count);
      i += count;
    }
    expect(frames, String(size)).toEqual(EXPECTED);
  }
});

it('refuses a stream that is out of step', () => {
  const reader = new FrameReader(() => undefined);
  expect(() => reader.push(Buffer.alloc(8, 0xff))).toThrow(RangeError);
  const direct = new DirectFrameReader(() => undefined);
  direct.target().fill(0xff);
  expect(() => direct.filled(8)).toThrow(RangeError);
});
