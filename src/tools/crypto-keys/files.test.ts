import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import decryptFile from './decrypt-file.js';
import encryptFile from './encrypt-file.js';

const chance = chanceOf(23);
const contentOf = (): Buffer => randomBytes(pick(chance, [0, 1, 100, 65_535, 65_536, 65_537, 200_000]));
const encrypt = (bytes: Uint8Array, options: object, name = 'data.bin') =>
  runTool(encryptFile, { files: [{ name, bytes }], options: { ...options } });
const decrypt = (bytes: Uint8Array, options: object, name = 'data.bin.age') =>
  runTool(decryptFile, { files: [{ name, bytes }], options: { ...options } });

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'encrypt-file-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Asks for a password twice, which age does on a terminal only. */
const TERMINAL = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0: os.execvp('age', sys.argv[2:])
import time
seen = b''
while True:
    try: part = os.read(fd, 1000)
    except OSError: break
    if not part: break
    seen += part
    if seen.rstrip().endswith(b':'):
        os.write(fd, sys.argv[1].encode() + b'\\n'); seen = b''
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`;

const hasAge = hasProgram('age', ['--version'], 'Encrypt File and Decrypt File beside age');
const hasSsh =
  hasProgram('ssh-keygen', ['-A', '-f', '/nonexistent'], '') ||
  hasProgram('which', ['ssh-keygen'], 'SSH keys as recipients of age');

interface AgeKey {
  readonly recipient: string;
  readonly identity: string;
  readonly path: string;
}

function makeKeys(): AgeKey[] {
  const path = join(folder, 'x25519.txt');
  writeFileSync(path, runProgram('age-keygen', []));
  const identity = readFileSync(path).toString();
  const keys = [{ recipient: /age1\w+/.exec(identity)?.[0] ?? '', identity, path }];
  for (const [type, bits] of hasSsh
    ? [
        ['ed25519', '256'],
        ['rsa', '2048'],
      ]
    : []) {
    const file = join(folder, `id_${type}`);
    runProgram('ssh-keygen', ['-q', '-t', type ?? '', '-b', bits ?? '', '-N', '', '-C', 'me@host', '-f', file]);
    keys.push({
      recipient: readFileSync(`${file}.pub`).toString(),
      identity: readFileSync(file).toString(),
      path: file,
    });
  }
  return keys;
}

describe.skipIf(!hasAge)('age', () => {
  let keys: AgeKey[] = [];
  beforeAll(() => {
    keys = makeKeys();
  });

  inRounds('decrypts what is encrypted for recipients', [6, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [key, content] = [pick(chance, keys), contentOf()];
      const others = chance(2) === 0 ? keys.map(({ recipient }) => recipient).join('\n') : '';
      const recipients = `# for tests\r\n${others}\n${key.recipient}`;
      const { files } = await encrypt(content, { recipients, armor: chance(2) === 0 });
      expect(runProgram('age', ['-d', '-i', key.path], files[0]?.bytes).equals(content)).toBe(true);
    }
  });

  inRounds('encrypts what is decrypted by identities', [6, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [key, content] = [pick(chance, keys), contentOf()];
      const recipients = (chance(2) === 0 ? keys : [key]).flatMap(({ recipient }) => ['-r', recipient.trim()]);
      const written = runProgram('age', [...(chance(2) === 0 ? ['-a'] : []), ...recipients], content);
      const { files, message } = await decrypt(written, { identity: key.identity });
      expect(files[0]?.bytes.equals(content), `${key.path} ${message}`).toBe(true);
    }
  });

  exhaustive.skipIf(!hasProgram('python3', ['--version'], 'passwords of age'))('agrees on passwords', async () => {
    const [password, content] = ['pässword of some length 🔑', randomBytes(1000)];
    const [made, plain] = [join(folder, 'made.age'), join(folder, 'plain.bin')];
    const { files } = await encrypt(content, { password });
    writeFileSync(made, files[0]?.bytes ?? '');
    runProgram('python3', ['-c', TERMINAL, password, 'age', '-d', '-o', plain, made]);
    expect(readFileSync(plain).equals(content)).toBe(true);
    const again = join(folder, 'again.age');
    runProgram('python3', ['-c', TERMINAL, password, 'age', '-p', '-o', again, plain]);
    const back = await decrypt(readFileSync(again), { password });
    expect(back.files[0]?.bytes.equals(content), String(back.message)).toBe(true);
    const wrong = await decrypt(readFileSync(again), { password: 'other' });
    expect(wrong.message).toBe('Option "password" must be the password of file "data.bin.age", got another');
  });

  exhaustive('an encrypted identity is opened by the password', async () => {
    const key = keys[0]!;
    const identity = await encrypt(Buffer.from(key.identity), { password: 'a password', armor: true });
    const written = runProgram('age', ['-r', key.recipient], 'x');
    const options = { identity: identity.files[0]?.bytes.toString(), password: 'a password' };
    expect((await decrypt(written, options)).files[0]?.bytes.toString()).toBe('x');
  });

  inRounds('a file with a byte changed or cut off is never another content', [60, 1000], async (rounds) => {
    const key = keys[0]!;
    const written = runProgram('age', ['-r', key.recipient], 'attack at dawn');
    const spoilt = Array.from({ length: rounds }, (_, round) => {
      // Of many rounds every length, of few some.
      if (round % 2 === 0)
        return written.subarray(0, rounds < 1000 ? chance(written.length) : (round / 2) % written.length);
      const copy = Buffer.from(written);
      copy[chance(copy.length)] = chance(256);
      return copy;
    });
    for (const bytes of spoilt) {
      const { status, files, cause } = await decrypt(bytes, { identity: key.identity });
      expect([200, 400, 413], String(cause)).toContain(status);
      if (status === 200) expect(files[0]?.bytes.toString()).toBe('attack at dawn');
    }
  });
});

