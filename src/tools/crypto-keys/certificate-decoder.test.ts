import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import {
  derOf,
  hasOpenssl,
  type KeyName,
  machineBundle,
  makeCertificate,
  makeKey,
  testFile,
} from '../../testing/openssl-certificates.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { noteUntested } from '../../testing/untested.js';

import tool from './certificate-decoder.js';

const OPENSSL = hasOpenssl('certificate-decoder against openssl x509');

interface Told {
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly altNames: readonly string[];
  readonly notBefore: string;
  readonly notAfter: string;
  readonly isCa: boolean;
  readonly selfSigned: boolean;
  readonly issuedBy: number | null;
  readonly key: { readonly keyType: string; readonly bits: number; readonly curve: string; readonly pin: string };
  readonly signatureAlgorithm: string;
  readonly fingerprints: Readonly<Record<string, string>>;
  readonly extensions: readonly { readonly name: string; readonly critical: boolean; readonly value: unknown }[];
  readonly warnings: readonly string[];
  readonly pem?: string;
}

async function decode(input: string, options = {}): Promise<Told[]> {
  const { status, data, message, cause } = await runTool(tool, { input, options });
  expect(status, String(message ?? cause)).toBe(200);
  return (data as { certificates: Told[] }).certificates;
}

const pemBlocks = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) ?? [];

/** What `openssl x509` tells of a certificate, in our form. */
function opensslFacts(pem: string) {
  const ask = (...args: string[]): string =>
    runProgram('openssl', ['x509', '-noout', ...args], pem)
      .toString()
      .trim();
  // Attributes in the order of the file, short names, no spaces around "=".
  const shown = ask(
    '-subject',
    '-issuer',
    '-serial',
    '-dates',
    '-dateopt',
    'iso_8601',
    '-nameopt',
    'utf8,sep_comma_plus_space,sname,esc_2253,dump_unknown,dump_der',
  );
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(shown)?.[1] ?? '';
  const print = (name: string): string =>
    ask('-fingerprint', `-${name}`).replace(/^.*=/, '').replaceAll(':', '').toLowerCase();
  const text = ask('-text', '-certopt', 'no_pubkey,no_sigdump,no_extensions');
  const signature = /Signature Algorithm: (\S+)/.exec(text)?.[1] ?? '';
  return {
    subject: value('subject'),
    issuer: value('issuer'),
    serialNumber: value('serial').toLowerCase(),
    notBefore: value('notBefore').replace(' ', 'T'),
    notAfter: value('notAfter').replace(' ', 'T'),
    fingerprints: { sha256: print('sha256'), sha1: print('sha1'), md5: print('md5') },
    signature,
  };
}

function expectSame(told: Told, pem: string): void {
  const { signature, ...facts } = opensslFacts(pem);
  const { subject, issuer, serialNumber, notBefore, notAfter, fingerprints } = told;
  // OpenSSL joins the parts of a multi-valued name by " + ", we by ", "; it writes unknown attributes in hex.
  const comparable = (name: string): string => name.replaceAll(' + ', ', ');
  expect({ subject, issuer, serialNumber, notBefore, notAfter, fingerprints }).toEqual({
    ...facts,
    subject: comparable(facts.subject),
    issuer: comparable(facts.issuer),
  });
  if (signature !== 'rsassaPss') expect(told.signatureAlgorithm).toBe(signature);
  else expect(told.signatureAlgorithm).toMatch(/^RSA-PSS with SHA-\d+$/);
}

