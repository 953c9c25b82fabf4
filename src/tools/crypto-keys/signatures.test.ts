import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import signer from './sign-message.js';
import verifier from './verify-signature.js';

const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
afterAll(() => rmSync(folder, { recursive: true }));
const save = (name: string, bytes: Uint8Array | string): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

const hasOpenssl = hasProgram('openssl', ['version'], 'signatures of OpenSSL');
const openssl = (...args: readonly string[]): Buffer => runProgram('openssl', args);

async function signature(content: Uint8Array, options: Record<string, unknown>): Promise<Buffer> {
  const { status, files, message } = await runTool(signer, {
    input: Buffer.from(content).toString('hex'),
    options: { inputEncoding: 'hex', ...options },
  });
  expect(status, message).toBe(200);
  return files[0]!.bytes;
}

async function verdict(content: Uint8Array, options: Record<string, unknown>) {
  const { status, data, message, cause } = await runTool(verifier, {
    input: Buffer.from(content).toString('hex'),
    options: { inputEncoding: 'hex', ...options },
  });
  expect(status, `${message ?? ''} ${cause ?? ''}`).toBe(200);
  return data as {
    valid: boolean;
    reason: string;
    algorithm: string;
    digest: string;
    format: string;
    warnings: string[];
  };
}

const seedKey = (prefix: string, seed: string): string => Buffer.from(prefix + seed, 'hex').toString('base64');
const ED25519 = '302e020100300506032b657004220420';
const ED448 = '3047020100300506032b6571043b0439';

