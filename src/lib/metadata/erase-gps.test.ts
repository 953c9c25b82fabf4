import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../testing/growth.js';
import { eraseGps, eraseXmpGps } from './erase-gps.js';

type Entry = readonly [tag: number, type: number, count: number, value: number];

/** A directory without the offset of a next one. */
const directory = (entries: readonly Entry[]): Buffer => {
  const bytes = Buffer.alloc(2 + 12 * entries.length);
  bytes.writeUInt16BE(entries.length, 0);
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    bytes.writeUInt16BE(tag, 2 + 12 * i);
    bytes.writeUInt16BE(type, 4 + 12 * i);
    bytes.writeUInt32BE(count, 6 + 12 * i);
    bytes.writeUInt32BE(value, 10 + 12 * i);
  }
  return bytes;
};

const tiff = (...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from('MM\0*\0\0\0\u0008', 'latin1'), ...parts]);
const NEXT = Buffer.from([0, 0, 0, 0]);
const POINTER = 0x8825;
const MAKE: Entry = [0x10f, 2, 8, 38];

describe('eraseGps', () => {
  it('clears the directory, its values and the entry that points to it, and nothing else', () => {
    // Directory at 8, its next offset at 34, the make at 38, the GPS directory at 46, its value at 60.
    const gps = [directory([[2, 5, 1, 60]]), Buffer.from('LATITUDE')];
    const bytes = tiff(directory([MAKE, [POINTER, 4, 1, 46]]), NEXT, Buffer.from('Example\0'), ...gps);
    expect(eraseGps(bytes)).toBe(22);
    expect(bytes).toEqual(tiff(directory([MAKE]), Buffer.alloc(16), Buffer.from('Example\0'), Buffer.alloc(22)));
  });

  it('refuses what shares bytes with other data or is not there', () => {
    for (const [place, message] of [
      [8, 'its GPS data shares bytes with other data'],
      [36, 'its GPS data shares bytes with other data'],
      [5000, 'its GPS data is not where its EXIF says'],
    ] as const) {
      const bytes = tiff(
        directory([MAKE, [POINTER, 4, 1, place]]),
        NEXT,
        Buffer.from('\0\u0001Example\0'),
        Buffer.alloc(20),
      );
      const before = Buffer.from(bytes);
      expect(() => eraseGps(bytes), `${place}`).toThrow(message);
      expect(bytes.equals(before)).toBe(true);
    }
  });
});

describe('eraseXmpGps', () => {
  it('writes spaces over elements and attributes of any prefix', () => {
    const text = '<a dji:GpsLatitude="1" e:GPSx = \'2\' b="gps"><e:GPSy/><e:GPSz xml:lang="x">3</e:GPSz>GPS: off</a>';
    const bytes = Buffer.from(text);
    expect(eraseXmpGps(bytes)).toBe(20 + 13 + 9 + 31);
    expect(bytes.length).toBe(text.length);
    expect(bytes.toString().replace(/ +/g, ' ')).toBe('<a b="gps"> GPS: off</a>');
  });

  it('refuses UTF-16 and structures', () => {
    for (const bytes of [Buffer.from('<e:GPSx/>', 'utf16le'), Buffer.from('<e:GPSx><i>1</i></e:GPSx>')])
      expect(() => eraseXmpGps(bytes)).toThrow('its XMP holds a location in a form that cannot be removed alone');
  });

  it.each(['<e:GPSx ', ' e:GPSx ', ' e:GPSx="', '<e:GPSx>', ' ', 'gps:', "<e:GPSx a='"])('%j: linear', async (part) => {
    await expectLinear(20_000, (length) => {
      try {
        eraseXmpGps(Buffer.from(part.repeat(length)));
      } catch {
        // Refused.
      }
    });
  });
});
