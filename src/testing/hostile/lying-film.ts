import { box } from './boxed.js';
import { be, latin } from './hostile-file.js';

/** A box with version and flags of nought. */
export const full = (name: string, body: Buffer): Buffer => box(name, Buffer.concat([be([4, 0]), body]));

export interface Film {
  readonly width?: number;
  readonly height?: number;
  /** Pictures that the tables say there are. */
  readonly pictures?: number;
  /** Bytes of each. */
  readonly size?: number;
  readonly step?: number;
  readonly scale?: number;
  readonly edits?: Buffer;
  readonly codec?: string;
  readonly data?: Buffer;
  readonly tags?: Buffer;
}

/** A film of pictures without a codec (QuickTime File Format, Video Sample Descriptions), 24 bits a pixel, which says what it is told to. */
export function film(said: Film): Buffer {
  const { width = 16, height = 16, pictures = 1, size = 768, step = 40, scale = 1000, codec = 'raw ' } = said;
  const { edits = Buffer.alloc(0), data = Buffer.alloc(768), tags = Buffer.alloc(0) } = said;
  const entry = box(
    codec,
    Buffer.concat([
      ...[be([4, 0], [2, 0], [2, 1]), Buffer.alloc(16), be([2, width], [2, height], [4, 0x480000], [4, 0x480000])],
      ...[be([4, 0], [2, 1]), Buffer.alloc(32), be([2, 24], [2, -1])],
    ]),
  );
  const head = Buffer.concat([box('ftyp', latin('qt  \0\0\0\0qt  ')), box('mdat', data)]);
  const tables = [
    full('stsd', Buffer.concat([be([4, 1]), entry])),
    full('stts', be([4, 1], [4, pictures], [4, step])),
    full('stsc', be([4, 1], [4, 1], [4, pictures], [4, 1])),
    full('stsz', be([4, size], [4, pictures])),
    full('stco', be([4, 1], [4, head.length - data.length])),
  ];
  const media = [
    full('mdhd', be([4, 0], [4, 0], [4, scale], [4, Math.min(0xffffffff, pictures * step)], [4, 0])),
    full('hdlr', Buffer.concat([latin('mhlrvide'), Buffer.alloc(13)])),
    box('minf', Buffer.concat([full('vmhd', Buffer.alloc(8)), box('stbl', Buffer.concat(tables))])),
  ];
  const track = Buffer.concat([edits, box('mdia', Buffer.concat(media))]);
  return Buffer.concat([head, box('moov', Buffer.concat([box('trak', track), tags]))]);
}
