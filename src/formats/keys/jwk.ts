import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';

import { ContentFault } from '../../lib/faults.js';
import { completeRsa } from '../../lib/pki/rsa-numbers.js';

/** A member of RFC 7517 that says something about a key beside its numbers. */
export interface JwkNames {
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
}

export const jwkNames = (jwk: Readonly<Record<string, unknown>>): JwkNames => ({
  kid: textOf(jwk.kid),
  alg: textOf(jwk.alg),
  use: textOf(jwk.use),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether an object is meant to be a JWK. */
export const isJwk = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string';

export const jwkKind = (jwk: Readonly<Record<string, unknown>>): 'private' | 'public' | 'secret' =>
  jwk.kty === 'oct' ? 'secret' : jwk.d === undefined ? 'public' : 'private';

/** Members with the numbers of a key: RFC 7518 §6, RFC 8037 §2. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  RSA: ['n', 'e'],
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
  oct: ['k'],
};
const CURVES: Readonly<Record<string, readonly string[]>> = {
  EC: ['P-256', 'P-384', 'P-521', 'secp256k1'],
  OKP: ['Ed25519', 'Ed448', 'X25519', 'X448'],
};
const RSA_PARTS = ['p', 'q', 'dp', 'dq', 'qi'] as const;

/** The key of a JWK. Throws ContentFault that names the member which is wrong, never its value. */
export function readJwk(jwk: Readonly<Record<string, unknown>>): KeyObject {
  const kty = textOf(jwk.kty);
  const members = Object.hasOwn(MEMBERS, kty) ? (MEMBERS[kty] ?? []) : undefined;
  if (members === undefined) throw new ContentFault('its "kty" must be RSA, EC, OKP or oct');
  for (const name of members) checkMember(jwk, name);
  const curves = CURVES[kty];
  if (curves !== undefined && !curves.includes(textOf(jwk.crv)))
    throw new ContentFault(
      `its "crv" must be ${curves.slice(0, -1).join(', ')} or ${curves.at(-1)} where "kty" is ${kty}`,
    );
  if (kty === 'oct') return createSecretKey(Buffer.from(textOf(jwk.k), 'base64url'));
  const isPrivate = jwk.d !== undefined;
  if (isPrivate) checkMember(jwk, 'd');
  const names = [...members, ...(isPrivate ? ['d'] : [])];
  const numbers: JsonWebKey = { kty, ...Object.fromEntries(names.map((name) => [name, textOf(jwk[name])])) };
  return keyOf(() => (isPrivate ? privateOf(jwk, numbers) : createPublicKey({ key: numbers, format: 'jwk' })));
}

function checkMember(jwk: Readonly<Record<string, unknown>>, name: string): void {
  const value = jwk[name];
  if (typeof value !== 'string' || value === '') throw new ContentFault(`its member "${name}" is missing`);
  if (name !== 'crv' && !/^[A-Za-z0-9_-]+={0,2}$/.test(value))
    throw new ContentFault(`its member "${name}" must be base64url`);
}

function privateOf(jwk: Readonly<Record<string, unknown>>, numbers: JsonWebKey): KeyObject {
  if (numbers.kty === 'RSA') return createPrivateKey({ key: rsaNumbers(jwk, numbers), format: 'jwk' });
  const key = createPrivateKey({ key: numbers, format: 'jwk' });
  checkHalves(key, numbers);
  return key;
}

/** RFC 7518 §6.3.2: the factors may be missing, all of them together. */
function rsaNumbers(jwk: Readonly<Record<string, unknown>>, numbers: JsonWebKey): JsonWebKey {
  if (jwk.oth !== undefined) throw new ContentFault('RSA keys of more than two primes are not supported');
  const present = RSA_PARTS.filter((name) => jwk[name] !== undefined);
  const bytes = (name: 'n' | 'e' | 'd') => Buffer.from(numbers[name] ?? '', 'base64url');
  if (present.length === 0) {
    const parts = completeRsa({ n: bytes('n'), e: bytes('e'), d: bytes('d') });
    const texts = RSA_PARTS.map((name) => [name, Buffer.from(parts[name]).toString('base64url')]);
    return { ...numbers, ...Object.fromEntries(texts) };
  }
  for (const name of RSA_PARTS) checkMember(jwk, name);
  return { ...numbers, ...Object.fromEntries(RSA_PARTS.map((name) => [name, textOf(jwk[name])])) };
}

/** The library takes both halves as they stand; signatures made with a public half of another key give the private one away. */
function checkHalves(key: KeyObject, numbers: JsonWebKey): void {
  const made = numbers.kty === 'EC' ? pointOf(numbers) : createPublicKey(key).export({ format: 'jwk' });
  const isSame = (one = '', other = '') => Buffer.from(one, 'base64url').equals(Buffer.from(other, 'base64url'));
  if (!isSame(made.x, numbers.x) || (numbers.kty === 'EC' && !isSame(made.y, numbers.y)))
    throw new ContentFault('its members "d" and "x" do not belong together');
}

const OPENSSL_NAMES: Readonly<Record<string, string>> = {
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
};

function pointOf({ crv = '', d = '' }: JsonWebKey): JsonWebKey {
  const exchange = createECDH(OPENSSL_NAMES[crv] ?? crv);
  exchange.setPrivateKey(Buffer.from(d, 'base64url'));
  const point = exchange.getPublicKey();
  const half = 1 + (point.length - 1) / 2;
  return { x: point.subarray(1, half).toString('base64url'), y: point.subarray(half).toString('base64url') };
}

function keyOf(make: () => KeyObject): KeyObject {
  try {
    return make();
  } catch (error) {
    if (error instanceof ContentFault) throw error;
    // The library's reasons say nothing to the caller, and might say something of the key.
    throw new ContentFault('it is damaged: its numbers are not a key');
  }
}