describe('published signatures', () => {
  it.each([
    [
      'RFC 8032, 7.1, test 1',
      seedKey(ED25519, '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'),
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      'RFC 8032, 7.1, test 3',
      seedKey(ED25519, 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7'),
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
    [
      'RFC 8032, 7.1, test SHA(abc)',
      seedKey(ED25519, '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42'),
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
    ],
    [
      'RFC 8032, 7.4, blank',
      seedKey(
        ED448,
        '6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b94492f8f032e7549a20098f95b',
      ),
      '',
      '533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f2b233f034f628281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4dbb61149f05a7363268c71d95808ff2e652600',
    ],
    [
      'RFC 8032, 7.4, 1 octet',
      seedKey(
        ED448,
        'c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463afbea67c5e8d2877c5e3bc397a659949ef8021e954e0a12274e',
      ),
      '03',
      '26b8f91727bd62897af15e41eb43c377efb9c610d48f2335cb0bd0087810f4352541b143c4b981b7e18f62de8ccdf633fc1bf037ab7cd779805e0dbcc0aae1cbcee1afb2e027df36bc04dcecbf154336c19f0af7e0a6472905e799f1953d2a0ff3348ab21aa4adafd1d234441cf807c03a00',
    ],
  ])('%s', async (_, key, content, expected) => {
    expect((await signature(Buffer.from(content, 'hex'), { key })).toString('hex')).toBe(expected);
    expect((await verdict(Buffer.from(content, 'hex'), { key, signature: expected })).valid).toBe(true);
  });

  it('RFC 6979, A.2.5: ECDSA on P-256, as two numbers', async () => {
    const point =
      '60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299';
    const key = Buffer.from(`3059301306072a8648ce3d020106082a8648ce3d03010703420004${point}`, 'hex').toString('base64');
    for (const [content, pair] of [
      [
        'sample',
        'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
      ],
      [
        'test',
        'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
      ],
    ] as const)
      expect(await verdict(Buffer.from(content), { key, signature: pair })).toMatchObject({
        valid: true,
        digest: 'sha256',
        format: 'p1363',
      });
  });
});

interface Kind {
  readonly make: readonly string[];
  readonly algorithm: string;
  readonly digests: readonly string[];
}

const ALL = ['sha256', 'sha384', 'sha512', 'sha224', 'sha3-256', 'sha3-384', 'sha3-512', 'sha1', 'md5'];
const rsaKey = (bits: number) => ['RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`];
const ecKey = (curve: string) => ['EC', '-pkeyopt', `ec_paramgen_curve:${curve}`];
const KINDS: readonly Kind[] = [
  { make: ecKey('P-256'), algorithm: 'ecdsa', digests: ALL },
  { make: ['ED25519'], algorithm: 'eddsa', digests: ['none'] },
  { make: rsaKey(2048), algorithm: 'rsa-pkcs1', digests: ALL },
  { make: rsaKey(2048), algorithm: 'rsa-pss', digests: ALL },
  { make: ecKey('P-384'), algorithm: 'ecdsa', digests: ALL },
  { make: ecKey('P-521'), algorithm: 'ecdsa', digests: ALL },
  { make: ecKey('secp256k1'), algorithm: 'ecdsa', digests: ALL },
  { make: ['ED448'], algorithm: 'eddsa', digests: ['none'] },
  { make: ['RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'], algorithm: 'rsa-pss', digests: ALL },
];

/** Arguments of pkeyutl for a way of signing. */
const wayOf = ({ algorithm }: Kind, digest: string): string[] => [
  ...['-rawin', ...(digest === 'none' ? [] : ['-digest', digest])],
  ...(algorithm === 'rsa-pss' ? ['-pkeyopt', 'rsa_padding_mode:pss', '-pkeyopt', 'rsa_pss_saltlen:digest'] : []),
];

const flipped = (bytes: Uint8Array, bit: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[bit >> 3]! ^= 1 << (bit & 7);
  return changed;
};

describe.skipIf(!hasOpenssl)('signatures of OpenSSL', () => {
  inRounds('in both directions, and with something wrong', [1, 9], async (rounds) => {
    const chance = chanceOf(rounds);
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of rounds === 1 ? KINDS.slice(0, 3) : KINDS) {
        const key = String(openssl('genpkey', '-quiet', '-algorithm', ...kind.make));
        const open = String(runProgram('openssl', ['pkey', '-pubout'], key));
        const other = String(openssl('genpkey', '-quiet', '-algorithm', ...kind.make));
        const [keyFile, openFile] = [save('key', key), save('open', open)];
        for (const digest of rounds === 1 ? kind.digests.slice(0, 2) : kind.digests) {
          const content = Buffer.from(Array.from({ length: 1 + chance(300) }, () => chance(256)));
          const contentFile = save('content', content);
          const way = wayOf(kind, digest);
          const made = join(folder, 'made');
          openssl('pkeyutl', '-sign', '-inkey', keyFile, '-in', contentFile, '-out', made, ...way);
          const theirs = readFileSync(made);
          const told = await verdict(content, { key: open, signature: theirs.toString('base64') });
          expect(told).toMatchObject({ valid: true, reason: '', algorithm: kind.algorithm, digest });
          expect(told.warnings.some((text) => text.includes('is weak'))).toBe(digest === 'sha1' || digest === 'md5');
          for (const [bytes, options] of [
            [content, { signature: flipped(theirs, chance(8 * theirs.length)).toString('hex') }],
            [flipped(content, chance(8 * content.length)), { signature: theirs.toString('base64url') }],
            [content, { signature: theirs.toString('base64'), key: other }],
          ] as const) {
            const failed = await verdict(bytes, { key: open, ...options });
            expect(failed.valid).toBe(false);
            expect(failed.reason).not.toBe('');
          }
          if (digest !== 'none') {
            const wrong = digest === 'sha256' ? 'sha512' : 'sha256';
            const failed = await verdict(content, { key: open, digest: wrong, signature: theirs.toString('base64') });
            expect(failed).toMatchObject({ valid: false, reason: `It was made with ${kind.algorithm} and ${digest}` });
          }
          if (!['none', 'sha256', 'sha384', 'sha512'].includes(digest)) continue;
          const chosen = digest === 'none' ? {} : { digest };
          const ours = await signature(content, { key, algorithm: kind.algorithm, ...chosen });
          const check = (bytes: Uint8Array) => {
            const args = [
              'pkeyutl',
              '-verify',
              '-pubin',
              '-inkey',
              openFile,
              '-in',
              contentFile,
              '-sigfile',
              save('sig', bytes),
              ...way,
            ];
            return runPrograms([{ program: 'openssl', args, input: '' }])[0]!.status;
          };
          expect(check(ours)).toBe(0);
          expect(check(flipped(ours, chance(8 * ours.length)))).not.toBe(0);
          if (kind.algorithm !== 'ecdsa') continue;
          const pair = await signature(content, { key, digest, format: 'p1363' });
          expect(await verdict(content, { key: open, signature: pair.toString('hex') })).toMatchObject({
            valid: true,
            format: 'p1363',
            digest,
          });
        }
      }
    }
  });

  it('are read from files, bare and as text, with a certificate', async () => {
    const key = save('key', openssl('genpkey', '-quiet', '-algorithm', ...rsaKey(2048)));
    const certificate = String(openssl('req', '-x509', '-new', '-key', key, '-subj', '/CN=a'));
    const content = Buffer.from('letter\n');
    const made = runProgram('openssl', ['dgst', '-sha384', '-sign', key], content);
    for (const bytes of [made, Buffer.from(made.toString('base64').replace(/.{64}/g, '$&\n'))]) {
      const { data } = await runTool(verifier, {
        files: [
          { name: 'letter', bytes: content },
          { name: 'letter.sig', bytes },
        ],
        options: { key: certificate },
      });
      expect(data).toMatchObject({ valid: true, algorithm: 'rsa-pkcs1', digest: 'sha384' });
    }
    const changed = await verdict(Buffer.from('Letter\n'), { key: certificate, signature: made.toString('base64') });
    expect(changed.reason).toBe('It was made with this key, but for other content');
    const windows = await verdict(Buffer.from('letter\r\n'), { key: certificate, signature: made.toString('base64') });
    expect(windows.reason).toBe('It fits the content with Unix line breaks');
  });
});
