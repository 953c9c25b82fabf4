import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';

import { writeZip, type ZipEntry } from './zip-writer.js';

const hasPython = hasProgram('python3', ['--version'], 'ZIP archives against Python zipfile');
const hasUnzip = hasProgram('unzip', ['-v'], 'ZIP archives against unzip');
const has7z = hasProgram('7z', ['i'], 'ZIP archives, encrypted ones too, against 7-Zip');
const hasBsdtar = hasProgram('bsdtar', ['--version'], 'encrypted ZIP archives against bsdtar');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zip-writer-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An archive on disk, for other programs. */
function saved(archive: Uint8Array): string {
  const path = join(folder, `${createHash('sha1').update(archive).digest('hex')}.zip`);
  writeFileSync(path, archive);
  return path;
}

const entry = (name: string, content: string | Uint8Array): ZipEntry => ({
  name,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const SAMPLES: readonly ZipEntry[] = [
  entry('empty', ''),
  entry('one.txt', 'x'),
  entry('text.txt', 'the quick brown fox jumps over the lazy dog\n'.repeat(5000)),
  entry('zeros.bin', new Uint8Array(1_000_000)),
  entry('random.bin', randomBytes(300_001)),
  entry('folder/grüße 🌍.txt', 'Grüße'),
  entry('e\u0301 decomposed', 'e\u0301'),
  entry('😀'.repeat(63), 'a name of 252 bytes'),
  entry('-rf --no-preserve-root', 'no option'),
];

interface PythonEntry {
  readonly name: string;
  readonly sha256: string;
  readonly method: number;
  readonly packed: number;
  readonly date: readonly number[];
  readonly flags: number;
  readonly mode: number;
}

/** An archive as Python reads it; it checks every CRC. */
function readWithPython(archive: Uint8Array): { readonly entries: readonly PythonEntry[]; readonly comment: string } {
  const script = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps({'comment': z.comment.decode(), 'entries': [dict(
        name=i.filename, sha256=hashlib.sha256(z.read(i)).hexdigest(), method=i.compress_type, packed=i.compress_size,
        date=i.date_time, flags=i.flag_bits, mode=i.external_attr >> 16) for i in z.infolist()]}))`;
  return JSON.parse(runProgram('python3', ['-c', script, saved(archive)]).toString());
}

describe.skipIf(!hasPython)('Python zipfile', () => {
  it.each([0, 1, 6, 9])('reads every name and content at level %i', (level) => {
    const { entries, comment } = readWithPython(writeZip(SAMPLES, { level, comment: 'Grüße' }));
    expect(entries.map(({ name, sha256 }) => [name, sha256])).toEqual(
      SAMPLES.map(({ name, bytes }) => [name, digest(bytes)]),
    );
    expect(comment).toBe('Grüße');
    for (const { date, mode, name, flags } of entries) {
      expect(date).toEqual([1980, 1, 1, 0, 0, 0]);
      expect(mode).toBe(0o100644);
      // Bit 11: the name is UTF-8. Nothing else is set.
      expect(flags).toBe(/^[ -~]*$/.test(name) ? 0 : 0x800);
    }
  });

  it('finds data that deflate makes no smaller stored, everything else deflated', () => {
    const { entries } = readWithPython(writeZip(SAMPLES, { level: 6 }));
    const stored = entries.filter(({ method }) => method === 0).map(({ name }) => name);
    expect(stored).toEqual(expect.arrayContaining(['empty', 'one.txt', 'random.bin']));
    for (const { name, method, packed } of entries) {
      const size = SAMPLES.find((sample) => sample.name === name)!.bytes.length;
      if (method === 0) expect(packed).toBe(size);
      else expect(packed).toBeLessThan(size);
    }
  });

  it('writes the same bytes as stored archive', () => {
    const script = `
import base64, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    for name, content in json.load(sys.stdin):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.create_system, info.external_attr = 3, 0o100644 << 16
        z.writestr(info, base64.b64decode(content))
    z.comment = b'a comment'`;
    const path = join(folder, 'python.zip');
    const list = SAMPLES.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]);
    runProgram('python3', ['-c', script, path], JSON.stringify(list));
    expect(readFileSync(path).equals(writeZip(SAMPLES, { level: 0, comment: 'a comment' }))).toBe(true);
  });
});

describe.skipIf(!hasUnzip)('unzip', () => {
  it('tests an archive without errors and extracts every file under its name', () => {
    const path = saved(writeZip(SAMPLES, { level: 6 }));
    expect(runProgram('unzip', ['-tq', path]).toString()).toContain('No errors detected');
    const target = join(folder, 'unzip');
    runProgram('unzip', ['-q', path, '-d', target]);
    for (const { name, bytes } of SAMPLES) expect(digest(readFileSync(join(target, name))), name).toBe(digest(bytes));
    expect(readdirSync(target)).toHaveLength(SAMPLES.length);
  });
});

describe.skipIf(!has7z)('7-Zip', () => {
  it('tests an archive without errors or warnings', () => {
    const path = saved(writeZip(SAMPLES, { level: 9, comment: 'a comment' }));
    const report = runProgram('7z', ['t', path]).toString();
    expect(report).toContain('Everything is Ok');
    expect(report).not.toMatch(/warning|error/i);
  });

  it('opens an encrypted archive with its password only', () => {
    // Lengths around a block of the cipher and around a piece of the key stream.
    const sizes = [0, 1, 15, 16, 17, 65_535, 65_536, 65_537, 200_000].map((size) =>
      entry(`${size}`, randomBytes(size)),
    );
    const encryption = { password: 'pässwörd 😀', random: randomBytes };
    const path = saved(writeZip([...SAMPLES, ...sizes], { level: 6, encryption }));
    const report = runProgram('7z', ['t', '-ppässwörd 😀', path]).toString();
    expect(report).toContain('Everything is Ok');
    expect(report).not.toMatch(/warning|error/i);
    expect(() => runProgram('7z', ['t', '-pwrong', path])).toThrow('Wrong password');
    expect(runProgram('7z', ['l', '-slt', path]).toString()).toContain('AES-256');
  });
});

describe.skipIf(!hasBsdtar)('bsdtar', () => {
  it('extracts an encrypted archive with equal content', () => {
    const encryption = { password: 'correct horse battery staple', random: randomBytes };
    const path = saved(writeZip(SAMPLES, { level: 6, encryption }));
    const content = runProgram('bsdtar', ['-xOf', path, '--passphrase', encryption.password]);
    expect(digest(content)).toBe(digest(Buffer.concat(SAMPLES.map(({ bytes }) => bytes))));
  });
});

it('the same entries give the same bytes', () => {
  for (const level of [0, 6]) {
    expect(Buffer.compare(writeZip(SAMPLES, { level }), writeZip(SAMPLES, { level }))).toBe(0);
  }
});

it('an encrypted archive is never the same twice and holds no plain text', () => {
  const secret = [entry('secret.txt', 'attack at dawn')];
  const encryption = { password: 'secret', random: randomBytes };
  const [first, second] = [1, 2].map(() => Buffer.from(writeZip(secret, { level: 0, encryption })));
  expect(first!.equals(second!)).toBe(false);
  expect(first!.includes('attack')).toBe(false);
});

it('every entry is encrypted with a salt of its own', () => {
  const salts: string[] = [];
  const random = (length: number): Uint8Array => {
    const salt = randomBytes(length);
    salts.push(salt.toString('hex'));
    return salt;
  };
  const archive = Buffer.from(writeZip(SAMPLES, { level: 6, encryption: { password: 'x', random } }));
  expect(new Set(salts).size).toBe(SAMPLES.length);
  for (const salt of salts) {
    expect(salt).toHaveLength(32);
    expect(archive.includes(Buffer.from(salt, 'hex'))).toBe(true);
  }
});

it('an archive without entries is a legal, empty one', () => {
  // APPNOTE 4.3.1: at least an "end of central directory record".
  expect(Buffer.from(writeZip([], { level: 6 })).toString('hex')).toBe(`504b0506${'00'.repeat(18)}`);
});

it('what needs ZIP64 is refused, not written wrong', () => {
  const one = entry('a', '');
  expect(() => writeZip(Array(65_536).fill(one), { level: 0 })).toThrow(RangeError);
  expect(() => writeZip([entry('n'.repeat(65_536), '')], { level: 0 })).toThrow(RangeError);
  expect(() => writeZip([one], { level: 0, comment: 'c'.repeat(65_536) })).toThrow(RangeError);
});
