import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, makeMedia, runMedia, samplesOf } from '../../testing/media.js';
import metadata from './audio-metadata.js';

const isMeasured = hasMediaPrograms('metadata of sound');

/** Codecs, and how many samples their coding adds at the ends of a sound at most. */
const FORMATS = [
  ['a.mp3', 'libmp3lame -q:a 5', 2 * 1152],
  ['a.mp3', 'libmp3lame -q:a 5 -write_xing 0', 2 * 1152],
  ['a.aac', 'aac', 2 * 1024],
  ['a.ac3', 'ac3', 2 * 1536],
  ['a.m4a', 'aac', 1024],
  ['a.flac', 'flac -sample_fmt s16', 0],
  ['a.ogg', 'libvorbis', 0],
  ['a.opus', 'libopus', 480],
  ['a.wav', 'pcm_s24le', 0],
  ['a.aiff', 'pcm_s16be', 0],
] as const;

async function check(seed: number, isNative?: boolean): Promise<void> {
  const chance = chanceOf(seed);
  const [name, codec, more] = FORMATS[seed % FORMATS.length] ?? FORMATS[0];
  const seconds = 2 + chance(60) / 10;
  const channels = 1 + chance(2);
  // Loud, then silent: a length that is guessed from the rate of the beginning is far off.
  const file = makeMedia(
    name,
    `-f lavfi -i anoisesrc=r=48000:d=${seconds}:seed=${seed + 1} -af volume=enable='gt(t,1)':volume=0 -ac ${channels} -c:a ${codec} -metadata title=Title${seed} -metadata artist=Ólafur -metadata track=3/12`,
  );
  const { data } = await runMedia(metadata, { files: [file] }, isNative);
  const [report] = (data as { files: { seconds: number; common: object; audio: Record<string, unknown>[] }[] }).files;
  const samples = samplesOf(file.bytes).length / channels;
  const label = `${seed} ${name} ${codec}`;
  expect(Math.abs((report?.seconds ?? 0) * 48_000 - samples), label).toBeLessThanOrEqual(more + 60);
  expect([report?.audio[0]?.sampleRate, report?.audio[0]?.channels], label).toEqual([48_000, channels]);
  expect(report?.audio[0]?.bitDepth, label).toBe({ 'a.flac': 16, 'a.wav': 24, 'a.aiff': 16 }[name as string] ?? null);
  if (!['a.aac', 'a.ac3'].includes(name))
    expect(report?.common, label).toMatchObject({
      title: `Title${seed}`,
      ...(name === 'a.aiff'
        ? {}
        : { artist: 'Ólafur', track: name === 'a.wav' ? '3/12' : expect.stringMatching(/^3/) }),
    });
}

exhaustive.skipIf(!isMeasured)('length is that of the decoded sound, tags are those that were set', async () => {
  for (const seed of [1, 2, 6, 8]) await check(seed);
});

exhaustive.skipIf(!isMeasured)('the same of 100 files, and of 20 by the FFmpeg of the package', async () => {
  for (let seed = 0; seed < 100; seed++) await check(seed, true);
  for (let seed = 0; seed < 20; seed++) await check(seed, false);
});

it.skipIf(!isMeasured)('a cover is told with its size', async () => {
  const file = makeMedia(
    'a.mp3',
    '-f lavfi -i sine=d=0.5 -f lavfi -i testsrc=s=48x32:d=0.04 -map 0 -map 1 -frames:v 1 -c:v png -disposition:v attached_pic -metadata:s:v comment=Front',
  );
  const { data } = await runMedia(metadata, { files: [file] });
  expect(data).toMatchObject({ files: [{ covers: [{ codec: 'png', width: 48, height: 32 }] }] });
});

it('sound of no bits is refused, not told as a codec that is unknown', async () => {
  const head = Buffer.from('524946462c00000057415645666d74201000000001000100803e0000000000000000000064617461', 'hex');
  const bytes = Buffer.concat([head, Buffer.from('08000000', 'hex'), Buffer.alloc(8)]);
  const { status, message } = await runMedia(metadata, { files: [{ name: 'a.wav', bytes }] });
  expect([status, message]).toEqual([
    400,
    'Cannot read audio "a.wav": it is damaged or coded in a way that is not supported',
  ]);
});
