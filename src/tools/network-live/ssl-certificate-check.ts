import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { chainRows, chainWarnings } from '../../formats/certificates/chain-report.js';
import { judgeChain, parseRoots } from '../../formats/certificates/chains.js';
import { reportCertificate } from '../../formats/certificates/report.js';
import { readIpAddress } from '../../lib/numbers/ip-address.js';
import { daysBetween } from '../../lib/pki/weaknesses.js';
import { closeConnection } from '../../network/connect.js';
import { withoutFinalDot } from '../../network/host-names.js';
import { publicRoots } from '../../network/public-roots.js';
import { accessOf } from '../../network/session.js';
import { UPGRADES } from '../../network/start-tls.js';
import { parseHost } from '../../network/targets.js';
import { failureOf, LIVE_NOTE, rounded, timeoutOption } from './_peer.js';
import { bareHost, noCertificate, openChecked, sentBy, tlsReportData } from './_tls.js';

export default defineTool({
  id: 'ssl-certificate-check',
  title: 'SSL Certificate Check',
  summary:
    'Opens TLS to a host and checks its certificate: chain, names, dates, days left, key and warnings, with STARTTLS for mail and databases.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 30,
  input: 'required',
  options: {
    port: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(65_535)
      .default(0)
      .describe('Port; 0: that of the input, else 443 or the usual one of "starttls".'),
    starttls: z
      .enum(['none', 'smtp', 'imap', 'pop3', 'ftp', 'postgres'])
      .default('none')
      .describe('Protocol that begins without TLS and asks for it.'),
    serverName: z.string().max(253).default('').describe('Name to ask for (SNI) and to check; empty for the host.'),
    warnDays: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(3650)
      .default(30)
      .describe('Warns when the certificate expires within so many days.'),
    timeoutMs: timeoutOption(10_000, 20_000, 'the server'),
  },
  result: 'data',
  data: tlsReportData,
  notes: [
    LIVE_NOTE,
    'Judged as certificate-chain-checker judges, with the public roots of Mozilla: signatures, dates, names, purposes and constraints. Revocation is not checked.',
    'One connection with the best version of TLS that both sides know: what else the server offers is not tried. Nothing is sent after the handshake.',
  ],
  aliases: [
    'ssl checker',
    'tls certificate',
    'certificate expiry',
    'https check',
    'openssl s_client',
    'days until certificate expires',
    'starttls check',
    'ssl test',
    'cert chain of a host',
    "is a website's certificate valid",
  ],
  verified: [
    'OpenSSL 3.0 (openssl s_client, x509): the same protocol, cipher, ALPN, serial number, end of validity and fingerprint for 12 servers of openssl s_server on loopback with other keys and versions; one of them behind STARTTLS of SMTP',
    'The chains by certificate-chain-checker, which openssl verify is compared with',
  ],
  examples: [
    {
      title: 'A certificate that has expired',
      input: 'https://expired.example.net/',
      output: {
        data: {
          host: 'expired.example.net',
          port: 443,
          serverName: 'expired.example.net',
          address: '93.184.215.17',
          isValid: false,
          problems: ['Expired on 2025-04-01T00:00:00Z: CN=expired.example.net'],
          daysLeft: -276,
          protocol: 'TLSv1.3',
          cipher: 'TLS_AES_256_GCM_SHA384',
          alpn: 'http/1.1',
          certificate: {
            subject: 'CN=expired.example.net',
            commonName: 'expired.example.net',
            subjectParts: [{ type: 'CN', value: 'expired.example.net' }],
            issuer: 'CN=Pretend Internet Root, O=Tests',
            issuerParts: [
              { type: 'CN', value: 'Pretend Internet Root' },
              { type: 'O', value: 'Tests' },
            ],
            altNames: ['DNS:expired.example.net'],
            serialNumber: '0102',
            version: 3,
            notBefore: '2025-01-01T00:00:00Z',
            notAfter: '2025-04-01T00:00:00Z',
            status: 'expired',
            daysLeft: -276,
            isCa: false,
            selfSigned: false,
            key: {
              keyType: 'ec',
              bits: 256,
              curve: 'P-256',
              exponent: '',
              pin: 'KOPWPE8+eb87fO0PPrIOkjzBFlfw3SAkwWL2+Q49Gyo=',
            },
            signatureAlgorithm: 'ecdsa-with-SHA256',
            fingerprints: {
              sha256: '792c7b5e84d24da3f298077d3a256408544a1e4526c3040d0235b73536cf83f9',
              sha1: '239c4ea3a9b10ef0c0cbbb84dd2491277f44d588',
              md5: 'f9a3232e7b81c49259a1915b3e77fbb2',
            },
            extensions: [
              { name: 'subjectAltName', oid: '2.5.29.17', critical: false, value: ['DNS:expired.example.net'] },
              { name: 'basicConstraints', oid: '2.5.29.19', critical: true, value: { ca: false, pathLength: null } },
              { name: 'keyUsage', oid: '2.5.29.15', critical: true, value: ['digitalSignature'] },
              { name: 'extendedKeyUsage', oid: '2.5.29.37', critical: false, value: ['serverAuth'] },
              {
                name: 'subjectKeyIdentifier',
                oid: '2.5.29.14',
                critical: false,
                value: '96ab8981afbcd9578bc5365ee26130103a91addd',
              },
              {
                name: 'authorityKeyIdentifier',
                oid: '2.5.29.35',
                critical: false,
                value: { keyIdentifier: '5e7fab3a446d8f0128355b99c18dbc9493ac0d64' },
              },
            ],
            warnings: ['Expired 276 days ago'],
          },
          chain: [
            {
              subject: 'CN=expired.example.net',
              issuer: 'CN=Pretend Internet Root, O=Tests',
              role: 'leaf',
              source: 'input',
              notBefore: '2025-01-01T00:00:00Z',
              notAfter: '2025-04-01T00:00:00Z',
              status: 'expired',
              sha256: '792c7b5e84d24da3f298077d3a256408544a1e4526c3040d0235b73536cf83f9',
            },
            {
              subject: 'CN=Pretend Internet Root, O=Tests',
              issuer: 'CN=Pretend Internet Root, O=Tests',
              role: 'root',
              source: 'trust',
              notBefore: '2025-01-01T00:00:00Z',
              notAfter: '2099-12-14T00:00:00Z',
              status: 'valid',
              sha256: '159a4e42a70360eb6628846d2a10dff83a20431c784b61815f1c3b638d199149',
            },
          ],
          warnings: [],
          tlsMs: 12.3,
          failure: null,
        },
      },
    },
    {
      title: 'A port without TLS',
      input: 'mail.example.com:25',
      options: { timeoutMs: 500 },
      output: {
        data: {
          host: 'mail.example.com',
          port: 25,
          serverName: 'mail.example.com',
          address: null,
          isValid: false,
          problems: ['Cannot reach "mail.example.com:25": no TLS connection came about'],
          daysLeft: null,
          protocol: null,
          cipher: null,
          alpn: null,
          certificate: null,
          chain: [],
          warnings: [],
          tlsMs: 12.3,
          failure: {
            reason: 'tls-failed',
            message: 'Cannot reach "mail.example.com:25": no TLS connection came about',
          },
        },
      },
    },
    {
      title: 'A host of the local network',
      input: 'private.example.net',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot reach "private.example.net": it leads to an address that is not public',
      },
    },
  ],
  async run({ input, options: { port, starttls, serverName, warnDays, timeoutMs }, signal, settings, network, now }) {
    const usual = starttls === 'none' ? 443 : UPGRADES[starttls].port;
    const parsed = parseHost(bareHost(input), { defaultPort: usual });
    const target = { host: parsed.host, port: port === 0 ? parsed.port : port };
    const name = withoutFinalDot(serverName === '' ? target.host : serverName);
    const asked = { ...target, serverName: name };
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs });
    const opened = await openChecked(target, starttls, serverName, access).catch((error: unknown) => failureOf(error));
    if ('reason' in opened) return json({ ...asked, ...noCertificate(opened) });
    try {
      const { socket, address, timings } = opened;
      const roots = parseRoots(access.roots === undefined ? publicRoots() : [access.roots]);
      const read = sentBy(opened, roots).map((raw) => reportCertificate(raw, 0, now));
      const given = read.map((one) => one.parsed);
      const [first] = read;
      const judgement = { at: now, host: name, purpose: 'server', given } as const;
      const judged = first === undefined ? undefined : judgeChain(first.parsed, roots, judgement);
      const chain = judged === undefined ? [] : chainRows(judged.path, given, now);
      const days = judged?.path.certificates.map((one) => daysBetween(now, one.notAfter)) ?? [];
      const daysLeft = days.length === 0 ? null : Math.min(...days);
      return json({
        ...asked,
        address,
        isValid: judged !== undefined && judged.problems.length === 0,
        problems: judged?.problems ?? ['The server sends no certificate'],
        daysLeft,
        protocol: socket.getProtocol(),
        cipher: socket.getCipher().name,
        alpn: socket.alpnProtocol || null,
        certificate: first?.report ?? null,
        chain,
        warnings: [
          ...(daysLeft !== null && daysLeft >= 0 && daysLeft <= warnDays ? [`It expires in ${daysLeft} days`] : []),
          ...(readIpAddress(name) === undefined ? [] : ['An IP address was asked for: few certificates hold one']),
          ...(judged === undefined ? [] : chainWarnings(judged.path, given)),
        ],
        tlsMs: rounded(timings.tlsMs ?? 0),
        failure: null,
      });
    } finally {
      closeConnection(opened);
    }
  },
});
