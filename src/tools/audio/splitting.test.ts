import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readPartStarts } from '../../lib/audio/track-list.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { firstDifference, hasMediaPrograms, makeMedia, probeMedia, runMedia, samplesOf } from '../../testing/media.js';
import { runProgram } from '../../testing/programs.js';
import type { RunToolRequest } from '../../testing/run-tool.js';
import split from './split-audio.js';

const isMeasured = hasMediaPrograms('splits beside FFmpeg');

const NOISE = '-f lavfi -i anoisesrc=r=44100:a=0.3:d=5:seed=9 -ac 2';

/** Of what is compared sample by sample, in stereo. */
const RATE = 16_000;

interface Told {
  readonly files: readonly {
    readonly parts: readonly {
      readonly name: string;
      readonly title?: string;
      readonly start: number;
      readonly end: number;
    }[];
    readonly warnings: readonly string[];
  }[];
}

async function run(request: RunToolRequest, isNative?: boolean) {
  const answer = await runMedia(split, request, isNative);
  expect(answer.status, answer.message).toBe(200);
  const { parts, warnings } = (answer.data as Told).files[0]!;
  expect(parts.map(({ name }) => name)).toEqual(answer.files.map(({ name }) => name));
  return { parts, warnings, files: answer.files };
}

/** The parts' samples are those of the upload, one after another, and the cuts at the samples asked for. */
async function checkSamples(name: string, options: object, cuts: readonly number[], isNative?: boolean): Promise<void> {
  const file = makeMedia(name, `${NOISE} -ar ${RATE} -c:a ${name.endsWith('.wav') ? 'pcm_s16le' : 'flac'}`);
  const { files } = await run({ files: [file], options: { ...options } }, isNative);
  const parts = files.map(({ bytes }) => samplesOf(bytes));
  const lengths = parts.map(({ length }) => length / 2);
  const ends = [...cuts, 5].map((seconds) => Math.round(seconds * RATE));
  expect(lengths).toEqual(ends.map((end, at) => end - (ends[at - 1] ?? 0)));
  expect(firstDifference(Float32Array.from(parts.flatMap((part) => [...part])), samplesOf(file.bytes))).toBe(-1);
}

