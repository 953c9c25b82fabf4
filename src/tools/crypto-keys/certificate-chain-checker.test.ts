import { generateKeyPairSync, type KeyObject } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { writePem } from '../../formats/keys/write-key.js';
import { buildCertificate, type ExtensionWish, extension } from '../../lib/pki/build-x509.js';
import { der, sequence } from '../../lib/pki/der.js';
import { writeName } from '../../lib/pki/names.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasOpenssl, machineBundle, testFile } from '../../testing/openssl-certificates.js';
import { runPrograms } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import tool from './certificate-chain-checker.js';

interface Told {
  readonly valid: boolean;
  readonly reason: string;
  readonly problems: readonly string[];
  readonly trusted: boolean;
  readonly chain: readonly { readonly subject: string; readonly role: string; readonly source: string }[];
  readonly warnings: readonly string[];
}

async function check(input: string, options = {}): Promise<Told & { readonly full: string }> {
  const { status, data, files, message, cause } = await runTool(tool, { input, options });
  expect(status, String(message ?? cause)).toBe(200);
  return { ...(data as Told), full: files[0]?.bytes.toString() ?? '' };
}

const AT = Date.parse('2026-06-01T00:00:00Z');
const DAY = 86_400_000;
const FAULTS = [
  'leaf expired',
  'issuer expired',
  'not yet valid',
  'client only',
  'issuer for clients only',
  'issuer without keyCertSign',
  'issuer not a CA',
  'path too long',
  'issuer missing',
  'signed by another key',
  'name not permitted',
  'name excluded',
  'address not permitted',
  'wrong host',
  'unknown critical extension',
  'root not trusted',
] as const;

