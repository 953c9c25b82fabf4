import type { KeyObject } from 'node:crypto';

import { ContentFault, PasswordFault } from '../../lib/faults.js';
import { derFormOf, privateKeyOf, publicKeyOf } from './der-keys.js';
import { isJwk, jwkKind, jwkNames, readJwk } from './jwk.js';
import { bareBytes, keyTextOf, type PemBlock, pemBlocks, unquoted } from './key-text.js';
import { openOldPem, openPkcs8 } from './locked-keys.js';
import { type FoundPiece, locked, otherPiece, piece } from './pieces.js';
import { readOpensshPrivate, readPuttyKey, readSsh2Public, readSshLines } from './ssh-keys.js';

/**
 * All keys in a text or file, in its order: PEM in all its forms, DER, base64 or hex of DER, JWK and JWKS, OpenSSH, RFC 4716, PuTTY,
 * and a key inside JSON (`private_key` of service accounts). Nothing is opened yet. Throws LimitFault, ContentFault for broken JSON.
 */
export function findKeys(source: string | Uint8Array): FoundPiece[] {
  const text = keyTextOf(source);
  if (text === undefined) return typeof source === 'string' ? [] : [derPiece(source)];
  const plain = text.trim();
  if (plain.startsWith('{') || plain.startsWith('[')) return jsonPieces(plain);
  return textPieces(unquoted(text));
}

function textPieces(text: string): FoundPiece[] {
  if (text.startsWith('{') || text.startsWith('[')) return jsonPieces(text);
  const putty = readPuttyKey(text);
  if (putty !== undefined) return [putty];
  const blocks = pemBlocks(text);
  if (blocks.length > 0) return blocks.map(pemPiece);
  const lines = readSshLines(text);
  if (lines.length > 0) return lines;
  if (/^\s*(?:Bearer\s+)?eyJ[\w-]+\.[\w-]*\.[\w-]*/.test(text)) return [otherPiece('a token (JWT)')];
  if (/AGE-SECRET-KEY-1/.test(text)) return [otherPiece('an age identity')];
  const bytes = bareBytes(text);
  return bytes?.[0] === 0x30 ? [derPiece(bytes)] : [];
}

function jsonPieces(text: string): FoundPiece[] {
  const value = parseJson(text);
  const list = Array.isArray(value) ? value : hasKeys(value) ? value.keys : [value];
  return list.flatMap((item: unknown) => {
    if (isJwk(item)) return [jwkPiece(item)];
    const pem = typeof item === 'object' && item !== null && 'private_key' in item ? item.private_key : undefined;
    return typeof pem === 'string' ? textPieces(unquoted(pem)) : [];
  });
}

const hasKeys = (value: unknown): value is { readonly keys: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message quotes the text, which may be a secret.
    throw new ContentFault('it begins like JSON (a JWK), but is not JSON');
  }
}

const jwkPiece = (jwk: Readonly<Record<string, unknown>>): FoundPiece =>
  piece(jwkKind(jwk), 'jwk', () => readJwk(jwk), jwkNames(jwk));

function pemPiece({ label, headers, bytes, isWhole }: PemBlock): FoundPiece {
  if (!isWhole) return cutShort(label);
  if (label === 'OPENSSH PRIVATE KEY') return readOpensshPrivate(bytes);
  if (label === 'SSH2 PUBLIC KEY') return readSsh2Public(bytes, headers);
  if (headers.get('proc-type')?.includes('ENCRYPTED') === true) {
    const open = (password: string) => keyOfOpened(openOldPem(headers.get('dek-info') ?? '', bytes, password));
    return piece(
      'private',
      label === 'EC PRIVATE KEY' ? 'sec1' : label === 'DSA PRIVATE KEY' ? 'dsa' : 'pkcs1',
      locked(open),
      {
        isEncrypted: true,
      },
    );
  }
  const found = derPiece(bytes);
  if (found.kind !== 'other' || found.name !== UNKNOWN) return found;
  const known = Object.hasOwn(LABELS, label) ? LABELS[label] : undefined;
  if (known !== undefined) return otherPiece(known);
  return / ?(?:KEY|CERTIFICATE|REQUEST)$/.test(label) ? damagedPiece(label) : otherPiece(`a block of type ${label}`);
}

/** A block that says it is a key and has no key in it. */
function damagedPiece(label: string): FoundPiece {
  const open = (): never => {
    throw new ContentFault(`its block ${label} is damaged: what is in it is not a key`);
  };
  return { ...otherPiece(`a damaged block ${label}`), kind: label.includes('PRIVATE') ? 'private' : 'public', open };
}

function cutShort(label: string): FoundPiece {
  const open = (): never => {
    throw new ContentFault(`its block ${label} is cut short: the line "-----END ${label}-----" is missing`);
  };
  return { ...otherPiece('a block that is cut short'), kind: label.includes('PRIVATE') ? 'private' : 'public', open };
}

const LABELS: Readonly<Record<string, string>> = {
  'EC PARAMETERS': 'parameters of a curve',
  'DH PARAMETERS': 'Diffie-Hellman parameters',
  'DSA PARAMETERS': 'DSA parameters',
  'X509 CRL': 'a certificate revocation list',
  PKCS7: 'a PKCS #7 bundle',
  CMS: 'a CMS message',
  'PGP PRIVATE KEY BLOCK': 'a PGP private key',
  'PGP PUBLIC KEY BLOCK': 'a PGP public key',
  'PGP MESSAGE': 'a PGP message',
  'AGE ENCRYPTED FILE': 'a file encrypted with age',
};

const UNKNOWN = 'something that is not a key';

function derPiece(bytes: Uint8Array): FoundPiece {
  const form = derFormOf(bytes);
  switch (form) {
    case 'pkcs8':
    case 'pkcs1':
    case 'sec1':
    case 'dsa':
      return piece('private', form, () => privateKeyOf(bytes, form));
    case 'encrypted-pkcs8':
      return piece(
        'private',
        form,
        locked((password) => keyOfOpened(openPkcs8(bytes, password))),
        { isEncrypted: true },
      );
    case 'spki':
    case 'pkcs1-public':
      return piece('public', form, () => publicKeyOf(bytes, form));
    case 'certificate':
    case 'certificate-request':
      return piece('public', form, () => publicKeyOf(bytes, form), {
        name: form === 'certificate' ? 'a certificate' : 'a certificate request',
      });
    default:
      return otherPiece(form === 'pkcs12' ? 'a PKCS #12 file' : UNKNOWN);
  }
}

/** A key that was encrypted: whatever its label said, its structure tells what it is. */
function keyOfOpened(bytes: Uint8Array): KeyObject {
  const form = derFormOf(bytes);
  if (form === 'pkcs8' || form === 'pkcs1' || form === 'sec1' || form === 'dsa') return privateKeyOf(bytes, form);
  throw new PasswordFault('the password is wrong, or it is damaged', 'wrong');
}
