import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

import {
  type Canonicalization,
  canonicalHeader,
  fieldValue,
  type RawField,
  type SignedMessage,
} from './dkim-message.js';
import type { DkimKeyRecord } from './dkim-record.js';
import { readTags } from './tag-list.js';

const DKIM_ALGORITHMS = ['rsa-sha256', 'ed25519-sha256', 'rsa-sha1'] as const;

/** A DKIM-Signature field: RFC 6376 §3.5. Empty where a tag is missing. */
export interface DkimSignature {
  readonly field: RawField;
  readonly algorithm: string;
  readonly domain: string;
  readonly selector: string;
  /** Of the user or agent it is signed for, `@domain` where it does not say. */
  readonly identity: string;
  readonly header: Canonicalization;
  readonly body: Canonicalization;
  readonly names: readonly string[];
  /** Bytes of the body that are signed; `undefined` for all. */
  readonly length: number | undefined;
  /** Seconds since 1970. */
  readonly signedAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly bodyHash: string;
  readonly value: string;
  /** Why it cannot be checked: RFC 6376 §6.1.1. */
  readonly fault: string | undefined;
}

const REQUIRED = ['v', 'a', 'b', 'bh', 'd', 'h', 's'] as const;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const DOMAIN = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?)*$/i;

const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

export function readSignature(field: RawField): DkimSignature {
  const { tags, errors } = readTags(fieldValue(field));
  const tag = (name: string): string => tags.get(name) ?? '';
  const packed = (name: string): string => tag(name).replace(/\s+/g, '');
  const [header = 'simple', body = 'simple'] = (tags.get('c') ?? 'simple').toLowerCase().split('/');
  const domain = tag('d');
  const identity = tags.get('i') ?? `@${domain}`;
  const names = tag('h')
    .split(':')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const signature = {
    field,
    algorithm: tag('a').toLowerCase(),
    domain,
    selector: tag('s'),
    identity,
    header: header === 'relaxed' ? 'relaxed' : 'simple',
    body: body === 'relaxed' ? 'relaxed' : 'simple',
    names,
    length: whole(tags.get('l')),
    signedAt: whole(tags.get('t')),
    expiresAt: whole(tags.get('x')),
    bodyHash: packed('bh'),
    value: packed('b'),
  } as const;
  const missing = REQUIRED.find((name) => tag(name) === '');
  const host = identity.slice(identity.lastIndexOf('@') + 1).toLowerCase();
  const faults: readonly (readonly [boolean, string])[] = [
    [errors.length > 0, errors[0] ?? ''],
    [missing !== undefined, `Tag ${missing} is missing`],
    [tag('v') !== '1', `v must be 1, got ${shown(tag('v'))}`],
    [!DKIM_ALGORITHMS.some((name) => name === signature.algorithm), `The algorithm ${shown(tag('a'))} is unknown`],
    [
      !/^(?:simple|relaxed)(?:\/(?:simple|relaxed))?$/i.test(tags.get('c') ?? 'simple'),
      `The canonicalization ${shown(tag('c'))} is unknown`,
    ],
    [!DOMAIN.test(domain), `d must be a domain, got ${shown(domain)}`],
    [!DOMAIN.test(signature.selector), `s must be a selector, got ${shown(signature.selector)}`],
    [!names.some((name) => name.toLowerCase() === 'from'), 'The field From is not signed'],
    [
      host !== domain.toLowerCase() && !host.endsWith(`.${domain.toLowerCase()}`),
      `i must be in the domain of d, got ${shown(identity)}`,
    ],
    [tags.has('l') && signature.length === undefined, `l must be a number, got ${shown(tag('l'))}`],
    [tags.has('t') && signature.signedAt === undefined, `t must be a number, got ${shown(tag('t'))}`],
    [tags.has('x') && signature.expiresAt === undefined, `x must be a number, got ${shown(tag('x'))}`],
    [(signature.expiresAt ?? Infinity) < (signature.signedAt ?? 0), 'It expires before it was made'],
    [!BASE64.test(signature.bodyHash), 'bh is not base64'],
    [!BASE64.test(signature.value), 'b is not base64'],
    [
      tags.has('q') &&
        !tag('q')
          .toLowerCase()
          .split(':')
          .some((way) => way.trim() === 'dns/txt'),
      `The key is not in the DNS: q is ${shown(tag('q'))}`,
    ],
  ];
  return { ...signature, fault: faults.find(([isFaulty]) => isFaulty)?.[1] };
}

