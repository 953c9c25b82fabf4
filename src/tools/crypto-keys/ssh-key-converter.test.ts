import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './ssh-key-converter.js';

const folder = mkdtempSync(join(tmpdir(), 'ssh-converter-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const save = (name: string, bytes: Uint8Array | string): string => {
  rmSync(at(name), { force: true });
  writeFileSync(at(name), bytes, { mode: 0o600 });
  return at(name);
};

const hasSsh = hasProgram('ssh-keygen', ['-A', '-f', folder], 'conversions from and to OpenSSH');
const hasPutty = hasProgram('puttygen', ['--version'], 'conversions from and to PuTTY');
const run = (program: string, ...args: readonly string[]): string => String(runProgram(program, args));

const PASSWORD = 'correct horse';

async function convert(bytes: Uint8Array | string, options: Record<string, unknown>) {
  const { status, files, data, message, cause } = await runTool(tool, {
    files: [{ name: 'k', bytes: Buffer.from(bytes) }],
    options,
  });
  expect(status, `${message ?? ''} ${cause ?? ''}`).toBe(200);
  return { bytes: files[0]!.bytes, data: data as { comment: string; warnings: readonly string[]; encrypted: boolean } };
}

const KINDS = [
  ['-t', 'ed25519'],
  ['-t', 'ecdsa', '-b', '256'],
  ['-t', 'rsa', '-b', '2048'],
  ['-t', 'ecdsa', '-b', '384'],
  ['-t', 'ecdsa', '-b', '521'],
  ['-t', 'dsa'],
];

/** The two fields of a public line that matter. */
const lineOf = (text: string): string => /(?:ssh|ecdsa)-\S+ \S+/.exec(text)?.[0] ?? text;

/** A key in a notation, written by ssh-keygen or puttygen. */
function foreign(notation: string, kind: readonly string[], password: string): { bytes: Buffer; line: string } {
  rmSync(at('key'), { force: true });
  run(
    'ssh-keygen',
    '-q',
    ...kind,
    '-N',
    notation === 'openssh' || notation === 'pem' ? password : '',
    '-C',
    'me here',
    ...(notation === 'pem' ? ['-m', 'PEM'] : []),
    '-f',
    at('key'),
  );
  const line = lineOf(readFileSync(at('key.pub'), 'utf8'));
  if (!notation.startsWith('ppk')) return { bytes: readFileSync(at('key')), line };
  const version = notation === 'ppk2' ? '2' : '3';
  run(
    'puttygen',
    at('key'),
    '-O',
    'private',
    '-o',
    at('key.ppk'),
    '--ppk-param',
    `version=${version}`,
    '--new-passphrase',
    save('new', password),
  );
  return { bytes: readFileSync(at('key.ppk')), line };
}

const PEM_TO_LINE = `
import sys
from cryptography.hazmat.primitives import serialization as s
key = s.load_pem_private_key(sys.stdin.buffer.read(), None)
sys.stdout.buffer.write(key.public_key().public_bytes(s.Encoding.OpenSSH, s.PublicFormat.OpenSSH))`;

/** The public line that ssh-keygen, puttygen or Python takes out of what was written. */
function readBack(to: string, bytes: Uint8Array, password: string): string {
  const path = save('made', bytes);
  if (to === 'rfc4716') return lineOf(run('ssh-keygen', '-i', '-f', path));
  // OpenSSH reads Ed25519 in PEM from 9.6 on.
  if (to === 'pem') return lineOf(String(runProgram('python3', ['-c', PEM_TO_LINE], Buffer.from(bytes))));
  if (!to.startsWith('ppk')) return lineOf(run('ssh-keygen', '-y', '-P', password, '-f', path));
  // PuTTY shows the public half without opening the file: its private half is looked at in the copy.
  const passwords = ['--old-passphrase', save('old', password), '--new-passphrase', save('none', '')];
  rmSync(at('copy'), { force: true });
  run('puttygen', path, '-O', 'private-openssh-new', '-o', at('copy'), ...passwords);
  return lineOf(run('ssh-keygen', '-y', '-P', '', '-f', at('copy')));
}

describe.skipIf(!hasSsh || !hasPutty)('conversions from and to OpenSSH and PuTTY', () => {
  inRounds('give the same public key', [1, 6], async (rounds) => {
    for (const kind of KINDS.slice(0, rounds)) {
      for (const password of rounds === 1 ? [PASSWORD] : ['', PASSWORD]) {
        for (const from of ['ppk', 'openssh', 'ppk2', 'pem'].slice(0, rounds === 1 ? 1 : 4)) {
          const { bytes, line } = foreign(from, kind, password);
          for (const to of ['openssh', 'ppk', 'ppk2', 'rfc4716', 'pem'].slice(0, rounds === 1 ? 2 : 5)) {
            const newPassword = to === 'rfc4716' || to === 'pem' ? '' : password;
            const { bytes: made, data } = await convert(bytes, { to, password, newPassword });
            expect(readBack(to, made, newPassword), `${kind.join(' ')} ${from} ${to}`).toBe(line);
            expect(data.encrypted).toBe(newPassword !== '');
            // ssh-keygen writes Ed25519 in its own format although PEM was asked for.
            if (from !== 'pem') expect(data.comment).toBe('me here');
          }
          const { bytes: open } = await convert(bytes, { to: 'openssh', publicOnly: true, password });
          expect(lineOf(String(open))).toBe(line);
        }
      }
    }
  });

  exhaustive('tells of a passphrase that was taken away, or is missing or wrong', async () => {
    for (const from of ['openssh', 'ppk', 'ppk2']) {
      const { bytes } = foreign(from, KINDS[0]!, PASSWORD);
      const { data } = await convert(bytes, { password: PASSWORD });
      expect(data.warnings).toEqual([expect.stringContaining('was encrypted and the result is not')]);
      for (const [password, fault] of [
        ['', 'it is encrypted: give its password in option "password"'],
        ['other', 'the password is wrong, or it is damaged'],
      ]) {
        const { message } = await runTool(tool, { files: [{ name: 'k', bytes }], options: { password } });
        expect(message).toBe(`Cannot read file "k": ${fault}`);
      }
    }
  });

  exhaustive('damaged PuTTY and OpenSSH files give 400 or 413, and never another key', async () => {
    const chance = chanceOf(3);
    for (const from of ['openssh', 'ppk', 'ppk2']) {
      const { bytes, line } = foreign(from, KINDS[0]!, '');
      const bodies = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length));
      for (let round = 0; round < 500; round += 1) {
        const spoiled = Buffer.from(bytes);
        spoiled[chance(spoiled.length)] = 33 + chance(90);
        bodies.push(spoiled);
      }
      for (const body of bodies) {
        const { status, files, cause } = await runTool(tool, {
          files: [{ name: 'k', bytes: body }],
          options: { publicOnly: true },
        });
        expect([200, 400, 413], String(cause)).toContain(status);
        if (status === 200) expect(lineOf(String(files[0]?.bytes))).toBe(line);
      }
    }
  });
});

