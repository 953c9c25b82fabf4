import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import { ZipArchive } from '../../lib/archives/zip-reader.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import pdfToDocx from './pdf-to-docx.js';

const scratch = mkdtempSync(join(tmpdir(), 'pdf-to-docx-looks-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function documentOf(
  bytes: Uint8Array,
  options: Readonly<Record<string, unknown>> = {},
): Promise<{ xml: string; names: readonly string[]; images: number }> {
  const { status, message, files, data } = await runTool(pdfToDocx, { files: [{ name: 'a.pdf', bytes }], options });
  expect(status, message).toBe(200);
  const archive = new ZipArchive(files[0]?.bytes ?? Buffer.alloc(0), 1e7);
  const [{ images = 0 } = {}] = (data as { files: { images: number }[] }).files;
  return { xml: archive.read('word/document.xml')?.toString('utf8') ?? '', names: archive.names, images };
}

const onePage = (content: string): Buffer => textPdf([{ content }]);

/** The properties of the run or paragraph that holds a text. */
function around(xml: string, element: 'r' | 'p', text: string): string {
  const at = xml.indexOf(text);
  expect(at, `${text} in ${xml}`).toBeGreaterThan(0);
  const start = Math.max(xml.lastIndexOf(`<w:${element}>`, at), xml.lastIndexOf(`<w:${element} `, at));
  return xml.slice(start, at);
}

/** Lines of text below each other, 14 points apart. */
const lines = (x: number, y: number, texts: readonly string[]): string =>
  texts.map((text, i) => textAt(x, y - 14 * i, text)).join('\n');

const PROSE = [
  'The harbour was built in the year of the great flood, when',
  'nobody had thought of ships for a long time, and stones were',
  'brought down the river on rafts that fell apart at the bridge',
  'and had to be gathered below it.',
];

describe('letters', () => {
  it('keep their font, height, colour, weight and width', async () => {
    const { xml, names } = await documentOf(
      onePage(
        `1 0 0 rg ${textAt(72, 700, 'Scarlet', { size: 20, font: 'F2' })} 0 g ${textAt(72, 660, 'Typed', { font: 'F3' })}
 80 Tz ${textAt(72, 620, 'Narrow')} 100 Tz 0 0 0 1 k ${textAt(72, 580, 'Plain')}`,
      ),
    );
    const scarlet = around(xml, 'r', 'Scarlet');
    for (const part of ['w:ascii="Arial"', '<w:color w:val="FF0000"/>', '<w:sz w:val="40"/>'])
      expect(scarlet).toContain(part);
    expect(around(xml, 'r', 'Typed')).toContain('w:ascii="Courier New"');
    expect(around(xml, 'r', 'Narrow')).toContain('<w:w w:val="80"/>');
    expect(around(xml, 'r', 'Plain')).not.toMatch(/<w:b\/>|<w:w |<w:color/);
    expect(names).toContain('word/fontTable.xml');
  });

  it('are underlined, struck out and raised as on the page', async () => {
    const { xml } = await documentOf(
      onePage(
        `${textAt(72, 700, 'Under')} 72 698 m 104 698 l S ${textAt(150, 700, 'Gone')} 150 704 m 180 704 l S
 ${textAt(72, 650, 'x')} ${textAt(78.2, 655, '2', { size: 7 })} ${textAt(90, 650, 'and y')}`,
      ),
    );
    expect(around(xml, 'r', 'Under')).toContain('<w:u w:val="single"/>');
    expect(around(xml, 'r', 'Gone')).toContain('<w:strike/>');
    expect(around(xml, 'r', '>2 <')).toContain('<w:vertAlign w:val="superscript"/>');
    expect(around(xml, 'r', 'and y')).not.toMatch(/vertAlign|<w:u /);
  });

  it('in white are seen: on the colour that is behind them, or black', async () => {
    const { xml } = await documentOf(
      onePage(`0 0 0.5 rg 60 690 200 30 re f 1 g ${textAt(72, 700, 'Light')} ${textAt(72, 600, 'Hidden')}`),
    );
    expect(around(xml, 'p', 'Light')).toContain('w:fill="000080"');
    expect(around(xml, 'r', 'Light')).toContain('<w:color w:val="FFFFFF"/>');
    expect(around(xml, 'r', 'Hidden')).not.toContain('w:color');
  });
});

describe('paragraphs', () => {
  it('keep their alignment, indents and the height of lines', async () => {
    const { xml } = await documentOf(
      onePage(
        `${lines(72, 700, PROSE)} ${textAt(260, 600, 'in the middle', { size: 12 })} ${textAt(108, 560, 'indented by 36')}`,
      ),
    );
    expect(around(xml, 'p', PROSE[0] ?? '')).toContain('w:line="280" w:lineRule="exact"');
    expect(around(xml, 'p', 'indented by 36')).toContain('<w:ind w:left="720"');
  });

  it('set double-spaced are one, and numbered ones go on below their number', async () => {
    const doubled = PROSE.map((text, i) => textAt(72, 700 - 28 * i, text)).join('\n');
    const { xml } = await documentOf(onePage(doubled));
    expect(around(xml, 'p', PROSE[0] ?? '')).toContain('w:line="560"');
    expect(xml).toContain(`${PROSE[0]} ${PROSE[1]}`);
    const numbered = await documentOf(onePage(lines(72, 700, [`1. ${PROSE[0]}`, ...PROSE.slice(1)])));
    expect(numbered.xml.match(/<w:p>/g)).toHaveLength(1);
  });

  it('in two columns stay in them', async () => {
    const left = lines(72, 640, [
      'Left one of the many',
      'words of the river and',
      'all of its boats that lie',
      'on the water in winter.',
    ]);
    const right = lines(320, 640, [
      'Right one of the many',
      'words of the town and',
      'all of its walls that are',
      'made of old grey stones.',
    ]);
    const { xml } = await documentOf(onePage(`${textAt(72, 700, 'Above', { size: 20 })} ${left} ${right}`));
    const columns = xml.indexOf('<w:cols w:num="2"');
    expect(columns).toBeGreaterThan(xml.indexOf('Right one'));
    expect(xml.indexOf('<w:br w:type="column"/>')).toBeGreaterThan(xml.indexOf('Left one'));
    expect(xml.indexOf('<w:br w:type="column"/>')).toBeLessThan(xml.indexOf('Right one'));
    expect(xml.slice(xml.lastIndexOf('<w:sectPr>', columns), columns)).toContain('<w:type w:val="continuous"/>');
  });

  it('stand on pages of their sizes', async () => {
    const { xml } = await documentOf(
      textPdf([
        { content: textAt(72, 700, 'Upright') },
        { content: textAt(72, 300, 'Across'), entries: '/MediaBox [0 0 792 400]' },
      ]),
    );
    expect(xml).toContain('<w:pgSz w:w="12240" w:h="15840"/>');
    expect(xml).toContain('<w:pgSz w:w="15840" w:h="8000" w:orient="landscape"/>');
  });
});

/** Of each cell: sides, eighths of a point and colours. */
const bordersOf = (xml: string): string[] =>
  [...xml.matchAll(/<w:tcPr>(.*?)<\/w:tcPr>/g)].map(([, properties = '']) =>
    [...properties.matchAll(/<w:(\w+) w:val="single" w:sz="(\d+)" w:space="0" w:color="(\w+)"\/>/g)]
      .map(([, side, eighths, color]) => `${side} ${eighths} ${color}`)
      .join(', '),
  );

describe('tables', () => {
  it('keep the widths of columns, the heights of rows and the colours of cells', async () => {
    const grid = [700, 670, 640, 610].map((y) => `72 ${y} m 372 ${y} l S`).join(' ');
    const bars = `2 w 1 0 0 RG ${[72, 172, 372].map((x) => `${x} 610 m ${x} 700 l S`).join(' ')}`;
    const cells = [
      ['Goods', 'Price'],
      ['Salt', '1.25'],
      ['Timber', '40.00'],
    ].flatMap(([a = '', b = ''], i) => [textAt(78, 681 - 30 * i, a), textAt(180, 681 - 30 * i, b)]);
    const { xml } = await documentOf(onePage(`0.8 g 72 670 300 30 re f 0 g ${grid} ${bars} ${cells.join(' ')}`));
    expect(xml).toContain('<w:gridCol w:w="2000"/><w:gridCol w:w="4000"/>');
    expect(xml.match(/<w:trHeight w:val="600" w:hRule="atLeast"\/>/g)).toHaveLength(3);
    expect(xml.match(/w:fill="CCCCCC"/g)).toHaveLength(2);
    expect(bordersOf(xml).slice(0, 2)).toEqual([
      'top 8 000000, left 16 FF0000, bottom 8 000000, right 16 FF0000',
      'top 8 000000, left 16 FF0000, bottom 8 000000, right 16 FF0000',
    ]);
  });

  it('have the lines of the page only, at the thickness and in the colours of the page', async () => {
    const rows = ['Town', 'Alford', 'Benton', 'Carrow', 'Dunmere'].map((town, i) =>
      [
        textAt(72, 700 - 16 * i, town),
        textAt(220, 700 - 16 * i, `${120 + i}`),
        textAt(330, 700 - 16 * i, `${1700 + i}`),
      ].join(' '),
    );
    // As in books: thick lines above and below, filled rather than stroked, and a thin one below the head.
    const rules = '72 712 300 1.5 re 72 630 300 1.5 re f 0 0 1 RG 0.5 w 72 695 m 372 695 l S';
    const { xml } = await documentOf(onePage(`${rows.join('\n')} ${rules}`));
    const borders = bordersOf(xml);
    expect(borders).toHaveLength(15);
    expect(borders.slice(0, 3)).toEqual(Array(3).fill('top 12 000000, bottom 4 0000FF'));
    expect(borders.slice(3, 6)).toEqual(Array(3).fill('top 4 0000FF'));
    expect(borders.slice(6, 12)).toEqual(Array(6).fill(''));
    expect(borders.slice(12)).toEqual(Array(3).fill('bottom 12 000000'));
  });

  it('without lines have none', async () => {
    const rows = ['Alford', 'Benton', 'Carrow', 'Dunmere'].map((town, i) =>
      [
        textAt(72, 700 - 16 * i, town),
        textAt(220, 700 - 16 * i, `${120 + i}`),
        textAt(330, 700 - 16 * i, `${1700 + i}`),
      ].join(' '),
    );
    const { xml } = await documentOf(onePage(rows.join('\n')));
    expect(xml).toContain('<w:tbl>');
    expect(xml).not.toMatch(/<w:(tbl|tc)Borders>/);
  });
});

describe('drawings', () => {
  const curve = (x: number, y: number): string =>
    `${x} ${y} m ${x + 10} ${y + 40} ${x + 30} ${y - 20} ${x + 40} ${y + 10} c S`;

  it('with few words are images with them, others stand behind the text', async () => {
    const chart = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => curve(100 + 20 * i, 400 + 5 * i)).join(' ');
    const { xml, images } = await documentOf(
      onePage(
        `${lines(72, 700, PROSE)} ${chart} ${textAt(160, 410, 'label', { size: 8 })} ${textAt(72, 300, 'Below it')}`,
      ),
    );
    expect(images).toBe(1);
    expect(xml).not.toContain('label');
    expect(xml.indexOf('<wp:inline')).toBeLessThan(xml.indexOf('Below it'));
    const framed = await documentOf(
      onePage(`60 640 m 60 720 l 430 720 l 440 720 440 715 440 710 c 440 640 l h S ${lines(72, 700, PROSE)}`),
    );
    expect(framed.xml).toContain('behindDoc="1"');
    expect(framed.xml).toContain(PROSE[0]);
    expect((await documentOf(onePage(chart), { images: false })).images).toBe(0);
  });

  exhaustive('of which there are too many are left out with a warning', async () => {
    const many = Array.from({ length: 110 }, (_, i) => curve(20 + 55 * (i % 10), 30 + 68 * Math.floor(i / 10))).join(
      ' ',
    );
    const { data } = await runTool(pdfToDocx, { files: [{ name: 'a.pdf', bytes: onePage(many) }] });
    expect(data).toMatchObject({
      files: [{ images: 100, warnings: ['10 drawings are left out: a document has at most 100 images and drawings'] }],
    });
  });

  exhaustive('of very many shapes are put together', async () => {
    const many = Array.from(
      { length: 2_000 },
      (_, i) => `${i % 600} ${i % 780} m ${(i * 7) % 600} ${(i * 13) % 780} l S`,
    );
    expect((await documentOf(onePage(many.join('\n')))).images).toBe(1);
  });
});

