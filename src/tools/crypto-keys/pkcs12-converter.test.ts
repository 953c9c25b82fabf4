import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import {
  hasOpenssl,
  KEY_ARGUMENTS,
  type KeyName,
  makeCertificate,
  makeKey,
  testFile,
} from '../../testing/openssl-certificates.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import tool from './pkcs12-converter.js';

const OPENSSL = hasOpenssl('pkcs12-converter against openssl pkcs12');
const KEYTOOL = hasProgram('keytool', ['-help'], 'pkcs12-converter against keytool');
const read = (name: string): Buffer => readFixture(`certificates/${name}`);
const CHAIN = ['server.pem', 'issuing.pem', 'root.pem'].map((name) => read(name).toString()).join('');
const KEY = read('server.key').toString();
const PASSWORDS = [
  '',
  'a',
  'correct horse battery staple',
  'Pässwörd €',
  '日本語',
  '🌍 emoji',
  ' spaces ',
  '"\'\\$`',
  'x'.repeat(60),
];

interface Told {
  readonly format: string;
  readonly protection: readonly string[];
  readonly entries: readonly { readonly name: string; readonly type: string; readonly subject: string }[];
  readonly warnings: readonly string[];
}

async function run(request: Parameters<typeof runTool>[1]) {
  const { status, data, files, message, cause } = await runTool(tool, request);
  expect(status, String(message ?? cause)).toBe(200);
  const file = (name: string): string => files.find((one) => one.name === name)?.bytes.toString() ?? '';
  return { data: data as Told, file, files };
}

const pack = async (options: object, input = KEY + CHAIN) =>
  (await run({ input, options: { direction: 'pack', ...options } })).files[0]?.bytes as Buffer;
const unpack = (bytes: Uint8Array, options: object) =>
  run({ files: [{ name: 'a.p12', bytes }], options: { ...options } });

describe.skipIf(!OPENSSL)('openssl pkcs12', () => {
  inRounds('opens what is packed here, for every password', [1, 60], async (rounds) => {
    const chance = chanceOf(7292);
    for (let round = 0; round < rounds; round += 1) {
      const password =
        round < PASSWORDS.length ? (PASSWORDS[round] as string) : `${pick(chance, PASSWORDS)}${chance(1_000)}`;
      const legacy = chance(3) === 0;
      const name = pick(chance, ['', 'my entry', 'Schlüssel 🌍']);
      const path = testFile('packed.p12', await pack({ password, legacy, name }));
      const open = (...args: string[]) =>
        runProgram('openssl', ['pkcs12', '-in', path, '-passin', `pass:${password}`, ...args]).toString();
      expect(open('-nodes', '-nocerts')).toContain(KEY);
      const certificates = open('-nokeys');
      expect(certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g)?.join('')).toBe(CHAIN);
      // OpenSSL writes its names in hex where they are not ASCII.
      if (name !== 'Schlüssel 🌍') expect(certificates).toContain(`friendlyName: ${name || 'example.com'}`);
      const wrong = runPrograms([
        { program: 'openssl', args: ['pkcs12', '-in', path, '-passin', `pass:${password}!`, '-noout'], input: '' },
      ]);
      expect(wrong[0]?.status).not.toBe(0);
    }
  });

  const CIPHERS = [
    [],
    ['-legacy'],
    ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
    ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-192-CBC', '-macalg', 'sha512'],
    ['-keypbe', 'NONE', '-certpbe', 'NONE', '-macalg', 'sha384'],
  ];
  inRounds('makes files that are unpacked here', [3, 200], async (rounds) => {
    const chance = chanceOf(8018);
    const [key, certificates] = [testFile('in.key', KEY), testFile('in.pem', CHAIN)];
    const hasLegacy =
      runPrograms([{ program: 'openssl', args: ['list', '-providers', '-provider', 'legacy'], input: '' }])[0]
        ?.status === 0;
    for (let round = 0; round < rounds; round += 1) {
      const password =
        round < PASSWORDS.length ? (PASSWORDS[round] as string) : `${pick(chance, PASSWORDS)}${chance(1_000)}`;
      const cipher = CIPHERS[round % CIPHERS.length] as string[];
      if (cipher[0] === '-legacy' && !hasLegacy) continue;
      const args = [
        '-export',
        '-inkey',
        key,
        '-in',
        certificates,
        '-passout',
        `pass:${password}`,
        '-name',
        'entry',
        ...cipher,
      ];
      const bytes = runProgram('openssl', ['pkcs12', ...args]);
      const { file, data } = await unpack(bytes, { password });
      expect(file('key.pem')).toBe(KEY);
      expect(file('certificate.pem') + file('chain.pem')).toBe(CHAIN);
      expect(data.entries.map(({ name, type }) => [name, type])).toContainEqual(['entry', 'private key']);
      if (cipher[0] === '-legacy') expect(data.warnings[0]).toContain('RC2-40-CBC');
      const wrong = await runTool(tool, { files: [{ name: 'a.p12', bytes }], options: { password: `${password}!` } });
      expect([wrong.status, wrong.message]).toEqual([400, 'Cannot open file "a.p12": the password is wrong']);
    }
  });

  const roundTrip = async (name: KeyName): Promise<void> => {
    const key = makeKey(name);
    const certificate = makeCertificate({ key, subject: '/CN=a' });
    const bytes = await pack({ password: 'x' }, certificate + key);
    const opened = runProgram('openssl', [
      'pkcs12',
      '-in',
      testFile('k.p12', bytes),
      '-passin',
      'pass:x',
      '-nodes',
      '-nocerts',
    ]).toString();
    expect(opened).toContain(key);
    const { file } = await unpack(bytes, { password: 'x', newPassword: 'y' });
    expect(
      runProgram('openssl', ['pkey', '-in', testFile('k.pem', file('key.pem')), '-passin', 'pass:y']).toString(),
    ).toBe(key);
  };

  exhaustive('opens keys of every kind that are packed here', async () => {
    // RSA with 1024 bits is refused by strict policies of OpenSSL.
    const names = (Object.keys(KEY_ARGUMENTS) as KeyName[]).filter((one) => one !== 'rsa-1024');
    for (const name of names) await roundTrip(name);
  });
});

