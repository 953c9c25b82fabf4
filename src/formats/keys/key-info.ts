import type { KeyObject } from 'node:crypto';

import { LimitFault } from '../../lib/faults.js';

/** What a key is, in the words of results. */
export interface KeyInfo {
  readonly keyType: KeyType;
  /** Length of the modulus or of the curve; of a symmetric key all of it. */
  readonly bits: number;
  /** `p256`, `secp256k1`, `brainpoolP256r1`; empty where the type has none to choose. */
  readonly curve: string;
}

export type KeyType =
  | 'rsa'
  | 'rsa-pss'
  | 'ec'
  | 'ed25519'
  | 'ed448'
  | 'x25519'
  | 'x448'
  | 'dsa'
  | 'dh'
  | 'secret'
  | 'unknown';

/** Curves by OpenSSL's names: ours and the bits of the field. */
const CURVES: ReadonlyMap<string, { readonly name: string; readonly bits: number }> = new Map([
  ['prime256v1', { name: 'p256', bits: 256 }],
  ['secp384r1', { name: 'p384', bits: 384 }],
  ['secp521r1', { name: 'p521', bits: 521 }],
  ['secp256k1', { name: 'secp256k1', bits: 256 }],
]);

const FIXED_BITS: Partial<Record<KeyType, number>> = { ed25519: 256, ed448: 456, x25519: 256, x448: 448 };
const TYPES: ReadonlySet<string> = new Set(['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448', 'x25519', 'x448', 'dsa', 'dh']);

/** What a key of the library is. */
export function keyInfoOf(key: KeyObject): KeyInfo {
  if (key.type === 'secret') return { keyType: 'secret', bits: 8 * (key.symmetricKeySize ?? 0), curve: '' };
  const { asymmetricKeyType = '', asymmetricKeyDetails: details = {} } = key;
  // Checked in the set, which holds nothing else.
  const keyType = TYPES.has(asymmetricKeyType) ? (asymmetricKeyType as KeyType) : 'unknown';
  if (keyType === 'ec') {
    const known = CURVES.get(details.namedCurve ?? '');
    const curve = known?.name ?? details.namedCurve ?? 'explicit';
    return { keyType, bits: known?.bits ?? Number(/\d{3}/.exec(curve)?.[0] ?? 0), curve };
  }
  return { keyType, bits: FIXED_BITS[keyType] ?? details.modulusLength ?? 0, curve: '' };
}

/** OpenSSL's own bound for RSA; work with longer ones takes seconds. */
const MAX_BITS = 16_384;

/** Throws LimitFault for a key with which work takes too long. */
export function checkKeySize(key: KeyObject): void {
  const { bits } = keyInfoOf(key);
  if (bits > MAX_BITS) throw new LimitFault(`its key must have at most ${MAX_BITS} bits, got ${bits}`, MAX_BITS);
}

/** What is weak about a key, in sentences for `warnings`. */
export function keyWeaknesses({ keyType, bits, curve }: KeyInfo): string[] {
  if ((keyType === 'rsa' || keyType === 'rsa-pss') && bits < 2048)
    return [`RSA with ${bits} bits is weak: keys below 2,048 bits can be broken or are refused by current software`];
  if (keyType === 'dsa') return ['DSA is obsolete: OpenSSH and browsers refuse it'];
  if (keyType === 'ec' && bits > 0 && bits < 224)
    return [`The curve ${curve} is weak: its keys have the strength of ${Math.floor(bits / 2)} bits`];
  return [];
}
