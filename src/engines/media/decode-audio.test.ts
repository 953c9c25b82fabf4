import { describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';
import { decodeAudio } from './decode-audio.js';
import { hasFfmpeg } from './ffmpeg.js';

const signal = new AbortController().signal;
const decode = (name: string, bytes: Uint8Array, ffmpegPath?: string): Promise<Float32Array> =>
  decodeAudio({ name, mime: undefined, bytes }, { maxSeconds: 60, ffmpegPath, signal });
const fixture = (name: string): Promise<Float32Array> => decode(name, readFixture(`audio/${name}`));

const hasCore = hasFfmpeg(undefined);
if (!hasCore) noteUntested('@ffmpeg/core', 'that m4a, mp4 and webm are decoded');
const hasNative = hasProgram('ffmpeg', ['-version'], 'the native decoder');

/** Where the sound first rises, in seconds. */
const onset = (samples: Float32Array): number => samples.findIndex((value) => Math.abs(value) > 0.02) / 16_000;

describe('one clip in several codings', () => {
  const codings = ['hello.opus', 'hello.ogg', ...(hasCore ? ['hello.m4a', 'hello.webm'] : [])];

  it.each(codings)('%s begins within 60 ms of the MP3 and is as long', async (name) => {
    const [mp3, other] = [await fixture('hello.mp3'), await fixture(name)];
    expect(Math.abs(onset(other) - onset(mp3))).toBeLessThan(0.06);
    expect(Math.abs(other.length - mp3.length) / 16_000).toBeLessThan(0.12);
  });

  it.skipIf(!hasNative || !hasCore)('the native program gives the same as the one in the package', async () => {
    const bytes = readFixture('audio/hello.m4a');
    const [own, native] = [await decode('a.m4a', bytes), await decode('a.m4a', bytes, 'ffmpeg')];
    expect(native.length).toBe(own.length);
    expect(Math.max(...native.map((value, i) => Math.abs(value - (own[i] ?? 0))))).toBeLessThan(0.01);
  });

  it('the name says nothing: an MP3 called .wav is read', async () => {
    expect((await decode('a.wav', readFixture('audio/hello.mp3'))).length).toBeGreaterThan(90_000);
  });
});

describe('what cannot be read', () => {
  it('too long is refused by what the file says, without decoding it', async () => {
    await expect(fixture('long.flac')).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: 'Audio must be at most 60 s long, got 75.0 s',
    });
  });

  it.runIf(hasCore)('a track of pictures only has no audio', async () => {
    await expect(fixture('video-only.mp4')).rejects.toMatchObject({
      message: 'Cannot read audio "video-only.mp4": it has no audio track',
    });
  });

  it.each([
    ['nothing', ''],
    ['RIFF alone', 'RIFF'],
    ['an empty WAV', 'RIFF\u0004\u0000\u0000\u0000WAVE'],
    ['a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'],
    ['a DASH manifest', '<?xml version="1.0"?><MPD><Period><BaseURL>/etc/passwd</BaseURL></Period></MPD>'],
    ['a concat script', 'ffconcat version 1.0\nfile /etc/passwd\n'],
    ['text', 'hello, this is no audio at all'],
  ])('%s is 400', async (_, content) => {
    await expect(
      decode('a.mp4', Buffer.from(content, 'latin1'), hasNative ? 'ffmpeg' : undefined),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  exhaustive('files cut off anywhere and bytes turned over end in samples or a ToolError', async () => {
    for (const name of ['hello.mp3', 'silence.flac', 'hello.opus', 'hello.ogg']) {
      const whole = readFixture(`audio/${name}`);
      for (const share of [0.01, 0.1, 0.5, 0.9]) {
        const cut = whole.subarray(0, Math.floor(share * whole.length));
        const turned = Uint8Array.from(whole, (byte, i) =>
          i % Math.floor(50 + 500 * share) === 49 ? byte ^ 0x5a : byte,
        );
        for (const bytes of [cut, turned]) {
          const outcome = await decode(name, bytes).catch((error: unknown) => error);
          expect(outcome instanceof Float32Array || (outcome as { name?: string }).name === 'ToolError').toBe(true);
        }
      }
    }
  });
});

it.skipIf(!hasNative)('wav, mp3, flac and ogg need no FFmpeg', async () => {
  const wav = runProgram(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-f', 'wav', 'pipe:1'],
    readFixture('audio/hello.mp3'),
  );
  expect((await decode('a.wav', wav)).length).toBeGreaterThan(90_000);
});