describe.skipIf(!KEYTOOL)('keytool', () => {
  const keytool = (...args: string[]): string => runProgram('keytool', [...args, '-J-Duser.language=en']).toString();

  exhaustive('lists what is packed here', async () => {
    const path = testFile('java.p12', await pack({ password: 'changeit', name: 'web' }));
    const text = keytool('-list', '-keystore', path, '-storepass', 'changeit');
    expect(text).toContain('web, ');
    expect(text).toContain('PrivateKeyEntry');
  });

  inRows(1, ['jks', 'pkcs12'])('makes keystores that are unpacked, %s', async (format) => {
    const path = testFile(`java-${format}-${process.pid}.empty`, '').replace('.empty', '.ks');
    const common = ['-keystore', path, '-storetype', format, '-storepass', 'changeit'];
    keytool(
      '-genkeypair',
      ...common,
      '-alias',
      'web',
      '-keyalg',
      'EC',
      '-groupname',
      'secp256r1',
      '-dname',
      'CN=java.example',
      '-keypass',
      'changeit',
    );
    keytool('-importcert', ...common, '-alias', 'root', '-noprompt', '-file', testFile('root.pem', read('root.pem')));
    const bytes = runProgram('cat', [path]);
    const { data, file } = await unpack(bytes, { password: 'changeit' });
    expect([data.format, data.entries.map(({ name, type }) => `${name} ${type}`).sort()]).toEqual([
      format,
      ['root certificate', 'web certificate', 'web private key'],
    ]);
    const pem = keytool('-exportcert', ...common, '-alias', 'web', '-rfc').replaceAll('\r', '');
    expect(file('certificate.pem')).toBe(pem);
    expect(file('chain.pem')).toBe(read('root.pem').toString());
    const spki = (args: string[]): string => runProgram('openssl', args).toString();
    expect(spki(['pkey', '-in', testFile('j.key', file('key.pem')), '-pubout'])).toBe(
      spki(['x509', '-in', testFile('j.pem', pem), '-noout', '-pubkey']),
    );
    const wrong = await runTool(tool, { files: [{ name: 'a', bytes }], options: { password: 'changeme' } });
    expect([wrong.status, wrong.message]).toEqual([400, expect.stringContaining('the password is wrong')]);
    if (format === 'jks') {
      const listed = await unpack(bytes, {});
      expect(listed.data.warnings.join()).toContain('stay closed');
      expect(listed.file('key.pem')).toBe('');
    }
  });
});

describe('damaged containers', () => {
  inRounds('cut and changed are refused with a reason', [30, 500], async (rounds) => {
    const chance = chanceOf(12);
    const bytes = await pack({ password: 'x', legacy: true });
    for (let round = 0; round < rounds; round += 1) {
      const changed = Buffer.from(bytes);
      const isCut = round % 2 === 0;
      for (let count = 1 + chance(3); count > 0; count -= 1)
        changed[chance(chance(2) === 0 ? 60 : changed.length)] = chance(256);
      const given = isCut ? bytes.subarray(0, Math.floor((round * bytes.length) / rounds)) : changed;
      const { status, message, cause } = await runTool(tool, {
        files: [{ name: 'a.p12', bytes: given }],
        options: { password: 'x' },
      });
      expect([200, 400, 413], String(message ?? cause)).toContain(status);
      if (isCut) expect(status).toBe(400);
    }
  });

  it('with too many rounds are refused before the work', async () => {
    const bytes = Buffer.from(await pack({ password: 'x' }));
    // 100,000 rounds, written in three bytes, become 8 million.
    const at = bytes.lastIndexOf(Buffer.from('02030186a0', 'hex'));
    bytes.set([0x7f, 0xff, 0xff], at + 2);
    const { status, message } = await runTool(tool, { files: [{ name: 'a.p12', bytes }], options: { password: 'x' } });
    expect([status, message]).toEqual([
      413,
      'Cannot open file "a.p12": its key derivation must have at most 1000000 rounds, got 8388607',
    ]);
  });
});
