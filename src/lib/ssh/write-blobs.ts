import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { ContentFault } from '../faults.js';
import { childAt, derChildren, octetsOf, readDer } from '../pki/der.js';
import { sshInteger, sshString } from './wire.js';

const CURVE_NAMES: Readonly<Record<string, string>> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' };

/** A key as SSH writes it: its type, its public blob, and the private parts as OpenSSH and as PuTTY have them. */
export interface SshBlobs {
  readonly type: string;
  readonly publicBlob: Uint8Array;
  /** What comes after the type in OpenSSH's container; empty for a public key. */
  readonly opensshPrivate: Uint8Array;
  readonly puttyPrivate: Uint8Array;
}

/** Throws ContentFault for a key of a kind that SSH does not have. */
export function sshBlobsOf(key: KeyObject): SshBlobs {
  const { asymmetricKeyType: kind = '' } = key;
  if (kind === 'dsa') return dsaBlobs(key);
  const writes = Object.hasOwn(WRITERS, kind) ? WRITERS[kind as keyof typeof WRITERS] : undefined;
  if (writes === undefined) throw new ContentFault(`SSH has no keys of type ${kind}`);
  return writes(key.export({ format: 'jwk' }));
}

const bytesOf = (value = ''): Uint8Array => Buffer.from(value, 'base64url');
const integerOf = (value?: string): Uint8Array => sshInteger(bytesOf(value));
const NONE = new Uint8Array(0);

const WRITERS = {
  rsa({ n, e, d, p, q, qi }: JsonWebKey): SshBlobs {
    const type = 'ssh-rsa';
    const publicBlob = Buffer.concat([sshString(type), integerOf(e), integerOf(n)]);
    if (d === undefined) return { type, publicBlob, opensshPrivate: NONE, puttyPrivate: NONE };
    return {
      type,
      publicBlob,
      opensshPrivate: Buffer.concat([n, e, d, qi, p, q].map(integerOf)),
      puttyPrivate: Buffer.concat([d, p, q, qi].map(integerOf)),
    };
  },
  ec({ crv = '', x, y, d }: JsonWebKey): SshBlobs {
    const curve = Object.hasOwn(CURVE_NAMES, crv) ? CURVE_NAMES[crv] : undefined;
    if (curve === undefined) throw new ContentFault(`SSH has no keys on the curve ${crv}`);
    const type = `ecdsa-sha2-${curve}`;
    const point = Buffer.concat([Uint8Array.of(4), bytesOf(x), bytesOf(y)]);
    const fields = Buffer.concat([sshString(curve), sshString(point)]);
    const publicBlob = Buffer.concat([sshString(type), fields]);
    if (d === undefined) return { type, publicBlob, opensshPrivate: NONE, puttyPrivate: NONE };
    return {
      type,
      publicBlob,
      opensshPrivate: Buffer.concat([fields, integerOf(d)]),
      puttyPrivate: integerOf(d),
    };
  },
  ed25519({ x, d }: JsonWebKey): SshBlobs {
    const type = 'ssh-ed25519';
    const publicBlob = Buffer.concat([sshString(type), sshString(bytesOf(x))]);
    if (d === undefined) return { type, publicBlob, opensshPrivate: NONE, puttyPrivate: NONE };
    const both = Buffer.concat([bytesOf(d), bytesOf(x)]);
    return {
      type,
      publicBlob,
      opensshPrivate: Buffer.concat([sshString(bytesOf(x)), sshString(both)]),
      puttyPrivate: sshString(bytesOf(d)),
    };
  },
} as const;

/** JWK has no DSA: its numbers come out of the structures of RFC 3279 and RFC 5958. */
function dsaBlobs(key: KeyObject): SshBlobs {
  const type = 'ssh-dss';
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const info = readDer(publicKey.export({ format: 'der', type: 'spki' }));
  const numbers = derChildren(childAt(childAt(info, 0), 1)).map(({ content }) => sshInteger(content));
  const y = readDer(childAt(info, 1).content.subarray(1)).content;
  const fields = Buffer.concat([...numbers, sshInteger(y)]);
  const publicBlob = Buffer.concat([sshString(type), fields]);
  if (key.type !== 'private') return { type, publicBlob, opensshPrivate: NONE, puttyPrivate: NONE };
  const secret = octetsOf(childAt(readDer(key.export({ format: 'der', type: 'pkcs8' })), 2));
  const x = sshInteger(readDer(secret).content);
  return { type, publicBlob, opensshPrivate: Buffer.concat([fields, x]), puttyPrivate: x };
}
