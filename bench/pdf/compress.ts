/**
 * Compresses every PDF of a folder at each level, warm, beside Ghostscript's /ebook (from apt) as a process: sizes, times, complaints
 * of qpdf that the original has not, and the structural similarity of the first pages as poppler draws them at 72 dots per inch.
 * `npx tsx bench/pdf/compress.ts <folder> [level] [--gs]`
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { complaints, run } from '../../src/testing/pdf-readers.js';
import { ssim } from '../../src/testing/picture-measures.js';
import { runTool } from '../../src/testing/run-tool.js';
import tool from '../../src/tools/pdf/compress-pdf.js';

const PAGES = 3;
const [folder, level = 'medium'] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: npx tsx bench/pdf/compress.ts <folder> [level] [--gs]');
const scratch = mkdtempSync(join(tmpdir(), 'pdf-compress-'));

async function drawn(path: string): Promise<{ data: Buffer; width: number; height: number }[]> {
  run('pdftoppm', ['-png', '-r', '72', '-l', String(PAGES), path, join(scratch, 'p')]);
  const names = readdirSync(scratch)
    .filter((name) => name.endsWith('.png'))
    .sort();
  const pages = [];
  for (const name of names) {
    const { data, info } = await sharp(join(scratch, name)).greyscale().raw().toBuffer({ resolveWithObject: true });
    pages.push({ data, width: info.width, height: info.height });
    rmSync(join(scratch, name));
  }
  return pages;
}

const statuses = new Map<number, number>();
const similarities: { readonly value: number; readonly name: string }[] = [];
let [before, after, ours, byGhostscript, ghostscriptMs, count, originals] = [0, 0, 0, 0, 0, 0, 0];
let slowest = { name: '', ms: 0 };
for (const name of readdirSync(folder)
  .filter((file) => file.toLowerCase().endsWith('.pdf'))
  .sort()) {
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const start = performance.now();
  const answer = await runTool(tool, { files: [{ name, bytes }], options: { level } });
  const ms = performance.now() - start;
  if (ms > slowest.ms) slowest = { name, ms };
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  if (answer.status >= 500) console.log(`${name}: ${answer.status} ${answer.message}`, answer.cause);
  const [file] = answer.files;
  if (file === undefined) continue;
  if (file.bytes.length > bytes.length) console.log(`${name}: grew`);
  if (file.bytes.equals(bytes)) originals += 1;
  count += 1;
  ours += ms;
  before += bytes.length;
  after += file.bytes.length;
  const result = join(scratch, 'result.pdf');
  writeFileSync(result, file.bytes);
  const known = complaints(path);
  for (const complaint of complaints(result)) if (!known.has(complaint)) console.log(`${name}: ${complaint}`);
  const [old, made] = [await drawn(path), await drawn(result)];
  if (old.length !== made.length) console.log(`${name}: ${made.length} pages drawn instead of ${old.length}`);
  for (const [i, page] of made.entries()) {
    const other = old[i];
    if (other === undefined) continue;
    const isSame = other.width === page.width && other.height === page.height;
    similarities.push({
      value: isSame ? ssim(other.data, page.data, page.width, page.height) : 0,
      name: `${name} ${i + 1}`,
    });
  }
  if (!process.argv.includes('--gs')) continue;
  const ebook = join(scratch, 'ebook.pdf');
  const other = run('gs', [
    '-q',
    '-dNOPAUSE',
    '-dBATCH',
    '-dSAFER',
    '-sDEVICE=pdfwrite',
    '-dPDFSETTINGS=/ebook',
    `-sOutputFile=${ebook}`,
    path,
  ]);
  ghostscriptMs += other.ms;
  byGhostscript += other.status === 0 ? Math.min(bytes.length, statSync(ebook).size) : bytes.length;
}
rmSync(scratch, { recursive: true });
similarities.sort((a, b) => a.value - b.value);
console.log(
  `level ${level}: ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}; ${originals} came back as they were`,
);
console.log(
  `${before} → ${after} bytes (${((100 * after) / before).toFixed(1)} %), ${Math.round(ours / count)} ms each; slowest ${slowest.name} ${Math.round(slowest.ms)} ms`,
);
if (byGhostscript > 0)
  console.log(
    `Ghostscript /ebook, never larger: ${byGhostscript} bytes (${((100 * byGhostscript) / before).toFixed(1)} %), ${Math.round(ghostscriptMs / count)} ms each`,
  );
console.log(
  `similarity of ${similarities.length} pages: median ${similarities[similarities.length >> 1]?.value.toFixed(4)}, below 0.98: ${similarities.filter(({ value }) => value < 0.98).length}`,
);
for (const { value, name } of similarities.slice(0, 12)) console.log(`  ${value.toFixed(3)} ${name}`);
