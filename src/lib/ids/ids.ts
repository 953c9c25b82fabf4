import { drawsFrom, type RandomBytes } from '../secrets/draw.js';

import { orderedUuids, readUuid, uuidOfBytes, uuidParts } from './uuid.js';

/** Kinds of identifiers beside UUIDs. */
export const ID_TYPES = ['ulid', 'nanoid', 'ksuid', 'objectid', 'snowflake', 'typeid', 'xid'] as const;
export type IdType = (typeof ID_TYPES)[number];

/** Milliseconds since 1970 at which snowflakes begin. */
const EPOCHS = { twitter: 1_288_834_974_657, discord: 1_420_070_400_000, unix: 0 } as const;
export type Epoch = keyof typeof EPOCHS;

/** Seconds since 1970 at which KSUIDs begin (segmentio/ksuid). */
const KSUID_EPOCH = 1_400_000_000;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE32_HEX = '0123456789abcdefghijklmnopqrstuv';
export const NANO_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

const bigOf = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
const hexOf = (value: bigint, bytes: number): string => value.toString(16).padStart(2 * bytes, '0');

function digits(value: bigint, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let written = '';
  for (let rest = value; written.length < length; rest /= base)
    written = `${alphabet.charAt(Number(rest % base))}${written}`;
  return written;
}

/** `undefined` for a character that is not a digit. */
function numberOf(text: string, alphabet: string): bigint | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return undefined;
    value = value * BigInt(alphabet.length) + BigInt(digit);
  }
  return value;
}

/** What makers need; `length` of NanoIDs, `prefix` of TypeIDs, `epoch` of snowflakes. */
export interface IdWishes {
  readonly type: IdType;
  readonly milliseconds: number;
  readonly length: number;
  readonly prefix: string;
  readonly epoch: Epoch;
  readonly random: RandomBytes;
}

/** Bits of an identifier that are random. */
export function randomBits(type: IdType, length: number): number {
  const bits = { ulid: 80, nanoid: 6 * length, ksuid: 128, objectid: 40, snowflake: 10, typeid: 74, xid: 40 };
  return bits[type];
}

/** The first and the last millisecond since 1970 that a kind can hold. */
export function idTimes(type: IdType, epoch: Epoch): readonly [number, number] {
  switch (type) {
    case 'ksuid':
      return [1000 * KSUID_EPOCH, 1000 * (KSUID_EPOCH + 2 ** 32) - 1];
    case 'objectid':
    case 'xid':
      return [0, 1000 * 2 ** 32 - 1];
    case 'snowflake':
      return [EPOCHS[epoch], EPOCHS[epoch] + 2 ** 41 - 1];
    default:
      return [0, 2 ** 48 - 1];
  }
}

const COUNTER = 2 ** 24;

/** Makes identifiers one after another: ULIDs, snowflakes and TypeIDs each greater than the one before. The time must be one of `idTimes`. */
export function idMaker({ type, milliseconds, length, prefix, epoch, random }: IdWishes): () => string {
  const draw = drawsFrom(random);
  const seconds = BigInt(Math.floor(milliseconds / 1000));
  switch (type) {
    case 'ulid': {
      // The highest bit begins as zero, so that a run never passes the end of 80 bits.
      let chance = BigInt.asUintN(79, bigOf(random(10)));
      return () => {
        const ulid = digits((BigInt(milliseconds) << 80n) | chance, CROCKFORD, 26);
        chance += 1n;
        return ulid;
      };
    }
    case 'nanoid':
      return () => Array.from({ length }, () => NANO_ALPHABET.charAt(draw(64))).join('');
    case 'ksuid':
      return () => digits(((seconds - BigInt(KSUID_EPOCH)) << 128n) | bigOf(random(16)), BASE62, 27);
    case 'objectid':
    case 'xid': {
      const process = bigOf(random(5)) << 24n;
      let counter = draw(COUNTER);
      return () => {
        const value = (seconds << 64n) | process | BigInt(counter);
        counter = (counter + 1) % COUNTER;
        // 20 digits of five bits are 100: the last four are zero.
        return type === 'objectid' ? hexOf(value, 12) : digits(value << 4n, BASE32_HEX, 20);
      };
    }
    case 'snowflake': {
      const node = BigInt(draw(1024)) << 12n;
      let sequence = 0;
      return () => {
        const time = BigInt(milliseconds - EPOCHS[epoch] + (sequence >> 12));
        return String((time << 22n) | node | BigInt(sequence++ & 0xfff));
      };
    }
    case 'typeid': {
      const next = orderedUuids(milliseconds, random);
      return () => `${prefix === '' ? '' : `${prefix}_`}${typeIdSuffix(next())}`;
    }
  }
}

