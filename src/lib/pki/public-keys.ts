/** Public keys in certificates, and the signatures that they check. */

import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

import { unlessFaulty } from '../faults.js';
import { childAt, type DerNode, derChildren, integerOf, oidOf, readDer } from './der.js';
import { DIGEST_NAMES, KEY_NAMES, SIGNATURES } from './oid-names.js';
import type { Signed } from './x509.js';

export interface KeyFacts {
  /** `rsa`, `ec`, `ed25519` …; the dotted identifier of an unknown algorithm. */
  readonly keyType: string;
  /** Size of modulus or curve; 0 where it is unknown. */
  readonly bits: number;
  /** As `P-256`; empty where there is none. */
  readonly curve: string;
  /** Public exponent of an RSA key. */
  readonly exponent: string;
}

/** Names by NIST where there are any, as JWK and browsers have them. */
const CURVES: Readonly<Record<string, readonly [name: string, bits: number]>> = {
  prime256v1: ['P-256', 256],
  secp224r1: ['P-224', 224],
  secp384r1: ['P-384', 384],
  secp521r1: ['P-521', 521],
  prime192v1: ['P-192', 192],
};
const FIXED_BITS: Readonly<Record<string, number>> = { ed25519: 256, x25519: 256, ed448: 456, x448: 448 };

/** The key of a SubjectPublicKeyInfo; `undefined` for one that the library does not know, or damaged. */
export function openPublicKey(info: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(info), format: 'der', type: 'spki' });
  } catch {
    // Told as a key of unknown kind.
    return undefined;
  }
}

/** What a key is, as far as it can be told. */
export function keyFacts(info: Uint8Array): KeyFacts {
  const key = openPublicKey(info);
  const id = unlessFaulty(() => oidOf(childAt(childAt(readDer(info), 0), 0)));
  const keyType = key?.asymmetricKeyType ?? KEY_NAMES.get(id ?? '') ?? id ?? 'unknown';
  const details = key?.asymmetricKeyDetails ?? {};
  const { modulusLength, publicExponent, namedCurve } = details;
  const [curve, curveBits] = (namedCurve && CURVES[namedCurve]) || [namedCurve ?? '', curveSize(namedCurve)];
  return {
    keyType,
    bits: modulusLength ?? (curveBits || (FIXED_BITS[keyType] ?? 0)),
    curve,
    exponent: publicExponent?.toString() ?? '',
  };
}

const curveSize = (name = ''): number => Number(/\d{3}/.exec(name)?.[0] ?? 0);

/** Base64 of the SHA-256 of the key, as pins and `openssl pkey -pubin -outform der` have it. */
export const keyPin = (info: Uint8Array): string => createHash('sha256').update(info).digest('base64');

const RSA_PSS = '1.2.840.113549.1.1.10';

interface SignatureFacts {
  /** As OpenSSL names it; the dotted identifier of an unknown one. */
  readonly name: string;
  readonly digest: string | undefined;
  /** Of RSA-PSS. */
  readonly saltLength: number | undefined;
}

/** What an algorithm identifier says. Throws ContentFault where it is damaged. */
export function signatureFacts(algorithm: DerNode): SignatureFacts {
  const id = oidOf(childAt(algorithm, 0));
  if (id !== RSA_PSS) {
    const [name, digest] = SIGNATURES.get(id) ?? [id, undefined];
    return { name, digest, saltLength: undefined };
  }
  // RFC 8017, A.2.3: SHA-1 and 20 bytes where nothing else is said.
  const parameters = derChildren(algorithm)[1];
  const fields = parameters === undefined ? [] : derChildren(parameters);
  const hash = fields.find(({ tag }) => tag === 0xa0);
  const salt = fields.find(({ tag }) => tag === 0xa2);
  const digest = hash === undefined ? 'sha1' : DIGEST_NAMES.get(oidOf(childAt(childAt(hash, 0), 0)));
  return {
    name: `RSA-PSS with ${digest?.toUpperCase().replace(/^SHA(\d)/, 'SHA-$1') ?? 'an unknown digest'}`,
    digest,
    saltLength: salt === undefined ? 20 : integerOf(childAt(salt, 0)),
  };
}

/** Whether a signature was made with the private half of a key; `undefined` where the algorithm is not supported. */
export function isSignedBy({ body, algorithm, signature }: Signed, key: KeyObject | undefined): boolean | undefined {
  const facts = unlessFaulty(() => signatureFacts(algorithm));
  if (facts === undefined || key === undefined) return undefined;
  const { name, digest, saltLength } = facts;
  const isPss = saltLength !== undefined;
  const isEdwards = name === 'ED25519' || name === 'ED448';
  if (digest === undefined && !isEdwards) return undefined;
  const type = key.asymmetricKeyType ?? '';
  const fits = isEdwards ? type === name.toLowerCase() : isPss ? type.startsWith('rsa') : KEY_OF[type]?.test(name);
  if (fits !== true) return false;
  try {
    if (!isPss) return verify(isEdwards ? null : digest, body, key, signature);
    const plain = createPublicKey(key.export({ format: 'pem', type: 'spki' }));
    return verify(digest, body, { key: plain, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
  } catch {
    // A digest that the library does not have, or a signature of another form.
    return digest === 'md2' ? undefined : false;
  }
}

const KEY_OF: Readonly<Record<string, RegExp>> = { rsa: /RSA/, ec: /^ecdsa/, dsa: /^dsa/ };
