import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { type OutputFile, withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { keyFile, namesFor, newKey, pemFile, subjectOptions, subjectParts } from '../../formats/certificates/make.js';
import { keyData, keyReport } from '../../formats/certificates/report.js';
import { readPrivateKey } from '../../formats/keys/read-key.js';
import { writePem } from '../../formats/keys/write-key.js';
import { buildRequest, extension } from '../../lib/pki/build-x509.js';
import { altNamesOf } from '../../lib/pki/extensions.js';
import { generalNameText, nameText } from '../../lib/pki/names.js';
import { signatureFacts } from '../../lib/pki/public-keys.js';
import { keyWarnings } from '../../lib/pki/weaknesses.js';
import { parseRequest } from '../../lib/pki/x509.js';

const PURPOSES = {
  server: 'serverAuth',
  client: 'clientAuth',
  email: 'emailProtection',
  'code-signing': 'codeSigning',
};

export default defineTool({
  id: 'csr-generator',
  title: 'CSR Generator',
  summary:
    'Makes a certificate signing request (PKCS #10) with subject alternative names, for a new key or one you have.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    commonName: z.string().max(64).default('').describe('Common name, usually the host name.'),
    altNames: subjectOptions.altNames(),
    organization: subjectOptions.organization(),
    organizationalUnit: subjectOptions.organizationalUnit(),
    locality: subjectOptions.locality(),
    state: subjectOptions.state(),
    country: subjectOptions.country(),
    algorithm: subjectOptions.algorithm(),
    privateKey: ofKind(
      'secret',
      z
        .string()
        .max(100_000)
        .default('')
        .describe('Private key to use instead of a new one, in PEM, JWK or OpenSSH form; empty for a new key.'),
    ),
    password: shared.password().describe('Password that opens "privateKey"; empty if it has none.'),
    purpose: z
      .enum(['none', 'server', 'client', 'email', 'code-signing'])
      .default('none')
      .describe('Purpose to ask for as extended key usage; none leaves it to the CA.'),
    newPassword: shared.newPassword(),
  },
  result: 'mixed',
  data: z.object({
    subject: z.string().describe('Subject asked for.'),
    altNames: z.array(z.string()).describe('Subject alternative names asked for.'),
    key: keyData.describe('Public key.'),
    signatureAlgorithm: z.string().describe('Signature algorithm, as OpenSSL names it.'),
    warnings: z.array(z.string()).describe('What the CA may object to; empty if there is nothing.'),
  }),
  notes: [
    'Files: request.csr, to send to the CA, and for a new key key.pem (PKCS #8), to keep.',
    'Common name and alternative names: public CAs look at the alternative names only; the common name is added to them if it is a host name.',
    'Host names in other scripts are written in punycode.',
  ],
  aliases: [
    'certificate signing request',
    'generate csr',
    'openssl req -new',
    'pkcs10',
    'csr with san',
    'ssl request',
    'renew certificate with the same key',
  ],
  verified: [
    'OpenSSL 3.0 (openssl req -verify): subject, names and key of 200 generated requests, and requests with own keys of RSA, RSA-PSS, EC, Ed25519 and Ed448 that OpenSSL made',
    'GnuTLS 3.7 (certtool --crq-info) reads the same names',
  ],
  examples: [
    {
      title: 'A request for two host names',
      options: { commonName: 'example.com', altNames: 'www.example.com', organization: 'Beispiel GmbH', country: 'de' },
      output: {
        varies: true,
        data: {
          subject: 'C=DE, O=Beispiel GmbH, CN=example.com',
          altNames: ['DNS:example.com', 'DNS:www.example.com'],
          key: { keyType: 'ec', bits: 256, curve: 'P-256', exponent: '', pin: 'kbmd1wMnqGVrlWpQ4…' },
          signatureAlgorithm: 'ecdsa-with-SHA256',
          warnings: [],
        },
        files: [
          { name: 'request.csr', mime: 'application/pkcs10' },
          { name: 'key.pem', mime: 'application/x-pem-file' },
        ],
      },
    },
    {
      title: 'A request without any name',
      output: {
        varies: true,
        data: {
          subject: '',
          altNames: [],
          key: { keyType: 'ec', bits: 256, curve: 'P-256', exponent: '', pin: 'kbmd1wMnqGVrlWpQ4…' },
          signatureAlgorithm: 'ecdsa-with-SHA256',
          warnings: ['The request has no names: set "commonName" or "altNames"'],
        },
        files: [
          { name: 'request.csr', mime: 'application/pkcs10' },
          { name: 'key.pem', mime: 'application/x-pem-file' },
        ],
      },
    },
    {
      title: 'A host name with a space',
      options: { altNames: 'www example.com, my_host!' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "altNames" must list host names, IP addresses, email addresses or URIs, got "my_host!"',
      },
    },
    {
      title: 'A public key instead of a private one',
      options: {
        commonName: 'example.com',
        privateKey:
          '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----',
      },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "privateKey": it is a public key; a private key is needed',
      },
    },
  ],
  async run({ options, random }) {
    const { commonName, algorithm, privateKey, password, purpose, newPassword } = options;
    const subject = subjectParts(options);
    const names = namesFor(commonName, options.altNames);
    const given =
      privateKey.trim() === ''
        ? undefined
        : await readPrivateKey(privateKey, { label: 'option "privateKey"', password });
    const key = given?.key ?? (await newKey(algorithm));
    const isRsa = key.asymmetricKeyType === 'rsa';
    const extensions = [
      ...(names.length === 0 ? [] : [extension.subjectAltName(names, subject.length === 0)]),
      extension.keyUsage(isRsa ? ['digitalSignature', 'keyEncipherment'] : ['digitalSignature']),
      ...(purpose === 'none' ? [] : [extension.extendedKeyUsage([PURPOSES[purpose]])]),
    ];
    const bytes = refusing('Cannot sign the request', () => buildRequest(subject, key, extensions));
    const request = parseRequest(bytes);
    const told = keyReport(request.publicKey);
    const files: OutputFile[] = [
      { ...pemFile('request.csr', writePem('CERTIFICATE REQUEST', bytes)), mime: 'application/pkcs10' },
      ...(given === undefined ? [keyFile('key.pem', key, newPassword, random)] : []),
    ];
    const isServer = purpose === 'none' || purpose === 'server';
    const warnings = [
      ...keyWarnings(told),
      ...(subject.length === 0 && names.length === 0
        ? ['The request has no names: set "commonName" or "altNames"']
        : []),
      ...(isServer && subject.length > 0 && names.length === 0
        ? ['The request has no alternative names: public CAs refuse it for a server']
        : []),
      ...(told.keyType === 'ed25519' && isServer ? ['Public CAs and browsers do not accept Ed25519'] : []),
    ];
    const altNames = altNamesOf(request.extensions).map(generalNameText);
    const { name: signatureAlgorithm } = signatureFacts(request.algorithm);
    const data = { subject: nameText(request.subject), altNames, key: told, signatureAlgorithm, warnings };
    return withFiles(json(data), files);
  },
});
