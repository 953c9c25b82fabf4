import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { packStore, storeRow, unpackStore } from '../../formats/certificates/store-conversion.js';

export default defineTool({
  id: 'pkcs12-converter',
  title: 'PKCS#12 Converter',
  summary:
    'Unpacks PKCS #12 files (.p12, .pfx) and Java keystores to PEM, and packs a key with its certificates as PKCS #12.',
  family: 'crypto-keys',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    direction: z
      .enum(['unpack', 'pack'])
      .default('unpack')
      .describe('Unpacks a container to PEM, or packs PEM as PKCS #12.'),
    password: shared.password().describe('Password of the container; empty for none.'),
    newPassword: shared.newPassword().describe('Password that protects the unpacked private key; empty for none.'),
    keyPassword: ofKind(
      'secret',
      z.string().max(200).default('').describe('Password that opens the private key to pack; empty if it has none.'),
    ),
    name: z.string().max(200).default('').describe('Name of the entry when packing; empty for the common name.'),
    legacy: z
      .boolean()
      .default(false)
      .describe('Packs with Triple-DES and SHA-1, for old Windows, macOS and Java, instead of AES-256.'),
  },
  result: 'mixed',
  data: z.object({
    format: z.enum(['pkcs12', 'jks']).describe('Format of the container.'),
    protection: z.array(z.string()).describe('How the container is protected.'),
    entries: z.array(storeRow).describe('Keys and certificates.'),
    warnings: z.array(z.string()).describe('Weak or missing protection; empty if there is none.'),
  }),
  notes: [
    'Unpacking gives key.pem (PKCS #8), certificate.pem of that key and chain.pem with the others in the order of the chain. Files of AES, Triple-DES and RC2 are read.',
    'Packing takes one private key and its certificates, in the input and in files, in any order. It uses AES-256 with PBKDF2 and SHA-256, 100,000 rounds.',
    'Java keystores (JKS): certificates are listed without a password too. JCEKS and BKS are not supported; keystores of Java 9 and later usually are PKCS #12.',
    'Containers with more than 1,000,000 rounds of key derivation, or 3,000,000 in all, are refused.',
  ],
  aliases: [
    'pfx to pem',
    'pem to pfx',
    'p12 to pem',
    'openssl pkcs12',
    'pkcs12 export',
    'jks to pem',
    'java keystore',
    'keytool list',
    'convert pfx',
  ],
  verified: [
    'OpenSSL 3.0 (openssl pkcs12): 200 generated files in each direction with passwords of all kinds, AES, Triple-DES and RC2 (-legacy)',
    'keytool (OpenJDK 17): files packed here are listed, its PKCS #12 and JKS keystores are unpacked',
    'A file cut at 250 places and changed in 250 ways: unpacked, or refused with what is wrong',
  ],
  examples: [
    {
      title: 'Unpack to PEM',
      files: [{ name: 'server.p12', fixture: 'certificates/server.p12' }],
      options: { password: 'correct horse' },
      output: {
        data: {
          format: 'pkcs12',
          protection: ['HMAC-SHA-256', 'AES-256-CBC'],
          entries: [
            { name: 'web', type: 'private key', subject: '', notAfter: '', keyType: 'ec', bits: 256, sha256: '' },
            {
              name: 'web',
              type: 'certificate',
              subject: 'C=DE, O=Beispiel GmbH, CN=example.com',
              notAfter: '2026-12-31T23:59:59Z',
              keyType: 'ec',
              bits: 256,
              sha256: 'f9e413da68bea6e2743c5af8a1198657601fbf5c42d58bbb795855fff34306a8',
            },
            {
              name: '',
              type: 'certificate',
              subject: 'C=DE, O=Example Trust, CN=Example Issuing CA 1',
              notAfter: '2040-01-01T00:00:00Z',
              keyType: 'ec',
              bits: 256,
              sha256: '51d065dd237e8cac6f4cf22eed53e59057097cd36e6d7074fd1203fbb7de8f77',
            },
          ],
          warnings: ['The private key is not encrypted: set "newPassword" to protect it'],
        },
        files: [
          { name: 'key.pem', mime: 'application/x-pem-file' },
          { name: 'certificate.pem', mime: 'application/x-pem-file' },
          { name: 'chain.pem', mime: 'application/x-pem-file' },
        ],
      },
    },
    {
      title: 'Pack a key and its certificates',
      files: [
        { name: 'server.key', fixture: 'certificates/server.key' },
        { name: 'issuing.pem', fixture: 'certificates/issuing.pem' },
        { name: 'server.pem', fixture: 'certificates/server.pem' },
      ],
      options: { direction: 'pack', password: 'correct horse' },
      output: {
        varies: true,
        data: {
          format: 'pkcs12',
          protection: ['HMAC-SHA-256', 'AES-256-CBC'],
          entries: [
            {
              name: 'example.com',
              type: 'private key',
              subject: '',
              notAfter: '',
              keyType: 'ec',
              bits: 256,
              sha256: '',
            },
            {
              name: 'example.com',
              type: 'certificate',
              subject: 'C=DE, O=Beispiel GmbH, CN=example.com',
              notAfter: '2026-12-31T23:59:59Z',
              keyType: 'ec',
              bits: 256,
              sha256: '\u2026',
            },
            {
              name: '',
              type: 'certificate',
              subject: 'C=DE, O=Example Trust, CN=Example Issuing CA 1',
              notAfter: '2040-01-01T00:00:00Z',
              keyType: 'ec',
              bits: 256,
              sha256: '\u2026',
            },
          ],
          warnings: [],
        },
        files: [{ name: 'certificate.p12', mime: 'application/x-pkcs12' }],
      },
    },
    {
      title: 'Another password',
      files: [{ name: 'server.p12', fixture: 'certificates/server.p12' }],
      options: { password: 'incorrect horse' },
      error: { code: 'INVALID_INPUT', message: 'Cannot open file "server.p12": the password is wrong' },
    },
    {
      title: 'A key with the certificate of another',
      files: [
        { name: 'other.key', fixture: 'certificates/other.key' },
        { name: 'server.pem', fixture: 'certificates/server.pem' },
      ],
      options: { direction: 'pack' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot pack: none of the certificates belongs to the private key',
      },
    },
    {
      title: 'Certificates without a key',
      files: [{ name: 'server.pem', fixture: 'certificates/server.pem' }],
      options: { direction: 'pack' },
      error: { code: 'INVALID_INPUT', message: 'Cannot pack: a private key is needed, in PEM or DER' },
    },
    {
      title: 'Nothing to unpack',
      error: {
        code: 'INVALID_INPUT',
        message: 'One container must be given as a file to unpack, got 0 files',
      },
    },
  ],
  run({ input, files, options, random }) {
    if (options.direction === 'pack') return packStore(input, files, options, random);
    const [container, ...more] = files;
    if (container === undefined || more.length > 0 || input.trim() !== '')
      throw invalid(`One container must be given as a file to unpack, got ${files.length} files`);
    return unpackStore(container, options, random);
  },
});
