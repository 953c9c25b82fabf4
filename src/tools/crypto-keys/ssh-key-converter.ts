import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { keyInfoOf } from '../../formats/keys/key-info.js';
import { readAnyKey } from '../../formats/keys/read-key.js';

import { baseName, convertedFile, convertedReport, reportConverted, wantedHalf } from './_converted-keys.js';
import { keySource } from './_key-source.js';

export default defineTool({
  id: 'ssh-key-converter',
  title: 'SSH Key Converter',
  summary: 'Converts SSH keys between OpenSSH, PuTTY (PPK 2 and 3), PEM, PKCS #8, RFC 4716 and JWK.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    to: z
      .enum(['auto', 'openssh', 'ppk', 'ppk2', 'pkcs8', 'pem', 'rfc4716', 'jwk'])
      .default('auto')
      .describe(
        'Notation of the result: PPK version 3 or 2, PKCS #8, the older PEM (BEGIN RSA or EC PRIVATE KEY); auto writes PPK for OpenSSH keys and OpenSSH for all others.',
      ),
    publicOnly: z.boolean().default(false).describe('Writes the public key of a private one.'),
    password: shared.password().describe('Passphrase that opens the key; empty if it has none.'),
    newPassword: shared
      .newPassword()
      .describe('Passphrase that protects the private key of the result; empty for none.'),
    comment: z.string().max(200).default('').describe('New comment; empty keeps the one it has.'),
  },
  result: 'mixed',
  data: convertedReport,
  notes: [
    'The key is in the file alone; data says what it is.',
    'Reads the same notations, also DER, certificates and keys inside JSON. A public key is converted to the public form of the notation; RFC 4716 has public keys only.',
    'Passphrases: OpenSSH files are encrypted by AES-256-CTR with bcrypt, PPK 3 by Argon2id, PPK 2 by SHA-1 (old: for PuTTY before 0.75), PKCS #8 by PBKDF2. The older PEM and JWK are written without one.',
    'The older PEM of an Ed25519 key does not exist: it is written as PKCS #8. Keys in security keys have no private part to convert.',
    'Comments are kept in OpenSSH, PPK and RFC 4716; PEM and JWK have none.',
  ],
  aliases: [
    'ppk to pem',
    'pem to ppk',
    'puttygen',
    'convert id_rsa to ppk',
    'openssh to pem',
    'ppk to openssh',
    'ssh2 public key',
    'ssh key to jwk',
  ],
  verified: [
    'ssh-keygen 9.2 and puttygen 0.78 in both directions: what they write is read, what is written they read and give the same public key; 240 conversions of RSA, DSA, ECDSA and Ed25519 keys in the exhaustive tests, with passphrases and without',
  ],
  examples: [
    {
      title: 'The public key of RFC 8032, test 1, to RFC 4716',
      input: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea rfc8032-test-1',
      options: { to: 'rfc4716' },
      output: {
        data: {
          from: 'openssh-public',
          to: 'rfc4716',
          isPrivate: false,
          encrypted: false,
          keyType: 'ed25519',
          bits: 256,
          curve: '',
          comment: 'rfc8032-test-1',
          thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
          warnings: [],
        },
        files: [
          {
            name: 'id_ed25519.pub',
            mime: 'text/plain;charset=utf-8',
            text: '---- BEGIN SSH2 PUBLIC KEY ----\nComment: "rfc8032-test-1"\nAAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea\n---- END SSH2 PUBLIC KEY ----\n',
          },
        ],
      },
    },
    {
      title: 'The private JWK of RFC 8037 (test 1 of RFC 8032) to a line for authorized_keys',
      input:
        '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
      options: { publicOnly: true, comment: 'anna' },
      output: {
        data: {
          from: 'jwk',
          to: 'openssh',
          isPrivate: false,
          encrypted: false,
          keyType: 'ed25519',
          bits: 256,
          curve: '',
          comment: 'anna',
          thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
          warnings: [],
        },
        files: [
          {
            name: 'id_ed25519.pub',
            mime: 'text/plain;charset=utf-8',
            text: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea anna\n',
          },
        ],
      },
    },
    {
      title: 'A public key as PPK',
      input: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea',
      options: { to: 'ppk' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write the key as ppk: it is a public key, and that notation is for private ones',
      },
    },
    {
      title: 'A comment of two lines',
      input: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea',
      options: { comment: 'anna\nbert' },
      error: { code: 'INVALID_INPUT', message: 'Option "comment" must be one line without control characters' },
    },
    {
      title: 'A passphrase for a public key',
      input: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea',
      options: { newPassword: 'correct horse' },
      error: { code: 'INVALID_INPUT', message: 'Option "newPassword" must be empty where the result is a public key' },
    },
  ],
  async run({ input, files, options, random }) {
    const { source, label, name } = keySource({ input, files });
    const { password, newPassword, publicOnly } = options;
    if (/\p{Cc}/u.test(options.comment)) throw invalid('Option "comment" must be one line without control characters');
    const read = await readAnyKey(source, { label, password });
    const { keyType } = keyInfoOf(read.key);
    const isOpenssh = read.notation === 'openssh';
    const wanted = options.to === 'auto' ? (isOpenssh && !publicOnly ? 'ppk' : 'openssh') : options.to;
    const old =
      keyType === 'rsa' ? 'pkcs1' : keyType === 'ec' && !publicOnly && read.key.type === 'private' ? 'sec1' : 'pkcs8';
    const to = wanted === 'pem' ? old : wanted;
    const key = wantedHalf(read.key, publicOnly || to === 'rfc4716');
    const comment = options.comment === '' ? read.comment : options.comment;
    const base = baseName(name, `id_${keyType === 'ec' ? 'ecdsa' : keyType}`);
    const conversion = { to, format: 'pem', comment, newPassword, random, name: base } as const;
    const file = await refusing(`Cannot convert ${label}`, () => convertedFile(key, conversion));
    return withFiles(json(reportConverted(read, key, conversion)), [file]);
  },
});
