/**
 * What it costs that engines forget each run: time to the answer of tools on engines in WebAssembly, warm, beside another checkout, in turns.
 * `npx tsx bench/carry-over/run.ts <other checkout>`, both built; on a quiet machine.
 */
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { type RunToolRequest, readFixture } from '../../src/testing/run-tool.js';

const ROUNDS = 31;
const WARM_UP = 3;

const file = (path: string): RunToolRequest => ({
  files: [{ name: path.split('/').pop() ?? path, bytes: readFixture(path) }],
});

const RUNS: readonly (readonly [tool: string, request: RunToolRequest])[] = [
  ['image/heic-to-jpg', file('image/heic/many-blocks-grid.heic')],
  ['pdf/pdf-to-jpg', file('pdf/report.pdf')],
  ['pdf/pdf-to-text', file('pdf/letter.pdf')],
  ['image/convert-image', file('image/raster/photo.bmp')],
  ['image/ocr-image', file('image/ocr/skewed-german.png')],
  ['qr-barcode/qr-code-reader', file('qr-barcode/url.png')],
  ['data-formats/sqlite-query', { ...file('data/shop.db'), options: { sql: 'SELECT 1' } }],
  ['text/spell-checker', { input: 'A sentence with a mistacke in it.' }],
  ['data-formats/xml-validator', { input: '<a><b>text</b></a>' }],
];

const other = process.argv[2];
if (other === undefined) throw new Error('The other checkout must be named');

const load = async (root: string, tool: string) => {
  const at = (path: string): string => pathToFileURL(resolve(root, path)).href;
  const { runTool } = await import(at('src/testing/run-tool.ts'));
  const { default: declared } = await import(at(`src/tools/${tool}.ts`));
  return async (request: RunToolRequest): Promise<number> => {
    const began = performance.now();
    const { status, message } = await runTool(declared, request);
    const time = performance.now() - began;
    if (status !== 200) throw new Error(message);
    // Another caller's request is not there yet: what follows an answer has its time.
    await setTimeout(5);
    return time;
  };
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

console.log('tool | this, median ms | other | ratio');
for (const [tool, request] of RUNS) {
  const sides = [await load('.', tool), await load(other, tool)];
  const times: number[][] = [[], []];
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const time = await sides[side]?.(request);
      if (round >= WARM_UP && time !== undefined) times[side]?.push(time);
    }
  }
  const [ours, theirs] = times.map(median);
  console.log([tool, ours?.toFixed(1), theirs?.toFixed(1), ((ours ?? 0) / (theirs ?? 1)).toFixed(2)].join(' | '));
}
process.exit();
