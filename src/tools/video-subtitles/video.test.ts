import { expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import {
  hasMediaPrograms,
  madeBy,
  makeMedia,
  picturesOf,
  probeMedia,
  runMedia,
  samplesOf,
} from '../../testing/media.js';
import { runProgram } from '../../testing/programs.js';
import mute from './mute-video.js';
import resize from './resize-video.js';
import rotate from './rotate-video.js';
import trim from './trim-video.js';

const isMeasured = hasMediaPrograms('films beside FFmpeg');

/** Each picture a grey of its own, so that it can be told which one it is; and a tone. */
const COUNTED =
  '-f lavfi -i color=black:s=64x48:r=25:d=4,geq=lum=16+2*N:cb=128:cr=128 -f lavfi -i sine=d=4:sample_rate=48000 -g 10 -bf 2 -pix_fmt yuv420p';

const packetsOf = (bytes: Uint8Array): string[] =>
  runProgram(
    '/usr/bin/ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-map', '0:v:0', '-c', 'copy', '-bsf:v', 'null', '-f', 'framemd5', 'pipe:1'],
    bytes,
  )
    .toString()
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',')[5]?.trim() ?? '');

const coded = (name: string): string => (name.endsWith('.webm') ? '-c:v libvpx -c:a libopus' : '-c:a aac');

/** The number of each picture, by its grey. */
const numbersOf = (bytes: Uint8Array): number[] => {
  const pictures = picturesOf(bytes, '-vf scale=1:1:flags=area');
  return Array.from({ length: pictures.length / 3 }, (_, i) => Math.round((pictures[3 * i] ?? 0) / 2.328));
};

async function checkCut(name: string, start: number, end: number, isNative: boolean): Promise<void> {
  const file = makeMedia(name, `${COUNTED} ${coded(name)}`);
  const made = await madeBy(
    trim,
    { options: { start: String(start), end: String(end), crf: 10 }, files: [file] },
    isNative,
  );
  const wanted = numbersOf(file.bytes).slice(Math.round(start * 25), Math.round(end * 25));
  const found = numbersOf(made);
  expect(found.length, name).toBe(wanted.length);
  for (const [i, number] of found.entries())
    expect(Math.abs(number - (wanted[i] ?? 0)), `${name} picture ${i}`).toBeLessThanOrEqual(1);
  expect(Math.abs(samplesOf(made).length / 48_000 - (end - start)), name).toBeLessThan(0.05);
}

it.skipIf(!isMeasured)('exact cuts are the pictures between two times', async () => {
  await checkCut('a.mp4', 1.2, 2.6, true);
});

exhaustive.skipIf(!isMeasured)('exact cuts of every container, both engines', async () => {
  for (const name of ['a.mp4', 'a.mkv', 'a.webm', 'a.mov', 'a.avi'])
    for (const isNative of [false, true]) await checkCut(name, 0.4, 3.2, isNative);
});

exhaustive.skipIf(!isMeasured)('parts are joined, copies have the packets of the upload', async () => {
  const file = makeMedia('a.mp4', `${COUNTED} ${coded('a.mp4')}`);
  const joined = await madeBy(trim, { options: { ranges: '0-0.4, 2-3', crf: 10 }, files: [file] }, true);
  expect(numbersOf(joined)).toHaveLength(35);
  const { files, data } = await runMedia(
    trim,
    { options: { start: '0.8', end: '2', exact: false }, files: [file] },
    true,
  );
  const packets = packetsOf(files[0]?.bytes ?? Buffer.alloc(0));
  const all = packetsOf(file.bytes);
  const from = all.indexOf(packets[0] ?? '');
  expect(from).toBeGreaterThanOrEqual(0);
  expect(packets).toEqual(all.slice(from, from + packets.length));
  expect(data).toMatchObject({ files: [{ copied: true }] });
});

async function checkSound(
  name: string,
  action: 'remove' | 'replace' | 'mix' | 'volume',
  isNative: boolean,
): Promise<void> {
  const film = makeMedia(name, `${COUNTED} ${coded(name)}`);
  const music = makeMedia('b.wav', '-f lavfi -i sine=d=1:frequency=900:sample_rate=48000');
  const files = action === 'replace' || action === 'mix' ? [film, music] : [film];
  const made = await madeBy(
    mute,
    { options: { action, loop: action === 'replace', volume: action === 'volume' ? 2 : 1 }, files },
    isNative,
  );
  expect(packetsOf(made), `${name} ${action}`).toEqual(packetsOf(film.bytes));
  const { streams } = probeMedia(made);
  expect(streams.filter(({ codec_type }) => codec_type === 'audio').length).toBe(action === 'remove' ? 0 : 1);
  if (action === 'remove') return;
  const [before, after] = [samplesOf(film.bytes), samplesOf(made)];
  expect(Math.abs(after.length / 48_000 - 4), `${name} ${action}`).toBeLessThan(0.1);
  const level = (samples: Float32Array): number =>
    Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  if (action === 'volume') expect(level(after) / level(before)).toBeCloseTo(2, 0);
}

exhaustive.skipIf(!isMeasured)('the sound changes, the pictures do not', async () => {
  await checkSound('a.mp4', 'remove', false);
  await checkSound('a.mp4', 'replace', true);
});