it('a work factor that would take too long is refused before any work', async () => {
  const header = (factor: string) =>
    Buffer.from(
      `age-encryption.org/v1\n-> scrypt AAAAAAAAAAAAAAAAAAAAAA ${factor}\n${'A'.repeat(43)}\n--- ${'A'.repeat(43)}\n`,
    );
  for (const factor of ['21', '22', '63', '9999']) {
    const { status, message } = await decrypt(header(factor), { password: 'x' });
    expect([status, message]).toEqual([
      413,
      `Cannot read file "data.bin.age": its work factor is ${factor}, at most 20 is computed`,
    ]);
  }
  const many = Array.from({ length: 6 }, (_, i) => ({ name: `${i}.age`, bytes: header('20') }));
  const { status, message } = await runTool(decryptFile, { files: many, options: { password: 'x' } });
  expect([status, message]).toEqual([413, 'The files must cost at most 5242880 steps of scrypt together, got 6291456']);
});

it('a header of thousands of recipients is refused', async () => {
  const stanza = `-> X25519 ${'A'.repeat(43)}\n${'A'.repeat(43)}\n`;
  const bytes = Buffer.from(`age-encryption.org/v1\n${stanza.repeat(20_000)}--- ${'A'.repeat(43)}\n`);
  const { status, message } = await decrypt(bytes, { password: 'x' });
  expect([status, message]).toEqual([
    413,
    'Cannot read file "data.bin.age": it has 20000 recipients, at most 1000 are read',
  ]);
});

describe.skipIf(!hasProgram('openssl', ['version'], 'Encrypt File beside openssl enc'))('openssl enc', () => {
  inRounds('reads and writes what is written and read', [1, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [password, content] = [`secret ${chance(1000)}`, contentOf()];
      const { files } = await encrypt(content, { password, format: 'openssl' });
      const args = ['enc', '-aes-256-cbc', '-pbkdf2', '-iter', '600000', '-pass', `pass:${password}`];
      expect(runProgram('openssl', [...args, '-d'], files[0]?.bytes).equals(content)).toBe(true);
      const written = runProgram('openssl', [...args, ...(chance(2) === 0 ? ['-a'] : [])], content);
      const back = await decrypt(written, { password, iterations: 600_000 }, 'data.bin.enc');
      expect(back.files[0]?.bytes.equals(content), String(back.message)).toBe(true);
    }
  });

  it('a file with a byte changed or cut off is a 200 or a 400', async () => {
    const written = runProgram('openssl', ['enc', '-aes-256-cbc', '-md', 'md5', '-pass', 'pass:x'], 'attack at dawn');
    for (let round = 0; round < 30; round += 1) {
      const changed = Buffer.from(written);
      changed[8 + chance(changed.length - 8)] = chance(256);
      const bytes = round < 15 ? written.subarray(0, chance(written.length)) : changed;
      expect([200, 400]).toContain((await decrypt(bytes, { password: 'x', iterations: 1000 })).status);
    }
  });
});

it.skipIf(!hasProgram('7z', ['i'], 'Encrypt File beside 7-Zip'))(
  '7-Zip opens the archive, and its own are opened',
  async () => {
    const contents = [randomBytes(1000), Buffer.from('Grüße\n'.repeat(1000)), Buffer.alloc(0)];
    const files = contents.map((bytes, i) => ({ name: `file ${i}.bin`, bytes }));
    const options = { password: 'a long enough password', format: 'zip' };
    const made = await runTool(encryptFile, { files, options });
    const zip = join(folder, 'made.zip');
    writeFileSync(zip, made.files[0]?.bytes ?? '');
    for (const { name, bytes } of files)
      expect(runProgram('7z', ['x', '-so', `-p${options.password}`, zip, name]).equals(bytes)).toBe(true);
    for (const type of ['zip', '7z']) {
      const archive = join(folder, `theirs.${type}`);
      for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
      const method = type === 'zip' ? ['-mem=AES256'] : ['-mhe=on'];
      runProgram('7z', [
        'a',
        `-t${type}`,
        ...method,
        `-p${options.password}`,
        archive,
        ...files.map(({ name }) => join(folder, name)),
      ]);
      const back = await decrypt(readFileSync(archive), { password: options.password }, `theirs.${type}`);
      expect(new Map(back.files.map(({ name, bytes }) => [name, bytes.toString('hex')]))).toEqual(
        new Map(files.map(({ name, bytes }) => [name, bytes.toString('hex')])),
      );
    }
  },
);

exhaustive('one file that fails does not spoil the others', async () => {
  const made = await encrypt(Buffer.from('x'), { password: 'p', format: 'openssl' }, 'a.txt');
  const files = [...made.files, { name: 'plain.txt', bytes: Buffer.from('plain') }];
  const { data } = await runTool(decryptFile, { files, options: { password: 'p' } });
  expect((data as { files: object[] }).files).toMatchObject([
    { name: 'a.txt.enc', outputs: ['a.txt'], format: 'openssl' },
    { name: 'plain.txt', error: expect.stringContaining('it is not an encrypted file') },
  ]);
});
