import { expect, it } from 'vitest';

import { BodyChunks } from './body-chunks.js';

/** Collects copies, as a parser hands them out: each with memory of its own. */
function collected(body: Buffer, sizes: (i: number) => number): readonly Buffer[] {
  const chunks = new BodyChunks();
  let at = 0;
  for (let i = 0; at < body.length; i += 1) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(sizes(i), body.length - at));
    body.copy(chunk, 0, at);
    chunks.add(chunk);
    at += chunk.length;
  }
  expect(chunks.length).toBe(body.length);
  return chunks.take();
}

const BODY = Buffer.from(Array.from({ length: 700_001 }, (_, i) => (i * 7) % 251));

it.each([
  ['one byte', () => 1],
  ['one byte and 16 KiB in turn', (i: number) => (i % 2 === 0 ? 1 : 16 * 1024)],
  ['sizes of all kinds', (i: number) => 1 + ((i * 977) % 30_000)],
  ['64 KiB', () => 64 * 1024],
])('a body in chunks of %s is kept whole, in few buffers, none much larger than what it holds', (_, sizes) => {
  const chunks = collected(BODY, sizes);
  expect(Buffer.concat(chunks).equals(BODY)).toBe(true);
  expect(chunks.length).toBeLessThan(100);
  const held = new Set(chunks.map(({ buffer }) => buffer));
  let memory = 0;
  for (const buffer of held) memory += buffer.byteLength;
  expect(memory).toBeLessThan(1.2 * BODY.length);
});

it('a body of one chunk is that chunk', () => {
  const chunk = Buffer.from('{}');
  const chunks = new BodyChunks();
  chunks.add(chunk);
  expect(chunks.take()[0]).toBe(chunk);
});
