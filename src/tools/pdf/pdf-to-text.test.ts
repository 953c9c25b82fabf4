import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../core/project-files.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { stream } from '../../testing/pdf-samples.js';
import { codesOf, commonWords, textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import pdfToText from './pdf-to-text.js';

const textOf = async (bytes: Uint8Array, options: Readonly<Record<string, unknown>> = {}): Promise<string | null> => {
  const answer = await runTool(pdfToText, { files: [{ name: 'a.pdf', bytes }], options });
  expect(answer.status, answer.message).toBe(200);
  return answer.text;
};

interface WordReport {
  readonly text: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly angle: number;
}

const wordsOf = async (bytes: Uint8Array): Promise<WordReport[][]> => {
  const { data } = await runTool(pdfToText, { files: [{ name: 'a.pdf', bytes }], options: { format: 'words' } });
  return (data as { content: { words: WordReport[] }[] }).content.map(({ words }) => words);
};

describe('reading', () => {
  it('is the same on a page that is rotated, and boxes are those of the upright page', async () => {
    const content = textAt(100, 500, 'first line') + textAt(100, 480, 'second line');
    const [plain] = await wordsOf(textPdf([{ content }]));
    expect(plain?.map(({ text }) => text)).toEqual(['first', 'line', 'second', 'line']);
    // Helvetica ascends by 718 and descends by 207 thousandths; boxes are as high as the font says.
    expect(plain?.[0]?.box.x).toBeCloseTo(100, 1);
    expect(plain?.[0]?.box.y).toBeGreaterThan(792 - 500 - 12);
    expect((plain?.[0]?.box.y ?? 0) + (plain?.[0]?.box.height ?? 0)).toBeLessThan(792 - 500 + 5);
    // The same text drawn so that the rotation makes it upright again.
    const turns = [
      { rotate: 90, matrix: '0 1 -1 0 612 0' },
      { rotate: 180, matrix: '-1 0 0 -1 612 792' },
      { rotate: 270, matrix: '0 -1 1 0 0 792' },
    ];
    for (const { rotate, matrix } of turns) {
      const entries = `/Rotate ${rotate} ${rotate === 180 ? '' : '/MediaBox [0 0 612 792]'}`;
      const [words] = await wordsOf(textPdf([{ content: `q ${matrix} cm ${content} Q`, entries }]));
      expect(
        words?.map(({ text }) => text),
        String(rotate),
      ).toEqual(['first', 'line', 'second', 'line']);
      expect(
        words?.every(({ angle }) => angle === 0),
        String(rotate),
      ).toBe(true);
    }
  });

  it('keeps words at an angle whole and puts them last', async () => {
    const content = [90, 180, 270, 45].map((angle) => textAt(300, 400, `turned ${angle}`, { angle })).join(' ');
    const text = await textOf(
      textPdf([{ content: `${content} ${textAt(72, 700, 'upright words stand first here')}` }]),
    );
    expect(text?.split('\n\n')[0]).toBe('upright words stand first here');
    for (const angle of [90, 180, 270, 45]) expect(text).toContain(`turned ${angle}`);
  });

  it('gives Arabic and Hebrew in logical order, with numbers and Latin words between', async () => {
    const letters = 'سلامבוקרט0123456789abc';
    const shown = (text: string): string => codesOf([...text].reverse().join(''), letters);
    const content = [
      textAt(300, 700, shown('سلام'), { font: 'U' }),
      textAt(200, 700, shown('بام'.replace('ب', 'ل')), { font: 'U' }),
      textAt(300, 600, shown('בוקר'), { font: 'U' }),
      textAt(240, 600, codesOf('abc', letters), { font: 'U' }),
      textAt(200, 600, shown('טוב'), { font: 'U' }),
    ].join(' ');
    const text = await textOf(textPdf([{ content }], letters));
    const [first, second] = (text ?? '').split(/\n+/);
    expect(first?.split(/\s+/)).toEqual(['سلام', 'لام']);
    expect(second?.split(/\s+/)).toEqual(['בוקר', 'abc', 'טוב']);
  });

  it('reads Japanese from top to bottom and columns from the right', async () => {
    const letters = '日本語縦書文字例';
    const column = (x: number, text: string): string =>
      [...text].map((letter, i) => textAt(x, 700 - 12 * i, codesOf(letter, letters), { font: 'U' })).join(' ');
    const text = await textOf(textPdf([{ content: `${column(300, '日本語縦書')} ${column(280, '文字例')}` }], letters));
    expect(text).toBe('日本語縦書\n文字例');
  });

  it('reads every letter of ligatures, also where they are set twice', async () => {
    const letters = 'dierntocaflwuﬀﬁﬂﬃﬄ ';
    const coded = (text: string) => textAt(100, 500, codesOf(text, letters), { font: 'U' });
    const text = 'diﬀerent oﬃce waﬄe ﬁt ﬂoat';
    for (const content of [coded(text), coded(text) + coded(text)])
      expect(await textOf(textPdf([{ content }], letters))).toBe('different office waffle fit float');
    // A font may name the letters of a sign itself.
    const signs = ['d', 'i', 'ff', 'e', 'r', 'n', 't'];
    const map = signs.map((sign, i) => {
      const units = [...sign].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'));
      return `<0${i + 1}> <${units.join('')}>`;
    });
    const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /L def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${signs.length} beginbfchar
${map.join('\n')}
endbfchar endcmap end end`;
    const content = textAt(100, 500, '\x01\x02\x03\x04\x05\x04\x06\x07', { font: 'U' });
    expect(await textOf(textPdf([{ content }], '', { 7: stream(cmap) }))).toBe('different');
  });

  it('takes letters once that are set twice', async () => {
    const content = textAt(100, 700, 'bold word') + textAt(100.4, 700, 'bold word') + textAt(100, 650, 'bold word');
    expect(await textOf(textPdf([{ content }]))).toBe('bold word\n\nbold word');
  });

  it('leaves out what is outside of the page and follows its crop box', async () => {
    const content = textAt(100, 700, 'inside') + textAt(100, 1200, 'outside') + textAt(100, 100, 'cropped');
    expect(await textOf(textPdf([{ content, entries: '/CropBox [50 400 500 792]' }]))).toBe('inside');
  });

  it('takes three columns one after the other, below a title that spans them', async () => {
    const column = (x: number, word: string): string =>
      Array.from({ length: 8 }, (_, i) => textAt(x, 650 - 13 * i, `${word} line ${i} has some text`, { size: 9 })).join(
        ' ',
      );
    const content = `${textAt(72, 700, 'A title that goes over all of the three columns of it', { size: 20 })} ${column(72, 'one')} ${column(240, 'two')} ${column(408, 'three')}`;
    const text = (await textOf(textPdf([{ content }]))) ?? '';
    const places = ['A title', 'one line 0', 'one line 7', 'two line 0', 'two line 7', 'three line 0'].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('parts words that only a gap parts and keeps those whose letters are set one by one', async () => {
    const single = [...'letters'].map((letter, i) => textAt(100 + 7.2 * i, 700, letter, { font: 'F3' })).join(' ');
    const content = `${single} BT /F3 12 Tf 100 650 Td [(two) -600 (words)] TJ ET`;
    expect(await textOf(textPdf([{ content }]))).toBe('letters\n\ntwo words');
  });

  it('has text of form fields', async () => {
    const text = await textOf(readFixture('pdf/report.pdf'));
    expect(text).toContain('one');
    expect(text).toContain('two');
  });
});

exhaustive('refuses more words than it states', async () => {
  const line = textAt(10, 10, 'a b c d e f g h i j k l m n o p q r s t '.repeat(50), { size: 1 });
  const pages = Array.from({ length: 26 }, () => ({ content: line }));
  const wide = pages.map((page) => ({ ...page, entries: '/MediaBox [0 0 3000 100]' }));
  const { status, message } = await runTool(pdfToText, {
    files: [{ name: 'a.pdf', bytes: textPdf(wide) }],
    options: { format: 'words' },
  });
  const refusal = 'Format words must have at most 25000 words: ask for fewer pages';
  expect([status, message]).toEqual([413, refusal]);
  const small = { name: 'b.pdf', bytes: textPdf([{ content: textAt(10, 10, 'one two') }]) };
  const several = await runTool(pdfToText, {
    files: [{ name: 'a.pdf', bytes: textPdf(wide) }, small],
    options: { format: 'words' },
  });
  expect(several.data).toMatchObject({
    files: [
      { name: 'a.pdf', error: refusal },
      { name: 'b.pdf', outputs: ['b.json'] },
    ],
  });
});

const corpus = sharedPath('corpus/pdf', 'the words of real PDF files');
const hasPoppler = hasProgram('pdftotext', ['-v'], 'PDF text against pdftotext');

describe.skipIf(!hasPoppler)('as pdftotext reads it (skipped where poppler-utils is not installed)', () => {
  it('words of made files stand where it says', async () => {
    for (const name of ['article.pdf', 'tables.pdf']) {
      const pages = await wordsOf(readFixture(`pdf/${name}`));
      const [end] = runPrograms([
        { program: 'pdftotext', args: ['-bbox', join(projectRoot, 'fixtures/pdf', name), '-'], input: '' },
      ]);
      const expected = (end?.stdout ?? '').split('<page ').slice(1);
      expect(pages.length).toBe(expected.length);
      for (const [i, page] of expected.entries()) {
        const boxes = [
          ...page.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g),
        ];
        expect(pages[i]?.length).toBe(boxes.length);
        for (const [, left, top, right, bottom, word] of boxes) {
          const near = pages[i]?.some(
            ({ text, box }) =>
              text === word &&
              Math.abs(box.x - Number(left)) < 1.5 &&
              Math.abs(box.x + box.width - Number(right)) < 1.5 &&
              Math.abs(box.y - Number(top)) < 0.25 * box.height &&
              Math.abs(box.y + box.height - Number(bottom)) < 0.25 * box.height,
          );
          expect(near, `${name} ${word}`).toBe(true);
        }
      }
    }
  });

  exhaustive.skipIf(!existsSync(corpus))('at least 97 % of its words are found in files from outside', async () => {
    const names = readdirSync(corpus).filter((name) => /^(pikepdf|pypdf|qpdf__[a-f]|pdf-lib).*\.pdf$/i.test(name));
    const sum = { common: 0, expected: 0 };
    const small = names.filter((name) => readFileSync(join(corpus, name)).length < 60_000).slice(0, 25);
    const ends = runPrograms(
      small.map((name) => ({ program: 'pdftotext', args: ['-raw', join(corpus, name), '-'], input: '' })),
    );
    for (const [i, name] of small.entries()) {
      const bytes = readFileSync(join(corpus, name));
      const { status, text } = await runTool(pdfToText, { files: [{ name: name.toLowerCase(), bytes }] });
      expect([200, 400], name).toContain(status);
      if (status !== 200) continue;
      const { common, inB } = commonWords(text ?? '', ends[i]?.stdout ?? '');
      sum.common += common;
      sum.expected += inB;
    }
    expect(sum.expected).toBeGreaterThan(500);
    expect(sum.common / sum.expected).toBeGreaterThan(0.97);
  });
});
