import type { MediaRow } from './films.js';
import { be, latin, le } from './hostile-file.js';

/** Streams of FLV, MPEG, ASF and others that describe themselves or nothing, and films of GIF that are bombs. */
export const mediaStreams = (): MediaRow[] => [...streams(), ...gifs()];

function streams(): MediaRow[] {
  const flvTag = (kind: number, size: number, back = 0): Buffer =>
    Buffer.concat([be([1, kind], [3, size], [3, 0], [1, 0], [3, 0]), Buffer.alloc(Math.min(size, 16)), be([4, back])]);
  const flv = (...parts: readonly Buffer[]): Buffer =>
    Buffer.concat([latin('FLV\x01\x05\0\0\0\x09\0\0\0\0'), ...parts]);
  const packet = (pid: number, body: Buffer): Buffer =>
    Buffer.concat([be([1, 0x47], [2, 0x4000 | pid], [1, 0x10]), body, Buffer.alloc(184, 0xff)]).subarray(0, 188);
  const programs = packet(
    0,
    Buffer.concat([
      be([2, 0], [2, 0xb0ad], [2, 1], [1, 0xc1], [2, 0]),
      Buffer.concat(Array.from({ length: 40 }, (_, i) => be([2, i + 1], [2, 0xe000]))),
    ]),
  );
  const asfObject = (id: string, size: bigint | number, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(id, 'hex'), le([8, size]), body]);
  return [
    ['tags.flv', flv(Buffer.alloc(300_000, flvTag(9, 0))), '20,000 tags of nothing'],
    ['size.flv', flv(flvTag(18, 0xffffff), flvTag(9, 0xffffff, 0xffffffff)), 'tags of 16 MiB'],
    [
      'deep.flv',
      flv(be([1, 18], [3, 60_000], [7, 0]), latin('\x02\0\x0aonMetaData'), Buffer.alloc(60_000, latin('\x03\0\x01a'))),
      'objects 15,000 deep',
    ],
    [
      'array.flv',
      flv(
        be([1, 18], [3, 60], [7, 0]),
        latin('\x02\0\x0aonMetaData\x08\xff\xff\xff\xff\0\x09keyframes\x0a\xff\xff\xff\xff'),
        Buffer.alloc(60),
      ),
      'lists of 4 billion',
    ],
    ['programs.ts', Buffer.concat(Array.from({ length: 500 }, () => programs)), 'programs that describe themselves'],
    [
      'streams.ts',
      Buffer.concat(
        Array.from({ length: 4000 }, (_, i) =>
          packet(i + 32, Buffer.concat([be([3, 1], [1, 0xe0 | (i % 16)], [2, 0], [3, 0x800000])])),
        ),
      ),
      '4,000 streams',
    ],
    [
      'nulls.ts',
      Buffer.alloc(188 * 5000, Buffer.concat([be([1, 0x47], [2, 0x1fff], [1, 0x10]), Buffer.alloc(184)])),
      '5,000 packets of nothing',
    ],
    [
      'packs.mpg',
      Buffer.alloc(14 * 20_000, Buffer.concat([be([4, 0x1ba]), Buffer.from('4400040004010189c3f8', 'hex')])),
      '20,000 packs of nothing',
    ],
    [
      'system.mpg',
      Buffer.concat([
        be([4, 0x1ba]),
        Buffer.from('4400040004010189c3f8', 'hex'),
        be([4, 0x1bb], [2, 65_535]),
        Buffer.alloc(100, 0xff),
        be([4, 0x1e0], [2, 0]),
        be([4, 0x1b3], [3, 0xffffff], [5, -1]),
      ]),
      'a picture of 4,095 × 4,095, a header of 65,535 bytes',
    ],
    [
      'header.wmv',
      asfObject('3026b2758e66cf11a6d900aa0062ce6c', 2n ** 63n, le([4, -1], [2, 0x201])),
      'a header of 2^63',
    ],
    [
      'objects.wmv',
      Buffer.concat([
        asfObject('3026b2758e66cf11a6d900aa0062ce6c', 30 + 24 * 10_000, le([4, 10_000], [2, 0x201])),
        Buffer.alloc(24 * 10_000, asfObject('3326b2758e66cf11a6d900aa0062ce6c', 0, Buffer.alloc(0))),
      ]),
      '10,000 objects of no length',
    ],
    [
      'frames.amr',
      Buffer.concat([latin('#!AMR\n'), Buffer.alloc(3_000_000, 0x7c)]),
      '3 million frames of a byte: 16 hours',
    ],
    [
      'table.caf',
      Buffer.concat([
        latin('caff\0\x01\0\0desc'),
        be([8, 32], [8, 0x40e5888000000000n]),
        latin('aac '),
        be([4, 0], [4, 0], [4, 1024], [4, 2], [4, 0]),
        latin('pakt'),
        be([8, 2n ** 62n], [8, 2n ** 62n], [8, -1], [8, 0]),
      ]),
      'a table of 2^62 packets',
    ],
    [
      'rate.au',
      Buffer.concat([latin('.snd'), be([4, 0xffffffff], [4, -1], [4, 3], [4, -1], [4, -1])]),
      '4 billion channels at 4 GHz',
    ],
    [
      'frames.aiff',
      Buffer.concat([
        latin('FORM\0\0\0\x40AIFFCOMM'),
        be([4, 18], [2, -1], [4, -1], [2, -1], [2, 0x7ffe], [8, -1]),
        latin('SSND'),
        be([4, -1], [8, 0]),
      ]),
      '65,535 channels at 10^4932 Hz',
    ],
    [
      'block.wv',
      Buffer.concat([latin('wvpk'), le([4, 24], [2, 0x410], [2, 0], [4, -1], [4, 0], [4, -1], [4, -1], [4, 0])]),
      '4 billion samples in a block of nothing',
    ],
    ['frames.aac', Buffer.alloc(700_000, Buffer.from('fff1504000fffc', 'hex')), '100,000 frames of a header'],
  ];
}

function gifs(): MediaRow[] {
  const frame = (width: number, height: number): Buffer =>
    Buffer.concat([
      latin('!\xf9\x04\0\0\0\0\0,'),
      le([4, 0], [2, width], [2, height], [1, 0]),
      latin('\x02\x02\x4c\x01\0'),
    ]);
  const gif = (width: number, height: number, count: number, own: readonly [number, number] = [1, 1]): Buffer =>
    Buffer.concat([
      latin('GIF89a'),
      le([2, width], [2, height], [1, 0x80], [2, 0], [6, 0xffffff]),
      latin('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0'),
      ...Array.from({ length: count }, () => frame(...own)),
      latin(';'),
    ]);
  return [
    ['film.gif', gif(65_535, 65_535, 3), 'three pictures of 65,535 × 65,535'],
    ['frames.gif', gif(6000, 6000, 20_000), '20,000 pictures of 36 megapixels'],
    ['outside.gif', gif(1, 1, 200, [65_535, 65_535]), 'pictures larger than their film'],
    [
      'extensions.gif',
      Buffer.concat([gif(1, 1, 1).subarray(0, -1), Buffer.alloc(300_000, latin('!\xfe\0'))]),
      '100,000 comments',
    ],
  ];
}
