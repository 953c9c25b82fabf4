import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  type KeyObject,
  pbkdf2Sync,
  timingSafeEqual,
  X509Certificate,
} from 'node:crypto';

import { ContentFault, LimitFault, PasswordFault } from '../faults.js';
import { childAt, type DerNode, derChildren, integerOf, octetsOf, oidOf, readDer } from './der.js';
import { stringOf } from './names.js';
import { decryptRc2 } from './rc2.js';

/** A private key with its certificate and those that came with it. */
export interface Identity {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  /** Certificates of issuers, in the order of the file. */
  readonly others: readonly X509Certificate[];
}

// A fault never says anything of the secrets in the file.
const damaged = () => new ContentFault('it is damaged or no PKCS #12 file');
const unsupported = () => new ContentFault('it is locked in a way that is not supported');

/** Most rounds of a key derivation. Chosen: OpenSSL and browsers use 2,048 to 600,000; a million takes about two seconds. */
const MAX_ROUNDS = 1_000_000;
/** Most rounds in one file, whose parts each have their own. */
const MAX_ALL_ROUNDS = 3_000_000;
const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';

/** A key or certificate of a file with the name it has there. */
export interface Named<Value> {
  readonly value: Value;
  /** Its friendly name; empty where it has none. */
  readonly name: string;
}

/** What a PKCS #12 file holds. */
export interface Pkcs12Content {
  readonly keys: readonly Named<KeyObject>[];
  readonly certificates: readonly Named<X509Certificate>[];
  /** How its parts are encrypted and protected, each once, such as `AES-256-CBC`. */
  readonly protection: readonly string[];
}

/**
 * Reads a PKCS #12 file (RFC 7292) that is locked with a password: AES, Triple-DES or RC2. Throws ContentFault, PasswordFault where
 * the password is another, LimitFault where opening it takes too long.
 */
export function openPkcs12(bytes: Uint8Array, password: string): Pkcs12Content {
  if (bytes[0] !== 0x30) throw damaged();
  const [version, safe, mac] = derChildren(readDer(bytes));
  // Other things of ASN.1, certificates among them, begin otherwise.
  if (version?.tag !== 0x02 || safe === undefined || integerOf(version) !== 3) {
    throw damaged();
  }
  if (oidOf(childAt(safe, 0)) !== DATA) throw unsupported();
  const content = octetsOf(childAt(childAt(safe, 1, 0xa0), 0));
  if (mac === undefined) throw unsupported();
  const opening: Opening = { leftRounds: MAX_ALL_ROUNDS, keys: [], certificates: [], protection: new Set() };
  const used = checkMac(mac, content, password, opening);
  for (const part of derChildren(readDer(content))) {
    const kind = oidOf(childAt(part, 0));
    const inner = childAt(childAt(part, 1, 0xa0), 0);
    if (kind === DATA) readBags(octetsOf(inner), used, opening, 0);
    else if (kind === ENCRYPTED_DATA) readBags(decryptContent(inner, used, opening), used, opening, 0);
    else throw unsupported();
  }
  return { ...opening, protection: [...opening.protection] };
}

/** What is known while a file is opened. */
interface Opening {
  leftRounds: number;
  readonly keys: Named<KeyObject>[];
  readonly certificates: Named<X509Certificate>[];
  readonly protection: Set<string>;
}

/** The private key in a PKCS #12 file with its certificate. Throws as `openPkcs12`. */
export function readPkcs12(bytes: Uint8Array, password: string): Identity {
  const content = openPkcs12(bytes, password);
  const certificates = content.certificates.map(({ value }) => value);
  for (const { value: key } of content.keys) {
    const certificate = certificates.find((candidate) => isPair(candidate, key));
    if (certificate !== undefined) {
      return { key, certificate, others: certificates.filter((other) => other !== certificate) };
    }
  }
  throw new ContentFault('it has no private key with its certificate');
}

/** Whether a certificate belongs to a key. */
export function isPair(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    // A certificate whose own key cannot be read belongs to no key.
    return false;
  }
}

const HASHES: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/** Rounds of `uses` derivations, within what is left for the file. */
function roundsOf(node: DerNode | undefined, opening: Opening, uses = 1): number {
  const rounds = node === undefined ? 1 : integerOf(node);
  if (rounds < 1) throw unsupported();
  if (rounds > MAX_ROUNDS)
    throw new LimitFault(`its key derivation must have at most ${MAX_ROUNDS} rounds, got ${rounds}`, MAX_ROUNDS);
  opening.leftRounds -= rounds * uses;
  if (opening.leftRounds < 0)
    throw new LimitFault(`its key derivations must have at most ${MAX_ALL_ROUNDS} rounds in all`, MAX_ALL_ROUNDS);
  return rounds;
}

