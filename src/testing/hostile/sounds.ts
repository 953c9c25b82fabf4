import { box, nested } from './boxed.js';
import { be, type HostileFile, latin, le } from './hostile-file.js';
import { riff } from './pictures.js';

type Row = readonly [name: string, bytes: Buffer, attack: string];

/** Sound and video files whose headers lie. */
export const hostileSounds = (): HostileFile[] =>
  [...waves(), ...streams(), ...boxed()].map(([name, bytes, attack]) => ({ name, bytes, attack }));

interface Format {
  readonly code?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly align?: number;
  readonly bits?: number;
}

/** A WAV (RIFF, WAVEFORMATEX) that says what it is told to. */
function wave(
  { code = 1, channels = 1, rate = 8000, align = 2, bits = 16 }: Format,
  size?: number,
  length?: number,
): Buffer {
  const format = le([2, code], [2, channels], [4, rate], [4, rate * align], [2, align], [2, bits]);
  return riff(
    'WAVE',
    [
      ['fmt ', format],
      ['data', Buffer.alloc(1600), ...(size === undefined ? [] : [size])] as [string, Buffer, number?],
    ],
    length,
  );
}

function waves(): Row[] {
  return [
    ['channels.wav', wave({ channels: 65_535 }), '65,535 channels'],
    ['no-channels.wav', wave({ channels: 0, align: 0 }), 'no channel'],
    ['rate.wav', wave({ rate: 0xffffffff }), '4 GHz'],
    ['no-rate.wav', wave({ rate: 0 }), '0 Hz'],
    ['slow.wav', wave({ rate: 1 }), '1 Hz'],
    ['bits.wav', wave({ bits: 65_535 }), '65,535 bits'],
    ['no-bits.wav', wave({ bits: 0 }), '0 bits'],
    ['align.wav', wave({ align: 0 }), 'frames of no byte'],
    ['code.wav', wave({ code: 0x2000 }), 'a code that there is not'],
    ['float.wav', wave({ code: 3, bits: 8 }), 'floats of a byte'],
    ['size.wav', wave({}, 0xfffffff0), 'says 4 GiB'],
    ['length.wav', wave({}, undefined, 0), 'a RIFF of nothing'],
    ['no-data.wav', riff('WAVE', [['fmt ', le([2, 1], [2, 1], [4, 8000], [4, 16_000], [2, 2], [2, 16])]]), 'no sound'],
    ['no-format.wav', riff('WAVE', [['data', Buffer.alloc(100)]]), 'no format'],
    [
      'long-format.wav',
      riff('WAVE', [
        ['fmt ', Buffer.alloc(100_000, 1)],
        ['data', Buffer.alloc(9)],
      ]),
      'a format of 100,000 bytes',
    ],
    [
      'chunks.wav',
      riff(
        'WAVE',
        Array.from({ length: 20_000 }, () => ['LIST', Buffer.alloc(0)] as const),
      ),
      '20,000 chunks',
    ],
    [
      'not-a-number.wav',
      riff('WAVE', [
        ['fmt ', le([2, 3], [2, 1], [4, 8000], [4, 32_000], [2, 4], [2, 32])],
        ['data', Buffer.alloc(32_000, 0xff)],
      ]),
      'samples that are not numbers',
    ],
  ];
}

