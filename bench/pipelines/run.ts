/**
 * A pipeline of three steps over a photo of 12 megapixels, beside the sum of what its tools take by themselves and beside three HTTP calls:
 * `npx tsx bench/pipelines/run.ts`. All in turns against one warm service. The tools' own time is what the tool processes say of their runs.
 */
import { randomBytes } from 'node:crypto';

import sharp from 'sharp';

import { openTestService } from '../../src/testing/service.js';

const ROUNDS = 7;
const STEPS = [
  { tool: 'rotate-image', options: { angle: 90, format: 'jpg' } },
  { tool: 'resize-image', options: { width: 1600 } },
  { tool: 'convert-image', options: { format: 'webp' } },
];

interface File {
  readonly name: string;
  readonly base64: string;
}

/** Soft shapes with grain: as large as a photo when compressed. */
async function photo(): Promise<File> {
  const coarse = randomBytes(40 * 30 * 3);
  const image = sharp(coarse, { raw: { width: 40, height: 30, channels: 3 } }).resize(4000, 3000, { kernel: 'cubic' });
  const grain = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png()
    .toBuffer();
  const bytes = await image
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name: 'photo.jpg', base64: bytes.toString('base64') };
}

const service = await openTestService('product');
const toolMs = (from: number): number =>
  service.lines
    .slice(from)
    .filter(({ event, fields }) => event === 'run' && fields.tool !== 'run-pipeline')
    .reduce((sum, { fields }) => sum + Number(fields.toolMs), 0);

async function post(id: string, body: object): Promise<{ readonly files: readonly File[] }> {
  const response = await fetch(`${service.origin}/api/v1/tools/${id}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly result: { readonly files: readonly File[] } };
  if (response.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.result;
}

async function threeCalls(file: File): Promise<void> {
  let files: readonly File[] = [file];
  for (const { tool, options } of STEPS) {
    const given = files.map(({ name, base64 }) => ({ name, base64 }));
    ({ files } = await post(tool, { options, files: given }));
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const file = await photo();
const times = { pipeline: [] as number[], own: [] as number[], calls: [] as number[] };
for (let round = -1; round < ROUNDS; round += 1) {
  const from = service.lines.length;
  const began = performance.now();
  await post('run-pipeline', { input: JSON.stringify({ steps: STEPS }), files: [file] });
  const between = performance.now();
  const own = toolMs(from);
  await threeCalls(file);
  const end = performance.now();
  // The first round warms the processes.
  if (round < 0) continue;
  times.pipeline.push(between - began);
  times.own.push(own);
  times.calls.push(end - between);
}
await service.close();

const [pipeline, own, calls] = [median(times.pipeline), median(times.own), median(times.calls)];
console.log(`a JPEG of 12 megapixels, ${(file.base64.length * 0.75) / 2 ** 20} MiB; medians of ${ROUNDS} in turns`);
console.log(`run-pipeline, whole call           ${pipeline.toFixed(0)} ms`);
console.log(`its three tools, their own time    ${own.toFixed(0)} ms   pipeline ${(pipeline / own).toFixed(2)} ×`);
console.log(`three HTTP calls, JSON and base64  ${calls.toFixed(0)} ms   pipeline ${(pipeline / calls).toFixed(2)} ×`);