/** The password as the file takes it: an empty one is written in two ways (RFC 7292, appendix B.1). */
function checkMac(mac: DerNode, content: Uint8Array, password: string, opening: Opening): Password {
  const [digestInfo, salt, rounds] = derChildren(mac);
  if (digestInfo === undefined || salt === undefined) throw damaged();
  const hash = HASHES.get(oidOf(childAt(childAt(digestInfo, 0), 0)));
  if (hash === undefined) throw unsupported();
  const expected = octetsOf(childAt(digestInfo, 1));
  opening.protection.add(`HMAC-${hash.toUpperCase().replace(/^SHA/, 'SHA-')}`);
  for (const candidate of candidates(password)) {
    const key = derive(hash, candidate.wide, octetsOf(salt), 3, roundsOf(rounds, opening), expected.length);
    const actual = createHmac(hash, key).update(content).digest();
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return candidate;
  }
  throw new PasswordFault('the password is wrong', 'wrong');
}

interface Password {
  /** For PKCS #12's own derivation: UTF-16BE with a zero at the end. */
  readonly wide: Uint8Array;
  /** For PBKDF2. */
  readonly narrow: Uint8Array;
}

/** The password in its forms, the usual one first. */
export function candidates(password: string): Password[] {
  const wide = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const narrow = Buffer.from(password);
  return password === ''
    ? [
        { wide, narrow },
        { wide: new Uint8Array(0), narrow },
      ]
    : [{ wide, narrow }];
}

/** RFC 7292, appendix B.2. `purpose`: 1 key, 2 initial vector, 3 MAC. */
export function derive(
  hash: string,
  password: Uint8Array,
  salt: Uint8Array,
  purpose: number,
  rounds: number,
  length: number,
): Buffer {
  const v = hash === 'sha384' || hash === 'sha512' ? 128 : 64;
  const filled = (bytes: Uint8Array): Buffer => {
    const size = v * Math.ceil(bytes.length / v);
    return Buffer.from(Array.from({ length: size }, (_, i) => bytes[i % bytes.length] ?? 0));
  };
  const input = Buffer.concat([filled(salt), filled(password)]);
  const parts: Buffer[] = [];
  for (let have = 0; have < length; ) {
    let digest = createHash(hash).update(Buffer.alloc(v, purpose)).update(input).digest();
    for (let i = 1; i < rounds; i += 1) digest = createHash(hash).update(digest).digest();
    parts.push(digest);
    have += digest.length;
    for (let block = 0; block < input.length; block += v) {
      let carry = 1;
      for (let i = v - 1; i >= 0; i -= 1) {
        const sum = (input[block + i] ?? 0) + (digest[i % digest.length] ?? 0) + carry;
        input[block + i] = sum & 255;
        carry = sum >> 8;
      }
    }
  }
  return Buffer.concat(parts).subarray(0, length);
}

function decryptContent(encryptedData: DerNode, password: Password, opening: Opening): Uint8Array {
  const info = childAt(encryptedData, 1, 0x30);
  const [, algorithm, content] = derChildren(info);
  if (algorithm === undefined || content === undefined) throw damaged();
  return decrypt(
    algorithm,
    octetsOf(content.tag === 0x80 ? { ...content, tag: 0x04 } : { ...content, tag: 0x24 }),
    password,
    opening,
  );
}

/** The key in a locked PKCS #8 structure (RFC 5958). Throws ContentFault where the password is another. */
export function decryptKeyInfo(der: Uint8Array, password: string): Uint8Array {
  const info = readDer(der);
  const [candidate] = candidates(password);
  if (candidate === undefined) throw damaged();
  const opening: Opening = { leftRounds: MAX_ALL_ROUNDS, keys: [], certificates: [], protection: new Set() };
  return decrypt(childAt(info, 0, 0x30), octetsOf(childAt(info, 1)), candidate, opening);
}

/** Ciphers of PKCS #12 itself: name for the library, bytes of the key; RC2 is ours. */
const OWN_CIPHERS: ReadonlyMap<string, { readonly name: string; readonly keyBytes: number; readonly title: string }> =
  new Map([
    ['1.2.840.113549.1.12.1.3', { name: 'des-ede3-cbc', keyBytes: 24, title: '3DES-CBC' }],
    ['1.2.840.113549.1.12.1.4', { name: 'des-ede-cbc', keyBytes: 16, title: '2DES-CBC' }],
    ['1.2.840.113549.1.12.1.5', { name: 'rc2', keyBytes: 16, title: 'RC2-128-CBC' }],
    ['1.2.840.113549.1.12.1.6', { name: 'rc2', keyBytes: 5, title: 'RC2-40-CBC' }],
  ]);
