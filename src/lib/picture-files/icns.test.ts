import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { icnsFile, largestIcnsImage } from './icns.js';

/** A file of elements, as the format lays them out. */
function family(...elements: readonly (readonly [type: string, data: Uint8Array])[]): Buffer {
  const parts = elements.map(([type, data]) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + data.length, 4);
    return Buffer.concat([head, data]);
  });
  const head = Buffer.from('icns\0\0\0\0', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

/** 256 pixels: runs of 130 and 126. */
const runs = (value: number): number[] => [255, value, 251, value];
const RED = Uint8Array.from([...runs(255), ...runs(0), ...runs(0)]);

describe('the largest image', () => {
  it('is unpacked, with the transparency that lies beside it', () => {
    const mask = new Uint8Array(256).fill(128);
    expect(largestIcnsImage(family(['is32', RED]))).toEqual({
      kind: 'pixels',
      side: 16,
      rgba: Uint8Array.from(Array.from({ length: 256 }, () => [255, 0, 0, 255]).flat()),
    });
    const masked = largestIcnsImage(family(['s8mk', mask], ['is32', RED]));
    expect(masked).toMatchObject({ rgba: Uint8Array.from(Array.from({ length: 256 }, () => [255, 0, 0, 128]).flat()) });
  });

  it('has its transparency first in packed pixels of newer icons', () => {
    const packed = Uint8Array.from([0x41, 0x52, 0x47, 0x42, ...runs(9), ...runs(1), ...runs(2), ...runs(3)]);
    expect(largestIcnsImage(family(['ic04', packed]))).toMatchObject({
      side: 16,
      rgba: Uint8Array.from(Array.from({ length: 256 }, () => [1, 2, 3, 9]).flat()),
    });
  });

  it('is none where there are only those of 256 colours or fewer', () => {
    expect(largestIcnsImage(family(['ICN#', new Uint8Array(256)], ['icl8', new Uint8Array(1024)]))).toBeUndefined();
  });

  it('is refused where anything is cut short', () => {
    const whole = family(['is32', RED]);
    for (const length of [0, 4, 8, 15, 20, whole.length - 1])
      expect(() => largestIcnsImage(whole.subarray(0, length)), `${length} bytes`).toThrow('cut short');
    expect(() => largestIcnsImage(family(['is32', RED.subarray(0, 11)]))).toThrow('pixels are cut short');
    expect(() => largestIcnsImage(family(['it32', new Uint8Array(0)]))).toThrow('pixels are cut short');
  });
});

exhaustive('reads what it packs, whatever the pixels are', () => {
  const chance = chanceOf(1027);
  for (let round = 0; round < 50; round += 1) {
    const spread = [2, 4, 256][round % 3] ?? 2;
    const rgba = Uint8Array.from({ length: 4 * 32 * 32 }, () => chance(spread));
    const read = largestIcnsImage(icnsFile([{ side: 32, rgba, png: new Uint8Array(0) }]));
    expect(read).toEqual({ kind: 'pixels', side: 32, rgba });
  }
});
