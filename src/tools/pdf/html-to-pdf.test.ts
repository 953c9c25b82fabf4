import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_SETTINGS } from '../../runner/execute.js';
import { findChromium } from '../../runner/installed-programs.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type ClientAnswer, type RunToolRequest, readFixture, runTool } from '../../testing/run-tool.js';
import htmlToPdf from './html-to-pdf.js';

const chromiumPath = findChromium(process.env);
const canRun = chromiumPath !== undefined && hasProgram('pdftotext', ['-v'], 'html-to-pdf');

let folder = '';
let server: Server;
let elsewhere = '';
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'html-to-pdf-test-'));
  server = createServer((request, response) => {
    asked.push(String(request.url));
    response.end('p { color: red }');
  });
  // A connection that asks for nothing tells that this document was read.
  server.on('connection', () => asked.push('a connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (request: RunToolRequest): Promise<ClientAnswer> => {
  const scratch = mkdtempSync(join(folder, 'run-'));
  return runTool(htmlToPdf, request, { scratch, settings: { ...NO_SETTINGS, chromiumPath } });
};

/** How every process of this machine was started. */
function commandLines(): string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [readFileSync(`/proc/${name}/cmdline`, 'latin1')];
    } catch {
      // Gone between the listing and the look.
      return [];
    }
  });
}

/** What a program of poppler says of the first file of a result. */
function seen(answer: ClientAnswer, program: string, ...flags: readonly string[]): string {
  expect(answer.status, answer.message).toBe(200);
  const output = program === 'pdftotext' ? ['-'] : [];
  return runProgram(program, [...flags, '-', ...output], answer.files[0]?.bytes).toString();
}

const bytes = (text: string): Buffer => Buffer.from(text);

