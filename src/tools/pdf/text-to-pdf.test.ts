import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './text-to-pdf.js';

const hasPoppler = hasProgram('pdftotext', ['-v'], 'the text, pages and fonts of PDFs made of text');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'text-to-pdf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function written(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await runTool(tool, { input, options });
  expect(answer.message).toBeUndefined();
  const path = join(folder, 'document.pdf');
  writeFileSync(path, answer.files[0]?.bytes ?? '');
  return path;
}

const poppler = (program: string, args: readonly string[], path: string): string =>
  runProgram(program, [...args, path, ...(program === 'pdftotext' ? ['-'] : [])]).toString();

/** The lines of fixed-width text with their indentation: a character is 0.6 of the font size wide. */
const lineList = (path: string, fontSize = 10): string[] =>
  poppler('pdftotext', ['-fixed', String(0.6 * fontSize), '-nopgbrk', '-nodiag'], path)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');

/** Without the white space that all lines begin with: poppler puts the leftmost letter of a page in column 0. */
function unindented(lines: readonly string[]): string[] {
  const least = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(least));
}

const firstWord = (path: string): { x: number; y: number } => {
  const box = /xMin="([\d.]+)" yMin="([\d.]+)"/.exec(poppler('pdftotext', ['-bbox'], path));
  return { x: Number(box?.[1]), y: Number(box?.[2]) };
};

const pagesOf = (path: string): number => Number(/Pages:\s+(\d+)/.exec(poppler('pdfinfo', [], path))?.[1]);

const WORDS = [
  'if',
  '(x',
  '{',
  '}',
  'return',
  '   ',
  '  ',
  ' ',
  ' ',
  ' ',
  '==',
  'value;',
  '"a b"',
  '->',
  'fi',
  'ffl',
  '//',
  'é',
  'Ω',
  'ж',
];

describe.skipIf(!hasPoppler)('text-to-pdf, read by poppler', () => {
  it('keeps every line with its indentation', async () => {
    const chance = chanceOf(11);
    for (let round = 0; round < 12; round++) {
      const lines = Array.from({ length: 40 }, () =>
        `${' '.repeat(chance(4) * 2)}w${drawText(chance, WORDS, chance(14))}`.trimEnd().slice(0, 70),
      );
      const path = await written(`top\n${lines.join(round % 2 === 0 ? '\n' : '\r\n')}\n`, { pageNumbers: false });
      expect(unindented(lineList(path))).toEqual(['top', ...lines]);
    }
  });

  it('has as many pages as rows of the font size and spacing need', async () => {
    const A4 = 841.89;
    const cases = [
      [10, 1.2, 20, 300],
      [7, 1, 0, 500],
      [16, 2, 55.5, 90],
    ] as const;
    for (const [fontSize, lineSpacing, margin, lines] of cases) {
      const rows = Math.floor((A4 - (2 * margin * 72) / 25.4) / (fontSize * lineSpacing));
      const path = await written('line\n'.repeat(lines), { fontSize, lineSpacing, margin, pageNumbers: false });
      expect(pagesOf(path)).toBe(Math.ceil(lines / rows));
      expect(lineList(path, fontSize)).toHaveLength(lines);
    }
  });

  it('continues long lines within the margins, at spaces, and cuts only what has none', async () => {
    const words = Array.from({ length: 400 }, (_, i) => `word${i}`);
    for (const font of ['mono', 'sans', 'serif']) {
      const path = await written(`${words.join(' ')}\n${'m'.repeat(300)}`, { font, margin: 30, pageNumbers: false });
      const boxes = [
        ...poppler('pdftotext', ['-bbox'], path).matchAll(/xMin="([\d.]+)".*xMax="([\d.]+)".*>(.+)<\/word>/g),
      ];
      const margin = (30 * 72) / 25.4;
      expect(Math.min(...boxes.map((box) => Number(box[1])))).toBeGreaterThan(margin - 0.5);
      const right = Math.max(...boxes.map((box) => Number(box[2])));
      expect(right).toBeLessThan(595.276 - margin + 0.5);
      // The last letter that fits is there: an m is at most 10 points wide.
      expect(right).toBeGreaterThan(595.276 - margin - 10);
      const seen = boxes.map((box) => box[3] ?? '');
      expect(seen.slice(0, words.length)).toEqual(words);
      expect(seen.slice(words.length).join('')).toBe('m'.repeat(300));
    }
  });

  it('keeps scripts apart from each other whole', async () => {
    const lines = ['Русский текст', 'Ελληνικά', '中文，你好', '日本語カタカナ', '한국어 텍스트', 'हिन्दी', '→ ≤ ✓ ┌─┐'];
    const path = await written(lines.join('\n'), { font: 'sans', pageNumbers: false });
    expect(lineList(path).map((line) => line.replace(/\s/g, ''))).toEqual(lines.map((line) => line.replace(/\s/g, '')));
  });

  it('starts lines of Hebrew and Arabic at the right', async () => {
    const left = firstWord(await written('latin', { pageNumbers: false })).x;
    for (const line of ['שלום', 'مرحبا']) {
      const right = firstWord(await written(line, { pageNumbers: false })).x;
      expect(right - left).toBeGreaterThan(400);
    }
  });

  it('starts a page at each form feed and at none that ends the text', async () => {
    const path = await written('one\ftwo\n\fthree\n\f\n', { pageNumbers: false });
    expect(pagesOf(path)).toBe(3);
    expect(unindented(lineList(path))).toEqual(['one', 'two', 'three']);
  });

  it('does what each option says', async () => {
    const plain = await written('\tx\ny\n');
    expect(unindented(lineList(plain).slice(0, 2))).toEqual(['        x', 'y']);
    expect(lineList(plain).at(-1)?.trim()).toBe('1 / 1');
    expect(poppler('pdffonts', [], plain)).toContain('NotoSansMono');
    expect(firstWord(await written('x')).x).toBeCloseTo((20 * 72) / 25.4, 0);
    expect(unindented(lineList(await written('\tx\ny\n', { tabSize: 3 })).slice(0, 2))).toEqual(['   x', 'y']);
    expect(poppler('pdffonts', [], await written('x', { font: 'sans' }))).toMatch(/NotoSans-Regular/);
    expect(poppler('pdffonts', [], await written('x', { font: 'serif' }))).toMatch(/NotoSerif-Regular/);
    const [near, far] = [firstWord(await written('x', { margin: 10 })), firstWord(await written('x', { margin: 50 }))];
    expect(far.x - near.x).toBeCloseTo((40 * 72) / 25.4, 1);
    expect(far.y - near.y).toBeCloseTo((40 * 72) / 25.4, 1);
    const turned = await written('x', { pageSize: 'letter', orientation: 'landscape' });
    expect(poppler('pdfinfo', [], turned)).toContain('792 x 612 pts (letter)');
    const numbered = lineList(await written('a\n\nb', { lineNumbers: true, pageNumbers: false }));
    expect(numbered.map((line) => line.trim().replace(/ +/, ' '))).toEqual(['1 a', '2', '3 b']);
  });

  it('prints the name of the file above each page and takes it as title', async () => {
    const bytes = Buffer.from('a\n'.repeat(100));
    const answer = await runTool(tool, { files: [{ name: 'run.log', bytes }], options: { fileName: true, margin: 0 } });
    const path = join(folder, 'named.pdf');
    writeFileSync(path, answer.files[0]?.bytes ?? '');
    expect(lineList(path).filter((line) => line.includes('run.log'))).toHaveLength(2);
    expect(poppler('pdfinfo', [], path)).toMatch(/Title:\s+run\.log/);
    // 10 mm above for the name, 10 mm below for the number.
    expect(lineList(path).filter((line) => line.trim() === 'a')).toHaveLength(100);
    const boxes = [...poppler('pdftotext', ['-bbox', '-l', '1'], path).matchAll(/yMin="([\d.]+)" .*>(.+)<\/word>/g)];
    expect(boxes[0]?.[2]).toBe('run.log');
    expect(Number(boxes[1]?.[1])).toBeGreaterThan((10 * 72) / 25.4 - 3);
  });

  it('removes terminal colours and overstrikes, and reads the charset it is told', async () => {
    const path = await written('\u001b[1;31mred\u001b[0m \u001b]8;;x\u0007N\bNA\bAM\bM_\bE\u0000', {
      pageNumbers: false,
    });
    expect(unindented(lineList(path))).toEqual(['red NAME']);
    const bytes = Uint8Array.from([0xc4, 0xe4]);
    for (const [inputCharset, text] of [
      ['windows-1252', 'Ää'],
      ['windows-1251', 'Дд'],
    ]) {
      const answer = await runTool(tool, {
        files: [{ name: 'a.txt', bytes }],
        options: { inputCharset, pageNumbers: false },
      });
      const named = join(folder, 'charset.pdf');
      writeFileSync(named, answer.files[0]?.bytes ?? '');
      expect(unindented(lineList(named))).toEqual([text]);
    }
  });
});

