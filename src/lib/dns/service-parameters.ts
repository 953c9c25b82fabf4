import { ContentFault } from '../faults.js';
import { formatIp } from '../network-addresses/networks.js';
import { readIpAddress } from '../numbers/ip-address.js';

/** RFC 9460 §14.3.2 and those that came later; `key` and a number for the others. */
const KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath', 'ohttp'];

const keyName = (key: number): string => KEYS[key] ?? `key${key}`;

function keyNumber(name: string): number {
  const index = KEYS.indexOf(name);
  if (index >= 0) return index;
  const number = /^key(\d{1,5})$/.exec(name)?.[1];
  if (number === undefined || Number(number) > 0xffff)
    throw new ContentFault(`${JSON.stringify(name)} is not a key of SVCB`);
  return Number(number);
}

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

/** The bytes of parameters such as `alpn=h2,h3` and `port=443`, quotes removed, in the order of their keys. Throws ContentFault. */
export function serviceParameterBytes(words: readonly string[]): Buffer {
  const seen = new Map<number, Buffer>();
  for (const word of words) {
    const [, name = '', value = ''] = /^([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const key = keyNumber(name.toLowerCase());
    if (seen.has(key)) throw new ContentFault(`SVCB must have each key once, got ${JSON.stringify(name)} twice`);
    seen.set(key, valueBytes(keyName(key), value.replace(/^"([\s\S]*)"$/, '$1')));
  }
  const parts = [...seen].sort(([a], [b]) => a - b);
  return Buffer.concat(
    parts.flatMap(([key, value]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16BE(key);
      head.writeUInt16BE(value.length, 2);
      return [head, value];
    }),
  );
}

function valueBytes(name: string, value: string): Buffer {
  const list = value.split(',');
  const unescaped = (text: string): Buffer =>
    Buffer.from(
      text.replace(/\\(\d{3}|[\s\S])/g, (_, code: string) =>
        code.length === 3 ? String.fromCharCode(Number(code)) : code,
      ),
      'latin1',
    );
  switch (name) {
    case 'mandatory':
      return Buffer.concat(
        list
          .map(keyNumber)
          .sort((a, b) => a - b)
          .map(twoBytes),
      );
    case 'alpn': {
      const items =
        unescaped(value)
          .toString('latin1')
          .match(/(?:[^\\,]|\\[\s\S])+/g) ?? [];
      const ids = items.map((item) => Buffer.from(item.replace(/\\([\s\S])/g, '$1'), 'latin1'));
      return Buffer.concat(ids.flatMap((id) => [Uint8Array.of(id.length), id]));
    }
    case 'no-default-alpn':
    case 'ohttp':
      if (value !== '') throw new ContentFault(`${name} of SVCB must have no value`);
      return Buffer.alloc(0);
    case 'port':
      if (!/^\d{1,5}$/.test(value) || Number(value) > 0xffff)
        throw new ContentFault(`port of SVCB must be a number, got ${JSON.stringify(value)}`);
      return twoBytes(Number(value));
    case 'ipv4hint':
    case 'ipv6hint':
      return Buffer.concat(list.map((text) => addressBytes(text, name === 'ipv4hint' ? 4 : 6)));
    case 'ech':
      return Buffer.from(value, 'base64');
    default:
      return unescaped(value);
  }
}

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** The bytes of an address. Throws ContentFault where it is not one of that version. */
export function addressBytes(text: string, family: 4 | 6): Buffer {
  const ip = readIpAddress(text);
  if (ip === undefined || ip.family !== family)
    throw new ContentFault(`${JSON.stringify(text.slice(0, 80))} is not an IPv${family} address`);
  return Buffer.from(ip.value.toString(16).padStart(family === 4 ? 8 : 32, '0'), 'hex');
}
