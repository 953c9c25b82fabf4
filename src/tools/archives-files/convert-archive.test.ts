import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ARCHIVE_FORMATS } from '../../formats/archive/levels.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type ClientAnswer, readFixture, runTool } from '../../testing/run-tool.js';
import tool from './convert-archive.js';
import listArchive from './list-archive.js';

const hasPrograms = [
  hasProgram('tar', ['--version'], 'convert-archive of archives of GNU tar'),
  hasProgram('bsdtar', ['--version'], 'convert-archive unpacked by bsdtar'),
  hasProgram('7z', ['i'], 'convert-archive of archives of 7-Zip'),
  hasProgram('unzip', ['-v'], 'convert-archive unpacked by unzip'),
].every(Boolean);

let folder = '';
let source = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'convert-archive-'));
  source = join(folder, 'source');
  for (const path of ['deep/er', 'empty', 'grüße']) mkdirSync(join(source, path), { recursive: true });
  writeFileSync(join(source, 'deep/er/text.txt'), 'some text\n'.repeat(3000));
  writeFileSync(join(source, 'run.sh'), '#!/bin/sh\n');
  writeFileSync(join(source, 'grüße/日本 🌍.txt'), 'hello');
  writeFileSync(join(source, 'zero'), '');
  chmodSync(join(source, 'run.sh'), 0o755);
  chmodSync(join(source, 'zero'), 0o600);
  symlinkSync('../run.sh', join(source, 'deep/link'));
  for (const path of ['deep/er/text.txt', 'run.sh', 'grüße/日本 🌍.txt', 'zero', 'deep/er', 'empty', 'grüße', 'deep'])
    utimesSync(join(source, path), 1_600_000_000, 1_600_000_000);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a folder holds: kind, permissions, date and content by path. */
function told(root: string): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const path of (readdirSync(root, { recursive: true }) as string[]).sort()) {
    const facts = lstatSync(join(root, path));
    const shared = { mode: (facts.mode & 0o777).toString(8), time: facts.mtimeMs / 1000 };
    if (facts.isSymbolicLink()) found[path] = readlinkSync(join(root, path));
    else if (facts.isDirectory()) found[path] = { ...shared, kind: 'folder' };
    else
      found[path] = {
        ...shared,
        content: createHash('md5')
          .update(readFileSync(join(root, path)))
          .digest('hex'),
      };
  }
  return found;
}

async function convert(name: string, bytes: Uint8Array, options: Record<string, unknown>): Promise<ClientAnswer> {
  const answer = await runTool(tool, { files: [{ name, bytes }], options });
  expect([answer.status, answer.message], String(answer.cause)).toEqual([200, undefined]);
  return answer;
}

/** What another program makes of an archive. */
function unpacked(format: string, bytes: Uint8Array): Record<string, unknown> {
  const target = mkdtempSync(join(folder, 'out-'));
  const path = join(folder, `result.${format}`);
  writeFileSync(path, bytes);
  // 7-Zip 26.02 reads links, but makes none that has ".." in it.
  if (format === 'zip') runProgram('bash', ['-c', 'TZ=UTC unzip -q "$0" -d "$1"', path, target]);
  else runProgram('bsdtar', ['-xpf', path, '-C', target]);
  return told(target);
}

const packedBy = (command: string): Buffer => {
  const path = join(folder, 'packed');
  rmSync(path, { force: true });
  runProgram('bash', ['-c', `cd "$0" && export TZ=UTC && ${command}`, source, path]);
  return readFileSync(path);
};

