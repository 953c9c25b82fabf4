/**
 * Damages HEIC files at random for a minute and counts the outcomes; a line `FAULT` is a bug.
 * Run after `npm run build`: npx tsx bench/heic/damage.ts <seed> fixtures/image/heic/*.heic
 */

import { readFileSync } from 'node:fs';

import { ToolError } from '../../src/core/errors.js';
import { withHeicPicture } from '../../src/engines/heic/decode.js';
import { decodeAvif } from '../../src/engines/image/decode-avif.js';

const MINUTES = 1;
const [seedText = '1', ...paths] = process.argv.slice(2);
const files = paths.map((path) => readFileSync(path));
const signal = new AbortController().signal;

let seed = Number(seedText);
function random(below: number): number {
  // Park and Miller's generator.
  seed = (seed * 48271) % 0x7fffffff;
  return seed % below;
}

function damage(good: Buffer): Buffer {
  const bad = Buffer.from(good);
  // Mostly in the boxes at the start, where it hurts most.
  const reach = Math.min(bad.length - 4, random(3) > 0 ? 1200 : bad.length);
  for (let count = 1 + random(5); count > 0; count--) {
    const at = random(reach);
    const kind = random(4);
    if (kind === 0) bad[at] = random(256);
    if (kind === 1) bad[at] = (bad[at] ?? 0) ^ (1 << random(8));
    if (kind === 2) bad.writeUInt32BE([0, 1, 0xffffffff, 0x7fffffff, 0x10000][random(5)] ?? 0, at);
    if (kind === 3) bad.copy(bad, at, random(reach), Math.min(bad.length, random(reach) + 64));
  }
  return bad;
}

function outcome(error: unknown): string {
  if (!(error instanceof ToolError)) return `FAULT ${error instanceof Error ? error.stack : String(error)}`;
  const reason = error.message.slice(error.message.indexOf(':') + 2).replace(/\d+ megapixels/, 'N megapixels');
  return `${error.code}: ${reason}${String(error.cause).includes('crashed') ? ` (${String(error.cause)})` : ''}`;
}

const counts = new Map<string, number>();
let slowestMs = 0;
for (const end = Date.now() + MINUTES * 60_000; Date.now() < end; ) {
  const bytes = damage(files[random(files.length)] ?? Buffer.alloc(8));
  const start = performance.now();
  const file = { name: 'a.heic', mime: undefined, bytes };
  const result = await withHeicPicture(file, signal, decodeAvif, async (picture) => {
    await picture.rowsReady(picture.height);
    return 'a picture';
  }).catch(outcome);
  slowestMs = Math.max(slowestMs, performance.now() - start);
  counts.set(result, (counts.get(result) ?? 0) + 1);
}
for (const [result, count] of [...counts].sort((a, b) => b[1] - a[1])) console.log(count, result);
console.log(`slowest ${slowestMs.toFixed(0)} ms, resident ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`);
