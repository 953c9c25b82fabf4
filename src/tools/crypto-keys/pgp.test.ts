import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import pgpDecrypt from './pgp-decrypt.js';
import pgpEncrypt from './pgp-encrypt.js';
import pgpKeyGenerator from './pgp-key-generator.js';

const chance = chanceOf(27);
const encrypt = (input: string, options: object) => runTool(pgpEncrypt, { input, options: { ...options } });
const decrypt = (input: string, options: object) => runTool(pgpDecrypt, { input, options: { ...options } });
const textOf = (): string =>
  pick(chance, ['x', 'Grüße 🌍\r\n', '- dash\nFrom me\n', 'a'.repeat(70_000)]) + chance(1000);

const hasGpg = hasProgram('gpg', ['--version'], 'PGP tools beside GnuPG');
let home = '';
/** The clock of tests is at 2026-01-02T03:04:05Z; that of GnuPG does not go on. */
const ARGS = ['--batch', '--quiet', '--no-tty', '--trust-model', 'always', '--pinentry-mode', 'loopback'];
const gpgArgs = (args: readonly string[]) => [
  '--homedir',
  home,
  ...ARGS,
  '--faked-system-time',
  '1767323045!',
  ...args,
];
const gpg = (args: readonly string[], input: string | Uint8Array = ''): Buffer =>
  runProgram('gpg', gpgArgs(args), input);
const gpgEnd = (args: readonly string[], input: string | Uint8Array = '') =>
  runPrograms([{ program: 'gpg', args: gpgArgs(args), input }])[0]!;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'pgp-'));
});
afterAll(() => {
  if (hasGpg) runPrograms([{ program: 'gpgconf', args: ['--homedir', home, '--kill', 'all'], input: '' }]);
  rmSync(home, { recursive: true, force: true });
});

interface TestKey {
  readonly name: string;
  readonly password: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly fingerprint: string;
}

const LOCK = 'käy password';

/** Keys of GnuPG, one of them locked, and one of ours. */
async function makeKeys(): Promise<TestKey[]> {
  const kinds = [
    ['ed25519', 'cv25519', ''],
    ['rsa2048', 'rsa2048', LOCK],
    ['nistp256', 'nistp256', ''],
  ] as const;
  const keys = kinds.map(([primary, sub, password]) => {
    const name = `${primary} <${primary}@example.org>`;
    gpg(['--passphrase', password, '--quick-gen-key', name, primary, 'default', 'never']);
    const fingerprint = /^fpr:+([0-9A-F]+)/m.exec(gpg(['--with-colons', '--list-keys', primary]).toString())?.[1] ?? '';
    gpg(['--passphrase', password, '--quick-add-key', fingerprint, sub, 'encr', 'never']);
    const publicKey = gpg(['--armor', '--export', primary]).toString();
    const privateKey = gpg(['--passphrase', password, '--armor', '--export-secret-keys', primary]).toString();
    return { name, password, publicKey, privateKey, fingerprint: fingerprint.toLowerCase() };
  });
  return [...keys, await makeOwn({ email: 'own@example.org', newPassword: LOCK })];
}

async function makeOwn(options: {
  email: string;
  newPassword: string;
  algorithm?: string;
  bits?: number;
}): Promise<TestKey> {
  const { files, data } = await runTool(pgpKeyGenerator, { options: { ...options } });
  const [privateKey = '', publicKey = ''] = files.map(({ bytes }) => bytes.toString());
  gpg(['--passphrase', options.newPassword, '--import'], privateKey);
  const { fingerprint } = data as { fingerprint: string };
  return { name: options.email, password: options.newPassword, publicKey, privateKey, fingerprint };
}