describe('text-to-pdf', () => {
  it('works on each of several files and refuses what is not text', async () => {
    const files = [
      { name: 'a.txt', bytes: Buffer.from('a') },
      { name: 'b.png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]) },
      { name: 'a.c', bytes: Buffer.from('') },
    ];
    const { data, files: outputs } = await runTool(tool, { files });
    expect(outputs.map(({ name }) => name)).toEqual(['a.pdf', 'a (2).pdf']);
    expect(data).toMatchObject({ files: [{ pages: 1 }, { error: expect.stringContaining('b.png') }, { lines: 0 }] });
  });

  it('gives the same bytes for the same text', async () => {
    const [one, two] = [await runTool(tool, { input: 'a' }), await runTool(tool, { input: 'a' })];
    expect(one.files[0]?.bytes.equals(two.files[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('names letters that no font has, and none that the typesetter has', async () => {
    const warningsOf = async (input: string) =>
      ((await runTool(tool, { input })).data as { files: { warnings: string[] }[] }).files[0]?.warnings;
    expect(await warningsOf('ქართული Հայերեն ✓ 👍🏽')).toEqual([]);
    expect(await warningsOf('ᠮᠣᠩᠭᠣᠯ')).toHaveLength(1);
  });

  exhaustive('ends on the longest texts of every kind', async () => {
    const MOST = 1_000_000;
    const whole = (text: string): string => text.repeat(Math.ceil(MOST / text.length)).slice(0, MOST);
    const texts = ['(', ' ', '\t', 'é', 'a\b', '\u001b[', '漢字', 'word and ', '\u001b]', 'a-', 'x\u0301'].map(whole);
    for (const input of [...texts, whole('\n'), whole('مرحبا ')]) {
      const { status } = await runTool(tool, { input, options: { font: 'serif' } });
      expect([200, 413]).toContain(status);
    }
  });
});
