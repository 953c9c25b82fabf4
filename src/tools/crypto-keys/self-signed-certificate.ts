import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { type OutputFile, withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { givenIssuer, type Issuer, identifierOf, newIssuer } from '../../formats/certificates/issuing.js';
import {
  certificateFile,
  keyFile,
  namesFor,
  newKey,
  subjectOptions,
  subjectParts,
} from '../../formats/certificates/make.js';
import { fingerprintData, reportCertificate } from '../../formats/certificates/report.js';
import { buildCertificate, type ExtensionWish, extension } from '../../lib/pki/build-x509.js';
import { writeName } from '../../lib/pki/names.js';

const DAY_MS = 86_400_000;
/** An authority outlives what it issues; 10 years, as mkcert has it. */
const CA_DAYS = 3_650;

const PURPOSES = {
  server: ['serverAuth'],
  client: ['clientAuth'],
  'server-client': ['serverAuth', 'clientAuth'],
  email: ['emailProtection'],
  'code-signing': ['codeSigning'],
} as const;

export default defineTool({
  id: 'self-signed-certificate',
  title: 'Self-Signed Certificate',
  summary:
    'Makes a certificate with its key for local development: self-signed, with a CA of its own, or issued by a CA you have.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    commonName: z.string().min(1).max(64).default('localhost').describe('Common name, usually the host name.'),
    altNames: subjectOptions.altNames(),
    days: z.number().multipleOf(1).min(1).max(3_650).default(365).describe('Validity in days from now.'),
    algorithm: subjectOptions.algorithm(),
    purpose: z
      .enum(['server', 'client', 'server-client', 'email', 'code-signing'])
      .default('server')
      .describe('What the certificate is for.'),
    ca: z
      .boolean()
      .default(false)
      .describe('Makes a CA first, which issues the certificate: trust the CA once instead of each certificate.'),
    issuerCertificate: z
      .string()
      .max(100_000)
      .default('')
      .describe('Certificate of a CA you have, such as ca.pem of an earlier run, to issue this one; empty for none.'),
    issuerKey: ofKind(
      'secret',
      z.string().max(100_000).default('').describe('Private key of "issuerCertificate"; empty for none.'),
    ),
    password: shared.password().describe('Password that opens "issuerKey"; empty if it has none.'),
    organization: subjectOptions.organization(),
    organizationalUnit: subjectOptions.organizationalUnit(),
    locality: subjectOptions.locality(),
    state: subjectOptions.state(),
    country: subjectOptions.country(),
    newPassword: shared.newPassword(),
  },
  result: 'mixed',
  data: z.object({
    subject: z.string().describe('Owner.'),
    issuer: z.string().describe('Issuer.'),
    altNames: z.array(z.string()).describe('Subject alternative names.'),
    serialNumber: z.string().describe('Serial number in hex.'),
    notBefore: z.string().describe('Start of validity, ISO 8601.'),
    notAfter: z.string().describe('End of validity, ISO 8601.'),
    keyType: z.string().describe('Type of the key: rsa, ec or ed25519.'),
    fingerprints: fingerprintData.describe('Fingerprints of the certificate.'),
    warnings: z.array(z.string()).describe('What to know before using it; empty if there is nothing.'),
  }),
  notes: [
    'Without options: a certificate for localhost, 127.0.0.1 and ::1 that servers, browsers and OpenSSL accept once it is trusted.',
    'Files: certificate.pem and key.pem; with a CA also chain.pem for the server, and with "ca" ca.pem to trust and ca-key.pem to keep. Keys are PKCS #8.',
    'The CA can issue certificates only, not further CAs. Whoever has ca-key.pem can impersonate every host to those who trust it.',
    'Validity begins five minutes before now, so that clocks may differ. Browsers do not accept Ed25519.',
  ],
  aliases: [
    'self signed ssl certificate',
    'localhost https certificate',
    'mkcert',
    'openssl req -x509',
    'development certificate',
    'create ca',
    'own certificate authority',
    'client certificate',
    'mtls test certificate',
    'https on localhost',
    'test certificate',
  ],
  verified: [
    'OpenSSL 3.0 (openssl verify, openssl x509): certificates with P-256, P-384, RSA and Ed25519 keys for every purpose, self-signed, of a new CA and of a given one, with 200 generated names, dates and validities',
    'Handshakes over TLS with Node by host name and IP address',
  ],
  examples: [
    {
      title: 'A certificate for localhost',
      output: {
        varies: true,
        data: {
          subject: 'CN=localhost',
          issuer: 'CN=localhost',
          altNames: ['DNS:localhost', 'IP:127.0.0.1', 'IP:::1'],
          serialNumber: '4f0a…',
          notBefore: '2026-01-02T02:59:05Z',
          notAfter: '2027-01-02T02:59:05Z',
          keyType: 'ec',
          fingerprints: { sha256: '…', sha1: '…', md5: '…' },
          warnings: [],
        },
        files: [
          { name: 'certificate.pem', mime: 'application/x-pem-file' },
          { name: 'key.pem', mime: 'application/x-pem-file' },
        ],
      },
    },
    {
      title: 'A server of the local network, issued by a CA of its own',
      options: { commonName: 'nas.home.arpa', altNames: '*.nas.home.arpa, 192.168.1.20', ca: true, days: 825 },
      output: {
        varies: true,
        data: {
          subject: 'CN=nas.home.arpa',
          issuer: 'CN=nas.home.arpa CA',
          altNames: ['DNS:nas.home.arpa', 'DNS:*.nas.home.arpa', 'IP:192.168.1.20'],
          serialNumber: '5c31…',
          notBefore: '2026-01-02T02:59:05Z',
          notAfter: '2028-04-06T02:59:05Z',
          keyType: 'ec',
          fingerprints: { sha256: '…', sha1: '…', md5: '…' },
          warnings: [],
        },
        files: [
          { name: 'ca.pem', mime: 'application/x-pem-file' },
          { name: 'ca-key.pem', mime: 'application/x-pem-file' },
          { name: 'certificate.pem', mime: 'application/x-pem-file' },
          { name: 'key.pem', mime: 'application/x-pem-file' },
          { name: 'chain.pem', mime: 'application/x-pem-file' },
        ],
      },
    },
    {
      title: 'A name that cannot be a host',
      options: { altNames: 'exa mple..com' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "altNames" must list host names, IP addresses, email addresses or URIs, got "mple..com"',
      },
    },
    {
      title: 'A country in full',
      options: { country: 'DÉ' },
      error: { code: 'INVALID_INPUT', message: 'Option "country" must be a two-letter code, got "DÉ"' },
    },
    {
      title: 'A CA without its key',
      options: { issuerCertificate: '-----BEGIN CERTIFICATE-----' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Options "issuerCertificate" and "issuerKey" must be given together',
      },
    },
    {
      title: 'A new CA beside a given one',
      options: { ca: true, issuerCertificate: '-----BEGIN CERTIFICATE-----' },
      error: { code: 'INVALID_INPUT', message: 'Option "ca" must be false where "issuerCertificate" is given' },
    },
  ],
  async run({ options, now, random }) {
    const { commonName, days, algorithm, purpose, ca, issuerCertificate, issuerKey, newPassword } = options;
    if (ca && issuerCertificate !== '') throw invalid('Option "ca" must be false where "issuerCertificate" is given');
    if ((issuerCertificate === '') !== (issuerKey === ''))
      throw invalid('Options "issuerCertificate" and "issuerKey" must be given together');
    const subject = subjectParts(options);
    const isLocal = commonName === 'localhost' && options.altNames.trim() === '';
    const isMachine = purpose === 'server' || purpose === 'client' || purpose === 'server-client';
    const names = namesFor(
      isMachine || isLocal ? commonName : '',
      isLocal ? 'localhost,127.0.0.1,::1' : options.altNames,
    );
    const start = new Date(Math.floor(now.getTime() / 1000) * 1000 - 300_000);
    const end = (count: number): Date => new Date(start.getTime() + count * DAY_MS);
    const key = await newKey(algorithm);
    const files: OutputFile[] = [];
    let issuer: Issuer | undefined;
    if (issuerCertificate !== '') issuer = await givenIssuer(issuerCertificate, issuerKey, options.password);
    if (ca) {
      const name = [
        ...subject.filter(({ type }) => type === 'O'),
        { type: 'CN', value: `${commonName} CA`.slice(0, 64) },
      ];
      const made = newIssuer(name, await newKey(algorithm), {
        serial: random(16),
        notBefore: start,
        notAfter: end(CA_DAYS),
      });
      files.push(certificateFile('ca.pem', made.certificate));
      files.push(keyFile('ca-key.pem', made.key, newPassword, random));
      issuer = made;
    }
    const isRsa = algorithm.startsWith('rsa');
    const extensions: ExtensionWish[] = [
      extension.basicConstraints(false),
      extension.keyUsage(isRsa ? ['digitalSignature', 'keyEncipherment'] : ['digitalSignature']),
      extension.extendedKeyUsage(PURPOSES[purpose]),
      ...(names.length === 0 ? [] : [extension.subjectAltName(names, false)]),
      extension.subjectKeyIdentifier(key),
      extension.authorityKeyIdentifier(issuer?.identifier ?? identifierOf(key)),
    ];
    const wish = { serial: random(16), subject, notBefore: start, notAfter: end(days), key, extensions };
    const bytes = buildCertificate({ ...wish, issuer: issuer?.name ?? writeName(subject) }, issuer?.key ?? key);
    const { report } = reportCertificate(bytes, 0, now);
    files.push(certificateFile('certificate.pem', bytes), keyFile('key.pem', key, newPassword, random));
    if (issuer?.certificate !== undefined) files.push(certificateFile('chain.pem', bytes, issuer.certificate));
    const warnings = [
      ...report.warnings,
      ...(issuer?.notAfter !== undefined && issuer.notAfter < end(days)
        ? ['The CA expires before the certificate does, which is then not valid either']
        : []),
      ...(algorithm === 'ed25519' && purpose === 'server' ? ['Browsers do not accept Ed25519 certificates'] : []),
    ];
    const { altNames, serialNumber, notBefore, notAfter, fingerprints } = report;
    const told = { subject: report.subject, issuer: report.issuer, altNames, serialNumber, notBefore, notAfter };
    return withFiles(json({ ...told, keyType: report.key.keyType, fingerprints, warnings }), files);
  },
});
