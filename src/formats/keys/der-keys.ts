import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';

import { ContentFault, unlessFaulty } from '../../lib/faults.js';
import { type DerNode, derChildren, integerOf, oidOf, readDer } from '../../lib/pki/der.js';

/** What bytes in DER are, told by their structure, not by the label above them. */
export type DerForm =
  | 'pkcs8'
  | 'encrypted-pkcs8'
  | 'pkcs1'
  | 'sec1'
  | 'dsa'
  | 'spki'
  | 'pkcs1-public'
  | 'certificate'
  | 'certificate-request'
  | 'pkcs12'
  | 'other';

const [INTEGER, BIT_STRING, OCTETS, OID, SEQUENCE] = [0x02, 0x03, 0x04, 0x06, 0x30];

/** Tells what a structure is: a private key by RFC 5958, 8017, 5915, a public one by RFC 5280 or 8017, a certificate, a request. */
export const derFormOf = (bytes: Uint8Array): DerForm =>
  unlessFaulty(() => {
    const root = readDer(bytes);
    if (root.tag !== SEQUENCE) return 'other';
    return formOf(derChildren(root));
  }) ?? 'other';

function formOf(parts: readonly DerNode[]): DerForm {
  const tags = parts.map(({ tag }) => tag);
  const [first, second] = parts;
  const starts = (...expected: readonly number[]) => expected.every((tag, index) => tags[index] === tag);
  if (starts(INTEGER, SEQUENCE, OCTETS)) return 'pkcs8';
  if (starts(SEQUENCE, OCTETS) && parts.length === 2) return 'encrypted-pkcs8';
  if (starts(INTEGER, OCTETS) && isNumber(first, 1)) return 'sec1';
  if (tags.every((tag) => tag === INTEGER)) {
    if (parts.length === 2) return 'pkcs1-public';
    if (parts.length === 6) return 'dsa';
    if (parts.length === 9) return 'pkcs1';
  }
  if (starts(INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER)) return 'pkcs1';
  if (starts(SEQUENCE, BIT_STRING) && first !== undefined && derChildren(first)[0]?.tag === OID) return 'spki';
  if (starts(SEQUENCE, SEQUENCE, BIT_STRING) && first !== undefined) {
    // A request begins with its version as a plain number, a certificate (of version 3) with a marked one or the serial number.
    const inner = derChildren(first);
    return inner[0]?.tag === INTEGER && inner[2]?.tag === SEQUENCE && inner[3]?.tag === 0xa0
      ? 'certificate-request'
      : 'certificate';
  }
  if (starts(INTEGER, SEQUENCE) && isNumber(first, 3) && second !== undefined) return 'pkcs12';
  return 'other';
}

const isNumber = (node: DerNode | undefined, value: number): boolean =>
  node !== undefined && node.content.length < 6 && integerOf(node) === value;

/** A key from a structure that is not encrypted. Throws ContentFault. */
export function privateKeyOf(bytes: Uint8Array, form: 'pkcs8' | 'pkcs1' | 'sec1' | 'dsa'): KeyObject {
  const key = Buffer.from(bytes);
  return keyOf(
    () =>
      form === 'dsa'
        ? createPrivateKey(pem('DSA PRIVATE KEY', bytes))
        : createPrivateKey({ key, format: 'der', type: form }),
    () => (form === 'pkcs8' ? algorithmOf(bytes, 1) : undefined),
  );
}

/** As above, for public keys: of a certificate and of a request, theirs. */
export function publicKeyOf(
  bytes: Uint8Array,
  form: 'spki' | 'pkcs1-public' | 'certificate' | 'certificate-request',
): KeyObject {
  if (form === 'certificate') return certificateKey(bytes);
  if (form === 'pkcs1-public')
    return keyOf(() => createPublicKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs1' }));
  const key = form === 'spki' ? bytes : requestKey(bytes);
  return keyOf(
    () => createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' }),
    () => algorithmOf(key, 0),
  );
}

function requestKey(bytes: Uint8Array): Uint8Array {
  const [info] = derChildren(readDer(bytes));
  const key = info === undefined ? undefined : derChildren(info)[2];
  if (key === undefined) throw new ContentFault('it is damaged');
  return key.raw;
}

const certificateKey = (bytes: Uint8Array): KeyObject => keyOf(() => new X509Certificate(Buffer.from(bytes)).publicKey);

/** The object identifier of the algorithm in the element at `index`. */
const algorithmOf = (bytes: Uint8Array, index: number): string | undefined =>
  unlessFaulty(() => {
    const algorithm = derChildren(readDer(bytes))[index];
    const name = algorithm === undefined ? undefined : derChildren(algorithm)[0];
    return name === undefined ? undefined : oidOf(name);
  });

/** Algorithms that the library knows: a key of one that fails is damaged, one of another is not supported. */
const KNOWN: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.1',
  '1.2.840.113549.1.1.10',
  '1.2.840.113549.1.3.1',
  '1.2.840.10045.2.1',
  '1.2.840.10040.4.1',
  '1.2.840.10046.2.1',
  '1.3.101.110',
  '1.3.101.111',
  '1.3.101.112',
  '1.3.101.113',
]);

/** The library's reasons say nothing to the caller, and might say something of the key. */
function keyOf(make: () => KeyObject, algorithm: () => string | undefined = () => undefined): KeyObject {
  try {
    return make();
  } catch {
    const name = algorithm();
    if (name !== undefined && !KNOWN.has(name))
      throw new ContentFault(`its algorithm (object identifier ${name}) is not supported`);
    throw new ContentFault('it is damaged: its bytes are not a key');
  }
}

const pem = (label: string, bytes: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
