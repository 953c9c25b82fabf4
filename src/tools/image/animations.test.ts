import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { largestDifference, pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import gifEditor from './gif-editor.js';
import gifMaker from './gif-maker.js';

const hasGifsicle = hasProgram('gifsicle', ['--version'], 'gif-maker and gif-editor against gifsicle');
const hasApngdis = hasProgram('sh', ['-c', 'command -v apngdis'], 'animated PNG against apngdis');
const hasWebpinfo = hasProgram('webpinfo', ['-version'], 'animated WebP against webpinfo');

const COLOURS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
];
const flat = await Promise.all(
  COLOURS.map(async (colour, i) => ({ name: `${i}.png`, bytes: await pngOf(12, 8, () => colour) })),
);
const dots = (format: string) => ({ name: `dots.${format}`, bytes: readFixture(`image/edit/dots.${format}`) });

async function run(
  tool: Tool,
  files: readonly { name: string; bytes: Uint8Array }[],
  options: object,
): Promise<ClientAnswer> {
  const answer = await runTool(tool, { files, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return answer;
}
const make = async (options: object, files = flat): Promise<Buffer> =>
  (await run(gifMaker, files, options)).files[0]!.bytes;
const edit = async (options: object, format = 'gif'): Promise<Buffer> =>
  (await run(gifEditor, [dots(format)], options)).files[0]!.bytes;

/** What gifsicle says of a GIF. */
function gifsicle(bytes: Uint8Array) {
  const text = runOnFiles('gifsicle', ['--info', 'in.gif'], { 'in.gif': bytes }).toString();
  return {
    frames: Number(/(\d+) images?/.exec(text)?.[1]),
    size: /logical screen (\S+)/.exec(text)?.[1],
    delays: [...text.matchAll(/delay ([\d.]+)s/g)].map(([, delay]) => Math.round(1000 * Number(delay))),
    loop: /loop forever/.test(text) ? 0 : Number(/loop count (\d+)/.exec(text)?.[1] ?? 0) + 1,
  };
}

/** The colour in the middle of every frame. */
async function middles(bytes: Uint8Array, height: number): Promise<number[][]> {
  const { width, height: all, data } = await rgbaOf(bytes);
  return Array.from({ length: all / height }, (_, i) => [
    ...data.subarray(4 * ((i * height + (height >> 1)) * width + (width >> 1))).subarray(0, 3),
  ]);
}

describe('gif-maker', () => {
  it.skipIf(!hasGifsicle)('writes frames, size, times and repetitions as gifsicle reads them', async () => {
    expect(gifsicle(await make({ delay: 120, loop: 0 }))).toEqual({
      frames: 4,
      size: '12x8',
      delays: [120, 120, 120, 120],
      loop: 0,
    });
    expect(gifsicle(await make({ delay: 1500, loop: 5, width: 24 }))).toMatchObject({ size: '24x16', loop: 5 });
    expect(gifsicle(await make({ loop: 1 }))).toMatchObject({ frames: 4, loop: 1 });
  });

  it.each(['gif', 'webp', 'apng'])('shows pictures in order, backwards, and there and back as %s', async (format) => {
    const [red, green, blue, yellow] = COLOURS as [number[], number[], number[], number[]];
    const near = (found: number[][], expected: number[][]): void => {
      expect(found.length).toBe(expected.length);
      // WebP is lossy here.
      expect(largestDifference(found.flat(), expected.flat())).toBeLessThan(6);
    };
    near(await frameColours({ format, quality: 100 }), [red, green, blue, yellow]);
    near(await frameColours({ format, quality: 100, reverse: true }), [yellow, blue, green, red]);
    near(await frameColours({ format, quality: 100, boomerang: true }), [red, green, blue, yellow, blue, green]);
  });

  async function frameColours(options: {
    readonly format: string;
    readonly [name: string]: unknown;
  }): Promise<number[][]> {
    const bytes = await make(options);
    // A decoder of still pictures sees one frame of an animated PNG: the editor turns it to WebP without loss of order.
    const readable =
      options.format === 'apng'
        ? (await run(gifEditor, [{ name: 'a.png', bytes }], { format: 'webp', quality: 100 })).files[0]!.bytes
        : bytes;
    return await middles(readable, 8);
  }

  it.skipIf(!hasApngdis)('writes animated PNG that apngdis takes apart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'apng-test-'));
    try {
      writeFileSync(join(folder, 'in.png'), await make({ format: 'apng', boomerang: true, delay: 250 }));
      runProgram('sh', ['-c', 'cd "$0" && apngdis in.png', folder]);
      const expected = [0, 1, 2, 3, 2, 1];
      for (const [i, picture] of expected.entries()) {
        const path = join(folder, `apngframe${i + 1}.png`);
        expect((await rgbaOf(readFileSync(path))).data).toEqual((await rgbaOf(flat[picture]!.bytes)).data);
        expect(readFileSync(join(folder, `apngframe${i + 1}.txt`), 'utf8')).toContain('delay=250/1000');
      }
      expect(existsSync(join(folder, 'apngframe7.png'))).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.skipIf(!hasWebpinfo)('writes WebP that webpinfo accepts', async () => {
    const text = runOnFiles('webpinfo', ['in.webp'], { 'in.webp': await make({ format: 'webp', loop: 4 }) }).toString();
    expect([...text.matchAll(/Duration: (\d+)/g)].map(([, delay]) => delay)).toEqual(['200', '200', '200', '200']);
    expect(text).toMatch(/Loop count\s*: 4/);
  });

  it('fits pictures of other proportions', async () => {
    const files = [flat[0]!, { name: 'high.png', bytes: await pngOf(8, 16, () => [0, 0, 255]) }];
    const corners = async (fit: string): Promise<number[]> => {
      const { width, data } = await rgbaOf(await make({ fit, background: '#00ff00' }, files));
      return [...data.subarray(4 * width * 8, 4 * width * 8 + 3)];
    };
    expect(await corners('contain')).toEqual([0, 255, 0]);
    expect(await corners('cover')).toEqual([0, 0, 255]);
    expect(await corners('fill')).toEqual([0, 0, 255]);
  });

  it('takes all frames of an animation, and no more than the limit', async () => {
    const bytes = await make({ boomerang: true }, [dots('webp'), dots('gif')]);
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(14);
  });
});

describe('gif-editor', () => {
  it.skipIf(!hasGifsicle)('does what gifsicle sees', async () => {
    expect(gifsicle(await edit({}))).toEqual({ frames: 4, size: '40x30', delays: [100, 200, 100, 50], loop: 3 });
    expect(gifsicle(await edit({ reverse: true })).delays).toEqual([50, 100, 200, 100]);
    expect(gifsicle(await edit({ frames: '2-3' })).delays).toEqual([200, 100]);
    expect(gifsicle(await edit({ every: 2 })).delays).toEqual([300, 150]);
    expect(gifsicle(await edit({ speed: 0.5 })).delays).toEqual([200, 400, 200, 100]);
    expect(gifsicle(await edit({ speed: 20 })).delays).toEqual([20, 20, 20, 20]);
    expect(gifsicle(await edit({ loop: 0, width: 20 }))).toMatchObject({ size: '20x15', loop: 0 });
  });

  it('keeps pixels of frames that are chosen', async () => {
    const before = (await rgbaOf(dots('gif').bytes)).data;
    const after = (await rgbaOf(await edit({ frames: '4,1' }))).data;
    const frame = 4 * 40 * 30;
    // The palette of a GIF is made anew.
    const expected = Buffer.concat([before.subarray(3 * frame), before.subarray(0, frame)]);
    expect(largestDifference(after, expected)).toBeLessThanOrEqual(1);
  });

  it.each(['webp', 'apng'])('goes from GIF to %s and back', async (format) => {
    const other = await edit({ format, quality: 100 });
    const name = format === 'apng' ? 'a.png' : 'a.webp';
    const back = (await run(gifEditor, [{ name, bytes: other }], { format: 'gif' })).files[0]!.bytes;
    const [after, before] = [(await rgbaOf(back)).data, (await rgbaOf(dots('gif').bytes)).data];
    if (format === 'apng') expect(largestDifference(after, before)).toBeLessThanOrEqual(1);
    // Lossy, with colour at half size.
    else expect(meanDifference(after, before)).toBeLessThan(2);
    expect((await sharp(back, { animated: true }).metadata()).delay).toEqual([100, 200, 100, 50]);
  });

  it('says what there was and is', async () => {
    const { data, files } = await run(gifEditor, [dots('webp')], { frames: '1-2', format: 'gif', loop: 7 });
    expect(data).toEqual({
      before: {
        format: 'webp',
        width: 40,
        height: 30,
        frames: 4,
        durationMs: 450,
        loop: 3,
        bytes: dots('webp').bytes.length,
      },
      after: {
        format: 'gif',
        width: 40,
        height: 30,
        frames: 2,
        durationMs: 300,
        loop: 7,
        bytes: files[0]!.bytes.length,
      },
    });
  });

  it('refuses more frames than there may be', async () => {
    const answer = await runTool(gifEditor, {
      files: [dots('gif')],
      options: { frames: '1-4,'.repeat(600).slice(0, -1) },
    });
    expect([answer.code, answer.message]).toEqual([
      'LIMIT_EXCEEDED',
      'The animation of "dots.gif" would have 2400 frames, the limit is 2000',
    ]);
  });
});

it('gif-editor edits each of several animations; a still one does not spoil the others', async () => {
  const still = { name: 'logo.png', bytes: readFixture('image/edit/logo.png') };
  const answer = await run(gifEditor, [dots('gif'), still, dots('webp')], { speed: 2, format: 'gif' });
  expect(answer.data).toMatchObject({
    files: [
      { name: 'dots.gif', outputs: ['dots-edited.gif'], before: { format: 'gif' }, after: { format: 'gif' } },
      { name: 'logo.png', error: 'Cannot edit picture "logo.png": it is not animated' },
      { name: 'dots.webp', outputs: ['dots-edited (2).gif'], before: { format: 'webp' }, after: { format: 'gif' } },
    ],
  });
  expect(answer.files[0]!.bytes).toEqual(await edit({ speed: 2, format: 'gif' }));
});

exhaustive('gif-editor refuses animations that have too many pixels together', async () => {
  const files = [dots('gif'), dots('gif'), dots('gif')];
  const answer = await run(gifEditor, files, { width: 3500, height: 3500, frames: '1-3', format: 'webp', quality: 1 });
  const { files: reports } = answer.data as { files: readonly { error?: string }[] };
  expect(reports.map(({ error }) => error)).toEqual([
    undefined,
    undefined,
    'The animations up to "dots.gif" have 110250000 pixels together, the limit is 100000000',
  ]);
});