describe.skipIf(!hasPrograms)('a folder with links, empty folders, permissions and dates', () => {
  it.each(ARCHIVE_FORMATS)('packed by GNU tar unpacks from %s as it was', async (format) => {
    const { files } = await convert('a.tar.gz', packedBy('tar -czf "$1" .'), { format });
    expect(unpacked(format, files[0]!.bytes)).toEqual(told(source));
  });

  it.each([
    ['7z', '7z a -t7z -snl "$1.7z" . > /dev/null && mv "$1.7z" "$1"', ['zip', 'tar.zst']],
    ['zip', 'bsdtar --format=zip -cf "$1" *', ['7z', 'tar']],
    ['cpio', 'bsdtar --format=newc -cf "$1" *', ['tar.xz']],
  ] as const)('packed as %s unpacks as it was', async (name, command, formats) => {
    const bytes = packedBy(command);
    for (const format of formats) {
      const { files } = await convert(`a.${name}`, bytes, { format });
      expect(unpacked(format, files[0]!.bytes), format).toEqual(told(source));
    }
  });

  it('equal contents give equal bytes, if asked for, whatever packed them', async () => {
    const archives = [packedBy('tar -cf "$1" *'), packedBy('bsdtar --format=zip -cf "$1" $(ls -r)')];
    for (const format of ['tar', 'zip', '7z'] as const) {
      const made = [];
      for (const bytes of archives)
        made.push((await convert('a', bytes, { format, deterministic: true })).files[0]!.bytes);
      expect(made[0]!.equals(made[1]!), format).toBe(true);
    }
  });
});

interface Report {
  readonly entries: readonly { readonly path: string; readonly name: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

it('paths that escape are made safe, and links out of the archive are skipped', async () => {
  const slip = readFixture('archives/slip.zip');
  for (const format of ARCHIVE_FORMATS) {
    const { data, files } = await convert('slip.zip', slip, { format });
    const [{ entries, skipped }] = (data as { files: [Report] }).files;
    expect(entries.find(({ path }) => path === '../evil.txt')?.name).toBe('evil.txt');
    expect(skipped).toEqual([{ path: 'link', reason: 'is a link', target: '../../etc/passwd' }]);
    const listed = await runTool(listArchive, { files: [{ name: files[0]!.name, bytes: files[0]!.bytes }] });
    const problems = (
      listed.data as { files: { entries: { path: string; problems?: string[] }[] }[] }
    ).files[0]!.entries.flatMap((entry) => entry.problems ?? []).filter(
      (problem) => !/Windows|same name/.test(problem),
    );
    expect(problems, format).toEqual([]);
  }
});

it('a password opens, another closes', async () => {
  const { files } = await convert('hidden.7z', readFixture('archives/hidden.7z'), {
    format: 'zip',
    password: 'secret',
    newPassword: 'other',
  });
  const again = await convert('hidden.zip', files[0]!.bytes, { format: '7z', password: 'other' });
  expect((again.data as { files: [Report] }).files[0].entries.map(({ path }) => path)).toContain('hello.txt');
});

it('one archive that fails does not spoil the others', async () => {
  const small = { name: 'small.zip', bytes: readFixture('archives/small.zip') };
  const { status, data, files } = await runTool(tool, {
    files: [{ name: 'notes.txt', bytes: Buffer.from('x') }, small],
    options: { format: '7z' },
  });
  expect([status, files.map(({ name }) => name)]).toEqual([200, ['small.7z']]);
  expect((data as { files: { error?: string }[] }).files[0]?.error).toBe(
    'Cannot read file "notes.txt": it is not an archive of a known format',
  );
});

exhaustive('an archive of 100 MB of zeros is refused, one of 60 MB converted in time', async () => {
  for (const [mib, status] of [
    [100, 413],
    [60, 200],
  ] as const) {
    const bytes = runProgram('bash', [
      '-c',
      `head -c ${mib}M /dev/zero > "$0/z" && tar -C "$0" -czf - z && rm "$0/z"`,
      folder,
    ]);
    for (const format of ARCHIVE_FORMATS.filter((one) => one !== 'tar')) {
      const answer = await runTool(tool, { files: [{ name: 'z.tgz', bytes }], options: { format } });
      expect([format, answer.status]).toEqual([format, status]);
    }
  }
});
