import { createCipheriv, createDecipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';

import { ContentFault, LimitFault } from '../faults.js';
import { type AesCipher, encryptAes, openAes } from './aes.js';

/** Compact JWE (RFC 7516) under a password or a symmetric key (RFC 7518). */

/** OWASP Password Storage Cheat Sheet 2025 for PBKDF2 with HMAC-SHA-512. */
const ITERATIONS = 210_000;
/** Chosen: two seconds of SHA-512 on a slow machine. */
const MAX_ITERATIONS = 2_000_000;
/** RFC 3394, 2.2.3.1. */
const WRAP_IV = Buffer.alloc(8, 0xa6);
/** RFC 7518, 5.3: 96 and 128 bits. */
const IV_BYTES = 12;

export const isJwe = (text: string): boolean => /^eyJ[\w-]*(?:\.[\w-]*){4}$/.test(text);

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** RFC 7518, 4.8: the salt has the name of the algorithm before it. */
function passwordKey(password: string, algorithm: string, salt: Uint8Array, iterations: number, bits: number): Buffer {
  const whole = Buffer.concat([Buffer.from(algorithm), Buffer.alloc(1), salt]);
  return pbkdf2Sync(password, whole, iterations, bits / 8, `sha${algorithm.slice(8, 11)}`);
}

const wrapName = (key: Uint8Array): string => `id-aes${8 * key.length}-wrap`;

/** PBES2-HS512+A256KW, A256GCM: the strongest that the standard has for a password. */
export function encryptJwe(plain: Uint8Array, password: string, random: (length: number) => Uint8Array): string {
  const alg = 'PBES2-HS512+A256KW';
  const salt = random(16);
  const header = base64url(Buffer.from(JSON.stringify({ alg, enc: 'A256GCM', p2s: base64url(salt), p2c: ITERATIONS })));
  const contentKey = random(32);
  const key = passwordKey(password, alg, salt, ITERATIONS, 256);
  const wrap = createCipheriv(wrapName(key), key, WRAP_IV);
  const wrapped = Buffer.concat([wrap.update(contentKey), wrap.final()]);
  const iv = random(IV_BYTES);
  const aad = Buffer.from(header);
  const { ciphertext, tag } = encryptAes(plain, { cipher: 'aes-256-gcm', key: contentKey, iv, aad });
  return [header, ...[wrapped, iv, ciphertext, tag].map(base64url)].join('.');
}

export interface JweSecret {
  readonly password: string;
  /** Empty where a password is used. */
  readonly key: Uint8Array;
}

interface JweHeader {
  readonly alg: string;
  readonly enc: string;
  readonly p2s: string;
  readonly p2c: number;
}

function readHeader(text: string): JweHeader {
  const value = headerValue(text);
  const { alg, enc, p2s = '', p2c = 0 } = value;
  if (typeof alg !== 'string' || typeof enc !== 'string')
    throw new ContentFault('its header must name "alg" and "enc"');
  if (value.crit !== undefined || value.zip !== undefined)
    throw new ContentFault('its header has "crit" or "zip", which are not read');
  if (typeof p2s !== 'string' || typeof p2c !== 'number' || !Number.isInteger(p2c))
    throw new ContentFault('its header must have a text "p2s" and a whole number "p2c"');
  return { alg, enc, p2s, p2c };
}

function headerValue(text: string): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Told below, as any other value is.
  }
  throw new ContentFault('its header is not a JSON object');
}

/** Opens a token whose form is `isJwe`. Throws ContentFault, also where password or key is wrong, and LimitFault. */
export function decryptJwe(token: string, secret: JweSecret): { readonly plain: Buffer; readonly header: JweHeader } {
  const [header = '', ...parts] = token.split('.');
  const [wrapped, iv, ciphertext, tag] = parts.map((part) => Buffer.from(part, 'base64url')) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const told = readHeader(header);
  const contentKey = openKey(wrapped, told, secret);
  const plain = openContent({ contentKey, iv, ciphertext, tag, aad: Buffer.from(header), enc: told.enc });
  if (plain === undefined)
    throw new ContentFault(told.alg === 'dir' ? 'the key is wrong or the data is damaged' : 'its data is damaged');
  return { plain, header: told };
}