describe.skipIf(!OPENSSL)('openssl x509 tells the same', () => {
  const bundle = machineBundle();
  if (bundle === undefined) noteUntested('ca-certificates', 'certificate-decoder on the authorities of Debian');

  inRounds.skipIf(bundle === undefined)('of the authorities that Debian trusts', [2, 1_000], async (rounds) => {
    const blocks = pemBlocks(bundle ?? '').slice(0, rounds);
    const certificates = await decode(blocks.join(''));
    expect(certificates).toHaveLength(blocks.length);
    for (const [index, block] of blocks.entries()) expectSame(certificates[index] as Told, block);
    for (const [index, { issuedBy, selfSigned, isCa }] of certificates.entries())
      expect([issuedBy, selfSigned, isCa]).toEqual([index + 1, true, isCa]);
  });

  const KEYS: readonly (readonly [KeyName, string, number, string])[] = [
    ['rsa-1024', 'rsa', 1024, ''],
    ['rsa-2048', 'rsa', 2048, ''],
    ['rsa-pss', 'rsa-pss', 2048, ''],
    ['p-256', 'ec', 256, 'P-256'],
    ['p-384', 'ec', 384, 'P-384'],
    ['p-521', 'ec', 521, 'P-521'],
    ['secp256k1', 'ec', 256, 'secp256k1'],
    ['brainpool', 'ec', 256, 'brainpoolP256r1'],
    ['ed25519', 'ed25519', 256, ''],
    ['ed448', 'ed448', 456, ''],
  ];
  it.each(KEYS)('of a certificate with a key %s', async (name, keyType, bits, curve) => {
    const key = makeKey(name);
    const pem = makeCertificate({
      key,
      subject: '/C=FR/ST=Île-de-France/O=Société, "Générale" + Fils/OU=#1; <a>\\\\b/CN=日本 🌍',
      extensions: ['subjectAltName=DNS:a.example,email:x@a.example,URI:https://a.example/,RID:1.2.3.4,IP:::1'],
      days: 30,
    });
    const [told] = (await decode(pem)) as [Told];
    expectSame(told, pem);
    expect(told.key).toMatchObject({ keyType, bits, curve });
    const spki = runProgram('openssl', ['pkey', '-pubout', '-outform', 'der'], key);
    const digest = runProgram('openssl', ['dgst', '-sha256', '-binary'], spki);
    expect(told.key.pin).toBe(digest.toString('base64'));
    expect(told.altNames).toEqual([
      'DNS:a.example',
      'email:x@a.example',
      'URI:https://a.example/',
      'RID:1.2.3.4',
      'IP:::1',
    ]);
    expect(told.selfSigned).toBe(true);
  });

  exhaustive('of the signature of another key: who signed whom', async () => {
    const [caKey, key] = [makeKey('rsa-2048'), makeKey('ed25519')];
    const ca = makeCertificate({ key: caKey, subject: '/CN=CA', extensions: ['basicConstraints=critical,CA:TRUE'] });
    const pss = ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:32'];
    const leaf = makeCertificate({
      key,
      subject: '/CN=leaf',
      digest: 'sha384',
      issuer: { certificate: ca, key: caKey },
      more: pss,
    });
    const forged = makeCertificate({ key: makeKey('rsa-2048'), subject: '/CN=CA' });
    const told = await decode(leaf + forged + ca);
    expect(told.map(({ issuedBy }) => issuedBy)).toEqual([3, 2, 3]);
    expect(told[0]?.signatureAlgorithm).toBe('RSA-PSS with SHA-384');
  });
});

describe.skipIf(!OPENSSL)('extensions that OpenSSL writes', () => {
  const EXTENSIONS: readonly (readonly [line: string, name: string, value: unknown])[] = [
    ['basicConstraints=critical,CA:TRUE,pathlen:3', 'basicConstraints', { ca: true, pathLength: 3 }],
    [
      'keyUsage=digitalSignature,decipherOnly,keyAgreement',
      'keyUsage',
      ['digitalSignature', 'keyAgreement', 'decipherOnly'],
    ],
    ['extendedKeyUsage=codeSigning,OCSPSigning,1.2.3.4', 'extendedKeyUsage', ['codeSigning', 'OCSPSigning', '1.2.3.4']],
    [
      'subjectAltName=otherName:1.3.6.1.4.1.311.20.2.3;UTF8:user@corp.example',
      'subjectAltName',
      ['UPN:user@corp.example'],
    ],
    ['issuerAltName=email:ca@a.example', 'issuerAltName', ['email:ca@a.example']],
    [
      'nameConstraints=permitted;DNS:.corp.example,permitted;IP:10.0.0.0/255.0.0.0,excluded;email:a.example',
      'nameConstraints',
      { permitted: ['DNS:.corp.example', 'IP:10.0.0.0/255.0.0.0'], excluded: ['email:a.example'] },
    ],
    [
      'policyConstraints=requireExplicitPolicy:3',
      'policyConstraints',
      { requireExplicitPolicy: 3, inhibitPolicyMapping: null },
    ],
    ['policyMappings=1.2.3:1.2.4', 'policyMappings', [{ issuer: '1.2.3', subject: '1.2.4' }]],
    ['inhibitAnyPolicy=2', 'inhibitAnyPolicy', 2],
    ['tlsfeature=status_request', 'tlsFeature', ['status_request']],
    ['noCheck=ignored', 'ocspNoCheck', true],
    ['nsComment=A comment', 'netscapeComment', 'A comment'],
    ['nsCertType=client,sslCA', 'netscapeCertificateType', ['client', 'sslCa']],
    [
      'subjectInfoAccess=caRepository;URI:http://a.example/',
      'subjectInfoAccess',
      [{ method: 'caRepository', location: 'URI:http://a.example/' }],
    ],
    ['freshestCRL=URI:http://a.example/d.crl', 'freshestCRL', [{ names: ['URI:http://a.example/d.crl'] }]],
    ['1.3.6.1.5.5.7.1.31=critical,DER:04:02:ab:cd', 'acmeIdentifier', 'abcd'],
    ['1.3.6.1.4.1.311.20.2=ASN1:BMP:WebServer', 'msCertificateTemplateName', 'WebServer'],
    ['2.25.329800735698586629295641978511506172918=DER:05:00', '2.25.329800735698586629295641978511506172918', '0500'],
  ];
  it.each(EXTENSIONS)('%s', async (line, name, value) => {
    const pem = makeCertificate({ key: KEY, subject: '/CN=x', extensions: [line] });
    const [told] = (await decode(pem)) as [Told];
    const found = told.extensions.find((extension) => extension.name === name);
    expect(found?.value).toEqual(value);
    expect(found?.critical).toBe(line.includes('critical'));
  });
  const KEY = OPENSSL ? makeKey('p-256') : '';

  it('says what is weak, damaged or unusual', async () => {
    const warningsOf = async (wish: Partial<Parameters<typeof makeCertificate>[0]>): Promise<string> => {
      const pem = makeCertificate({ key: KEY, subject: '/CN=x', ...wish });
      const [{ notBefore }] = (await decode(pem)) as [Told];
      const [told] = (await decode(pem, { at: notBefore })) as [Told];
      return told.warnings.join('\n');
    };
    const issuer = { certificate: makeCertificate({ key: KEY, subject: '/CN=CA' }), key: KEY };
    expect(await warningsOf({ key: makeKey('rsa-1024') })).toContain('RSA with 1024 bits');
    expect(await warningsOf({ issuer, digest: 'sha1' })).toContain('Weak signature: ecdsa-with-SHA1');
    expect(await warningsOf({ digest: 'sha1' })).toBe('');
    expect(await warningsOf({ days: 900, extensions: ['extendedKeyUsage=serverAuth'] })).toContain(
      'Valid for 900 days',
    );
    expect(await warningsOf({ extensions: ['extendedKeyUsage=serverAuth'] })).toContain('No subject alternative names');
    expect(await warningsOf({ extensions: ['1.2.3.4=critical,DER:05:00'] })).toContain(
      '1.2.3.4 is critical and unknown',
    );
    expect(await warningsOf({ extensions: ['keyUsage=DER:05'] })).toContain('Extension keyUsage is damaged');
    expect(await warningsOf({ days: 5 })).toBe('Expires in 5 days');
  });
});