const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const CIPHERS: ReadonlyMap<string, { readonly name: string; readonly keyBytes: number }> = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyBytes: 24 }],
  ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyBytes: 32 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyBytes: 24 }],
]);
const MACS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

function decrypt(algorithm: DerNode, bytes: Uint8Array, password: Password, opening: Opening): Uint8Array {
  const kind = oidOf(childAt(algorithm, 0));
  const own = OWN_CIPHERS.get(kind);
  const parameters = childAt(algorithm, 1, 0x30);
  if (own !== undefined) {
    const salt = octetsOf(childAt(parameters, 0));
    // One for the key, one for the initial vector.
    const rounds = roundsOf(childAt(parameters, 1), opening, 2);
    opening.protection.add(own.title);
    const key = derive('sha1', password.wide, salt, 1, rounds, own.keyBytes);
    const iv = derive('sha1', password.wide, salt, 2, rounds, 8);
    return own.name === 'rc2'
      ? unpadded(decryptRc2(key, 8 * own.keyBytes, iv, bytes))
      : decipher(own.name, key, iv, bytes);
  }
  if (kind !== PBES2) throw unsupported();
  const [derivation, scheme] = derChildren(parameters);
  if (derivation === undefined || scheme === undefined) throw damaged();
  const cipher = CIPHERS.get(oidOf(childAt(scheme, 0)));
  if (cipher === undefined || oidOf(childAt(derivation, 0)) !== PBKDF2) throw unsupported();
  const [salt, rounds, ...rest] = derChildren(childAt(derivation, 1, 0x30));
  if (salt === undefined || rounds === undefined) throw damaged();
  const macNode = rest.find(({ tag }) => tag === 0x30);
  const mac = macNode === undefined ? 'sha1' : MACS.get(oidOf(childAt(macNode, 0)));
  if (mac === undefined) throw unsupported();
  opening.protection.add(cipher.name.toUpperCase().replace('DES-EDE3', '3DES'));
  const key = pbkdf2Sync(password.narrow, octetsOf(salt), roundsOf(rounds, opening), cipher.keyBytes, mac);
  return decipher(cipher.name, key, octetsOf(childAt(scheme, 1)), bytes);
}

function decipher(name: string, key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  try {
    const cipher = createDecipheriv(name, key, iv);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  } catch {
    // The password fits the MAC, so it is the data that do not fit.
    throw damaged();
  }
}

function unpadded(bytes: Uint8Array): Uint8Array {
  const pad = bytes[bytes.length - 1] ?? 0;
  if (pad < 1 || pad > 8) throw damaged();
  return bytes.subarray(0, bytes.length - pad);
}

const BAGS = {
  key: '1.2.840.113549.1.12.10.1.1',
  lockedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  safe: '1.2.840.113549.1.12.10.1.6',
} as const;

const FRIENDLY_NAME = '1.2.840.113549.1.9.20';
/** Deepest nesting of bags in bags. */
const MAX_BAG_DEPTH = 4;

/** The friendly name among the attributes of a bag. */
function nameOf(bag: DerNode): string {
  const attributes = derChildren(bag)[2];
  const found =
    attributes && derChildren(attributes).find((attribute) => oidOf(childAt(attribute, 0)) === FRIENDLY_NAME);
  return found === undefined ? '' : stringOf(childAt(childAt(found, 1), 0));
}

function readBags(bytes: Uint8Array, password: Password, opening: Opening, depth: number): void {
  const { keys, certificates } = opening;
  for (const bag of derChildren(readDer(bytes))) {
    const kind = oidOf(childAt(bag, 0));
    const value = childAt(childAt(bag, 1, 0xa0), 0);
    const name = nameOf(bag);
    if (kind === BAGS.key) keys.push({ value: privateKey(value.raw), name });
    else if (kind === BAGS.lockedKey) {
      const [algorithm, data] = derChildren(value);
      if (algorithm === undefined || data === undefined) throw damaged();
      keys.push({ value: privateKey(decrypt(algorithm, octetsOf(data), password, opening)), name });
    } else if (kind === BAGS.certificate) {
      certificates.push({ value: certificateOf(octetsOf(childAt(childAt(value, 1, 0xa0), 0))), name });
    } else if (kind === BAGS.safe && depth < MAX_BAG_DEPTH) readBags(value.raw, password, opening, depth + 1);
  }
}

function privateKey(der: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  } catch {
    // The library tells nothing that a caller could use.
    throw damaged();
  }
}

function certificateOf(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    // As above.
    throw damaged();
  }
}
