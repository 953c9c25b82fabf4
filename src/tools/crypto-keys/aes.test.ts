import { createCipheriv, randomBytes } from 'node:crypto';

import { CompactEncrypt, compactDecrypt } from 'jose';
import { describe, expect, it } from 'vitest';

import { AES_CIPHERS, type AesCipher, aesShape, encryptAes, openAes } from '../../lib/ciphers/aes.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import aesDecrypt from './aes-decrypt.js';
import aesEncrypt from './aes-encrypt.js';

const chance = chanceOf(22);
const textOf = (): string => 'Grüße 🌍 abc\r\n'.repeat(chance(20)).slice(chance(5));
const passwordOf = (): string =>
  pick(chance, ['x', 'correct horse', 'pässwörd 🔑', ' spaces ', 'a'.repeat(100)]) + chance(1000);
const encrypt = (input: string, options: object) => runTool(aesEncrypt, { input, options: { ...options } });
const decrypt = (input: string, options: object) => runTool(aesDecrypt, { input, options: { ...options } });

/** NIST SP 800-38A, appendix F: the same four blocks and the same IV for all modes but CTR. */
const BLOCKS =
  '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710';
const IV = '000102030405060708090a0b0c0d0e0f';
const COUNTER = 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff';
const KEY_128 = '2b7e151628aed2a6abf7158809cf4f3c';
const KEY_256 = '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4';
const VECTORS: readonly (readonly [string, AesCipher, string, string, string])[] = [
  [
    'F.1.1',
    'aes-128-ecb',
    KEY_128,
    '',
    '3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4',
  ],
  [
    'F.1.5',
    'aes-256-ecb',
    KEY_256,
    '',
    'f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7',
  ],
  [
    'F.2.1',
    'aes-128-cbc',
    KEY_128,
    IV,
    '7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b273bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7',
  ],
  [
    'F.2.5',
    'aes-256-cbc',
    KEY_256,
    IV,
    'f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b',
  ],
  [
    'F.3.13',
    'aes-128-cfb',
    KEY_128,
    IV,
    '3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6',
  ],
  [
    'F.4.1',
    'aes-128-ofb',
    KEY_128,
    IV,
    '3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed8259740051e9c5fecf64344f7a82260edcc304c6528f659c77866a510d9c1d6ae5e',
  ],
  [
    'F.5.1',
    'aes-128-ctr',
    KEY_128,
    COUNTER,
    '874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee',
  ],
  [
    'F.5.5',
    'aes-256-ctr',
    KEY_256,
    COUNTER,
    '601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c52b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6',
  ],
];

describe.each(VECTORS)('NIST SP 800-38A %s', (_, cipher, key, iv, ciphertext) => {
  const options = { key, iv, cipher, padding: 'none', encoding: 'hex' };
  it('is what is encrypted and decrypted', async () => {
    expect((await encrypt(BLOCKS, { ...options, inputEncoding: 'hex' })).text).toBe(ciphertext);
    expect((await decrypt(ciphertext, options)).text).toBe(BLOCKS);
  });
});

it('test cases 4 and 10 of the GCM specification', async () => {
  const plain =
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39';
  const shared = {
    iv: 'cafebabefacedbaddecaf888',
    aad: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    aadEncoding: 'hex',
  };
  const cases = [
    [
      'feffe9928665731c6d6a8f9467308308',
      '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e0915bc94fbc3221a5db94fae95ae7121a47',
    ],
    [
      'feffe9928665731c6d6a8f9467308308feffe9928665731c',
      '3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f4718e2448b2fe324d9ccda27102519498e80f1478f37ba55bd6d27618c',
    ],
  ] as const;
  for (const [key, expected] of cases) {
    const options = { ...shared, key, encoding: 'hex' };
    expect((await encrypt(plain, { ...options, inputEncoding: 'hex' })).text).toBe(expected);
    expect((await decrypt(expected, options)).text).toBe(plain);
  }
});

