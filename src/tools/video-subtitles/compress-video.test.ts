import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { hasMediaPrograms, makeMedia, picturesOf, probeMedia, runMedia } from '../../testing/media.js';
import compress from './compress-video.js';

const isMeasured = hasMediaPrograms('compressed films beside FFmpeg');

const FILM = '-f lavfi -i testsrc2=s=320x240:r=25:d=3 -f lavfi -i sine=d=3:sample_rate=48000 -pix_fmt yuv420p';

const coded = (name: string): string =>
  name.endsWith('.webm')
    ? '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 3M -c:a libopus'
    : '-c:v libx264 -preset veryfast -crf 5 -c:a aac';

interface Report {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly savedPercent: number;
  readonly warnings: readonly string[];
}

async function compressedBy(
  name: string,
  options: Readonly<Record<string, unknown>>,
  isNative?: boolean,
  source = FILM,
) {
  const file = makeMedia(name, `${source} ${coded(name)}`);
  const { data, files, message } = await runMedia(compress, { options, files: [file] }, isNative);
  expect(message).toBeUndefined();
  const [report] = (data as { files: Report[] }).files;
  return { file, report, bytes: files[0]?.bytes ?? Buffer.alloc(0) };
}

async function checkTarget(name: string, targetKb: number, isNative?: boolean): Promise<void> {
  const { report, bytes } = await compressedBy(name, { targetKb, audioBitrate: 32 }, isNative);
  const label = `${name} ${targetKb} KiB: ${bytes.length} bytes`;
  expect(report?.warnings, label).toEqual([]);
  expect(bytes.length, label).toBeLessThanOrEqual(1024 * targetKb);
  expect(bytes.length, label).toBeGreaterThan(0.5 * 1024 * targetKb);
  const { streams } = probeMedia(bytes);
  expect([streams.length, streams[0]?.nb_read_frames], label).toEqual([2, '75']);
}

it.skipIf(!isMeasured)('a target is met and made use of', async () => {
  await checkTarget('a.mp4', 100);
});

exhaustive.skipIf(!isMeasured)('targets of 60 and 200 KiB, in MP4, MOV, MKV and WebM, by both engines', async () => {
  for (const name of ['a.mp4', 'a.mov', 'a.mkv', 'a.webm'])
    for (const targetKb of [60, 200]) for (const isNative of [false, true]) await checkTarget(name, targetKb, isNative);
});

/** Mean difference of the decoded pictures, of 255. */
function difference(one: Buffer, other: Buffer): number {
  const [a, b] = [picturesOf(one), picturesOf(other)];
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

exhaustive.skipIf(!isMeasured)(
  'it is smaller and looks alike; size and rate are at most what is asked for',
  async () => {
    const short = FILM.replaceAll('d=3', 'd=1').replace('320x240', '160x120');
    const { file, report, bytes } = await compressedBy('a.mp4', {}, true, short);
    expect(bytes.length).toBe(report?.bytesAfter);
    expect(report?.savedPercent).toBeCloseTo(100 * (1 - bytes.length / file.bytes.length), 1);
    expect(report?.savedPercent).toBeGreaterThan(40);
    expect(difference(bytes, file.bytes)).toBeLessThan(6);
    const less = await compressedBy('a.mp4', { maxHeight: 61, maxFps: 10 }, true, short);
    const { width, height, nb_read_frames } = probeMedia(less.bytes).streams[0] ?? {};
    expect([width, height, nb_read_frames]).toEqual([80, 60, '10']);
  },
);

exhaustive.skipIf(!isMeasured)('what cannot be made smaller comes back as it was', async () => {
  const { file } = await compressedBy('a.mp4', {}, true, FILM.replaceAll('d=3', 'd=0.2'));
  const small = await runMedia(compress, { options: { crf: 51, audioBitrate: 16 }, files: [file] });
  const again = { name: 'a.mp4', bytes: small.files[0]?.bytes ?? Buffer.alloc(0) };
  const { files, data } = await runMedia(compress, { options: { crf: 0 }, files: [again] });
  expect(files[0]?.bytes.equals(again.bytes)).toBe(true);
  expect(data).toMatchObject({
    files: [{ copied: true, savedPercent: 0, warnings: [expect.stringMatching(/^Nothing/)] }],
  });
});

it.skipIf(!isMeasured)(
  'an upload that is returned is reported as ffprobe reads it, not as its head claims',
  async () => {
    const { bytes } = makeMedia(
      'a.mp4',
      '-f lavfi -i testsrc2=s=64x48:r=5:d=0.4 -c:v libx264 -crf 51 -pix_fmt yuv420p',
    );
    // Width of the sample entry, ISO/IEC 14496-12, 12.1.3; the pictures themselves keep theirs.
    bytes.writeUInt16BE(640, bytes.indexOf('avc1', bytes.indexOf('stsd')) + 28);
    const { files, data } = await runMedia(compress, { options: { crf: 0 }, files: [{ name: 'a.mp4', bytes }] }, true);
    expect(files[0]?.bytes.equals(bytes)).toBe(true);
    const { width, height } = probeMedia(bytes).streams[0] ?? {};
    expect(width).toBe(64);
    expect(data).toMatchObject({ files: [{ copied: true, width, height }] });
  },
);

it.skipIf(!isMeasured)('sound of few bits per second is not given more', async () => {
  const film = makeMedia(
    'a.mp4',
    `${FILM.replaceAll('d=3', 'd=1').replace('320x240', '64x48')} -c:v libx264 -crf 5 -c:a aac -b:a 24k`,
  );
  const { files } = await runMedia(compress, { options: { audioBitrate: 192 }, files: [film] });
  const { streams } = probeMedia(files[0]?.bytes ?? Buffer.alloc(0)) as { streams: readonly { bit_rate?: string }[] };
  expect(Number(streams[1]?.bit_rate)).toBeLessThan(40_000);
});
