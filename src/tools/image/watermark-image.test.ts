import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { largestDifference, pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import watermark from './watermark-image.js';

const scene = { name: 'scene.png', bytes: readFixture('image/edit/scene.png') };
const logo = { name: 'logo.png', bytes: readFixture('image/edit/logo.png') };
const hasMagick = hasProgram('composite', ['-version'], 'watermark-image against ImageMagick');
const hasTesseract = hasProgram('tesseract', ['--version'], 'watermark-image and add-text-to-image read back');

async function mark(files: readonly (typeof scene)[], options: Record<string, unknown>): Promise<ClientAnswer> {
  const answer = await runTool(watermark, { files, options });
  expect(answer.status, answer.message).toBe(200);
  return answer;
}

describe('watermark-image', () => {
  it.skipIf(!hasMagick)('puts a logo where ImageMagick puts it, to one level', async () => {
    const gravities = {
      'top-left': 'northwest',
      'top-center': 'north',
      'top-right': 'northeast',
      'center-left': 'west',
      center: 'center',
      'center-right': 'east',
      'bottom-left': 'southwest',
      'bottom-center': 'south',
      'bottom-right': 'southeast',
    };
    for (const [position, gravity] of Object.entries(gravities)) {
      // 32 of 160 pixels: the logo at its own size.
      const options = { logo: true, position, size: 20, margin: 0, opacity: 0.5 };
      const { files } = await mark([scene, logo], options);
      const expected = runOnFiles(
        'composite',
        ['-dissolve', '50', '-gravity', gravity, 'logo.png', 'scene.png', 'out.png'],
        { 'logo.png': logo.bytes, 'scene.png': scene.bytes },
        'out.png',
      );
      const [own, other] = [await rgbaOf(files[0]!.bytes), await rgbaOf(expected)];
      expect(largestDifference(own.data, other.data), position).toBeLessThanOrEqual(1);
    }
  });

  it.each(['gif', 'webp', 'png'])('marks every frame of an animated %s and keeps its times', async (format) => {
    const bytes = readFixture(`image/edit/dots.${format}`);
    const options = { logo: true, position: 'center', size: 40, opacity: 1, format: 'webp', quality: 100 };
    const { files } = await mark([{ name: `dots.${format}`, bytes }, logo], options);
    const { pages, delay, loop } = await sharp(files[0]!.bytes, { animated: true }).metadata();
    expect([pages, delay, loop]).toEqual([4, [100, 200, 100, 50], 3]);
    const { width, data } = await rgbaOf(files[0]!.bytes);
    // The ring is 16 wide in the middle of 40 × 30: its left side is blue in each frame.
    for (let frame = 0; frame < 4; frame++) {
      const [red = 0, , blue = 0] = data.subarray(4 * ((30 * frame + 15) * width + 14));
      expect(blue - red, `frame ${frame}`).toBeGreaterThan(80);
    }
  });

  it.skipIf(!hasTesseract)('draws a text that can be read', async () => {
    const white = { name: 'white.png', bytes: await pngOf(600, 200, () => [255, 255, 255]) };
    const options = { text: 'Harbour View 2026', size: 80, opacity: 1, color: 'black', stroke: 'transparent' };
    const { files } = await mark([white], { ...options, position: 'center' });
    const read = runOnFiles('tesseract', ['in.png', '-', '--psm', '6'], { 'in.png': files[0]!.bytes }).toString();
    expect(read.trim()).toBe('Harbour View 2026');
  });

  it('leaves everything outside the mark alone, and all of it at opacity 0', async () => {
    const { files } = await mark([scene], { text: 'x', opacity: 0 });
    expect((await rgbaOf(files[0]!.bytes)).data).toEqual((await rgbaOf(scene.bytes)).data);
  });

  it('works on pictures of one pixel', async () => {
    const dot = { name: 'dot.png', bytes: await pngOf(1, 1, () => [9, 9, 9]) };
    for (const options of [{ text: 'a long text' }, { text: 'x', position: 'tile', angle: 45, margin: 40 }]) {
      await mark([dot], options);
    }
    await mark([dot, logo], { logo: true });
  });

  it('draws a text of many scripts, all right to left ones too', async () => {
    const text = 'Ω Ж ñ שלום مرحبا नमस्ते สวัสดี 天地 かな 한국 🎉👨‍👩‍👧';
    const { files } = await mark([scene], { text, size: 100, opacity: 1 });
    expect(largestDifference((await rgbaOf(files[0]!.bytes)).data, (await rgbaOf(scene.bytes)).data)).toBeGreaterThan(
      100,
    );
  });
});
