import { createHash } from 'node:crypto';

import type { RandomBytes } from '../secrets/draw.js';

/** Namespaces of RFC 9562, section 6.6. */
export const NAMESPACES = {
  dns: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  url: '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
  oid: '6ba7b812-9dad-11d1-80b4-00c04fd430c8',
  x500: '6ba7b814-9dad-11d1-80b4-00c04fd430c8',
} as const;

/** Ticks of 100 nanoseconds from 15 October 1582, the start of the Gregorian calendar, to 1970. */
const GREGORIAN_TICKS = 122_192_928_000_000_000n;
const TICKS_PER_MILLISECOND = 10_000n;

/** The usual form of 16 bytes: `f81d4fae-7dec-11d0-a765-00a0c91e6bf6`. */
export function uuidOfBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const bytesOfUuid = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

export const integerOfUuid = (uuid: string): bigint => BigInt(`0x${uuid.replaceAll('-', '')}`);

/** Sets version and variant 10 of RFC 9562 in 16 bytes. */
function withVersion(version: number, bytes: Uint8Array): string {
  const marked = Uint8Array.from(bytes);
  marked[6] = ((marked[6] ?? 0) & 0x0f) | (version << 4);
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80;
  return uuidOfBytes(marked);
}

/** Version 4: 122 random bits. */
export const randomUuid = (random: RandomBytes): string => withVersion(4, random(16));

const DIGESTS = { 3: 'md5', 5: 'sha1', 8: 'sha256' } as const;

/** Versions 3 and 5; version 8 as RFC 9562 shows it for names in appendix B.2. `namespace` is a UUID. */
export function namedUuid(version: keyof typeof DIGESTS, namespace: string, name: string): string {
  const digest = createHash(DIGESTS[version]).update(bytesOfUuid(namespace)).update(name, 'utf8').digest();
  return withVersion(version, digest.subarray(0, 16));
}

/** Ticks of 100 nanoseconds since 1582 of milliseconds since 1970. */
export const gregorianTicks = (milliseconds: number): bigint =>
  BigInt(Math.floor(milliseconds)) * TICKS_PER_MILLISECOND + GREGORIAN_TICKS;

/** Version 1 or 6 of a time (60 bits), a clock sequence (14 bits) and a node (6 bytes). */
export function timedUuid(version: 1 | 6, ticks: bigint, clockSequence: number, node: Uint8Array): string {
  const time = BigInt.asUintN(60, ticks).toString(16).padStart(15, '0');
  const [ordered, reversed] = [
    `${time.slice(0, 12)}0${time.slice(12)}`,
    `${time.slice(7)}${time.slice(3, 7)}0${time.slice(0, 3)}`,
  ];
  const clock = (clockSequence & 0x3fff).toString(16).padStart(4, '0');
  return withVersion(
    version,
    Buffer.concat([Buffer.from(`${version === 6 ? ordered : reversed}${clock}`, 'hex'), node]),
  );
}

const RANDOM_BITS = 74n;
const LOW_BITS = 62n;

/** Version 7 of milliseconds since 1970 and 74 bits. */
export function orderedUuid(milliseconds: number, bits: bigint): string {
  const high = BigInt.asUintN(12, bits >> LOW_BITS);
  const low = BigInt.asUintN(62, bits);
  const value = (BigInt(milliseconds) << 80n) | (high << 64n) | low;
  return withVersion(7, Buffer.from(value.toString(16).padStart(32, '0'), 'hex'));
}

const bigOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/**
 * Makes versions 7 of one millisecond that are in order: the first has 73 random bits below a zero, each next is greater by 1 to 2^32
 * (RFC 9562, section 6.2, method 2).
 */
export function orderedUuids(milliseconds: number, random: RandomBytes): () => string {
  let bits = BigInt.asUintN(Number(RANDOM_BITS) - 1, bigOf(random(10)));
  return () => {
    const uuid = orderedUuid(milliseconds, bits);
    bits += bigOf(random(4)) + 1n;
    return uuid;
  };
}

