import { constants, type KeyObject, publicDecrypt, sign, verify } from 'node:crypto';

import { ContentFault, unlessFaulty } from '../../lib/faults.js';
import { derChildren, readDer, sequence, unsignedInteger } from '../../lib/pki/der.js';
import { keyInfoOf } from './key-info.js';

export const SCHEMES = ['rsa-pkcs1', 'rsa-pss', 'ecdsa', 'eddsa', 'dsa'] as const;
export type Scheme = (typeof SCHEMES)[number];
export const SIGNING_DIGESTS = ['sha256', 'sha384', 'sha512'] as const;
/** What is read too, and told to be weak. */
export const VERIFYING_DIGESTS = [
  ...SIGNING_DIGESTS,
  'sha224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'sha1',
  'md5',
] as const;
export type Digest = (typeof VERIFYING_DIGESTS)[number];

/** How a signature is made; EdDSA has its digest inside. */
export interface SignatureWay {
  readonly scheme: Scheme;
  readonly digest: Digest | 'none';
}

/** Schemes that a key can be used with, the usual one first. Throws ContentFault for a key that does not sign. */
export function schemesOf(key: KeyObject): readonly Scheme[] {
  const { keyType } = keyInfoOf(key);
  switch (keyType) {
    case 'rsa':
      return ['rsa-pkcs1', 'rsa-pss'];
    case 'rsa-pss':
      return ['rsa-pss'];
    case 'ec':
      return ['ecdsa'];
    case 'ed25519':
    case 'ed448':
      return ['eddsa'];
    case 'dsa':
      return ['dsa'];
    default:
      throw new ContentFault(`its type ${keyType} does not sign: it must be RSA, EC, Ed25519, Ed448 or DSA`);
  }
}

/** The digest that goes with a key: of EC keys as long as the curve, as ES256, ES384 and ES512 have it. */
export function usualDigest(key: KeyObject): Digest | 'none' {
  const { keyType, bits } = keyInfoOf(key);
  if (keyType === 'ed25519' || keyType === 'ed448') return 'none';
  if (keyType !== 'ec' || bits <= 256) return 'sha256';
  return bits <= 384 ? 'sha384' : 'sha512';
}

const digestOf = ({ digest }: SignatureWay): string | null => (digest === 'none' ? null : digest);

/** ECDSA and DSA: the two numbers in DER, or one after the other, each as long as the order (IEEE P1363). */
export type SignatureFormat = 'der' | 'p1363';

const optionsOf = (key: KeyObject, { scheme }: SignatureWay, format: SignatureFormat, saltLength: number) => ({
  key,
  ...(scheme === 'rsa-pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : {}),
  ...(scheme === 'ecdsa' || scheme === 'dsa'
    ? { dsaEncoding: format === 'der' ? ('der' as const) : ('ieee-p1363' as const) }
    : {}),
});

/** Throws ContentFault where the key does not allow the digest, or is too short for it. */
export function signBytes(bytes: Uint8Array, key: KeyObject, way: SignatureWay, format: SignatureFormat): Uint8Array {
  try {
    return sign(digestOf(way), bytes, optionsOf(key, way, format, constants.RSA_PSS_SALTLEN_DIGEST));
  } catch {
    // The library's reasons say nothing to the caller, and might say something of the key.
    throw new ContentFault(`its key does not allow ${way.scheme} with ${way.digest}, or is too short for it`);
  }
}

/** Whether a signature fits; one that cannot be read does not. */
export function isSignature(
  bytes: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
  way: SignatureWay,
  format: SignatureFormat,
): boolean {
  try {
    return verify(digestOf(way), bytes, optionsOf(key, way, format, constants.RSA_PSS_SALTLEN_AUTO), signature);
  } catch {
    // A digest that the key does not allow: the signature was not made so.
    return false;
  }
}

/** Whether bytes are two numbers in DER as strictly as they have to be written. */
export const isDerSignature = (bytes: Uint8Array): boolean =>
  unlessFaulty(() => {
    const root = readDer(bytes);
    const [r, s, ...more] = derChildren(root);
    if (root.tag !== 0x30 || r?.tag !== 0x02 || s?.tag !== 0x02 || more.length > 0) return false;
    return Buffer.from(sequence(unsignedInteger(r.content), unsignedInteger(s.content))).equals(bytes);
  }) ?? false;

/** Whether an RSA signature (PKCS #1 v1.5) was made with a key, over whatever content. */
export function isMadeWith(key: KeyObject, signature: Uint8Array): boolean {
  try {
    publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
    return true;
  } catch {
    // The padding shows only under the right key.
    return false;
  }
}
