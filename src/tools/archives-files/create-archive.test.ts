import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ARCHIVE_FORMATS } from '../../formats/archive/levels.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type RunToolRequest, runTool } from '../../testing/run-tool.js';
import tool from './create-archive.js';

const hasTar = hasProgram('tar', ['--version'], 'create-archive beside GNU tar');
const hasBsdtar = hasProgram('bsdtar', ['--version'], 'create-archive unpacked by bsdtar');
const has7z = hasProgram('7z', ['i'], 'create-archive unpacked by 7-Zip');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-archive-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const named = (name: string, content: string | Uint8Array = name) => ({ name, bytes: Buffer.from(content) });

async function pack(files: RunToolRequest['files'] & object, options: RunToolRequest['options'] = {}): Promise<Buffer> {
  const { status, message, files: made, cause } = await runTool(tool, { files, options });
  expect({ status, message }, String(cause)).toEqual({ status: 200, message: undefined });
  return made[0]!.bytes;
}

const PAX = ['--format=pax', '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime'];
/** In its form of pax, GNU tar leaves the second field for names of older readers empty; in ustar it divides a path as POSIX has it. */
const DIVIDED = [`${'f'.repeat(100)}/${'n'.repeat(99)}`, `${'f'.repeat(155)}/${'n'.repeat(100)}`];
/** Paths of each set. */
const SETS: readonly (readonly string[])[] = [
  ['a.txt'],
  ['a.txt', 'b/c.txt', 'b/d/e.sh'],
  ['grüße 🌍.txt', '日本/語.txt'],
  [`${'n'.repeat(100)}`],
  [`${'n'.repeat(101)}`],
  DIVIDED,
  [`${'f'.repeat(156)}/${'n'.repeat(10)}`],
  [`${'a'.repeat(50)}/${'b'.repeat(50)}/${'c'.repeat(50)}/${'d'.repeat(50)}/${'é'.repeat(50)}.sh`],
  [`${'x'.repeat(200)}/${'y'.repeat(200)}.sh`, '-rf', '@list', 'empty'],
];
const contentOf = (path: string): string => (path === 'empty' ? '' : `${path}\n`.repeat(30));

