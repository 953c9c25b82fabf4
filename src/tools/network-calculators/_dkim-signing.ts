import type { KeyObject } from 'node:crypto';

import { invalid } from '../../core/index.js';
import { newCurveKey, newRsaKey } from '../../formats/keys/new-keys.js';
import { ContentFault } from '../../lib/faults.js';
import { type Canonicalization, readSignedMessage } from '../../lib/mail/dkim-message.js';
import { signMessage } from '../../lib/mail/dkim-signing.js';
import { checkLabels, senderDomain } from './_dkim.js';

/** RFC 8301: receivers ignore shorter keys. */
const MIN_BITS = 1024;

export const newKey = (keyType: 'rsa' | 'ed25519', bits: number): Promise<KeyObject> =>
  keyType === 'rsa' ? newRsaKey(bits) : newCurveKey('ed25519');

export interface SigningOptions {
  readonly key: KeyObject;
  readonly domain: string;
  readonly selector: string;
  readonly canonicalization: `${Canonicalization}/${Canonicalization}`;
  readonly fields: string;
  readonly expiresIn: number;
  readonly now: Date;
}

/** Throws INVALID_INPUT for a key that DKIM does not know. */
export function checkSigningKey(key: KeyObject): void {
  const type = key.asymmetricKeyType;
  if (type !== 'rsa' && type !== 'ed25519') throw invalid(`Option "key" must be an RSA or Ed25519 key, got ${type}`);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (type === 'rsa' && bits < MIN_BITS) throw invalid(`Option "key" must have at least ${MIN_BITS} bits, got ${bits}`);
}

/**
 * The message with a DKIM-Signature before its first field, with line breaks as the message has them. Throws ContentFault, LimitFault, and
 * INVALID_INPUT for options that do not fit.
 */
export function signedWith(bytes: Uint8Array, options: SigningOptions): Uint8Array {
  const message = readSignedMessage(bytes);
  const senders = message.fields.filter(({ name }) => name.toLowerCase() === 'from').length;
  if (senders !== 1) throw new ContentFault(`it must have one field From, got ${senders}`);
  const domain = options.domain === '' ? senderDomain(message) : options.domain;
  if (domain === '') throw new ContentFault('its field From has no domain: set option "domain"');
  checkLabels('domain', domain);
  const [header, body] = options.canonicalization.split('/') as [Canonicalization, Canonicalization];
  const field = signMessage(message, { ...options, domain, names: fieldNames(options.fields), header, body });
  // The line of a mailbox stays first.
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === 'From ' ? bytes.indexOf(0x0a) + 1 : 0;
  const firstBreak = bytes.indexOf(0x0a);
  const isUnix = firstBreak > 0 && bytes[firstBreak - 1] !== 0x0d;
  const written = `${field}\r\n`.replaceAll('\r\n', isUnix ? '\n' : '\r\n');
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(written, 'latin1'), bytes.subarray(start)]);
}

function fieldNames(fields: string): string[] {
  if (fields.trim() === '') return [];
  const names = fields.split(/[\s:,]+/).filter((name) => name !== '');
  const odd = names.find((name) => !/^[\x21-\x39\x3c-\x7e]{1,100}$/.test(name));
  if (odd !== undefined)
    throw invalid(`Option "fields" must be names of header fields, got ${JSON.stringify(odd.slice(0, 80))}`);
  if (!names.some((name) => name.toLowerCase() === 'from')) throw invalid('Option "fields" must name From');
  if (names.some((name) => name.toLowerCase() === 'dkim-signature'))
    throw invalid('Option "fields" must not name DKIM-Signature');
  return names;
}
