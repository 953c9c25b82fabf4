import { createSecretKey, type KeyObject } from 'node:crypto';

import { invalid } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';
import { ContentFault, unlessFaulty } from '../../lib/faults.js';
import { findKeys } from './found-keys.js';
import { checkKeySize, type KeyInfo, keyInfoOf } from './key-info.js';
import { checkLocked, type FoundPiece, type KeyNotation, publicOf } from './pieces.js';

/** How key material is read. */
export interface KeyRequest {
  /** How messages name the material: `option "key"`, `property "input"`, `file "key.pem"`. */
  readonly label: string;
  /** Empty for none. */
  readonly password?: string;
  /** Chooses a key of a set (JWKS) that has several. */
  readonly kid?: string;
}

/** A key as the library holds it, and what it is. */
export interface ReadKey extends KeyInfo {
  readonly key: KeyObject;
  readonly notation: KeyNotation;
  /** It came out of a notation that encrypts it. */
  readonly isEncrypted: boolean;
  /** Of SSH keys; empty where there is none. */
  readonly comment: string;
  /** Of JWKs, as they say it of themselves; empty where they do not. */
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
}

type Source = string | Uint8Array;

/**
 * The private key of a text or file in any notation that `findKeys` knows. Throws INVALID_INPUT that says what was found instead, or
 * that a password is missing or wrong; LIMIT_EXCEEDED where opening it takes too much work. Never says anything of its content.
 */
export const readPrivateKey = (source: Source, request: KeyRequest): Promise<ReadKey> =>
  read(source, request, 'a private key', ['private']);

/** The public key of a text or file: a public key as such, that of a certificate or request, or that of a private key. Throws as above. */
export const readPublicKey = async (source: Source, request: KeyRequest): Promise<ReadKey> => {
  const found = await read(source, request, 'a public key', ['public', 'private']);
  return { ...found, key: publicOf(found.key) };
};

/** The key of a text or file, private, public or symmetric (a JWK of kind `oct`), whichever it is. Throws as above. */
export const readAnyKey = (source: Source, request: KeyRequest): Promise<ReadKey> =>
  read(source, request, 'a key', ['private', 'public', 'secret']);

/**
 * All keys of a set or bundle that can be read, of any kind; those of kinds that are not supported are left away. Throws INVALID_INPUT
 * where there is none.
 */
export const readKeySet = (source: Source, { label, password = '' }: KeyRequest): Promise<ReadKey[]> =>
  refusing(`Cannot read ${label}`, async () => {
    const pieces = findKeys(source).filter(({ kind }) => kind !== 'other');
    if (pieces.length === 0) throw new ContentFault(nothingFound(source, 'a key'));
    checkLocked(pieces, password);
    const keys: ReadKey[] = [];
    let first: unknown;
    for (const found of pieces) {
      try {
        keys.push(await openPiece(found, password));
      } catch (error) {
        // One key of a set may be of a kind that only others use.
        first ??= error;
      }
    }
    if (keys.length === 0) throw first;
    return keys;
  });

function read(
  source: Source,
  { label, password = '', kid = '' }: KeyRequest,
  wanted: string,
  kinds: readonly FoundPiece['kind'][],
): Promise<ReadKey> {
  return refusing(`Cannot read ${label}`, async () => openPiece(choose(source, kid, wanted, kinds), password));
}

/** The piece to use: of the first kind that is there, and of a set of keys the one that is meant. */
function choose(source: Source, kid: string, wanted: string, kinds: readonly FoundPiece['kind'][]): FoundPiece {
  const pieces = findKeys(source);
  const [first] = pieces;
  if (first === undefined) throw new ContentFault(nothingFound(source, wanted));
  const usable = kinds.map((kind) => pieces.filter((found) => found.kind === kind)).find((list) => list.length > 0);
  const [chosen] = usable ?? [];
  if (usable === undefined || chosen === undefined) throw new ContentFault(`it is ${first.name}; ${wanted} is needed`);
  // In a chain of certificates the first is meant, in a set of keys any could be.
  if (chosen.notation !== 'jwk') return chosen;
  const named = kid === '' ? usable : usable.filter((found) => found.kid === kid);
  const [only, ...others] = named;
  if (only === undefined) throw new ContentFault(`it has no key with the "kid" that is asked for${listed(usable)}`);
  if (others.length > 0) throw new ContentFault(`it is a set of ${named.length} keys; one is needed${listed(usable)}`);
  return only;
}