it('every changed bit of a GCM message is refused', () => {
  const [key, iv, aad] = [randomBytes(32), randomBytes(12), Buffer.from('header')];
  const { ciphertext, tag } = encryptAes(Buffer.from('attack at dawn'), { cipher: 'aes-256-gcm', key, iv, aad });
  const parts = { ciphertext: Buffer.from(ciphertext), tag: Buffer.from(tag), iv, aad };
  const open = () => openAes(parts.ciphertext, { cipher: 'aes-256-gcm', key, ...parts });
  expect(open()?.toString()).toBe('attack at dawn');
  for (const part of Object.values(parts)) {
    for (let bit = 0; bit < 8 * part.length; bit += 1) {
      part[bit >> 3] = (part[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(open()).toBeUndefined();
      part[bit >> 3] = (part[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    }
  }
});

inRounds('what is encrypted under a key is decrypted by the same options', [20, 300], async (rounds) => {
  for (let round = 0; round < rounds; round += 1) {
    const cipher = pick(chance, AES_CIPHERS);
    const keyEncoding = pick(chance, ['hex', 'base64'] as const);
    const key = randomBytes(aesShape(cipher).keyBytes).toString(keyEncoding);
    const options = { cipher, key, keyEncoding };
    const input = `${textOf()}.`;
    const encrypted = await encrypt(input, { ...options, encoding: pick(chance, ['hex', 'base64', 'base64url']) });
    const { text } = await decrypt(encrypted.text ?? '', {
      ...options,
      from: /^[0-9a-f]*$/.test(encrypted.text ?? '') ? 'hex' : 'base64',
    });
    expect(text, cipher).toBe(input);
  }
});

const hasOpenssl = hasProgram('openssl', ['version'], 'AES beside openssl enc');
const encCiphers = AES_CIPHERS.filter((cipher) => !cipher.endsWith('gcm'));

describe.skipIf(!hasOpenssl)('openssl enc', () => {
  inRounds('opens what is encrypted under a password', [5, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [cipher, password, input] = [pick(chance, encCiphers), passwordOf(), `${textOf()}.`];
      const iterations = 10_000 + chance(20_000);
      const { text } = await encrypt(input, { password, cipher, container: 'openssl', iterations });
      const args = [
        'enc',
        '-d',
        `-${cipher}`,
        '-pbkdf2',
        '-iter',
        String(iterations),
        '-a',
        '-A',
        '-pass',
        `pass:${password}`,
      ];
      expect(runProgram('openssl', args, text ?? '').toString()).toBe(input);
    }
  });

  inRounds('writes what is decrypted by password', [4, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [password, input, isWhole] = [
        passwordOf(),
        `${textOf()} long enough to tell text from noise`,
        chance(2) === 0,
      ];
      const cipher = isWhole ? 'aes-256-cbc' : pick(chance, encCiphers);
      const derivation = pick(chance, [['-pbkdf2'], ['-pbkdf2', '-iter', '100000'], ['-md', 'sha256'], ['-md', 'md5']]);
      const written = runProgram(
        'openssl',
        ['enc', `-${cipher}`, '-a', ...derivation, '-pass', `pass:${password}`],
        input,
      );
      const answer = await decrypt(written.toString(), { password, ...(isWhole ? {} : { cipher }) });
      expect(answer.text, `${cipher} ${derivation} ${answer.message}`).toBe(input);
    }
  });

  inRounds('encrypts to the same bytes under a raw key', [5, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [cipher, input] = [pick(chance, encCiphers), textOf() || 'x'];
      const { keyBytes, ivBytes } = aesShape(cipher);
      const [key, iv] = [randomBytes(keyBytes).toString('hex'), randomBytes(ivBytes).toString('hex')];
      const given = iv === '' ? [] : ['-iv', iv];
      const written = runProgram('openssl', ['enc', `-${cipher}`, '-K', key, ...given, '-a', '-A'], input);
      expect((await encrypt(input, { key, cipher, iv })).text, cipher).toBe(written.toString());
    }
  });
});

inRounds('jose opens a JWE, and its own are opened', [3, 60], async (rounds) => {
  for (let round = 0; round < rounds; round += 1) {
    const [password, input] = [passwordOf(), textOf() || '.'];
    const secret = Buffer.from(password);
    const { text } = await encrypt(input, { password });
    const opened = await compactDecrypt(text ?? '', secret, {
      keyManagementAlgorithms: ['PBES2-HS512+A256KW'],
      maxPBES2Count: 210_000,
    });
    expect(Buffer.from(opened.plaintext).toString()).toBe(input);
    const enc = pick(chance, ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512']);
    const alg = pick(chance, [
      'PBES2-HS256+A128KW',
      'PBES2-HS384+A192KW',
      'PBES2-HS512+A256KW',
      'A128KW',
      'A192KW',
      'A256KW',
      'dir',
    ]);
    const dirBytes = Number(/HS(\d+)$/.exec(enc)?.[1] ?? enc.slice(1, 4)) / 8;
    const key = randomBytes(alg === 'dir' ? dirBytes : Number(/A(\d+)KW$/.exec(alg)?.[1]) / 8);
    const isOfPassword = alg.startsWith('PBES2');
    const written = await new CompactEncrypt(Buffer.from(input))
      .setProtectedHeader({ alg, enc })
      .encrypt(isOfPassword ? secret : key);
    const answer = await decrypt(written, isOfPassword ? { password } : { key: key.toString('hex') });
    expect(answer.text, `${alg} ${enc}`).toBe(input);
  }
});

it('a JWE whose key would take too long is refused', async () => {
  const header = Buffer.from(
    JSON.stringify({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM', p2s: 'AAAAAAAAAAA', p2c: 2 ** 31 }),
  );
  const answer = await decrypt(`${header.toString('base64url')}.AAAA.AAAA.AAAA.AAAA`, { password: 'x' });
  expect([answer.status, answer.message]).toEqual([
    413,
    'Cannot decrypt property "input": its key derivation has 2147483648 iterations, at most 2000000 are made',
  ]);
});

exhaustive('a damaged JWE or OpenSSL file is a 400 at every place', async () => {
  const header = { alg: 'dir', enc: 'A256GCM' };
  const token = await new CompactEncrypt(Buffer.from('x')).setProtectedHeader(header).encrypt(new Uint8Array(32));
  const key = '00'.repeat(32);
  const jwe = { content: token, options: { key } };
  // Written by OpenSSL 3.0 enc -aes-256-cbc -md md5, a single hash, so that a thousand attempts take no time.
  const enc = {
    content: 'U2FsdGVkX1+VlX1nVP9J9EHjXAnlJU+wCU3+gXXjd5c=',
    options: { password: 'p', keyDerivation: 'evp', digest: 'md5' },
  };
  for (const { content, options } of [jwe, enc]) {
    const spoilt = [
      ...Array.from({ length: content.length - 1 }, (_, end) => content.slice(0, end + 1)),
      ...Array.from({ length: 500 }, () => {
        const at = chance(content.length);
        return content.slice(0, at) + String.fromCharCode(32 + chance(90)) + content.slice(at + 1);
      }),
    ];
    for (const input of spoilt) {
      const answer = await decrypt(input, options);
      expect([200, 400, 413], input).toContain(answer.status);
      if (content === token && answer.status === 200) expect(answer.text).toBe('x');
    }
  }
});

exhaustive('a file comes back as it was, under its name', async () => {
  const bytes = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(100_000));
  for (const options of [{ password: 'p' }, { password: 'p', container: 'openssl' }, { key: 'ab'.repeat(16) }]) {
    const made = await runTool(aesEncrypt, { files: [{ name: 'data.bin', bytes }], options });
    const back = await runTool(aesDecrypt, { files: made.files, options: { ...options, container: undefined } });
    expect(back.files.map(({ name }) => name)).toEqual(['data.bin']);
    expect(back.files[0]?.bytes.equals(bytes)).toBe(true);
  }
});

it('base64 as mails and logs have it is read', async () => {
  const salted = 'U2FsdGVkX19E+w2/++C7crA+zqs7S1GgNihybRF82lc=';
  const forms = [
    `  ${salted}\r\n`,
    salted.replace(/.{20}/g, '$&\r\n'),
    `> ${salted.slice(0, 24)}\n> ${salted.slice(24)}`,
    `"${salted.slice(0, -1)}"`,
    salted.replaceAll('+', '-').replaceAll('/', '_'),
    Buffer.from(salted, 'base64').toString('hex').toUpperCase().replace(/../g, '$& '),
  ];
  for (const input of forms) expect((await decrypt(input, { password: 'x' })).text, input).toBe('hello');
});
