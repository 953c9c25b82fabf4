import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { readIso6709 } from '../../lib/media/iso-6709.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, makeMedia, picturesOf, probeMedia, runMedia, samplesOf } from '../../testing/media.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import metadata from './video-metadata.js';

const MEDIAINFO = '/usr/bin/mediainfo';
const isMeasured =
  hasMediaPrograms('metadata of films') && hasProgram(MEDIAINFO, ['--version'], 'metadata beside MediaInfo');

interface Film {
  readonly name: string;
  readonly bytes: Buffer;
}

interface Track {
  readonly [key: string]: unknown;
  readonly '@type': string;
}

/** What MediaInfo says of files, in one go: it takes many names. */
function mediaInfoOf(films: readonly Film[]): Track[][] {
  const folder = mkdtempSync(join(tmpdir(), 'media-info-'));
  try {
    const paths = films.map(({ name, bytes }, index) => {
      const path = join(folder, `${String(index).padStart(4, '0')}-${name}`);
      writeFileSync(path, bytes);
      return path;
    });
    const [end] = runPrograms([{ program: MEDIAINFO, args: ['--Output=JSON', ...paths], input: new Uint8Array(0) }]);
    const read = JSON.parse(end?.stdout ?? '') as { media: { track: Track[] } } | { media: { track: Track[] } }[];
    return (Array.isArray(read) ? read : [read]).map(({ media }) => media.track);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  readonly seconds: number;
  readonly tags: Record<string, string>;
  readonly video: readonly Record<string, unknown>[];
  readonly audio: readonly Record<string, unknown>[];
}

async function reportsOf(films: readonly Film[], isNative?: boolean): Promise<Report[]> {
  const reports: Report[] = [];
  for (let at = 0; at < films.length; at += 20) {
    const { data, message } = await runMedia(metadata, { files: films.slice(at, at + 20) }, isNative);
    expect(message).toBeUndefined();
    reports.push(...(data as { files: Report[] }).files);
  }
  return reports;
}

const base64 = (text: string): string => `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;

const FORMATS = [
  ['a.mp4', 'libx264', 'aac'],
  ['a.mov', 'mpeg4', 'pcm_s16le'],
  ['a.mkv', 'libx264', 'flac'],
  ['a.mkv', 'libvpx-vp9', 'libopus'],
  ['a.webm', 'libvpx', 'libvorbis'],
  ['a.avi', 'mpeg4', 'libmp3lame'],
  ['a.ts', 'mpeg2video', 'mp2'],
] as const;

const RATES = ['25', '30000/1001', '24000/1001', '60', '50'];

function randomFilm(seed: number): Film {
  const chance = chanceOf(seed);
  const [name, video, audio] = FORMATS[seed % FORMATS.length] ?? FORMATS[0];
  const size = `${2 * (16 + chance(80))}x${2 * (16 + chance(60))}`;
  const rate = RATES[chance(RATES.length)] ?? '25';
  const seconds = 0.5 + chance(20) / 10;
  const channels = 1 + chance(2);
  const turn = ['', '-metadata:s:v rotate=90'][name === 'a.mp4' ? chance(2) : 0];
  return makeMedia(
    name,
    `-f lavfi -i testsrc=s=${size}:r=${rate}:d=${seconds} -f lavfi -i sine=d=${seconds}:sample_rate=48000 -c:v ${video} -c:a ${audio} -ac ${channels} -pix_fmt yuv420p -metadata title=T${seed} ${turn}`,
  );
}

/** Names that MediaInfo has for what FFmpeg calls otherwise. */
const CODECS: Readonly<Record<string, string>> = {
  h264: 'AVC',
  mpeg4: 'MPEG-4 Visual',
  vp8: 'VP8',
  vp9: 'VP9',
  mpeg2video: 'MPEG Video',
};

async function compare(films: readonly Film[], isNative?: boolean): Promise<void> {
  const [reports, told] = [await reportsOf(films, isNative), mediaInfoOf(films)];
  for (const [index, { seconds, video, audio, tags }] of reports.entries()) {
    const of = (type: string): Track | undefined => told[index]?.find((track) => track['@type'] === type);
    const [general, pictures, sound] = [of('General'), of('Video'), of('Audio')];
    const label = `${index} ${films[index]?.name}`;
    const rate = Number(pictures?.FrameRate);
    const turned = Number(pictures?.Rotation ?? 0) % 180 === 90;
    const size = [pictures?.Width, pictures?.Height].map(Number);
    expect(
      [video[0]?.width, video[0]?.height, CODECS[String(video[0]?.codec)], audio[0]?.sampleRate, audio[0]?.channels],
      label,
    ).toEqual([
      ...(turned ? size.reverse() : size),
      pictures?.Format,
      ...[sound?.SamplingRate, sound?.Channels].map(Number),
    ]);
    expect(video[0]?.rotation, label).toBe(Number(pictures?.Rotation ?? 0));
    expect(Math.abs(Number(video[0]?.framesPerSecond) - rate), label).toBeLessThan(0.6);
    const frames = probeFrames(films[index]);
    expect(video[0]?.frames, label).toBe(frames);
    expect(Math.abs(seconds - Number(general?.Duration)), label).toBeLessThan(
      // A transport stream tells no length: it is from the first packet of any track to the last, or of the pictures alone.
      films[index]?.name === 'a.ts' ? 2 / rate + 0.1 : 1 / rate + 0.03,
    );
    if (!/\.(?:ts)$/.test(films[index]?.name ?? '')) expect(tags.title, label).toBe(general?.Title ?? general?.Movie);
  }
}

/** The pictures of a film, counted by decoding them. */
const probeFrames = (film: Film | undefined): number =>
  Number(
    probeMedia(film?.bytes ?? Buffer.alloc(0)).streams.find(({ codec_type }) => codec_type === 'video')?.nb_read_frames,
  );

exhaustive.skipIf(!isMeasured)(
  'size, rates, codecs, length and turn are those of MediaInfo, pictures as many as are decoded',
  async () => {
    await compare([0, 2, 5].map(randomFilm));
  },
);

exhaustive.skipIf(!isMeasured)('the same of 105 random films, and of 14 by the FFmpeg of the package', async () => {
  const films = Array.from({ length: 105 }, (_, seed) => randomFilm(seed));
  await compare(films, true);
  await compare(films.slice(0, 14), false);
});

/** A film with all that is to be found and removed. */
const RICH =
  `-f lavfi -i testsrc=s=64x48:r=10:d=1 -f lavfi -i sine=d=1 -f ffmetadata -i ${base64(
    ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=400\nEND=1000\ntitle=Zwei\n',
  )} -f srt -i ${base64('1\n00:00:00,000 --> 00:00:00,800\nHello\n')} -map 0 -map 1 -map 3 -map_chapters 2` +
  ' -metadata location=+48.8584+002.2945/ -metadata creation_time=2026-05-31T10:20:30Z -metadata title=Secret -metadata:s:a:0 language=deu -metadata:s:s:0 language=fra -pix_fmt yuv420p';

exhaustive.skipIf(!isMeasured)(
  'chapters, place and time are shown, and gone without metadata; pictures and sound stay',
  async () => {
    for (const [name, codec] of [
      ['a.mp4', 'mov_text'],
      ['a.mkv', 'srt'],
    ] as const) {
      const film = makeMedia(name, `${RICH} -c:s ${codec}`);
      const { data, files } = await runMedia(metadata, { options: { action: 'strip' }, files: [film] });
      expect(data, name).toMatchObject({
        files: [
          {
            location: { latitude: 48.8584, longitude: 2.2945, altitude: null },
            recorded: expect.stringMatching(/^2026-05-31T10:20:30(?:\.000000)?Z$/),
            chapters: [
              { start: 0, end: 0.4, title: 'One' },
              { start: 0.4, end: 1, title: 'Zwei' },
            ],
            audio: [{ language: 'deu' }],
            subtitles: [{ language: 'fra' }],
          },
        ],
      });
      const made = files[0]?.bytes ?? Buffer.alloc(0);
      for (const secret of ['Secret', '48.8584', 'Zwei', '2026']) expect(made.includes(secret), secret).toBe(false);
      const { streams, chapters } = probeMedia(made);
      expect([streams.map(({ codec_type }) => codec_type), chapters]).toEqual([['video', 'audio', 'subtitle'], []]);
      expect(streams[1]?.tags?.language).toBe('deu');
      expect(picturesOf(made).equals(picturesOf(film.bytes))).toBe(true);
      expect(samplesOf(made).length).toBe(samplesOf(film.bytes).length);
    }
  },
);

it('places are read in all three forms of ISO 6709, annex H', () => {
  expect(readIso6709('+27.5916+086.5640+8850/')).toEqual({ latitude: 27.5916, longitude: 86.564, altitude: 8850 });
  expect(readIso6709('+40-075/')).toEqual({ latitude: 40, longitude: -75, altitude: null });
  expect(readIso6709('+4012.22-07500.25/')).toEqual({ latitude: 40.203667, longitude: -75.004167, altitude: null });
  expect(readIso6709('+401213.1-0750015.1/')).toEqual({ latitude: 40.203639, longitude: -75.004194, altitude: null });
  for (const text of ['', 'Paris', '+91.0+000.0/', '+12', '12,13']) expect(readIso6709(text), text).toBeUndefined();
});
