import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import entropyAnalyzer from './entropy-analyzer.js';

interface Told {
  readonly entropy: number;
  readonly assessment: string;
  readonly chiSquare: number;
  readonly chiSquarePercent: number;
  readonly mean: number;
  readonly monteCarloPi: number;
  readonly serialCorrelation: number | null;
  readonly distinctBytes: number;
  readonly sections: readonly { readonly offset: number; readonly bytes: number; readonly kind: string }[];
}

async function analyze(bytes: Buffer, options: object = {}): Promise<{ told: Told; svg: string }> {
  const files = [{ name: 'a.bin', bytes }];
  const answer = await runTool(entropyAnalyzer, { files, options: { ...options } });
  if (answer.data === undefined) throw new Error(answer.message);
  return { told: answer.data as Told, svg: answer.files[0]!.bytes.toString() };
}

const chance = chanceOf(8);
const random = (length: number, below = 256): Buffer => Buffer.from(Array.from({ length }, () => chance(below)));

inRounds.skipIf(!hasProgram('sh', ['-c', 'echo x | ent'], 'entropy-analyzer beside ent'))(
  'measures what ent measures',
  [10, 205],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const length = 1 + chance(round % 10 === 0 ? 100_000 : 3000);
      const bytes =
        [
          random(length),
          random(length, 40),
          Buffer.from('Grüße, World. '.repeat(length / 14 + 1)),
          Buffer.alloc(length, 7),
        ][round % 4] ?? random(1);
      const { told } = await analyze(bytes);
      const [, , entropy = 0, chiSquare = 0, mean = 0, pi = 0, correlation = 0] = runProgram('ent', ['-t'], bytes)
        .toString()
        .split('\n')[1]!
        .split(',')
        .map(Number);
      expect(told.entropy).toBeCloseTo(entropy, 3);
      expect(Math.abs(told.chiSquare / chiSquare - 1)).toBeLessThan(1e-4);
      expect(told.mean).toBeCloseTo(mean, 3);
      if (bytes.length >= 6) expect(told.monteCarloPi).toBeCloseTo(pi, 4);
      // ent says -100000 where it is undefined.
      if (correlation < -1000) expect(told.serialCorrelation).toBe(null);
      else expect(told.serialCorrelation).toBeCloseTo(correlation, 4);
      const percent = /would exceed this value (less than |more than )?([\d.]+) percent/.exec(
        runProgram('ent', [], bytes).toString(),
      );
      if (percent?.[1] === undefined) expect(told.chiSquarePercent).toBeCloseTo(Number(percent?.[2]), 1);
      else if (percent[1].startsWith('less')) expect(told.chiSquarePercent).toBeLessThanOrEqual(Number(percent[2]));
      else expect(told.chiSquarePercent).toBeGreaterThanOrEqual(Number(percent[2]));
      expect(told.distinctBytes).toBe(new Set(bytes).size);
    }
  },
);

it('finds where text, padding and random parts begin', async () => {
  const text = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(1000)).subarray(0, 32_768);
  const { told } = await analyze(Buffer.concat([text, Buffer.alloc(16_384), random(32_768)]), { blockSize: 2048 });
  expect(told.sections).toEqual([
    { offset: 0, bytes: 32_768, kind: 'low' },
    { offset: 32_768, bytes: 16_384, kind: 'constant' },
    { offset: 49_152, bytes: 32_768, kind: 'high' },
  ]);
});

it('says what the content is most likely', async () => {
  expect((await analyze(random(50_000))).told.assessment).toMatch(/^As random bytes/);
  expect((await analyze(Buffer.alloc(5000))).told.assessment).toBe('One byte value over and over');
  expect((await analyze(Buffer.from('Hello. '.repeat(500)))).told.assessment).toMatch(/^Plain content/);
});

it('draws a bar per byte value and a step per block', async () => {
  const { svg } = await analyze(Buffer.from('abc'.repeat(3000)), { blockSize: 1000 });
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 800 460"/);
  const [bars = '', curve = ''] = [/<path d="([^"]*)" fill="#3b6fd4"/, /<path d="(M50 420V[^"]*)"/].map(
    (part) => part.exec(svg)?.[1],
  );
  expect(bars.match(/M/g)?.length).toBe(3);
  expect(curve.match(/h/g)?.length).toBe(9);
});

exhaustive('measures the largest file', async () => {
  const bytes = Buffer.alloc(20 * 2 ** 20, random(4096));
  const { told } = await analyze(bytes);
  expect(told.distinctBytes).toBe(new Set(bytes.subarray(0, 4096)).size);
});