describe.skipIf(!hasSsh)('a comment of two lines', () => {
  it('does not become a second line of authorized_keys', async () => {
    rmSync(at('key'), { force: true });
    run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', 'one\nssh-ed25519 AAAA other', '-f', at('key'));
    const { bytes } = await convert(readFileSync(at('key')), { publicOnly: true, to: 'openssh' });
    expect(String(bytes).trim().split('\n')).toHaveLength(1);
    expect(String(bytes)).toContain(' one ssh-ed25519 AAAA other');
  });
});

describe('hostile work factors', () => {
  it('are refused before the work', async () => {
    const string = (value: Uint8Array | string) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(value.length);
      return Buffer.concat([length, Buffer.from(value)]);
    };
    const options = Buffer.concat([string(Buffer.alloc(16)), Buffer.from([0, 0xff, 0xff, 0xff])]);
    const blob = Buffer.concat([string('ssh-ed25519'), string(Buffer.alloc(32, 1))]);
    const body = Buffer.concat([
      Buffer.from('openssh-key-v1\0'),
      string('aes256-ctr'),
      string('bcrypt'),
      string(options),
      Buffer.from([0, 0, 0, 1]),
      string(blob),
      string(Buffer.alloc(64)),
    ]);
    const input = `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`;
    const openssh = await runTool(tool, { input, options: { password: 'x' } });
    expect([openssh.status, openssh.message]).toEqual([
      413,
      'Cannot read property "input": its encryption must have at most 200 rounds of bcrypt, got 16777215',
    ]);
    const ppk = `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: aes256-cbc\nComment: c\nPublic-Lines: 1\n${blob.toString('base64')}\nKey-Derivation: Argon2id\nArgon2-Memory: 4194304\nArgon2-Passes: 1\nArgon2-Parallelism: 1\nArgon2-Salt: 00112233445566778899aabbccddeeff\nPrivate-Lines: 1\nAAAAAAAAAAAAAAAAAAAAAA==\nPrivate-MAC: 00\n`;
    const putty = await runTool(tool, { input: ppk, options: { password: 'x' } });
    expect(putty.status).toBe(413);
    expect(putty.message).toContain('its Argon2 must need at most 262144 KiB');
  });
});
