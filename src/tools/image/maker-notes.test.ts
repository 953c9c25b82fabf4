/** Maker notes, beside ExifTool. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import {
  cr3Of,
  directoryOf,
  exifWithNote,
  jpegWithExif,
  type MakerNote,
  type NoteEntry,
  rafOf,
  tiffOf,
} from '../../testing/maker-notes.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import imageMetadata from './image-metadata.js';
import resizeImage from './resize-image.js';

const hasExiftool = hasProgram('exiftool', ['-ver'], 'maker notes of pictures');

const folder = mkdtempSync(join(tmpdir(), 'maker-notes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Table = Readonly<Record<string, unknown>>;

/** By group and name, in words. */
function exiftool(name: string, bytes: Uint8Array): Table {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return (JSON.parse(runProgram('exiftool', ['-j', '-G1', path]).toString()) as Table[])[0] ?? {};
}

async function read(name: string, bytes: Uint8Array, raw = false): Promise<Table> {
  const { data, message } = await runTool(imageMetadata, { files: [{ name, bytes }], options: { raw } });
  expect(message).toBeUndefined();
  return (data as { files: Table[] }).files[0] ?? {};
}

const valuesOf = (report: Table): Table => (report.makerNote as { values: Table } | undefined)?.values ?? {};

const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const rational = (...pairs: number[]): readonly number[] => pairs;

const settings = (values: Readonly<Record<number, number>>, length: number): readonly number[] =>
  Array.from({ length }, (_, i) => (i === 0 ? length * 2 : (values[i] ?? 0)));

/** ExifTool says more of these, or says it otherwise: dates inside of numbers, further settings behind the mode. */
const MORE_WORDS = new Set(['InternalSerialNumber', 'DriveMode', 'PictureMode', 'FocusMode', 'ImageStabilization']);

const NOTES: Readonly<Record<string, MakerNote>> = {
  Canon: {
    make: 'Canon',
    model: 'Canon EOS 80D',
    head: Buffer.alloc(0),
    base: 'exif',
    isLittle: true,
    entries: [
      [0x0001, 3, settings({ 1: 2, 3: 3, 5: 5, 7: 1, 17: 3, 20: 3, 23: 135, 24: 18, 25: 1, 34: 1 }, 47)],
      [0x0004, 3, settings({ 7: 8 }, 34)],
      [0x0006, 2, 'Canon EOS 80D'],
      [0x0007, 2, 'Firmware Version 1.0.2'],
      [0x0009, 2, 'Jörg'],
      [0x000c, 4, [123456789]],
      [0x0095, 2, 'EF-S18-135mm f/3.5-5.6 IS USM'],
      [0x0096, 2, 'HA0012345'],
      [0x00a0, 3, settings({ 8: 8, 9: 5200, 10: 0x83 }, 14)],
    ],
  },
  Nikon: {
    make: 'NIKON CORPORATION',
    model: 'NIKON D7100',
    head: Buffer.concat([ascii('Nikon\0\u0002\u0010\0\0'), Buffer.from('4d4d002a00000008', 'hex')]),
    base: 'head',
    isLittle: false,
    entries: [
      [0x0002, 3, [0, 400]],
      [0x0004, 2, 'FINE   '],
      [0x0005, 2, 'SUNNY       '],
      [0x0007, 2, 'AF-C  '],
      [0x001d, 2, '4512345'],
      [0x001e, 3, [2]],
      [0x001f, 7, ascii('0100\u0001\0\0\0')],
      [0x0022, 3, [3]],
      [0x0023, 7, ascii(`0100${'VIVID'.padEnd(20, '\0')}${'VIVID'.padEnd(20, '\0')}${'\0'.repeat(14)}`)],
      [0x0084, 5, rational(18, 1, 140, 1, 35, 10, 56, 10)],
      [0x0087, 1, [9]],
      [0x00a7, 4, [12139]],
    ],
  },
  Sony: {
    make: 'SONY',
    model: 'ILCE-7M3',
    head: ascii('SONY DSC \0\0\0'),
    base: 'exif',
    isLittle: true,
    entries: [
      [0x0102, 4, [2]],
      [0x0115, 4, [32]],
      [0x2009, 3, [2]],
      [0x201b, 1, [3]],
      [0xb020, 2, 'Autumnleaves'],
      [0xb021, 4, [0]],
      [0xb025, 4, [3]],
      [0xb026, 4, [1]],
    ],
  },
  FujiFilm: {
    make: 'FUJIFILM',
    model: 'X-T3',
    head: Buffer.concat([ascii('FUJIFILM'), Buffer.from('0c000000', 'hex')]),
    base: 'note',
    isLittle: true,
    entries: [
      [0x0010, 2, 'FFDT22794526 593332303134'],
      [0x1000, 2, 'FINE   '],
      [0x1002, 3, [0x400]],
      [0x1010, 3, [2]],
      [0x1020, 3, [0]],
      [0x1021, 3, [1]],
      [0x1031, 3, [256]],
      [0x1103, 4, [1]],
      [0x1401, 3, [0x600]],
      [0x1422, 3, [2, 1, 0]],
    ],
  },
  Panasonic: {
    make: 'Panasonic',
    model: 'DC-G9',
    head: ascii('Panasonic\0\0\0'),
    base: 'exif',
    isLittle: true,
    entries: [
      [0x0001, 3, [2]],
      [0x0002, 7, [0, 1, 0, 7]],
      [0x0003, 3, [12]],
      [0x0007, 3, [6]],
      [0x001a, 3, [11]],
      [0x001c, 3, [2]],
      [0x001f, 3, [7]],
      [0x0051, 2, 'LUMIX G VARIO 12-60mm/F3.5-5.6'],
      [0x0052, 2, 'XT8AB123456'],
      [0x0089, 3, [3]],
      [0x009f, 3, [1]],
    ],
  },
  Pentax: {
    make: 'PENTAX Corporation',
    model: 'PENTAX K10D',
    head: ascii('AOC\0MM'),
    base: 'exif',
    isLittle: false,
    entries: [
      [0x0008, 3, [2]],
      [0x000d, 3, [17]],
      [0x0014, 3, [9]],
      [0x0017, 3, [1]],
      [0x0019, 3, [4]],
      [0x0033, 1, [5, 0, 1]],
      [0x0034, 1, [1, 0, 0, 0]],
      [0x005c, 1, [0, 1, 0, 0]],
      [0x0229, 2, '8123456'],
    ],
  },
  Apple: {
    make: 'Apple',
    model: 'iPhone 12',
    head: ascii('Apple iOS\0\0\u0001MM'),
    base: 'note',
    isLittle: false,
    entries: [
      [0x0004, 9, [1]],
      [0x0007, 9, [0]],
      [0x000a, 9, [3]],
      [0x0015, 2, '0E54B1C2-1234-4ABC-9DEF-0123456789AB'],
    ],
  },
};

