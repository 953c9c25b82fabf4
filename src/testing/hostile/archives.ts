import { crc32 } from 'node:zlib';

import { writeZip } from '../../lib/archives/zip-writer.js';

import { bombOf } from './bombs.js';
import { type HostileFile, latin, le } from './hostile-file.js';
import { otherArchives, packedFiles } from './packed.js';

export type ArchiveRow = readonly [name: string, bytes: Buffer, attack: string];

/** Archives that lead out of their folder, unpack to more than they say, lie about sizes, and hold links and devices. */
export const hostileArchives = (): HostileFile[] =>
  [...zips(), ...tars(), ...packedFiles(), ...otherArchives()].map(([name, bytes, attack]) => ({
    name,
    bytes,
    attack,
  }));

/** What a member of a ZIP archive says of itself (APPNOTE.TXT 4.3.7, 4.3.12); what is not given is true. */
export interface ZipLie {
  readonly name: string;
  readonly data?: Buffer;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly packed?: number;
  readonly offset?: number;
  readonly extra?: Buffer;
  readonly attributes?: number;
}

/** A ZIP archive as its members say; `end` replaces fields of the end record (4.3.16). */
export function lyingZip(
  members: readonly ZipLie[],
  end: { readonly count?: number; readonly size?: number; readonly at?: number } = {},
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    data = latin('x'),
    method = 0,
    flags = 0,
    crc = crc32(data),
    size = data.length,
    packed: packedSize = data.length,
    offset = at,
    extra = Buffer.alloc(0),
    attributes = 0,
  } of members) {
    const path = Buffer.from(name);
    const shared = le(
      [2, 20],
      [2, flags],
      [2, method],
      [4, 0x21],
      [4, crc],
      [4, packedSize],
      [4, size],
      [2, path.length],
      [2, extra.length],
    );
    const local = Buffer.concat([latin('PK\x03\x04'), shared, path, extra, data]);
    locals.push(local);
    directory.push(
      latin('PK\x01\x02'),
      le([2, 0x0314]),
      shared,
      le([2, 0], [2, 0], [2, 0], [4, attributes], [4, offset]),
      path,
      extra,
    );
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const count = end.count ?? members.length;
  return Buffer.concat([
    ...locals,
    list,
    latin('PK\x05\x06'),
    le([4, 0], [2, count], [2, count], [4, end.size ?? list.length], [4, end.at ?? at], [2, 0]),
  ]);
}

const SYMLINK = 0o120777 * 2 ** 16;

