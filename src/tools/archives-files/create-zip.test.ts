import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type RunToolRequest, runTool } from '../../testing/run-tool.js';
import { sharedPath } from '../../testing/untested.js';
import tool from './create-zip.js';

const MIB = 2 ** 20;

const hasUnzip = hasProgram('unzip', ['-v'], 'create-zip extracted to disk');
const hostileFiles = sharedPath('corpus/security', 'create-zip on real archives and images');
const hasHostileFiles = existsSync(hostileFiles);
const has7z = hasProgram('7z', ['i'], 'passwords of create-zip at their limits');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-zip-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const named = (name: string, content: string | Uint8Array = name) => ({
  name,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});

async function zip(files: RunToolRequest['files'] & object, options: RunToolRequest['options'] = {}): Promise<Buffer> {
  const { status, message, files: made } = await runTool(tool, { files, options });
  expect({ status, message }).toEqual({ status: 200, message: undefined });
  expect(made).toHaveLength(1);
  return made[0]!.bytes;
}

/** The files of an archive by name, as `unzip` extracts them to disk. */
function unzipped(archive: Uint8Array): Map<string, Buffer> {
  const target = mkdtempSync(join(folder, 'unzipped-'));
  const path = join(target, 'archive.zip');
  writeFileSync(path, archive);
  runProgram('unzip', ['-q', path, '-d', join(target, 'files')]);
  return new Map(readdirSync(join(target, 'files')).map((name) => [name, readFileSync(join(target, 'files', name))]));
}

describe.skipIf(!hasUnzip)('extracted', () => {
  it('20 files of every kind are as they were', async () => {
    const files = Array.from({ length: 18 }, (_, i) => named(`file ${i}.bin`, randomBytes(i * 1000)));
    files.push(named('empty', ''), named('text', 'text '.repeat(10_000)));
    const extracted = unzipped(await zip(files));
    expect(extracted.size).toBe(20);
    for (const { name, bytes } of files) expect(extracted.get(name)?.equals(bytes), name).toBe(true);
  });

  it('names of 200 emoji, which no file system holds, are cut, stay apart and keep their ending', async () => {
    const name = `${'😀'.repeat(196)}.pdf`;
    const extracted = unzipped(await zip([named(name, 'one'), named(name, 'two')]));
    expect([...extracted]).toEqual([
      [`${'😀'.repeat(61)} (2).pdf`, Buffer.from('two')],
      [`${'😀'.repeat(62)}.pdf`, Buffer.from('one')],
    ]);
  });

  it('hostile names stay inside the folder and none is lost', async () => {
    const names = [
      '...',
      '   ',
      'a.pdf.',
      'a.pdf',
      'a.pdf:x',
      'a\u202efdp.exe',
      '$(touch x)',
      '-rf',
      '%2e%2e%2fx',
      'nul',
    ];
    const extracted = unzipped(await zip(names.map((name) => named(name))));
    expect([...extracted.values()].map(String).sort()).toEqual([...names].sort());
    expect([...extracted.keys()].sort()).toEqual(
      ['$(touch x)', '%2e%2e%2fx', '-rf', '_', '_ (2)', '_nul', 'a (2).pdf', 'a.pdf', 'a.pdf_x', 'a_fdp.exe'].sort(),
    );
  });

  it.skipIf(!hasHostileFiles)('archives and broken files in it are as they were', async () => {
    const names = readdirSync(hostileFiles).filter((name) => /\.(?:zip|gz|bz2|tar|jpg|png)$/.test(name));
    const files = names.slice(0, 20).map((name) => named(name, readFileSync(join(hostileFiles, name))));
    const extracted = unzipped(await zip(files, { level: 9 }));
    for (const { name, bytes } of files) expect(extracted.get(name)?.equals(bytes), name).toBe(true);
  });
});

it('the same files give the same bytes, at any time', async () => {
  const files = [named('a.txt', 'text '.repeat(10_000)), named('b.bin', randomBytes(10_000))];
  expect((await zip(files)).equals(await zip(files))).toBe(true);
});