describe.skipIf(!canRun)('html-to-pdf, beside poppler', () => {
  exhaustive('takes a page size of its own, four margins, a scale and the style sheets for screens', async () => {
    const input =
      '<!doctype html><style>body { margin: 0 } @media print { b { display: none } }</style><b>Seen</b> text';
    const options = { pageWidth: 100, pageHeight: 60, margins: '10,5,7,20' };
    const plain = await run({ input, options });
    const [, width, height] = /Page size: +([\d.]+) x ([\d.]+) pts/.exec(seen(plain, 'pdfinfo')) ?? [];
    expect(Math.abs(Number(width) - (100 * 72) / 25.4) + Math.abs(Number(height) - (60 * 72) / 25.4)).toBeLessThan(2);
    expect(seen(plain, 'pdftotext')).not.toContain('Seen');
    const place = (answer: ClientAnswer): number[] =>
      (
        /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"/.exec(
          seen(answer, 'pdftotext', '-bbox'),
        ) ?? []
      )
        .slice(1)
        .map(Number);
    const [left = 0, top = 0, right = 0] = place(plain);
    expect(Math.abs(left - (20 * 72) / 25.4)).toBeLessThan(2);
    expect(Math.abs(top - (10 * 72) / 25.4)).toBeLessThan(4);
    const headed = await run({
      input,
      options: {
        ...options,
        footerHtml: '<b style="font-size: 8px">Page <i class="pageNumber"></i> of <i class="totalPages"></i></b>',
      },
    });
    expect(seen(headed, 'pdftotext')).toContain('Page 1 of 1');
    const half = await run({ input, options: { ...options, scale: 0.5, media: 'screen' } });
    expect(seen(half, 'pdftotext')).toContain('Seen text');
    const [start = 0, , end = 0] = place(await run({ input, options: { ...options, scale: 0.5 } }));
    expect(Math.abs((end - start) / (right - left) - 0.5)).toBeLessThan(0.05);
  });

  exhaustive('prints text, style, pictures and links of the files that were sent', async () => {
    const rows = Array.from({ length: 80 }, (_, i) => `<tr><td>${i}<td>${i * i}`).join('');
    const html = `<!doctype html><meta charset=utf-8><title>Größe</title><link rel=stylesheet href="css/main.css?v=1">
      <h1>Größe</h1><p>Привет <a href="more.html?a=1">relative</a> <a href="https://example.org/x">absolute</a>
      <img src="img/fields.png" loading=lazy><table>${rows}</table><script>document.write('never')</script>`;
    const answer = await run({
      files: [
        { name: 'größe.html', bytes: bytes(html) },
        { name: 'main.css', bytes: bytes('@page { size: A5 landscape; margin: 10mm } h1 { break-after: page }') },
        { name: 'fields.png', bytes: readFixture('image/to-pdf/fields.png') },
      ],
      options: { headerText: '{title} <&>', footerText: 'Page {n} of {total}' },
    });
    expect(answer.data).toMatchObject({ documents: [{ name: 'größe.pdf', title: 'Größe' }], warnings: [] });
    const text = seen(answer, 'pdftotext', '-layout');
    const words = text.trim().split(/\s+/).join(' ');
    expect(words).toMatch(/^Größe <&> Größe Page 1 of (\d+) \f?Größe <&> Привет relative absolute 0 0 1 1 2 4/);
    expect(words).toContain('79 6241');
    expect(words).not.toContain('never');
    const info = seen(answer, 'pdfinfo');
    expect(info).toMatch(/Title: +Größe/);
    expect(info).toMatch(/Tagged: +yes/);
    expect(info).not.toMatch(/Date|Mozilla/);
    expect(info).toMatch(/Page size: +59[45][.\d]* x 4(19|20)[.\d]* pts/);
    const links = seen(answer, 'pdfinfo', '-url');
    expect(links).toMatch(/more\.html\?a=1/);
    expect(links).toMatch(/https:\/\/example\.org\/x/);
    expect(links).not.toContain('document.invalid');
    expect(seen(answer, 'pdfimages', '-list').trim().split('\n').length).toBeGreaterThan(2);
  });

  exhaustive('asks nobody for anything and shows no file of the machine', async () => {
    const here = `file://${process.cwd()}/package.json`;
    const html = `<!doctype html><title>Wall</title>
      <meta http-equiv=refresh content="0;url=${elsewhere}/refresh">
      <link rel=stylesheet href="${elsewhere}/sheet"><link rel=preload as=image href="${elsewhere}/preload">
      <link rel=prefetch href="${elsewhere}/prefetch"><link rel=preconnect href="${elsewhere}"><link rel=icon href="${elsewhere}/icon">
      <link rel=dns-prefetch href="${elsewhere}"><link rel=manifest href="${elsewhere}/manifest">
      <style>@import url(${elsewhere}/import); @font-face { font-family: f; src: url(${elsewhere}/font) } p { font-family: f; background: url(${elsewhere}/background) }</style>
      <p>Inside <img src="${elsewhere}/image" srcset="${elsewhere}/set 2x"><iframe src="${elsewhere}/frame"></iframe>
      <iframe srcdoc="<img src=${elsewhere}/nested>"></iframe><object data="${elsewhere}/object"></object><embed src="${elsewhere}/embed">
      <video src="${elsewhere}/video" poster="${elsewhere}/poster" autoplay></video><audio src="${elsewhere}/audio" autoplay></audio>
      <svg><image href="${elsewhere}/svg"/><use href="${elsewhere}/use#a"/></svg><input type=image src="${elsewhere}/input">
      <script src="${elsewhere}/script"></script><img src=x onerror="fetch('${elsewhere}/fetch')">
      <iframe src="${here}"></iframe><object data="${here}"></object><img src="${here}"><iframe src="view-source:${here}"></iframe>`;
    const answer = await run({ input: html });
    const text = seen(answer, 'pdftotext');
    expect(text).toContain('Inside');
    expect(text).not.toContain('"name"');
    expect(asked).toEqual([]);
    const { warnings } = answer.data as { readonly warnings: readonly string[] };
    expect(warnings).toContain(`"${elsewhere}/image" was not sent and is missing`);
    expect(warnings.length).toBeGreaterThan(8);
  });

  exhaustive('makes a PDF of each document, the same bytes each time', async () => {
    const request = {
      files: [
        { name: 'one.html', bytes: bytes('<title>1</title><p>One') },
        { name: 'two.htm', bytes: Buffer.from('<p>Zwölf', 'latin1') },
        { name: 'one.htm', bytes: bytes('<p>Three') },
      ],
    };
    const [first, second] = [await run(request), await run(request)];
    expect(first.files.map(({ name }) => name)).toEqual(['one.pdf', 'two.pdf', 'one (2).pdf']);
    expect(first.body).toEqual(second.body);
  });

  exhaustive('works in a folder whose path is longer than that of a socket may be', async () => {
    const scratch = mkdtempSync(join(folder, 'long-'.repeat(25)));
    const settings = { ...NO_SETTINGS, chromiumPath };
    expect((await runTool(htmlToPdf, { input: '<p>x' }, { scratch, settings })).status).toBe(200);
  });

  it('refuses pages without room', async () => {
    const answer = await run({ input: '<style>@page { size: 100000cm 100000cm }</style>x' });
    expect([answer.status, answer.message]).toEqual([
      400,
      'Cannot print property "input": its pages are too large, too many or without room to print on',
    ]);
  });

  it('ends the browser when the caller leaves', async () => {
    const abort = new AbortController();
    const scratch = mkdtempSync(join(folder, 'run-'));
    const settings = { ...NO_SETTINGS, chromiumPath };
    setTimeout(() => abort.abort(), 1500);
    const input = `<style>p::before { counter-increment: a 1; content: counters(a, ".") }</style>${'<p>x'.repeat(200_000)}`;
    const answer = await runTool(htmlToPdf, { input }, { scratch, settings, signal: abort.signal });
    expect(answer.status).not.toBe(200);
    // Nothing that was started with this folder in its arguments stays; what was killed may take a moment to go.
    while (commandLines().some((line) => line.includes(`${scratch}/profile`))) await pause(10);
  });
});