/** Keys are made once: the names tell the certificates apart. */
const KEYS = Array.from({ length: 7 }, () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
const keyAt = (index: number): KeyObject => KEYS[index] as KeyObject;
const constraint = (list: 0xa0 | 0xa1, tag: number, bytes: Uint8Array): ExtensionWish => ({
  name: 'nameConstraints',
  critical: true,
  value: sequence(der(list, sequence(der(tag, bytes)))),
});

interface Case {
  readonly root: string;
  /** The leaf first. */
  readonly others: readonly string[];
  readonly host: string;
}

/** A chain of `depth` certificates below a root, with a fault or none. */
function makeChain(depth: number, fault: (typeof FAULTS)[number] | 'none', chance: Chance): Case {
  const name = (level: number) => [{ type: 'CN', value: level === depth ? 'www.corp.example' : `CA ${level}` }];
  // The issuer that a fault of issuers concerns; with one level there is the root only.
  const bad = depth === 1 ? 0 : 1 + chance(depth - 1);
  const certificates = Array.from({ length: depth + 1 }, (_, level) => {
    const isLeaf = level === depth;
    const isBad = level === bad;
    const is = (one: (typeof FAULTS)[number]): boolean => fault === one && (isLeaf || isBad);
    const expired = (isLeaf && fault === 'leaf expired') || (isBad && fault === 'issuer expired');
    const early = isLeaf && fault === 'not yet valid';
    const extensions: ExtensionWish[] = [extension.subjectKeyIdentifier(keyAt(level))];
    if (isLeaf) {
      const names = [
        { type: 'DNS', value: 'www.corp.example' },
        { type: 'DNS', value: '*.apps.corp.example' },
        { type: 'IP', value: '0a010203' },
      ] as const;
      extensions.push(extension.subjectAltName(names, false), extension.keyUsage(['digitalSignature']));
      extensions.push(extension.extendedKeyUsage([fault === 'client only' ? 'clientAuth' : 'serverAuth']));
      if (is('unknown critical extension'))
        extensions.push({ name: 'cRLReason', critical: true, value: Uint8Array.of(5, 0) });
    } else {
      const isCa = !(isBad && fault === 'issuer not a CA');
      const between = depth - level - 1;
      const limit = isBad && fault === 'path too long' ? between - 1 : between + chance(2);
      extensions.push(
        limit >= 0 && chance(2) + Number(isBad) > 0 && isCa
          ? extension.basicConstraints(true, limit)
          : extension.basicConstraints(isCa),
      );
      extensions.push(
        extension.keyUsage(isBad && fault === 'issuer without keyCertSign' ? ['cRLSign'] : ['keyCertSign', 'cRLSign']),
      );
      if (isBad && fault === 'issuer for clients only') extensions.push(extension.extendedKeyUsage(['clientAuth']));
      if (isBad) {
        if (fault === 'name not permitted') extensions.push(constraint(0xa0, 0x82, Buffer.from('other.example')));
        else if (fault === 'name excluded') extensions.push(constraint(0xa1, 0x82, Buffer.from('apps.corp.example')));
        else if (fault === 'address not permitted')
          extensions.push(constraint(0xa0, 0x87, Buffer.from('0a020000ffff0000', 'hex')));
        else if (chance(2) === 0) extensions.push(constraint(0xa0, 0x82, Buffer.from('corp.example')));
      }
    }
    const forged = isLeaf && fault === 'signed by another key';
    const start = early ? AT + DAY : AT - 400 * DAY;
    return buildCertificate(
      {
        serial: Uint8Array.from({ length: 8 }, () => chance(256)),
        subject: name(level),
        issuer: writeName(name(Math.max(0, level - 1))),
        notBefore: new Date(start),
        notAfter: new Date(expired ? AT - DAY : AT + 100 * DAY),
        key: keyAt(level),
        extensions,
      },
      keyAt(forged ? 6 : Math.max(0, level - 1)),
    );
  });
  const pems = certificates.map((bytes) => writePem('CERTIFICATE', bytes));
  const [root = '', ...rest] = pems;
  const others = rest.reverse();
  const hosts =
    fault === 'wrong host'
      ? ['corp.example', 'a.b.apps.corp.example', '10.1.2.4']
      : ['www.corp.example', 'x.apps.corp.example', '10.1.2.3', 'WWW.corp.example'];
  const kept = fault === 'issuer missing' && depth > 1 ? others.filter((_, index) => index !== depth - bad) : others;
  const otherRoot = makeRoot(chance);
  return { root: fault === 'root not trusted' ? otherRoot : root, others: kept, host: pick(chance, hosts) };
}

const makeRoot = (chance: Chance): string =>
  writePem(
    'CERTIFICATE',
    buildCertificate(
      {
        serial: Uint8Array.from({ length: 8 }, () => chance(256)),
        subject: [{ type: 'CN', value: 'Other' }],
        issuer: writeName([{ type: 'CN', value: 'Other' }]),
        notBefore: new Date(AT - DAY),
        notAfter: new Date(AT + DAY),
        key: keyAt(6),
        extensions: [extension.basicConstraints(true)],
      },
      keyAt(6),
    ),
  );

describe('openssl verify', () => {
  const isHere = hasOpenssl('certificate-chain-checker against openssl verify');
  inRounds.skipIf(!isHere)('gives the same verdict', [12, 300], async (rounds) => {
    const chance = chanceOf(5280);
    const verdicts: boolean[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const fault = chance(4) === 0 ? 'none' : (FAULTS[round % FAULTS.length] as (typeof FAULTS)[number]);
      const { root, others, host } = makeChain(1 + chance(4), fault, chance);
      const [leaf = '', ...rest] = others;
      const files = ['-CAfile', testFile('root.pem', root), '-untrusted', testFile('rest.pem', rest.join('') || root)];
      const verifyHost = /^[\d.]+$/.test(host) ? ['-verify_ip', host] : ['-verify_hostname', host];
      const args = [
        'verify',
        '-attime',
        String(AT / 1000),
        '-purpose',
        'sslserver',
        ...verifyHost,
        ...files,
        testFile('leaf.pem', leaf),
      ];
      const [end] = runPrograms([{ program: 'openssl', args, input: '' }]);
      const shuffled = chance(2) === 0 ? others : [...others].reverse();
      const told = await check(shuffled.join('\n'), { trust: root, host, at: new Date(AT).toISOString() });
      expect({ fault, valid: told.valid }, `${fault}: ${told.reason} / ${end?.stderr}`).toEqual({
        fault,
        valid: end?.status === 0,
      });
      expect(told.problems.length === 0).toBe(told.valid);
      verdicts.push(told.valid);
      if (told.valid) expect(told.full).toBe(others.join(''));
    }
    expect(verdicts.filter((valid) => valid).length).toBeGreaterThan(rounds / 8);
    expect(verdicts.filter((valid) => !valid).length).toBeGreaterThan(rounds / 3);
  });
});

describe('says what is wrong', () => {
  const [leaf, issuing, root] = ['server', 'issuing', 'root'].map((name) =>
    readFixture(`certificates/${name}.pem`).toString(),
  ) as [string, string, string];
  const at = '2026-06-01T00:00:00Z';

  it('with an issuer that is missing, and where it is offered', async () => {
    const told = await check(leaf, { trust: root, at });
    expect(told.problems).toEqual([
      'An issuer is missing: C=DE, O=Example Trust, CN=Example Issuing CA 1 issued C=DE, O=Beispiel GmbH, CN=example.com; it is offered at http://ca.example.net/issuing.crt',
    ]);
  });

  it('with a root that is not trusted, after expiry, for another host, all at once', async () => {
    const told = await check(root + leaf + issuing, { at: '2027-06-01', host: 'https://example.org:8443/x' });
    expect(told.problems).toEqual([
      'The root is not trusted: C=DE, O=Example Trust, CN=Example Root is self-signed',
      'Expired on 2026-12-31T23:59:59Z: C=DE, O=Beispiel GmbH, CN=example.com',
      'Wrong host: example.org is not among its names (DNS:example.com, DNS:*.example.com, IP:192.0.2.7, IP:2001:db8::7)',
    ]);
    expect(told.chain.map(({ role }) => role)).toEqual(['leaf', 'intermediate', 'root']);
    expect(told.warnings[0]).toContain('Wrong order');
  });

  it('by address, with and without brackets and port', async () => {
    for (const host of ['192.0.2.7', '2001:db8::7', '[2001:db8::7]:443', '192.0.2.7:443', 'https://www.example.com/'])
      expect((await check(leaf + issuing, { trust: root, at, host })).problems, host).toEqual([]);
    for (const host of ['192.0.2.8', '2001:db8::8', 'a.b.example.com'])
      expect((await check(leaf + issuing, { trust: root, at, host })).reason).toContain('Wrong host');
  });

  it('of certificates that have nothing to do with the chain', async () => {
    const told = await check(leaf + issuing + root + leaf, { trust: root, at });
    expect([told.valid, told.warnings]).toEqual([
      true,
      ['The root is in the input: a server does not need to send it'],
    ]);
  });
});

describe('many certificates of one name', () => {
  it('end in time, with 413 where too many signatures would have to be checked', async () => {
    const name = [{ type: 'CN', value: 'Same' }];
    const make = (signer: number): string =>
      writePem(
        'CERTIFICATE',
        buildCertificate(
          {
            serial: Uint8Array.from({ length: 8 }, () => 1),
            subject: name,
            issuer: writeName(name),
            notBefore: new Date(AT),
            notAfter: new Date(AT + DAY),
            key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
            extensions: [extension.basicConstraints(true)],
          },
          keyAt(signer),
        ),
      );
    const { status, message } = await runTool(tool, { input: Array.from({ length: 100 }, () => make(0)).join('') });
    expect([200, 413], message).toContain(status);
  });
});

describe('the roots of the machine', () => {
  const bundle = machineBundle();
  it.skipIf(bundle === undefined)('are trusted where Mozilla trusts them', async () => {
    const blocks = bundle?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) ?? [];
    const verdicts: boolean[] = [];
    for (const block of blocks.slice(0, 30)) verdicts.push((await check(block, { purpose: 'any', at })).trusted);
    // Debian's list and Node's are of different days.
    expect(verdicts.filter((trusted) => trusted).length).toBeGreaterThan(20);
  });
  const at = '2026-01-01';
});
