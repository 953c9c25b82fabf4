/**
 * Reads a folder of pictures with codes by qr-code-reader, by ZXing-C++ alone and by zbarimg (apt zbar-tools), against the texts in
 * its MANIFEST.tsv (file, origin, licence, text): `npx tsx bench/barcodes/run.ts <folder> [--misses]`.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { decodeCodes } from '../../src/engines/barcodes/decode.js';
import { greyPicture } from '../../src/engines/image/grey.js';
import { openPicture } from '../../src/engines/image/picture.js';
import { rgbaOf } from '../../src/formats/barcodes/find-codes.js';
import { runTool } from '../../src/testing/run-tool.js';
import reader from '../../src/tools/qr-barcode/qr-code-reader.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: npx tsx bench/barcodes/run.ts <folder> [--misses]');
const showsMisses = process.argv.includes('--misses');

/** Texts have line breaks in them, so a row begins with the name of a picture. */
const rows = readFileSync(join(folder, 'MANIFEST.tsv'), 'utf8').split(/\n(?=[^\t\n]+\.png\t)/);
const expected = new Map(rows.map((row) => [row.split('\t')[0] ?? '', row.split('\t').slice(3).join('\t')]));

/** Digits of a UPC-E code stand for longer ones; GS1 and Codabar frame theirs; line breaks differ by the end of the manifest's row. */
function isRight(text: string, wanted: string): boolean {
  const plain = (value: string): string => value.replace(/\s+/g, ' ').trim();
  if (plain(text) === plain(wanted)) return true;
  if (/^\d+$/.test(wanted) && /^[A-D]?\d+[A-D]?$/.test(text)) {
    const digits = text.replace(/[A-D]/g, '');
    return digits.endsWith(wanted) || (wanted.length === 8 && digits.length === 13);
  }
  return /^[A-D]/.test(text) && text.slice(1, -1) === wanted;
}

type Read = (name: string, bytes: Buffer) => Promise<string[]> | string[];

const readers: Readonly<Record<string, Read>> = {
  'qr-code-reader': async (name, bytes) => {
    const { data } = await runTool(reader, { files: [{ name, bytes }] });
    const { files } = data as { files: { codes: { text: string }[] }[] };
    return files.flatMap(({ codes }) => codes.map(({ text }) => text));
  },
  'zxing-wasm alone': async (name, bytes) => {
    const picture = await openPicture({ name, bytes, mime: undefined }, new AbortController().signal);
    const codes = await decodeCodes(rgbaOf(await greyPicture(picture)), {});
    return codes.map(({ text }) => text);
  },
  zbarimg: (name) => {
    const { stdout } = spawnSync('zbarimg', ['--nodbus', '-q', '--raw', join(folder, name)], { encoding: 'utf8' });
    return stdout === '' ? [] : [stdout, ...stdout.trim().split('\n')];
  },
};

const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
for (const [reading, read] of Object.entries(readers)) {
  let [right, wrong] = [0, 0];
  const misses: string[] = [];
  const times: number[] = [];
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    const start = performance.now();
    const texts = await read(name, bytes);
    times.push(performance.now() - start);
    if (texts.some((text) => isRight(text, expected.get(name) ?? ''))) right++;
    else if (texts.length > 0) wrong++;
    if (!texts.some((text) => isRight(text, expected.get(name) ?? '')))
      misses.push(`${name}: ${JSON.stringify(texts)}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => `${Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)} ms`;
  process.stdout.write(
    `${reading}: ${right} of ${names.length} right, ${wrong} wrong; median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)}\n`,
  );
  if (showsMisses) for (const miss of misses) process.stdout.write(`  ${miss}\n`);
}
