import { readBase32 } from '../bytes/base32.js';
import { ContentFault } from '../faults.js';
import { readIpAddress } from '../numbers/ip-address.js';
import { stringBytes } from './character-strings.js';
import { writeLocation } from './location.js';
import { absoluteName, writeName } from './names.js';
import { type FieldKind, RDATA, readRdata } from './rdata.js';
import { writeServiceParameters } from './service-parameters.js';
import { typeNumber } from './types.js';
import type { ZoneToken } from './zone-tokens.js';

/** A record's data is 65,535 bytes at most: RFC 1035 §3.2.1. */
const MAX_DATA = 65_535;

/**
 * The data of a record from the words of a zone file, in their one form: what they say as bytes, read back. Names are taken from `origin`.
 * Throws ContentFault that says which word is wrong.
 */
export function normalRdata(type: string, tokens: readonly ZoneToken[], origin: string): string[] {
  const bytes = tokens[0]?.text === '\\#' ? genericData(tokens) : writeRdata(type, numbered(type, tokens), origin);
  if (bytes.length > MAX_DATA) throw new ContentFault(`its data has more than ${MAX_DATA} bytes`);
  return readRdata(bytes, type, 0, bytes.length);
}

/** RFC 3597 §5: `\# 4 0A000001`. */
function genericData([, length, ...digits]: readonly ZoneToken[]): Buffer {
  const bytes = hexBytes(digits.map(({ text }) => text).join(''));
  if (length === undefined || !/^\d{1,5}$/.test(length.text) || Number(length.text) !== bytes.length)
    throw new ContentFault(
      `\\# must be followed by the number of bytes, ${bytes.length}, got ${quoted(length?.text ?? '')}`,
    );
  return bytes;
}

interface Words {
  readonly take: () => ZoneToken;
  readonly rest: () => ZoneToken[];
  readonly origin: string;
}

function writeRdata(type: string, tokens: readonly ZoneToken[], origin: string): Buffer {
  const fields = RDATA[type];
  if (fields === undefined)
    throw new ContentFault(`type ${type} has no form in zone files: write its data as \\# length hex`);
  let at = 0;
  const words: Words = {
    take() {
      const token = tokens[at];
      if (token === undefined)
        throw new ContentFault(`${type} has ${tokens.length} values, expected ${wanted(fields)}`);
      at += 1;
      return token;
    },
    rest() {
      const left = tokens.slice(at);
      at = tokens.length;
      return left;
    },
    origin,
  };
  const parts = fields.map((field, index) => WRITERS[field](words, type === 'SOA' && index > 2));
  if (at < tokens.length) throw new ContentFault(`${type} has ${tokens.length} values, expected ${wanted(fields)}`);
  return Buffer.concat(parts);
}

const OPEN: ReadonlySet<FieldKind> = new Set(['texts', 'hex', 'base64', 'types', 'parameters', 'location']);

const wanted = (fields: readonly FieldKind[]): string =>
  `${fields.length}${fields.some((field) => OPEN.has(field)) ? ' or more' : ''}`;

/** RFC 4034 appendix A.1 and those that came later; of CERT records: RFC 4398 §2.1. */
const ALGORITHMS: Readonly<Record<string, number>> = {
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  RSASHA1: 5,
  'DSA-NSEC3-SHA1': 6,
  NSEC3DSA: 6,
  'RSASHA1-NSEC3-SHA1': 7,
  NSEC3RSASHA1: 7,
  RSASHA256: 8,
  RSASHA512: 10,
  ECCGOST: 12,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
  PRIVATEDNS: 253,
  PRIVATEOID: 254,
};
const CERTIFICATES: Readonly<Record<string, number>> = {
  PKIX: 1,
  SPKI: 2,
  PGP: 3,
  IPKIX: 4,
  ISPKI: 5,
  IPGP: 6,
  ACPKIX: 7,
  IACPKIX: 8,
  URI: 253,
  OID: 254,
};

/** Values that may be words, by type and place. */
const WORDS: Readonly<Record<string, readonly (Readonly<Record<string, number>> | undefined)[]>> = {
  CDNSKEY: [undefined, undefined, ALGORITHMS],
  CDS: [undefined, ALGORITHMS],
  CERT: [CERTIFICATES, undefined, ALGORITHMS],
  DNSKEY: [undefined, undefined, ALGORITHMS],
  DS: [undefined, ALGORITHMS],
  RRSIG: [undefined, ALGORITHMS],
};

/** The words of a record with numbers in place of names of algorithms. */
function numbered(type: string, tokens: readonly ZoneToken[]): readonly ZoneToken[] {
  const places = WORDS[type];
  if (places === undefined) return tokens;
  return tokens.map((token, at) => {
    const word = token.text.toUpperCase();
    const names = places[at];
    return names !== undefined && Object.hasOwn(names, word) ? { ...token, text: String(names[word]) } : token;
  });
}

