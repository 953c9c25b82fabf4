import { expect, it } from 'vitest';

import { AUDIO_FORMATS } from '../../formats/media/audio-output.js';
import { exhaustive } from '../../testing/exhaustive.js';
import {
  firstDifference,
  hasMediaPrograms,
  madeBy,
  makeMedia,
  probeMedia,
  runMedia,
  samplesOf,
} from '../../testing/media.js';
import { readFixture } from '../../testing/run-tool.js';
import tool from './convert-audio.js';

const isMeasured = hasMediaPrograms('what convert-audio writes');

const CODECS = {
  mp3: 'mp3',
  wav: 'pcm_s16le',
  flac: 'flac',
  m4a: 'aac',
  ogg: 'vorbis',
  opus: 'opus',
  aiff: 'pcm_s16be',
  ac3: 'ac3',
};
const SOURCE = '-f lavfi -i sine=frequency=440:sample_rate=44100:duration=1.5 -ac 2';

async function checkFormat(format: keyof typeof CODECS, file: { name: string; bytes: Buffer }, isNative: boolean) {
  const bytes = await madeBy(tool, { options: { format }, files: [file] }, isNative);
  const { streams, format: container } = probeMedia(bytes);
  expect([streams[0]?.codec_name, streams[0]?.channels]).toEqual([CODECS[format], 2]);
  expect(Number(streams[0]?.sample_rate)).toBe(format === 'opus' ? 48_000 : 44_100);
  // Padding of the encoders: a frame or two.
  expect(Math.abs(Number(container.duration) - 1.5), `${file.name} to ${format}`).toBeLessThan(0.12);
}

it.skipIf(!isMeasured).each(['opus', 'flac'] as const)('%s is what ffprobe says', async (format) => {
  await checkFormat(format, makeMedia('a.m4a', SOURCE), false);
});

exhaustive.skipIf(!isMeasured)('every format from every kind, by both engines', async () => {
  for (const name of ['a.mp3', 'a.wav', 'a.flac', 'a.ogg', 'a.mka', 'a.wma'])
    for (const format of AUDIO_FORMATS)
      for (const isNative of [false, true]) await checkFormat(format, makeMedia(name, SOURCE), isNative);
});

exhaustive.skipIf(!isMeasured)('lossless formats hold the same samples', async () => {
  const wav = makeMedia('a.wav', `${SOURCE} -c:a pcm_s24le`);
  const flac = await madeBy(tool, { options: { format: 'flac' }, files: [wav] });
  const aiff = await madeBy(tool, { options: { format: 'aiff' }, files: [{ name: 'a.flac', bytes: flac }] });
  expect(firstDifference(samplesOf(aiff), samplesOf(wav.bytes))).toBe(-1);
  expect(probeMedia(flac).streams[0]).toMatchObject({ bits_per_raw_sample: '24' });
});

exhaustive.skipIf(!isMeasured)('a WAV of fractions, tags and a cover are kept', async () => {
  const wav = makeMedia('a.wav', `${SOURCE} -c:a pcm_f32le -metadata title=Tea`);
  const bytes = await madeBy(tool, { options: { format: 'wav' }, files: [wav] });
  expect(firstDifference(samplesOf(bytes), samplesOf(wav.bytes))).toBe(-1);
  const mp3 = makeMedia(
    'a.mp3',
    `${SOURCE} -f lavfi -i color=red:s=16x16:d=0.04 -map 0 -map 1 -c:v png -disposition:v attached_pic -metadata title=Tea`,
  );
  const m4a = probeMedia(await madeBy(tool, { options: { format: 'm4a' }, files: [mp3] }));
  expect(m4a.format.tags?.title).toBe('Tea');
  expect(m4a.streams.find(({ codec_type }) => codec_type === 'video')?.disposition?.attached_pic).toBe(1);
});

exhaustive('one that fails does not spoil the others, and the same upload gives the same bytes', async () => {
  const files = [
    { name: 'a.mp3', bytes: readFixture('audio/hello.mp3') },
    { name: 'b.mp3', bytes: Buffer.from('no') },
  ];
  const [one, two] = [await runMedia(tool, { files }), await runMedia(tool, { files: files.slice(0, 1) })];
  expect(one.data).toMatchObject({ files: [{ format: 'mp3' }, { error: expect.stringContaining('"b.mp3"') }] });
  expect(one.files[0]?.bytes.equals(two.files[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
});

const HOSTILE: readonly [string, string][] = [
  ['a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'],
  ['a manifest', '<?xml version="1.0"?><MPD><Period><BaseURL>/etc/passwd</BaseURL></Period></MPD>'],
  ['a script', 'ffconcat version 1.0\nfile /etc/passwd\n'],
  ['an image sequence', '%03d.png'],
  ['a header alone', 'RIFF\u00ff\u00ff\u00ff\u00ffWAVEfmt '],
  ['MP4 alone', '\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0000\u0000isomiso2'],
  ['Matroska alone', '\u001aE\u00df\u00a3\u0093B\u0082\u0088matroska'],
  ['packets of nothing', `G${'\u0000'.repeat(187)}`.repeat(50)],
];

exhaustive('hostile files, cut ones and ones with bytes turned over, by both engines', async () => {
  const cut = ['hello.mp3', 'hello.m4a', 'hello.ogg', 'hello.webm'].flatMap((name) => {
    const whole = readFixture(`audio/${name}`);
    return [0.02, 0.5, 0.95].flatMap((share): [string, Buffer][] => [
      [`${name} cut`, whole.subarray(0, share * whole.length)],
      [
        `${name} turned`,
        Buffer.from(whole.map((byte, i) => (i % Math.floor(50 + 500 * share) === 49 ? byte ^ 0x5a : byte))),
      ],
    ]);
  });
  const all = [...HOSTILE.map(([name, text]): [string, Buffer] => [name, Buffer.from(text, 'latin1')]), ...cut];
  for (const [name, bytes] of all)
    for (const isNative of isMeasured ? [false, true] : [false]) {
      const { status } = await runMedia(tool, { files: [{ name: 'a.mp4', bytes }] }, isNative);
      expect([200, 400, 413], `${name} ${isNative}`).toContain(status);
    }
});

it.each(HOSTILE.slice(0, 4))('%s is 400', async (_, text) => {
  const { status } = await runMedia(
    tool,
    { files: [{ name: 'a.mp4', bytes: Buffer.from(text, 'latin1') }] },
    isMeasured,
  );
  expect(status).toBe(400);
});

exhaustive.skipIf(!isMeasured)('too long is refused before it is worked on', async () => {
  const flac = makeMedia('a.flac', '-f lavfi -i anullsrc=r=8000:cl=mono:d=901');
  const { status, message } = await runMedia(tool, { files: [flac] });
  expect([status, message]).toEqual([413, 'Audio must be at most 900 s long, got 901.0 s']);
});