function zips(): ArchiveRow[] {
  const zeros = bombOf(50);
  const bomb = (count: number): Buffer =>
    lyingZip(
      Array.from({ length: count }, (_, i) => ({
        name: `${i}`,
        data: zeros.data,
        method: 8,
        size: zeros.unpackedBytes,
        crc: zeros.crc,
      })),
    );
  let matryoshka: Uint8Array = latin('x');
  for (let i = 0; i < 200; i++) matryoshka = writeZip([{ name: 'a.zip', bytes: matryoshka }], { level: 6 });
  const names = [
    '../../../../tmp/evil',
    '/etc/passwd',
    'C:\\evil',
    '..\\..\\evil',
    'a/../../evil',
    '//host/share',
    'a\0b',
    '',
    '.',
    '..',
    'CON',
    'nul.txt',
    'a\u202egnp.exe',
    `${'d/'.repeat(2000)}a`,
    'x'.repeat(60_000),
  ];
  return [
    ['names.zip', lyingZip(names.map((name) => ({ name }))), 'paths that lead out, devices, lengths'],
    [
      'same.zip',
      lyingZip(['a', 'a', 'A', 'a/', 'a/b', './a'].map((name) => ({ name }))),
      'one name for files and folders',
    ],
    [
      'links.zip',
      lyingZip([
        { name: 'l', data: latin('/etc/passwd'), attributes: SYMLINK },
        { name: 'l/x' },
        { name: 'm', data: latin('m'), attributes: SYMLINK },
      ]),
      'links out and in a circle',
    ],
    ['bomb.zip', bomb(1), '50 MiB of noughts'],
    ['bombs.zip', bomb(3), '150 MiB of noughts'],
    [
      'overlap.zip',
      lyingZip(
        Array.from({ length: 500 }, (_, i) => ({
          name: `${i}`,
          data: i === 0 ? zeros.data : Buffer.alloc(0),
          method: 8,
          offset: 0,
          packed: zeros.data.length,
          size: zeros.unpackedBytes,
          crc: zeros.crc,
        })),
      ),
      '500 members of the same bytes',
    ],
    ['nested.zip', Buffer.from(matryoshka), '200 archives in each other'],
    ['smaller.zip', lyingZip([{ name: 'a', data: zeros.data, method: 8, size: 10 }]), 'says 10 bytes, has 50 MiB'],
    ['larger.zip', lyingZip([{ name: 'a', size: 0xfffffffe }]), 'says 4 GiB, has a byte'],
    ['packed.zip', lyingZip([{ name: 'a', packed: 0xfffffffe }]), 'says 4 GiB packed'],
    ['crc.zip', lyingZip([{ name: 'a', crc: 7 }]), 'a wrong checksum'],
    [
      'method.zip',
      lyingZip([
        { name: 'a', method: 97 },
        { name: 'b', method: 65_535 },
      ]),
      'methods that there are not',
    ],
    [
      'noise.zip',
      lyingZip(
        [8, 9, 12, 14, 93, 95, 98].map((method) => ({
          name: `${method}`,
          method,
          data: Buffer.alloc(60, 0xa5),
          size: 1000,
        })),
      ),
      'noise as every method',
    ],
    [
      'encrypted.zip',
      lyingZip([
        { name: 'a', flags: 1 },
        { name: 'b', flags: 0x41, method: 99, extra: le([2, 0x9901], [2, 7], [2, 2], [2, 0x4541], [1, 9], [2, 99]) },
      ]),
      'encrypted by nothing',
    ],
    [
      'extra.zip',
      lyingZip([{ name: 'a', size: 0xffffffff, packed: 0xffffffff, extra: le([2, 1], [2, 999], [8, -1]) }]),
      'a ZIP64 field longer than itself',
    ],
    [
      'zip64.zip',
      lyingZip(
        [
          {
            name: 'a',
            size: 0xffffffff,
            packed: 0xffffffff,
            extra: le([2, 1], [2, 16], [8, 2n ** 63n], [8, 2n ** 63n]),
          },
        ],
        { count: 0xffff, size: 0xffffffff, at: 0xffffffff },
      ),
      'ZIP64 that is not there',
    ],
    [
      'zip64-end.zip',
      Buffer.concat([
        latin('PK\x06\x06'),
        le([8, -1], [2, 45], [2, 45], [4, 0], [4, 0], [8, -1], [8, -1], [8, -1], [8, -1]),
        latin('PK\x06\x07'),
        le([4, 0], [8, 0], [4, 1]),
        latin('PK\x05\x06'),
        le([4, 0], [2, -1], [2, -1], [4, -1], [4, -1], [2, 0]),
      ]),
      'a directory of 2^64',
    ],
    ['count.zip', lyingZip([{ name: 'a' }], { count: 65_000 }), '65,000 members, one there'],
    ['at.zip', lyingZip([{ name: 'a' }], { at: 0xfffffff0 }), 'a directory beyond the end'],
    ['self.zip', lyingZip([{ name: 'a', offset: 0xffffff }]), 'a member beyond the end'],
    [
      'many.zip',
      lyingZip(Array.from({ length: 20_000 }, (_, i) => ({ name: `${i}`, data: Buffer.alloc(0) }))),
      '20,000 members',
    ],
    ['utf8.zip', lyingZip([{ name: 'é', flags: 0x800 }, { name: '\u{10ffff}' }]), 'names in two encodings'],
    ['end.zip', latin(`PK\x05\x06${'\0'.repeat(17)}`), 'an end that is cut'],
    [
      'comment.zip',
      Buffer.concat([lyingZip([{ name: 'a' }]).subarray(0, -2), le([2, 65_535])]),
      'a comment that is not there',
    ],
  ];
}