function streams(): Row[] {
  const id3 = (size: string, body: string): Buffer => latin(`ID3\x04\0\0${size}${body}`);
  const frame = Buffer.concat([latin('\xff\xfb\x90\0'), Buffer.alloc(413)]);
  const page = (flags: number, serial: number, body: Buffer, segments = Buffer.from([body.length])): Buffer =>
    Buffer.concat([
      latin('OggS\0'),
      le([1, flags], [8, -1], [4, serial], [4, 0], [4, 0], [1, segments.length]),
      segments,
      body,
    ]);
  const info = (rate: number, samples: bigint): Buffer =>
    Buffer.concat([
      be([2, 16], [2, 16], [3, 0], [3, 0], [8, (BigInt(rate) << 44n) | (1n << 41n) | (15n << 36n) | samples]),
      Buffer.alloc(16),
    ]);
  const flac = (rate: number, samples: bigint): Buffer =>
    Buffer.concat([latin('fLaC\x80\0\0\x22'), info(rate, samples), Buffer.alloc(200, 0xff)]);
  return [
    ['tag.mp3', id3('\x7f\x7f\x7f\x7f', 'APIC'), 'a tag of 256 MiB'],
    [
      'tag-frames.mp3',
      Buffer.concat([id3('\0\0\x10\0', `APIC\x7f\x7f\x7f\x7f\0\0${'\0'.repeat(2038)}`), frame, frame]),
      'a picture of 256 MiB',
    ],
    [
      'xing.mp3',
      Buffer.concat([
        frame.subarray(0, 36),
        latin('Xing\0\0\0\x03\xff\xff\xff\xff\xff\xff\xff\xff'),
        Buffer.alloc(400),
        frame,
      ]),
      'says 4 billion frames',
    ],
    [
      'rates.mp3',
      Buffer.concat(
        Array.from({ length: 200 }, (_, i) =>
          Buffer.concat([latin(i % 2 ? '\xff\xf3\x18\xc0' : '\xff\xfb\x94\0'), Buffer.alloc(100)]),
        ),
      ),
      'another rate each frame',
    ],
    ['sync.mp3', Buffer.alloc(100_000, 0xff), 'nothing but beginnings'],
    ['rate.flac', flac(1_048_575, 0xfffffffffn), '1 MHz, 68 billion samples'],
    ['no-rate.flac', flac(0, 0n), '0 Hz'],
    ['picture.flac', latin('fLaC\x86\xff\xff\xff\0'), 'a picture of 16 MiB'],
    [
      'blocks.flac',
      Buffer.concat([latin('fLaC'), Buffer.alloc(80_000, Buffer.from([1, 0, 0, 0]))]),
      '20,000 empty blocks',
    ],
    [
      'opus.ogg',
      Buffer.concat([
        page(2, 1, latin('OpusHead\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff')),
        page(0, 1, latin('OpusTags\xff\xff\xff\xff')),
      ]),
      '255 channels, tags of 4 GiB',
    ],
    [
      'vorbis.ogg',
      Buffer.concat([
        page(2, 1, latin('\x01vorbis\0\0\0\0\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\0\0\0\xff\x01')),
        page(0, 1, latin('\x03vorbis\xff\xff\xff\xff')),
      ]),
      '255 channels at 4 GHz',
    ],
    [
      'pages.ogg',
      Buffer.concat(Array.from({ length: 5000 }, (_, i) => page(2, i, Buffer.alloc(0), Buffer.alloc(0)))),
      '5,000 streams of nothing',
    ],
    ['segments.ogg', page(2, 1, Buffer.alloc(3), Buffer.alloc(255, 255)), 'a page of 65,025 bytes, 3 there'],
    [
      'size.webm',
      latin('\x1aE\xdf\xa3\x01\xff\xff\xff\xff\xff\xff\xff\x18S\x80g\x01\xff\xff\xff\xff\xff\xff\xfe'),
      'elements of 2^56',
    ],
    [
      'deep.webm',
      Buffer.concat([
        latin('\x1aE\xdf\xa3\x84B\x82\x81a'),
        Buffer.alloc(50_000, latin('\x18S\x80g\x01\xff\xff\xff\xff\xff\xff\xff')),
      ]),
      'segments in each other',
    ],
    [
      'playlist.mp4',
      latin('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
      'a list of other files',
    ],
    ['concat.mp4', latin('ffconcat version 1.0\nfile /etc/passwd\n'), 'a list of other files'],
  ];
}

function boxed(): Row[] {
  const kind = box('ftyp', latin('M4A \0\0\0\0isomM4A '));
  const table = (name: string, count: number): Buffer => box(name, be([4, 0], [4, count]));
  const track = (...tables: readonly Buffer[]): Buffer =>
    box('moov', box('trak', box('mdia', box('minf', box('stbl', Buffer.concat(tables))))));
  return [
    ['only-type.m4a', kind, 'only a file type'],
    ['box-zero.mp4', Buffer.concat([kind, Buffer.alloc(1000)]), 'boxes of no length'],
    ['box-huge.mp4', Buffer.concat([kind, box('moov', be([8, 2n ** 63n]), 1)]), 'a box of 2^63'],
    ['box-small.mp4', Buffer.concat([kind, box('moov', Buffer.alloc(8), 3)]), 'a box shorter than its head'],
    ['deep.mp4', Buffer.concat([kind, nested('moov', 5000)]), '5,000 boxes in each other'],
    [
      'tables.m4a',
      Buffer.concat([
        kind,
        track(...['stts', 'stsc', 'stsz', 'stco', 'ctts', 'stss'].map((name) => table(name, 0xffffffff))),
      ]),
      'tables of 4 billion, none there',
    ],
    [
      'times.m4a',
      Buffer.concat([kind, track(box('stts', be([4, 0], [4, 1], [4, 0xffffffff], [4, 0xffffffff])))]),
      '2^64 of time',
    ],
    [
      'scale.m4a',
      Buffer.concat([kind, box('moov', box('mvhd', be([4, 0], [4, 0], [4, 0], [4, 0], [4, 0xffffffff])))]),
      'a time divided by nought',
    ],
    [
      'metadata.m4a',
      Buffer.concat([
        kind,
        box('moov', box('udta', box('meta', box('ilst', box('covr', box('data', be([8, 0]), 0x7fffffff)))))),
      ]),
      'a cover of 2 GiB',
    ],
  ];
}
