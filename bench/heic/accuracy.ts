/**
 * heic-to-jpg against `heif-convert` (Debian: libheif-examples) on a folder of HEIC files: size, pixels, colours; and every file cut
 * at nine places. Run after `npm run build`: npx tsx bench/heic/accuracy.ts ../shared/corpus/image/heic ../shared/corpus/image/orient …
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import sharp from 'sharp';

import { withHeicPicture } from '../../src/engines/heic/decode.js';
import { decodeAvif } from '../../src/engines/image/decode-avif.js';
import { runTool } from '../../src/testing/run-tool.js';
import heicToJpg from '../../src/tools/image/heic-to-jpg.js';
import { colourDifference, distances } from './picture-measures.js';

const CUTS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const work = mkdtempSync(join(tmpdir(), 'heic-accuracy-'));
const signal = new AbortController().signal;

const files = process.argv
  .slice(2)
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => /\.(hei[cf]|hif|avif)$/i.test(path));

/** What heif-convert makes of the primary picture; it numbers them when there are more, the primary one first or not at all. */
function reference(path: string): string | undefined {
  const out = join(work, 'reference.png');
  for (const name of readdirSync(work)) rmSync(join(work, name));
  try {
    execFileSync('heif-convert', [path, out], { stdio: 'ignore', timeout: 60_000 });
  } catch {
    return undefined;
  }
  return [out, join(work, 'reference-1.png')].find((candidate) => existsSync(candidate));
}

const pixelsOf = async (source: string | Uint8Array, channels: 1 | 3, ignoreIcc: boolean) =>
  sharp(source, { ignoreIcc, limitInputPixels: false })
    .flatten({ background: '#ffffff' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });

const convert = (path: string, bytes: Uint8Array, quality: number) => {
  const name = basename(path).replace(/\.[^.]*$/, '.heic');
  return runTool(heicToJpg, { options: { quality }, files: [{ name, bytes }] });
};

console.log('file | size | MSE of pixels | largest | MSE of JPEG q100 | ΔE2000 mean | 95 % | cut files with a 200');
for (const path of files) {
  const bytes = readFileSync(path);
  const cells = [basename(path)];
  const answer = await convert(path, bytes, 100);
  const jpeg = answer.files[0]?.bytes;
  if (jpeg === undefined) cells.push(`${answer.status} ${answer.message}`, '', '', '', '', '');
  else {
    const picture = await withHeicPicture(
      { name: 'a.heic', mime: undefined, bytes },
      signal,
      decodeAvif,
      async (decoded) => {
        await decoded.rowsReady(decoded.height);
        return { ...decoded, pixels: decoded.pixels.slice() };
      },
    );
    cells.push(`${picture.width}×${picture.height}`);
    const png = reference(path);
    const expected = png === undefined ? undefined : await pixelsOf(png, picture.channels, true);
    if (png === undefined || expected === undefined) cells.push('heif-convert fails', '', '', '', '');
    else if (expected.info.width !== picture.width || expected.info.height !== picture.height) {
      cells.push(`heif-convert: ${expected.info.width}×${expected.info.height}`, '', '', '', '');
    } else {
      const { meanSquaredError, largest } = distances(picture.pixels, expected.data);
      const written = await pixelsOf(jpeg, picture.channels, true);
      const [ours, theirs] = [await pixelsOf(jpeg, 3, false), await pixelsOf(png, 3, false)];
      const { mean, p95 } = colourDifference(ours.data, theirs.data);
      cells.push(meanSquaredError.toFixed(3), String(largest));
      cells.push(distances(written.data, expected.data).meanSquaredError.toFixed(2), mean.toFixed(2), p95.toFixed(2));
    }
  }
  const whole = (await convert(path, bytes, 85)).files[0]?.bytes;
  let unharmed = 0;
  let broken = 0;
  for (const part of CUTS) {
    const cut = await convert(path, bytes.subarray(0, Math.floor(bytes.length * part)), 85);
    if (cut.status === 200 && whole !== undefined && cut.files[0]?.bytes.equals(whole)) unharmed++;
    else if (cut.status === 200) broken++;
    if (cut.status === 500) cells.push(`500 at ${part}: ${String(cut.cause)}`);
  }
  cells.push(`${unharmed} unharmed, ${broken} broken`);
  console.log(cells.join(' | '));
}
rmSync(work, { recursive: true });