/** A member of a TAR archive (POSIX.1-2017, pax interchange format); sizes and links lie as told. */
function tarMember(
  name: string,
  {
    type = '0',
    size = 1,
    link = '',
    data = latin('x'),
  }: { type?: string; size?: number | string; link?: string; data?: Buffer } = {},
): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0, 100, 'latin1');
  head.write('0000644\x000000000\x000000000\0', 100, 'latin1');
  head.write(typeof size === 'string' ? size : size.toString(8).padStart(11, '0'), 124, 12, 'latin1');
  head.write('00000000000\0        ', 136, 'latin1');
  head.write(type, 156, 'latin1');
  head.write(link, 157, 100, 'latin1');
  head.write('ustar\x0000', 257, 'latin1');
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
}

function tars(): ArchiveRow[] {
  const end = Buffer.alloc(1024);
  const tar = (...members: readonly Buffer[]): Buffer => Buffer.concat([...members, end]);
  const nothing = { size: 0, data: Buffer.alloc(0) };
  const pax = (text: string): Buffer => tarMember('p', { type: 'x', size: text.length, data: latin(text) });
  return [
    [
      'names.tar',
      tar(
        ...['../../../tmp/evil', '/etc/passwd', 'a\\..\\b', '.', '..', '', 'a'.repeat(100)].map((name) =>
          tarMember(name),
        ),
      ),
      'paths that lead out',
    ],
    [
      'links.tar',
      tar(
        tarMember('s', { ...nothing, type: '2', link: '/etc/passwd' }),
        tarMember('h', { ...nothing, type: '1', link: '../../etc/passwd' }),
        tarMember('c', { ...nothing, type: '2', link: 'c' }),
        tarMember('s/x'),
      ),
      'links out and in a circle',
    ],
    [
      'devices.tar',
      tar(...['3', '4', '6', '7', 'Z', '\xff'].map((type) => tarMember(`d${type}`, { ...nothing, type }))),
      'devices, pipes and kinds that there are not',
    ],
    ['size.tar', tar(tarMember('a', { size: '77777777777' })), 'says 8 GiB'],
    [
      'size-binary.tar',
      tar(tarMember('a', { size: '\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff' })),
      'says 2^88 bytes',
    ],
    [
      'size-negative.tar',
      tar(tarMember('a', { size: '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00' })),
      'says less than nothing',
    ],
    ['size-words.tar', tar(tarMember('a', { size: 'abc' })), 'a size of letters'],
    [
      'long-name.tar',
      tar(tarMember('././@LongLink', { type: 'L', size: 200_000, data: Buffer.alloc(200_000, 0x61) }), tarMember('a')),
      'a name of 200,000 letters',
    ],
    [
      'long-only.tar',
      tar(tarMember('././@LongLink', { type: 'L', size: 2, data: latin('a\0') })),
      'a name for nothing',
    ],
    ['pax-size.tar', tar(pax('23 size=99999999999999\n'), tarMember('a')), 'says 100 TB in a header of its own'],
    [
      'pax-length.tar',
      tar(pax('99999999999 path=a\n'), pax('0 a=b\n'), pax('-5 a=b\n'), pax('path=a'), tarMember('a')),
      'headers of the wrong length',
    ],
    ['pax-path.tar', tar(pax('28 path=../../../../tmp/evil\n'), tarMember('a')), 'a path that leads out, later'],
    ['sparse.tar', tar(tarMember('a', { type: 'S', size: '77777777777' })), 'a file with holes of 8 GiB'],
    ['many.tar', tar(...Array.from({ length: 5000 }, (_, i) => tarMember(`${i}`, nothing))), '5,000 members'],
  ];
}