describe.skipIf(!hasExiftool)('maker notes', () => {
  it.each(Object.entries(NOTES))('of %s are what ExifTool reads', async (group, note) => {
    const bytes = jpegWithExif(plain, exifWithNote(note));
    const [ours, theirs] = [valuesOf(await read('a.jpg', bytes)), exiftool('a.jpg', bytes)];
    expect(Object.keys(ours).length).toBeGreaterThanOrEqual(note.entries.length - 1);
    for (const [name, value] of Object.entries(ours)) {
      // Ours alone: from the focal lengths, which ExifTool tells one by one.
      if (group === 'Canon' && name === 'Lens') expect(value).toBe('18-135mm');
      else {
        const told = String(theirs[`${group}:${name}`]).toLowerCase();
        const said = String(value).toLowerCase();
        if (MORE_WORDS.has(name)) expect(told.slice(0, said.length).slice(0, 12), name).toBe(said.slice(0, 12));
        else expect(told.replace(/^0+(?=\d{5})/, '').trim(), name).toBe(said);
      }
    }
  });

  it('of Olympus are in directories of their own', async () => {
    const head = ascii('OLYMPUS\0II\u0003\0');
    const inner: NoteEntry[] = [
      [0x2010, 4, [300]],
      [0x2020, 4, [600]],
    ];
    const note = Buffer.alloc(1000);
    head.copy(note);
    directoryOf(inner, 12, true).copy(note, 12);
    const equipment: NoteEntry[] = [
      [0x0101, 2, 'BHP123456'],
      [0x0104, 4, [0x1003]],
      [0x0203, 2, 'OLYMPUS M.12-40mm F2.8'],
    ];
    const camera: NoteEntry[] = [
      [0x0200, 3, [3]],
      [0x0301, 3, [10]],
      [0x0500, 3, [18]],
      [0x0520, 3, [2]],
      [0x0604, 4, [1]],
    ];
    directoryOf(equipment, 300, true).copy(note, 300);
    directoryOf(camera, 600, true).copy(note, 600);
    const exif = exifWithNote({
      make: 'OLYMPUS CORPORATION',
      model: 'E-M1MarkII',
      head: note,
      base: 'note',
      isLittle: true,
      entries: [],
    });
    const bytes = jpegWithExif(plain, exif);
    const [report, theirs] = [await read('a.jpg', bytes), exiftool('a.jpg', bytes)];
    const ours = valuesOf(report);
    expect(Object.keys(ours)).toHaveLength(8);
    for (const [name, value] of Object.entries(ours)) {
      const told = theirs[`Olympus:${name}`];
      expect(typeof told === 'number' ? told : String(told).trim(), name).toBe(
        typeof told === 'number' ? Number(value) : value,
      );
    }
    expect(report.lens).toBe('OLYMPUS M.12-40mm F2.8');
  });

  it('and EXIF of CR3 are read from its four boxes', async () => {
    const bytes = cr3Of([
      tiffOf([
        [0x0100, 3, [6000]],
        [0x0101, 3, [4000]],
        [0x010f, 2, 'Canon'],
        [0x0110, 2, 'Canon EOS R6'],
      ]),
      tiffOf([
        [0x829a, 5, [1, 250]],
        [0x8827, 3, [800]],
        [0x9003, 2, '2024:02:29 12:34:56'],
        [0xa434, 2, 'RF24-105mm F4 L IS USM'],
      ]),
      tiffOf(NOTES.Canon!.entries),
      tiffOf([
        [0x0001, 2, 'S'],
        [0x0002, 5, [33, 1, 30, 1, 0, 1]],
        [0x0003, 2, 'E'],
        [0x0004, 5, [18, 1, 15, 1, 0, 1]],
      ]),
    ]);
    const [report, theirs] = [await read('a.cr3', bytes), exiftool('a.cr3', bytes)];
    expect(report).toMatchObject({
      format: 'cr3',
      width: 6000,
      height: 4000,
      camera: 'Canon Canon EOS R6',
      lens: theirs['ExifIFD:LensModel'],
      taken: '2024-02-29T12:34:56',
      position: { latitude: -33.5, longitude: 18.25 },
    });
    expect((report.exif as Record<string, Table>).exif?.ISO).toBe(theirs['ExifIFD:ISO']);
    for (const name of [
      'FocusMode',
      'WhiteBalance',
      'PictureStyle',
      'LensModel',
      'CanonFirmwareVersion',
      'ContinuousDrive',
    ])
      expect(valuesOf(report)[name], name).toBe(theirs[`Canon:${name}`]);
  });

  it('and EXIF of RAF are those of its preview', async () => {
    const bytes = rafOf(jpegWithExif(plain, exifWithNote(NOTES.FujiFilm!)));
    const [report, theirs] = [await read('a.raf', bytes), exiftool('a.raf', bytes)];
    expect(report).toMatchObject({ format: 'raf', camera: 'FUJIFILM X-T3' });
    expect(valuesOf(report).FilmMode).toBe(theirs['FujiFilm:FilmMode']);
    expect(report.width).toBeUndefined();
    const { message } = await runTool(resizeImage, { files: [{ name: 'a.heic', bytes }], options: { width: 4 } });
    expect(message).toBe('Cannot read picture "a.heic": it is a raw camera file, whose pixels are not read');
  });
});

