/**
 * Grey pictures with Gaussian noise beside BM3D (bm3d.py, written from the paper), which is told the noise; ours is not.
 *
 *   npx tsx bench/denoise/against-bm3d.ts [--sigma=25] [--only=scene,scene] [--choosing=folder] [--held-out=folder]
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { restore } from '../../src/lib/denoise/restore.js';
import { fractionsOf } from '../../src/testing/chance.js';
import { gaussian, psnr } from '../../src/testing/picture-measures.js';

import { allCases } from './cases.js';

const { values } = parseArgs({
  options: {
    sigma: { type: 'string', default: '25' },
    only: { type: 'string' },
    choosing: { type: 'string' },
    'held-out': { type: 'string' },
    python: { type: 'string', default: '/usr/bin/python3' },
  },
});
const sigma = Number(values.sigma);
const folder = mkdtempSync(join(tmpdir(), 'bm3d-'));
const python = spawn(values.python, [join(import.meta.dirname, 'bm3d.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
const ours = new Map<string, number>();
const reading = (async () => {
  for await (const line of createInterface({ input: python.stdout })) {
    const [name = '', figure] = line.split('\t');
    const difference = (ours.get(name) ?? 0) - Number(figure);
    console.log(
      `${name.padEnd(28)} ours ${ours.get(name)?.toFixed(2)}  BM3D ${figure}  ${difference >= 0 ? '+' : ''}${difference.toFixed(2)}`,
    );
  }
})();

for await (const { half, scene, noise } of allCases({ choosing: values.choosing, heldOut: values['held-out'] })) {
  if (noise !== 'clean' || (values.only !== undefined && !values.only.split(',').includes(scene.name))) continue;
  const { width, height, pixels } = scene;
  const grey = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.round(0.299 * (pixels[3 * i] ?? 0) + 0.587 * (pixels[3 * i + 1] ?? 0) + 0.114 * (pixels[3 * i + 2] ?? 0)),
  );
  const random = fractionsOf(3);
  const noisy = Uint8Array.from(grey, (value) =>
    Math.min(255, Math.max(0, Math.round(value + sigma * gaussian(random)))),
  );
  const name = `${half} ${scene.name}`;
  const files = [join(folder, `${scene.name}-clean`), join(folder, `${scene.name}-noisy`)] as const;
  writeFileSync(files[0], grey);
  writeFileSync(files[1], noisy);
  const target = new Uint8Array(grey.length);
  const picture = { width, height, channels: 1 } as const;
  await restore({ ...picture, data: noisy }, { ...picture, data: target }, { strength: 7, contrast: false });
  ours.set(name, psnr(target, grey));
  python.stdin.write(`${[name, width, height, sigma, ...files].join('\t')}\n`);
}
python.stdin.end();
await reading;
rmSync(folder, { recursive: true });
