import { createHash, type KeyObject } from 'node:crypto';

import { z } from 'zod';

import { invalid, type OutputFile } from '../../core/index.js';
import { keyInfoOf, keyWeaknesses } from '../../formats/keys/key-info.js';
import {
  jwkThumbprint,
  pkcs1Der,
  pkcs8Der,
  publicDer,
  publicPem,
  type Random,
  rawPrivate,
  rawPublic,
  sec1Der,
  writePem,
} from '../../formats/keys/write-key.js';

export const MIMES = {
  pem: 'application/x-pem-file',
  privateDer: 'application/pkcs8',
  der: 'application/octet-stream',
  jwk: 'application/jwk+json',
  jwks: 'application/jwk-set+json',
  text: 'text/plain;charset=utf-8',
} as const;

export type PairFormat = 'pkcs8' | 'pkcs1' | 'sec1' | 'jwk' | 'der' | 'hex';

/** The two files of a key pair. Throws INVALID_INPUT where a password is given and the format cannot be encrypted. */
export function pairFiles(key: KeyObject, format: PairFormat, newPassword: string, random: Random): OutputFile[] {
  if (newPassword !== '' && format !== 'pkcs8' && format !== 'der')
    throw invalid(`Option "format" must be pkcs8 or der where "newPassword" is given, got ${JSON.stringify(format)}`);
  const pemFile = (name: string, label: string, bytes: Uint8Array): OutputFile => ({
    name,
    mime: MIMES.pem,
    bytes: Buffer.from(writePem(label, bytes)),
  });
  const textFile = (name: string, mime: string, content: string): OutputFile => ({
    name,
    mime,
    bytes: Buffer.from(`${content}\n`),
  });
  const publicFile = pemFile('public.pem', 'PUBLIC KEY', publicDer(key));
  switch (format) {
    case 'pkcs8': {
      const label = newPassword === '' ? 'PRIVATE KEY' : 'ENCRYPTED PRIVATE KEY';
      return [pemFile('key.pem', label, pkcs8Der(key, newPassword, random)), publicFile];
    }
    case 'pkcs1':
      return [
        pemFile('key.pem', 'RSA PRIVATE KEY', pkcs1Der(key)),
        pemFile('public.pem', 'RSA PUBLIC KEY', pkcs1Der(key, 'public')),
      ];
    case 'sec1':
      return [pemFile('key.pem', 'EC PRIVATE KEY', sec1Der(key)), publicFile];
    case 'der':
      return [
        { name: 'key.der', mime: MIMES.privateDer, bytes: pkcs8Der(key, newPassword, random) },
        { name: 'public.der', mime: MIMES.der, bytes: publicDer(key) },
      ];
    case 'jwk': {
      const { d, p, q, dp, dq, qi, ...open } = key.export({ format: 'jwk' });
      const secret = { ...open, d, ...(p === undefined ? {} : { p, q, dp, dq, qi }) };
      return [
        textFile('key.jwk', MIMES.jwk, JSON.stringify(secret, null, 2)),
        textFile('public.jwk', MIMES.jwk, JSON.stringify(open, null, 2)),
      ];
    }
    default:
      return [
        textFile('key.hex', MIMES.text, Buffer.from(rawPrivate(key)).toString('hex')),
        textFile('public.hex', MIMES.text, Buffer.from(rawPublic(key)).toString('hex')),
      ];
  }
}

/** What results say of a new key. The private key is in its file alone. */
export const pairReport = z.object({
  keyType: z.string().describe('Type of the key: rsa, ec, ed25519, ed448, x25519 or x448.'),
  bits: z.int().describe('Length of the modulus or of the curve.'),
  curve: z.string().describe('Curve of an EC key, such as p256; empty for other types.'),
  publicKey: z.string().describe('Public key in PEM (SubjectPublicKeyInfo).'),
  fingerprints: z
    .object({
      sha256: z.string().describe('SHA-256 in lowercase hex.'),
      sha1: z.string().describe('SHA-1 in lowercase hex.'),
    })
    .describe('Digests of the public key in DER.'),
  thumbprint: z.string().describe('JWK thumbprint (RFC 7638, SHA-256) in base64url, often used as "kid".'),
  encrypted: z.boolean().describe('Whether the private key is protected by the password.'),
  warnings: z.array(z.string()).describe('What is weak or surprising about the key; empty if there is nothing.'),
});

export function reportPair(key: KeyObject, newPassword: string): z.output<typeof pairReport> {
  const info = keyInfoOf(key);
  const der = publicDer(key);
  const digestOf = (name: string): string => createHash(name).update(der).digest('hex');
  return {
    ...info,
    publicKey: publicPem(key),
    fingerprints: { sha256: digestOf('sha256'), sha1: digestOf('sha1') },
    thumbprint: jwkThumbprint(key),
    encrypted: newPassword !== '',
    warnings: keyWeaknesses(info),
  };
}
