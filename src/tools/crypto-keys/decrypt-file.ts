import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readIdentities } from '../../formats/ciphers/age-keys.js';
import { checkPasswordWork, openEncryptedFile } from '../../formats/ciphers/open-file.js';
import { MAX_ITERATIONS } from '../../lib/ciphers/openssl-enc.js';

export default defineTool({
  id: 'decrypt-file',
  title: 'Decrypt File',
  summary: 'Decrypts age, OpenSSL and encrypted ZIP, 7z and RAR files, recognised by their content.',
  family: 'crypto-keys',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    password: shared.password().describe('Password of the files, or of an encrypted identity.'),
    identity: ofKind(
      'secret',
      z
        .string()
        .max(100_000)
        .default('')
        .describe('For age: private keys (AGE-SECRET-KEY-1…), one per line, or an SSH private key.'),
    ),
    iterations: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(MAX_ITERATIONS)
      .default(0)
      .describe('In the OpenSSL format: iterations of PBKDF2; 0 tries the usual numbers.'),
  },
  result: 'mixed',
  data: fileReports({
    format: z.string().describe('What the file was: age, openssl, zip, 7z, rar or rar5.'),
    warnings: z.array(z.string()).describe('What is weak about its encryption; empty if nothing is.'),
  }),
  notes: [
    'Files of age are read in binary and armored form, for a password, X25519 and post-quantum identities, and SSH keys of type ed25519 and rsa. Identities of hardware tokens and plugins are not read.',
    'A work factor of scrypt of at most 2^20 is computed, four times the default of age; all files together may cost as much as 20 files of that default.',
    'In the OpenSSL format the cipher must be aes-256-cbc; PBKDF2 with 10,000, 600,000, 100,000, 200,000 and 1,000,000 iterations and the single hash of older versions are tried. AES Decrypt has choices for everything else.',
    'Archives give their files without folders, at most 200 of 22 MiB in all; Extract Archive keeps the folders.',
    'Several files are decrypted with the same password and identities, and one that fails does not spoil the others.',
  ],
  aliases: [
    'age decrypt',
    'decrypt age file',
    'openssl enc -d file',
    'open encrypted zip',
    'unlock file',
    'AGE-SECRET-KEY',
    'rage',
    'open an encrypted file',
  ],
  verified: [
    'The 143 test vectors of C2SP for age (cctv-age 0.2.0): every file that must open does, with the right content; of those that must not, only 13 with untidy armor are read, on purpose',
    'age 1.1.1 (Debian): 200 random files that it encrypted for X25519, ssh-ed25519 and ssh-rsa keys, some for several, are decrypted, and one for a password',
    'The age test vectors of C2SP (cctv-age 0.2.0), by hand: 130 of 143 as expected; the other 13 have armor that age refuses and that is read here, such as spaces, lines of another length and text around it',
    'OpenSSL 3.0 enc, 7-Zip 26.02: files that they encrypted are decrypted, with equal content',
    'An age file cut at every length, and with 500 bytes changed: 200, 400 or 413, and never another content',
  ],
  examples: [
    {
      title: 'An age file for an X25519 identity',
      files: [
        {
          name: 'hello.txt.age',
          base64:
            'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBtVkh5Wk5TSXo5eEtEWWIzZ0RVbFJING52ckduWXhJbFBvcFdrcjYxSkFrCng5QytUVy9ENnA4MWhNOGpLYWFFQVJ3MU5zdWFZR213K0tGeko2bktRekkKLS0tIDdWWFcyQXhhc0pXVzZaUlVKZ21Xczg2U0RodzN1VHF4Sk1MTTBlamFZRDQKA7gVJmq6ECCJRJgz2e2YZSEtCi063Ws1rScOt9a9cQ2RqFsK04Hh0XXO8w==',
        },
      ],
      options: {
        identity:
          '# the test vectors of C2SP\r\nAGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\r\n',
      },
      output: {
        data: { files: [{ name: 'hello.txt.age', outputs: ['hello.txt'], format: 'age', warnings: [] }] },
        files: [{ name: 'hello.txt', mime: 'text/plain', text: 'Hello, age!' }],
      },
    },
    {
      title: 'A file that openssl enc -pbkdf2 has written (OpenSSL 3.0)',
      files: [{ name: 'hello.enc', base64: 'U2FsdGVkX19E+w2/++C7crA+zqs7S1GgNihybRF82lc=' }],
      options: { password: 'x' },
      output: {
        data: {
          files: [
            {
              name: 'hello.enc',
              outputs: ['hello.txt'],
              format: 'openssl',
              warnings: ['The OpenSSL format does not detect changes to the encrypted file'],
            },
          ],
        },
        files: [{ name: 'hello.txt', mime: 'text/plain', text: 'hello' }],
      },
    },
    {
      title: 'An encrypted ZIP archive (7-Zip)',
      files: [{ name: 'aes256.zip', fixture: 'archives/aes256.zip' }],
      options: { password: 'secret' },
      output: {
        data: {
          files: [{ name: 'aes256.zip', outputs: ['data.csv', 'empty', 'hello.txt'], format: 'zip', warnings: [] }],
        },
        files: [
          { name: 'data.csv', mime: 'text/plain', text: 'name,size\nGrüße,3\n' },
          { name: 'empty', mime: 'application/octet-stream', text: '' },
          { name: 'hello.txt', mime: 'text/plain', text: 'Hello, archive!\n' },
        ],
      },
    },
    {
      title: 'Another identity',
      files: [
        {
          name: 'hello.txt.age',
          base64:
            'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBtVkh5Wk5TSXo5eEtEWWIzZ0RVbFJING52ckduWXhJbFBvcFdrcjYxSkFrCng5QytUVy9ENnA4MWhNOGpLYWFFQVJ3MU5zdWFZR213K0tGeko2bktRekkKLS0tIDdWWFcyQXhhc0pXVzZaUlVKZ21Xczg2U0RodzN1VHF4Sk1MTTBlamFZRDQKA7gVJmq6ECCJRJgz2e2YZSEtCi063Ws1rScOt9a9cQ2RqFsK04Hh0XXO8w==',
        },
      ],
      options: { identity: 'AGE-SECRET-KEY-1KMDJ2YE6P2JWQVFFWCSLPWYXY0JVYHS4S5H79SJLSA4VXGG2N8GSLP4QXU' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "identity" must hold an identity of file "hello.txt.age", got others: it is encrypted to a recipient (X25519)',
      },
    },
    {
      title: 'A password for an age file that has recipients',
      files: [
        {
          name: 'hello.txt.age',
          base64:
            'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBtVkh5Wk5TSXo5eEtEWWIzZ0RVbFJING52ckduWXhJbFBvcFdrcjYxSkFrCng5QytUVy9ENnA4MWhNOGpLYWFFQVJ3MU5zdWFZR213K0tGeko2bktRekkKLS0tIDdWWFcyQXhhc0pXVzZaUlVKZ21Xczg2U0RodzN1VHF4Sk1MTTBlamFZRDQKA7gVJmq6ECCJRJgz2e2YZSEtCi063Ws1rScOt9a9cQ2RqFsK04Hh0XXO8w==',
        },
      ],
      options: { password: 'x' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "identity" must be given: file "hello.txt.age" cannot be opened by a password, it is encrypted to a recipient (X25519)',
      },
    },
    {
      title: 'No password for an OpenSSL file',
      files: [{ name: 'hello.enc', base64: 'U2FsdGVkX19E+w2/++C7crA+zqs7S1GgNihybRF82lc=' }],
      error: { code: 'INVALID_INPUT', message: 'Option "password" must be given: file "hello.enc" is encrypted' },
    },
    {
      title: 'An OpenPGP message',
      files: [{ name: 'a.asc', text: '-----BEGIN PGP MESSAGE-----\n' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "a.asc": it is OpenPGP: use PGP Decrypt' },
    },
    {
      title: 'Not encrypted',
      files: [{ name: 'a.txt', text: 'hello' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "a.txt": it is not an encrypted file in the age, OpenSSL ("Salted__") or ZIP format',
      },
    },
  ],
  async run({ files, options: { password, identity, iterations }, signal }) {
    checkPasswordWork(files);
    const identities = await refusing('Cannot read option "identity"', () => readIdentities(identity, password));
    return eachFile({ files, signal }, async (upload) => {
      const { outputs, ...report } = await openEncryptedFile(upload, { password, identities, iterations });
      return { report, outputs };
    });
  },
});
