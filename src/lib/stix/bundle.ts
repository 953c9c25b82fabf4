import { createHash } from 'node:crypto';

/** What a bundle is made of. */
export interface StixSource {
  readonly kind: string;
  readonly value: string;
  readonly type?: string;
}

type StixObject = Readonly<Record<string, unknown>>;

/** Namespace of the ids of observables (STIX 2.1 §2.9). */
const NAMESPACE = Buffer.from('00abedb4aa42466c9c01fed23315a9b7', 'hex');

/** A UUID of version 5 (RFC 4122 §4.3). */
function uuid5(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const HASHES: Readonly<Record<string, string>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

/** An observable; its id is made of what it says, as §2.9 has it (the JSON of one property has one canonical form). */
const observable = (type: string, property: StixObject): StixObject => ({
  type,
  spec_version: '2.1',
  id: `${type}--${uuid5(JSON.stringify(property))}`,
  ...property,
});

/** A domain object; the standard has its id by chance, here it is of type and name, so that a repeated run gives the same. */
const named = (type: string, name: string, id: string, source: string, now: string): StixObject => ({
  type,
  spec_version: '2.1',
  id: `${type}--${uuid5(`${type} ${id}`)}`,
  created: now,
  modified: now,
  name,
  external_references: [{ source_name: source, external_id: id }],
});

function objectOf({ kind, value, type = '' }: StixSource, now: string): StixObject | undefined {
  if (kind === 'ip') return observable(type.startsWith('IPv6') ? 'ipv6-addr' : 'ipv4-addr', { value });
  if (kind === 'domain') return observable('domain-name', { value });
  if (kind === 'url') return observable('url', { value });
  if (kind === 'email') return observable('email-addr', { value });
  if (kind === 'mac') return observable('mac-addr', { value });
  if (kind === 'asn') return observable('autonomous-system', { number: Number(value.slice(2)) });
  if (kind === 'registry-key') return observable('windows-registry-key', { key: value });
  if (kind === 'cve') return named('vulnerability', value, value, 'cve', now);
  if (kind === 'attack' && type === 'technique') return named('attack-pattern', value, value, 'mitre-attack', now);
  const hash = HASHES[kind];
  return hash === undefined ? undefined : observable('file', { hashes: { [hash]: value } });
}

/** A bundle of STIX 2.1; what has no object type there is not in it. */
export function stixBundle(sources: readonly StixSource[], now: Date): StixObject {
  const objects: StixObject[] = [];
  for (const source of sources) {
    const object = objectOf(source, now.toISOString());
    if (object !== undefined) objects.push(object);
  }
  const ids = objects.map(({ id }) => id).join(' ');
  return { type: 'bundle', id: `bundle--${uuid5(ids)}`, ...(objects.length === 0 ? {} : { objects }) };
}