it('an ARW file is read as the TIFF that it is', async () => {
  const report = await read('a.arw', exifWithNote(NOTES.Sony!));
  expect(report).toMatchObject({ format: 'tiff', camera: 'SONY ILCE-7M3' });
  expect(valuesOf(report).FocusMode).toBe('AF-C');
});

it('numbers stay with raw', async () => {
  const bytes = jpegWithExif(plain, exifWithNote(NOTES.Sony!));
  expect(valuesOf(await read('a.jpg', bytes, true))).toMatchObject({ WhiteBalance: 32, FocusMode: 3 });
});

it('a number without a meaning, text that is none, and what lies outside of the note are omitted', async () => {
  const note = NOTES.Panasonic!;
  const entries: NoteEntry[] = [
    [0x0003, 3, [250]],
    [0x0007, 3, [1]],
    [0x0051, 2, 'LUMIX\u0001\u0002 12-60'],
  ];
  expect(valuesOf(await read('a.jpg', jpegWithExif(plain, exifWithNote({ ...note, entries }))))).toEqual({
    FocusMode: 'Auto',
  });
  const exif = exifWithNote(note);
  // The place of the lens, 18 bytes of directories behind the head: to the start of the file.
  const at = exif.indexOf(Buffer.from('51000200', 'hex'));
  exif.writeUInt32LE(8, at + 8);
  const values = valuesOf(await read('a.jpg', jpegWithExif(plain, exif)));
  expect(values.LensType).toBeUndefined();
  expect(values.LensSerialNumber).toBe('XT8AB123456');
});

inRounds('a damaged note never refuses its picture', [90, 700], async (rounds) => {
  const chance = chanceOf(41);
  const notes = Object.values(NOTES);
  const EDGES = [0, 1, 0x7f, 0xff];
  for (let round = 0; round < rounds; round++) {
    const note = notes[round % notes.length]!;
    const exif = exifWithNote(note);
    const start = exif.indexOf(note.head.length > 0 ? note.head : Buffer.from(note.model)) + note.head.length;
    for (let n = 0; n < 1 + chance(6); n++)
      exif[start + chance(exif.length - start)] = chance(2) === 0 ? chance(256) : EDGES[chance(EDGES.length)]!;
    const { status, data, cause } = await runTool(imageMetadata, {
      files: [{ name: 'a.jpg', bytes: jpegWithExif(plain, exif) }],
    });
    expect(status, `${cause}`).toBe(200);
    expect(data).toBeDefined();
  }
});
