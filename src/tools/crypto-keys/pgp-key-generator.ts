import { z } from 'zod';

import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { generatePgpKey } from '../../engines/openpgp.js';

const MIME = 'application/pgp-keys';

/** Without spaces, marks of direction and other invisible signs; the package wants a letter or digit at the end. */
const EMAIL = /^[^\p{C}\p{Z}<>()@,;:"\\]+@[^\p{C}\p{Z}<>()@,;:"\\]*[^\p{C}\p{Z}\p{P}<>]$/u;

function checkUser({
  name,
  email,
  comment,
}: {
  readonly name: string;
  readonly email: string;
  readonly comment: string;
}): void {
  if (name.trim() === '' && email.trim() === '') throw invalid('Option "name" or option "email" must be given');
  for (const [option, value] of Object.entries({ name, comment })) {
    if (/[<>()\u0000-\u001f\u007f]/.test(value))
      throw invalid(`Option "${option}" must have no brackets < > ( ) and no line breaks`);
  }
  if (email !== '' && !EMAIL.test(email)) throw invalid('Option "email" must be an e-mail address');
}

export default defineTool({
  id: 'pgp-key-generator',
  title: 'PGP Key Generator',
  summary: 'Makes an OpenPGP key pair for GnuPG, mail programs and Git, with a revocation certificate.',
  family: 'crypto-keys',
  class: 'native',
  input: 'none',
  options: {
    name: z.string().max(200).default('').describe('Name of the owner.'),
    email: z.string().max(254).default('').describe('E-mail address of the owner.'),
    comment: z.string().max(200).default('').describe('Comment in the user ID; best left empty.'),
    algorithm: z
      .enum(['ed25519', 'rsa', 'nistP256', 'nistP384', 'nistP521'])
      .default('ed25519')
      .describe('Ed25519 with Curve25519, RSA, or ECDSA with ECDH on a NIST curve.'),
    bits: z.number().multipleOf(1024).min(3072).max(4096).default(4096).describe('Length of RSA keys: 3072 or 4096.'),
    newPassword: shared.newPassword(),
    days: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(36_500)
      .default(730)
      .describe('Days until the key expires; 0 for never. The owner can always extend it.'),
  },
  result: 'mixed',
  data: z.object({
    fingerprint: z.string().describe('Fingerprint of the primary key, in lowercase hex.'),
    keyId: z.string().describe('Its last 16 digits.'),
    userId: z.string().describe('Name, comment and address, as others see them.'),
    keyType: z.string().describe('Algorithm of the primary key: ed25519, rsa or a NIST curve.'),
    bits: z.int().min(0).describe('Length of an RSA key; 0 for other keys.'),
    created: z.string().describe('When the key was made, ISO 8601.'),
    expires: z.string().describe('When it expires, ISO 8601; empty for never.'),
    warnings: z.array(z.string()).describe('What is weak about the choice; empty if nothing is.'),
  }),
  notes: [
    'Files: private.asc to keep, public.asc to give away, revocation.asc to publish when the private key is lost or stolen (gpg --import reads all three).',
    'The key has version 4 with a subkey for encryption, as GnuPG makes it and every OpenPGP program reads it.',
    'RSA takes up to some seconds. Keys of fewer than 3072 bits are not made.',
    'The private key is made by the random generator of this machine and is not kept; nothing in "data" is secret.',
  ],
  aliases: ['gpg key', 'generate pgp key', 'gpg --gen-key', 'openpgp key pair', 'pgp key online', 'gpg key for git'],
  verified: [
    'GnuPG 2.2.40: gpg --show-keys lists each kind of key with the same fingerprint, user ID and date of expiry; imports private keys with their password and signs with each; decrypts 200 random texts with Ed25519 and other keys; the revocation certificate revokes',
  ],
  examples: [
    {
      title: 'A key that expires in two years',
      options: { name: 'Zoë Example', email: 'zoe@example.org', newPassword: 'correct horse battery staple' },
      output: {
        data: {
          fingerprint: '…',
          keyId: '…',
          userId: 'Zoë Example <zoe@example.org>',
          keyType: 'ed25519',
          bits: 0,
          created: '2026-01-02T03:04:05.000Z',
          expires: '2028-01-02T03:04:05.000Z',
          warnings: [],
        },
        files: [
          { name: 'private.asc', mime: MIME },
          { name: 'public.asc', mime: MIME },
          { name: 'revocation.asc', mime: MIME },
        ],
        varies: true,
      },
    },
    {
      title: 'A key without password and expiry, for an address alone',
      options: { email: 'ci@example.org', algorithm: 'nistP256', days: 0 },
      output: {
        data: {
          fingerprint: '…',
          keyId: '…',
          userId: '<ci@example.org>',
          keyType: 'nistP256',
          bits: 0,
          created: '2026-01-02T03:04:05.000Z',
          expires: '',
          warnings: [
            'The private key has no password: whoever has the file has the key',
            'The key never expires: whoever loses it cannot take it back without its revocation certificate',
          ],
        },
        files: [
          { name: 'private.asc', mime: MIME },
          { name: 'public.asc', mime: MIME },
          { name: 'revocation.asc', mime: MIME },
        ],
        varies: true,
      },
    },
    {
      title: 'Nobody',
      error: { code: 'INVALID_INPUT', message: 'Option "name" or option "email" must be given' },
    },
    {
      title: 'Not an address',
      options: { email: 'zoe at example.org' },
      error: { code: 'INVALID_INPUT', message: 'Option "email" must be an e-mail address' },
    },
    {
      title: 'An address with an invisible sign',
      options: { email: 'zoe@example\u2066.org' },
      error: { code: 'INVALID_INPUT', message: 'Option "email" must be an e-mail address' },
    },
    {
      title: 'An address inside the name',
      options: { name: 'Zoë <zoe@example.org>' },
      error: { code: 'INVALID_INPUT', message: 'Option "name" must have no brackets < > ( ) and no line breaks' },
    },
  ],
  async run({ options, now }) {
    checkUser(options);
    const { algorithm, bits, newPassword, days } = options;
    const made = await generatePgpKey({ ...options, password: newPassword, date: now });
    const expires = days === 0 ? '' : new Date(made.created.getTime() + days * 86_400_000).toISOString();
    const warnings = [
      ...(newPassword === '' ? ['The private key has no password: whoever has the file has the key'] : []),
      ...(days === 0
        ? ['The key never expires: whoever loses it cannot take it back without its revocation certificate']
        : []),
    ];
    const asFile = (name: string, content: string) => ({ name, mime: MIME, bytes: Buffer.from(content) });
    const facts = {
      fingerprint: made.fingerprint,
      keyId: made.keyId,
      userId: made.userIds[0] ?? '',
      keyType: algorithm,
    };
    return withFiles(
      json({ ...facts, bits: algorithm === 'rsa' ? bits : 0, created: made.created.toISOString(), expires, warnings }),
      [
        asFile('private.asc', made.privateKey),
        asFile('public.asc', made.publicKey),
        asFile('revocation.asc', made.revocationCertificate),
      ],
    );
  },
});
