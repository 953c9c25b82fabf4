import sharp from 'sharp';
import { expect } from 'vitest';
import { MUSIC_RATE } from '../../lib/music/onsets.js';
import { speechWav } from '../../lib/speech/spoken.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, runMedia } from '../../testing/media.js';
import { playSong } from '../../testing/songs.js';
import analyzer from './audio-analyzer.js';

const isMeasured = hasMediaPrograms('tempo and key of music');

/** A song, with so many seconds of silence before and after it. */
function song(silence = 0): { name: string; bytes: Uint8Array } {
  const made = playSong({ beatsPerMinute: 100, tonic: 9, isMinor: true, seconds: 12, seed: 3 });
  const samples = new Int16Array(made.length + 2 * silence * MUSIC_RATE);
  for (const [i, value] of made.entries()) samples[silence * MUSIC_RATE + i] = Math.round(20_000 * value);
  return { name: 'song.wav', bytes: speechWav({ rate: MUSIC_RATE, samples }) };
}

async function checkMusic(isNative: boolean): Promise<void> {
  const { data, files } = await runMedia(analyzer, { options: { spectrogram: true }, files: [song()] }, isNative);
  const [report] = (data as { files: Record<string, unknown>[] }).files;
  expect(report).toMatchObject({
    tempo: { beatsPerMinute: expect.closeTo(100, 0) },
    key: { tonic: 'A', mode: 'minor' },
  });
  const { width, height, format } = await sharp(files[0]?.bytes).metadata();
  // The picture of 1200 × 512 has its axes around it.
  expect([format, (width ?? 0) > 1200, (height ?? 0) > 512]).toEqual(['png', true, true]);
}

exhaustive.skipIf(!isMeasured)('a song has the tempo and the key that it was made of, and a spectrogram', () =>
  checkMusic(true),
);

exhaustive.skipIf(!isMeasured)('by the package’s FFmpeg; of a long song, the middle', async () => {
  await checkMusic(false);
  // At 200 seconds, the song is heard where only the middle is.
  const { data } = await runMedia(analyzer, { files: [song(94)] }, false);
  expect(data).toMatchObject({ files: [{ key: { tonic: 'A', mode: 'minor' } }] });
});
