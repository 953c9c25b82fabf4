import type { KeyObject } from 'node:crypto';

import { z } from 'zod';

import { invalid, quote } from '../../core/index.js';
import { count, warnings as warningList } from '../../core/shared-data.js';
import { publicDer, rawPublic } from '../../formats/keys/write-key.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { fieldValue, readSignedMessage, type SignedMessage } from '../../lib/mail/dkim-message.js';
import { type DkimKeyRecord, readDkimRecord } from '../../lib/mail/dkim-record.js';
import { checkSignature, type DkimSignature, readSignature } from '../../lib/mail/dkim-signature.js';
import { bareRecord, txtStrings } from '../../lib/mail/spf.js';

const MAX_SIGNATURES = 20;
const MAX_RECORDS = 100;

/** Key records by the name they have in the DNS, in lower case and without the final dot; one without a name is for all. */
export type KeyRecords = ReadonlyMap<string, string>;

const KEY_LINE = /^\s*(\S{1,253}?\._domainkey\.\S{1,253}?)\.?\s+(?:\d+\s+)?(?:IN\s+)?(?:\d+\s+)?TXT\s+(.+)$/i;

/** Reads option `record`: lines of a zone file, or one record alone. Throws INVALID_INPUT. */
export function readKeyRecords(text: string): KeyRecords {
  const records = new Map<string, string>();
  // A record may be over several lines in parentheses, as key generators print it.
  const lines = text.replace(/\(([^()]*)\)/g, (_, inside: string) => inside.replace(/\s+/g, ' ')).split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const bare = line.replace(/"\s*;.*$/, '"');
    if (bare.trim() === '') continue;
    const [, name = '', record = bare] = KEY_LINE.exec(bare) ?? [];
    if (name === '' && !/p\s*=/.test(record))
      throw invalid(
        `Option "record", line ${index + 1}: must be a key record such as v=DKIM1; k=rsa; p=…, got ${quote(bare)}`,
      );
    if (records.has(name.toLowerCase()))
      throw invalid(
        `Option "record", line ${index + 1}: ${name === '' ? 'a record without a name' : name} comes twice`,
      );
    if (records.size === MAX_RECORDS) throw invalid(`Option "record" must have at most ${MAX_RECORDS} records`);
    records.set(name.toLowerCase(), bareRecord(record));
  }
  return records;
}

const recordName = ({ selector, domain }: Pick<DkimSignature, 'selector' | 'domain'>): string =>
  `${selector}._domainkey.${domain}`;

const iso = (seconds: number | undefined): string | null =>
  seconds === undefined || seconds > 8.64e12 ? null : new Date(seconds * 1000).toISOString();

export type Registered = (domain: string) => string | undefined;

