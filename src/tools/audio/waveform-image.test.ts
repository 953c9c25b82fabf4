import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, madeBy, makeMedia, picturesOf, runMedia, samplesOf } from '../../testing/media.js';
import waveform from './waveform-image.js';

const isMeasured = hasMediaPrograms('waveforms beside the decoded samples');

const WIDTH = 120;
const HEIGHT = 100;

/** Rows of the picture that each column fills, of rows that `from` and `to` enclose. */
function filled(picture: Buffer, from = 0, to = HEIGHT): [top: number, bottom: number][] {
  return Array.from({ length: WIDTH }, (_, x) => {
    const rows = Array.from({ length: to - from }, (_, y) => picture[3 * ((y + from) * WIDTH + x)] ?? 0);
    return [rows.findIndex((value) => value > 127), rows.findLastIndex((value) => value > 127)];
  });
}

/** The picture must be what the decoded samples say, to 1.5 pixels. */
async function check(name: string, codec: string, rate: number, isNative?: boolean): Promise<void> {
  const seconds = 1.37;
  const file = makeMedia(
    name,
    `-f lavfi -i aevalsrc=0.8*sin(2*PI*t)*random(0)|-0.3*random(1):s=${rate}:d=${seconds} ${codec}`,
  );
  const samples = samplesOf(file.bytes);
  const look = { style: 'filled', width: WIDTH, height: HEIGHT, color: 'white', background: 'black' } as const;
  const options = { ...look, channels: 'apart', normalize: false } as const;
  const picture = picturesOf(await madeBy(waveform, { options, files: [file] }, isNative));
  const perColumn = Math.ceil(samples.length / 2 / WIDTH);
  for (const channel of [0, 1]) {
    const columns = filled(picture, channel * 50, channel * 50 + 50);
    for (const [x, [top, bottom]] of columns.entries()) {
      const own = Array.from(
        { length: perColumn },
        (_, i) => samples[2 * (x * perColumn + i) + channel] ?? Number.NaN,
      ).filter((value) => !Number.isNaN(value));
      if (own.length < perColumn) continue;
      const [high, low] = [Math.max(0, ...own), Math.min(0, ...own)];
      const label = `${name} channel ${channel} column ${x}`;
      expect(Math.abs(top - (25 - high * 23.75)), label).toBeLessThan(1.6);
      expect(Math.abs(bottom + 1 - (25 - low * 23.75)), label).toBeLessThan(1.6);
    }
  }
}

exhaustive.skipIf(!isMeasured)('columns reach from the lowest to the highest sample', async () => {
  await check('a.wav', '', 44_100);
});

exhaustive.skipIf(!isMeasured)('in other formats and rates too, by both engines', async () => {
  for (const isNative of [false, true]) {
    await check('a.flac', '', 8000, isNative);
    await check('a.wav', '-c:a pcm_f32le', 96_000, isNative);
    await check('a.wav', '-c:a pcm_u8', 11_025, isNative);
  }
});

exhaustive.skipIf(!isMeasured)('the loudest sample fills the height, silence is a line', async () => {
  const files = [
    makeMedia('quiet.wav', '-f lavfi -i sine=d=0.5,volume=0.1'),
    makeMedia('silent.wav', '-f lavfi -i anullsrc -t 0.5'),
  ];
  const options = { style: 'filled', width: WIDTH, height: HEIGHT, color: 'white', background: 'black' } as const;
  const { files: made, data } = await runMedia(waveform, { options, files });
  expect(data).toMatchObject({ files: [{ columns: WIDTH, seconds: 0.5 }, { peak: 0 }] });
  const [quiet, silent] = made.map(({ bytes }) => filled(picturesOf(bytes)));
  for (const [top, bottom] of quiet?.slice(2, -2) ?? []) expect([top < 8, bottom > 92]).toEqual([true, true]);
  for (const [top, bottom] of silent ?? []) expect(bottom - top).toBeLessThan(2);
});

it.skipIf(!isMeasured)('bars have their width and gap', async () => {
  const file = makeMedia('a.wav', '-f lavfi -i sine=d=0.5');
  const options = {
    width: WIDTH,
    height: HEIGHT,
    color: 'white',
    background: 'black',
    barWidth: 6,
    barGap: 4,
  } as const;
  const picture = picturesOf(await madeBy(waveform, { options, files: [file] }));
  const columns = Array.from({ length: WIDTH }, (_, x) => ((picture[3 * (50 * WIDTH + x)] ?? 0) > 127 ? 1 : 0));
  expect(columns.join('')).toBe('1111110000'.repeat(12));
});
