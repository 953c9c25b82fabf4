import { gzipBomb } from './bombs.js';
import { box } from './boxed.js';
import { be, type HostileFile, latin, le } from './hostile-file.js';
import { loopingTiff, png } from './pictures.js';
import { LAUGHS } from './texts.js';

/** SVG files, and pictures of rare formats. */
export function drawings(): HostileFile[] {
  const svg = (body: string, more = ''): Buffer =>
    Buffer.from(
      `${more}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">${body}</svg>`,
    );
  const uses = Array.from(
    { length: 12 },
    (_, i) => `<g id="g${i + 1}">${`<use xlink:href="#g${i}"/>`.repeat(10)}</g>`,
  ).join('');
  return [
    {
      name: 'huge.svg',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>'),
      attack: '10^18 pixels',
    },
    { name: 'entities.svg', bytes: svg('&l;', LAUGHS.replace('DOCTYPE x', 'DOCTYPE svg')), attack: 'a billion laughs' },
    {
      name: 'file.svg',
      bytes: svg(
        '&x;<image xlink:href="file:///etc/passwd"/>',
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      ),
      attack: 'reads files',
    },
    {
      name: 'uses.svg',
      bytes: svg(`<defs><path id="g0" d="M0 0h1"/>${uses}</defs><use xlink:href="#g12"/>`),
      attack: '10^12 uses',
    },
    {
      name: 'use-loop.svg',
      bytes: svg('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'),
      attack: 'uses that need each other',
    },
    {
      name: 'pattern-loop.svg',
      bytes: svg(
        '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
      ),
      attack: 'a pattern of itself',
    },
    {
      name: 'mask-loop.svg',
      bytes: svg(
        '<mask id="m"><rect mask="url(#m)" width="9" height="9"/></mask><rect mask="url(#m)" width="9" height="9"/>',
      ),
      attack: 'a mask of itself',
    },
    {
      name: 'filter.svg',
      bytes: svg(
        `<filter id="f" x="-1e6" y="-1e6" width="1e9" height="1e9">${'<feGaussianBlur stdDeviation="1e6"/>'.repeat(20)}</filter><rect filter="url(#f)" width="9" height="9"/>`,
      ),
      attack: 'blurs of a million',
    },
    {
      name: 'deep.svg',
      bytes: svg(`${'<g>'.repeat(20_000)}${'</g>'.repeat(20_000)}`),
      attack: '20,000 groups in each other',
    },
    {
      name: 'numbers.svg',
      bytes: svg(
        '<path d="M1e999 NaN L-1e-999 1e38 A0 0 1e9 1 1 1e308 1e308"/><rect width="NaN" height="1e400" transform="scale(1e300) matrix(0 0 0 0 0 0)"/>',
      ),
      attack: 'numbers that are none',
    },
    {
      name: 'dashes.svg',
      bytes: svg('<path d="M0 0H1e7" stroke="#000" stroke-dasharray="1e-5 1e-5"/>'),
      attack: '10^12 dashes',
    },
    {
      name: 'data.svg',
      bytes: svg(
        `<image width="9" height="9" xlink:href="data:image/png;base64,${png({ width: 60_000, height: 60_000 }).toString('base64')}"/>`,
      ),
      attack: 'a huge picture inside',
    },
    {
      name: 'gzip.svg',
      bytes: gzipBomb(64, 0x20, '<svg xmlns="http://www.w3.org/2000/svg">'),
      attack: 'SVG packed a thousand times',
    },
    { name: 'wide.ppm', bytes: latin('P6\n99999999 99999999\n255\n\0\0\0'), attack: '10^16 pixels' },
    { name: 'negative.pgm', bytes: latin('P5\n-4 -4\n-1\n\0'), attack: 'negative sizes' },
    {
      name: 'digits.ppm',
      bytes: latin(`P3\n2 2\n${'9'.repeat(100_000)}\n1 1 1`),
      attack: 'a number of 100,000 digits',
    },
    {
      name: 'huge.tga',
      bytes: Buffer.concat([
        Buffer.from([0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        le([2, 65_535], [2, 65_535], [1, 32], [1, 0]),
        Buffer.alloc(40, 0xff),
      ]),
      attack: '4.3 gigapixels of runs',
    },
    {
      name: 'huge.psd',
      bytes: Buffer.concat([
        latin('8BPS'),
        be([2, 1], [6, 0], [2, 56], [4, 300_000], [4, 300_000], [2, 8], [2, 3], [4, 0], [4, 0xffffffff]),
      ]),
      attack: '90 gigapixels, 56 channels',
    },
    {
      name: 'huge.qoi',
      bytes: Buffer.concat([
        latin('qoif'),
        be([4, 0xffffffff], [4, 0xffffffff], [1, 4], [1, 0]),
        Buffer.alloc(40, 0xfd),
      ]),
      attack: '2^64 pixels of runs',
    },
    {
      name: 'huge.hdr',
      bytes: latin('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 99999999 +X 99999999\n\x02\x02\xff\xff'),
      attack: '10^16 pixels',
    },
    {
      name: 'huge.jp2',
      bytes: Buffer.concat([
        box('jP  ', latin('\r\n\x87\n')),
        box('ftyp', latin('jp2 \0\0\0\0jp2 ')),
        box('jp2h', box('ihdr', be([4, 0x7fffffff], [4, 0x7fffffff], [2, 3], [1, 7], [1, 7], [2, 0]))),
      ]),
      attack: '2^62 pixels',
    },
    { name: 'cut.jxl', bytes: latin('\xff\x0a\xff\xff\xff\xff\xff\xff\xff'), attack: 'a size of all ones' },
    { name: 'loop.dng', bytes: loopingTiff(), attack: 'directories inside each other' },
    { name: 'nothing.avif', bytes: box('ftyp', latin('avif\0\0\0\0mif1avif')), attack: 'only a file type' },
  ];
}