/** The checksums of a file's packets of sound. */
function packetsOf(bytes: Uint8Array): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'split-test-'));
  try {
    writeFileSync(join(folder, 'file'), bytes);
    const args = ['-v', 'error', '-i', join(folder, 'file'), '-map', '0:a:0', '-c', 'copy', '-f', 'framemd5', 'pipe:1'];
    const lines = runProgram('/usr/bin/ffmpeg', args).toString().split('\n');
    return lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',')[5]?.trim() ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(!isMeasured)('split-audio beside FFmpeg', () => {
  it('cuts FLAC at the samples asked for, and loses none', () =>
    checkSamples('a.flac', { by: 'times', times: '0.5, 1:00.25'.replace('1:00.25', '0:03.25') }, [0.5, 3.25]));

  exhaustive('random times, equal parts and lengths of WAV and FLAC, both engines', async () => {
    const chance = chanceOf(12);
    for (let round = 0; round < 12; round++) {
      const name = round % 2 === 0 ? 'a.wav' : 'a.flac';
      const cuts = [...new Set(Array.from({ length: 1 + chance(6) }, () => 1 + chance(4998)))].sort((a, b) => a - b);
      const seconds = cuts.map((ms) => ms / 1000);
      await checkSamples(name, { by: 'times', times: seconds.join('; ') }, seconds, round % 3 === 0);
      const count = 2 + chance(9);
      const equal = Array.from({ length: count - 1 }, (_, at) => ((at + 1) * 5) / count);
      await checkSamples(name, { parts: count }, equal, round % 3 === 1);
    }
    await checkSamples('a.wav', { by: 'length', seconds: 1.7 }, [1.7, 3.4], false);
  });

  exhaustive('a hundred parts of MP3, both engines', async () => {
    for (const isNative of [false, true]) {
      const { files } = await run({ files: [makeMedia('a.mp3', NOISE)], options: { parts: 100 } }, isNative);
      expect(files).toHaveLength(100);
    }
  });

  exhaustive('copies each packet of MP3 into exactly one part', async () => {
    const file = makeMedia('a.mp3', NOISE);
    const { files } = await run({ files: [file], options: { by: 'length', seconds: 2, exact: false } });
    expect(files).toHaveLength(3);
    expect(files.flatMap(({ bytes }) => packetsOf(bytes))).toEqual(packetsOf(file.bytes));
    expect(Math.abs(Number(probeMedia(files[0]!.bytes).format.duration) - 2)).toBeLessThan(0.06);
  });

  exhaustive('copies no parts that may have no packet, and pauses as short go with the part before', async () => {
    const file = makeMedia('a.flac', NOISE);
    const short = { by: 'times', times: '1, 1.01, 3', exact: false };
    expect((await runMedia(split, { files: [file], options: short })).message).toBe(
      'Option "exact" must be true for parts shorter than 0.5 s, got one of 0.010 s at 1.000 s',
    );
    const last = await run({ files: [file], options: { by: 'times', times: '1, 4.99', exact: false } });
    expect(last.files.flatMap(({ bytes }) => packetsOf(bytes))).toEqual(packetsOf(file.bytes));
    const pauses = `-f lavfi -i aevalsrc=exprs=0.5*sin(2*PI*440*t)*(lt(t\\,1)+between(t\\,1.1\\,2)+gt(t\\,3)):s=44100:d=4`;
    const paused = makeMedia('p.wav', pauses);
    const options = { by: 'silence', minSilence: 0.05, minPart: 0.5, keepSilence: false, exact: false };
    const { files } = await run({ files: [paused], options });
    // The pause of a tenth of a second stays, that of a second goes, but for a packet at each end.
    const left = files.map(({ bytes }) => samplesOf(bytes).length / 44_100);
    expect(left).toHaveLength(3);
    for (const [at, seconds] of [1.1, 0.9, 1].entries()) expect(Math.abs(left[at]! - seconds)).toBeLessThan(0.05);
  });

  exhaustive('copies M4A, Ogg, Opus and FLAC packet by packet, both engines', async () => {
    for (const name of ['a.m4a', 'a.ogg', 'a.opus', 'a.flac'])
      for (const isNative of [false, true]) {
        const file = makeMedia(name, `${NOISE} -ar 48000`);
        const { files } = await run(
          { files: [file], options: { by: 'times', times: '1.5, 3', exact: false } },
          isNative,
        );
        expect(files.map((part) => part.name)).toEqual([1, 2, 3].map((at) => `a-0${at}${name.slice(1)}`));
        expect(
          files.flatMap(({ bytes }) => packetsOf(bytes)),
          name,
        ).toEqual(packetsOf(file.bytes));
      }
  });

  /** Tones of 1.5, 0.3, 2 and 1.5 s with pauses of 0.8, 0.6 and 1 s between them. */
  const paused = () =>
    makeMedia(
      'p.wav',
      `-f lavfi -i aevalsrc=exprs=0.5*sin(2*PI*440*t)*(lt(t\\,1.5)+between(t\\,2.3\\,2.6)+between(t\\,3.2\\,5.2)+gt(t\\,6.2)):s=16000:d=7.7`,
    );

  exhaustive('cuts in the middle of pauses; short parts stay with the next', async () => {
    const { parts } = await run({ files: [paused()], options: { by: 'silence' } });
    const wanted = [0, 1.9, 5.7];
    for (const [at, start] of wanted.entries()) expect(Math.abs(parts[at]!.start - start)).toBeLessThan(0.02);
    expect(parts).toHaveLength(3);
  });

  exhaustive(
    'splits at fewer or more pauses by their length, level and the shortest part, and drops them',
    async () => {
      const file = paused();
      const count = async (options: object) =>
        (await run({ files: [file], options: { by: 'silence', ...options } })).parts.length;
      expect(await count({ minPart: 0 })).toBe(4);
      expect(await count({ minSilence: 0.9 })).toBe(2);
      expect(await count({ levelDb: -10, minPart: 0, minSilence: 0.7 })).toBe(3);
      const { parts, files } = await run({
        files: [file],
        options: { by: 'silence', keepSilence: false, minPart: 0, format: 'flac' },
      });
      const lengths = files.map(({ bytes }) => samplesOf(bytes).length / 16_000);
      for (const [at, wanted] of [1.5, 0.3, 2, 1.5].entries())
        expect(Math.abs(lengths[at]! - wanted)).toBeLessThan(0.02);
      expect(parts.map(({ end, start }) => Math.round((end - start) * 10) / 10)).toEqual([1.5, 0.3, 2, 1.5]);
    },
  );

  exhaustive('says that there is nowhere to split', async () => {
    const { parts, warnings } = await run({
      files: [makeMedia('s.wav', '-f lavfi -i sine=d=1')],
      options: { by: 'silence' },
    });
    expect([parts.length, warnings]).toEqual([1, ['The recording is one part: there is nowhere to split it']]);
  });

  exhaustive('counts the samples of recordings that do not say how long they are', async () => {
    const live = makeMedia('live.webm', `${NOISE} -ar 48000 -c:a libopus -f webm -live 1`);
    expect(probeMedia(live.bytes).format.duration).toBeUndefined();
    for (const file of [live, makeMedia('a.aac', NOISE)])
      for (const isNative of [false, true]) {
        const { parts, files } = await run({ files: [file], options: { parts: 2, format: 'wav' } }, isNative);
        const lengths = files.map(({ bytes }) => samplesOf(bytes).length);
        expect(Math.abs((lengths[0] ?? 0) - (lengths[1] ?? 0)), file.name).toBeLessThanOrEqual(2);
        expect(Math.abs((parts[1]?.end ?? 0) - 5)).toBeLessThan(0.06);
      }
  });

  exhaustive('splits at chapters, with their titles in names and tags', async () => {
    const chapters =
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=Part A/1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=2000\nEND=5000\ntitle=Näch:ste\n';
    const data = `data:text/plain;base64,${Buffer.from(chapters).toString('base64')}`;
    const file = makeMedia(
      'b.m4a',
      `${NOISE.replace('-ac 2', '')} -f ffmetadata -i ${data} -map 0 -map_metadata 1 -ac 2`,
    );
    const { files } = await run({ files: [file], options: { by: 'chapters', format: 'mp3', bitrate: 64 } });
    expect(files.map(({ name }) => name)).toEqual(['01 Part A_1.mp3', '02 Näch_ste.mp3']);
    const { format, chapters: left } = probeMedia(files[1]!.bytes);
    expect([format.tags?.title, format.tags?.track, left]).toEqual(['Näch:ste', '2/2', []]);
    expect(Math.abs(Number(format.duration) - 3)).toBeLessThan(0.06);
  });
});

