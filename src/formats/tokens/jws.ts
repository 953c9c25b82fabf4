import { constants, createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';

import type { KeyInfo } from '../keys/key-info.js';

/** Algorithms of RFC 7518 §3.1, RFC 8037, RFC 8812 and RFC 9864. `none` is not among them. */
export const JWS_ALGORITHMS = [
  ...['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'ES256K', 'EdDSA', 'Ed25519', 'Ed448'],
] as const;

export type JwsAlgorithm =
  | `${'HS' | 'RS' | 'PS'}${'256' | '384' | '512'}`
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'ES256K'
  | 'EdDSA'
  | 'Ed25519'
  | 'Ed448';

export const isJwsAlgorithm = (name: unknown): name is JwsAlgorithm =>
  (JWS_ALGORITHMS as readonly unknown[]).includes(name);

const CURVES: Readonly<Record<string, JwsAlgorithm>> = {
  p256: 'ES256',
  p384: 'ES384',
  p521: 'ES512',
  secp256k1: 'ES256K',
};

/** The algorithms that a key of this kind is for; empty for keys that do not sign. */
export function algorithmsOf({ keyType, curve }: KeyInfo): readonly JwsAlgorithm[] {
  if (keyType === 'secret') return ['HS256', 'HS384', 'HS512'];
  if (keyType === 'rsa') return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
  if (keyType === 'rsa-pss') return ['PS256', 'PS384', 'PS512'];
  if (keyType === 'ed25519') return ['EdDSA', 'Ed25519'];
  if (keyType === 'ed448') return ['EdDSA', 'Ed448'];
  const own = keyType === 'ec' ? CURVES[curve] : undefined;
  return own === undefined ? [] : [own];
}

/** Least bits of a key: as long as the digest for HMAC (RFC 7518 §3.2), 2048 for RSA (§3.3). */
export const leastBits = (algorithm: JwsAlgorithm): number =>
  algorithm.startsWith('HS') ? Number(algorithm.slice(2)) : /^[RP]S/.test(algorithm) ? 2048 : 0;

const hashOf = (algorithm: JwsAlgorithm): string => `sha${algorithm.slice(2, 5)}`;

/** Whether a key of RSA-PSS that is bound to a digest (RFC 4055 §3.1) allows the algorithm; any other key does. */
export function allowsAlgorithm(algorithm: JwsAlgorithm, { asymmetricKeyDetails: details = {} }: KeyObject): boolean {
  if (!algorithm.startsWith('PS')) return true;
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength = 0 } = details;
  const isBound = [hashAlgorithm, mgf1HashAlgorithm].some((name) => name !== undefined && name !== hashOf(algorithm));
  return !isBound && saltLength <= Number(algorithm.slice(2)) / 8;
}

/** Signature and key as the library wants them: PSS with a salt as long as the digest, ECDSA as two numbers side by side. */
function parametersOf(algorithm: JwsAlgorithm, key: KeyObject) {
  if (algorithm.startsWith('PS'))
    return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return algorithm.startsWith('ES') ? { key, dsaEncoding: 'ieee-p1363' as const } : { key };
}

/** The signature over `text`. The key must be one that `algorithmsOf` has for the algorithm. */
export function signJws(algorithm: JwsAlgorithm, key: KeyObject, text: string): Buffer {
  if (algorithm.startsWith('HS')) return createHmac(hashOf(algorithm), key).update(text).digest();
  return sign(algorithm.startsWith('Ed') ? null : hashOf(algorithm), Buffer.from(text), parametersOf(algorithm, key));
}

/** Whether the signature is that of `text` under the key, which must be one that `algorithmsOf` has for the algorithm. */
export function verifyJws(algorithm: JwsAlgorithm, key: KeyObject, text: string, signature: Uint8Array): boolean {
  if (algorithm.startsWith('HS')) {
    const expected = signJws(algorithm, key, text);
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
  const hash = algorithm.startsWith('Ed') ? null : hashOf(algorithm);
  return verify(hash, Buffer.from(text), parametersOf(algorithm, key), signature);
}
