import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { pngOf, rgbaOf, runOnFiles } from '../../testing/pictures.js';
import { hasProgram } from '../../testing/programs.js';
import { type ClientAnswer, runTool } from '../../testing/run-tool.js';
import addText from './add-text-to-image.js';

const hasTesseract = hasProgram('tesseract', ['--version'], 'add-text-to-image read back');
const white = await pngOf(500, 300, () => [255, 255, 255]);
const BLACK = { color: 'black', stroke: 'transparent' };

async function write(options: Record<string, unknown>, bytes = white): Promise<Buffer> {
  const answer: ClientAnswer = await runTool(addText, { files: [{ name: 'white.png', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return answer.files[0]!.bytes;
}

const readText = (png: Uint8Array): string =>
  runOnFiles('tesseract', ['in.png', '-', '--psm', '6'], { 'in.png': png }).toString().trim();

/** The box of all pixels that are not white: left, top, right, bottom. */
async function inkBox(png: Uint8Array): Promise<[number, number, number, number]> {
  const { width, height, data } = await rgbaOf(png);
  const box: [number, number, number, number] = [width, height, 0, 0];
  for (let i = 0; i < width * height; i++) {
    if (data[4 * i] === 255) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    box.splice(0, 4, Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x + 1), Math.max(box[3], y + 1));
  }
  return box;
}

describe('add-text-to-image', () => {
  exhaustive.skipIf(!hasTesseract)('wraps a text that can be read', async () => {
    const text = 'The tall ships leave the old harbour at dawn';
    const png = await write({ ...BLACK, text, fontSize: 40, wrap: 70, y: 50 });
    expect(readText(png).split('\n').filter(Boolean)).toEqual(['The tall ships', 'leave the old', 'harbour at dawn']);
  });

  it.skipIf(!hasTesseract)('turns a text', async () => {
    const png = await write({ ...BLACK, text: 'Upwards', fontSize: 50, angle: 90 });
    expect(readText(await sharp(png).rotate(-90).png().toBuffer())).toBe('Upwards');
  });

  it.each([
    [0, 0],
    [100, 0],
    [0, 100],
    [100, 100],
    [50, 50],
  ])('stands at %d, %d percent', async (x, y) => {
    // A box behind the lines shows the place.
    const png = await write({ ...BLACK, text: 'Label', fontSize: 30, background: '#808080', x, y });
    const [left, top, right, bottom] = await inkBox(png);
    const across = { 0: left, 50: (left + right) / 2 - 250, 100: 500 - right }[x];
    const down = { 0: top, 50: (top + bottom) / 2 - 150, 100: 300 - bottom }[y];
    expect(Math.abs(across ?? 99)).toBeLessThanOrEqual(2);
    expect(Math.abs(down ?? 99)).toBeLessThanOrEqual(2);
  });

  it('makes letters smaller until a long text fits', async () => {
    const png = await write({ ...BLACK, text: 'word '.repeat(120) });
    const [left, top, right, bottom] = await inkBox(png);
    expect(right - left).toBeLessThanOrEqual(450);
    expect(bottom - top).toBeGreaterThan(50);
    expect(bottom).toBeLessThanOrEqual(300);
  });

  it('refuses a text that fits at no size', async () => {
    const tiny = await pngOf(12, 12, () => [255, 255, 255]);
    const answer = await runTool(addText, {
      files: [{ name: 'tiny.png', bytes: tiny }],
      options: { text: 'far too long for this' },
    });
    expect(answer.message).toBe(
      'The text does not fit into picture "tiny.png" of 12 × 12 pixels, even with letters of 4 pixels',
    );
  });

  exhaustive('is quick with as much text as it takes, without any spaces', async () => {
    const bytes = await pngOf(700, 700, () => [255, 255, 255]);
    const [, , , bottom] = await inkBox(await write({ ...BLACK, text: '天地'.repeat(1000) }, bytes));
    expect(bottom).toBeLessThanOrEqual(700);
  });
});
