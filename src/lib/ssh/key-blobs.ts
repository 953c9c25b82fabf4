/** Keys in the binary form of SSH: RFC 4253 §6.6, RFC 5656, RFC 8709, and OpenSSH's PROTOCOL.key and PROTOCOL.u2f. */

import { createECDH, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { ContentFault } from '../faults.js';
import { bitString, octets, oid, sequence, smallInteger, unsignedInteger } from '../pki/der.js';
import { toBig, toBytes } from '../pki/rsa-numbers.js';
import { SshReader, sshString } from './wire.js';

/** Curves of ECDSA: SSH's name, that of JWK, bytes of a coordinate. */
const CURVES = [
  { ssh: 'nistp256', jwk: 'P-256', openssl: 'prime256v1', bytes: 32 },
  { ssh: 'nistp384', jwk: 'P-384', openssl: 'secp384r1', bytes: 48 },
  { ssh: 'nistp521', jwk: 'P-521', openssl: 'secp521r1', bytes: 66 },
] as const;

/** A public key as SSH has it. Security keys (`sk-…`) have the name of their application. */
export interface SshPublicKey {
  /** `ssh-ed25519`, `sk-ssh-ed25519@openssh.com` … */
  readonly type: string;
  readonly key: KeyObject;
  readonly application: string | undefined;
  /** The key alone, which fingerprints are of. */
  readonly blob: Uint8Array;
}

const damaged = (what: string) => new ContentFault(`it is damaged: ${what}`);
const unknownType = (type: string) =>
  new ContentFault(
    /^[\x21-\x7e]{1,60}$/.test(type)
      ? `its key type ${JSON.stringify(type)} is not supported`
      : 'it is damaged: it has no key type',
  );

/** The public key of a blob, of a certificate its key. Throws ContentFault. */
export function readPublicBlob(blob: Uint8Array): SshPublicKey {
  const reader = new SshReader(blob);
  const type = reader.text();
  const plain = CERTIFICATE.test(type) ? type.replace(CERTIFICATE, '') : undefined;
  if (plain !== undefined) {
    reader.bytesString();
    return readPublicFields(plain.startsWith('sk-') ? `${plain}@openssh.com` : plain, reader);
  }
  const found = readPublicFields(type, reader);
  if (reader.rest.length > 0) throw damaged('it has bytes after the key');
  return found;
}

const CERTIFICATE = /-cert-v01@openssh\.com$/;

/** What comes after the type in a public key, and after the nonce in a certificate. */
export function readPublicFields(type: string, reader: SshReader): SshPublicKey {
  const { plain, isHardware } = typeParts(type);
  const start = reader.offset;
  const key = keyOf(() => publicKeyOf(plain, reader));
  const application = isHardware ? reader.text() : undefined;
  const blob = Buffer.concat([sshString(type), reader.bytes.subarray(start, reader.offset)]);
  return { type, key, application, blob };
}

function typeParts(type: string): { readonly plain: string; readonly isHardware: boolean } {
  const hardware = /^sk-(.*)@openssh\.com$/.exec(type)?.[1];
  return { plain: hardware ?? type, isHardware: hardware !== undefined };
}

function publicKeyOf(type: string, reader: SshReader): KeyObject {
  if (type === 'ssh-rsa') {
    const e = reader.integer();
    return fromJwk({ kty: 'RSA', e: url(e), n: url(reader.integer()) });
  }
  if (type === 'ssh-ed25519') return fromJwk({ kty: 'OKP', crv: 'Ed25519', x: url(exactly(reader.bytesString(), 32)) });
  if (type === 'ssh-ed448') return fromJwk({ kty: 'OKP', crv: 'Ed448', x: url(exactly(reader.bytesString(), 57)) });
  if (type === 'ssh-dss') {
    const [p, q, g, y] = [reader.integer(), reader.integer(), reader.integer(), reader.integer()];
    return createPublicKey({ key: dsaInfo(p, q, g, bitString(unsignedInteger(y))), format: 'der', type: 'spki' });
  }
  const curve = curveOf(type);
  reader.bytesString();
  return fromJwk(pointOf(curve, reader.bytesString()));
}

const fromJwk = (key: JsonWebKey): KeyObject => createPublicKey({ key, format: 'jwk' });

export function curveOf(type: string) {
  const curve = CURVES.find(({ ssh }) => type === `ecdsa-sha2-${ssh}`);
  if (curve === undefined) throw unknownType(type);
  return curve;
}

function pointOf({ jwk, bytes }: (typeof CURVES)[number], point: Uint8Array): JsonWebKey {
  if (point.length !== 1 + 2 * bytes || point[0] !== 4) throw damaged('its point has another size than its curve');
  return { kty: 'EC', crv: jwk, x: url(point.subarray(1, 1 + bytes)), y: url(point.subarray(1 + bytes)) };
}

/** The library's reasons say nothing to the caller, and might say something of the key. */
export function keyOf<Key>(make: () => Key): Key {
  try {
    return make();
  } catch (error) {
    if (error instanceof ContentFault) throw error;
    throw damaged('its numbers are not a key');
  }
}

/** A private key as OpenSSH's container has it, public part and all; the comment comes after it. */
export function readPrivateFields(type: string, reader: SshReader): KeyObject {
  if (type.startsWith('sk-'))
    throw new ContentFault('its private key is in a security key (FIDO); the file only refers to it');
  return keyOf(() => privateKeyOf(type, reader));
}

function privateKeyOf(type: string, reader: SshReader): KeyObject {
  if (type === 'ssh-rsa') {
    const [n, e, d] = [reader.integer(), reader.integer(), reader.integer()];
    const [qi, p, q] = [reader.integer(), reader.integer(), reader.integer()];
    return rsaKey({ n, e, d, p, q, qi });
  }
  if (type === 'ssh-ed25519') {
    const x = exactly(reader.bytesString(), 32);
    return edwardsKey('Ed25519', x, exactly(reader.bytesString(), 64).subarray(0, 32));
  }
  if (type === 'ssh-dss') {
    const [p, q, g] = [reader.integer(), reader.integer(), reader.integer()];
    reader.integer();
    return dsaKey(p, q, g, reader.integer());
  }
  const curve = curveOf(type);
  reader.bytesString();
  return curveKey(curve, reader.bytesString(), reader.integer());
}

interface RsaNumbers {
  readonly n: Uint8Array;
  readonly e: Uint8Array;
  readonly d: Uint8Array;
  readonly p: Uint8Array;
  readonly q: Uint8Array;
  readonly qi: Uint8Array;
}

/** An RSA private key; SSH leaves two of its numbers to be computed. */
export function rsaKey({ n, e, d, p, q, qi }: RsaNumbers): KeyObject {
  // Long division by what is far from a prime of a key takes long.
  if (n.length > 2048 || d.length > n.length || p.length > n.length || q.length > n.length)
    throw damaged('its numbers are not a key');
  const [secret, first, second] = [toBig(d), toBig(p), toBig(q)];
  if (first < 2n || second < 2n || first * second !== toBig(n)) throw damaged('its numbers are not a key');
  return createPrivateKey({
    key: {
      kty: 'RSA',
      ...{ n: url(n), e: url(e), d: url(d), p: url(p), q: url(q), qi: url(qi) },
      dp: url(toBytes(secret % (first - 1n))),
      dq: url(toBytes(secret % (second - 1n))),
    },
    format: 'jwk',
  });
}

export const edwardsKey = (crv: string, x: Uint8Array, d: Uint8Array): KeyObject => {
  const key = createPrivateKey({ key: { kty: 'OKP', crv, x: url(x), d: url(d) }, format: 'jwk' });
  // The library takes the public part as it stands: signatures with another one give the key away.
  if (createPublicKey(key).export({ format: 'jwk' }).x !== url(x)) throw damaged('its halves do not belong together');
  return key;
};

export function curveKey(curve: (typeof CURVES)[number], point: Uint8Array, secret: Uint8Array): KeyObject {
  if (secret.length > curve.bytes) throw damaged('its numbers are not a key');
  const d = Buffer.concat([Buffer.alloc(curve.bytes - secret.length), secret]);
  const exchange = createECDH(curve.openssl);
  exchange.setPrivateKey(d);
  if (!exchange.getPublicKey().equals(point)) throw damaged('its halves do not belong together');
  return createPrivateKey({ key: { ...pointOf(curve, point), d: url(d) }, format: 'jwk' });
}

export function dsaKey(p: Uint8Array, q: Uint8Array, g: Uint8Array, x: Uint8Array): KeyObject {
  const key = sequence(smallInteger(0), dsaAlgorithm(p, q, g), octets(unsignedInteger(x)));
  return createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
}

const dsaAlgorithm = (p: Uint8Array, q: Uint8Array, g: Uint8Array): Uint8Array =>
  sequence(oid('1.2.840.10040.4.1'), sequence(unsignedInteger(p), unsignedInteger(q), unsignedInteger(g)));
const dsaInfo = (p: Uint8Array, q: Uint8Array, g: Uint8Array, y: Uint8Array): Buffer =>
  Buffer.from(sequence(dsaAlgorithm(p, q, g), y));

const url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

function exactly(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw damaged(`it has ${bytes.length} bytes of key where ${length} are needed`);
  return bytes;
}
