import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import splitImage from './split-image.js';

const hasMagick = hasProgram('convert', ['-version'], 'split-image against ImageMagick');
const scene = readFixture('image/edit/scene.png');

async function split(options: Record<string, unknown>, bytes: Uint8Array = scene, name = 'in.png') {
  const answer = await runTool(splitImage, { files: [{ name, bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return answer;
}

/** What the report says of the only image. */
const shapeOf = ({ data }: { readonly data: unknown }) => {
  const { rows, columns } = (data as { files: { images: { rows: number; columns: number }[] }[] }).files[0]!.images[0]!;
  return { rows, columns };
};

/** The parts laid side by side. */
async function joined(files: readonly { readonly bytes: Buffer }[], columns: number): Promise<Buffer> {
  const parts = await Promise.all(files.map(async ({ bytes }) => ({ bytes, ...(await sharp(bytes).metadata()) })));
  let [left, top, width] = [0, 0, 0];
  const placed = parts.map((part, index) => {
    const at = { input: part.bytes, left, top };
    left += part.width;
    width = Math.max(width, left);
    if (index % columns === columns - 1) [left, top] = [0, top + part.height];
    return at;
  });
  return await sharp({ create: { width, height: top, channels: 4, background: '#0000' } })
    .composite(placed)
    .png()
    .toBuffer();
}

describe('split-image', () => {
  it.skipIf(!hasMagick).each([
    ['a size that divides evenly', { rows: 3, columns: 4 }, [40, 40], 12],
    ['tiles with a rest', { partWidth: 70, partHeight: 50 }, [70, 50], 9],
  ] as const)('has the parts that ImageMagick cuts: %s', async (_, options, [width, height], count) => {
    const { files } = await split(options);
    expect(files.length).toBe(count);
    const columns = Math.ceil(160 / width);
    for (const [index, { bytes }] of files.entries()) {
      const place = `${width}x${height}+${(index % columns) * width}+${Math.floor(index / columns) * height}`;
      const args = ['in.png', '-crop', place, '+repage', 'out.png'];
      const expected = runOnFiles('convert', args, { 'in.png': scene }, 'out.png');
      expect(Buffer.compare((await rgbaOf(bytes)).data, (await rgbaOf(expected)).data), place).toBe(0);
    }
  });

  inRounds('parts laid side by side are the image', [8, 60], async (rounds) => {
    const chance = chanceOf(17);
    for (let round = 0; round < rounds; round++) {
      const [width, height] = [1 + chance(70), 1 + chance(70)];
      const whole = await pngOf(width, height, () => [chance(256), chance(256), chance(256), 255]);
      const asked =
        chance(2) === 0
          ? { rows: 1 + chance(Math.min(12, height)), columns: 1 + chance(Math.min(12, width)) }
          : { partWidth: 4 + chance(80), partHeight: 4 + chance(80) };
      const answer = await split(asked, whole);
      const { rows, columns } = shapeOf(answer);
      expect(answer.files.length).toBe(rows * columns);
      if (asked.rows !== undefined) expect({ rows, columns }).toEqual(asked);
      const { data } = await rgbaOf(await joined(answer.files, columns));
      expect(Buffer.compare(data, (await rgbaOf(whole)).data), JSON.stringify({ width, height, ...asked })).toBe(0);
    }
  });

  it('parts by number differ by at most a pixel, tiles have their size up to the last', async () => {
    const widthsOf = async (options: Record<string, unknown>) =>
      Promise.all((await split(options)).files.map(async ({ bytes }) => (await sharp(bytes).metadata()).width));
    const thirds = await widthsOf({ rows: 1, columns: 3 });
    expect(thirds.reduce((sum, width) => sum + width)).toBe(160);
    expect(Math.max(...thirds) - Math.min(...thirds)).toBeLessThanOrEqual(1);
    expect(await widthsOf({ rows: 1, partWidth: 70 })).toEqual([70, 70, 20]);
  });

  it('keeps the frames and times of an animation in each part', async () => {
    const gif = readFixture('image/edit/dots.gif');
    const before = await sharp(gif, { animated: true }).metadata();
    const { files } = await split({ rows: 2, columns: 1, format: 'webp' }, gif, 'dots.gif');
    for (const { bytes } of files) {
      const { pages, delay } = await sharp(bytes, { animated: true }).metadata();
      expect([pages, delay]).toEqual([before.pages, before.delay]);
    }
  });

  it('cuts what EXIF says as it is seen', async () => {
    const turned = await sharp(scene).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
    const { files } = await split({ rows: 2, columns: 1, format: 'png' }, turned, 'in.jpg');
    const { width, height } = await sharp(files[0]!.bytes).metadata();
    expect([width, height]).toEqual([120, 80]);
  });

  it('refuses more parts than there are pixels, and too many', async () => {
    const tiny = await pngOf(3, 2, () => [0, 0, 0]);
    const run = (options: Record<string, unknown>) =>
      runTool(splitImage, { files: [{ name: 'tiny.png', bytes: tiny }], options });
    expect((await run({ rows: 3 })).message).toBe(
      'Option "rows" must be at most 2: image "tiny.png" is 2 pixels high, got 3',
    );
    expect((await run({ columns: 4 })).message).toBe(
      'Option "columns" must be at most 3: image "tiny.png" is 3 pixels wide, got 4',
    );
    const many = await runTool(splitImage, { files: [{ name: 'a.png', bytes: scene }], options: { partWidth: 1 } });
    expect([many.status, many.message]).toEqual([200, undefined]);
    const more = await runTool(splitImage, {
      files: [{ name: 'a.png', bytes: scene }],
      options: { partWidth: 1, rows: 3 },
    });
    expect([more.status, more.message]).toEqual([413, 'The images up to "a.png" have 480 parts, the limit is 400']);
  });
});