function openKey(wrapped: Buffer, { alg, p2s, p2c }: JweHeader, { password, key }: JweSecret): Uint8Array {
  if (alg === 'dir') {
    if (key.length === 0) throw new ContentFault('it needs option "key", not a password');
    if (wrapped.length > 0) throw new ContentFault('its header says "dir", but it has a key of its own');
    return key;
  }
  const sizes = /^(?:PBES2-HS(?:256|384|512)\+)?A(128|192|256)KW$/.exec(alg);
  if (sizes === null) throw new ContentFault(`its algorithm ${JSON.stringify(alg.slice(0, 40))} is not read here`);
  const bits = Number(sizes[1]);
  const wrapKey = alg.startsWith('PBES2') ? keyOfPassword() : key;
  if (wrapKey.length !== bits / 8) throw new ContentFault(`it needs a key of ${bits / 8} bytes in option "key"`);
  try {
    const unwrap = createDecipheriv(wrapName(wrapKey), wrapKey, WRAP_IV);
    return Buffer.concat([unwrap.update(wrapped), unwrap.final()]);
  } catch (error) {
    const what = `the ${alg.startsWith('PBES2') ? 'password' : 'key'} is wrong, or its encrypted key is damaged`;
    throw new ContentFault(what, what, undefined, { cause: error });
  }

  function keyOfPassword(): Buffer {
    if (password === '') throw new ContentFault('it needs option "password", not a key');
    if (p2c > MAX_ITERATIONS)
      throw new LimitFault(
        `its key derivation has ${p2c} iterations, at most ${MAX_ITERATIONS} are made`,
        MAX_ITERATIONS,
      );
    if (p2c < 1) throw new ContentFault('its "p2c" must be at least 1');
    return passwordKey(password, alg, Buffer.from(p2s, 'base64url'), p2c, bits);
  }
}

interface JweContent {
  readonly contentKey: Uint8Array;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
  readonly aad: Buffer;
  readonly enc: string;
}

function openContent({ contentKey, iv, ciphertext, tag, aad, enc }: JweContent): Buffer | undefined {
  const gcm = /^A(128|192|256)GCM$/.exec(enc)?.[1];
  const cbc = /^A(128|192|256)CBC-HS(256|384|512)$/.exec(enc);
  if (gcm === undefined && cbc === null)
    throw new ContentFault(`its encryption ${JSON.stringify(enc.slice(0, 40))} is not read here`);
  const keyBytes = gcm === undefined ? Number(cbc?.[2]) / 8 : Number(gcm) / 8;
  if (contentKey.length !== keyBytes)
    throw new ContentFault(`it needs a key of ${keyBytes} bytes, got ${contentKey.length}`);
  const ivBytes = gcm === undefined ? 16 : IV_BYTES;
  const tagBytes = gcm === undefined ? keyBytes / 2 : 16;
  if (iv.length !== ivBytes || tag.length !== tagBytes)
    throw new ContentFault('its IV or its tag is not of the right length');
  if (gcm !== undefined) {
    const cipher: AesCipher = `aes-${Number(gcm) as 128 | 192 | 256}-gcm`;
    return openAes(ciphertext, { cipher, key: contentKey, iv, aad, tag });
  }
  // RFC 7518, 5.2.2: the first half of the key authenticates, the second encrypts; the length of the header is in bits.
  const bits = Buffer.alloc(8);
  bits.writeBigUInt64BE(8n * BigInt(aad.length));
  const half = keyBytes / 2;
  const code = createHmac(`sha${cbc?.[2]}`, contentKey.subarray(0, half))
    .update(aad)
    .update(iv)
    .update(ciphertext)
    .update(bits);
  if (!timingSafeEqual(code.digest().subarray(0, half), tag)) return undefined;
  const cipher: AesCipher = `aes-${Number(cbc?.[1]) as 128 | 192 | 256}-cbc`;
  return openAes(ciphertext, { cipher, key: contentKey.subarray(half), iv });
}