/** The 26 characters of a TypeID for a UUID. */
export const typeIdSuffix = (uuid: string): string =>
  digits(BigInt(`0x${uuid.replaceAll('-', '')}`), CROCKFORD, 26).toLowerCase();

/** What an identifier says. */
export interface IdParts {
  readonly type: IdType | 'uuid';
  readonly milliseconds?: number;
  readonly parts: Readonly<Record<string, string>>;
}

const timed = (value: bigint, shift: bigint): number => Number(value >> shift);

function crockford(text: string): bigint | undefined {
  // Crockford: I and L are read as 1, O as 0.
  const value = numberOf(text.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0'), CROCKFORD);
  return value === undefined || value >> 128n !== 0n ? undefined : value;
}

/** TypeID: up to 63 characters, letters at both ends (specification 0.3). */
export const TYPE_PREFIX = /^(?:[a-z](?:[a-z_]{0,61}[a-z])?)?$/;

function readTypeId(text: string): IdParts | undefined {
  const cut = text.lastIndexOf('_');
  const [prefix, suffix] = [text.slice(0, cut), text.slice(cut + 1)];
  const value =
    suffix.length === 26 && suffix === suffix.toLowerCase() ? numberOf(suffix.toUpperCase(), CROCKFORD) : undefined;
  if (value === undefined || value >> 128n !== 0n || prefix === '' || !TYPE_PREFIX.test(prefix)) return undefined;
  const uuid = uuidOfBytes(Buffer.from(hexOf(value, 16), 'hex'));
  const { milliseconds } = uuidParts(uuid);
  return { type: 'typeid', ...(milliseconds === undefined ? {} : { milliseconds }), parts: { prefix, uuid } };
}

/** Reads an identifier, whose kind its form tells; `undefined` for none. */
export function readId(text: string, epoch: Epoch): IdParts | undefined {
  if (text.includes('_') && text.length > 26) return readTypeId(text);
  if (/^[0-9a-f]{24}$/i.test(text)) {
    const hex = text.toLowerCase();
    const parts = { process: hex.slice(8, 18), counter: String(Number.parseInt(hex.slice(18), 16)) };
    return { type: 'objectid', milliseconds: 1000 * Number.parseInt(hex.slice(0, 8), 16), parts };
  }
  if (/^\d{10,19}$/.test(text) && BigInt(text) >> 63n === 0n) {
    const value = BigInt(text);
    return {
      type: 'snowflake',
      milliseconds: timed(value, 22n) + EPOCHS[epoch],
      parts: {
        machine: String((value >> 12n) & 0x3ffn),
        worker: String((value >> 17n) & 0x1fn),
        process: String((value >> 12n) & 0x1fn),
        sequence: String(value & 0xfffn),
      },
    };
  }
  if (text.length === 26) {
    const value = crockford(text);
    if (value === undefined) return undefined;
    const hex = hexOf(value, 16);
    return {
      type: 'ulid',
      milliseconds: timed(value, 80n),
      parts: { random: hex.slice(12), uuid: uuidOfBytes(Buffer.from(hex, 'hex')) },
    };
  }
  if (text.length === 27) {
    const value = numberOf(text, BASE62);
    if (value === undefined || value >> 160n !== 0n) return undefined;
    const payload = hexOf(BigInt.asUintN(128, value), 16);
    return { type: 'ksuid', milliseconds: 1000 * (timed(value, 128n) + KSUID_EPOCH), parts: { payload } };
  }
  if (text.length === 20) {
    const value = numberOf(text, BASE32_HEX);
    if (value === undefined || (value & 0xfn) !== 0n) return undefined;
    const hex = hexOf(value >> 4n, 12);
    return {
      type: 'xid',
      milliseconds: 1000 * Number.parseInt(hex.slice(0, 8), 16),
      parts: {
        machine: hex.slice(8, 14),
        process: String(Number.parseInt(hex.slice(14, 18), 16)),
        counter: String(Number.parseInt(hex.slice(18), 16)),
      },
    };
  }
  if (/^[A-Za-z0-9_-]{21}$/.test(text)) return { type: 'nanoid', parts: {} };
  const uuid = /^[0-9a-f-]{32,36}$/i.test(text) ? readUuid(text) : undefined;
  if (uuid === undefined) return undefined;
  const { milliseconds } = uuidParts(uuid);
  return { type: 'uuid', ...(milliseconds === undefined ? {} : { milliseconds }), parts: { uuid } };
}
