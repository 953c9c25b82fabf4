/**
 * Wall time of resize-, convert- and compress-image, warm and through HTTP, beside ImageMagick's `convert` and `vips` as processes, in
 * turns. Run after `npm run build`, on a quiet machine: npx tsx bench/image/run.ts photo.jpg picture.png
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

import { openTestService } from '../../src/testing/service.js';

const ROUNDS = 7;
const WARM_UP = 2;
const folder = mkdtempSync(join(tmpdir(), 'bench-image-'));
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Case {
  readonly title: string;
  readonly tool: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly magick: (from: string, to: string) => readonly string[];
  readonly vips?: (from: string, to: string) => readonly string[];
  readonly ending: string;
}

const CASES: readonly Case[] = [
  {
    title: 'resize to 1600 wide, JPEG 85',
    tool: 'resize-image',
    options: { width: 1600, format: 'jpg' },
    magick: (from, to) => [from, '-auto-orient', '-resize', '1600', '-quality', '85', to],
    vips: (from, to) => ['thumbnail', from, `${to}[Q=85]`, '1600'],
    ending: '.jpg',
  },
  {
    title: 'resize to 25 percent, PNG',
    tool: 'resize-image',
    options: { percent: 25, format: 'png' },
    magick: (from, to) => [from, '-auto-orient', '-resize', '25%', to],
    vips: (from, to) => ['resize', from, to, '0.25'],
    ending: '.png',
  },
  {
    title: 'convert to WebP 85',
    tool: 'convert-image',
    options: { format: 'webp' },
    magick: (from, to) => [from, '-auto-orient', '-quality', '85', to],
    vips: (from, to) => ['copy', from, `${to}[Q=85]`],
    ending: '.webp',
  },
  {
    title: 'convert to PNG',
    tool: 'convert-image',
    options: { format: 'png' },
    magick: (from, to) => [from, '-auto-orient', to],
    vips: (from, to) => ['copy', from, to],
    ending: '.png',
  },
  {
    title: 'compress, same format',
    tool: 'compress-image',
    options: {},
    magick: (from, to) => [from, '-auto-orient', '-strip', '-interlace', 'Plane', '-quality', '85', to],
    ending: 'same',
  },
];

const service = await openTestService('product');
console.log(`milliseconds, medians of ${ROUNDS}; ratio below 1: faster than the program`);
console.log('file | case | ours | ImageMagick | ratio | vips | ratio | our bytes | its bytes');
for (const path of process.argv.slice(2)) {
  const body = (options: object): string =>
    JSON.stringify({ options, files: [{ name: basename(path), base64: readFileSync(path).toString('base64') }] });
  for (const { title, tool, options, magick, vips, ending } of CASES) {
    const target = join(folder, `out${ending === 'same' ? extname(path) : ending}`);
    const [ours, theirs, vipsTimes]: number[][] = [[], [], []];
    let bytes = 0;
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const start = performance.now();
      const response = await send(`${service.origin}/api/v1/tools/${tool}/run`, body(options));
      const answer = (await response.json()) as {
        readonly result?: { readonly files: readonly { readonly bytes: number }[] };
      };
      if (round >= 0) ours?.push(performance.now() - start);
      bytes = answer.result?.files[0]?.bytes ?? Number.NaN;
      const magickTime = timed('convert', magick(path, target));
      if (round >= 0) theirs?.push(magickTime);
      if (round >= 0 && vips !== undefined) vipsTimes?.push(timed('vips', vips(path, target)));
    }
    const [a, b, c] = [median(ours ?? []), median(theirs ?? []), median(vipsTimes ?? [])];
    timed('convert', magick(path, target));
    const cells = [
      basename(path),
      title,
      a.toFixed(0),
      b.toFixed(0),
      (a / b).toFixed(2),
      c.toFixed(0),
      (a / c).toFixed(2),
    ];
    console.log([...cells, bytes, readFileSync(target).length].join(' | '));
  }
}
await service.close();
rmSync(folder, { recursive: true, force: true });

function timed(program: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, error } = spawnSync(program, args, { stdio: 'ignore' });
  if (error !== undefined || status !== 0) return Number.NaN;
  return performance.now() - start;
}

/** While a program runs nobody looks at the connection, so the service may have closed it: once more on a new one. */
async function send(url: string, body: string): Promise<Response> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  try {
    return await fetch(url, request);
  } catch {
    return await fetch(url, request);
  }
}
