/** OpenSSH's certificates: its file PROTOCOL.certkeys. */

import { verify } from 'node:crypto';

import { ContentFault } from '../faults.js';
import { sequence, unsignedInteger } from '../pki/der.js';
import { readPublicBlob, readPublicFields, type SshPublicKey } from './key-blobs.js';
import { SshReader } from './wire.js';

export interface SshCertificate {
  readonly subject: SshPublicKey;
  readonly kind: 'user' | 'host';
  readonly serialNumber: bigint;
  readonly keyId: string;
  readonly principals: readonly string[];
  /** Seconds since 1970; `undefined` for no bound. */
  readonly validAfter: bigint | undefined;
  readonly validBefore: bigint | undefined;
  readonly criticalOptions: readonly CertificateOption[];
  readonly extensions: readonly CertificateOption[];
  readonly authority: SshPublicKey;
  readonly signatureType: string;
  readonly isSignatureValid: boolean;
}

export interface CertificateOption {
  readonly name: string;
  readonly value: string;
}

const FOREVER = 2n ** 64n - 1n;
/** Most names or options of one certificate; OpenSSH allows 256 names. */
const MAX_ITEMS = 256;

/** Reads a certificate and checks its signature. Throws ContentFault. */
export function readSshCertificate(blob: Uint8Array): SshCertificate {
  const reader = new SshReader(blob);
  const type = reader.text().replace(/-cert-v01@openssh\.com$/, '');
  reader.bytesString();
  const subject = readPublicFields(type.startsWith('sk-') ? `${type}@openssh.com` : type, reader);
  const serialNumber = reader.uint64();
  const kind = reader.uint32();
  if (kind !== 1 && kind !== 2) throw new ContentFault('it is damaged: it is neither of a user nor of a host');
  const keyId = reader.text();
  const principals = listOf(reader.bytesString(), (inner) => inner.text());
  const [validAfter, validBefore] = [reader.uint64(), reader.uint64()];
  const criticalOptions = listOf(reader.bytesString(), optionOf);
  const extensions = listOf(reader.bytesString(), optionOf);
  reader.bytesString();
  const authority = readPublicBlob(reader.bytesString());
  const signed = blob.subarray(0, reader.offset);
  const signature = new SshReader(reader.bytesString());
  const signatureType = signature.text();
  return {
    subject,
    kind: kind === 1 ? 'user' : 'host',
    serialNumber,
    keyId,
    principals,
    validAfter: validAfter === 0n ? undefined : validAfter,
    validBefore: validBefore === FOREVER ? undefined : validBefore,
    criticalOptions,
    extensions,
    authority,
    signatureType,
    isSignatureValid: isSigned(authority, signatureType, signature, signed),
  };
}

function listOf<Item>(bytes: Uint8Array, read: (reader: SshReader) => Item): Item[] {
  const reader = new SshReader(bytes);
  const items: Item[] = [];
  while (reader.rest.length > 0) {
    if (items.length === MAX_ITEMS) throw new ContentFault(`it is damaged: it has more than ${MAX_ITEMS} names`);
    items.push(read(reader));
  }
  return items;
}

function optionOf(reader: SshReader): CertificateOption {
  const name = reader.text();
  const value = reader.bytesString();
  return { name, value: value.length === 0 ? '' : new SshReader(value).text() };
}

const DIGESTS: Readonly<Record<string, string | null>> = {
  'ssh-rsa': 'sha1',
  'rsa-sha2-256': 'sha256',
  'rsa-sha2-512': 'sha512',
  'ssh-ed25519': null,
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
};

function isSigned(authority: SshPublicKey, type: string, signature: SshReader, signed: Uint8Array): boolean {
  const digest = Object.hasOwn(DIGESTS, type) ? DIGESTS[type] : undefined;
  const isOfKey = type === authority.type || (authority.type === 'ssh-rsa' && type.startsWith('rsa-sha2-'));
  if (digest === undefined || !isOfKey) return false;
  const bytes = signature.bytesString();
  const used = type.startsWith('ecdsa') ? ecdsaSignature(bytes) : bytes;
  try {
    return verify(digest, signed, authority.key, used);
  } catch {
    // A key of the authority that the library does not work with, such as one that is too long.
    return false;
  }
}

/** SSH has the two numbers as its own integers, the library wants them in DER. */
function ecdsaSignature(bytes: Uint8Array): Uint8Array {
  const reader = new SshReader(bytes);
  return sequence(...[reader.integer(), reader.integer()].map(unsignedInteger));
}
