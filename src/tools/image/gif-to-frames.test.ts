import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { largestDifference, rgbaOf } from '../../testing/pictures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import gifMaker from './gif-maker.js';
import tool from './gif-to-frames.js';

const hasMagick = hasProgram('convert', ['-version'], 'frames of GIF beside ImageMagick -coalesce');
const hasApngdis = hasProgram('sh', ['-c', 'command -v apngdis'], 'frames of animated PNG beside apngdis');
const hasGifsicle = hasProgram('gifsicle', ['--version'], 'a GIF of 1,200 frames');
const hasWebp = hasProgram('webpmux', ['-version'], 'frames of animated WebP beside webpmux');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gif-to-frames-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Report {
  readonly files: readonly {
    readonly name: string;
    readonly frames?: number;
    readonly error?: string;
    readonly extracted?: readonly { readonly frame: number; readonly startMs: number; readonly delayMs: number }[];
  }[];
}

async function framesOf(name: string, bytes: Uint8Array, options: Readonly<Record<string, unknown>> = {}) {
  const answer = await runTool(tool, { files: [{ name, bytes }], options });
  expect(answer.message).toBeUndefined();
  return { files: answer.files, report: (answer.data as Report).files[0]! };
}

/** What is seen: where nothing is, the colour says nothing. */
const seen = ({ data }: { readonly data: Uint8Array }): number[] =>
  Array.from(data, (value, i) => (data[4 * (i >> 2) + 3] === 0 ? 0 : value));

/** A GIF of parts at places, each put away in its own way, with colours that can be seen through. */
function patchedGif(seed: number): Buffer {
  const chance = chanceOf(seed);
  const args = ['-size', '64x48', 'xc:none', '-loop', '0'];
  const count = 4 + chance(6);
  for (let i = 0; i < count; i++) {
    const [width, height] = [4 + chance(40), 4 + chance(30)];
    const colour = `rgb(${chance(256)},${chance(256)},${chance(256)})`;
    const way = ['None', 'Background', 'Previous'][chance(3)] ?? 'None';
    args.push('-delay', String(2 + chance(30)), '-dispose', way);
    args.push('(', '-size', `${width}x${height}`, `xc:${colour}`, '-fill', 'none', '-draw');
    args.push(
      `color ${chance(width)},${chance(height)} point`,
      '-repage',
      `64x48+${chance(64 - width)}+${chance(48 - height)}`,
      ')',
    );
  }
  const path = join(folder, 'patched.gif');
  runProgram('convert', [...args.slice(0, 3), '-delay', '10', '-dispose', 'None', ...args.slice(3), path]);
  return readFileSync(path);
}

