/**
 * Time, memory and sizes on large made files: `npx tsx bench/pdf/big.ts`. Each case runs in a process of its own; the second
 * run in it is the one that counts (a tool process is warm).
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { assemblePdf } from '../../src/formats/pdf/document/assemble.js';
import { openPdf } from '../../src/formats/pdf/document/open.js';
import { pdfOf, plainPdf, richPdf, stream } from '../../src/testing/pdf-samples.js';

const MIB = 2 ** 20;

/** Bytes that do not compress, the same every time. */
function noise(length: number, seed: string): string {
  const parts: Buffer[] = [];
  for (let i = 0; 32 * i < length; i += 1) parts.push(createHash('sha256').update(`${seed} ${i}`).digest());
  return Buffer.concat(parts).toString('latin1', 0, length);
}

/** Pages with a picture each; all pages share one list of all pictures, as some writers make it. */
function pictures(count: number, bytes: number): Buffer {
  const objects: Record<number, string> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
  const kids: string[] = [];
  const list: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const first = 10 + 3 * i;
    kids.push(`${first} 0 R`);
    list.push(`/Im${i} ${first + 2} 0 R`);
    objects[first] = `<< /Type /Page /Parent 2 0 R /Contents ${first + 1} 0 R >>`;
    objects[first + 1] = stream(`q 200 0 0 200 0 0 cm /Im${i} Do Q`);
    objects[first + 2] = stream(
      noise(bytes, `${i}`),
      `/Type /XObject /Subtype /Image /Width ${bytes} /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8`,
    );
  }
  objects[3] = `<< ${list.join(' ')} >>`;
  objects[2] = `<< /Type /Pages /Count ${count} /Kids [${kids.join(' ')}] /MediaBox [0 0 200 200] /Resources << /XObject 3 0 R >> >>`;
  return pdfOf(objects);
}

const cases: Readonly<Record<string, () => readonly Buffer[]>> = {
  'merge 5,000 pages (2 × 2,500)': () => [plainPdf('A', 2_500), plainPdf('B', 2_500)],
  'merge 20 MiB (2 × 50 pictures)': () => [pictures(50, MIB / 5), pictures(50, MIB / 5)],
  'merge 20 files of everything': () => Array.from({ length: 20 }, (_, i) => richPdf(`File ${i}`)),
  'merge 20,000 pages (2 × 10,000)': () => [plainPdf('A', 10_000), plainPdf('B', 10_000)],
  'split 500 pages, plain': () => [plainPdf('A', 500)],
  'split 500 pages, a picture each, one shared list': () => [pictures(500, 8_000)],
  'split 500 pages, 18 MiB': () => [pictures(500, 37_000)],
};

function runCase(name: string): void {
  const inputs = cases[name]?.() ?? [];
  const before = process.memoryUsage().rss;
  let ms = 0;
  let size = 0;
  for (let round = 0; round < 2; round += 1) {
    const start = performance.now();
    const opened = inputs.map((bytes, i) => openPdf({ name: `${i}.pdf`, bytes }));
    const [first] = opened;
    if (name.startsWith('split') && first !== undefined) {
      size = first.pages.reduce((sum, { index }) => sum + assemblePdf([{ pdf: first, pages: [index] }]).length, 0);
    } else {
      size = assemblePdf(opened.map((pdf) => ({ pdf }))).length;
    }
    ms = performance.now() - start;
  }
  const input = inputs.reduce((sum, { length }) => sum + length, 0);
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `| ${name} | ${(input / MIB).toFixed(2)} MiB | ${Math.round(ms)} ms | ${(size / input).toFixed(2)} × | ${Math.round(peak)} MiB (${Math.round(before / MIB)} before) |`,
  );
}

const [, , chosen] = process.argv;
if (chosen !== undefined) {
  runCase(chosen);
} else {
  console.log('| case | input | warm run | output / input | peak memory of the process |\n|---|---|---|---|---|');
  for (const name of Object.keys(cases)) {
    const { stdout } = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), name], {
      encoding: 'utf8',
    });
    console.log(stdout.trim());
  }
}
