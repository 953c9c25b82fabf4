import { invalid } from '../../core/errors.js';
import { findKeys } from '../keys/found-keys.js';
import { type KeyInfo, keyInfoOf } from '../keys/key-info.js';
import { type KeyEncoding, type ReadKey, readKeySet, readPrivateKey, readSecretKey } from '../keys/read-key.js';
import { algorithmsOf, allowsAlgorithm, type JwsAlgorithm, leastBits } from './jws.js';

interface KeyValues {
  readonly key: string;
  readonly keyEncoding: KeyEncoding;
  readonly password: string;
}

/** A key as messages name it. */
export const keyName = ({ keyType, bits, curve }: KeyInfo): string =>
  keyType === 'secret'
    ? `a symmetric key of ${bits} bits`
    : keyType.startsWith('rsa')
      ? `an RSA key of ${bits} bits`
      : `a key of type ${curve === '' ? keyType : `${keyType} (${curve})`}`;

/**
 * The key to sign with: symmetric for HS, else private. Throws INVALID_INPUT where it is of another kind, or shorter than RFC 7518
 * asks for; never shows it.
 */
export async function readSigningKey(
  algorithm: JwsAlgorithm,
  { key, keyEncoding, password }: KeyValues,
): Promise<ReadKey['key']> {
  if (key === '') throw invalid('Option "key" must not be empty');
  const label = 'option "key"';
  const found = algorithm.startsWith('HS')
    ? readSecretKey(key, keyEncoding, label)
    : (await readPrivateKey(key, { label, password })).key;
  const info = keyInfoOf(found);
  const fitting = algorithmsOf(info);
  if (!fitting.includes(algorithm)) {
    const instead = fitting.length === 0 ? 'which does not sign tokens' : `which is for ${fitting.join(', ')}`;
    throw invalid(`Option "key" must fit algorithm ${algorithm}, it is ${keyName(info)}, ${instead}`);
  }
  if (!allowsAlgorithm(algorithm, found))
    throw invalid(`Option "key" must fit algorithm ${algorithm}, it is an RSA-PSS key for another digest`);
  const least = leastBits(algorithm);
  if (info.bits < least)
    throw invalid(`Option "key" must have at least ${least} bits for ${algorithm} (RFC 7518), got ${info.bits}`);
  return found;
}

/** Most keys of a set that are tried for one token. */
const MAX_KEYS = 100;

/**
 * The keys that may verify a token: all of a PEM, certificate, JWK or JWKS, or one symmetric key where the text is none of these. Throws
 * INVALID_INPUT, LIMIT_EXCEEDED.
 */
export async function readVerifyingKeys({ key, keyEncoding, password }: KeyValues): Promise<readonly ReadKey[]> {
  if (key.trim() === '') throw invalid('Option "key" must not be empty');
  const label = 'option "key"';
  const isAsymmetric = /-----BEGIN |^\s*[{[]|^\s*(?:ssh-|ecdsa-sha2-)|^\s*MI[A-Z][\w+/\s]{60}/.test(key);
  const pieces = isAsymmetric && keyEncoding === 'text' ? findKeys(key) : [];
  if (pieces.length > MAX_KEYS) throw invalid(`Option "key" must have at most ${MAX_KEYS} keys, got ${pieces.length}`);
  if (pieces.some(({ kind }) => kind !== 'other')) return readKeySet(key, { label, password });
  const secret = readSecretKey(key, keyEncoding, label);
  const plain = { notation: 'jwk' as const, isEncrypted: false, comment: '', kid: '', alg: '', use: '' };
  return [{ ...plain, key: secret, ...keyInfoOf(secret) }];
}
