import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { objectsOf } from '../../formats/certificates/read.js';
import { readAnyKey } from '../../formats/keys/read-key.js';
import { inPart, unlessFaulty } from '../../lib/faults.js';
import { publicInfo } from '../../lib/pki/build-x509.js';
import { nameText } from '../../lib/pki/names.js';
import { keyFacts, keyPin } from '../../lib/pki/public-keys.js';
import { keyWarnings } from '../../lib/pki/weaknesses.js';
import { parseCertificate, parseRequest } from '../../lib/pki/x509.js';

/** The key of the examples; the pins are those of OpenSSL. */
const OWN = { keyType: 'ec', bits: 256, curve: 'P-256', pin: 'JNZlwsaGkoMTkHjpOD7m7PcVN3BXBDCcwPnpVMsgJLw=' } as const;

/** Something with a key in it. */
interface Item {
  readonly source: string;
  readonly type: 'certificate' | 'request' | 'private key' | 'public key';
  readonly subject: string;
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array;
}

/** Everything with a key in one text or file. Throws INVALID_INPUT naming it. */
async function itemsOf(source: string | Uint8Array, label: string, name: string, password: string): Promise<Item[]> {
  const objects = unlessFaulty(() => objectsOf(source)) ?? [];
  const items: Item[] = [];
  for (const { kind, bytes } of objects) {
    if (kind !== 'certificate' && kind !== 'request') continue;
    const { subject, publicKey } = refusing(`Cannot read ${label}`, () =>
      inPart(`its ${kind}`, () => (kind === 'certificate' ? parseCertificate(bytes) : parseRequest(bytes))),
    );
    items.push({ source: name, type: kind, subject: nameText(subject), publicKey });
  }
  const others = objects.filter(({ kind }) => kind !== 'certificate' && kind !== 'request');
  if (items.length > 0 && !others.some(({ kind }) => kind === 'private-key' || kind === 'encrypted-key')) return items;
  const { key } = await readAnyKey(source, { label, password });
  if (key.type === 'secret') throw invalid(`Cannot read ${label}: a symmetric key belongs to no certificate`);
  const type = key.type === 'private' ? 'private key' : 'public key';
  return [...items, { source: name, type, subject: '', publicKey: publicInfo(key) }];
}

/** Why not all of them share a key; empty where they do. Sources with several certificates count by the one that fits. */
function reasonOf(items: readonly Item[]): string {
  const groups = new Map<string, Set<string>>();
  for (const { source, type, publicKey } of items) {
    const group = `${type} of ${source}`;
    const pins = groups.get(group) ?? new Set<string>();
    groups.set(group, pins.add(keyPin(publicKey)));
  }
  if (groups.size < 2)
    throw invalid(
      'Nothing to compare: two of a key, a certificate and a request are needed, in the input, "key" or files',
    );
  const [[firstName, first], ...rest] = [...groups] as [[string, Set<string>], ...[string, Set<string>][]];
  const shared = [...first].find((pin) => rest.every(([, pins]) => pins.has(pin)));
  if (shared !== undefined) return '';
  const [other = ''] = rest.find(([, pins]) => ![...first].some((pin) => pins.has(pin))) ?? [rest[0]?.[0] ?? ''];
  return `The ${firstName} and the ${other} have different keys`;
}

