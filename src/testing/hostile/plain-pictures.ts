import { be, type HostileFile, latin, le } from './hostile-file.js';
import { loopingTiff, png } from './pictures.js';

/** TIFF, BMP and icon files. */
export const plainPictures = (): HostileFile[] => [...tiffs(), ...bitmaps()];

function tiffs(): HostileFile[] {
  type Field = readonly [tag: number, type: number, count: number, value: number];
  const tiff = (fields: readonly Field[], next = 0, data: Buffer = Buffer.alloc(0)): Buffer =>
    Buffer.concat([
      latin('II*\0'),
      le(
        [4, 8],
        [2, fields.length],
        ...fields.flatMap(
          ([tag, type, count, value]) =>
            [
              [2, tag],
              [2, type],
              [4, count],
              [4, value],
            ] as const,
        ),
        [4, next],
      ),
      data,
    ]);
  const picture = (width: number, height: number): Field[] => [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 8],
    [277, 3, 1, 1],
    [278, 4, 1, height],
    [279, 4, 1, 16],
  ];
  const without = (tag: number): Field[] => picture(4, 4).filter(([own]) => own !== tag);
  return [
    { name: 'huge.tif', bytes: tiff(picture(0x7fffffff, 0x7fffffff)), attack: '2^62 pixels' },
    { name: 'loop.tif', bytes: tiff(picture(4, 4), 8), attack: 'a directory that follows itself' },
    { name: 'self.tif', bytes: loopingTiff(), attack: 'directories inside each other' },
    { name: 'strips.tif', bytes: tiff([...without(273), [273, 4, 0xffffffff, 8]]), attack: '4 billion strips' },
    { name: 'offset.tif', bytes: tiff([...without(273), [273, 4, 1, 0xfffffff0]]), attack: 'data beyond the end' },
    { name: 'no-strips.tif', bytes: tiff(without(273)), attack: 'no data' },
    { name: 'samples.tif', bytes: tiff([...without(277), [277, 3, 1, 65_535]]), attack: '65,535 samples a pixel' },
    { name: 'bits.tif', bytes: tiff([...without(258), [258, 3, 1, 65_535]]), attack: '65,535 bits a sample' },
    { name: 'compression.tif', bytes: tiff([...without(259), [259, 3, 1, 34_712]]), attack: 'JPEG 2000 inside' },
    {
      name: 'tiles.tif',
      bytes: tiff([
        ...picture(100_000, 100),
        [322, 4, 1, 0xfffffff0],
        [323, 4, 1, 0xfffffff0],
        [324, 4, 1, 8],
        [325, 4, 1, 8],
      ]),
      attack: 'tiles of 4 billion',
    },
    {
      name: 'fields.tif',
      bytes: Buffer.concat([latin('II*\0'), le([4, 8], [2, 65_535]), Buffer.alloc(500)]),
      attack: '65,535 fields, 41 there',
    },
    {
      name: 'first.tif',
      bytes: Buffer.concat([latin('MM\0*'), be([4, 0xffffffff])]),
      attack: 'a directory beyond the end',
    },
  ];
}

function bitmaps(): HostileFile[] {
  const dib = (
    width: number,
    height: number,
    bits: number,
    { compression = 0, colours = 0, header: size = 40 } = {},
  ): Buffer =>
    le([4, size], [4, width], [4, height], [2, 1], [2, bits], [4, compression], [4, 0], [8, 0], [4, colours], [4, 0]);
  const bmp = (info: Buffer, offset = 54): Buffer =>
    Buffer.concat([latin('BM'), le([4, 0], [4, 0], [4, offset]), info, Buffer.alloc(64)]);
  const icon = (count: number, size: number, offset: number, body: Buffer): Buffer =>
    Buffer.concat([
      le([2, 0], [2, 1], [2, count]),
      le([1, 0], [1, 0], [2, 0], [2, 1], [2, 32], [4, size], [4, offset]),
      body,
    ]);
  return [
    { name: 'huge.bmp', bytes: bmp(dib(0x7fffffff, 0x7fffffff, 24)), attack: '2^62 pixels' },
    { name: 'negative.bmp', bytes: bmp(dib(-4, 4, 24)), attack: 'a negative width' },
    { name: 'least.bmp', bytes: bmp(dib(4, -0x80000000, 24)), attack: 'a height of -2^31' },
    { name: 'bits.bmp', bytes: bmp(dib(4, 4, 40)), attack: '40 bits a pixel' },
    { name: 'colours.bmp', bytes: bmp(dib(4, 4, 8, { colours: 0xffffffff })), attack: '4 billion colours' },
    { name: 'offset.bmp', bytes: bmp(dib(4, 4, 24), 0xffffff00), attack: 'pixels beyond the end' },
    { name: 'runs.bmp', bytes: bmp(dib(30_000, 30_000, 8, { compression: 1 })), attack: '900 megapixels of runs' },
    { name: 'header.bmp', bytes: bmp(dib(4, 4, 24, { header: 0xffffffff })), attack: 'a header of 4 GiB' },
    { name: 'count.ico', bytes: icon(65_535, 40, 22, dib(4, 8, 32)), attack: '65,535 pictures, one there' },
    { name: 'size.ico', bytes: icon(1, 0xffffffff, 22, dib(4, 8, 32)), attack: 'a picture of 4 GiB' },
    { name: 'offset.ico', bytes: icon(1, 40, 0xfffffff0, dib(4, 8, 32)), attack: 'a picture beyond the end' },
    { name: 'self.ico', bytes: icon(1, 22, 0, Buffer.alloc(0)), attack: 'a picture that is the file' },
    { name: 'huge.ico', bytes: icon(1, 100, 22, dib(0x7fffffff, 0x7ffffffe, 32)), attack: '2^61 pixels' },
    {
      name: 'png.ico',
      bytes: icon(1, 4000, 22, png({ width: 0x7fffffff, height: 0x7fffffff })),
      attack: 'a huge PNG inside',
    },
    { name: 'none.ico', bytes: le([2, 0], [2, 1], [2, 0]), attack: 'no picture' },
  ];
}
