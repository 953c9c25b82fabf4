import { writeBase32 } from '../bytes/base32.js';
import { ContentFault } from '../faults.js';
import { formatIp } from '../network-addresses/networks.js';
import { quotedText } from './character-strings.js';
import { locationText } from './location.js';
import { readName } from './names.js';
import { serviceParameters } from './service-parameters.js';
import { typeName } from './types.js';

/** What the data of a record is made of, in its order. */
export type FieldKind =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'ip4'
  | 'ip6'
  | 'name'
  /** One character-string, in quotes. */
  | 'text'
  /** Character-strings to the end. */
  | 'texts'
  /** Bytes to the end, as one string in quotes. */
  | 'quoted'
  /** A character-string that is a word. */
  | 'word'
  /** Bytes to the end. */
  | 'hex'
  | 'base64'
  /** Bytes behind their length: `-` or hexadecimal, and base32hex. */
  | 'salt'
  | 'hash'
  | 'type'
  /** Seconds since 1970, as YYYYMMDDHHmmSS. */
  | 'time'
  | 'types'
  | 'parameters'
  | 'location'
  | 'eui';

/** RFC 1035 and those of each type: IANA's registry names them. */
export const RDATA: Readonly<Record<string, readonly FieldKind[]>> = {
  A: ['ip4'],
  AAAA: ['ip6'],
  AFSDB: ['u16', 'name'],
  CAA: ['u8', 'word', 'quoted'],
  CDNSKEY: ['u16', 'u8', 'u8', 'base64'],
  CDS: ['u16', 'u8', 'u8', 'hex'],
  CERT: ['u16', 'u16', 'u8', 'base64'],
  CNAME: ['name'],
  CSYNC: ['u32', 'u16', 'types'],
  DHCID: ['base64'],
  DNAME: ['name'],
  DNSKEY: ['u16', 'u8', 'u8', 'base64'],
  DS: ['u16', 'u8', 'u8', 'hex'],
  EUI48: ['eui'],
  EUI64: ['eui'],
  HINFO: ['text', 'text'],
  HTTPS: ['u16', 'name', 'parameters'],
  KX: ['u16', 'name'],
  LOC: ['location'],
  MX: ['u16', 'name'],
  NAPTR: ['u16', 'u16', 'text', 'text', 'text', 'name'],
  NS: ['name'],
  NSEC: ['name', 'types'],
  NSEC3: ['u8', 'u8', 'u16', 'salt', 'hash', 'types'],
  NSEC3PARAM: ['u8', 'u8', 'u16', 'salt'],
  OPENPGPKEY: ['base64'],
  PTR: ['name'],
  RP: ['name', 'name'],
  RRSIG: ['type', 'u8', 'u8', 'u32', 'time', 'time', 'u16', 'name', 'base64'],
  SMIMEA: ['u8', 'u8', 'u8', 'hex'],
  SOA: ['name', 'name', 'u32', 'u32', 'u32', 'u32', 'u32'],
  SPF: ['texts'],
  SRV: ['u16', 'u16', 'u16', 'name'],
  SSHFP: ['u8', 'u8', 'hex'],
  SVCB: ['u16', 'name', 'parameters'],
  TLSA: ['u8', 'u8', 'u8', 'hex'],
  TXT: ['texts'],
  URI: ['u16', 'u16', 'quoted'],
  ZONEMD: ['u32', 'u8', 'u8', 'hex'],
};

/** The data of a record in presentation form, field by field; of a type that is not known as RFC 3597 writes it. Throws ContentFault. */
export function readRdata(message: Uint8Array, type: string, start: number, end: number): string[] {
  const fields = RDATA[type];
  if (fields === undefined) return unknownData(message.subarray(start, end));
  let at = start;
  const take = (length: number): Buffer => {
    if (at + length > end) throw new ContentFault(`the data of a ${type} record is cut off`);
    const bytes = Buffer.from(message.buffer, message.byteOffset + at, length);
    at += length;
    return bytes;
  };
  const name = (): string => {
    const read = readName(message, at);
    if (read.end > end) throw new ContentFault(`the data of a ${type} record is cut off`);
    at = read.end;
    return read.name;
  };
  const counted = (): Buffer => take(take(1).readUInt8());
  const values: string[] = [];
  for (const field of fields) {
    switch (field) {
      case 'u8':
        values.push(String(take(1).readUInt8()));
        break;
      case 'u16':
        values.push(String(take(2).readUInt16BE()));
        break;
      case 'u32':
        values.push(String(take(4).readUInt32BE()));
        break;
      case 'ip4':
        values.push(take(4).join('.'));
        break;
      case 'ip6':
        values.push(formatIp(6, BigInt(`0x${take(16).toString('hex')}`)));
        break;
      case 'name':
        values.push(name());
        break;
      case 'text':
        values.push(quotedText(counted()));
        break;
      case 'texts':
        do values.push(quotedText(counted()));
        while (at < end);
        break;
      case 'quoted':
        values.push(quotedText(take(end - at)));
        break;
      case 'word':
        values.push(counted().toString('latin1'));
        break;
      case 'hex':
        values.push(
          take(end - at)
            .toString('hex')
            .toUpperCase(),
        );
        break;
      case 'base64':
        values.push(take(end - at).toString('base64'));
        break;
      case 'salt':
        values.push(counted().toString('hex').toUpperCase() || '-');
        break;
      case 'hash':
        values.push(writeBase32(counted(), { variant: 'hex', padding: false }));
        break;
      case 'type':
        values.push(typeName(take(2).readUInt16BE()));
        break;
      case 'time':
        values.push(timeText(take(4).readUInt32BE()));
        break;
      case 'types':
        values.push(...bitmapTypes(take(end - at)));
        break;
      case 'parameters':
        values.push(...serviceParameters(take(end - at)));
        break;
      case 'location':
        values.push(...locationText(take(end - at)));
        break;
      case 'eui':
        values.push(
          (
            take(end - at)
              .toString('hex')
              .match(/../g) ?? []
          ).join('-'),
        );
        break;
    }
  }
  return values;
}

/** RFC 3597 §5. */
const unknownData = (bytes: Uint8Array): string[] =>
  bytes.length === 0 ? ['\\#', '0'] : ['\\#', String(bytes.length), Buffer.from(bytes).toString('hex').toUpperCase()];

/** RFC 4034 §3.2. */
const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace(/[-T:]/g, '');

/** RFC 4034 §4.1.2: windows of 256 types, each with a map of bits. */
function bitmapTypes(bytes: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const window = bytes.readUInt8(at);
    const length = bytes.readUInt8(at + 1);
    const map = bytes.subarray(at + 2, at + 2 + length);
    map.forEach((byte, index) => {
      for (let bit = 0; bit < 8; bit += 1)
        if ((byte & (0x80 >> bit)) !== 0) types.push(typeName(window * 256 + index * 8 + bit));
    });
    at += 2 + length;
  }
  return types;
}
