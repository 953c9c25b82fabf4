/**
 * Reads pages that ImageMagick has set (from apt) and compares them, letter by letter, with what was set, beside Debian's tesseract as
 * a process, which does not straighten: straight, skewed, small, light on dark, noisy. `npx tsx bench/ocr/read.ts`
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runTool } from '../../src/testing/run-tool.js';
import tool from '../../src/tools/image/ocr-image.js';

const FONT = join(
  import.meta.dirname,
  '../../node_modules/@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf',
);
const TEXT = `Optical character recognition turns pictures of text into text. A scanner
rarely holds the paper straight; a camera never does. This paragraph has
ordinary words, a few numbers (42, 3.14159, 1,000,000), an e-mail address
jane.doe@example.com and some "quoted" words; it ends here.

On 14 March 2024 the committee approved invoice no. 4711 for $1,250.75,
payable within 30 days: it has three lines of text, which say nothing of
interest beyond the fact that they were printed and read by a machine.`;

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['300 dpi', []],
  ['skewed by 3.7°', ['-background', 'white', '-rotate', '3.7', '-flatten', '+repage', '-depth', '8']],
  ['75 dpi', ['-resize', '25%']],
  ['light on dark', ['-negate']],
  ['blurred, noise', ['-blur', '0x1.5', '-attenuate', '0.4', '+noise', 'Gaussian', '-colorspace', 'Gray']],
];

const plain = (text: string): string => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim();

/** Levenshtein's distance by letters of the truth, in percent. */
function errorRate(text: string, truth: string): string {
  let row = Array.from({ length: truth.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...text].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= truth.length; j += 1) {
      const isSame = letter === truth[j - 1];
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return `${((100 * (row.at(-1) ?? 0)) / truth.length).toFixed(2)} %`;
}

const folder = mkdtempSync(join(tmpdir(), 'ocr-'));
console.log('| page | letters wrong | ms | tesseract: letters wrong | ms |\n|---|---|---|---|---|');
for (const [name, changes] of CASES) {
  const path = join(folder, 'page.png');
  const set = ['-background', 'white', '-fill', 'black', '-font', FONT, '-density', '300', '-pointsize', '12'];
  spawnSync('convert', [...set, `label:${TEXT}`, '-bordercolor', 'white', '-border', '150', ...changes, path]);
  const request = { files: [{ name: 'page.png', bytes: readFileSync(path) }] };
  await runTool(tool, request);
  let start = performance.now();
  const own = await runTool(tool, request);
  const ownMs = performance.now() - start;
  start = performance.now();
  const other = spawnSync('tesseract', [path, '-', '-l', 'eng'], { encoding: 'utf8' });
  const otherMs = performance.now() - start;
  const rates = [own.text ?? '', other.stdout].map((text) => errorRate(plain(text), plain(TEXT)));
  console.log(`| ${name} | ${rates[0]} | ${Math.round(ownMs)} | ${rates[1]} | ${Math.round(otherMs)} |`);
}
rmSync(folder, { recursive: true });
