/** Makes certificates (RFC 5280) and requests (RFC 2986); the signatures are node:crypto's. */

import { constants, createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

import { ContentFault } from '../faults.js';
import {
  childAt,
  der,
  NULL,
  octets,
  octetsOf,
  oid,
  readDer,
  sequence,
  setOf,
  smallInteger,
  unsignedInteger,
} from './der.js';
import { type GeneralName, type NamePart, writeName } from './names.js';
import { EXTENSIONS, type ExtensionName, PURPOSES } from './oid-names.js';

const PURPOSE_IDS: ReadonlyMap<string, string> = new Map([...PURPOSES].map(([id, name]) => [name, id]));
const TRUE = Uint8Array.of(0x01, 0x01, 0xff);

interface Signer {
  /** AlgorithmIdentifier in DER. */
  readonly algorithm: Uint8Array;
  readonly sign: (body: Uint8Array) => Uint8Array;
}

const RSA_SHA256 = sequence(oid('1.2.840.113549.1.1.11'), NULL);
/** RFC 4055: SHA-256 throughout, 32 bytes of salt. */
const PSS_SHA256 = (() => {
  const sha256 = sequence(oid('2.16.840.1.101.3.4.2.1'), NULL);
  const mgf = sequence(oid('1.2.840.113549.1.1.8'), sha256);
  return sequence(
    oid('1.2.840.113549.1.1.10'),
    sequence(der(0xa0, sha256), der(0xa1, mgf), der(0xa2, smallInteger(32))),
  );
})();
const ECDSA: Readonly<Record<string, readonly [digest: string, id: string]>> = {
  secp384r1: ['sha384', '1.2.840.10045.4.3.3'],
  secp521r1: ['sha512', '1.2.840.10045.4.3.4'],
};

/** How a key signs: SHA-256, or the digest that fits its curve. Throws ContentFault for a key that cannot sign. */
function signerOf(key: KeyObject): Signer {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return { algorithm: RSA_SHA256, sign: (body) => sign('sha256', body, key) };
    case 'rsa-pss': {
      const options = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
      return { algorithm: PSS_SHA256, sign: (body) => sign('sha256', body, options) };
    }
    case 'ec': {
      const curve = key.asymmetricKeyDetails?.namedCurve ?? '';
      const [digest, id] = ECDSA[curve] ?? ['sha256', '1.2.840.10045.4.3.2'];
      return { algorithm: sequence(oid(id)), sign: (body) => sign(digest, body, key) };
    }
    case 'ed25519':
    case 'ed448': {
      const id = key.asymmetricKeyType === 'ed25519' ? '1.3.101.112' : '1.3.101.113';
      return { algorithm: sequence(oid(id)), sign: (body) => sign(null, body, key) };
    }
    default:
      throw new ContentFault(`a key of type ${key.asymmetricKeyType ?? 'unknown'} cannot sign certificates`);
  }
}

const bits = (bytes: Uint8Array, unused = 0): Uint8Array => der(0x03, Uint8Array.of(unused), bytes);
export const publicInfo = (key: KeyObject): Buffer =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'der', type: 'spki' });

function signed(body: Uint8Array, key: KeyObject): Uint8Array {
  const { algorithm, sign: make } = signerOf(key);
  return sequence(body, algorithm, bits(make(body)));
}

/** RFC 5280, 4.1.2.5: years from 2050 on need four digits. */
function time(date: Date): Uint8Array {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}

export interface ExtensionWish {
  readonly name: ExtensionName;
  readonly critical?: boolean;
  readonly value: Uint8Array;
}

const extensionList = (wishes: readonly ExtensionWish[]): Uint8Array =>
  sequence(
    ...wishes.map(({ name, critical = false, value }) =>
      sequence(oid(EXTENSIONS[name]), ...(critical ? [TRUE] : []), octets(value)),
    ),
  );

/** Bits of keyUsage by their place (RFC 5280, 4.2.1.3). */
const USAGES = { digitalSignature: 0, nonRepudiation: 1, keyEncipherment: 2, keyCertSign: 5, cRLSign: 6 } as const;
export type KeyUsage = keyof typeof USAGES;