describe('reads certificates as people paste them', () => {
  const pem = readFixture('certificates/server.pem').toString();
  const der = derOf(pem);
  const base64 = der.toString('base64');
  const lines = pem.trim().split('\n');
  const FORMS: readonly (readonly [string, string])[] = [
    ['Windows line ends', pem.replaceAll('\n', '\r\n')],
    ['no line break at the end', pem.trimEnd()],
    ['indented as in YAML', lines.map((line) => `    ${line}`).join('\n')],
    ['one line', lines.join(' ')],
    ['no line breaks at all', lines.join('')],
    ['line breaks written out', JSON.stringify({ cert: pem })],
    ['quoted in a mail', lines.map((line) => `> ${line}`).join('\n')],
    ['behind the columns of a log', lines.map((line) => `2026-01-02 10:11:12 INFO  ${line}`).join('\n')],
    ['text before and after', `Bag Attributes\n    localKeyID: 01\n${pem}\nregards\n`],
    ['base64 alone', base64],
    ['base64 without padding', base64.replace(/=+$/, '')],
    ['base64url', der.toString('base64url')],
    ['PEM in base64 once more', Buffer.from(pem).toString('base64')],
    ['a data URL', `data:application/x-x509-ca-cert;base64,${base64}`],
    ['hex', der.toString('hex').replace(/../g, '$& ')],
    ['x5c of a JSON web key', JSON.stringify({ keys: [{ kty: 'EC', x5c: [base64] }] })],
    [
      'X509Certificate of XML',
      `<ds:X509Data><ds:X509Certificate>\n${base64.replace(/.{76}/g, '$&\n')}\n</ds:X509Certificate></ds:X509Data>`,
    ],
    ['source code', lines.map((line) => `  "${line}\\n" +`).join('\n')],
  ];
  it.each(FORMS)('%s', async (_, input) => {
    const told = await decode(input, { raw: true });
    expect(told.map((one) => one.pem)).toEqual([pem]);
  });

  it('DER, UTF-16 and PKCS #7 files', async () => {
    const files = [
      { name: 'a.der', bytes: der },
      { name: 'b.cer', bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(pem, 'utf16le')]) },
    ];
    const { data } = await runTool(tool, { files });
    expect((data as { certificates: Told[] }).certificates).toHaveLength(2);
  });

  it.skipIf(!OPENSSL)('PKCS #7 that OpenSSL made, PEM and DER', async () => {
    const chain = ['server', 'issuing', 'root'].map((name) => readFixture(`certificates/${name}.pem`)).join('');
    const path = testFile('chain.pem', chain);
    for (const form of ['pem', 'der']) {
      const bytes = runProgram('openssl', ['crl2pkcs7', '-nocrl', '-certfile', path, '-outform', form]);
      const { data } = await runTool(tool, { files: [{ name: 'chain.p7b', bytes }] });
      const told = (data as { certificates: Told[] }).certificates;
      expect(told.map(({ issuedBy }) => issuedBy)).toEqual([2, 3, 3]);
    }
  });

  const hasCerttool = hasProgram('certtool', ['--version'], 'certificate-decoder on PKCS #7 of GnuTLS');
  it.skipIf(!hasCerttool)('PKCS #7 that GnuTLS made', async () => {
    const path = testFile('one.pem', pem);
    const bytes = runProgram('certtool', ['--p7-generate', '--load-certificate', path]);
    const { data } = await runTool(tool, { files: [{ name: 'a.p7b', bytes }] });
    expect((data as { certificates: Told[] }).certificates[0]?.subject).toContain('CN=example.com');
  });

  it('never shows a private key beside a certificate', async () => {
    const key = readFixture('certificates/server.key').toString();
    const answer = await runTool(tool, { input: key + pem, options: { raw: true } });
    expect(answer.data).toMatchObject({ others: ['a private key'] });
    expect((answer.data as { warnings: string[] }).warnings[0]).toContain('private key');
    for (const line of key.split('\n').slice(1, -2)) expect(JSON.stringify(answer.body)).not.toContain(line);
  });
});