describe.skipIf(!hasGpg)('GnuPG', () => {
  let keys: TestKey[] = [];
  beforeAll(async () => {
    keys = await makeKeys();
  }, 60_000);

  inRounds('decrypts what is encrypted, and finds the signature good', [2, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [reader, signer, input] = [pick(chance, keys), pick(chance, keys), textOf()];
      const [isOfPassword, isSigned] = [chance(4) === 0, chance(2) === 0];
      const made = await encrypt(input, {
        ...(isOfPassword ? { password: 'session' } : { publicKeys: reader.publicKey }),
        ...(isSigned ? { privateKey: signer.privateKey, keyPassword: signer.password } : {}),
      });
      expect(made.status, made.message).toBe(200);
      const passphrase = isOfPassword ? 'session' : reader.password;
      const { stdout, stderr, status } = gpgEnd(
        ['--passphrase', passphrase, '--status-fd', '2', '-d'],
        made.text ?? '',
      );
      expect([status, stdout], stderr).toEqual([0, input]);
      expect(stderr.includes(`VALIDSIG ${signer.fingerprint.toUpperCase()}`)).toBe(isSigned);
    }
  });

  inRounds('encrypts what is decrypted, and the signer is told', [2, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [reader, signer, input] = [pick(chance, keys), pick(chance, keys), textOf()];
      const [isOfPassword, isSigned] = [chance(4) === 0, chance(2) === 0];
      const args = [
        ...['--compress-algo', pick(chance, ['none', 'zip', 'zlib', 'bzip2'])],
        ...(isOfPassword
          ? [
              '--passphrase',
              'session',
              ...(isSigned && signer.password === '' ? ['-u', signer.fingerprint, '-s'] : []),
              '-c',
            ]
          : [
              '--passphrase',
              signer.password,
              '-r',
              reader.fingerprint,
              ...(isSigned ? ['-u', signer.fingerprint, '-s'] : []),
              '-e',
            ]),
      ];
      const armored = chance(2) === 0;
      const written = gpg([...(armored ? ['--armor'] : []), ...args], input);
      const options = {
        ...(isOfPassword ? { password: 'session' } : { privateKey: reader.privateKey, password: reader.password }),
        publicKeys: keys.map(({ publicKey }) => publicKey).join('\r\n'),
      };
      const { data, message, files } = armored
        ? await decrypt(written.toString(), options)
        : await runTool(pgpDecrypt, { files: [{ name: 'a.txt.gpg', bytes: written }], options });
      const told = data as { decrypted: string; signatures: { valid: boolean; fingerprint: string }[] };
      expect(armored ? told?.decrypted : files[0]?.bytes.toString(), String(message)).toBe(input);
      const expected = args.includes('-s') ? [{ valid: true, fingerprint: signer.fingerprint }] : [];
      expect(told.signatures).toMatchObject(expected);
      expect(told.signatures.length).toBe(expected.length);
    }
  });

  it('a signature by an unknown key, or of a changed text, is not valid', async () => {
    const [signer, other] = [keys[0]!, keys[2]!];
    const signed = gpg(['-u', signer.fingerprint, '--clearsign'], 'I owe you 10\n').toString();
    const read = async (input: string, publicKeys: string) =>
      (await decrypt(input, { publicKeys })).data as { signatures: { valid: boolean; reason: string }[] };
    expect((await read(signed, signer.publicKey)).signatures).toMatchObject([{ valid: true, reason: '' }]);
    expect((await read(signed, other.publicKey)).signatures).toMatchObject([
      { valid: false, reason: 'The public key of the signer is not given' },
    ]);
    expect((await read(signed.replace('10', '1000'), signer.publicKey)).signatures).toMatchObject([
      { valid: false, reason: expect.stringMatching(/^The signature does not hold: /) },
    ]);
    const binary = gpg(['-u', signer.fingerprint, '-s'], 'signed only');
    const answer = await decrypt(binary.toString('base64'), { publicKeys: signer.publicKey });
    expect(answer.data).toMatchObject({ decrypted: 'signed only', encrypted: false, signatures: [{ valid: true }] });
  });

  exhaustive('says which key is missing, and that a password is wrong', async () => {
    const [reader, other, locked] = [keys[0]!, keys[2]!, keys[1]!];
    const written = gpg(['--armor', '-r', reader.fingerprint, '-e'], 'x').toString();
    expect((await decrypt(written, {})).message).toMatch(
      /^Cannot decrypt property "input": it is encrypted to key [0-9a-f]{16}: give its private key in option "privateKey"$/,
    );
    expect((await decrypt(written, { privateKey: other.privateKey })).message).toMatch(
      /none of the given keys opens it$/,
    );
    expect((await decrypt(written, { privateKey: locked.privateKey })).message).toBe(
      'Option "password" must be given: the key in option "privateKey" is locked',
    );
    expect((await decrypt(written, { privateKey: locked.privateKey, password: 'guess' })).message).toBe(
      'Option "password" must be the password of the key in option "privateKey", got another',
    );
    const symmetric = gpg(['--armor', '--passphrase', 'right', '-c'], 'x').toString();
    expect((await decrypt(symmetric, { password: 'wrong' })).status).toBe(400);
  });

  it('reads what mails and logs make of a message', async () => {
    const reader = keys[0]!;
    const written = gpg(['--armor', '--comment', 'a comment', '-r', reader.fingerprint, '-e'], 'hello').toString();
    const forms = [
      written.replace(/\n/g, '\r\n'),
      written.replace(/^/gm, '> '),
      written.replace(/^/gm, '    '),
      `Hi,\nhere it is:\n${written}\nbye`,
      written.replace('\n\n', '\n'),
      JSON.stringify(written).slice(1, -1),
      written.split('\n').slice(3, -3).join('\n'),
    ];
    for (const form of forms) {
      const { data, message } = await decrypt(form, { privateKey: reader.privateKey.replace(/\n/g, ' \r\n') });
      expect((data as { decrypted: string })?.decrypted, `${message} ${form.slice(0, 200)}`).toBe('hello');
    }
  });

  it('a message without integrity protection is refused', async () => {
    const session = randomBytes(16);
    // RFC 4880, 5.7: a packet of tag 9, after one of tag 3 for a password.
    const packets = Buffer.concat([
      Buffer.from([0xc3, 13, 4, 7, 3, 8]),
      randomBytes(8),
      Buffer.from([96, 0xc9, 18 + 10]),
      session,
      randomBytes(12),
    ]);
    const { status, message } = await decrypt(packets.toString('base64'), { password: 'x' });
    expect([status, message]).toEqual([
      400,
      'Cannot decrypt property "input": it has no integrity protection (MDC), so that its content could have been changed: it is refused',
    ]);
  });

  exhaustive('a bomb is a 413', async () => {
    for (const algorithm of ['zip', 'bzip2']) {
      const bomb = gpg(['--passphrase', 'x', '--compress-algo', algorithm, '-c'], Buffer.alloc(100_000_000));
      const files = [{ name: 'bomb.gpg', bytes: bomb }];
      const { status, message } = await runTool(pgpDecrypt, { files, options: { password: 'x' } });
      expect([status, message]).toEqual([
        413,
        'Cannot decrypt file "bomb.gpg": it unpacks to more than 16777216 bytes',
      ]);
    }
  });

  inRounds('a message that is cut or changed is never another content', [15, 1500], async (rounds) => {
    const reader = keys[0]!;
    const written = gpg(['-r', reader.fingerprint, '-u', reader.fingerprint, '-s', '-e'], 'attack at dawn');
    for (let round = 0; round < rounds; round += 1) {
      const changed = Buffer.from(written);
      changed[chance(changed.length)] = chance(256);
      const bytes =
        round % 2 === 0
          ? written.subarray(0, rounds < 1500 ? chance(written.length) : (round / 2) % written.length)
          : changed;
      const files = [{ name: 'a.gpg', bytes }];
      const answer = await runTool(pgpDecrypt, { files, options: { privateKey: reader.privateKey } });
      expect([200, 400, 413], String(answer.cause)).toContain(answer.status);
      if (answer.status === 200) expect(answer.files[0]?.bytes.toString()).toBe('attack at dawn');
    }
  });

  inRounds('a key that is cut or changed is a 200 or a refusal', [10, 1000], async (rounds) => {
    const { publicKey, privateKey } = keys[0]!;
    const all = [publicKey, privateKey].map((key) => gpg(['--dearmor'], key));
    for (let round = 0; round < rounds; round += 1) {
      const bytes = Buffer.from(pick(chance, all));
      bytes[chance(bytes.length)] = chance(256);
      const cut = round % 2 === 0 ? bytes : bytes.subarray(0, 1 + chance(bytes.length - 1));
      const spoilt = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${cut.toString('base64')}\n-----END PGP PUBLIC KEY BLOCK-----`;
      const asRecipient = await encrypt('x', { publicKeys: spoilt });
      expect([200, 400, 413], `${asRecipient.cause} ${spoilt}`).toContain(asRecipient.status);
      const asSigner = await encrypt('x', { password: 'x', privateKey: spoilt });
      expect([200, 400, 413], `${asSigner.cause} ${spoilt}`).toContain(asSigner.status);
    }
  });

  exhaustive('keys of every kind are what is said of them', async () => {
    for (const [algorithm, bits] of [
      ['ed25519', 4096],
      ['rsa', 3072],
      ['rsa', 4096],
      ['nistP256', 4096],
      ['nistP384', 4096],
      ['nistP521', 4096],
    ] as const) {
      const options = {
        name: 'Zoë Example',
        email: `${algorithm}${bits}@example.org`,
        newPassword: LOCK,
        algorithm,
        bits,
        days: 30,
      };
      const { files, data } = await runTool(pgpKeyGenerator, { options });
      const told = data as { fingerprint: string; userId: string; expires: string };
      const [privateKey, publicKey, revocation] = files.map(({ bytes }) => bytes);
      const listed = gpg(['--with-colons', '--show-keys'], publicKey).toString();
      expect(listed).toContain(`fpr:::::::::${told.fingerprint.toUpperCase()}:`);
      expect(listed).toContain(`:${told.userId}:`);
      expect(Number(/^pub:[^:]*:[^:]*:[^:]*:[^:]*:[^:]*:(\d+)/m.exec(listed)?.[1])).toBe(
        Date.parse(told.expires) / 1000,
      );
      gpg(['--passphrase', LOCK, '--import'], privateKey);
      const signed = gpg(['--passphrase', LOCK, '-u', told.fingerprint, '--clearsign'], 'x');
      expect(gpgEnd(['--status-fd', '1', '--verify'], signed).stdout).toContain(
        `VALIDSIG ${told.fingerprint.toUpperCase()}`,
      );
      writeFileSync(join(home, 'revocation.asc'), revocation ?? '');
      gpgEnd(['--import', join(home, 'revocation.asc')]);
      expect(gpg(['--with-colons', '--list-keys', told.fingerprint]).toString()).toMatch(/^pub:r:/m);
    }
  });
});

it('a key with numbers that would take minutes is refused', async () => {
  // RFC 4880, 5.5.2: a public key of version 4 for ElGamal (16) or RSA (1), each number of 65,535 bits.
  const number = Buffer.concat([Buffer.from([0xff, 0xff, 0x7f]), randomBytes(8191)]);
  for (const [algorithm, numbers, name, most] of [
    [16, 3, 'elgamal', 4096],
    [1, 2, 'rsaEncryptSign', 8192],
  ] as const) {
    const body = Buffer.concat([Buffer.from([4, 0x69, 0, 0, 0, algorithm]), ...Array(numbers).fill(number)]);
    const length = Buffer.alloc(5, 0xff);
    length.writeUInt32BE(body.length, 1);
    const user = Buffer.from([0xcd, 1, 0x41]);
    const publicKeys = Buffer.concat([Buffer.from([0xc6]), length, body, user]).toString('base64');
    const { status, message } = await encrypt('x', { publicKeys });
    expect([status, message]).toEqual([
      413,
      `Cannot read option "publicKeys": a key of ${name} may have at most ${most} bits`,
    ]);
  }
});

it('a key of Argon2 that would take too long is refused', async () => {
  // RFC 9580, 3.7.1.4: version 4 key encrypted session key with AES-256, Argon2 of 255 passes, 4 lanes and 2 GiB.
  const esk = Buffer.concat([Buffer.from([4, 9, 4]), randomBytes(16), Buffer.from([255, 4, 21])]);
  const packets = Buffer.concat([Buffer.from([0xc3, esk.length]), esk, Buffer.from([0xd2, 40, 1]), randomBytes(39)]);
  const { status, message } = await decrypt(packets.toString('base64'), { password: 'x' });
  expect([status, message]).toEqual([
    413,
    'Cannot decrypt property "input": its key derivation Argon2 takes more than 1048576 KiB × passes',
  ]);
});