/** What a UUID says. */
export interface UuidParts {
  readonly uuid: string;
  readonly variant: 'ncs' | 'rfc9562' | 'microsoft' | 'future' | 'nil' | 'max';
  readonly version?: number;
  /** Milliseconds since 1970, not whole for 100 nanoseconds. */
  readonly ticks?: bigint;
  readonly milliseconds?: number;
  readonly clockSequence?: number;
  readonly node?: string;
}

const HEX_32 = /^[0-9a-f]{32}$/;

/** The usual form of a UUID in any notation: in quotes, braces, as a URN, without hyphens, as base64 or an integer. */
export function readUuid(written: string): string | undefined {
  let text = written.trim().replace(/[,;]$/, '');
  const quoted = /^(["'`])(.*)\1$/.exec(text);
  text = (quoted?.[2] ?? text).trim().replace(/^urn:uuid:/i, '');
  text = /^\{(.*)\}$/.exec(text)?.[1]?.trim() ?? /^\((.*)\)$/.exec(text)?.[1]?.trim() ?? text;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  const digits = text.replace(/^0x/i, '').toLowerCase();
  if (HEX_32.test(digits)) return uuidOfBytes(Buffer.from(digits, 'hex'));
  if (/^\d{1,39}$/.test(text)) {
    const value = BigInt(text);
    if (value >> 128n === 0n) return uuidOfBytes(Buffer.from(value.toString(16).padStart(32, '0'), 'hex'));
  }
  // The last of 22 characters holds two bits.
  return /^[A-Za-z0-9+/_-]{21}[AQgw](?:==)?$/.test(text) ? uuidOfBytes(Buffer.from(text, 'base64')) : undefined;
}

const unixTime = (ticks: bigint): number => Number(ticks - GREGORIAN_TICKS) / Number(TICKS_PER_MILLISECOND);

function variantOf(octet: number): UuidParts['variant'] {
  if (octet < 0x80) return 'ncs';
  if (octet < 0xc0) return 'rfc9562';
  return octet < 0xe0 ? 'microsoft' : 'future';
}

/** Version, variant and the fields of a UUID in its usual form. */
export function uuidParts(uuid: string): UuidParts {
  const hex = uuid.replaceAll('-', '');
  if (/^0+$/.test(hex)) return { uuid, variant: 'nil' };
  if (/^f+$/.test(hex)) return { uuid, variant: 'max' };
  const variant = variantOf(Number.parseInt(hex.slice(16, 18), 16));
  if (variant !== 'rfc9562') return { uuid, variant };
  const version = Number.parseInt(hex.slice(12, 13), 16);
  const parts = { uuid, variant, version };
  if (version === 7) return { ...parts, milliseconds: Number.parseInt(hex.slice(0, 12), 16) };
  if (version !== 1 && version !== 2 && version !== 6) return parts;
  const clockSequence = Number.parseInt(hex.slice(16, 20), 16) & 0x3fff;
  const node = hex.slice(20);
  // Version 2 (DCE Security) has a local identifier in the place of the low bits of its time, and of half of its clock sequence.
  if (version === 2) return { ...parts, node };
  const time =
    version === 1
      ? `${hex.slice(13, 16)}${hex.slice(8, 12)}${hex.slice(0, 8)}`
      : `${hex.slice(0, 12)}${hex.slice(13, 16)}`;
  const ticks = BigInt(`0x${time}`);
  return { ...parts, ticks, milliseconds: unixTime(ticks), clockSequence, node };
}

/** A time of 100 nanoseconds in ISO 8601 with seven decimals. */
export function isoOfTicks(ticks: bigint): string {
  const sinceUnix = ticks - GREGORIAN_TICKS;
  const rest = ((sinceUnix % TICKS_PER_MILLISECOND) + TICKS_PER_MILLISECOND) % TICKS_PER_MILLISECOND;
  const milliseconds = Number((sinceUnix - rest) / TICKS_PER_MILLISECOND);
  return new Date(milliseconds).toISOString().replace('Z', `${rest.toString().padStart(4, '0')}Z`);
}