const shown = (value: string): string => JSON.stringify(value.slice(0, 60));

export type DkimResult = 'pass' | 'fail' | 'permerror' | 'unknown';

export interface Verdict {
  /** As RFC 8601 names them; `unknown` where there is no key to check with. */
  readonly result: DkimResult;
  /** Why it is not a pass; empty for one. */
  readonly reason: string;
  /** Whether the body is what was signed; `null` where that cannot be told. */
  readonly isBodyIntact: boolean | null;
}

/** Checks a signature: RFC 6376 §6.1, RFC 8301, RFC 8463. `record` is the key record of its name, where it is known. */
export function checkSignature(
  message: SignedMessage,
  signature: DkimSignature,
  record: DkimKeyRecord | undefined,
  now: Date,
): Verdict {
  if (signature.fault !== undefined) return { result: 'permerror', reason: signature.fault, isBodyIntact: null };
  const { algorithm, length, bodyHash, body: way } = signature;
  const content = message.body(way);
  const digest = algorithm === 'rsa-sha1' ? 'sha1' : 'sha256';
  const isBodyIntact =
    (length ?? 0) <= content.length &&
    createHash(digest).update(content.subarray(0, length)).digest('base64') === bodyHash;
  const verdict = (result: DkimResult, reason: string): Verdict => ({ result, reason, isBodyIntact });
  if (algorithm === 'rsa-sha1') return verdict('permerror', 'rsa-sha1 is not accepted any more (RFC 8301)');
  if (!isBodyIntact)
    return verdict(
      'fail',
      (length ?? 0) > content.length
        ? `The body has ${content.length} bytes, of which ${length} are signed`
        : 'The body differs from what was signed',
    );
  if (signature.expiresAt !== undefined && signature.expiresAt * 1000 < now.getTime())
    return verdict('fail', 'It has expired');
  if (record === undefined) return verdict('unknown', 'No key record is given');
  const refused = refusedKey(signature, record);
  if (refused !== undefined) return verdict('permerror', refused);
  const header = canonicalHeader(message.fields, signature.names, signature.field, signature.header);
  return isSigned(Buffer.from(header, 'latin1'), signature, record.publicKey)
    ? verdict('pass', '')
    : verdict('fail', 'The header differs from what was signed, or the key is another');
}

function refusedKey({ algorithm, identity, domain }: DkimSignature, record: DkimKeyRecord): string | undefined {
  if (record.isRevoked) return 'The key was revoked';
  const [fault] = record.errors;
  if (fault !== undefined) return `The key record is faulty: ${fault}`;
  if (!algorithm.startsWith(record.keyType)) return `The key is of type ${record.keyType}, the signature ${algorithm}`;
  if (record.hashes?.includes('sha256') === false) return 'The key is not for SHA-256';
  if (record.isStrict && identity.slice(identity.lastIndexOf('@') + 1).toLowerCase() !== domain.toLowerCase())
    return 'The key is not for subdomains (t=s)';
  return undefined;
}

function isSigned(header: Buffer, { algorithm, value }: DkimSignature, spki: Uint8Array | undefined): boolean {
  if (spki === undefined) return false;
  const key: KeyObject = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  const signature = Buffer.from(value, 'base64');
  // RFC 8463 §3: Ed25519 signs the digest, not the header itself.
  if (algorithm === 'ed25519-sha256') return verify(null, createHash('sha256').update(header).digest(), key, signature);
  return verify('sha256', header, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
}