it('files that are compressed already take no more than at level 0', async () => {
  const files = [named('a.gz', gzipSync(randomBytes(100_000))), named('b.bin', randomBytes(1000)), named('c', '')];
  const stored = await zip(files, { level: 0 });
  for (const level of [1, 6, 9]) expect((await zip(files, { level })).length).toBe(stored.length);
});

it('levels 8 and 9 search no longer than 7 in more than 4 MiB, all files together', async () => {
  const text = Buffer.alloc(MIB);
  text.set(randomBytes(20_000).map((byte) => 97 + (byte % 2)));
  const files = Array.from({ length: 4 }, (_, i) => named(`${i}`, text));
  const lengths = async (list: typeof files) =>
    Promise.all([7, 9].map(async (level) => (await zip(list, { level })).length));
  const [atMost7, atMost9] = await lengths(files);
  expect(atMost9).not.toBe(atMost7);
  const [over7, over9] = await lengths([...files, named('one more byte', 'x')]);
  expect(over9).toBe(over7);
});

exhaustive(
  '20 MiB of text are packed within the limits, and as much that does not shrink is told its size',
  async () => {
    const text = Buffer.alloc(20 * MIB, 'the quick brown fox jumps over the lazy dog\n');
    expect((await zip([named('big.txt', text)])).length).toBeLessThan(MIB);
    const { code, message } = await runTool(tool, { files: [named('big.bin', text)], options: { level: 0 } });
    expect([code, message]).toEqual([
      'OUTPUT_TOO_LARGE',
      'Output file has 20 MiB (20971632 bytes), the limit is 20 MiB (20971520 bytes)',
    ]);
  },
);

it('the archive has the name asked for, made portable, with its ending', async () => {
  for (const [name, expected] of [
    ['photos', 'photos.zip'],
    ['Photos.ZIP', 'Photos.ZIP'],
    ['photos.7z', 'photos.7z.zip'],
    ['con', '_con.zip'],
    ['10:30', '10_30.zip'],
    ['n'.repeat(196), `${'n'.repeat(196)}.zip`],
  ]) {
    const { files } = await runTool(tool, { files: [named('a')], options: { name } });
    expect(files[0]?.name).toBe(expected);
  }
});

it('names of archives that are not file names are refused', async () => {
  for (const [name, fault] of [
    ['..', 'be a file name without a path'],
    ['a\\b.zip', 'be a file name without a path'],
    ['a\u0000.zip', 'have no control characters'],
  ]) {
    const { code, message } = await runTool(tool, { files: [named('a')], options: { name } });
    expect([code, message]).toEqual(['INVALID_INPUT', `Option "name" must ${fault}`]);
  }
});

it('the longest comment of the longest characters fits the format', async () => {
  const archive = await zip([named('a')], { comment: '😀'.repeat(16_383) });
  expect(archive.readUInt16LE(archive.length - 65_532 - 2)).toBe(65_532);
});

describe.skipIf(!has7z)('7-Zip', () => {
  it.each(['x', 'p'.repeat(99), 'ä'.repeat(49), '-psw "$(id)"', ' \t'])(
    'opens what password %j closes',
    async (password) => {
      const path = join(folder, 'password.zip');
      writeFileSync(path, await zip([named('a.txt', 'text '.repeat(1000)), named('b', '')], { password }));
      expect(runProgram('7z', ['t', `-p${password}`, path]).toString()).toContain('Everything is Ok');
    },
  );
});

it('a password is in no message and not in the archive', async () => {
  const password = 'hunter2'.repeat(20);
  const { message } = await runTool(tool, { files: [named('a')], options: { password } });
  expect(message).toBe('Option "password" must have at most 99 characters, got 140');
  expect((await zip([named('a')], { password: 'hunter2' })).includes('hunter2')).toBe(false);
});

it.skipIf(!hasUnzip)('keeps the folders that are asked for, as another program lists them', async () => {
  const path = join(folder, 'folders.zip');
  const paths = 'docs/a.txt\ndocs/deep/b.txt\nDOCS/A.txt';
  writeFileSync(path, await zip([named('a.txt'), named('b.txt'), named('c.txt')], { paths }));
  const listed = runProgram('unzip', ['-Z1', path]).toString().trim().split('\n');
  expect(listed).toEqual(['docs/a.txt', 'docs/deep/b.txt', 'docs/A (2).txt']);
});
