import { z } from 'zod';

import { defineTool, invalid, json, text, withFiles } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { type DecryptedPgp, decryptPgp, keyWarnings } from '../../engines/openpgp.js';
import { decryptedFile, labelOf, ONE_FILE, onlyFile, readableText } from '../../formats/ciphers/encrypted-input.js';
import { readKeysOption, readPrivateKeysOption } from '../../formats/ciphers/pgp-keys.js';
import { PasswordFault } from '../../lib/faults.js';
import { EXAMPLE_PUBLIC_KEY } from './_pgp-example-key.js';

const MESSAGE_OF_PASSWORD =
  '-----BEGIN PGP MESSAGE-----\n\njA0ECQMCtCX8u2VI9mn/0kMBzA+MSAtza0kxZHyoGVb54OoALBBNnn3yHFw1s9AS\nsAtGMNKs3iC32FFAiNG0Bl+QnXSSWEKaY2bAuZrUtpRpb9Wz\n=+Z9Q\n-----END PGP MESSAGE-----\n';

function warningsOf({ isEncrypted, signatures }: DecryptedPgp): string[] {
  return [
    ...(isEncrypted ? [] : ['The message was signed, but not encrypted']),
    ...(signatures.length === 0 ? ['The message is not signed: anybody can have written it'] : []),
    ...(signatures.some(({ valid }) => !valid) ? ['A signature could not be confirmed: see its reason'] : []),
  ];
}

