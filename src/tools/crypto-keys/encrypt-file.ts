import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, type InputFile, invalid, json, withFiles } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { armorAge, encryptAge } from '../../engines/age.js';
import { readRecipients } from '../../formats/ciphers/age-keys.js';
import { MAX_ZIP_PASSWORD_BYTES } from '../../lib/archives/zip-encryption.js';
import { writeZip } from '../../lib/archives/zip-writer.js';
import { encryptEnc, SAFE_ITERATIONS } from '../../lib/ciphers/openssl-enc.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

/** NIST SP 800-63B, 3.1.1.2, for a password that is alone. */
const GOOD_PASSWORD_CHARACTERS = 15;
/** As Create ZIP has it. */
const ZIP_LEVEL = 6;

interface Settings {
  readonly format: 'age' | 'openssl' | 'zip';
  readonly password: string;
  readonly recipients: string;
}

function checkSecrets({ format, password, recipients }: Settings): void {
  const hasRecipients = recipients.trim() !== '';
  if (password === '' && !hasRecipients)
    throw invalid(`Option "password"${format === 'age' ? ' or option "recipients"' : ''} must be given`);
  if (hasRecipients && format !== 'age') throw invalid(`Option "recipients" must be empty for the ${format} format`);
  if (password !== '' && hasRecipients) throw invalid('Option "password" must be empty where "recipients" are given');
  const length = Buffer.byteLength(password);
  if (format === 'zip' && length > MAX_ZIP_PASSWORD_BYTES)
    throw invalid(
      `Option "password" must have at most ${MAX_ZIP_PASSWORD_BYTES} bytes in UTF-8 for ZIP, got ${length}`,
    );
}

const BINARY = 'application/octet-stream';

const FORMAT_WARNINGS = {
  age: [],
  openssl: ['The OpenSSL format does not detect changes to the encrypted file, and does not say how it was made'],
  zip: ['ZIP leaves names and sizes of the files readable, and its passwords are cheap to guess'],
} as const;

const warningsOf = ({ format, password }: Settings): string[] => [
  ...FORMAT_WARNINGS[format],
  ...(password !== '' && [...password].length < GOOD_PASSWORD_CHARACTERS
    ? [
        `The password has fewer than ${GOOD_PASSWORD_CHARACTERS} characters, and whoever has the file can try as many as they like`,
      ]
    : []),
];

function zipOf(files: readonly InputFile[], password: string, random: (length: number) => Uint8Array) {
  const bytes = writeZip(withDistinctNames(files), { level: ZIP_LEVEL, encryption: { password, random } });
  return { name: 'encrypted.zip', mime: 'application/zip', bytes };
}

