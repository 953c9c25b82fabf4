import { ContentFault } from '../faults.js';
import { formatIp } from '../network-addresses/networks.js';
import { readIpAddress } from '../numbers/ip-address.js';
import { quotedText, stringBytes } from './character-strings.js';
import type { ZoneToken } from './zone-tokens.js';

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
      return `${name}=${quotedText(Buffer.from(counted(value).map(listItem).join(','), 'latin1'))}`;
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
      return value.length === 0 ? name : `${name}=${quotedText(value)}`;
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

/** The parameters of an SVCB or HTTPS record as bytes, in the order of their keys. Throws ContentFault. */
export function writeServiceParameters(tokens: readonly ZoneToken[]): Buffer {
  const pairs: (readonly [key: number, value: Buffer])[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { text = '' } = tokens[at] ?? {};
    const equals = text.indexOf('=');
    const name = (equals < 0 ? text : text.slice(0, equals)).toLowerCase();
    const key = /^key\d{1,5}$/.test(name) ? Number(name.slice(3)) : KEYS.indexOf(name);
    if (key < 0 || key > 65_535)
      throw new ContentFault(`${JSON.stringify(name.slice(0, 40))} is not a parameter of SVCB`);
    if (pairs.some(([known]) => known === key)) throw new ContentFault(`the parameter ${name} comes twice`);
    // key="value" is a word and a string that follows it at once.
    const isOpen = equals === text.length - 1 && tokens[at + 1]?.isQuoted === true;
    const value = isOpen ? (tokens[at + 1]?.text ?? '') : equals < 0 ? '' : text.slice(equals + 1);
    if (isOpen) at += 1;
    pairs.push([key, parameterBytes(keyName(key), value)]);
  }
  pairs.sort(([a], [b]) => a - b);
  checkMandatory(pairs);
  return Buffer.concat(pairs.flatMap(([key, value]) => [number16(key), number16(value.length), value]));
}

/** RFC 9460 §8: what is mandatory must be there, and is not told of itself. */
function checkMandatory(pairs: readonly (readonly [key: number, value: Buffer])[]): void {
  const listed = pairs.find(([key]) => key === 0)?.[1] ?? Buffer.alloc(0);
  const keys = pieces(listed, 2).map((piece) => piece.readUInt16BE());
  const missing = keys.find((key) => key === 0 || !pairs.some(([one]) => one === key));
  if (missing !== undefined)
    throw new ContentFault(`the parameter mandatory names ${keyName(missing)}, which is not there`);
  if (pairs.some(([key]) => key === 2) && !pairs.some(([key]) => key === 1))
    throw new ContentFault('the parameter no-default-alpn needs alpn');
}

const number16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

function parameterBytes(name: string, written: string): Buffer {
  const bytes = stringBytes(written);
  const list = (): string[] => bytes.toString('latin1').split(',');
  const address = (text: string, family: 4 | 6): Buffer => {
    const ip = readIpAddress(text);
    if (ip?.family !== family)
      throw new ContentFault(
        `ipv${family}hint must be IPv${family} addresses, got ${JSON.stringify(text.slice(0, 60))}`,
      );
    return Buffer.from(ip.value.toString(16).padStart(family === 4 ? 8 : 32, '0'), 'hex');
  };
  switch (name) {
    case 'mandatory': {
      const keys = list().map((one) => (/^key\d{1,5}$/.test(one) ? Number(one.slice(3)) : KEYS.indexOf(one)));
      if (keys.some((key) => key < 0)) throw new ContentFault('mandatory must be names of parameters with commas');
      return Buffer.concat(keys.sort((a, b) => a - b).map(number16));
    }
    case 'alpn': {
      const items = [...bytes.toString('latin1').matchAll(/(?:[^\\,]|\\[\s\S])+/g)].map(([item]) =>
        item.replace(/\\([\s\S])/g, '$1'),
      );
      if (items.length === 0 || items.some((item) => item.length > 255))
        throw new ContentFault('alpn must be protocols with commas, such as h3,h2');
      return Buffer.concat(
        items.map((item) => Buffer.concat([Buffer.from([item.length]), Buffer.from(item, 'latin1')])),
      );
    }
    case 'no-default-alpn':
    case 'ohttp':
      if (written !== '') throw new ContentFault(`${name} has no value`);
      return Buffer.alloc(0);
    case 'port':
      if (!/^\d{1,5}$/.test(written) || Number(written) > 65_535)
        throw new ContentFault(`port must be a number from 0 to 65535, got ${JSON.stringify(written.slice(0, 40))}`);
      return number16(Number(written));
    case 'ipv4hint':
      return Buffer.concat(list().map((text) => address(text, 4)));
    case 'ipv6hint':
      return Buffer.concat(list().map((text) => address(text, 6)));
    case 'ech':
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(written)) throw new ContentFault('ech must be base64');
      return Buffer.from(written, 'base64');
    default:
      return bytes;
  }
}
