import { describe, expect, it } from 'vitest';

import { decryptAgePayload, encryptAgePayload } from './age-payload.js';

const KEY = Buffer.alloc(16, 7);
const NONCE = Buffer.alloc(16, 9);
const content = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 31) & 255));

describe('the payload of age', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('comes back: %d bytes', (length) => {
    const payload = encryptAgePayload(content(length), KEY, NONCE);
    expect(payload.length).toBe(16 + length + 16 * Math.max(1, Math.ceil(length / 65_536)));
    expect(Buffer.from(decryptAgePayload(payload, KEY)).equals(content(length))).toBe(true);
  });

  it.each([
    ['without its last byte', (payload: Buffer) => payload.subarray(0, -1)],
    ['without its last chunk', (payload: Buffer) => payload.subarray(0, 16 + 65_536 + 16)],
    ['with an empty chunk more', (payload: Buffer) => Buffer.concat([payload, Buffer.alloc(16)])],
    ['without its chunks', (payload: Buffer) => payload.subarray(0, 16)],
    ['with a bit changed', (payload: Buffer) => Buffer.from(payload).fill(1, 70_000, 70_001)],
    ['with another nonce', (payload: Buffer) => Buffer.from(payload).fill(1, 0, 1)],
  ])('is refused %s', (_, change) => {
    const payload = Buffer.from(encryptAgePayload(content(100_000), KEY, NONCE));
    expect(() => decryptAgePayload(change(payload), KEY)).toThrow('it is damaged or cut off');
  });
});