// LibreOffice may be installed without Writer.
const hasWriter =
  hasProgram('soffice', ['--version'], 'the looks of documents of pdf-to-docx in LibreOffice') &&
  existsSync('/usr/lib/libreoffice/program/libswlo.so');
const hasPoppler = hasProgram('pdftotext', ['-v'], 'the looks of documents of pdf-to-docx in LibreOffice');

/** Words with their number, by page and place. */
function placesOf(path: string): Map<string, readonly [page: number, x: number, y: number]> {
  const places = new Map<string, readonly [number, number, number]>();
  const counts = new Map<string, number>();
  let page = 0;
  const boxes = runProgram('pdftotext', ['-bbox', path, '-']).toString();
  for (const [, x, y, word] of boxes.matchAll(/<page |<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)</g)) {
    if (word === undefined) {
      page += 1;
      continue;
    }
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    places.set(`${word} ${count}`, [page, Number(x), Number(y)]);
  }
  return places;
}

exhaustive.skipIf(!hasWriter || !hasPoppler)(
  'LibreOffice prints words where they stand on the pages (skipped where it or poppler-utils is not installed)',
  async () => {
    for (const name of ['office', 'article', 'tables']) {
      const bytes = readFixture(`pdf/${name}.pdf`);
      const original = join(scratch, `${name}.pdf`);
      writeFileSync(original, bytes);
      const theirs = placesOf(original);
      const { files } = await runTool(pdfToDocx, {
        files: [{ name: 'a.pdf', bytes }],
        options: { dropRepeated: false },
      });
      writeFileSync(join(scratch, 'printed.docx'), files[0]?.bytes ?? '');
      runProgram('soffice', [
        `-env:UserInstallation=file://${scratch}/profile`,
        ...['--headless', '--convert-to', 'pdf', '--outdir', scratch, join(scratch, 'printed.docx')],
      ]);
      const ours = placesOf(join(scratch, 'printed.pdf'));
      const near = [...theirs].filter(([key, [page, x, y]]) => {
        const place = ours.get(key);
        return place !== undefined && place[0] === page && Math.hypot(place[1] - x, place[2] - y) < 50;
      });
      expect(near.length / theirs.size, name).toBeGreaterThan(0.9);
    }
  },
);