export default defineTool({
  id: 'encrypt-file',
  title: 'Encrypt File',
  summary: 'Encrypts files with a password, or for age and SSH public keys, as age, OpenSSL or encrypted ZIP.',
  family: 'crypto-keys',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    password: shared.password().describe('Password or passphrase; a long one. Empty where "recipients" are given.'),
    recipients: z
      .string()
      .max(100_000)
      .default('')
      .describe('In the age format: public keys (age1…, ssh-ed25519, ssh-rsa), one per line; each can decrypt.'),
    format: z
      .enum(['age', 'openssl', 'zip'])
      .default('age')
      .describe('The age format, what openssl enc -pbkdf2 reads, or one ZIP archive with AES-256.'),
    armor: z.boolean().default(false).describe('In the age format: writes text that survives mail and chat.'),
  },
  result: 'mixed',
  data: fileReports({
    bytes: z.int().min(0).describe('Size of the encrypted file.'),
  }).extend({
    encryptedFor: z.string().describe('Who can decrypt: password, or how many recipients.'),
    warnings: z.array(z.string()).describe('What is weak about the choice; empty if nothing is.'),
  }),
  notes: [
    'The age format (age-encryption.org/v1) authenticates every file: ChaCha20-Poly1305, the key of a password from scrypt with N = 2^18, as age itself does. Decrypt with: age -d FILE.',
    'SSH keys of type ed25519, and rsa of 2048 bits or more, can be recipients, such as those at github.com/NAME.keys. Post-quantum recipients (age1pq1…) need age 1.3 to decrypt.',
    'The OpenSSL format is AES-256-CBC with 600,000 iterations of PBKDF2: openssl enc -d -aes-256-cbc -pbkdf2 -iter 600000 -in FILE. ZIP is WinZip AES-256, which 7-Zip opens and unzip does not.',
    'Without the password or a private key the content is lost: nothing is kept here.',
    'The name of a file is not encrypted: rename it if it tells too much.',
  ],
  aliases: [
    'age encryption',
    'file encryption',
    'password protect file',
    'openssl encrypt file',
    'encrypt for ssh key',
    'encrypt with github key',
    'aes zip',
    'lock a file with a password',
    'protect a file',
    'encrypt a file',
    'encrypt with a passphrase',
  ],
  verified: [
    'age 1.1.1 (Debian): decrypts 200 random files for X25519, ssh-ed25519 and ssh-rsa keys, armored and binary, and one for a password',
    'OpenSSL 3.0 enc and 7-Zip 26.02: open what is written in their formats, with equal content',
  ],
  examples: [
    {
      title: 'A file with a password',
      files: [{ name: 'plan.txt', text: 'Meet me at noon' }],
      options: { password: 'correct horse battery staple' },
      output: {
        data: {
          encryptedFor: 'password',
          warnings: [],
          files: [{ name: 'plan.txt', outputs: ['plan.txt.age'], bytes: 197 }],
        },
        files: [{ name: 'plan.txt.age', mime: 'application/octet-stream', bytes: 197 }],
      },
    },
    {
      title: 'A ZIP archive with a short password',
      files: [
        { name: 'a.txt', text: 'a' },
        { name: 'b.txt', text: 'b' },
      ],
      options: { password: 'secret', format: 'zip' },
      output: {
        data: {
          encryptedFor: 'password',
          warnings: [
            'ZIP leaves names and sizes of the files readable, and its passwords are cheap to guess',
            'The password has fewer than 15 characters, and whoever has the file can try as many as they like',
          ],
          files: [
            { name: 'a.txt', outputs: ['encrypted.zip'], bytes: 296 },
            { name: 'b.txt', outputs: ['encrypted.zip'], bytes: 296 },
          ],
        },
        files: [{ name: 'encrypted.zip', mime: 'application/zip' }],
      },
    },
    {
      title: 'Nobody to encrypt for',
      files: [{ name: 'plan.txt', text: 'x' }],
      error: { code: 'INVALID_INPUT', message: 'Option "password" or option "recipients" must be given' },
    },
    {
      title: 'A password and recipients',
      files: [{ name: 'plan.txt', text: 'x' }],
      options: { password: 'x', recipients: 'age1' },
      error: { code: 'INVALID_INPUT', message: 'Option "password" must be empty where "recipients" are given' },
    },
    {
      title: 'A recipient with a letter wrong',
      files: [{ name: 'plan.txt', text: 'x' }],
      options: { recipients: '# Alice\nage1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "recipients" must have an age or SSH public key per line, line 2 has none',
      },
    },
    {
      title: 'A private key among the recipients',
      files: [{ name: 'plan.txt', text: 'x' }],
      options: { recipients: 'AGE-SECRET-KEY-1…' },
      error: { code: 'INVALID_INPUT', message: 'Option "recipients" must hold public keys, line 1 is a private one' },
    },
    {
      title: 'Recipients for a ZIP archive',
      files: [{ name: 'plan.txt', text: 'x' }],
      options: { recipients: 'age1', format: 'zip' },
      error: { code: 'INVALID_INPUT', message: 'Option "recipients" must be empty for the zip format' },
    },
  ],
  async run({ files, options, random, signal }) {
    checkSecrets(options);
    const { format, password, armor } = options;
    const recipients = await readRecipients(options.recipients, random);
    const whole = {
      encryptedFor:
        password !== '' ? 'password' : `${recipients.length} recipient${recipients.length === 1 ? '' : 's'}`,
      warnings: warningsOf(options),
    };
    if (format === 'zip') {
      const zip = zipOf(files, password, random);
      const reports = files.map(({ name }) => ({ name, outputs: [zip.name], bytes: zip.bytes.length }));
      return withFiles(json({ ...whole, files: reports }), [zip]);
    }
    return eachFile(
      { files, signal },
      async ({ name, bytes }) => {
        if (format === 'openssl') {
          const made = encryptEnc(bytes, { password, cipher: 'aes-256-cbc', iterations: SAFE_ITERATIONS, random });
          return { report: { bytes: made.length }, outputs: [{ name: `${name}.enc`, mime: BINARY, bytes: made }] };
        }
        const made = await encryptAge(bytes, { password, recipients });
        const output = armor
          ? { mime: 'text/plain;charset=utf-8', bytes: Buffer.from(await armorAge(made)) }
          : { mime: BINARY, bytes: made };
        return { report: { bytes: output.bytes.length }, outputs: [{ name: `${name}.age`, ...output }] };
      },
      () => whole,
    );
  },
});
