import { z } from 'zod';

import { defineTool, invalid, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { issuerIndex } from '../../formats/certificates/issuers.js';
import { KIND_NAMES, namedKinds, type PkiObject } from '../../formats/certificates/read.js';
import { certificateData, certificateText, reportCertificate } from '../../formats/certificates/report.js';
import { readPkiSources } from '../../formats/certificates/sources.js';
import { judgedAt } from '../../formats/judged-at.js';
import { writePem } from '../../formats/keys/write-key.js';
import { inPart } from '../../lib/faults.js';

/** A response holds the report twice, and has 8 MiB at most. */
const MAX_REPORT_BYTES = 3_500_000;

/** Made for these examples; `openssl x509 -text` shows what they expect. */
const ROOT =
  '-----BEGIN CERTIFICATE-----\nMIIBuzCCAWKgAwIBAgIUUMT4mMxb/A0gQTGYujFO39t3TyIwCgYIKoZIzj0EAwIw\nPDELMAkGA1UEBhMCREUxFjAUBgNVBAoMDUV4YW1wbGUgVHJ1c3QxFTATBgNVBAMM\nDEV4YW1wbGUgUm9vdDAeFw0yNTAxMDEwMDAwMDBaFw00NTAxMDEwMDAwMDBaMDwx\nCzAJBgNVBAYTAkRFMRYwFAYDVQQKDA1FeGFtcGxlIFRydXN0MRUwEwYDVQQDDAxF\neGFtcGxlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARYqAKqyGF/mnCq\n86Hjt4X6OQ8v3DtkHWXtlXTkXJfmnEXqYll3iinua8s1jeh527UxzF2gYspdiFA2\n5KEsrXmZo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNV\nHQ4EFgQUrxsFRA7WKAscV/OGqEPzIy9bRu0wCgYIKoZIzj0EAwIDRwAwRAIgKnO2\n1fmI/tMt3jy/ivQgEwFOcdgqHij6OzS2fIL+BwECID4U4u7ffpA9M5ukPDaYt1+0\nES/LAUlYGWpFLlrckeT7\n-----END CERTIFICATE-----\n';

const isCertificate = ({ kind }: PkiObject): boolean => kind === 'certificate';

/** Things beside the certificates, as `2 × a private key`. */
function othersOf(objects: readonly PkiObject[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of objects.filter((object) => !isCertificate(object)))
    counts.set(KIND_NAMES[kind], (counts.get(KIND_NAMES[kind]) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`));
}

export default defineTool({
  id: 'certificate-decoder',
  title: 'Certificate Decoder',
  summary:
    'Decodes X.509 certificates and whole chains from PEM, DER, PKCS #7 or plain base64: names, dates, key, extensions and fingerprints.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    at: shared.at(),
    format: z.enum(['json', 'text']).default('json').describe('JSON data, or a report to read.'),
    raw: z.boolean().default(false).describe('Adds each certificate in PEM form.'),
  },
  result: 'mixed',
  data: z.object({
    certificates: z
      .array(
        certificateData.extend({
          issuedBy: z
            .int()
            .nullable()
            .describe('Number of the certificate in this list that signed it, from 1; null if none did.'),
          pem: z.string().optional().describe('The certificate in PEM form, with "raw".'),
        }),
      )
      .describe('Certificates in the order of the input.'),
    others: z.array(z.string()).describe('What else the input holds; it is not shown.'),
    warnings: z.array(z.string()).describe('Surprises in the input as a whole; empty if there are none.'),
  }),
  notes: [
    'Reads PEM blocks among other text, with Windows line ends, quoted, indented, in one line or with \\n written out; DER; PKCS #7 (.p7b); base64 without its lines, also in base64 once more (Kubernetes); hex; and certificates inside JSON (x5c) and XML (X509Certificate).',
    'Signatures are checked only within the input: "selfSigned" and "issuedBy" say which key signed a certificate. Whether a client trusts it says certificate-chain-checker.',
    'Extensions that are unknown or damaged are shown as bytes in hex. At most 300 certificates and 1,000,000 bytes of them per file.',
    'A private key in the input is never shown.',
  ],
  aliases: [
    'ssl certificate decoder',
    'x509 decoder',
    'openssl x509 -text',
    'view certificate',
    'pem decoder',
    'read crt file',
    'p7b viewer',
    'certificate fingerprint',
    'certificate expiry date',
    'subject alternative names',
    'certificate bundle',
    'when does a certificate expire',
  ],
  verified: [
    'OpenSSL 3.0 (openssl x509): subject, issuer, serial number, dates, signature algorithm and fingerprints of all certificates of the Debian bundle of authorities; also keys and alternative names of certificates it made with ten kinds of keys, and 18 kinds of extensions',
    'GnuTLS 3.7 (certtool): certificates inside PKCS #7',
    'A certificate cut at every byte and changed in 1,000 ways: decoded, or refused with what is wrong',
  ],
  examples: [
    {
      title: 'A self-signed root',
      input: ROOT,
      options: { at: '2026-01-01T00:00:00Z' },
      output: {
        data: {
          certificates: [
            {
              subject: 'C=DE, O=Example Trust, CN=Example Root',
              commonName: 'Example Root',
              subjectParts: [
                { type: 'C', value: 'DE' },
                { type: 'O', value: 'Example Trust' },
                { type: 'CN', value: 'Example Root' },
              ],
              issuer: 'C=DE, O=Example Trust, CN=Example Root',
              issuerParts: [
                { type: 'C', value: 'DE' },
                { type: 'O', value: 'Example Trust' },
                { type: 'CN', value: 'Example Root' },
              ],
              altNames: [],
              serialNumber: '50c4f898cc5bfc0d20413198ba314edfdb774f22',
              version: 3,
              notBefore: '2025-01-01T00:00:00Z',
              notAfter: '2045-01-01T00:00:00Z',
              status: 'valid',
              daysLeft: 6940,
              isCa: true,
              selfSigned: true,
              key: {
                keyType: 'ec',
                bits: 256,
                curve: 'P-256',
                exponent: '',
                pin: 'i3tZcnwrJZP1qIwsT4bonZpWHEfbNA/Bb2R4Xk9Z4QA=',
              },
              signatureAlgorithm: 'ecdsa-with-SHA256',
              fingerprints: {
                sha256: 'ad606aad94e0576cd65a7072ced999dd28b80fa0892b3c298ac5ce02b6cc70b8',
                sha1: '3334259d7ace316b552ee7eb25311cc90c6fe019',
                md5: '42981eb5bdf43f74c8601e0cf4d24288',
              },
              extensions: [
                { name: 'basicConstraints', oid: '2.5.29.19', critical: true, value: { ca: true, pathLength: null } },
                { name: 'keyUsage', oid: '2.5.29.15', critical: true, value: ['keyCertSign', 'cRLSign'] },
                {
                  name: 'subjectKeyIdentifier',
                  oid: '2.5.29.14',
                  critical: false,
                  value: 'af1b05440ed6280b1c57f386a843f3232f5b46ed',
                },
              ],
              warnings: [],
              issuedBy: 1,
            },
          ],
          others: [],
          warnings: [],
        },
      },
    },
    {
      title: 'A server certificate as a report',
      files: [{ name: 'server.pem', fixture: 'certificates/server.pem' }],
      options: { format: 'text', at: '2026-06-05' },
      output: {
        text: 'Subject:        C=DE, O=Beispiel GmbH, CN=example.com\nIssuer:         C=DE, O=Example Trust, CN=Example Issuing CA 1\nSerial number:  6637f3969b9b8a79f6817f8c605d97f6861614b1\nValid from:     2026-01-01T00:00:00Z\nValid until:    2026-12-31T23:59:59Z (209 days left)\nNames:          DNS:example.com, DNS:*.example.com, IP:192.0.2.7, IP:2001:db8::7\nKey:            EC, P-256, 256 bits\nSignature:      ecdsa-with-SHA256\nVersion:        3\nSHA-256:        F9:E4:13:DA:68:BE:A6:E2:74:3C:5A:F8:A1:19:86:57:60:1F:BF:5C:42:D5:8B:BB:79:58:55:FF:F3:43:06:A8\nSHA-1:          D2:81:06:44:76:7A:4A:FE:C9:A7:90:02:A3:41:5A:E7:43:34:9E:C7\nPublic key pin: sha256/JNZlwsaGkoMTkHjpOD7m7PcVN3BXBDCcwPnpVMsgJLw=\nExtensions:\n  basicConstraints (critical): ca: false\n  keyUsage (critical): digitalSignature\n  extendedKeyUsage:\n    serverAuth\n    clientAuth\n  subjectAltName:\n    DNS:example.com\n    DNS:*.example.com\n    IP:192.0.2.7\n    IP:2001:db8::7\n  subjectKeyIdentifier: 9b096ec2be7593852aba74ceb1fc7da71c7ab2f0\n  authorityKeyIdentifier: keyIdentifier: f13a14e4b12706c37c8546f77d6c29fa494f22c5\n  authorityInfoAccess:\n    method: ocsp, location: URI:http://ocsp.example.net\n    method: caIssuers, location: URI:http://ca.example.net/issuing.crt\n  cRLDistributionPoints: names: URI:http://ca.example.net/issuing.crl\n  certificatePolicies: policy: 2.23.140.1.2.1, name: Domain validated (CA/Browser Forum)\n',
      },
    },
    {
      title: 'A certificate that was cut while copying',
      input: '-----BEGIN CERTIFICATE-----\nMIIBuzCCAWKgAwIBAgIUUMT4mMxb/A0gQTGYujFO39t3TyIwCgYIKoZIzj0EAwIw\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": its PEM block is cut short: the line -----END CERTIFICATE----- is missing',
      },
    },
    {
      title: 'A request instead of a certificate',
      files: [{ name: 'request.pem', fixture: 'certificates/request.csr' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decode certificates: the input has none, but a certificate signing request',
      },
    },
    {
      title: 'Nothing to decode',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'An unknown instant',
      input: ROOT,
      options: { at: 'tomorrow' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "at" must be an instant such as 2026-01-31T12:00:00Z, got "tomorrow"',
      },
    },
  ],
  run({ input, files, options, now }) {
    const objects = readPkiSources(input, files);
    const given = objects.filter(isCertificate);
    if (given.length === 0) throw invalid(`Cannot decode certificates: the input has none, but ${namedKinds(objects)}`);
    const at = judgedAt(options.at, now);
    const read = given.map(({ bytes, extraBytes }, index) =>
      refusing('Cannot decode certificates', () =>
        inPart(`certificate ${index + 1}`, () => reportCertificate(bytes, extraBytes, at)),
      ),
    );
    const parsed = read.map((one) => one.parsed);
    const certificates = read.map(({ report, parsed: own }) => {
      const issuer = issuerIndex(own, parsed);
      return {
        ...report,
        issuedBy: issuer === undefined ? null : issuer + 1,
        ...(options.raw ? { pem: writePem('CERTIFICATE', own.raw) } : {}),
      };
    });
    const others = othersOf(objects);
    const prints = certificates.map(({ fingerprints }) => fingerprints.sha256);
    const warnings = [
      ...(objects.some(({ kind }) => kind === 'private-key' || kind === 'encrypted-key')
        ? ['The input holds a private key: keep it out of what you send to others']
        : []),
      ...(new Set(prints).size < prints.length ? ['A certificate occurs more than once'] : []),
    ];
    const result = json({ certificates, others, warnings });
    const size = Buffer.byteLength(result.text ?? '');
    if (size > MAX_REPORT_BYTES)
      throw overLimit(`The report must have at most ${MAX_REPORT_BYTES} bytes, got ${size}: send fewer certificates`);
    if (options.format === 'json') return result;
    const reports = certificates.map((report, index) => {
      const title = certificates.length === 1 ? '' : `Certificate ${index + 1} of ${certificates.length}\n`;
      const pem = report.pem === undefined ? '' : `\n${report.pem.trimEnd()}`;
      return `${title}${certificateText(report)}${pem}`;
    });
    const also = others.length === 0 ? [] : [`Also in the input: ${others.join(', ')}`];
    return text(`${[...reports, ...also, ...warnings.map((warning) => `Warning: ${warning}`)].join('\n\n')}\n`);
  },
});