describe('gif-to-frames', () => {
  inRounds.skipIf(!hasMagick)(
    'gives the frames of ImageMagick -coalesce, with their times',
    [1, 12],
    async (rounds) => {
      let compared = 0;
      for (let seed = 1; seed <= rounds; seed++) {
        const gif = patchedGif(seed);
        const path = join(folder, 'patched.gif');
        runProgram('convert', [path, '-coalesce', join(folder, `coalesced-${seed}-%03d.png`)]);
        const theirs = readdirSync(folder)
          .filter((name) => name.startsWith(`coalesced-${seed}-`))
          .sort();
        const { files, report } = await framesOf('patched.gif', gif);
        expect(files).toHaveLength(theirs.length);
        for (const [i, { bytes }] of files.entries()) {
          const [own, other] = [await rgbaOf(bytes), await rgbaOf(readFileSync(join(folder, theirs[i]!)))];
          expect([own.width, own.height]).toEqual([64, 48]);
          expect(largestDifference(seen(own), seen(other)), `GIF ${seed}, frame ${i + 1}`).toBe(0);
          compared += 1;
        }
        const delays = runProgram('identify', ['-format', '%T ', path]).toString().trim().split(' ').map(Number);
        expect(report.extracted?.map(({ delayMs }) => delayMs)).toEqual(delays.map((delay) => 10 * delay));
      }
      expect(compared).toBeGreaterThan(5 * rounds);
    },
  );

  it.skipIf(!hasApngdis)('gives the frames of apngdis', async () => {
    const bytes = readFixture('image/edit/dots.png');
    writeFileSync(join(folder, 'in.png'), bytes);
    runProgram('sh', ['-c', 'cd "$0" && apngdis in.png', folder]);
    const { files, report } = await framesOf('dots.png', bytes);
    expect(files).toHaveLength(4);
    for (const [i, file] of files.entries()) {
      const theirs = readFileSync(join(folder, `apngframe${i + 1}.png`));
      expect(largestDifference(seen(await rgbaOf(file.bytes)), seen(await rgbaOf(theirs)))).toBe(0);
      const [, part = 0, whole = 1] = (
        /delay=(\d+)\/(\d+)/.exec(readFileSync(join(folder, `apngframe${i + 1}.txt`), 'utf8')) ?? []
      ).map(Number);
      expect(report.extracted?.[i]?.delayMs).toBeCloseTo((1000 * part) / whole, 3);
    }
  });

  it.skipIf(!hasWebp)('has the frames and times that webpmux counts', async () => {
    const bytes = readFixture('image/edit/dots.webp');
    writeFileSync(join(folder, 'in.webp'), bytes);
    const info = runProgram('webpmux', ['-info', join(folder, 'in.webp')]).toString();
    const durations = [...info.matchAll(/^\s*\d+:\s+\d+\s+\d+\s+\w+\s+\d+\s+\d+\s+(\d+)/gm)].map(([, ms]) =>
      Number(ms),
    );
    const { report } = await framesOf('dots.webp', bytes);
    expect(durations).toHaveLength(4);
    expect(report.extracted?.map(({ delayMs }) => delayMs)).toEqual(durations);
    expect(report.extracted?.map(({ startMs }) => startMs)).toEqual([
      0,
      durations[0],
      durations[0]! + durations[1]!,
      durations[0]! + durations[1]! + durations[2]!,
    ]);
  });

  it('extracts the frames asked for, in that order', async () => {
    const gif = readFixture('image/edit/dots.gif');
    const numbers = async (options: Readonly<Record<string, unknown>>) =>
      (await framesOf('dots.gif', gif, options)).report.extracted?.map(({ frame }) => frame);
    expect(await numbers({ frames: '3,1-2' })).toEqual([3, 1, 2]);
    expect(await numbers({ frames: '2-', every: 2 })).toEqual([2, 4]);
    expect(await numbers({ frames: 'last' })).toEqual([4]);
    expect(await numbers({ every: 100 })).toEqual([1]);
  });

  it('writes the format asked for, over the background where it has no transparency', async () => {
    const gif = hasMagick ? patchedGif(3) : readFixture('image/edit/dots.gif');
    const png = await framesOf('a.gif', gif);
    const webp = await framesOf('a.gif', gif, { format: 'webp', quality: 100 });
    const jpg = await framesOf('a.gif', gif, { format: 'jpg', quality: 95, background: '#00ff00' });
    expect([png, webp, jpg].map(({ files }) => files[1]?.mime)).toEqual(['image/png', 'image/webp', 'image/jpeg']);
    const [clear, lossy, flat] = await Promise.all([png, webp, jpg].map(({ files }) => rgbaOf(files[1]!.bytes)));
    const over = Array.from(clear!.data, (value, i) =>
      clear!.data[4 * (i >> 2) + 3] === 0 ? [0, 255, 0, 255][i % 4]! : value,
    );
    expect(meanDifference(flat!.data, over)).toBeLessThan(4);
    expect(meanDifference(seen(lossy!), seen(clear!))).toBeLessThan(3);
    const small = await framesOf('a.gif', gif, { format: 'jpg', quality: 5 });
    expect(small.files[1]!.bytes.length).toBeLessThan(jpg.files[1]!.bytes.length);
  });

  it('is the inverse of gif-maker', async () => {
    const { files } = await framesOf('dots.png', readFixture('image/edit/dots.png'));
    const made = await runTool(gifMaker, { files, options: { format: 'apng', delay: 70 } });
    const again = await framesOf('made.png', made.files[0]!.bytes);
    for (const [i, { bytes }] of again.files.entries())
      expect(seen(await rgbaOf(bytes))).toEqual(seen(await rgbaOf(files[i]!.bytes)));
    expect(again.report.extracted?.map(({ delayMs }) => delayMs)).toEqual([70, 70, 70, 70]);
  });

  it('goes on where one file is damaged, and tells names that are alike apart', async () => {
    const dots = readFixture('image/edit/dots.gif');
    const files = [
      { name: 'a.gif', bytes: dots },
      { name: 'cut.gif', bytes: dots.subarray(0, 30) },
      { name: 'a.webp', bytes: dots },
    ];
    const { data, files: outputs } = await runTool(tool, { files, options: { frames: '1' } });
    expect((data as Report).files.map(({ error }) => error === undefined)).toEqual([true, false, true]);
    expect(outputs.map(({ name }) => name)).toEqual(['a-1.png', 'a-1 (2).png']);
  });

  it.skipIf(!hasGifsicle)('refuses more images than a run gives', async () => {
    const [dots, long] = [join(folder, 'dots.gif'), join(folder, 'long.gif')];
    writeFileSync(dots, readFixture('image/edit/dots.gif'));
    runProgram('gifsicle', ['--no-warnings', dots, ...Array.from({ length: 1200 }, (_, i) => `#${i % 4}`), '-o', long]);
    const bytes = readFileSync(long);
    const { code, message } = await runTool(tool, { files: [{ name: 'long.gif', bytes }] });
    expect([code, message]).toEqual([
      'LIMIT_EXCEEDED',
      'The run up to "long.gif" would give 1200 images, the limit is 1000',
    ]);
    expect((await framesOf('long.gif', bytes, { every: 12 })).files).toHaveLength(100);
  });
});
