import { ContentFault } from '../faults.js';
import { formatIp } from '../network-addresses/networks.js';

/** RFC 9460 §14.3.2 and those that came later; `key` and a number for the others. */
const KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath', 'ohttp'];

const keyName = (key: number): string => KEYS[key] ?? `key${key}`;

/** The parameters of an SVCB or HTTPS record in presentation form: RFC 9460 §2.1 and appendix A. Throws ContentFault. */
export function serviceParameters(bytes: Buffer): string[] {
  const written: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) throw new ContentFault('the parameters of an SVCB record are cut off');
    const key = bytes.readUInt16BE(at);
    const length = bytes.readUInt16BE(at + 2);
    const value = bytes.subarray(at + 4, at + 4 + length);
    if (value.length < length) throw new ContentFault('the parameters of an SVCB record are cut off');
    written.push(parameter(key, value));
    at += 4 + length;
  }
  return written;
}

function parameter(key: number, value: Buffer): string {
  const name = keyName(key);
  switch (name) {
    case 'mandatory':
      return `${name}=${pieces(value, 2)
        .map((piece) => keyName(piece.readUInt16BE()))
        .join(',')}`;
    case 'alpn':
      return `${name}="${escaped(Buffer.from(counted(value).map(listItem).join(','), 'latin1'))}"`;
    case 'no-default-alpn':
    case 'ohttp':
      return name;
    case 'port':
      if (value.length !== 2) throw new ContentFault('the port of an SVCB record has not 2 bytes');
      return `${name}=${value.readUInt16BE()}`;
    case 'ipv4hint':
      return `${name}=${pieces(value, 4)
        .map((piece) => piece.join('.'))
        .join(',')}`;
    case 'ipv6hint':
      return `${name}=${pieces(value, 16)
        .map((piece) => formatIp(6, BigInt(`0x${piece.toString('hex')}`)))
        .join(',')}`;
    case 'ech':
      return `${name}=${value.toString('base64')}`;
    default:
      return value.length === 0 ? name : `${name}="${escaped(value)}"`;
  }
}

function pieces(value: Buffer, size: number): Buffer[] {
  if (value.length % size !== 0) throw new ContentFault(`a parameter of an SVCB record has ${value.length} bytes`);
  return Array.from({ length: value.length / size }, (_, index) => value.subarray(index * size, (index + 1) * size));
}

function counted(value: Buffer): Buffer[] {
  const texts: Buffer[] = [];
  for (let at = 0; at < value.length; at += (value[at] ?? 0) + 1)
    texts.push(value.subarray(at + 1, at + 1 + (value[at] ?? 0)));
  return texts;
}

/** Commas and backslashes inside an item, before the list is escaped as a whole. */
const listItem = (item: Buffer): string => item.toString('latin1').replace(/[\\,]/g, '\\$&');

const escaped = (value: Buffer): string =>
  [...value]
    .map((byte) => {
      if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
      return byte < 0x20 || byte > 0x7e ? `\\${String(byte).padStart(3, '0')}` : String.fromCharCode(byte);
    })
    .join('');