function whole(bytes: 1 | 2 | 4): (words: Words, isTime: boolean) => Buffer {
  return ({ take }, isTime) => {
    const { text } = take();
    const value =
      isTime && bytes === 4 ? (seconds(text) ?? Number.NaN) : /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    const most = 2 ** (8 * bytes) - 1;
    if (!(value <= most)) throw new ContentFault(`${quoted(text)} must be a number from 0 to ${most}`);
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32BE(value);
    return buffer.subarray(4 - bytes);
  };
}

const WRITERS: Readonly<Record<FieldKind, (words: Words, isTime: boolean) => Buffer>> = {
  u8: whole(1),
  u16: whole(2),
  u32: whole(4),
  ip4: ({ take }) => addressBytes(take().text, 4),
  ip6: ({ take }) => addressBytes(take().text, 6),
  name: ({ take, origin }) => writeName(absoluteName(take().text, origin)),
  text: ({ take }) => counted(stringBytes(take().text)),
  texts({ take, rest }) {
    const first = take();
    return Buffer.concat([first, ...rest()].map(({ text }) => counted(stringBytes(text))));
  },
  quoted: ({ take }) => stringBytes(take().text),
  word({ take }) {
    const { text } = take();
    if (!/^[A-Za-z0-9]{1,255}$/.test(text)) throw new ContentFault(`${quoted(text)} must be letters and digits`);
    return counted(Buffer.from(text, 'latin1'));
  },
  hex: ({ take, rest }) => hexBytes([take(), ...rest()].map(({ text }) => text).join('')),
  base64({ take, rest }) {
    const text = [take(), ...rest()].map((token) => token.text).join('');
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0)
      throw new ContentFault(`${quoted(text)} must be base64`);
    return Buffer.from(text, 'base64');
  },
  salt({ take }) {
    const { text } = take();
    return counted(text === '-' ? Buffer.alloc(0) : hexBytes(text));
  },
  hash: ({ take }) => counted(Buffer.from(readBase32(take().text, 'hex'))),
  type: ({ take }) => number16(typeOf(take().text)),
  time({ take }) {
    const { text } = take();
    const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)?.slice(1).map(Number);
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts ?? [];
    const at = parts === undefined ? Number(text) : Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
    if (!/^\d{1,14}$/.test(text) || !(at <= 0xffff_ffff) || at < 0)
      throw new ContentFault(`${quoted(text)} must be a time such as 20260131120000`);
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32BE(at);
    return buffer;
  },
  types: ({ rest }) => typeBitmap(rest().map(({ text }) => typeOf(text))),
  parameters: ({ rest }) => writeServiceParameters(rest()),
  location: ({ rest }) => writeLocation(rest().map(({ text }) => text)),
  eui({ take }) {
    const { text } = take();
    if (!/^[0-9a-f]{2}(?:-[0-9a-f]{2}){5}(?:(?:-[0-9a-f]{2}){2})?$/i.test(text))
      throw new ContentFault(`${quoted(text)} must be bytes such as 00-00-5e-00-53-2a`);
    return Buffer.from(text.replaceAll('-', ''), 'hex');
  },
};

function typeOf(text: string): number {
  const type = typeNumber(text);
  if (type === undefined) throw new ContentFault(`${quoted(text)} is not a record type`);
  return type;
}

const number16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

function addressBytes(text: string, family: 4 | 6): Buffer {
  const address = readIpAddress(text);
  if (address?.family !== family)
    throw new ContentFault(
      `${quoted(text)} must be an IPv${family} address such as ${family === 4 ? '192.0.2.1' : '2001:db8::1'}`,
    );
  return Buffer.from(address.value.toString(16).padStart(family === 4 ? 8 : 32, '0'), 'hex');
}

function counted(bytes: Buffer): Buffer {
  if (bytes.length > 255)
    throw new ContentFault(`a string has ${bytes.length} bytes, at most 255 are allowed: write it as several strings`);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function hexBytes(text: string): Buffer {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new ContentFault(`${quoted(text)} must be pairs of hexadecimal digits`);
  return Buffer.from(text, 'hex');
}

/** RFC 4034 §4.1.2. */
function typeBitmap(types: readonly number[]): Buffer {
  const windows = new Map<number, Buffer>();
  for (const type of types) {
    const map = windows.get(type >> 8) ?? Buffer.alloc(32);
    map[(type & 0xff) >> 3] = (map[(type & 0xff) >> 3] ?? 0) | (0x80 >> (type & 7));
    windows.set(type >> 8, map);
  }
  const sorted = [...windows].sort(([a], [b]) => a - b);
  return Buffer.concat(
    sorted.map(([window, map]) => {
      const length = map.findLastIndex((byte) => byte !== 0) + 1;
      return Buffer.concat([Buffer.from([window, length]), map.subarray(0, length)]);
    }),
  );
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Seconds as a number or as BIND writes them, `1w2d3h4m5s`; `undefined` for anything else. */
export function seconds(text: string): number | undefined {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  if (!/^(?:\d{1,10}[smhdw]){1,5}$/i.test(text)) return undefined;
  return [...text.toLowerCase().matchAll(/(\d+)([smhdw])/g)].reduce(
    (sum, [, digits = '', unit = '']) => sum + Number(digits) * (UNITS[unit] ?? 0),
    0,
  );
}

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
