import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { namedKinds } from '../../formats/certificates/read.js';
import { extensionData, fingerprintData, keyData, namePartData } from '../../formats/certificates/report.js';
import { reportRequest } from '../../formats/certificates/request-report.js';
import { readPkiSources } from '../../formats/certificates/sources.js';
import { inPart } from '../../lib/faults.js';

/** A response holds the report twice, and has 8 MiB at most. */
const MAX_REPORT_BYTES = 3_500_000;
export default defineTool({
  id: 'csr-decoder',
  title: 'CSR Decoder',
  summary: 'Decodes certificate signing requests (PKCS #10) and verifies their signatures.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {},
  result: 'data',
  data: z.object({
    requests: z
      .array(
        z.object({
          subject: z.string().describe('Subject asked for.'),
          commonName: z.string().describe('Common name; empty if there is none.'),
          subjectParts: z.array(namePartData).describe('Attributes of the subject, in their order.'),
          altNames: z.array(z.string()).describe('Subject alternative names asked for, such as DNS:example.com.'),
          valid: z.boolean().describe('Whether the signature was made with the key of the request.'),
          reason: z.string().describe('Why it is not valid; empty if it is.'),
          key: keyData.describe('Public key.'),
          signatureAlgorithm: z.string().describe('Signature algorithm, as OpenSSL names it.'),
          fingerprints: fingerprintData.describe('Fingerprints of the request.'),
          extensions: z.array(extensionData).describe('Extensions asked for.'),
          attributes: z
            .array(
              z.object({
                name: z.string().describe('Name; the dotted identifier of an unknown attribute.'),
                oid: z.string().describe('Object identifier.'),
                value: z.string().describe('Text; "#" and hex for other values; "…" for a challenge password.'),
              }),
            )
            .describe('Other attributes.'),
          warnings: z.array(z.string()).describe('Weaknesses and surprises; empty if there are none.'),
        }),
      )
      .describe('Requests in the order of the input.'),
  }),
  notes: [
    'Reads PEM among other text, with Windows line ends, quoted, indented or with \\n written out; DER; base64 without its lines; hex. "NEW CERTIFICATE REQUEST" of Windows too.',
    'The signature shows that the sender has the private key, not who they are.',
    'A challenge password in the request is never shown.',
  ],
  aliases: [
    'decode csr',
    'openssl req -text',
    'verify csr',
    'certificate signing request viewer',
    'pkcs10 decoder',
    'check csr',
  ],
  verified: [
    'OpenSSL 3.0 (openssl req): subject, names, key, extensions and signature of requests it made with ten kinds of keys',
    'GnuTLS 3.7 (certtool --generate-request): its requests are read and verify',
    'A request cut at every byte and changed in 1,000 ways: decoded, or refused with what is wrong',
  ],
  examples: [
    {
      title: 'A request for two names and an address',
      files: [{ name: 'request.csr', fixture: 'certificates/request.csr' }],
      output: {
        data: {
          requests: [
            {
              subject: 'C=DE, O=Beispiel GmbH, CN=example.com',
              commonName: 'example.com',
              subjectParts: [
                { type: 'C', value: 'DE' },
                { type: 'O', value: 'Beispiel GmbH' },
                { type: 'CN', value: 'example.com' },
              ],
              altNames: ['DNS:example.com', 'DNS:*.example.com', 'IP:192.0.2.7'],
              valid: true,
              reason: '',
              key: {
                keyType: 'ec',
                bits: 256,
                curve: 'P-256',
                exponent: '',
                pin: 'JNZlwsaGkoMTkHjpOD7m7PcVN3BXBDCcwPnpVMsgJLw=',
              },
              signatureAlgorithm: 'ecdsa-with-SHA256',
              fingerprints: {
                sha256: '4dc1b8a321535a7213edee0738837fe93e141c64357cd1d04a785956782054b2',
                sha1: '53454580302576604d33711189d5b9fd5f53131e',
                md5: '55a816d1ffb51c6946bdd8e3a786a81d',
              },
              extensions: [
                {
                  name: 'subjectAltName',
                  oid: '2.5.29.17',
                  critical: false,
                  value: ['DNS:example.com', 'DNS:*.example.com', 'IP:192.0.2.7'],
                },
                { name: 'keyUsage', oid: '2.5.29.15', critical: true, value: ['digitalSignature'] },
              ],
              attributes: [],
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'A request in base64 whose name was changed after signing',
      input:
        'MIIBRDCB6wIBADA7MQswCQYDVQQGEwJERTEWMBQGA1UECgwNQmVpc3BpZWwgR21iSDEUMBIGA1UEAwwLRXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR2nACS5PlmNAB2pFu7IS3ztEOVDtZpzibwzKPYPGI1IYl7ipeJnzoUsV/ERd8YV+A7qgTJK1WAVdE9OXZg4bhooE4wTAYJKoZIhvcNAQkOMT8wPTArBgNVHREEJDAiggtleGFtcGxlLmNvbYINKi5leGFtcGxlLmNvbYcEwAACBzAOBgNVHQ8BAf8EBAMCB4AwCgYIKoZIzj0EAwIDSAAwRQIhAIu6FB7iSE5Jh5K3T+9ubT26/YLpINaqmmqugZLXYFMhAiBdFUaxLfXuCvNV3hs4B4haTem832o/q7+21qfeSa6kjg==',
      output: {
        data: {
          requests: [
            {
              subject: 'C=DE, O=Beispiel GmbH, CN=Example.com',
              commonName: 'Example.com',
              subjectParts: [
                { type: 'C', value: 'DE' },
                { type: 'O', value: 'Beispiel GmbH' },
                { type: 'CN', value: 'Example.com' },
              ],
              altNames: ['DNS:example.com', 'DNS:*.example.com', 'IP:192.0.2.7'],
              valid: false,
              reason: 'The signature does not fit the request and its key',
              key: {
                keyType: 'ec',
                bits: 256,
                curve: 'P-256',
                exponent: '',
                pin: 'JNZlwsaGkoMTkHjpOD7m7PcVN3BXBDCcwPnpVMsgJLw=',
              },
              signatureAlgorithm: 'ecdsa-with-SHA256',
              fingerprints: {
                sha256: 'ded33d4bdb11f5724e55d5011ff3a53de4202c28c1a38dc1f443cccca293e6d7',
                sha1: '81aa65212a1b3369c172583578d2b8739ea3cdac',
                md5: 'ae2da1a148e48c5979687b9725df0f01',
              },
              extensions: [
                {
                  name: 'subjectAltName',
                  oid: '2.5.29.17',
                  critical: false,
                  value: ['DNS:example.com', 'DNS:*.example.com', 'IP:192.0.2.7'],
                },
                { name: 'keyUsage', oid: '2.5.29.15', critical: true, value: ['digitalSignature'] },
              ],
              attributes: [],
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'A certificate instead of a request',
      files: [{ name: 'server.crt', fixture: 'certificates/server.pem' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot decode requests: the input has none, but a certificate' },
    },
    {
      title: 'A request without its last line',
      input: '-----BEGIN CERTIFICATE REQUEST-----\nMIIBRDCB6wIBADA7MQswCQYDVQQGEwJERTEWMBQGA1UECgwNQmVpc3BpZWwgR21i\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": its PEM block is cut short: the line -----END CERTIFICATE REQUEST----- is missing',
      },
    },
    {
      title: 'Nothing to decode',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files }) {
    const objects = readPkiSources(input, files);
    const given = objects.filter(({ kind }) => kind === 'request');
    if (given.length === 0) throw invalid(`Cannot decode requests: the input has none, but ${namedKinds(objects)}`);
    const requests = given.map(({ bytes, extraBytes }, index) =>
      refusing('Cannot decode requests', () => inPart(`request ${index + 1}`, () => reportRequest(bytes, extraBytes))),
    );
    const result = json({ requests });
    const size = Buffer.byteLength(result.text ?? '');
    if (size > MAX_REPORT_BYTES)
      throw overLimit(`The report must have at most ${MAX_REPORT_BYTES} bytes, got ${size}: send fewer requests`);
    return result;
  },
});
