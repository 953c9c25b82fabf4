/**
 * Draws the pages of every PDF of a folder as JPEG, warm, beside `pdftoppm -jpeg` (poppler, from apt) as a process: same pages, same
 * dots per inch, same quality; prints the ratio of times and the structural similarity of the pictures.
 * `npx tsx bench/pdf/draw.ts <folder> [dpi] [pages]`
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { run } from '../../src/testing/pdf-readers.js';
import { ssim } from '../../src/testing/picture-measures.js';
import { type ClientAnswer, runTool } from '../../src/testing/run-tool.js';
import tool from '../../src/tools/pdf/pdf-to-jpg.js';

const [folder, dpi = '150', pages = '10'] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: npx tsx bench/pdf/draw.ts <folder> [dpi] [pages]');
const scratch = mkdtempSync(join(tmpdir(), 'pdf-draw-'));

const statuses = new Map<string, number>();
const similarities: { readonly name: string; readonly value: number }[] = [];
let ours = 0;
let poppler = 0;
let count = 0;
let slowest = { name: '', ms: 0 };

async function draw(bytes: Uint8Array, name: string, last: number): Promise<ClientAnswer> {
  return await runTool(tool, {
    files: [{ name, bytes }],
    options: { dpi: Number(dpi), quality: 75, pages: last === 0 ? '' : `1-${last}` },
  });
}

const grey = async (bytes: Uint8Array) => await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });

for (const name of readdirSync(folder)
  .filter((file) => file.toLowerCase().endsWith('.pdf'))
  .sort()) {
  const bytes = readFileSync(join(folder, name));
  const number = Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', [join(folder, name)]).out)?.[1] ?? 0);
  const last = Math.min(number, Number(pages));
  // Once before, as the tool process of a service has drawn something.
  const first = await draw(bytes, name, last);
  const kind = first.status === 200 ? '200' : `${first.status} ${first.message}`;
  statuses.set(
    first.status === 200 ? '200' : kind.replace(/".*?"/g, '…').replace(/\d{2,}/g, 'n'),
    (statuses.get(kind) ?? 0) + 1,
  );
  if (first.status >= 500) console.log(`${name}: ${kind}`, first.cause);
  if (first.status !== 200 || last === 0) continue;
  const start = performance.now();
  const answer = await draw(bytes, name, last);
  const ms = performance.now() - start;
  const other = run('pdftoppm', [
    '-jpeg',
    '-jpegopt',
    'quality=75',
    '-r',
    dpi,
    '-cropbox',
    '-l',
    String(last),
    join(folder, name),
    join(scratch, 'p'),
  ]);
  const drawn = readdirSync(scratch).sort();
  if (ms > slowest.ms) slowest = { name, ms };
  if (drawn.length === answer.files.length) {
    ours += ms;
    poppler += other.ms;
    count += drawn.length;
    for (const [i, file] of drawn.entries()) {
      const [a, b] = await Promise.all([
        grey(answer.files[i]?.bytes ?? Buffer.alloc(0)),
        grey(readFileSync(join(scratch, file))),
      ]);
      const isSame = Math.abs(a.info.width - b.info.width) < 2 && Math.abs(a.info.height - b.info.height) < 2;
      if (!isSame) {
        similarities.push({
          name: `${name} ${i + 1} ${a.info.width}×${a.info.height} / ${b.info.width}×${b.info.height}`,
          value: 0,
        });
        continue;
      }
      const width = Math.min(a.info.width, b.info.width);
      const height = Math.min(a.info.height, b.info.height);
      const cut = async (image: typeof a) =>
        await sharp(image.data, { raw: { width: image.info.width, height: image.info.height, channels: 1 } })
          .extract({ left: 0, top: 0, width, height })
          // Fonts that are not in the file are chosen differently; the finest edges are every engine's own.
          .blur(1)
          .raw()
          .toBuffer();
      similarities.push({ name: `${name} ${i + 1}`, value: ssim(await cut(a), await cut(b), width, height) });
    }
  }
  for (const file of drawn) rmSync(join(scratch, file));
}
rmSync(scratch, { recursive: true });

similarities.sort((a, b) => a.value - b.value);
console.log([...statuses].map(([kind, times]) => `${times} × ${kind}`).join('\n'));
console.log(
  `pages: ${count} · ours ${Math.round(ours)} ms · pdftoppm ${Math.round(poppler)} ms · ratio ${(ours / poppler).toFixed(2)}`,
);
console.log(`slowest: ${slowest.name} ${Math.round(slowest.ms)} ms`);
console.log(
  `similarity: median ${similarities[similarities.length >> 1]?.value.toFixed(4)}, below 0.9: ${similarities.filter(({ value }) => value < 0.9).length}`,
);
for (const { name, value } of similarities.slice(0, 25)) console.log(`  ${value.toFixed(3)} ${name}`);