exhaustive.skipIf(!isMeasured)('every action and container, both engines', async () => {
  for (const name of ['a.mp4', 'a.mkv', 'a.webm', 'a.avi'])
    for (const action of ['remove', 'replace', 'mix', 'volume'] as const)
      for (const isNative of [false, true]) await checkSound(name, action, isNative);
});

/** Red, green, blue and white quarters, in reading order. */
const QUARTERS =
  '-f lavfi -i color=red:s=64x32:r=5:d=1 -f lavfi -i color=lime:s=64x32:r=5:d=1 -f lavfi -i color=blue:s=64x32:r=5:d=1 -f lavfi -i color=white:s=64x32:r=5:d=1 -filter_complex [0][1]hstack[a];[2][3]hstack[b];[a][b]vstack -pix_fmt yuv444p -c:v libx264 -crf 5';

/** The names of four points of the first picture, in reading order. */
function quartersOf(bytes: Uint8Array): string {
  const { width = 0, height = 0 } = probeMedia(bytes).streams.find(({ codec_type }) => codec_type === 'video') ?? {};
  const picture = picturesOf(bytes, '-frames:v 1');
  const at = (x: number, y: number): string => {
    const i = 3 * (Math.floor(y * height) * width + Math.floor(x * width));
    const [red = 0, green = 0, blue = 0] = picture.subarray(i, i + 3);
    if (red > 128 && green > 128 && blue > 128) return 'w';
    return red > 128 ? 'r' : green > 128 ? 'g' : blue > 128 ? 'b' : '-';
  };
  return at(0.25, 0.25) + at(0.75, 0.25) + at(0.25, 0.75) + at(0.75, 0.75);
}

const TURNED = [
  [90, 'none', 'brwg'],
  [180, 'none', 'wbgr'],
  [270, 'none', 'gwrb'],
  [-90, 'none', 'gwrb'],
  [0, 'horizontal', 'grwb'],
  [0, 'vertical', 'bwrg'],
] as const;

async function checkTurn([angle, flip, wanted]: (typeof TURNED)[number], isNative: boolean): Promise<void> {
  const made = await madeBy(rotate, { options: { angle, flip }, files: [makeMedia('a.mp4', QUARTERS)] }, isNative);
  expect(quartersOf(made), `${angle} ${flip}`).toBe(wanted);
}

exhaustive.skipIf(!isMeasured)('turns put colours where they belong', async () => {
  await checkTurn(TURNED[0], false);
  const told = await madeBy(rotate, { options: { metadataOnly: true }, files: [makeMedia('a.mp4', QUARTERS)] }, true);
  expect(probeMedia(told).streams[0]?.side_data_list?.[0]?.rotation).toBe(-90);
});

exhaustive.skipIf(!isMeasured)(
  'every turn and flip, both engines; a turn that players are told, then made',
  async () => {
    for (const row of TURNED) for (const isNative of [false, true]) await checkTurn(row, isNative);
    for (const isNative of [false, true]) {
      const told = await madeBy(
        rotate,
        { options: { metadataOnly: true }, files: [makeMedia('a.mp4', QUARTERS)] },
        isNative,
      );
      const made = await madeBy(rotate, { options: { angle: 180 }, files: [{ name: 'a.mp4', bytes: told }] }, isNative);
      expect(quartersOf(made)).toBe('gwrb');
    }
  },
);

const SIZES = [
  [{ width: 64 }, [64, 32]],
  [{ height: 50 }, [100, 50]],
  [{ width: 100, height: 100 }, [100, 100]],
  [{ ratio: '9:16', width: 90, fit: 'blur' }, [90, 160]],
  [{ ratio: '1:1', fit: 'cover' }, [128, 128]],
  [{ width: 51, height: 31, fit: 'stretch' }, [52, 32]],
] as const;

it.skipIf(!isMeasured)('sizes are what is asked for, bars have their colour', async () => {
  const file = makeMedia('a.mp4', QUARTERS);
  const made = await madeBy(resize, { options: { width: 100, height: 100, background: '#00ff00' }, files: [file] });
  const { width, height, nb_read_frames } = probeMedia(made).streams[0] ?? {};
  expect([width, height, nb_read_frames]).toEqual([100, 100, '5']);
  const top = picturesOf(made, '-frames:v 1').subarray(150, 153);
  expect([(top[0] ?? 255) < 40, (top[1] ?? 0) > 210, (top[2] ?? 255) < 40]).toEqual([true, true, true]);
});

exhaustive.skipIf(!isMeasured)('sizes of every fit, both engines', async () => {
  const file = makeMedia('a.mp4', QUARTERS);
  for (const [options, size] of SIZES)
    for (const isNative of [false, true]) {
      const { width, height, nb_read_frames } =
        probeMedia(await madeBy(resize, { options, files: [file] }, isNative)).streams[0] ?? {};
      expect([width, height, nb_read_frames], JSON.stringify(options)).toEqual([...size, '5']);
    }
});

exhaustive.skipIf(!isMeasured)('what cannot be coded in time is refused before', async () => {
  const long = makeMedia('a.mp4', '-f lavfi -i color=s=640x360:r=25:d=100 -c:v libx264 -preset ultrafast');
  const { status, message } = await runMedia(rotate, { files: [long] }, false);
  expect([status, message]).toEqual([
    413,
    'Video must have at most 400 megapixels in all (width × height × pictures), got 576',
  ]);
});
