import { z } from 'zod';

import { defineTool, file, invalid, json, text } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { checkRecipient, encryptPgp, keyFacts, keyWarnings } from '../../engines/openpgp.js';
import { ONE_FILE, onlyFile } from '../../formats/ciphers/encrypted-input.js';
import { readKeysOption, readPrivateKeysOption } from '../../formats/ciphers/pgp-keys.js';
import { EXAMPLE_PUBLIC_KEY } from './_pgp-example-key.js';

export default defineTool({
  id: 'pgp-encrypt',
  title: 'PGP Encrypt',
  summary: 'Encrypts text or a file with OpenPGP for public keys or under a password, and signs it on request.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: ONE_FILE,
  options: {
    publicKeys: z
      .string()
      .max(100_000)
      .default('')
      .describe('Public keys of the recipients, one block after another; each of them can decrypt.'),
    password: shared.password().describe('Password that decrypts, beside the public keys or alone; empty for none.'),
    privateKey: ofKind(
      'secret',
      z.string().max(100_000).default('').describe('Private key that signs; empty for no signature.'),
    ),
    keyPassword: ofKind(
      'secret',
      z.string().max(200).default('').describe('Password of the private key; empty if it has none.'),
    ),
    armor: z.boolean().default(true).describe('For a file: writes text (.asc) instead of bytes (.gpg).'),
    format: z.enum(['text', 'json']).default('text').describe('The message only, or JSON that says for whom it is.'),
  },
  result: 'mixed',
  data: z.object({
    message: z.string().describe('Encrypted message.'),
    recipients: z
      .array(
        z.object({
          fingerprint: z.string().describe('Fingerprint of the primary key, in lowercase hex.'),
          keyId: z.string().describe('Its last 16 digits.'),
          userIds: z.array(z.string()).describe('Names and addresses in the key; nobody has checked them.'),
          algorithm: z.string().describe('Algorithm and length or curve of the primary key.'),
        }),
      )
      .describe('Keys that can decrypt.'),
    signed: z.boolean().describe('The message is signed.'),
    warnings: z.array(z.string()).describe('What is weak about keys or password; empty if nothing is.'),
  }),
  notes: [
    'AES-256 in the form with integrity protection that GnuPG reads since 2000; nothing is compressed, so that its length says nothing of its content.',
    'Keys that are expired or revoked, or have no part for encryption, are refused. Whether a key belongs to whom it names is yours to check, by its fingerprint.',
    'Only the recipients can decrypt: add your own public key if you want to read the message again.',
    'Keys are read as they are found: several blocks, Windows line breaks, quotes of mails, lost empty lines. RSA keys of 1024 bits, DSA and ElGamal are used with a warning.',
  ],
  aliases: [
    'gpg encrypt',
    'pgp message',
    'openpgp encrypt online',
    'encrypt with public key',
    'gpg -e',
    'gpg -c',
    'encrypt and sign',
  ],
  verified: [
    'GnuPG 2.2.40: decrypts 200 random texts for Ed25519/Curve25519, RSA and NIST keys, under passwords, signed and not, and finds the signatures good',
  ],
  examples: [
    {
      title: 'A text under a password',
      input: 'Meet me at noon',
      options: { password: 'correct horse battery staple' },
      output: { text: '-----BEGIN PGP MESSAGE-----\n\n…\n…\n…\n…\n-----END PGP MESSAGE-----\n', varies: true },
    },
    {
      title: 'A text for a public key, and who can read it',
      input: 'Grüße 🌍',
      options: { publicKeys: EXAMPLE_PUBLIC_KEY, format: 'json' },
      output: {
        data: {
          message: '…',
          recipients: [
            { fingerprint: '…', keyId: '…', userIds: ['Test Key <test@example.org>'], algorithm: 'ed25519Legacy' },
          ],
          signed: false,
          warnings: [],
        },
        varies: true,
      },
    },
    {
      title: 'Nobody to encrypt for',
      input: 'x',
      error: { code: 'INVALID_INPUT', message: 'Option "publicKeys" or option "password" must be given' },
    },
    {
      title: 'Not a key',
      input: 'x',
      options: { publicKeys: 'ssh-ed25519 AAAA' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "publicKeys": it is not OpenPGP: no line begins with "-----BEGIN PGP"',
      },
    },
    {
      title: 'A public key as the one that signs',
      input: 'x',
      options: { password: 'x', privateKey: EXAMPLE_PUBLIC_KEY },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "privateKey": it is a public key; a private key is needed',
      },
    },
    {
      title: 'A key that is cut off',
      input: 'x',
      options: { publicKeys: '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEaVc7' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "publicKeys": its line "-----END PGP …-----" is missing: it is cut off',
      },
    },
  ],
  async run({ input, files, options, now }) {
    const { password, privateKey, keyPassword, armor, format } = options;
    const upload = onlyFile({ input, files });
    const keys = await readKeysOption('publicKeys', options.publicKeys);
    if (keys.length === 0 && password === '') throw invalid('Option "publicKeys" or option "password" must be given');
    await refusing('Cannot use option "publicKeys"', async () => {
      for (const key of keys) await checkRecipient(key, now);
    });
    const secret = { password: keyPassword, passwordName: 'keyPassword' };
    const signingKeys = await readPrivateKeysOption('privateKey', privateKey, secret);
    const message = await refusing('Cannot use option "privateKey"', () =>
      encryptPgp(upload?.bytes ?? Buffer.from(input), {
        encryptionKeys: keys,
        password,
        signingKeys: signingKeys.slice(0, 1),
        filename: upload?.name ?? '',
        armor: upload === undefined || armor,
        date: now,
      }),
    );
    if (upload !== undefined)
      return file(`${upload.name}.${armor ? 'asc' : 'gpg'}`, 'application/pgp-encrypted', message);
    const written = Buffer.from(message).toString();
    if (format === 'text') return text(written);
    const warnings = keyWarnings([...keys, ...signingKeys]);
    return json({ message: written, recipients: keys.map(keyFacts), signed: signingKeys.length > 0, warnings });
  },
});
