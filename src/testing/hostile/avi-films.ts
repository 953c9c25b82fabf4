import type { MediaRow } from './films.js';
import { latin, le } from './hostile-file.js';
import { riff } from './pictures.js';

const BILLION = 1_000_000_000;

/** AVI films whose headers, indexes and lists lie. */
export function avis(): MediaRow[] {
  const list = (
    kind: string,
    ...chunks: readonly (readonly [string, Buffer, number?])[]
  ): readonly [string, Buffer] => ['LIST', Buffer.concat([latin(kind), riff('', chunks).subarray(8)])];
  const header = (width: number, height: number, pictures: number): Buffer =>
    le([4, 40_000], [4, 0], [4, 0], [4, 0x10], [4, pictures], [4, 0], [4, 1], [4, 0], [4, width], [4, height], [16, 0]);
  const stream = (scale: number, rate: number, length: number): Buffer =>
    Buffer.concat([
      latin('vidsDIB '),
      le([12, 0], [4, scale], [4, rate], [4, 0], [4, length], [4, 0], [4, -1], [4, 768], [8, 0]),
    ]);
  const picture = (width: number, height: number): Buffer =>
    le([4, 40], [4, width], [4, height], [2, 1], [2, 24], [4, 0], [4, 768], [16, 0]);
  interface Avi {
    readonly width?: number;
    readonly height?: number;
    readonly scale?: number;
    readonly rate?: number;
    readonly pictures?: number;
    readonly index?: Buffer;
    readonly more?: readonly (readonly [string, Buffer])[];
  }
  const avi = ({
    width = 16,
    height = 16,
    scale = 1,
    rate = 25,
    pictures = 1,
    index = Buffer.alloc(0),
    more = [],
  }: Avi): Buffer =>
    riff('AVI ', [
      list(
        'hdrl',
        ['avih', header(width, height, pictures)],
        list('strl', ['strh', stream(scale, rate, pictures)], ['strf', picture(width, height)], ...more),
      ),
      list('movi', ['00db', Buffer.alloc(768)]),
      ['idx1', index],
    ]);
  const entries = (count: number): Buffer =>
    Buffer.alloc(16 * count, Buffer.concat([latin('00db'), le([4, 0x10], [4, 4], [4, 768])]));
  // OpenDML 1.02: an index of indexes that are itself.
  const loop = Buffer.concat([
    le([2, 4], [1, 0], [1, 0], [4, 2000]),
    latin('00db'),
    Buffer.alloc(12),
    Buffer.alloc(2000 * 16, le([8, 12], [4, 1000], [4, 1])),
  ]);
  const ones = Buffer.concat([le([2, 2], [1, 0], [1, 1], [4, -1]), latin('00db'), le([8, 0], [4, 0])]);
  const nestedLists = Array.from({ length: 3000 }).reduce<Buffer>(
    (body) => Buffer.concat([latin('LIST'), le([4, body.length + 4]), latin('movi'), body]),
    Buffer.alloc(0),
  );
  return [
    ['huge.avi', avi({ width: 65_535, height: 65_535 }), 'a picture of 65,535 × 65,535'],
    ['minus.avi', avi({ width: -1, height: -2_147_483_648 }), 'a picture of less than nothing'],
    ['pictures.avi', avi({ pictures: BILLION }), 'a billion pictures'],
    ['rate.avi', avi({ scale: 1, rate: 0xffffffff, pictures: BILLION }), '4 billion pictures a second'],
    ['no-rate.avi', avi({ scale: 0, rate: 0 }), 'a time divided by nought'],
    ['slow.avi', avi({ scale: 0xffffffff, rate: 1, pictures: BILLION }), 'pictures of 136 years'],
    ['index.avi', avi({ pictures: 200_000, index: entries(200_000) }), '200,000 times the same picture'],
    ['index-loop.avi', avi({ more: [['indx', loop]] }), 'an index of itself, 2,000 times'],
    ['index-size.avi', avi({ more: [['indx', ones]] }), 'an index of 4 billion'],
    [
      'lists.avi',
      Buffer.concat([latin('RIFF'), le([4, nestedLists.length + 4]), latin('AVI '), nestedLists]),
      '3,000 lists in each other',
    ],
  ];
}
