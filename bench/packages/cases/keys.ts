import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as asn1 from 'asn1js';
import forge from 'node-forge';
import { ContentInfo, CryptoEngine, SignedData, setEngine } from 'pkijs';

import { derChildren, readDer } from '../../../src/lib/pki/der.js';
import { readPkcs12 } from '../../../src/lib/pki/pkcs12.js';
import { verifyCms } from '../../../src/lib/pki/verify-cms.js';
import type { Answer, Comparison } from '../comparison.js';

setEngine('node', new CryptoEngine({ name: 'node', crypto: globalThis.crypto }));

const fixture = (name: string): Buffer => readFileSync(new URL(`../../../fixtures/pdf/${name}`, import.meta.url));

const keyFiles = ['signer-rsa.p12', 'signer-ec.p12', 'signer-legacy.p12'].map((name): Answer => {
  const bytes = fixture(name);
  return {
    title: name,
    right: 'key',
    own: () => readPkcs12(bytes, 'secret').key.type === 'private' && 'key',
    theirs: () => {
      const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(forge.util.createBuffer(bytes)), 'secret');
      const found: Record<string, { readonly key?: unknown }[]> = file.getBags({
        bagType: forge.pki.oids.pkcs8ShroudedKeyBag,
      });
      const bags = Object.values(found).flat();
      return bags.some((bag) => bag?.key) && 'key';
    },
  };
});

/** Signatures by OpenSSL, in the kinds that PDF files have. */
function signatures(): Answer[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-keys-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  writeFileSync(at('data'), 'signed');
  const keys = {
    rsa: ['rsa:2048'],
    p256: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    p384: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  };
  for (const [name, kind] of Object.entries(keys)) {
    openssl(
      'req',
      '-x509',
      '-nodes',
      '-newkey',
      ...kind,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.pem`),
      '-subj',
      '/CN=A',
    );
  }
  const kinds = [
    ...['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256'].map((digest) => ['rsa', digest] as const),
    ...['p256', 'p384'].map((key) => [key, 'sha256'] as const),
    ['rsa', 'sha256', '-keyopt', 'rsa_padding_mode:pss'] as const,
  ];
  const answers = kinds.map(([key, digest, ...more], index): Answer => {
    const name = at(`signature-${index}`);
    const signer = ['-signer', at(`${key}.pem`), '-inkey', at(`${key}.key`), '-md', digest, ...more];
    openssl('cms', '-sign', '-binary', ...signer, '-in', at('data'), '-outform', 'DER', '-out', name);
    const bytes = readFileSync(name);
    return {
      title: [key, digest, ...more.slice(1)].join(' '),
      right: [true, false],
      own: () =>
        ['signed', 'other'].map((data) => {
          const { isDigestRight, isSignatureRight } = verifyCms(bytes, Buffer.from(data));
          return isDigestRight && isSignatureRight;
        }),
      theirs: async () => {
        const results: boolean[] = [];
        for (const data of ['signed', 'other']) results.push(await verifyByPkijs(bytes, Buffer.from(data)));
        return results;
      },
    };
  });
  rmSync(folder, { recursive: true });
  return answers;
}

async function verifyByPkijs(bytes: Uint8Array, data: Uint8Array): Promise<boolean> {
  const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(bytes).buffer).content });
  return signed.verify({ signer: 0, data: Uint8Array.from(data).buffer, checkChain: false }).catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'signatureVerified' in error)
      return error.signatureVerified === true;
    throw error;
  });
}

/** A list of revoked certificates, as signatures made for long validity carry it: `entries` of 35 bytes. */
function revocationList(entries: number): Buffer {
  const entry = Buffer.from('302102100123456789abcdef0123456789abcdef170d3235303130313030303030305a', 'hex');
  const body = Buffer.concat(Array.from({ length: entries }, () => entry));
  return Buffer.concat([Buffer.of(0x30, 0x83, body.length >> 16, (body.length >> 8) & 255, body.length & 255), body]);
}

const list = revocationList(9_000);
const comparisons: readonly Comparison[] = [
  { subject: 'key files', package: 'node-forge', answers: keyFiles, works: [] },
  { subject: 'signatures', package: 'pkijs', answers: signatures(), works: [] },
  {
    subject: 'ASN.1',
    package: 'asn1js',
    answers: [
      {
        title: 'a list of 9,000 revoked certificates with the limits that the package has',
        right: true,
        own: () => readDer(list).raw.length === list.length,
        theirs: () => asn1.fromBER(list).offset === list.length,
      },
    ],
    works: [
      {
        title: 'a list of 9,000 revoked certificates, 315 KB',
        own: () => derChildren(readDer(list)),
        theirs: () => asn1.fromBER(list, { maxNodes: 1e7, parseEmbedded: false }),
      },
    ],
  },
];
export default comparisons;
