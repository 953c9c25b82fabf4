import { describe, expect, it } from 'vitest';

import { ContentFault } from '../faults.js';
import type { ParquetPage } from './parquet-pages.js';
import { checkPageRuns } from './parquet-runs.js';

const PAGE: ParquetPage = {
  kind: 'data',
  start: 0,
  size: 0,
  unpackedSize: 0,
  values: 4,
  encoding: 0,
  repetitionBytes: 0,
  definitionBytes: 0,
  isCompressed: false,
};
const NONE = new Uint8Array(0);
const FLAT = { repetition: 0, definition: 0 };
/** A run of 2^31 - 1 values in the length that has five bytes: 2 × (2^31 - 1). */
const LONG_RUN = [0xfe, 0xff, 0xff, 0xff, 0x0f, 1];

const check = (
  page: Partial<ParquetPage>,
  column: typeof FLAT,
  levels: readonly number[],
  content: readonly number[],
) => checkPageRuns({ ...PAGE, ...page }, column, Uint8Array.from(levels), Uint8Array.from(content));

describe('checkPageRuns', () => {
  it('refuses runs that hold more than the page, wherever they stand', () => {
    const optional = { repetition: 0, definition: 1 };
    const listed = { repetition: 1, definition: 2 };
    expect(() => check({}, optional, [], [6, 0, 0, 0, ...LONG_RUN])).toThrow(ContentFault);
    expect(() => check({}, listed, [], [2, 0, 0, 0, 8, 0, 6, 0, 0, 0, ...LONG_RUN])).toThrow(ContentFault);
    expect(() => check({ encoding: 8 }, FLAT, [], [1, ...LONG_RUN])).toThrow(
      'a run of 2147483647 values stands where 4 are left',
    );
    expect(() => check({ encoding: 2 }, FLAT, [], [0, ...LONG_RUN])).toThrow(ContentFault);
    expect(() => check({ encoding: 3 }, FLAT, [], [6, 0, 0, 0, ...LONG_RUN])).toThrow(ContentFault);
    expect(() => check({ kind: 'data-v2', definitionBytes: 6 }, optional, LONG_RUN, [])).toThrow(ContentFault);
    // Bit-packed: 2^30 groups of 8 that take no bits.
    expect(() => check({ encoding: 8 }, FLAT, [], [0, 0x81, 0x80, 0x80, 0x80, 0x08])).toThrow(ContentFault);
  });

  it('takes runs that the format gives as examples', () => {
    // Encodings.md: 0 to 7 with three bits each, bit-packed: one group, then 10001000 11000110 11111010.
    expect(check({ encoding: 8, values: 8 }, FLAT, [], [3, 3, 0b10001000, 0b11000110, 0b11111010])).toBe(0);
    expect(check({}, { repetition: 0, definition: 1 }, [], [2, 0, 0, 0, 8, 1, 9, 9])).toBe(0);
  });

  it('counts what texts share with the texts before them', () => {
    // Prefixes 0, 1, 2, … by differences of 1 that take no bits: 128 values a block, one part.
    const blocks = Array.from({ length: 8 }, () => [2, 0]).flat();
    const values = 1 + 8 * 128;
    expect(check({ encoding: 7, values }, FLAT, [], [0x80, 0x01, 1, 0x81, 0x08, 0, ...blocks])).toBe((1024 * 1025) / 2);
    // Encodings.md: lengths 0, 2, 0, 3 of "axis", "axle", "babble", "babyhood": minimum -2, so 4, 0, 5 in three bits.
    const packed = [4 | (0 << 3) | ((5 & 3) << 6), 5 >> 2, ...Array<number>(46).fill(0)];
    expect(check({ encoding: 7 }, FLAT, [], [0x80, 0x01, 1, 4, 0, 3, 3, ...packed])).toBe(5);
  });

  it('refuses blocks that no writer makes', () => {
    for (const head of [
      [0x80, 0x01, 0],
      [0x80, 0x01, 3],
      [0xff, 0xff, 0xff, 0xff, 0x07, 1],
    ]) {
      expect(() => check({ encoding: 5 }, FLAT, [], head)).toThrow(ContentFault);
    }
  });

  it('leaves what is cut off to the reader', () => {
    expect(check({ encoding: 8 }, FLAT, NONE as never, [])).toBe(0);
    expect(check({}, { repetition: 1, definition: 1 }, [], [200, 0])).toBe(0);
  });
});
