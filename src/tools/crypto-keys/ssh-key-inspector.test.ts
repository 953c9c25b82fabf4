import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './ssh-key-inspector.js';

const folder = mkdtempSync(join(tmpdir(), 'ssh-inspector-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

const hasSsh = hasProgram('ssh-keygen', ['-A', '-f', folder], 'SSH keys and certificates of OpenSSH');
const run = (program: string, ...args: readonly string[]): string => String(runProgram(program, args));

interface Shown {
  readonly line: number;
  readonly notation: string;
  readonly type: string;
  readonly bits: number;
  readonly comment: string;
  readonly fingerprints: { readonly sha256: string; readonly md5: string };
  readonly randomart: string;
  readonly encryption: string;
  readonly application: string;
  readonly hosts: readonly string[];
  readonly marker: string;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly certificate: Record<string, unknown> | null;
  readonly warnings: readonly string[];
}

async function inspect(bytes: Uint8Array | string, options = {}): Promise<readonly Shown[]> {
  const { status, data, message } = await runTool(tool, {
    files: [{ name: 'key', bytes: Buffer.from(bytes) }],
    options,
  });
  expect(status, message).toBe(200);
  return (data as { keys: readonly Shown[] }).keys;
}

const KINDS = [
  ['-t', 'ed25519'],
  ['-t', 'ecdsa', '-b', '256'],
  ['-t', 'ecdsa', '-b', '384'],
  ['-t', 'ecdsa', '-b', '521'],
  ['-t', 'rsa', '-b', '2048'],
  ['-t', 'rsa', '-b', '1024'],
  ['-t', 'dsa'],
];

/** A new key at `key` and `key.pub`. */
function newKey(kind: readonly string[], password: string, comment: string): void {
  rmSync(at('key'), { force: true });
  run('ssh-keygen', '-q', ...kind, '-N', password, '-C', comment, '-f', at('key'));
}

describe.skipIf(!hasSsh)('keys of ssh-keygen', () => {
  inRounds('have the lengths, fingerprints, pictures and comments that it shows', [3, 60], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const kind = KINDS[round % KINDS.length]!;
      const password = round % 3 === 0 ? `pass ${round}` : '';
      newKey(kind, password, `Zoë ${round}`);
      const told = run('ssh-keygen', '-lv', '-f', at('key.pub'));
      for (const [name, options] of [
        ['key.pub', {}],
        ['key', { password }],
      ] as const) {
        const [key, ...more] = await inspect(readFileSync(at(name)), options);
        expect(more).toEqual([]);
        const { bits, fingerprints, comment, randomart } = key!;
        const shownName = /\((\S+)\)/.exec(told)?.[1];
        expect(`${bits} ${fingerprints.sha256} ${comment} (${shownName})\n${randomart}\n`).toBe(told);
        expect(run('ssh-keygen', '-l', '-E', 'md5', '-f', at('key.pub'))).toContain(` ${fingerprints.md5} `);
      }
      const [locked] = await inspect(readFileSync(at('key')));
      expect(locked?.encryption).toMatch(password === '' ? /^$/ : /^aes256-ctr, bcrypt with \d+ rounds$/);
      expect(locked?.warnings.some((text) => text.includes('not encrypted'))).toBe(password === '');
    }
  });

  inRounds('certificates of users and hosts say what -L shows', [2, 24], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      newKey(KINDS[round % 5]!, '', 'authority');
      for (const suffix of ['', '.pub'])
        writeFileSync(at(`ca${suffix}`), readFileSync(at(`key${suffix}`)), { mode: 0o600 });
      newKey(KINDS[(round >> 1) % 5]!, '', 'subject');
      const isHost = round % 2 === 1;
      const validity =
        round % 3 === 0
          ? ['-V', '20200101000000Z:20200201000000Z']
          : round % 3 === 1
            ? ['-V', '20250101000000Z:20300101000000Z']
            : [];
      run(
        'ssh-keygen',
        '-q',
        '-s',
        at('ca'),
        '-I',
        `id ${round}`,
        ...(isHost ? ['-h'] : ['-O', 'force-command=ls -l', '-O', 'no-pty']),
        '-n',
        'anna,bert',
        '-z',
        String(round),
        ...validity,
        at('key.pub'),
      );
      const bytes = readFileSync(at('key-cert.pub'));
      const [key] = await inspect(bytes);
      const certificate = key!.certificate!;
      const told = run('ssh-keygen', '-L', '-f', at('key-cert.pub'));
      expect(told).toContain(`${isHost ? 'host' : 'user'} certificate`);
      expect([certificate.kind, certificate.keyId, certificate.serialNumber]).toEqual([
        isHost ? 'host' : 'user',
        `id ${round}`,
        String(round),
      ]);
      expect(told).toContain(`Public key: ${/Public key: (\S+)/.exec(told)?.[1]} ${key!.fingerprints.sha256}`);
      expect(told).toContain(
        `Signing CA: ${String(certificate.authority).replace(/ .*/, '')} ${/SHA256:\S+/.exec(String(certificate.authority))?.[0]} (using ${certificate.signatureType})`,
      );
      expect(certificate.principals).toEqual(['anna', 'bert']);
      expect(certificate.reason).toBe(round % 3 === 0 ? 'It has expired' : '');
      if (round % 3 !== 2)
        expect(certificate.notAfter).toBe(round % 3 === 0 ? '2020-02-01T00:00:00Z' : '2030-01-01T00:00:00Z');
      if (!isHost) {
        expect(certificate.criticalOptions).toEqual([{ name: 'force-command', value: 'ls -l' }]);
        for (const { name } of certificate.extensions as { name: string }[]) expect(told).toContain(name);
        expect(told).not.toContain('permit-pty');
      }
      const [type, blob] = String(bytes).split(' ');
      const spoiled = Buffer.from(blob!, 'base64');
      const place = spoiled.indexOf(`id ${round}`);
      spoiled[place] = 'x'.charCodeAt(0);
      const [changed] = await inspect(`${type} ${spoiled.toString('base64')}`);
      expect(changed?.certificate).toMatchObject({ valid: false, reason: 'The signature does not fit' });
    }
  });

  it('reads known_hosts with plain and hashed names and markers', async () => {
    newKey(KINDS[0]!, '', '');
    const [type, blob] = readFileSync(at('key.pub'), 'utf8').trim().split(' ');
    writeFileSync(
      at('known'),
      `host.example,192.0.2.7 ${type} ${blob}\n@cert-authority *.example.org ${type} ${blob} ca\n`,
    );
    const plain = await inspect(readFileSync(at('known')));
    expect(plain.map(({ hosts, marker, comment }) => [hosts, marker, comment])).toEqual([
      [['host.example', '192.0.2.7'], '', ''],
      [['*.example.org'], '@cert-authority', 'ca'],
    ]);
    run('ssh-keygen', '-q', '-H', '-f', at('known'));
    const [hashed] = await inspect(readFileSync(at('known')));
    expect(hashed?.hosts[0]).toMatch(/^\|1\|/);
    expect(hashed?.notation).toBe('known-hosts');
  });

  exhaustive('every truncation and 500 random changes of real files give 200, 400 or 413', async () => {
    const chance = chanceOf(22);
    newKey(KINDS[0]!, '', 'authority');
    for (const suffix of ['', '.pub'])
      writeFileSync(at(`ca${suffix}`), readFileSync(at(`key${suffix}`)), { mode: 0o600 });
    newKey(KINDS[1]!, '', 'subject');
    run('ssh-keygen', '-q', '-s', at('ca'), '-I', 'id', '-n', 'anna', at('key.pub'));
    for (const name of ['key', 'key.pub', 'key-cert.pub']) {
      const bytes = readFileSync(at(name));
      const text = String(bytes);
      const bodies = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length));
      const digits = /[A-Za-z0-9+/\n]{60,}={0,2}/.exec(text)?.[0] ?? '';
      for (let round = 0; round < 500; round += 1) {
        const spoiled = Buffer.from(digits, 'base64');
        spoiled[chance(spoiled.length)] = chance(256);
        bodies.push(Buffer.from(text.replace(digits, spoiled.toString('base64'))));
      }
      for (const body of bodies) {
        const { status, cause } = await runTool(tool, { files: [{ name: 'key', bytes: body }] });
        expect([200, 400, 413], String(cause)).toContain(status);
      }
    }
  });
});