describe.skipIf(!hasTar)('TAR', () => {
  it('is byte for byte what GNU tar writes', async () => {
    for (const [i, paths] of SETS.entries()) {
      const root = join(folder, `set ${i}`);
      for (const path of paths) {
        mkdirSync(join(root, dirname(path)), { recursive: true });
        writeFileSync(join(root, path), contentOf(path));
        chmodSync(join(root, path), path.endsWith('.sh') ? 0o755 : 0o644);
      }
      const sorted = [...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const expected = runProgram('tar', [
        ...['-C', root, ...(paths === DIVIDED ? ['--format=ustar'] : PAX)],
        ...[
          '--owner=0',
          '--group=0',
          '--numeric-owner',
          '--mtime=@315532800',
          '--verbatim-files-from',
          '-cf',
          '-',
          '--',
        ],
        ...sorted,
      ]);
      const files = paths.map((path, k) => named(`${k}`, contentOf(path)));
      const made = await pack(files, { format: 'tar', paths: paths.join('\n'), executable: '*.sh' });
      expect(made.equals(expected), paths.join(' ')).toBe(true);
    }
  });
});

const FILES = [
  named('run.sh', '#!/bin/sh\necho hi\n'),
  named('empty', ''),
  named('text', 'some text\n'.repeat(5000)),
  named('bytes', Buffer.from(Array.from({ length: 30_000 }, (_, i) => (i * i * 31) >> 3))),
];
const PATHS = ['bin/run.sh', 'empty', 'grüße 🌍/日本.txt', `deep/${'d'.repeat(120)}/bytes`];

/** The files of a folder by path, with whether they may be executed. */
function filesIn(root: string): Map<string, readonly [Buffer, boolean]> {
  const found = new Map<string, readonly [Buffer, boolean]>();
  for (const path of readdirSync(root, { recursive: true }) as string[]) {
    const facts = statSync(join(root, path));
    if (facts.isFile()) found.set(path, [readFileSync(join(root, path)), (facts.mode & 0o111) === 0o111]);
  }
  return found;
}

describe.each(ARCHIVE_FORMATS)('%s', (format) => {
  it.skipIf(!hasTar || !hasBsdtar || !has7z)('unpacks by other programs to the same files', async () => {
    const path = join(folder, `packed.${format}`);
    writeFileSync(path, await pack(FILES, { format, paths: PATHS.join('\n'), executable: '*.sh' }));
    const commands = [
      ['bsdtar', '-xpf', path, '-C'],
      format === '7z' || format === 'zip' ? ['7z', 'x', path] : ['tar', '-xpf', path, '-I', programOf(format), '-C'],
    ];
    for (const [program = '', ...args] of format === 'tar' ? commands.slice(0, 1) : commands) {
      const target = mkdtempSync(join(folder, 'out-'));
      runProgram(program, program === '7z' ? [...args, `-o${target}`] : [...args, target]);
      const found = filesIn(target);
      expect([...found.keys()].sort(), program).toEqual([...PATHS].sort());
      for (const [i, { bytes }] of FILES.entries()) {
        const [content, isExecutable] = found.get(PATHS[i]!)!;
        expect(content.equals(bytes), `${program} ${PATHS[i]}`).toBe(true);
        expect(isExecutable, `${program} ${PATHS[i]}`).toBe(i === 0);
      }
    }
  });

  it('the same files in another order give the same bytes', async () => {
    const paths = ['b', 'a', 'c'];
    const files = paths.map((path) => named(path));
    const one = await pack(files, { format });
    const other = await pack([...files].reverse(), { format });
    expect(one.equals(other)).toBe(true);
  });
});

const programOf = (format: string): string =>
  ({ 'tar.gz': 'gzip', 'tar.bz2': 'bzip2', 'tar.xz': 'xz', 'tar.zst': 'zstd', 'tar.lz4': 'lz4' })[format] ?? '';

describe.skipIf(!has7z)('7-Zip', () => {
  it.each(['x', 'pä ss "$(id)"', '-psw', 'ü'.repeat(40)])(
    'opens what password %j closes, with and without hidden names',
    async (password) => {
      for (const encryptNames of [true, false]) {
        const path = join(folder, 'closed.7z');
        const archive = await pack([named('secret-name.txt', 'text '.repeat(1000))], {
          format: '7z',
          password,
          encryptNames,
        });
        expect(archive.includes(Buffer.from('secret-name', 'utf16le'))).toBe(!encryptNames);
        writeFileSync(path, archive);
        expect(runProgram('7z', ['t', `-p${password}`, path]).toString()).toContain('Everything is Ok');
        expect(() => runProgram('7z', ['t', '-pwrong', path])).toThrow(/Wrong password|encrypted/i);
      }
    },
  );
});

it('two encrypted archives of the same files differ in what they draw at random', async () => {
  for (const format of ['7z'] as const) {
    const options = { format, password: 'secret' };
    const [one, other] = [await pack([named('a')], options), await pack([named('a')], options)];
    expect(one.equals(other), format).toBe(false);
  }
});

it('names get the ending of the format once', async () => {
  for (const [format, name, expected] of [
    ['tar.gz', 'photos', 'photos.tar.gz'],
    ['tar.gz', 'photos.TGZ', 'photos.TGZ'],
    ['tar.xz', 'photos.tar', 'photos.tar.tar.xz'],
    ['7z', 'con.7z', '_con.7z'],
    ['zip', '10:30', '10_30.zip'],
  ] as const) {
    const { files } = await runTool(tool, { files: [named('a')], options: { format, name } });
    expect(files[0]?.name).toBe(expected);
  }
});

exhaustive('20 MiB in which a search finds most to look at are packed in time at the highest levels', async () => {
  const bytes = Buffer.alloc(20 * 2 ** 20);
  let state = 1;
  for (let i = 0; i < bytes.length; i += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = 97 + ((state >>> 16) & 1);
  }
  for (const [format, level] of [
    ['tar.gz', 9],
    ['tar.bz2', 9],
    ['tar.xz', 9],
    ['tar.zst', 19],
    ['tar.lz4', 1],
    ['7z', 9],
    ['zip', 9],
  ] as const) {
    expect((await pack([named('two letters', bytes)], { format, level })).length, format).toBeLessThan(15 * 2 ** 20);
  }
});