describe('damaged certificates', () => {
  const der = derOf(readFixture('certificates/server.pem').toString());
  const answer = (bytes: Uint8Array) => runTool(tool, { files: [{ name: 'a.der', bytes }] });

  inRounds('cut at any byte say so', [60, der.length], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const length = Math.floor((round * der.length) / rounds);
      const { status, message } = await answer(der.subarray(0, length));
      expect([length, status]).toEqual([length, 400]);
      expect(message).toMatch(/Cannot read file "a\.der": it (?:is cut short|is empty|is not DER|has no certificate)/);
    }
  });

  inRounds('changed in many ways are decoded, or refused with a reason', [150, 1_000], async (rounds) => {
    const chance = chanceOf(22);
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      const changed = Buffer.from(der);
      for (let count = 1 + chance(3); count > 0; count -= 1) changed[chance(changed.length)] = chance(256);
      const { status, message, cause } = await answer(changed);
      expect([200, 400], String(message ?? cause)).toContain(status);
      if (status === 400) refused += 1;
    }
    expect(refused).toBeGreaterThan(rounds / 20);
  });

  it('with thousands of names, and with too many bytes', async () => {
    const names = Buffer.concat(
      Array.from({ length: 5_000 }, (_, i) => wrap(0x82, Buffer.from(`host-${i}.example.com`))),
    );
    const big = certificateWithNames(names);
    const { data } = await answer(big);
    expect((data as { certificates: Told[] }).certificates[0]?.altNames).toHaveLength(5_000);
    const { status, message } = await answer(
      certificateWithNames(Buffer.concat(Array.from({ length: 10 }, () => names))),
    );
    expect([status, message]).toEqual([413, 'Cannot read file "a.der": its certificates have more than 1000000 bytes']);
  });

  /** The certificate of the fixture with other alternative names. */
  function certificateWithNames(names: Uint8Array): Buffer {
    const [body, ...rest] = parts(der) as [Buffer, ...Buffer[]];
    const fields = parts(body);
    const extension = wrap(0x30, Buffer.from('0603551d11', 'hex'), wrap(0x04, wrap(0x30, names)));
    return wrap(0x30, wrap(0x30, ...fields.slice(0, -1), wrap(0xa3, wrap(0x30, extension))), ...rest);
  }
});

/** The elements inside an element of DER. */
function parts(element: Uint8Array): Buffer[] {
  const all: Buffer[] = [];
  const headOf = (bytes: Uint8Array): [number, number] => {
    const first = bytes[1] as number;
    if (first < 0x80) return [2, first];
    return [
      2 + (first & 0x7f),
      Number.parseInt(Buffer.from(bytes.subarray(2, 2 + (first & 0x7f))).toString('hex'), 16),
    ];
  };
  const [start, length] = headOf(element);
  for (let at = start; at < start + length; ) {
    const [head, size] = headOf(element.subarray(at));
    all.push(Buffer.from(element.subarray(at, at + head + size)));
    at += head + size;
  }
  return all;
}

function wrap(tag: number, ...content: Uint8Array[]): Buffer {
  const inner = Buffer.concat(content);
  const size = Buffer.from([inner.length >> 24, inner.length >> 16, inner.length >> 8, inner.length]);
  return Buffer.concat([Buffer.from([tag, 0x84]), size, inner]);
}
