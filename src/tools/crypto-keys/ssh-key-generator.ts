import type { KeyObject } from 'node:crypto';

import { z } from 'zod';

import { defineTool, invalid, json, type OutputFile } from '../../core/index.js';
import { withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { keyInfoOf, keyWeaknesses } from '../../formats/keys/key-info.js';
import { newCurveKey, newRsaKey } from '../../formats/keys/new-keys.js';
import { opensshLine, opensshPem, pkcs8Pem, puttyFile, type Random } from '../../formats/keys/write-key.js';
import { randomart, shownType, sshFingerprints } from '../../lib/ssh/fingerprints.js';
import { sshBlobsOf } from '../../lib/ssh/write-blobs.js';
import { MIMES } from './_key-pairs.js';

/** Lengths by algorithm; the first is the default. */
const BITS = { ed25519: [256], ecdsa: [256, 384, 521], rsa: [3072, 2048, 4096] } as const;

type Algorithm = keyof typeof BITS;

function newKey(algorithm: Algorithm, wanted: number): Promise<KeyObject> {
  const allowed: readonly number[] = BITS[algorithm];
  const bits = wanted === 0 ? (allowed[0] ?? 0) : wanted;
  if (!allowed.includes(bits))
    throw invalid(
      `Option "bits" must be 0 or ${[...allowed].sort((a, b) => a - b).join(' or ')} for ${algorithm}, got ${bits}`,
    );
  if (algorithm === 'rsa') return newRsaKey(bits);
  return newCurveKey(algorithm === 'ed25519' ? 'ed25519' : `p${bits as 256 | 384 | 521}`);
}

interface Wishes {
  readonly format: 'openssh' | 'ppk' | 'pkcs8';
  readonly comment: string;
  readonly newPassword: string;
}

async function privateFile(key: KeyObject, name: string, wishes: Wishes, random: Random): Promise<OutputFile> {
  const { format, comment, newPassword } = wishes;
  const writing = { comment, password: newPassword, random };
  if (format === 'ppk')
    return { name: `${name}.ppk`, mime: MIMES.text, bytes: Buffer.from(await puttyFile(key, 3, writing)) };
  const pem = format === 'openssh' ? await opensshPem(key, writing) : pkcs8Pem(key, newPassword, random);
  return { name, mime: MIMES.pem, bytes: Buffer.from(pem) };
}

export default defineTool({
  id: 'ssh-key-generator',
  title: 'SSH Key Generator',
  summary: 'Makes an SSH key pair, Ed25519 by default, with a comment and a passphrase, for OpenSSH or PuTTY.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    algorithm: z
      .enum(['ed25519', 'ecdsa', 'rsa'])
      .default('ed25519')
      .describe('Type of the key: ed25519 for everything that is not very old, rsa for what does not know it.'),
    bits: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(4096)
      .default(0)
      .describe('Length: 2048, 3072 or 4096 for rsa, 256, 384 or 521 for ecdsa; 0 for 3072 and 256.'),
    comment: z.string().max(200).default('').describe('Comment that tells the key from others, such as anna@laptop.'),
    format: z
      .enum(['openssh', 'ppk', 'pkcs8'])
      .default('openssh')
      .describe('Private file: OpenSSH, PuTTY version 3, or PKCS #8 in PEM.'),
    newPassword: shared
      .newPassword()
      .describe('Passphrase that protects the private key of the result; empty for none.'),
  },
  result: 'mixed',
  data: z.object({
    type: z.string().describe('Type as SSH names it, such as ssh-ed25519.'),
    keyType: z.string().describe('Type of the key: ed25519, ec or rsa.'),
    bits: z.int().describe('Length of the key.'),
    curve: z.string().describe('Curve of an ECDSA key; empty for other types.'),
    comment: z.string().describe('Comment of the key.'),
    publicKey: z.string().describe('Line for authorized_keys, GitHub and the like.'),
    fingerprints: z
      .object({
        sha256: z.string().describe('SHA-256 as ssh shows it.'),
        md5: z.string().describe('MD5 as older programs show it.'),
      })
      .describe('Fingerprints of the public key.'),
    randomart: z.string().describe('Picture that ssh-keygen draws of the fingerprint.'),
    encrypted: z.boolean().describe('Whether the private key is protected by the passphrase.'),
    warnings: z.array(z.string()).describe('What is weak about the key; empty if there is nothing.'),
  }),
  notes: [
    'The private key is in the first file; the .pub file holds the line that servers get. Nothing that was made is stored or logged.',
    'On Linux and macOS, save the private file to ~/.ssh and run "chmod 600" on it, or ssh refuses it.',
    'With a passphrase, the OpenSSH file is encrypted by AES-256-CTR with bcrypt of 24 rounds, the PuTTY file by AES-256-CBC with Argon2id of 8 MiB.',
    'Keys in a security key (ed25519-sk) can only be made where it is plugged in.',
  ],
  aliases: [
    'ssh-keygen',
    'generate ssh key',
    'id_ed25519',
    'id_rsa',
    'github ssh key',
    'puttygen',
    'ppk key',
    'authorized_keys line',
    'key for github',
    'log in without a password',
  ],
  verified: [
    'ssh-keygen 9.2 (-y, -l, -lv) and puttygen 0.78 open the private file of every type and format, with a passphrase and without, and show the same public key, fingerprints and picture: 200 keys in the exhaustive tests',
  ],
  examples: [
    {
      title: 'An Ed25519 key with a comment',
      options: { comment: 'anna@laptop' },
      output: {
        varies: true,
        data: {
          type: 'ssh-ed25519',
          keyType: 'ed25519',
          bits: 256,
          curve: '',
          comment: 'anna@laptop',
          publicKey: 'ssh-ed25519 … anna@laptop',
          fingerprints: { sha256: 'SHA256:…', md5: 'MD5:…' },
          randomart: '…',
          encrypted: false,
          warnings: [],
        },
        files: [
          { name: 'id_ed25519', mime: 'application/x-pem-file' },
          { name: 'id_ed25519.pub', mime: 'text/plain;charset=utf-8' },
        ],
      },
    },
    {
      title: 'An ECDSA key for PuTTY',
      options: { algorithm: 'ecdsa', bits: 384, format: 'ppk' },
      output: {
        varies: true,
        files: [
          { name: 'id_ecdsa.ppk', mime: 'text/plain;charset=utf-8' },
          { name: 'id_ecdsa.pub', mime: 'text/plain;charset=utf-8' },
        ],
      },
    },
    {
      title: 'A length the type does not have',
      options: { bits: 4096 },
      error: { code: 'INVALID_INPUT', message: 'Option "bits" must be 0 or 256 for ed25519, got 4096' },
    },
    {
      title: 'A comment of two lines',
      options: { comment: 'anna\nlaptop' },
      error: { code: 'INVALID_INPUT', message: 'Option "comment" must be one line without control characters' },
    },
  ],
  async run({ options, random }) {
    const { algorithm, bits, comment, newPassword } = options;
    if (/\p{Cc}/u.test(comment)) throw invalid('Option "comment" must be one line without control characters');
    const key = await newKey(algorithm, bits);
    const { type, publicBlob } = sshBlobsOf(key);
    const info = keyInfoOf(key);
    const publicKey = opensshLine(key, comment);
    const report = {
      type,
      ...info,
      comment,
      publicKey,
      fingerprints: sshFingerprints(publicBlob),
      randomart: randomart(publicBlob, shownType(type), info.bits),
      encrypted: newPassword !== '',
      warnings: keyWeaknesses(info),
    };
    return withFiles(json(report), [
      await privateFile(key, `id_${algorithm}`, options, random),
      { name: `id_${algorithm}.pub`, mime: MIMES.text, bytes: Buffer.from(`${publicKey}\n`) },
    ]);
  },
});
