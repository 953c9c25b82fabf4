import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import decompressFile from './decompress-file.js';
import extractArchive from './extract-archive.js';
import listArchive from './list-archive.js';

const fixture = (name: string) => ({ name, bytes: readFixture(`archives/${name}`) });
const extract = (name: string, bytes: Uint8Array, options = {}) =>
  runTool(extractArchive, { files: [{ name, bytes }], options: { format: 'files', ...options } });

interface Listed {
  readonly entries: readonly {
    readonly path: string;
    readonly kind: string;
    readonly bytes?: number;
    readonly crc32?: string;
  }[];
}

const has = (program: string, args: readonly string[] = ['--version']): boolean =>
  hasProgram(program, args, `archives of ${program}`);
const has7z = has('7z', ['i']);
const hasTar = has('tar') && has('bsdtar');

let folder = '';
const content = new Map<string, Buffer>();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archives-test-'));
  mkdirSync(join(folder, 'in/deep/deeper'), { recursive: true });
  const add = (path: string, bytes: Buffer): void => {
    content.set(path, bytes);
    writeFileSync(join(folder, 'in', path), bytes);
  };
  add('noise.bin', randomBytes(100_000));
  add('deep/text.txt', Buffer.from('some text that repeats itself\n'.repeat(5000)));
  add('deep/deeper/grüße 🌍.txt', Buffer.from('Grüße'));
  add('empty', Buffer.alloc(0));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The report on the only upload. */
