/** merge-pdf and split-pdf on real and damaged files from outside, where they are present, judged by programs from apt. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { complaints, contentsOf, countPages } from '../../testing/pdf-readers.js';
import { plainPdf, richPdf } from '../../testing/pdf-samples.js';
import { runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import mergePdf from './merge-pdf.js';
import splitPdf from './split-pdf.js';

const corpus = sharedPath('corpus/pdf', 'merge-pdf and split-pdf on real and hostile files');
const hostile = sharedPath('corpus/security', 'merge-pdf and split-pdf on real and hostile files');
const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
const hasPoppler = spawnSync('pdfinfo', ['-v']).status !== null;

const NO_CORPUS = ' (skipped where no corpus stands beside the project)';
const NO_READERS = ' (skipped where qpdf or poppler-utils is not installed)';

const rowsOf = (folder: string): string[][] =>
  readFileSync(join(folder, 'MANIFEST.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

const scratch = mkdtempSync(join(tmpdir(), 'pdf-corpus-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const written = (bytes: Uint8Array): string => {
  const path = join(scratch, 'result.pdf');
  writeFileSync(path, bytes);
  return path;
};

describe.skipIf(!existsSync(corpus))(`the corpus${NO_CORPUS}`, () => {
  exhaustive('is read, merged and split with all pages, or refused for a reason that qpdf shares', async () => {
    for (const [name = '', , , qpdfPages = '', , , needsPassword = ''] of rowsOf(corpus)) {
      const file = { name, bytes: readFileSync(join(corpus, name)) };
      const merged = await runTool(mergePdf, { files: [file, file] });
      const pages = Number(qpdfPages);
      if (merged.status !== 200) {
        expect([merged.status, merged.code], name).toEqual([400, 'INVALID_INPUT']);
        expect(merged.message, name).toContain(JSON.stringify(name));
        expect(pages > 0, name).toBe(false);
        continue;
      }
      expect(needsPassword === 'yes' && !(pages > 0), name).toBe(false);
      // Two files have pages that qpdf counts as none or cannot reach.
      if (pages > 0) expect(merged.data, name).toMatchObject({ pages: 2 * pages });
      const split = await runTool(splitPdf, { files: [file], options: { pages: '1,last' } });
      expect([split.status, split.files.length], name).toEqual([200, 2]);
    }
  });
});

describe.skipIf(!existsSync(hostile))(`hostile files${NO_CORPUS}`, () => {
  it('get an answer that their manifest allows', async () => {
    for (const [name = '', , , format, , allowed = ''] of rowsOf(hostile)) {
      if (format !== 'pdf') continue;
      const files = [{ name, bytes: readFileSync(join(hostile, name)) }];
      for (const tool of [mergePdf, splitPdf]) {
        const { status, message } = await runTool(tool, { files });
        expect(allowed.split(','), `${name}: ${message}`).toContain(String(status));
      }
    }
  });
});

describe.skipIf(!hasQpdf || !hasPoppler)(`as other programs see it${NO_READERS}`, () => {
  const rich = (tag: string) => ({ name: `${tag}.pdf`, bytes: richPdf(tag) });

  it('a merge has no faults and everything of both files', async () => {
    const { files } = await runTool(mergePdf, { files: [rich('A'), rich('B')] });
    const path = written(files[0]!.bytes);
    expect([...complaints(path)]).toEqual([]);
    expect(countPages(path)).toBe(8);
    const contents = contentsOf(path)!;
    const outline = contents.outline.map(({ what, to }) => [what.replace(/^u:/, ''), to]);
    expect(outline).toEqual([
      ['A', 1],
      ['A chapter 1', 1],
      ['A section 1.1', 2],
      ['A chapter 2', 3],
      ['B', 5],
      ['B chapter 1', 5],
      ['B section 1.1', 6],
      ['B chapter 2', 7],
    ]);
    expect(contents.links.map(({ on, to }) => [on, to])).toEqual([
      [1, 4],
      [1, 2],
      [1, 3],
      [1, null],
      [5, 8],
      [5, 6],
      [5, 7],
      [5, null],
    ]);
    expect(contents.fields.length).toBe(6);
    expect(contents.structure).toEqual(
      ['A', 'B'].flatMap((tag) => [1, 2, 3, 4].map((page) => `"${tag} page ${page}"`)),
    );
    expect(contents.attachments).toEqual(['data.txt', 'data.txt-2']);
  });

  it('a part has no faults and the text of its pages', async () => {
    const { files } = await runTool(splitPdf, { files: [rich('A')], options: { pages: '4,2-1' } });
    for (const [i, pages] of [[4], [2, 1]].entries()) {
      const path = written(files[i]!.bytes);
      expect([...complaints(path)]).toEqual([]);
      expect(contentsOf(path)!.structure.sort()).toEqual(pages.map((page) => `"A page ${page}"`).sort());
    }
  });
});

it('a file may be merged alone, and says when its signatures go', async () => {
  const signed = richPdf('S').toString('latin1').replace('/FT /Btn /V /Yes', '/FT /Sig /V /Yes');
  const { data, files } = await runTool(mergePdf, { files: [{ name: 's.pdf', bytes: Buffer.from(signed, 'latin1') }] });
  expect(data).toEqual({
    pages: 4,
    files: [{ name: 's.pdf', pages: 4, repaired: false, warnings: ['its signatures are no longer valid'] }],
  });
  expect(files.map(({ name }) => name)).toEqual(['merged.pdf']);
});

it('parts with one name get a number, and names stay short enough to be sent again', async () => {
  const file = { name: `${'é'.repeat(196)}.pdf`, bytes: richPdf('N') };
  const { files } = await runTool(splitPdf, { files: [file], options: { pages: '1,1, 1' } });
  expect(files.map(({ name }) => [...name].length)).toEqual([200, 200, 200]);
  expect(files.map(({ name }) => name.replace(/é+/, ''))).toEqual(['-1.pdf', '-1 (2).pdf', '-1 (3).pdf']);
});

exhaustive('files of 20 MiB in all end in a file that is not too large', async () => {
  // Half of 20 MiB each, of pages of about 710 bytes.
  const pages = 14_700;
  const file = plainPdf('x'.repeat(500), pages);
  const bytes = Buffer.concat([file, Buffer.alloc(10 * 2 ** 20 - file.length, '\n')]);
  const files = [
    { name: 'a.pdf', bytes },
    { name: 'b.pdf', bytes },
  ];
  const merged = await runTool(mergePdf, { files });
  expect([merged.status, merged.message, merged.data]).toMatchObject([200, undefined, { pages: 2 * pages }]);
});

it('parts that are too large together are refused before memory is full', async () => {
  const big = Buffer.alloc(2 ** 20, 'x').toString('latin1');
  const bytes = Buffer.from(
    richPdf('L').toString('latin1').replace('/MCID 0 >> BDC', `/MCID 0 >> BDC %${big}\n`),
    'latin1',
  );
  const { status, code } = await runTool(splitPdf, {
    files: [{ name: 'l.pdf', bytes }],
    options: { pages: Array(40).fill('1').join(',') },
  });
  expect([status, code]).toEqual([500, 'OUTPUT_TOO_LARGE']);
});