/** RFC 5280, 4.2.1.6; addresses as 4 or 16 bytes. */
function nameElement({ type, value }: GeneralName): Uint8Array {
  switch (type) {
    case 'IP':
      return der(0x87, Buffer.from(value, 'hex'));
    case 'email':
      return der(0x81, Buffer.from(value, 'latin1'));
    case 'URI':
      return der(0x86, Buffer.from(value, 'latin1'));
    default:
      return der(0x82, Buffer.from(value, 'latin1'));
  }
}

/** Extensions by what they say. */
export const extension = {
  basicConstraints: (ca: boolean, pathLength?: number): ExtensionWish => ({
    name: 'basicConstraints',
    critical: true,
    value: sequence(...(ca ? [TRUE] : []), ...(pathLength === undefined ? [] : [smallInteger(pathLength)])),
  }),
  keyUsage(usages: readonly KeyUsage[]): ExtensionWish {
    const byte = usages.reduce((sum, usage) => sum | (0x80 >> USAGES[usage]), 0);
    let unused = 0;
    while (((byte >> unused) & 1) === 0) unused += 1;
    return { name: 'keyUsage', critical: true, value: bits(Uint8Array.of(byte), unused) };
  },
  extendedKeyUsage: (purposes: readonly string[]): ExtensionWish => ({
    name: 'extendedKeyUsage',
    value: sequence(...purposes.map((purpose) => oid(PURPOSE_IDS.get(purpose) ?? purpose))),
  }),
  /** Critical where the subject is empty (RFC 5280, 4.2.1.6). Values of addresses are hex digits. */
  subjectAltName: (names: readonly GeneralName[], critical: boolean): ExtensionWish => ({
    name: 'subjectAltName',
    critical,
    value: sequence(...names.map(nameElement)),
  }),
  subjectKeyIdentifier: (key: KeyObject): ExtensionWish => ({
    name: 'subjectKeyIdentifier',
    value: octets(keyIdentifier(publicInfo(key))),
  }),
  authorityKeyIdentifier: (identifier: Uint8Array): ExtensionWish => ({
    name: 'authorityKeyIdentifier',
    value: sequence(der(0x80, identifier)),
  }),
} as const;

/** SHA-1 of the bits of the key (RFC 5280, 4.2.1.2), which OpenSSL and browsers use too; it protects nothing. */
export const keyIdentifier = (info: Uint8Array): Uint8Array =>
  createHash('sha1')
    .update(octetsOf(childAt(readDer(info), 1, 0x03)).subarray(1))
    .digest();

export interface CertificateWish {
  /** Random bytes; at most 20. */
  readonly serial: Uint8Array;
  readonly subject: readonly NamePart[];
  /** Distinguished name of the issuer in DER. */
  readonly issuer: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Key of the owner. */
  readonly key: KeyObject;
  readonly extensions: readonly ExtensionWish[];
}

/** A certificate in DER, signed with the key of the issuer. Throws ContentFault for a key that cannot sign. */
export function buildCertificate(wish: CertificateWish, issuerKey: KeyObject): Uint8Array {
  // The first bit must not be set: the number is positive. The second is, so that its length does not vary.
  const serial = Uint8Array.from(wish.serial, (byte, index) => (index === 0 ? (byte & 0x7f) | 0x40 : byte));
  const body = sequence(
    der(0xa0, smallInteger(2)),
    unsignedInteger(serial),
    signerOf(issuerKey).algorithm,
    wish.issuer,
    sequence(time(wish.notBefore), time(wish.notAfter)),
    writeName(wish.subject),
    publicInfo(wish.key),
    der(0xa3, extensionList(wish.extensions)),
  );
  return signed(body, issuerKey);
}

/** A request in DER, signed with its own key. Throws as above. */
export function buildRequest(
  subject: readonly NamePart[],
  key: KeyObject,
  extensions: readonly ExtensionWish[],
): Uint8Array {
  const asked = sequence(oid('1.2.840.113549.1.9.14'), setOf(extensionList(extensions)));
  const attributes = extensions.length === 0 ? [] : [asked];
  return signed(sequence(smallInteger(0), writeName(subject), publicInfo(key), der(0xa0, ...attributes)), key);
}