const only = <Report>(data: unknown): Report => (data as { files: [Report] }).files[0];

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What an archive must give: content by path, without what a writer puts in front of paths. */
async function expectContent(path: string, options = {}): Promise<void> {
  const { status, message, data, files } = await extract('archive', readFileSync(path), options);
  expect({ path, status, message }).toEqual({ path, status: 200, message: undefined });
  const listed = only<{ entries: { path: string }[] }>(data).entries;
  const found = new Map(listed.map((entry, i) => [entry.path.replace(/^\.\//, ''), digest(files[i]!.bytes)]));
  expect(found, path).toEqual(new Map([...content].map(([name, bytes]) => [name, digest(bytes)])));
}

describe('extract-archive', () => {
  it.each([
    ...['small.7z', 'small.zip', 'small.wim', 'small.tar', 'small.cpio', 'small.cab', 'locked.7z', 'hidden.7z'],
    ...['aes128.zip', 'aes256.zip', 'classic.zip'],
  ])('%s gives the three files', async (name) => {
    const { files } = await extract(name, fixture(name).bytes, { password: 'secret' });
    const byName = files.map((file) => [file.name, file.bytes.toString()]).sort();
    expect(byName).toEqual([
      ['data.csv', 'name,size\nGrüße,3\n'],
      ['empty', ''],
      ['hello.txt', 'Hello, archive!\n'],
    ]);
  });

  it.each(['small.deb', 'small.rpm', 'zip64.zip', 'small.a', 'stored4.rar', 'stored5.rar'])(
    '%s gives hello.txt',
    async (name) => {
      const { files } = await extract(name, fixture(name).bytes, { only: '**hello.txt' });
      expect(files.map((file) => file.bytes.toString())).toEqual(['Hello, archive!\n']);
    },
  );

  it('methods of ZIP other than deflate give the numbers that were packed', async () => {
    const numbers = Array.from({ length: 2000 }, (_, i) => `${i + 1}\n`).join('');
    for (const name of ['deflate64.zip', 'bzip2.zip', 'lzma.zip', 'ppmd.zip', 'members.txt.gz', 'numbers.txt.xz']) {
      const { files, message } = await extract(name, fixture(name).bytes);
      expect([name, message, files[0]?.bytes.toString() === numbers]).toEqual([name, undefined, true]);
    }
  });

  it('long names and links of GNU tar: hard links are files, other links are named', async () => {
    const { data, files } = await extract('gnu.tar.xz', fixture('gnu.tar.xz').bytes);
    const long = 'long-name-'.repeat(15);
    expect(files.map((file) => [file.name, file.bytes.toString()])).toEqual([
      ['hard', 'long\n'],
      [`${long}.txt`, 'long\n'],
    ]);
    expect(only<{ skipped: object[] }>(data).skipped).toEqual([
      { path: 'gnu/link', reason: 'is a link', target: '../../outside' },
    ]);
  });

  it('entries that share their data are refused', async () => {
    const { message } = await extract('overlap.zip', fixture('overlap.zip').bytes);
    expect(message).toBe('Cannot read file "overlap.zip": entry "a" shares its data with another entry');
  });

  exhaustive.skipIf(!has7z)('what 7-Zip packs in seven ways comes out as it was', async () => {
    const ways: readonly (readonly [string, readonly string[]])[] = [
      ['lzma2.7z', []],
      ['ppmd.7z', ['-m0=PPMd']],
      ['bcj2.7z', ['-m0=BCJ2', '-m1=LZMA', '-m2=LZMA', '-m3=LZMA', '-mb0:1', '-mb0s1:2', '-mb0s2:3']],
      ['many.7z', ['-ms=off', '-psecret']],
      ['plain.zip', ['-mx=9']],
      ['aes192.zip', ['-mem=AES192', '-psecret']],
      ['wim.wim', []],
    ];
    const packed = ways.map(([name, args]) => ({
      program: 'bash',
      args: ['-c', 'cd "$0/in" && name=$1 && shift && 7z a -bd "$0/$name" "$@" .', folder, name, ...args],
      input: '',
    }));
    const ends = runPrograms(packed);
    for (const [i, [name]] of ways.entries()) {
      expect(ends[i]?.status, name).toBe(0);
      await expectContent(join(folder, name), { password: 'secret' });
    }
  });

  exhaustive.skipIf(!hasTar)('what GNU tar, bsdtar and their packers make comes out as it was', async () => {
    const ways = [
      ...['gnu', 'pax', 'ustar'].map((format) => `tar --format=${format} -cf "$0/${format}.tar" .`),
      ...['gzip:gz', 'xz:xz', 'zstd:zst', 'bzip2:bz2'].map((way) => {
        const [program, ending] = way.split(':');
        return `tar -c . | ${program} -c > "$0/packed.tar.${ending}"`;
      }),
      ...['cpio', 'newc'].map((format) => `bsdtar --format=${format} -cf "$0/${format}.cpio" .`),
      'bsdtar --format=zip -cf "$0/bsd.zip" .',
    ];
    const ends = runPrograms(
      ways.map((way) => ({ program: 'bash', args: ['-c', `cd "$0/in" && ${way}`, folder], input: '' })),
    );
    expect(ends.map(({ status, stderr }) => [status, stderr])).toEqual(ways.map(() => [0, '']));
    const names = readdirSync(folder).filter((name) => /\.(?:tar|cpio)|^bsd\.zip/.test(name));
    expect(names.length).toBe(ways.length);
    for (const name of names) await expectContent(join(folder, name));
  });

  inRounds('archives cut or with a byte changed end in files or a clear refusal', [3, 8], async (rounds) => {
    const names = [
      'small.7z',
      'small.zip',
      'aes256.zip',
      'small.cab',
      'stored5.rar',
      'small.deb',
      'zip64.zip',
      'gnu.tar.xz',
    ];
    const endings = new Set<string>();
    for (const name of names) {
      const { bytes } = fixture(name);
      for (let i = 0; i < rounds; i += 1) {
        const changed = Uint8Array.from(bytes);
        const at = Math.floor((bytes.length * i) / rounds);
        changed[at] = (changed[at] ?? 0) ^ 0x55;
        for (const variant of [changed, bytes.subarray(0, at)]) {
          const { status, code, cause } = await extract(name, variant, { password: 'secret' });
          if (status !== 200 && status !== 400 && status !== 413)
            throw new Error(`${name} at ${at}: ${code}`, { cause });
          endings.add(`${status}`);
        }
      }
    }
    expect([...endings].sort()).toContain('200');
  });

  it('7-Zip starts in a process that may not look into Node', async () => {
    const inner = process as unknown as { binding: unknown };
    const { binding } = inner;
    inner.binding = () => {
      throw new Error('ERR_ACCESS_DENIED');
    };
    try {
      const { status, cause } = await extract('small.7z', fixture('small.7z').bytes);
      expect({ status, cause }).toEqual({ status: 200, cause: undefined });
    } finally {
      inner.binding = binding;
    }
  });

  exhaustive('a bomb is stopped at its limit', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(gzipSync(Buffer.alloc(257 * 2 ** 20), { level: 1 }));
    const { code, message } = await extract('bomb.gz', bomb);
    expect([code, message]).toEqual([
      'LIMIT_EXCEEDED',
      'Cannot read file "bomb.gz": it unpacks to more than 268435456 bytes',
    ]);
  });
});

describe.skipIf(!has7z)('list-archive', () => {
  it('lists what 7-Zip lists: paths, sizes, kinds, checksums', async () => {
    const names = [
      ...['small.7z', 'small.zip', 'small.wim', 'small.tar', 'small.cpio', 'small.cab', 'locked.7z', 'slip.zip'],
      ...['zip64.zip', 'stored4.rar', 'stored5.rar', 'slip.tar'],
    ];
    const path = (name: string): string => join('fixtures/archives', name);
    const ends = runPrograms(
      names.map((name) => ({ program: '7z', args: ['l', '-slt', '-psecret', path(name)], input: '' })),
    );
    for (const [i, name] of names.entries()) {
      const { data } = await runTool(listArchive, { files: [fixture(name)], options: { password: 'secret' } });
      const expected = (ends[i]?.stdout.split('----------\n')[1] ?? '')
        .split('\n\n')
        .map((block) => new Map(block.split('\n').map((line) => line.split(' = ') as [string, string])))
        .filter((block) => block.has('Path'));
      const { entries } = only<Listed>(data);
      const plain = (text: string | undefined): string => (text ?? '').replaceAll('\\', '/').replace(/\/$/, '');
      expect(
        entries.map((entry) => plain(entry.path)),
        name,
      ).toEqual(expected.map((block) => plain(block.get('Path'))));
      for (const [j, entry] of entries.entries()) {
        const block = expected[j];
        if (entry.kind !== 'file') continue;
        expect(`${entry.bytes}`, `${name} ${entry.path}`).toBe(block?.get('Size'));
        const crc = block?.get('CRC')?.trim();
        if (crc && entry.crc32 !== undefined) expect(entry.crc32).toBe(crc.toLowerCase());
      }
    }
  });

  it('an ISO image of genisoimage lists its names', async () => {
    if (!has('genisoimage')) return;
    symlinkSync('noise.bin', join(folder, 'in/link'));
    const [end] = runPrograms([
      { program: 'genisoimage', args: ['-quiet', '-R', '-o', join(folder, 'a.iso'), join(folder, 'in')], input: '' },
    ]);
    rmSync(join(folder, 'in/link'));
    expect(end?.status).toBe(0);
    const bytes = readFileSync(join(folder, 'a.iso'));
    const { data } = await runTool(listArchive, { files: [{ name: 'a.iso', bytes }] });
    const paths = only<Listed>(data).entries.map((entry) => `${entry.kind} ${entry.path}`);
    for (const path of ['file noise.bin', 'folder deep', 'link link']) expect(paths).toContain(path);
  });
});

describe('decompress-file', () => {
  const PACKERS: readonly (readonly [ending: string, command: string, isChecked: boolean])[] = [
    ['gz', 'gzip -9', true],
    ['gz', 'gzip -1', true],
    ['bz2', 'bzip2', true],
    ['xz', 'xz -0', true],
    ['xz', 'xz --check=sha256 --x86 --lzma2=preset=6', true],
    ['zst', 'zstd -q -19 --check', true],
    ['zst', 'zstd -q -1 --long=24', false],
    ['lz4', 'lz4 -q -9 -BD --content-size', true],
    ['lz4', 'lz4 -q -1 -BX', true],
    ['lz4', 'lz4 -q -l', false],
    ['lzma', 'xz --format=lzma', false],
    ['Z', 'compress -f', false],
    ['br', 'brotli', false],
  ];

  exhaustive('what every packer makes of text and of noise comes out as it was', async () => {
    const plain = Buffer.concat([Buffer.from('a line of text\n'.repeat(10_000)), randomBytes(100_000)]);
    writeFileSync(join(folder, 'plain'), plain);
    const found = PACKERS.filter(([, command]) => {
      const [program = ''] = command.split(' ');
      return has(program, [program === 'compress' ? '-V' : '--version']);
    });
    runPrograms(
      found.map(([ending, command], i) => ({
        program: 'bash',
        args: ['-c', `${command} -c < "$0/plain" > "$0/${i}.${ending}"`, folder],
        input: '',
      })),
    );
    for (const [i, [ending, command]] of found.entries()) {
      const file = { name: `plain.${ending}`, bytes: readFileSync(join(folder, `${i}.${ending}`)) };
      const { files, message } = await runTool(decompressFile, { files: [file] });
      expect([command, message, files[0]?.name, files[0]?.bytes.equals(plain)]).toEqual([
        command,
        undefined,
        'plain',
        true,
      ]);
    }
  });

  inRounds('cut or with a byte changed: the same content, or a refusal', [3, 10], async (rounds) => {
    const numbers = digest(Buffer.from(Array.from({ length: 2000 }, (_, i) => `${i + 1}\n`).join('')));
    for (const ending of ['gz', 'bz2', 'xz', 'zst', 'lz4', 'lzma', 'Z', 'br']) {
      const { name, bytes } = fixture(`numbers.txt.${ending}`);
      for (let i = 0; i < rounds; i += 1) {
        const at = Math.floor((bytes.length * i) / rounds);
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 0x10;
        for (const variant of [changed, bytes.subarray(0, at)]) {
          const { status, files } = await runTool(decompressFile, { files: [{ name, bytes: variant }] });
          if (status !== 200) expect([ending, at, status]).toEqual([ending, at, 400]);
          else if (!['Z', 'br', 'lzma'].includes(ending))
            expect([ending, at, digest(files[0]!.bytes)]).toEqual([ending, at, numbers]);
        }
      }
    }
  });

  exhaustive('a bomb is stopped at its limit', async () => {
    const { brotliCompressSync, constants } = await import('node:zlib');
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    const bytes = brotliCompressSync(Buffer.alloc(23 * 2 ** 20), { params });
    const { code, message } = await runTool(decompressFile, { files: [{ name: 'bomb.br', bytes }] });
    expect([code, message]).toEqual([
      'LIMIT_EXCEEDED',
      'Cannot read file "bomb.br": it unpacks to more than 23068672 bytes',
    ]);
  });
});