const MAX_LISTED = 10;

function listed(pieces: readonly FoundPiece[]): string {
  const kids = pieces.map(({ kid }) => kid).filter((kid) => kid !== '');
  if (kids.length === 0) return '';
  const shown = kids.slice(0, MAX_LISTED).map((kid) => JSON.stringify(kid.slice(0, 60)));
  return ` (it has ${shown.join(', ')}${kids.length > MAX_LISTED ? ' …' : ''})`;
}

const nothingFound = (source: Source, wanted: string): string =>
  source.length === 0 || (typeof source === 'string' && source.trim() === '')
    ? `it is empty; ${wanted} is needed`
    : `it is not a key in any known notation; ${wanted} is needed, such as PEM, JWK, OpenSSH or DER`;

async function openPiece(found: FoundPiece, password: string): Promise<ReadKey> {
  const opened = await found.open(password);
  const { key, comment } = 'key' in opened ? opened : { key: opened, comment: found.comment };
  checkKeySize(key);
  const { isEncrypted, kid, alg, use, notation } = found;
  // Only pieces with a notation can be opened.
  return {
    ...{ key, notation: notation as KeyNotation, isEncrypted, comment: oneLine(comment), kid, alg, use },
    ...keyInfoOf(key),
  };
}

const MAX_COMMENT = 1000;

/** A comment may hold line breaks, which would make another line of authorized_keys of it. */
const oneLine = (comment: string): string => comment.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_COMMENT);

/** How the bytes of a symmetric key are written. */
export type KeyEncoding = 'text' | 'hex' | 'base64';

/**
 * The bytes of a symmetric key: of a JWK of kind `oct` where it is one, else as `encoding` says. Throws INVALID_INPUT, also where the
 * text is an asymmetric key in PEM or a JWK of another kind: a public key taken for a shared secret is a known attack.
 */
export function readSecretKey(text: string, encoding: KeyEncoding, label: string): KeyObject {
  // A secret may begin like JSON and be none.
  const jwk = /^\s*\{\s*"/.test(text) ? unlessFaulty(() => findKeys(text))?.[0] : undefined;
  if (jwk?.notation === 'jwk') {
    if (jwk.kind !== 'secret') throw invalid(`Cannot read ${label}: it is ${jwk.name}; a symmetric key is needed`);
    // A symmetric JWK is not encrypted and opens at once.
    return refusing(`Cannot read ${label}`, () => jwk.open('') as KeyObject);
  }
  const [asymmetric] = /-----BEGIN |^\s*(?:ssh-|ecdsa-sha2-)/.test(text) ? findKeys(text) : [];
  if (asymmetric !== undefined)
    throw invalid(`Cannot read ${label}: it is ${asymmetric.name}; a symmetric key is needed`);
  const bytes = refusing(`Cannot read ${label}`, () => secretBytes(text, encoding));
  return createSecretKey(bytes);
}

function secretBytes(text: string, encoding: KeyEncoding): Uint8Array {
  if (encoding === 'text') return Buffer.from(text);
  const read = encoding === 'hex' ? readHex : (value: string) => readBase64(value, { strict: false });
  try {
    return read(text.trim());
  } catch {
    // The reader's fault shows the text around its place, which is the secret.
    throw new ContentFault(`it must be ${encoding === 'hex' ? 'hexadecimal digits, two per byte' : 'base64'}`);
  }
}