// Such a key can only be made with a token: the blob is put together here, and ssh-keygen reads it too.
describe('hostile files', () => {
  const string = (value: string | Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(value.length);
    return Buffer.concat([length, Buffer.from(value)]);
  };

  it('take time in proportion: quotes that do not end, headers that go on', async () => {
    await expectLinear(100_000, (length) => runTool(tool, { input: '"\\'.repeat(length / 2) }));
    await expectLinear(100_000, (length) =>
      runTool(tool, { input: `---- BEGIN SSH2 PUBLIC KEY ----\nComment: a\\\n${'a\\\n'.repeat(length / 3)}` }),
    );
  });

  it('of many encrypted keys are refused before the work', async () => {
    const blob = Buffer.concat([string('ssh-ed25519'), string(Buffer.alloc(32, 1))]);
    const options = Buffer.concat([string(Buffer.alloc(16)), Buffer.from([0, 0, 0, 200])]);
    const body = Buffer.concat([
      ...[Buffer.from('openssh-key-v1\0'), string('aes256-ctr'), string('bcrypt'), string(options)],
      ...[Buffer.from([0, 0, 0, 1]), string(blob), string(Buffer.alloc(64))],
    ]);
    const block = `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`;
    const { status, message } = await runTool(tool, { input: block.repeat(30), options: { password: 'x' } });
    expect([status, message]).toEqual([
      413,
      'Cannot read property "input": it must have at most 2 encrypted keys, got 30',
    ]);
    expect((await runTool(tool, { input: block.repeat(30) })).status).toBe(200);
  });

  it('with an authority whose key is too long are not valid', async () => {
    const key = string(Buffer.alloc(32, 9));
    const n = Buffer.concat([Buffer.of(0), Buffer.alloc(5000, 0xff)]);
    const authority = Buffer.concat([string('ssh-rsa'), string(Buffer.of(1, 0, 1)), string(n)]);
    const none = string('');
    const blob = Buffer.concat([
      ...[string('ssh-ed25519-cert-v01@openssh.com'), string(Buffer.alloc(32)), key, Buffer.alloc(8)],
      ...[Buffer.of(0, 0, 0, 1), string('id'), none, Buffer.alloc(8), Buffer.alloc(8, 0xff), none, none, none],
      ...[string(authority), string(Buffer.concat([string('rsa-sha2-512'), string(Buffer.alloc(5000))]))],
    ]);
    const [told] = await inspect(`ssh-ed25519-cert-v01@openssh.com ${blob.toString('base64')}`);
    expect(told?.certificate).toMatchObject({ valid: false, reason: 'The signature does not fit' });
  });
});

describe('keys in security keys', () => {
  it('have an application and the fingerprint over it', async () => {
    const point = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
    const string = (value: string | Buffer) =>
      Buffer.concat([Buffer.from([0, 0, 0, value.length]), Buffer.from(value)]);
    const blob = Buffer.concat([string('sk-ssh-ed25519@openssh.com'), string(point), string('ssh:')]);
    const line = `sk-ssh-ed25519@openssh.com ${blob.toString('base64')} token\n`;
    const [key] = await inspect(line);
    expect(key).toMatchObject({ application: 'ssh:', comment: 'token', bits: 256 });
    if (!hasSsh) return;
    writeFileSync(at('sk.pub'), line);
    expect(run('ssh-keygen', '-lv', '-f', at('sk.pub'))).toBe(
      `256 ${key!.fingerprints.sha256} token (ED25519-SK)\n${key!.randomart}\n`,
    );
  });
});