/** The domain of the first address in From; empty where there is none. */
export function senderDomain({ fields }: SignedMessage): string {
  const from = fields.find(({ name }) => name.toLowerCase() === 'from');
  const value = from === undefined ? '' : fieldValue(from);
  return /@([a-z0-9._-]+?)\.?>?\s*(?:$|[,(>])/i.exec(value.slice(-2_000))?.[1]?.toLowerCase() ?? '';
}

/** Checks all signatures of a message. Throws ContentFault and LimitFault. */
export function verifyMessage(bytes: Uint8Array, records: KeyRecords, registered: Registered, now: Date) {
  const message = readSignedMessage(bytes);
  const signatures = message.fields.filter(({ name }) => name.toLowerCase() === 'dkim-signature');
  if (signatures.length > MAX_SIGNATURES)
    throw new LimitFault(`it has more than ${MAX_SIGNATURES} signatures`, MAX_SIGNATURES);
  const fromDomain = senderDomain(message);
  const warnings: string[] = [];
  if (message.fields.filter(({ name }) => name.toLowerCase() === 'from').length > 1)
    warnings.push('The message has more than one From field: programs may show another than the signed one');
  const checked = signatures.map((field, index) => {
    const signature = readSignature(field);
    const name = recordName(signature).toLowerCase();
    const text = records.get(name) ?? records.get('');
    const record = text === undefined ? undefined : readDkimRecord(text);
    const verdict = checkSignature(message, signature, record, now);
    if (signature.length !== undefined)
      warnings.push(`Signature ${index + 1} covers ${signature.length} bytes of the body: anything can follow them`);
    for (const warning of record?.warnings ?? []) warnings.push(`Key of signature ${index + 1}: ${warning}`);
    return {
      ...verdict,
      domain: signature.domain,
      selector: signature.selector,
      identity: signature.identity,
      algorithm: signature.algorithm,
      canonicalization: `${signature.header}/${signature.body}`,
      fields: signature.names,
      signedAt: iso(signature.signedAt),
      expiresAt: iso(signature.expiresAt),
      alignment: alignmentOf(signature.domain.toLowerCase(), fromDomain, registered),
      keyBits: record?.bits ?? 0,
      recordName: recordName(signature),
    };
  });
  return {
    fromDomain,
    passed: checked.filter(({ result }) => result === 'pass').length,
    signatures: checked,
    warnings,
  };
}

/** Whether a signature counts for DMARC: RFC 7489 §3.1.1. */
function alignmentOf(domain: string, from: string, registered: Registered): 'strict' | 'relaxed' | 'none' {
  if (domain === from) return 'strict';
  const own = registered(domain);
  return own !== undefined && own === registered(from) ? 'relaxed' : 'none';
}

/** The key record for a key, and where it belongs. `selector` and `domain` may be checked already. */
export function recordOf(key: KeyObject, selector: string, domain: string) {
  const isRsa = key.asymmetricKeyType === 'rsa';
  const bytes = isRsa ? publicDer(key) : rawPublic(key);
  const record = `v=DKIM1; k=${isRsa ? 'rsa' : 'ed25519'}; p=${Buffer.from(bytes).toString('base64')}`;
  return describeRecord(record, `${selector}._domainkey${domain === '' ? '' : `.${domain}`}`);
}

/** What a key record says and what is wrong with it. */
export function describeRecord(record: string, name: string) {
  const read: DkimKeyRecord = readDkimRecord(record);
  return {
    record,
    name,
    txt: txtStrings(record),
    isValid: read.errors.length === 0,
    isRevoked: read.isRevoked,
    keyType: read.keyType,
    bits: read.bits,
    errors: [...read.errors],
    warnings: [...read.warnings],
  };
}

/** A record alone or in a line of a zone file. */
export function recordInLine(text: string): { readonly record: string; readonly name: string } {
  const [[name, record] = ['', '']] = readKeyRecords(text);
  if (record === '') throw new ContentFault('it has no key record');
  return { record, name };
}

const LABELS = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;

/** Throws INVALID_INPUT where an option is not made of the labels of a domain name. */
export function checkLabels(option: 'domain' | 'selector', value: string): void {
  if (value.length > 253 || !LABELS.test(value))
    throw invalid(
      `Option "${option}" must be ${option === 'domain' ? 'a domain such as example.com' : 'a selector such as mail2026'}, got ${quote(value)}`,
    );
}

/** `data` of one message. */
export const verification = {
  fromDomain: z.string().describe('Domain of the sender in From; empty if there is none.'),
  passed: count('Signatures that pass.'),
  signatures: z
    .array(
      z.object({
        result: z
          .enum(['pass', 'fail', 'permerror', 'unknown'])
          .describe('Verdict of RFC 8601; "unknown" without a key record.'),
        reason: z.string().describe('Why it does not pass; empty if it does.'),
        isBodyIntact: z.boolean().nullable().describe('Whether the body is as it was signed; null if unknown.'),
        domain: z.string().describe('Signing domain (d).'),
        selector: z.string().describe('Selector (s).'),
        identity: z.string().describe('User or agent it is signed for (i).'),
        algorithm: z.string().describe('Algorithm (a), such as rsa-sha256.'),
        canonicalization: z.string().describe('Canonicalization of header and body (c).'),
        fields: z.array(z.string()).describe('Signed header fields (h).'),
        signedAt: z.string().nullable().describe('Time of signing (t); null if it does not say.'),
        expiresAt: z.string().nullable().describe('End of validity (x); null if there is none.'),
        alignment: z
          .enum(['strict', 'relaxed', 'none'])
          .describe('Whether the signing domain is that of From, for DMARC.'),
        keyBits: count('Size of the key; 0 if unknown.'),
        recordName: z.string().describe('Where the DNS has the key, as a TXT record.'),
      }),
    )
    .describe('One per DKIM-Signature field, from the top.'),
  warnings: warningList(),
};

/** `data` of a key record. */
export const keyRecord = z.object({
  record: z.string().describe('The key record.'),
  name: z.string().describe('Where it belongs in the DNS; empty if unknown.'),
  txt: z.string().describe('The record as a zone file has it: quoted strings of at most 255 characters.'),
  isValid: z.boolean().describe('Whether it has no errors.'),
  isRevoked: z.boolean().describe('Whether its key is empty: signatures with it are not valid any more.'),
  keyType: z.enum(['rsa', 'ed25519', 'unknown']).describe('Type of the key.'),
  bits: count('Size of the key; 0 if it cannot be read.'),
  errors: z.array(z.string()).describe('What receivers reject.'),
  warnings: warningList(),
});
