import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { chainRow, chainRows, chainWarnings, leafOf } from '../../formats/certificates/chain-report.js';
import { type Judgement, judgeChain, parseRoots } from '../../formats/certificates/chains.js';
import { certificateFile } from '../../formats/certificates/make.js';
import { namedKinds, readPkiObjects } from '../../formats/certificates/read.js';
import { readPkiSources } from '../../formats/certificates/sources.js';
import { judgedAt } from '../../formats/judged-at.js';
import { inPart } from '../../lib/faults.js';
import { type ParsedCertificate, parseCertificate } from '../../lib/pki/x509.js';
import { publicRoots } from '../../network/public-roots.js';

/** The root of the examples. */
const ROOT =
  '-----BEGIN CERTIFICATE-----\nMIIBuzCCAWKgAwIBAgIUUMT4mMxb/A0gQTGYujFO39t3TyIwCgYIKoZIzj0EAwIw\nPDELMAkGA1UEBhMCREUxFjAUBgNVBAoMDUV4YW1wbGUgVHJ1c3QxFTATBgNVBAMM\nDEV4YW1wbGUgUm9vdDAeFw0yNTAxMDEwMDAwMDBaFw00NTAxMDEwMDAwMDBaMDwx\nCzAJBgNVBAYTAkRFMRYwFAYDVQQKDA1FeGFtcGxlIFRydXN0MRUwEwYDVQQDDAxF\neGFtcGxlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARYqAKqyGF/mnCq\n86Hjt4X6OQ8v3DtkHWXtlXTkXJfmnEXqYll3iinua8s1jeh527UxzF2gYspdiFA2\n5KEsrXmZo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNV\nHQ4EFgQUrxsFRA7WKAscV/OGqEPzIy9bRu0wCgYIKoZIzj0EAwIDRwAwRAIgKnO2\n1fmI/tMt3jy/ivQgEwFOcdgqHij6OzS2fIL+BwECID4U4u7ffpA9M5ukPDaYt1+0\nES/LAUlYGWpFLlrckeT7\n-----END CERTIFICATE-----\n';

/** Most certificates of a chain with what is beside it. */
const MAX_CERTIFICATES = 100;

