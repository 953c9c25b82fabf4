import { describe, expect, it } from 'vitest';

import { jsonStringBytes } from './size.js';

const NO_LIMIT = Number.POSITIVE_INFINITY;

describe('jsonStringBytes', () => {
  it('counts what JSON.stringify writes, for every UTF-16 unit alone and before another', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      for (const text of [
        String.fromCharCode(unit),
        `${String.fromCharCode(unit)}\udc00`,
        `\ud800${String.fromCharCode(unit)}`,
      ]) {
        const written = Buffer.byteLength(JSON.stringify(text));
        if (jsonStringBytes(text, NO_LIMIT) !== written)
          expect(jsonStringBytes(text, NO_LIMIT), JSON.stringify(text)).toBe(written);
      }
    }
  });

  it.each([
    ['', 2],
    ['a"b', 6],
    ['\n\u0001', 10],
    ['é€😀', 11],
  ])('%j has %i bytes', (text, bytes) => {
    expect(jsonStringBytes(text, NO_LIMIT)).toBe(bytes);
    expect(jsonStringBytes(text, bytes)).toBe(bytes);
  });

  it('says that there are more where there are', () => {
    expect(jsonStringBytes('"'.repeat(10), 21)).toBeGreaterThan(21);
    expect(jsonStringBytes('a'.repeat(10), 11)).toBeGreaterThan(11);
  });
});