export default defineTool({
  id: 'pgp-decrypt',
  title: 'PGP Decrypt',
  summary: 'Decrypts OpenPGP messages and files by private key or password, and checks who signed them.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: ONE_FILE,
  options: {
    privateKey: ofKind(
      'secret',
      z.string().max(100_000).default('').describe('Private key of a recipient; several may follow one another.'),
    ),
    password: shared.password().describe('Password of the private key, or of a message that has one.'),
    publicKeys: z
      .string()
      .max(100_000)
      .default('')
      .describe('Public keys of possible signers, by which signatures are checked; empty checks none.'),
    format: z
      .enum(['json', 'text'])
      .default('json')
      .describe('Text with its signatures and recipients in JSON, or the text only.'),
  },
  result: 'mixed',
  data: z.object({
    decrypted: z.string().describe('Decrypted text; empty where it comes as a file.'),
    filename: z.string().describe('Name that the sender gave the content; empty where none.'),
    encrypted: z.boolean().describe('The message was encrypted, not only signed.'),
    recipients: z.array(z.string()).describe('IDs of the keys that it is encrypted to; zeros where they are hidden.'),
    signatures: z
      .array(
        z.object({
          keyId: z.string().describe('ID of the key that signed.'),
          fingerprint: z.string().describe('Fingerprint of its primary key; empty where the key is not given.'),
          userIds: z.array(z.string()).describe('Names and addresses in the key.'),
          created: z.string().describe('When it was signed, ISO 8601, as the signer says.'),
          valid: z.boolean().describe('The signature is good.'),
          reason: z.string().describe('Why it is not; empty where it is.'),
        }),
      )
      .describe('One per signature.'),
    warnings: z.array(z.string()).describe('What the reader should know; empty if nothing.'),
  }),
  notes: [
    'Reads armored and binary messages, for keys and passwords, compressed, signed or only signed (gpg -s), and signed text (gpg --clearsign).',
    'A message with a signature that does not hold is a result with valid false; a message that was changed is refused.',
    'Messages without integrity protection (MDC) are refused, as GnuPG does: their content could have been changed.',
    'A message may unpack to at most 16 MiB. Argon2 may take 4 passes of 256 MiB.',
    'A file, and content that is not text, comes as a file.',
  ],
  aliases: [
    'gpg decrypt',
    'decrypt pgp message',
    'gpg -d',
    'verify pgp signature',
    'openpgp decrypt online',
    'clearsign verify',
  ],
  verified: [
    'GnuPG 2.2.40: 200 random texts that it encrypted for Curve25519, RSA and NIST keys and under passwords, armored and binary, compressed by ZIP, ZLIB and BZIP2, signed and not, are decrypted, with the right signer',
    'A message cut at every length and with 500 bytes changed: 200 with the same content, 400 or 413',
    'A message without MDC, put together after RFC 4880, is refused; bombs of 100 MB by ZIP and BZIP2 (GnuPG), and Argon2 of 255 passes, are a 413',
  ],
  examples: [
    {
      title: 'A message under a password (GnuPG 2.2.40)',
      input: MESSAGE_OF_PASSWORD,
      options: { password: 'secret' },
      output: {
        data: {
          decrypted: 'Grüße 🌍\n',
          filename: '',
          encrypted: true,
          recipients: [],
          signatures: [],
          warnings: ['The message is not signed: anybody can have written it'],
        },
      },
    },
    {
      title: 'A signed text, as gpg --clearsign writes it',
      input:
        '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nMeet me\n- - at noon\n-----BEGIN PGP SIGNATURE-----\n\niHUEARYIAB0WIQT0j1HA6rFeerTJgj71yyt/gX1nhgUCaVW5AAAKCRD1yyt/gX1n\nhmPkAQDCMIC2m8hXDNap7i7JIJuHRKHyBuBz8EUk/DX1F9pREAD/ZD/1dWX2p0py\nkefny3QTPT7vsueayY+iONISqgudfwI=\n=1sCG\n-----END PGP SIGNATURE-----\n',
      options: { publicKeys: EXAMPLE_PUBLIC_KEY },
      output: {
        data: {
          decrypted: 'Meet me\n- at noon',
          filename: '',
          encrypted: false,
          recipients: [],
          signatures: [
            {
              keyId: 'f5cb2b7f817d6786',
              fingerprint: 'f48f51c0eab15e7ab4c9823ef5cb2b7f817d6786',
              userIds: ['Test Key <test@example.org>'],
              created: '2026-01-01T00:00:00.000Z',
              valid: true,
              reason: '',
            },
          ],
          warnings: ['The message was signed, but not encrypted'],
        },
      },
    },
    {
      title: 'The text only',
      input: MESSAGE_OF_PASSWORD,
      options: { password: 'secret', format: 'text' },
      output: { text: 'Grüße 🌍\n' },
    },
    {
      title: 'Without its password',
      input: MESSAGE_OF_PASSWORD,
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "password" must be given: property "input" is encrypted under one',
      },
    },
    {
      title: 'A public key instead of a message',
      input: EXAMPLE_PUBLIC_KEY,
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": it is a PGP key or signature; a message is needed',
      },
    },
    {
      title: 'Not OpenPGP',
      input: 'hello world',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": it is not OpenPGP: no line begins with "-----BEGIN PGP"',
      },
    },
  ],
  async run({ input, files, options, now }) {
    const { password, privateKey, format } = options;
    const upload = onlyFile({ input, files });
    if (upload === undefined && input === '')
      throw invalid('Property "input" must not be empty where no file is given');
    const label = labelOf(upload);
    const privateKeys = await readPrivateKeysOption('privateKey', privateKey, { password, passwordName: 'password' });
    // The key of the reader is often that of the writer, too.
    const publicKeys = [...(await readKeysOption('publicKeys', options.publicKeys)), ...privateKeys];
    const opened = await refusing(`Cannot decrypt ${label}`, () =>
      decryptPgp(upload?.bytes ?? input, { privateKeys, password, publicKeys, date: now }).catch((error: unknown) => {
        if (error instanceof PasswordFault && error.password === 'missing')
          throw invalid(`Option "password" must be given: ${label} is encrypted under one`, error);
        throw error;
      }),
    );
    const { plain, filename, isEncrypted: encrypted, recipients, signatures } = opened;
    const readable = upload === undefined ? readableText(plain, 'utf-8') : undefined;
    if (format === 'text' && readable !== undefined) return text(readable);
    const signers = publicKeys.filter((key) =>
      signatures.some(({ fingerprint }) => fingerprint === key.getFingerprint()),
    );
    const warnings = [...warningsOf(opened), ...keyWarnings(signers)];
    const data = json({ decrypted: readable ?? '', filename, encrypted, recipients, signatures, warnings });
    if (readable !== undefined) return data;
    return withFiles(data, [await decryptedFile(upload?.name ?? 'message.pgp', plain)]);
  },
});