/** A host name or address, also out of a URL or with a port. */
function hostOf(text: string): string {
  const bare = text.trim();
  if (bare === '') return '';
  const url = /^[a-z]+:\/\//i.test(bare)
    ? bare
    : `https://${/^[\da-f:]*:[\da-f:.]*:/i.test(bare) ? `[${bare}]` : bare}`;
  if (!URL.canParse(url)) throw invalid(`Option "host" must be a host name or IP address, got ${quote(bare)}`);
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

export default defineTool({
  id: 'certificate-chain-checker',
  title: 'Certificate Chain Checker',
  summary:
    'Orders a certificate chain and verifies it up to a trusted root: signatures, dates, host name, purposes and name constraints.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    host: z
      .string()
      .max(300)
      .default('')
      .describe('Host name or IP address that the certificate must be for; empty for any.'),
    at: shared.at(),
    purpose: z
      .enum(['server', 'client', 'any'])
      .default('server')
      .describe('What the certificate is used for: by a TLS server, by a TLS client, or anything.'),
    trust: z
      .string()
      .max(200_000)
      .default('')
      .describe('Root certificates to trust, in PEM form; empty for the public roots of Mozilla.'),
  },
  result: 'mixed',
  data: z.object({
    valid: z.boolean().describe('Whether the chain holds.'),
    reason: z.string().describe('Why it does not; empty if it does.'),
    problems: z.array(z.string()).describe('Everything that is wrong; empty if the chain holds.'),
    trusted: z.boolean().describe('Whether the chain leads to a trusted root.'),
    chain: z.array(chainRow).describe('Chain from the certificate up to the root, as far as it goes.'),
    validUntil: z.string().describe('End of validity of the whole chain, ISO 8601.'),
    warnings: z
      .array(z.string())
      .describe('Weaknesses, wrong order and what is not needed; empty if there is nothing.'),
  }),
  notes: [
    'The certificates may come in any order and form that certificate-decoder reads, in the input and in up to 20 files. The first that is not a CA is the one that is checked.',
    'Public roots are those of Mozilla that the Node.js of the service carries. Nothing is fetched: a missing issuer is named with the address where it is offered, and revocation is not checked.',
    'The file fullchain.pem has the certificate and its intermediates in the order that servers send, without the root.',
    'Where several ways lead to a root, the one with the fewest problems is shown.',
  ],
  aliases: [
    'ssl chain checker',
    'openssl verify',
    'incomplete certificate chain',
    'missing intermediate certificate',
    'order certificate chain',
    'unable to get local issuer certificate',
    'certificate path validation',
    'fullchain',
  ],
  verified: [
    'OpenSSL 3.0 (openssl verify): the same verdict on 300 generated chains of up to five certificates, three quarters of them with a fault in dates, purposes, constraints, path lengths, signatures, names or order',
    '30 roots of the Debian bundle: those that Node.js has too are trusted',
  ],
  examples: [
    {
      title: 'A chain in the wrong order, with a root of its own',
      files: [
        { name: 'issuing.pem', fixture: 'certificates/issuing.pem' },
        { name: 'server.pem', fixture: 'certificates/server.pem' },
      ],
      options: { host: 'www.example.com', at: '2026-06-01', trust: ROOT },
      output: {
        data: {
          valid: true,
          reason: '',
          problems: [],
          trusted: true,
          chain: [
            {
              subject: 'C=DE, O=Beispiel GmbH, CN=example.com',
              issuer: 'C=DE, O=Example Trust, CN=Example Issuing CA 1',
              role: 'leaf',
              source: 'input',
              notBefore: '2026-01-01T00:00:00Z',
              notAfter: '2026-12-31T23:59:59Z',
              status: 'valid',
              sha256: 'f9e413da68bea6e2743c5af8a1198657601fbf5c42d58bbb795855fff34306a8',
            },
            {
              subject: 'C=DE, O=Example Trust, CN=Example Issuing CA 1',
              issuer: 'C=DE, O=Example Trust, CN=Example Root',
              role: 'intermediate',
              source: 'input',
              notBefore: '2025-02-01T00:00:00Z',
              notAfter: '2040-01-01T00:00:00Z',
              status: 'valid',
              sha256: '51d065dd237e8cac6f4cf22eed53e59057097cd36e6d7074fd1203fbb7de8f77',
            },
            {
              subject: 'C=DE, O=Example Trust, CN=Example Root',
              issuer: 'C=DE, O=Example Trust, CN=Example Root',
              role: 'root',
              source: 'trust',
              notBefore: '2025-01-01T00:00:00Z',
              notAfter: '2045-01-01T00:00:00Z',
              status: 'valid',
              sha256: 'ad606aad94e0576cd65a7072ced999dd28b80fa0892b3c298ac5ce02b6cc70b8',
            },
          ],
          validUntil: '2026-12-31T23:59:59Z',
          warnings: [
            'Wrong order: servers send their own certificate first, then each issuer; fullchain.pem has that order',
          ],
        },
        files: [{ name: 'fullchain.pem', mime: 'application/x-pem-file' }],
      },
    },
    {
      title: 'A certificate without its intermediate',
      files: [{ name: 'server.pem', fixture: 'certificates/server.pem' }],
      options: { at: '2026-06-01' },
      output: {
        data: {
          valid: false,
          reason:
            'An issuer is missing: C=DE, O=Example Trust, CN=Example Issuing CA 1 issued C=DE, O=Beispiel GmbH, CN=example.com; it is offered at http://ca.example.net/issuing.crt',
          problems: [
            'An issuer is missing: C=DE, O=Example Trust, CN=Example Issuing CA 1 issued C=DE, O=Beispiel GmbH, CN=example.com; it is offered at http://ca.example.net/issuing.crt',
          ],
          trusted: false,
          chain: [
            {
              subject: 'C=DE, O=Beispiel GmbH, CN=example.com',
              issuer: 'C=DE, O=Example Trust, CN=Example Issuing CA 1',
              role: 'leaf',
              source: 'input',
              notBefore: '2026-01-01T00:00:00Z',
              notAfter: '2026-12-31T23:59:59Z',
              status: 'valid',
              sha256: 'f9e413da68bea6e2743c5af8a1198657601fbf5c42d58bbb795855fff34306a8',
            },
          ],
          validUntil: '2026-12-31T23:59:59Z',
          warnings: [],
        },
        files: [{ name: 'fullchain.pem', mime: 'application/x-pem-file' }],
      },
    },
    {
      title: 'A request instead of certificates',
      files: [{ name: 'request.csr', fixture: 'certificates/request.csr' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot check the chain: the input has no certificate, but a certificate signing request',
      },
    },
    {
      title: 'A host that cannot be one',
      files: [{ name: 'server.pem', fixture: 'certificates/server.pem' }],
      options: { host: 'www example com' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "host" must be a host name or IP address, got "www example com"',
      },
    },
  ],
  run({ input, files, options, now }) {
    const objects = readPkiSources(input, files);
    const given = objects
      .filter(({ kind }) => kind === 'certificate')
      .map(({ bytes }, index) =>
        refusing('Cannot check the chain', () => inPart(`certificate ${index + 1}`, () => parseCertificate(bytes))),
      );
    if (given.length === 0)
      throw invalid(`Cannot check the chain: the input has no certificate, but ${namedKinds(objects)}`);
    if (given.length > MAX_CERTIFICATES)
      throw overLimit(`The input must have at most ${MAX_CERTIFICATES} certificates, got ${given.length}`);
    const roots = options.trust.trim() === '' ? parseRoots(publicRoots()) : trusted(options.trust);
    const { purpose } = options;
    const judgement: Judgement = { at: judgedAt(options.at, now), host: hostOf(options.host), purpose, given };
    const { path, problems } = refusing('Cannot check the chain', () => judgeChain(leafOf(given), roots, judgement));
    const { certificates, isTrusted } = path;
    const chain = chainRows(path, given, judgement.at);
    const sent = certificates.filter((_, index) => chain[index]?.role !== 'root').map(({ raw }) => raw);
    const result = {
      valid: problems.length === 0,
      reason: problems[0] ?? '',
      problems,
      trusted: isTrusted,
      chain,
      validUntil: certificates.map(({ notAfter }) => notAfter).sort()[0] ?? '',
      warnings: chainWarnings(path, given),
    };
    return withFiles(json(result), [certificateFile('fullchain.pem', ...sent)]);

    function trusted(text: string): ParsedCertificate[] {
      const found = readPkiObjects(text, 'option "trust"').filter(({ kind }) => kind === 'certificate');
      if (found.length === 0) throw invalid('Option "trust" must hold certificates');
      return found.map(({ bytes }) => refusing('Cannot read option "trust"', () => parseCertificate(bytes)));
    }
  },
});