export default defineTool({
  id: 'certificate-key-matcher',
  title: 'Certificate Key Matcher',
  summary: 'Tells whether a private key belongs to a certificate or a signing request by comparing their public keys.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    key: ofKind(
      'secret',
      z
        .string()
        .max(100_000)
        .default('')
        .describe('Key in PEM, JWK, OpenSSH or PuTTY form; empty if it is in the input or a file.'),
    ),
    password: shared.password().describe('Password that opens the private key; empty if it has none.'),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether all of them have the same key.'),
    reason: z.string().describe('Which of them differ; empty if none do.'),
    items: z
      .array(
        z.object({
          source: z.string().describe('Where it came from: input, key or a file name.'),
          type: z.enum(['certificate', 'request', 'private key', 'public key']).describe('What it is.'),
          subject: z.string().describe('Owner; empty for keys.'),
          keyType: z.string().describe('Type of the key: rsa, ec, ed25519 and so on.'),
          bits: z.int().describe('Size of the key in bits; 0 if unknown.'),
          curve: z.string().describe('Curve of an EC key; empty for others.'),
          pin: z.string().describe('SHA-256 of the public key in base64: equal for those that match.'),
        }),
      )
      .describe('Everything with a key, in the order of the input, "key" and the files.'),
    warnings: z.array(z.string()).describe('Weak keys; empty if there are none.'),
  }),
  notes: [
    'Compares certificates, requests, private and public keys in any form that key tools read, two or more. In a file with a whole chain, one certificate has to match.',
    'The whole public key is compared, curve and exponent too; comparing only the modulus, as openssl rsa -modulus does, works for RSA alone.',
    'Private keys are never shown. The pin is made of the public key and is not secret.',
  ],
  aliases: [
    'does the key match the certificate',
    'certificate key match',
    'openssl modulus compare',
    'private key csr match',
    'key values mismatch',
    'X509_check_private_key',
  ],
  verified: [
    'OpenSSL 3.0 (openssl x509 -pubkey, openssl req -pubkey, openssl pkey -pubout): equal public keys for ten kinds of keys, and different ones for every pair of keys',
  ],
  examples: [
    {
      title: 'A certificate, its key and its request',
      files: [
        { name: 'server.pem', fixture: 'certificates/server.pem' },
        { name: 'server.key', fixture: 'certificates/server.key' },
        { name: 'request.csr', fixture: 'certificates/request.csr' },
      ],
      output: {
        data: {
          valid: true,
          reason: '',
          items: [
            { source: 'server.pem', type: 'certificate', subject: 'C=DE, O=Beispiel GmbH, CN=example.com', ...OWN },
            { source: 'server.key', type: 'private key', subject: '', ...OWN },
            { source: 'request.csr', type: 'request', subject: 'C=DE, O=Beispiel GmbH, CN=example.com', ...OWN },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'The key of something else',
      files: [
        { name: 'server.pem', fixture: 'certificates/server.pem' },
        { name: 'other.key', fixture: 'certificates/other.key' },
      ],
      output: {
        data: {
          valid: false,
          reason: 'The certificate of server.pem and the private key of other.key have different keys',
          items: [
            { source: 'server.pem', type: 'certificate', subject: 'C=DE, O=Beispiel GmbH, CN=example.com', ...OWN },
            {
              source: 'other.key',
              type: 'private key',
              subject: '',
              ...OWN,
              pin: '9BLRzyVQnA7an7jqv8iYE5hPcI/noGoo4A7K4I+p7lo=',
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Only a certificate',
      files: [{ name: 'server.pem', fixture: 'certificates/server.pem' }],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Nothing to compare: two of a key, a certificate and a request are needed, in the input, "key" or files',
      },
    },
    {
      title: 'Something without a key',
      input: 'no key here',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": it is not a key in any known notation; a key is needed, such as PEM, JWK, OpenSSH or DER',
      },
    },
    {
      title: 'A symmetric key',
      options: {
        key: '{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}',
      },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "key": a symmetric key belongs to no certificate',
      },
    },
  ],
  async run({ input, files, options }) {
    const { key, password } = options;
    const items: Item[] = [];
    if (input.trim() !== '') items.push(...(await itemsOf(input, 'property "input"', 'input', password)));
    if (key.trim() !== '') items.push(...(await itemsOf(key, 'option "key"', 'key', password)));
    for (const { name, bytes } of files) items.push(...(await itemsOf(bytes, `file ${quote(name)}`, name, password)));
    const reason = reasonOf(items);
    const told = items.map(({ publicKey, ...item }) => {
      const { keyType, bits, curve } = keyFacts(publicKey);
      return { ...item, keyType, bits, curve, pin: keyPin(publicKey) };
    });
    const warnings = [...new Set(items.flatMap(({ publicKey }) => keyWarnings(keyFacts(publicKey))))];
    return json({ valid: reason === '', reason, items: told, warnings });
  },
});
