import { expect, it } from 'vitest';

import { type DigestName, digest } from '../../engines/digests.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import hmacCalculator from './hmac-calculator.js';

const chance = chanceOf(2104);
const randomBytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => chance(256)));

interface Told {
  readonly macs: readonly { readonly mac: string; readonly valid?: boolean }[];
  readonly warnings: readonly string[];
}

async function told(algorithm: string, key: Buffer, content: Buffer, options = {}): Promise<Told> {
  const { data, message } = await runTool(hmacCalculator, {
    input: content.toString('hex'),
    options: { algorithm, key: key.toString('hex'), keyEncoding: 'hex', inputEncoding: 'hex', ...options },
  });
  if (data === undefined) throw new Error(message);
  return data as Told;
}
const macOf = async (algorithm: string, key: Buffer, content: Buffer): Promise<string | undefined> =>
  (await told(algorithm, key, content)).macs[0]?.mac;

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const JEFE = [Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?')] as const;
const TEST_25 = [hex('0102030405060708090a0b0c0d0e0f10111213141516171819'), Buffer.alloc(50, 0xcd)] as const;
const LARGER = 'Test Using Larger Than Block-Size Key - Hash Key First';
const LARGER_DATA =
  'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.';

// RFC 2202.
it.each([
  ['md5', Buffer.alloc(16, 0x0b), Buffer.from('Hi There'), '9294727a3638bb1c13f48ef8158bfc9d'],
  ['md5', ...JEFE, '750c783e6ab0b503eaa86e310a5db738'],
  ['md5', Buffer.alloc(16, 0xaa), Buffer.alloc(50, 0xdd), '56be34521d144c88dbb8c733f0e8b3f6'],
  ['md5', ...TEST_25, '697eaf0aca3a3aea3a75164746ffaa79'],
  ['md5', Buffer.alloc(80, 0xaa), Buffer.from(LARGER), '6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd'],
  ['sha1', Buffer.alloc(20, 0x0b), Buffer.from('Hi There'), 'b617318655057264e28bc0b6fb378c8ef146be00'],
  ['sha1', ...JEFE, 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
  ['sha1', Buffer.alloc(20, 0xaa), Buffer.alloc(50, 0xdd), '125d7342b9ac11cd91a39af48aa17b4f63f175d3'],
  ['sha1', ...TEST_25, '4c9007f4026250c6bc8414f9bf50c86c2d7235da'],
  ['sha1', Buffer.alloc(80, 0xaa), Buffer.from(LARGER), 'aa4ae5e15272d00e95705637ce8a3b55ed402112'],
] as const)('RFC 2202: %s', async (algorithm, key, content, mac) => {
  expect(await macOf(algorithm, key, content)).toBe(mac);
});

// RFC 4231, SHA-256 of each test case but the cut one.
it.each([
  [Buffer.alloc(20, 0x0b), Buffer.from('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [...JEFE, '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  [Buffer.alloc(20, 0xaa), Buffer.alloc(50, 0xdd), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [...TEST_25, '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b'],
  [Buffer.alloc(131, 0xaa), Buffer.from(LARGER), '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54'],
  [
    Buffer.alloc(131, 0xaa),
    Buffer.from(LARGER_DATA),
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
] as const)('RFC 4231: SHA-256 of case %#', async (key, content, mac) => {
  expect(await macOf('sha256', key, content)).toBe(mac);
});

it('RFC 4231, test case 5: a MAC cut to 16 bytes is verified', async () => {
  const key = Buffer.alloc(20, 0x0c);
  const content = Buffer.from('Test With Truncation');
  const valid = async (expected: string) => (await told('sha256', key, content, { expected })).macs[0]?.valid;
  expect(await valid('a3b6167473100ee06e0c796c2955552b')).toBe(true);
  expect(await valid('a3b6167473100ee06e0c796c2955552c')).toBe(false);
  expect(await valid('a3b6167473100ee06e0c')).toBe(false);
  expect(await valid('')).toBe(undefined);
});

// RFC 4493, section 4.
const BLOCKS =
  '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710';
it.each([
  [0, 'bb1d6929e95937287fa37d129b756746'],
  [16, '070a16b46b4d4144f79bdd9dd04a287c'],
  [40, 'dfa66747de9ae63030ca32611497c827'],
  [64, '51f0bebf7e3b9d92fc49741779363cfe'],
])('RFC 4493: AES-CMAC of %i bytes', async (length, mac) => {
  const key = hex('2b7e151628aed2a6abf7158809cf4f3c');
  expect(await macOf('aes-cmac', key, hex(BLOCKS).subarray(0, length))).toBe(mac);
});

it('takes an expected MAC in base64 and base64url', async () => {
  const mac = hex((await macOf('sha512', ...JEFE)) ?? '');
  for (const expected of [mac.toString('base64'), mac.toString('base64url'), ` ${mac.toString('hex').toUpperCase()}\n`])
    expect((await told('sha512', ...JEFE, { expected })).macs[0]?.valid, expected).toBe(true);
  expect((await told('sha384', ...JEFE, { expected: mac.toString('base64') })).macs[0]?.valid).toBe(false);
});

// RFC 2104, section 2; block lengths by the specifications of the digests.
it.each([
  ['keccak256', 136],
  ['blake3', 64],
  ['whirlpool', 64],
] as const)('HMAC over %s is as RFC 2104 defines it', async (name: DigestName, block) => {
  for (const length of [0, 5, block, block + 1]) {
    const [key, content] = [randomBytes(length), randomBytes(chance(300))];
    const padded = Buffer.alloc(block);
    padded.set(length > block ? await digest(name, key) : key);
    const inner = await digest(name, Buffer.concat([padded.map((byte) => byte ^ 0x36), content]));
    const outer = await digest(name, Buffer.concat([padded.map((byte) => byte ^ 0x5c), inner]));
    expect(await macOf(name, key, content)).toBe(Buffer.from(outer).toString('hex'));
  }
});

const OPENSSL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'].map(
      (name) => [name, name],
    ),
  ),
  'sha512-256': 'sha512-256',
  blake2b: 'blake2b512',
  blake2s: 'blake2s256',
  ripemd160: 'ripemd160',
  sm3: 'sm3',
};

inRounds.skipIf(!hasProgram('openssl', ['version'], 'hmac-calculator beside OpenSSL'))(
  'gives the MACs of OpenSSL',
  [1, 18],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const content = randomBytes(chance(400));
      for (const [ours, theirs] of Object.entries(OPENSSL)) {
        const key = randomBytes(1 + chance(200));
        const args = ['mac', '-digest', theirs, '-macopt', `hexkey:${key.toString('hex')}`, '-in', '-', 'HMAC'];
        expect(await macOf(ours, key, content), ours).toBe(
          runProgram('openssl', args, content).toString().trim().toLowerCase(),
        );
      }
      const key = randomBytes([16, 24, 32][round % 3] ?? 16);
      const args = [
        'mac',
        '-cipher',
        `aes-${key.length * 8}-cbc`,
        '-macopt',
        `hexkey:${key.toString('hex')}`,
        '-in',
        '-',
        'CMAC',
      ];
      expect(await macOf('aes-cmac', key, content)).toBe(
        runProgram('openssl', args, content).toString().trim().toLowerCase(),
      );
    }
  },
);
