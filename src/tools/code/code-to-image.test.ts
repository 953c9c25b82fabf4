import sharp from 'sharp';
import { expect, it } from 'vitest';

import { openHighlighter } from '../../engines/code/highlighter.js';
import { exhaustive, inRows } from '../../testing/exhaustive.js';
import { installedFiles } from '../../testing/installed-files.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { codeTime } from './_code-options.js';
import tool from './code-to-image.js';

const hasRsvg = hasProgram('rsvg-convert', ['--version'], 'code as SVG beside librsvg');

const KINDS = [
  ['.ts', 'typescript'],
  ['.json', 'json'],
  ['.css', 'css'],
  ['.py', 'python'],
  ['.md', 'markdown'],
  ['.yml', 'yaml'],
] as const;

/** The first lines of a file, in ASCII and short, so that each letter has a cell. */
const pieces = (count: number) =>
  KINDS.flatMap(([ending, language]) =>
    installedFiles([ending], count, 30_000).map(({ name, text }) => ({
      name,
      language,
      text: text
        .split(/\r?\n/)
        .slice(0, 15)
        .map((line) => line.replace(/[^\x20-\x7e]/g, ' ').slice(0, 70))
        .join('\n'),
    })),
  );

const FONT = 20;

exhaustive('each letter has the colour of its token in its cell, and a space has none', async () => {
  for (const { name, language, text } of pieces(10)) {
    if (text.trim() === '') continue;
    const options = {
      language,
      theme: 'github-dark',
      fontSize: FONT,
      padding: 0,
      scale: 2,
      lineNumbers: false,
      windowFrame: false,
    };
    const { files, message } = await runTool(tool, { input: text, options });
    expect(message, name).toBeUndefined();
    const { data, info } = await sharp(files[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
    const { lines, background } = (await openHighlighter(language, 'github-dark'))(text, codeTime());
    const rgb = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    const ground = rgb(background);
    /** How far the most distant pixel of a cell is from the background, and how near the nearest is to a colour. */
    const look = (row: number, column: number, color: readonly number[]) => {
      const [x0, y0] = [2 * (1.2 * FONT + column * 0.6 * FONT), 2 * (1.2 * FONT + row * 1.5 * FONT)].map(
        Math.round,
      ) as [number, number];
      let [away, near] = [0, 999];
      for (let y = y0; y < y0 + 3 * FONT; y++)
        for (let x = x0 + 1; x < x0 + 1.2 * FONT - 1; x++) {
          const at = (y * info.width + x) * info.channels;
          const off = (to: readonly number[]): number =>
            Math.max(...to.map((value, index) => Math.abs((data[at + index] ?? 0) - value)));
          away = Math.max(away, off(ground));
          near = Math.min(near, off(color));
        }
      return { away, near };
    };
    for (const [row, line] of lines.entries()) {
      let column = 0;
      for (const token of line) {
        for (const character of token.text) {
          const { away, near } = look(row, column, rgb(token.color));
          const told = `${name} ${row + 1}:${column + 1} ${JSON.stringify(character)}`;
          if (character === ' ') expect(away, told).toBeLessThan(token.isUnderlined ? 256 : 60);
          // Thin marks are never in their full colour.
          else if (/[\w]/.test(character)) expect(near, told).toBeLessThan(90);
          column++;
        }
      }
    }
  }
});

it.skipIf(!hasRsvg)('librsvg draws the SVG in the same size', async () => {
  for (const input of ['a\tb\n日本 "x" & <c>', '\u0001\u0007', 'é😀\n\n', ' ']) {
    const { data, files } = await runTool(tool, { input, options: { format: 'svg', title: 'a & <b>' } });
    const png = runProgram('rsvg-convert', [], files[0]?.bytes);
    const { width, height } = await sharp(png).metadata();
    expect(data).toMatchObject({ width, height });
  }
});

inRows(2, [
  'a'.repeat(400),
  'x\n'.repeat(1000),
  'שלום 日本',
  '日'.repeat(200),
  '\u202e\ufeff\u200b',
  '\t'.repeat(100),
  '́'.repeat(10_000),
  ' \n'.repeat(900),
])('what is hostile, %#', async (input) => {
  const { status } = await runTool(tool, { input, options: { fontSize: 10, scale: 1 } });
  expect([200, 400, 413]).toContain(status);
});

it('a picture that would be too large is refused before it is drawn', async () => {
  const input = `${'abc '.repeat(100)}\n`.repeat(1000);
  const { status } = await runTool(tool, { input, options: { fontSize: 40, scale: 4 } });
  expect(status).toBe(413);
});
