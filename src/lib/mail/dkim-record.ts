import { createPublicKey } from 'node:crypto';

import { unlessFaulty } from '../faults.js';
import { keyFacts } from '../pki/public-keys.js';
import { readTags } from './tag-list.js';

export interface DkimKeyRecord {
  readonly keyType: 'rsa' | 'ed25519' | 'unknown';
  /** Size of an RSA key; 256 for Ed25519, 0 where it cannot be read. */
  readonly bits: number;
  /** An empty key: what it once signed is not valid any more. */
  readonly isRevoked: boolean;
  /** SubjectPublicKeyInfo; `undefined` where there is none, or none that can be read. */
  readonly publicKey: Uint8Array | undefined;
  /** Digests that signatures may use (`h`); `undefined` for any. */
  readonly hashes: readonly string[] | undefined;
  /** `t=s`: signatures must be of the very domain, not of one below it. */
  readonly isStrict: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** SubjectPublicKeyInfo before the 32 bytes of an Ed25519 key: RFC 8410. */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** Reads a key record: RFC 6376 §3.6.1 and RFC 8463 §4. */
export function readDkimRecord(record: string): DkimKeyRecord {
  const { tags, errors: faults } = readTags(record);
  const errors = [...faults];
  const warnings: string[] = [];
  const version = tags.get('v');
  if (version !== undefined && (version !== 'DKIM1' || [...tags.keys()][0] !== 'v'))
    errors.push('v must be DKIM1 and stand first');
  const type = tags.get('k')?.toLowerCase() ?? 'rsa';
  const keyType = type === 'rsa' || type === 'ed25519' ? type : 'unknown';
  if (keyType === 'unknown') errors.push(`k must be rsa or ed25519, got ${JSON.stringify(type.slice(0, 40))}`);
  const base64 = tags.get('p')?.replace(/\s+/g, '');
  if (base64 === undefined) errors.push('p is missing: the record has no key');
  const list = (name: string): string[] | undefined =>
    tags
      .get(name)
      ?.toLowerCase()
      .split(':')
      .map((item) => item.trim());
  const hashes = list('h');
  const flags = list('t') ?? [];
  const services = list('s');
  if (services !== undefined && !services.includes('*') && !services.includes('email'))
    errors.push('s does not name email: the key is not for mail');
  if (hashes !== undefined && !hashes.includes('sha256'))
    warnings.push('h does not name sha256, which all signatures use today');
  const publicKey = base64 === undefined || base64 === '' ? undefined : readKey(base64, keyType);
  if (base64 !== undefined && base64 !== '' && publicKey === undefined) errors.push('p is not a public key in base64');
  const bits = publicKey === undefined ? 0 : (unlessFaulty(() => keyFacts(publicKey).bits) ?? 0);
  if (keyType === 'rsa' && bits > 0 && bits < 1024)
    errors.push(`The key has ${bits} bits: receivers ignore less than 1024 (RFC 8301)`);
  else if (keyType === 'rsa' && bits > 0 && bits < 2048)
    warnings.push(`The key has ${bits} bits; 2048 are recommended (RFC 8301)`);
  if (flags.includes('y')) warnings.push('t=y: the domain is trying DKIM out, and receivers may ignore the result');
  const isStrict = flags.includes('s');
  return { keyType, bits, isRevoked: base64 === '', publicKey, hashes, isStrict, errors, warnings };
}

/** RSA keys come as SubjectPublicKeyInfo, by some as PKCS #1; Ed25519 keys as 32 bytes. */
function readKey(base64: string, type: DkimKeyRecord['keyType']): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const forms =
    type === 'ed25519' && bytes.length === 32
      ? [{ key: Buffer.concat([ED25519_HEAD, bytes]), format: 'der', type: 'spki' } as const]
      : (['spki', 'pkcs1'] as const).map((form) => ({ key: bytes, format: 'der', type: form }) as const);
  for (const form of forms) {
    try {
      return createPublicKey(form).export({ format: 'der', type: 'spki' });
    } catch {
      // Of the other form, or of none.
    }
  }
  return undefined;
}
