import { deflateSync } from 'node:zlib';

import { zlibBomb } from './bombs.js';
import { box } from './boxed.js';
import type { MediaRow } from './films.js';
import { be, latin } from './hostile-file.js';
import { film, full } from './lying-film.js';
import { png } from './pictures.js';

/** Names, tags and cover pictures. */
export function mediaTags(): MediaRow[] {
  const safe = (size: number): Buffer => be(...[21, 14, 7, 0].map((shift) => [1, (size >> shift) & 0x7f] as const));
  const frame = (id: string, body: Buffer, said = body.length): Buffer =>
    Buffer.concat([latin(id), safe(said), be([2, 0]), body]);
  const sound = Buffer.concat(
    Array.from({ length: 20 }, () => Buffer.concat([latin('\xff\xfb\x90\0'), Buffer.alloc(413)])),
  );
  const mp3 = (...frames: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(frames);
    return Buffer.concat([latin('ID3\x04\0\0'), safe(body.length), body, sound]);
  };
  const bomb = png({ width: 65_535, height: 65_535, bits: 1, colour: 0, data: deflateSync(Buffer.alloc(8192 * 2000)) });
  const cover = (picture: Buffer): Buffer => frame('APIC', Buffer.concat([latin('\0image/png\0\x03\0'), picture]));
  const text = (size: number): Buffer => frame('TIT2', Buffer.concat([latin('\x03'), Buffer.alloc(size, 0x61)]));
  const chapter = (depth: number): Buffer =>
    Array.from({ length: depth }).reduce<Buffer>(
      (body) => frame('CHAP', Buffer.concat([latin('a\0'), Buffer.alloc(16), body])),
      Buffer.alloc(0),
    );
  const data = (kind: number, body: Buffer): Buffer => box('data', Buffer.concat([be([4, kind], [4, 0]), body]));
  const list = (...items: readonly Buffer[]): Buffer =>
    box(
      'udta',
      full(
        'meta',
        Buffer.concat([
          full('hdlr', Buffer.concat([latin('\0\0\0\0mdirappl'), Buffer.alloc(9)])),
          box('ilst', Buffer.concat(items)),
        ]),
      ),
    );
  return [
    ['cover.mp3', mp3(cover(bomb)), 'a cover of 65,535 × 65,535'],
    ['covers.mp3', mp3(...Array.from({ length: 2000 }, () => cover(png()))), '2,000 covers'],
    ['cover.mp4', film({ tags: list(box('covr', data(14, bomb))) }), 'a cover of 65,535 × 65,535'],
    [
      'covers.mov',
      film({ tags: list(box('covr', Buffer.concat(Array.from({ length: 2000 }, () => data(14, png()))))) }),
      '2,000 covers',
    ],
    [
      'name.mp4',
      film({ tags: list(box('\xa9nam', data(1, Buffer.alloc(2_000_000, 0x61)))) }),
      'a name of 2 million letters',
    ],
    ['title.mp3', mp3(text(2_000_000)), 'a title of 2 million letters'],
    ['titles.mp3', mp3(...Array.from({ length: 20_000 }, () => text(1))), '20,000 titles'],
    [
      'odd.mp3',
      mp3(
        frame('TXXX', latin('\x03\n[STREAM]\nfile=/etc/passwd\0\0=;#\\\n')),
        frame('TIT2', latin('\x01\xff\xfe\x00\xd8')),
        frame('TDRC', latin('\x03%n%s-99')),
      ),
      'tags that are scripts',
    ],
    [
      'sizes.mp3',
      mp3(frame('APIC', Buffer.alloc(10), 0xfffffff), frame('TIT2', Buffer.alloc(10), 0)),
      'frames of 256 MiB and of none',
    ],
    ['chapters.mp3', mp3(chapter(300)), '300 chapters in each other'],
    [
      'zlib.mp3',
      mp3(Buffer.concat([latin('TXXX'), safe(40_000), be([2, 9]), safe(50_000_000), zlibBomb(48).subarray(0, 39_996)])),
      'a tag that unpacks to 50 MB',
    ],
    [
      'tag-in-tag.mp3',
      Buffer.concat([Buffer.alloc(10 * 20_000, Buffer.concat([latin('ID3\x04\0\0'), safe(0)])), sound]),
      '20,000 tags',
    ],
  ];
}
