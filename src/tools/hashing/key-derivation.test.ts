import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import keyDerivation from './key-derivation.js';

interface Told {
  readonly key: string;
  readonly iv: string;
}

async function derive(options: Readonly<Record<string, unknown>>): Promise<Told> {
  const { data, message } = await runTool(keyDerivation, { options });
  if (data === undefined) throw new Error(message);
  return data as Told;
}

// RFC 6070 (SHA-1) and RFC 7914, section 11 (SHA-256).
it.each([
  ['sha1', 'password', 'salt', 1, '0c60c80f961f0e71f3a9b524af6012062fe037a6'],
  ['sha1', 'password', 'salt', 2, 'ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957'],
  [
    'sha1',
    'passwordPASSWORDpassword',
    'saltSALTsaltSALTsaltSALTsaltSALTsalt',
    4096,
    '3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038',
  ],
  ['sha1', 'pass\u0000word', 'sa\u0000lt', 4096, '56fa6aa75548099dcc37d7f03425e0c3'],
  [
    'sha256',
    'passwd',
    'salt',
    1,
    '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
  ],
  [
    'sha256',
    'Password',
    'NaCl',
    80_000,
    '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
  ],
] as const)('PBKDF2 with %s of %j', async (digest, password, salt, iterations, key) => {
  expect((await derive({ digest, password, salt, iterations, length: key.length / 2 })).key).toBe(key);
});

// RFC 7914, section 12.
it.each([
  [
    '',
    '',
    16,
    1,
    '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
  ],
  [
    'pleaseletmein',
    'SodiumChloride',
    16_384,
    8,
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
  ],
])('scrypt of %j', async (password, salt, cost, blockSize, key) => {
  expect((await derive({ algorithm: 'scrypt', password, salt, cost, blockSize, length: 64 })).key).toBe(key);
});

const chance = chanceOf(5869);
const randomHex = (bytes: number): string =>
  Buffer.from(Array.from({ length: bytes }, () => chance(256))).toString('hex');
const openssl = (args: readonly string[]): string => runProgram('openssl', args).toString();

inRounds.skipIf(!hasProgram('openssl', ['version'], 'key-derivation beside OpenSSL'))(
  'derives what OpenSSL derives',
  [2, 52],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const [key, salt, info] = [randomHex(1 + chance(80)), randomHex(1 + chance(40)), randomHex(1 + chance(40))];
      const digest = pick(chance, ['sha256', 'sha512', 'sha384', 'sha224', 'sha1', 'sha3-256', 'sha3-512', 'md5']);
      const [length, iterations] = [1 + chance(100), 1 + chance(500)];
      const kdf = (name: string, options: Readonly<Record<string, string | number>>): string => {
        const given = Object.entries(options).flatMap(([option, value]) => ['-kdfopt', `${option}:${value}`]);
        return openssl(['kdf', '-keylen', String(length), ...given, name])
          .trim()
          .replaceAll(':', '')
          .toLowerCase();
      };
      const given = { key, salt, digest, length, saltEncoding: 'hex' };
      expect((await derive({ ...given, iterations })).key).toBe(
        kdf('PBKDF2', { digest, hexpass: key, hexsalt: salt, iter: iterations }),
      );
      expect((await derive({ ...given, algorithm: 'hkdf', info, infoEncoding: 'hex' })).key).toBe(
        kdf('HKDF', { digest, hexkey: key, hexsalt: salt, hexinfo: info }),
      );
      const scrypt = { cost: 2 ** (1 + chance(8)), blockSize: 1 + chance(8), parallelism: 1 + chance(3) };
      expect((await derive({ ...given, algorithm: 'scrypt', ...scrypt })).key).toBe(
        kdf('SCRYPT', { hexpass: key, hexsalt: salt, n: scrypt.cost, r: scrypt.blockSize, p: scrypt.parallelism }),
      );
      const short = randomHex(8);
      const told = openssl(['enc', '-aes-256-cbc', '-md', digest, '-pass', `pass:${key}`, '-S', short, '-P']);
      const found = await derive({
        algorithm: 'evp',
        password: key,
        salt: short,
        saltEncoding: 'hex',
        digest,
        ivLength: 16,
      });
      expect([found.key, found.iv]).toEqual(
        [/key=(\w+)/, /iv =(\w+)/].map((part) => part.exec(told)?.[1]?.toLowerCase()),
      );
    }
  },
);

it('derives key and IV of openssl enc -pbkdf2', async () => {
  // openssl enc -aes-256-cbc -pbkdf2 -iter 10000 -md sha256 -pass pass:secret -S 0102030405060708 -P
  if (!hasProgram('openssl', ['version'], 'key-derivation beside openssl enc -pbkdf2')) return;
  const salt = '0102030405060708';
  const args = ['-pbkdf2', '-iter', '10000', '-md', 'sha256', '-pass', 'pass:secret', '-S', salt, '-P'];
  const told = openssl(['enc', '-aes-256-cbc', ...args]);
  const { key, iv } = await derive({ password: 'secret', salt, saltEncoding: 'hex', iterations: 10_000, ivLength: 16 });
  expect(told.toLowerCase()).toContain(`key=${key}`);
  expect(told.toLowerCase()).toContain(`iv =${iv}`);
});

it('refuses a context that is too long for HKDF, and shows no secret that it cannot read', async () => {
  const long = await runTool(keyDerivation, { options: { algorithm: 'hkdf', key: '00', info: 'é'.repeat(600) } });
  expect([long.status, long.message]).toEqual([400, 'Option "info" must have at most 1024 bytes, got 1200']);
  const { message } = await runTool(keyDerivation, { options: { key: 'hunter2' } });
  expect(message).toBe('Option "key" must be hexadecimal digits: character 1 does not fit');
});

it('refuses a cost that scrypt does not have for its block size', async () => {
  const options = { algorithm: 'scrypt', password: 'secret', salt: 'salt', blockSize: 1 };
  const large = await runTool(keyDerivation, { options: { ...options, cost: 65_536 } });
  expect([large.status, large.message]).toEqual([
    400,
    'Option "cost" must be below 2 to the power of 16 for each "blockSize", got 65536 with 1',
  ]);
  expect((await runTool(keyDerivation, { options: { ...options, cost: 32_768 } })).status).toBe(200);
});
