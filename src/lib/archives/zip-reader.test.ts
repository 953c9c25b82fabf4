import { describe, expect, test } from 'vitest';

import { ContentFault, LimitFault } from '../faults.js';
import { ZipArchive } from './zip-reader.js';
import { writeZip } from './zip-writer.js';

const TEXT = 'the quick brown fox '.repeat(500);

const packed = (level: number): Buffer =>
  Buffer.from(
    writeZip(
      [
        { name: 'a.txt', bytes: Buffer.from(TEXT) },
        { name: 'b.txt', bytes: Buffer.from(TEXT) },
      ],
      { level },
    ),
  );

/** A byte of the second entry of the list, by its place in the header (APPNOTE.TXT 4.3.12). */
function changed(archive: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(archive);
  copy[copy.lastIndexOf('PK\x01\x02', undefined, 'latin1') + at] = value;
  return copy;
}

describe('an archive in memory', () => {
  test.each([0, 6])('gives its entries by name, packed at level %i', (level) => {
    const archive = new ZipArchive(packed(level), 2 * TEXT.length);
    expect(archive.names).toEqual(['a.txt', 'b.txt']);
    expect(archive.read('a.txt')?.toString()).toBe(TEXT);
    expect(archive.read('b.txt')?.toString()).toBe(TEXT);
    expect(archive.read('c.txt')).toBeUndefined();
  });

  test.each([0, 6])('unpacks no more than its limit, of all entries together, packed at level %i', (level) => {
    const most = 2 * TEXT.length - 1;
    const archive = new ZipArchive(packed(level), most);
    archive.read('a.txt');
    expect(() => archive.read('b.txt')).toThrow(new LimitFault(`it unpacks to more than ${most} bytes`, most));
  });

  test('gives nothing behind its limit, an empty entry excepted', () => {
    const entries = [
      { name: 'a', bytes: Buffer.from('a') },
      { name: 'empty', bytes: new Uint8Array() },
    ];
    const archive = new ZipArchive(writeZip(entries, { level: 6 }), 1);
    expect(archive.read('a')?.toString()).toBe('a');
    expect(archive.read('empty')).toHaveLength(0);
    expect(() => archive.read('a')).toThrow(LimitFault);
  });

  test.each([
    // Bit 0 of the flags, the method, and the last byte of the packed size and of the place of the local header.
    [8, 1, 'entry "b.txt" is encrypted', undefined],
    [10, 99, 'entry "b.txt" is packed by a method that is not read', undefined],
    [23, 0x7f, 'entry "b.txt" is damaged', 'it ends early'],
    [45, 0x7f, 'entry "b.txt" is damaged', 'it has no data where the list of entries says'],
  ])('names the entry where byte %i of its header is %i', (at, value, message, what) => {
    const archive = new ZipArchive(changed(packed(6), at, value), 1e6);
    expect(archive.read('a.txt')?.toString()).toBe(TEXT);
    expect(() => archive.read('b.txt')).toThrow(new ContentFault(message, what));
  });

  test('is refused where it is none, or ends early', () => {
    expect(() => new ZipArchive(Buffer.from('no archive'), 9)).toThrow(new ContentFault('it is not a ZIP archive'));
    const cut = packed(6).subarray(0, 60);
    const missing = 'its end, where the list of entries stands, is missing';
    expect(() => new ZipArchive(cut, 9)).toThrow(new ContentFault(missing));
  });
});
