import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, makeMedia, probeMedia, runMedia } from '../../testing/media.js';
import burnSubtitles from './burn-subtitles.js';
import compressVideo from './compress-video.js';
import convertVideo from './convert-video.js';
import resizeVideo from './resize-video.js';
import rotateVideo from './rotate-video.js';
import trimVideo from './trim-video.js';
import videoSpeed from './video-speed.js';
import videoThumbnail from './video-thumbnail.js';
import videoToGif from './video-to-gif.js';

const isMeasured = hasMediaPrograms('films whose pixels are not square');

/** Wide PAL: 720 × 576 in a tenth of the size, shown as 1024 × 576 is (ITU-R BT.601 as FFmpeg and DVDs have it: 64:45). */
const wide = (name = 'wide.mp4', turn = '') =>
  makeMedia(name, `-f lavfi -i testsrc=s=90x72:d=0.2:r=25,setsar=64/45 -c:v mpeg4 ${turn}`);

const sizeOf = async (tool: Parameters<typeof runMedia>[0], options: object, more: readonly object[] = []) => {
  const files = [wide(), ...more] as { name: string; bytes: Buffer }[];
  const { files: made } = await runMedia(tool, { options: { ...options }, files });
  const {
    width,
    height,
    sample_aspect_ratio: aspect,
  } = probeMedia(made[0]!.bytes).streams[0] as unknown as Record<string, unknown>;
  expect(['1:1', undefined, 'N/A']).toContain(aspect);
  return [width, height];
};

it.skipIf(!isMeasured)('a film of wide pixels is shown as wide as before', async () => {
  expect(await sizeOf(trimVideo, { end: '0.1' })).toEqual([128, 72]);
  expect(await sizeOf(videoThumbnail, {})).toEqual([128, 72]);
});

exhaustive.skipIf(!isMeasured)('by every tool that codes pictures anew', async () => {
  expect(await sizeOf(convertVideo, { codec: 'code' })).toEqual([128, 72]);
  expect(await sizeOf(videoSpeed, { speed: 0.5 })).toEqual([128, 72]);
  expect(await sizeOf(rotateVideo, { angle: 90 })).toEqual([72, 128]);
  expect(await sizeOf(resizeVideo, { height: 36 })).toEqual([64, 36]);
  expect(await sizeOf(compressVideo, { crf: 51, maxHeight: 36 })).toEqual([64, 36]);
  expect(await sizeOf(videoToGif, { width: 64, seconds: 0.1 })).toEqual([64, 36]);
  const text = { name: 'a.srt', bytes: Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHi\n') };
  expect(await sizeOf(burnSubtitles, {}, [text])).toEqual([128, 72]);
});