describe('starts of parts', () => {
  const read = (text: string) => readPartStarts(text, Number).map(({ start, title }) => [start, title]);

  it.each([
    [
      '1.5, 4; 90',
      [
        [1.5, undefined],
        [4, undefined],
        [90, undefined],
      ],
    ],
    [
      '0:00 Intro\n3:45 Song two\n1:02:03 Last one (live)',
      [
        [0, 'Intro'],
        [225, 'Song two'],
        [3723, 'Last one (live)'],
      ],
    ],
    [
      '1. Opening 0:00\n2. Middle - 12:30\n\n3) End [59:59]',
      [
        [0, 'Opening'],
        [750, 'Middle'],
        [3599, 'End'],
      ],
    ],
    [
      '[00:00:00] A\n[00:01:00.5] B',
      [
        [0, 'A'],
        [60.5, 'B'],
      ],
    ],
    [
      '0:00 - 1:00 First\n1:00 - 2:30 Second',
      [
        [0, 'First'],
        [60, 'Second'],
      ],
    ],
    [
      '00:00 - Boléro\n02:00 – 99 Luftballons',
      [
        [0, 'Boléro'],
        [120, '99 Luftballons'],
      ],
    ],
  ] as const)('%j', (text, wanted) => {
    expect(read(text)).toEqual(wanted);
  });

  it('a CUE sheet: titles of tracks, not of the album; 75 frames a second', () => {
    const sheet =
      'PERFORMER "X"\r\nTITLE "Album"\r\nFILE "a.wav" WAVE\r\n  TRACK 01 AUDIO\r\n    TITLE "One"\r\n    INDEX 01 00:00:00\r\n  TRACK 02 AUDIO\r\n    TITLE "Two ""2"""\r\n    INDEX 00 03:10:00\r\n    INDEX 01 03:12:15\r\n';
    expect(read(sheet)).toEqual([
      [0, 'One'],
      [192.2, 'Two ""2""'],
    ]);
    expect(() => read(`${sheet}FILE "b.wav" WAVE\r\n`)).toThrow('line 11: the CUE sheet must be of one file');
    expect(() => read(sheet.replace('03:12:15', '03:12:99'))).toThrow('line 10: INDEX 01 must have a time');
  });

  it('refuses lines without a time and times that go back', () => {
    expect(() => read('0:00 A\nBonus track')).toThrow('line 2: it has no time such as 3:45, got "Bonus track"');
    expect(() => read('0:10 A\n0:10 B')).toThrow(
      "times must go up, each part's start after the one before, got 10 s after 10 s",
    );
  });
});
