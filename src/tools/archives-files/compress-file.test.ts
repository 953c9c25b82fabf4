import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { PACK_FACTS, PACK_FORMATS, type PackFormat } from '../../formats/archive/pack-file.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import compressFile from './compress-file.js';
import decompressFile from './decompress-file.js';

const hasPrograms = Object.fromEntries(
  PACK_FORMATS.map((format) => [format, hasProgram(format, ['--version'], `compress-file: unpacked by ${format}`)]),
) as Record<PackFormat, boolean>;

/** Bytes without any pattern, the same on every run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

const source = readFileSync(join(projectRoot, 'README.md'));
const CONTENTS: readonly (readonly [string, Buffer])[] = [
  ['empty', Buffer.alloc(0)],
  ['one byte', Buffer.from('a')],
  ['twelve bytes', Buffer.from('abcabcabcabc')],
  ['text', source],
  ['runs', Buffer.alloc(70_000, 'ab')],
  ['noise', noise(70_000)],
  ['noise, then runs, then text', Buffer.concat([noise(3_000), Buffer.alloc(100_000), source, noise(20), source])],
];

async function packed(bytes: Uint8Array, options: Record<string, unknown>): Promise<Buffer> {
  const answer = await runTool(compressFile, { files: [{ name: 'a.bin', bytes }], options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.files[0]!.bytes;
}

describe.each(PACK_FORMATS)('%s', (format) => {
  it.skipIf(!hasPrograms[format])('is unpacked by its program', async () => {
    for (const [name, bytes] of CONTENTS)
      expect(runProgram(format, ['-d', '-c'], await packed(bytes, { format })).equals(bytes), name).toBe(true);
  });

  it.skipIf(!hasPrograms[format])('at every level, and a higher one is not much larger', async () => {
    const { highest } = PACK_FACTS[format];
    const sizes: number[] = [];
    for (let level = 1; level <= highest; level++) {
      const bytes = await packed(source, { format, level });
      sizes.push(bytes.length);
      expect(runProgram(format, ['-d', '-c'], bytes).equals(source)).toBe(true);
    }
    expect(sizes.at(-1)).toBeLessThanOrEqual(sizes[0]!);
    if (format !== 'lz4' && format !== 'bzip2') expect(new Set(sizes).size).toBeGreaterThan(1);
  });

  it('is unpacked by decompress-file, under its name', async () => {
    const bytes = await packed(source, { format });
    const answer = await runTool(decompressFile, { files: [{ name: `a.bin${PACK_FACTS[format].ending}`, bytes }] });
    expect(answer.files[0]).toMatchObject({ name: 'a.bin' });
    expect(answer.files[0]!.bytes.equals(source)).toBe(true);
    expect((await packed(source, { format })).equals(bytes)).toBe(true);
  });

  exhaustive.skipIf(!hasPrograms[format])('5 MB over several blocks', async () => {
    const bytes = Buffer.concat([
      ...Array.from({ length: 100 }, () => source),
      noise(1_000_000),
      Buffer.alloc(2_000_000, 'xyz'),
    ]);
    expect(runProgram(format, ['-d', '-c'], await packed(bytes, { format })).equals(bytes)).toBe(true);
  });
});

it.skipIf(!hasPrograms.gzip || !hasPrograms.xz || !hasPrograms.bzip2 || !hasPrograms.lz4).each([
  ['gzip', ['-c', '-n'], 0.02],
  ['xz', ['-c'], 0.03],
  ['bzip2', ['-c'], 0.02],
  ['lz4', ['-c'], 0.15],
] as const)('%s is about as small as the program makes it', async (format, args, apart) => {
  const ratio = (await packed(source, { format })).length / runProgram(format, args, source).length;
  expect(Math.abs(ratio - 1)).toBeLessThan(apart);
});

it('compares formats, the smallest first, and writes no file', async () => {
  const files = [
    { name: 'a.md', bytes: source },
    { name: 'b', bytes: Buffer.alloc(0) },
  ];
  const answer = await runTool(compressFile, { files, options: { format: 'compare', level: 9 } });
  expect(answer.files).toEqual([]);
  const { files: reports } = answer.data as {
    readonly files: readonly {
      readonly results: readonly { readonly format: string; readonly level: number; readonly bytesAfter: number }[];
    }[];
  };
  const sizes = reports[0]!.results.map(({ bytesAfter }) => bytesAfter);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(new Set(reports[0]!.results.map(({ format }) => format))).toEqual(new Set(PACK_FORMATS));
  expect(reports[0]!.results.find(({ format }) => format === 'lz4')!.level).toBe(1);
});

it('compares 8 MiB at most, and takes no more for the slowest levels', async () => {
  const files = [{ name: 'a', bytes: Buffer.alloc(8 * 2 ** 20 + 1) }];
  const message = async (options: Record<string, unknown>) => (await runTool(compressFile, { files, options })).message;
  expect(await message({ format: 'compare' })).toBe(
    'The files have 8388609 bytes together, the limit is 8388608 for comparing',
  );
  expect(await message({ format: 'brotli', level: 10 })).toContain('for Brotli above level 9');
  expect(await message({ format: 'lz4' })).toBeUndefined();
});
