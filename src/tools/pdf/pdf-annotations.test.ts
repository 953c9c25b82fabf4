import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import tool from './pdf-annotations.js';

const hasPoppler = hasProgram('pdftotext', ['-v'], 'text under highlights beside words of poppler');
const hasQpdf = hasProgram('qpdf', ['--version'], 'annotations that are left, by qpdf');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdf-annotations-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Annotation {
  readonly page: number;
  readonly kind: string;
  readonly comment: string;
  readonly markedText: string;
  readonly color: string | null;
  readonly created: string | null;
  readonly state: string | null;
  readonly replyTo: number | null;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

async function found(bytes: Uint8Array, options: Readonly<Record<string, unknown>> = {}): Promise<Annotation[]> {
  const answer = await runTool(tool, { files: [{ name: 'a.pdf', bytes }], options });
  expect(answer.message).toBeUndefined();
  return (answer.data as { files: { annotations: Annotation[] }[] }).files[0]!.annotations;
}

const saved = (bytes: Uint8Array): string => {
  const path = join(folder, 'in.pdf');
  writeFileSync(path, bytes);
  return path;
};

/** One page of annotations, from object 20 on. */
const annotated = (annotations: readonly string[], content = '', entries = ''): Buffer =>
  textPdf(
    [{ content, entries: `${entries} /Annots [${annotations.map((_one, i) => `${20 + i} 0 R`).join(' ')}]` }],
    '',
    Object.fromEntries(annotations.map((one, i) => [20 + i, `<< /Type /Annot /Rect [10 10 30 30] ${one} >>`])),
  );

const WORDS = ['harbour', 'ship', 'a', 'pilot,', 'breakwater', '(six)', 'of', 'morning.'];

describe('pdf-annotations', () => {
  it.skipIf(!hasPoppler)('gives the words that poppler has in the marked places, on pages of every turn', async () => {
    const chance = chanceOf(5);
    let compared = 0;
    for (const turn of [0, 90, 180, 270]) {
      const lines = Array.from({ length: 12 }, () =>
        Array.from({ length: 8 }, () => WORDS[chance(WORDS.length)]!).join(' '),
      );
      const content = lines.map((line, i) => textAt(60, 700 - 30 * i, line)).join('\n');
      const html = runProgram('pdftotext', ['-bbox', saved(textPdf([{ content }])), '-']).toString();
      const words = [
        ...html.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.+?)<\/word>/g),
      ].map(([, left, top, right, bottom, text = '']) => ({
        ...{ left: Number(left), top: 792 - Number(top), right: Number(right), bottom: 792 - Number(bottom), text },
      }));
      expect(words).toHaveLength(96);
      const marks = Array.from({ length: 10 }, () => {
        const start = chance(90);
        return words.slice(start, start + 1 + chance(12));
      });
      const bytes = annotated(
        marks.map((mark, i) => {
          const quads = mark.map(
            ({ left, top, right, bottom }) => `${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}`,
          );
          const subtype = ['Highlight', 'Underline', 'StrikeOut', 'Squiggly'][i % 4];
          return `/Subtype /${subtype} /QuadPoints [${quads.join(' ')}] /Contents (${i})`;
        }),
        content,
        `/Rotate ${turn}`,
      );
      const texts = new Map((await found(bytes)).map(({ comment, markedText }) => [Number(comment), markedText]));
      for (const [i, mark] of marks.entries()) {
        // Poppler's boxes of words have no spaces between them.
        expect(texts.get(i)?.replaceAll(' ', ''), `${turn} ${i}`).toBe(mark.map(({ text }) => text).join(''));
        compared += 1;
      }
    }
    expect(compared).toBe(40);
  });

  it('tells kinds, dates, colours and states, and leaves links and fields out', async () => {
    const list = await found(
      annotated([
        '/Subtype /Link',
        '/Subtype /Widget /FT /Tx',
        "/Subtype /Stamp /C [0 1 0] /CreationDate (D:20260102030405-05'30')",
        '/Subtype /Ink /C [0 0 0 1]',
        '/Subtype /Square /C []',
        '/Subtype /Text /IRT 22 0 R /State (Accepted) /StateModel (Review)',
        '/Subtype /Caret /RC (<body><p>Add <b>this</b></p></body>)',
        '/Subtype /toString',
      ]),
    );
    expect(list.map(({ kind }) => kind).sort()).toEqual(['caret', 'ink', 'note', 'square', 'stamp']);
    const of = (kind: string) => list.find((one) => one.kind === kind);
    expect(of('stamp')).toMatchObject({ color: '#00ff00', created: '2026-01-02T03:04:05-05:30' });
    expect([of('ink')?.color, of('square')?.color]).toEqual(['#000000', null]);
    expect(of('note')).toMatchObject({
      state: 'Accepted',
      replyTo: list.findIndex(({ kind }) => kind === 'stamp') + 1,
    });
    expect(of('caret')?.comment).toBe('Add this');
    expect(of('ink')?.box).toEqual({ x: 10, y: 762, width: 20, height: 20 });
  });

  it('takes the kinds and pages asked for', async () => {
    const bytes = readFixture('pdf/reviewed.pdf');
    expect((await found(bytes, { kinds: 'note, Strikeout' })).map(({ kind }) => kind)).toEqual([
      'note',
      'strikeout',
      'note',
    ]);
    expect((await found(bytes, { pages: '2' })).map(({ page }) => page)).toEqual([2, 2]);
  });

  it('writes CSV that keeps commas, quotes and lines', async () => {
    const bytes = annotated(['/Subtype /Text /Contents (one, "two"\\nthree) /T (=Ada)']);
    const { files } = await runTool(tool, { files: [{ name: 'a.pdf', bytes }], options: { format: 'csv' } });
    const lines = files[0]!.bytes.toString();
    expect(files[0]!.name).toBe('a-annotations.csv');
    expect(lines.split('\n')[0]).toBe(
      'number,page,kind,author,created,modified,markedText,comment,subject,color,state,replyTo',
    );
    expect(lines).toContain('1,1,note,=Ada,,,,"one, ""two""\nthree",,,,');
  });

  it.skipIf(!hasQpdf)('removes what is asked for, with windows and replies, and nothing else', async () => {
    const bytes = readFixture('pdf/reviewed.pdf');
    const left = async (options: Readonly<Record<string, unknown>>) => {
      const answer = await runTool(tool, {
        files: [{ name: 'a.pdf', bytes }],
        options: { action: 'remove', ...options },
      });
      const path = saved(answer.files[0]!.bytes);
      const text = runProgram('qpdf', ['--qdf', '--object-streams=disable', path, '-']).toString('latin1');
      expect(runProgram('qpdf', ['--check', path]).toString()).toContain('No syntax or stream encoding errors');
      const kinds = [...text.matchAll(/\/Subtype \/(Link|Popup|Text|FreeText|Highlight|StrikeOut)/g)]
        .map(([, kind]) => kind)
        .sort();
      return { kinds, count: (answer.data as { files: { count: number }[] }).files[0]!.count };
    };
    expect(await left({})).toEqual({ kinds: ['Link'], count: 5 });
    expect(await left({ kinds: 'highlight' })).toEqual({ kinds: ['FreeText', 'Link', 'StrikeOut', 'Text'], count: 2 });
    expect(await left({ pages: '2' })).toEqual({
      kinds: ['Highlight', 'Link', 'Popup', 'StrikeOut', 'Text'],
      count: 2,
    });
  });

  it('survives replies in circles and damaged places', async () => {
    const list = await found(
      annotated([
        '/Subtype /Text /IRT 21 0 R /Contents (a)',
        '/Subtype /Text /IRT 20 0 R /Contents (b)',
        '/Subtype /Text /IRT 22 0 R /Contents (c)',
        '/Subtype /Highlight /QuadPoints [1 2 (x) 4 5 6 7 8] /Contents (d)',
        '/Subtype /Highlight /QuadPoints [1 2 3] /Rect [(a)] /Contents (e)',
        '/Subtype /Highlight /QuadPoints 7 /C 3 /T 5 /M /x /Contents (f)',
      ]),
    );
    expect(list.map(({ comment }) => comment).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    const removed = await runTool(tool, {
      files: [{ name: 'a.pdf', bytes: annotated(['/Subtype /Text /IRT 20 0 R']) }],
      options: { action: 'remove' },
    });
    expect(removed.data).toMatchObject({ files: [{ count: 1 }] });
  });

  it('refuses more annotations and marked lines than are read', async () => {
    const pdf = textPdf([{ content: '', entries: `/Annots [${'<</Subtype/Text>> '.repeat(10_001)}]` }]);
    const tooMany = await runTool(tool, { files: [{ name: 'a.pdf', bytes: pdf }] });
    expect([tooMany.code, tooMany.message]).toEqual([
      'LIMIT_EXCEEDED',
      'Cannot read PDF "a.pdf": it has more than 10000 annotations',
    ]);
    const quads = annotated(
      Array.from({ length: 3 }, () => `/Subtype /Highlight /QuadPoints [${'1 2 3 4 5 6 7 8 '.repeat(1000)}]`),
    );
    const lines = await runTool(tool, { files: [{ name: 'a.pdf', bytes: quads }] });
    expect(lines.message).toBe('Cannot read PDF "a.pdf": page 1 has more than 2000 marked lines');
  });

  exhaustive('ends on a page of the most letters with the most marked lines', async () => {
    const content = Array.from({ length: 290 }, (_, i) =>
      textAt(5, 5 + 1.9 * i, 'abcdefghij '.repeat(150), { size: 0.7 }),
    ).join('\n');
    const area = '0 0 612 0 0 792 612 792 ';
    const bytes = annotated(
      [`/Subtype /Highlight /QuadPoints [${'0 0 1 0 0 1 1 1 '.repeat(999)}${area.repeat(1000)}]`],
      content,
    );
    const [one] = await found(bytes);
    expect(one?.markedText.length).toBeGreaterThan(100_000);
  });
});
