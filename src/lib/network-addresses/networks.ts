import { ContentFault } from '../faults.js';
import { formatIpv4, type IpAddress, readIpAddress } from '../numbers/ip-address.js';

/** A network as it was written: an address in it, and how many bits are the same in all of it. */
export interface Network extends IpAddress {
  readonly length: number;
}

/** First and last address, both in it. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

export type Family = IpAddress['family'];

export const bitsOf = (family: Family): 32 | 128 => (family === 4 ? 32 : 128);

/** Longer than any address with its mask. */
const MAX_WRITTEN = 120;

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** The bits behind the prefix, all set. */
export const hostMask = (family: Family, length: number): bigint => (1n << BigInt(bitsOf(family) - length)) - 1n;

const allOnes = (family: Family): bigint => (1n << BigInt(bitsOf(family))) - 1n;

/** The mask of a prefix length as a number. */
export const maskOf = (family: Family, length: number): bigint => allOnes(family) ^ hostMask(family, length);

export const networkRange = ({ family, value, length }: Network): AddressRange => {
  const hosts = hostMask(family, length);
  const first = value & (allOnes(family) ^ hosts);
  return { family, first, last: first | hosts };
};

/** RFC 5952: lowercase, no leading zeros, `::` for the longest run of two or more zero groups, the first of equals. Mapped IPv4 is dotted. */
export function formatIpv6(value: bigint): string {
  if (value >> 32n === 0xffffn) return `::ffff:${formatIpv4(value & 0xffff_ffffn)}`;
  const groups = groupsOf(value);
  let best = { at: 0, length: 1 };
  for (let at = 0; at < 8; at += 1) {
    let end = at;
    while (groups[end] === 0) end += 1;
    if (end - at > best.length) best = { at, length: end - at };
  }
  const written = groups.map((group) => group.toString(16));
  if (best.length < 2) return written.join(':');
  return `${written.slice(0, best.at).join(':')}::${written.slice(best.at + best.length).join(':')}`;
}

const groupsOf = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - 16 * index)) & 0xffffn));

/** All eight groups with all their digits. */
export const fullIpv6 = (value: bigint): string =>
  groupsOf(value)
    .map((group) => group.toString(16).padStart(4, '0'))
    .join(':');

export const formatIp = (family: Family, value: bigint): string =>
  family === 4 ? formatIpv4(value) : formatIpv6(value);

export const formatNetwork = (network: Network): string =>
  `${formatIp(network.family, networkRange(network).first)}/${network.length}`;

export const formatRange = ({ family, first, last }: AddressRange): string =>
  `${formatIp(family, first)}-${formatIp(family, last)}`;

/** Bits as zeros and ones, a dot after each octet. */
export const binaryIpv4 = (value: bigint): string =>
  value
    .toString(2)
    .padStart(32, '0')
    .replace(/.{8}(?=.)/g, '$&.');

/** The name of an address, or of a whole network, in the reverse DNS. Of IPv4 networks the octets, of IPv6 the nibbles that are whole. */
export function reverseName({ family, value, length }: Network): string {
  const step = family === 4 ? 8 : 4;
  const parts: string[] = [];
  for (let bits = step; bits <= length; bits += step)
    parts.unshift(
      ((value >> BigInt(bitsOf(family) - bits)) & ((1n << BigInt(step)) - 1n)).toString(family === 4 ? 10 : 16),
    );
  return [...parts, family === 4 ? 'in-addr.arpa' : 'ip6.arpa'].join('.');
}

/** The prefix length of an IPv4 mask; a wildcard mask (`0.0.0.255`) is read too. `undefined` where the bits have gaps. */
function lengthOfMask(value: bigint): number | undefined {
  for (let length = 0; length <= 32; length += 1) if (maskOf(4, length) === value) return length;
  for (let length = 1; length < 32; length += 1) if (hostMask(4, length) === value) return length;
  return undefined;
}

/** Reads what follows the slash: a prefix length, for IPv4 a mask too. Throws ContentFault. */
export function readLength(written: string, family: Family): number {
  const bits = bitsOf(family);
  const bare = written.trim().replace(/^\//, '');
  if (/^\d{1,3}$/.test(bare) && Number(bare) <= bits) return Number(bare);
  const mask = family === 4 ? readIpAddress(bare) : undefined;
  const length = mask?.family === 4 ? lengthOfMask(mask.value) : undefined;
  if (length !== undefined) return length;
  if (mask?.family === 4) throw new ContentFault(`${shown(bare)} is not a mask: its one bits are not in one run`);
  throw new ContentFault(
    `the prefix length must be a number from 0 to ${bits}${family === 4 ? ' or a mask such as 255.255.255.0' : ''}, got ${shown(bare)}`,
  );
}

/** Reads an address, with brackets or a zone (`%eth0`) around IPv6. Throws ContentFault that says what is wrong. */
export function readAddress(written: string): IpAddress {
  const text = written.trim();
  if (text.length > MAX_WRITTEN) throw new ContentFault(`${shown(text)} is not an IP address`);
  const bare = text.replace(/^\[([^\]]*)\]$/, '$1').replace(/%[\w.-]+$/, '');
  const ip = readIpAddress(bare);
  if (ip !== undefined) return ip;
  if (/^[\d.]+$/.test(bare)) throw new ContentFault(whyNotIpv4(bare));
  throw new ContentFault(`${shown(text)} is not an IP address`);
}

function whyNotIpv4(text: string): string {
  const parts = text.split('.');
  if (parts.length !== 4) return `an IPv4 address has four numbers, got ${parts.length} in ${shown(text)}`;
  const wrong = parts.find((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255);
  if (wrong !== undefined) return `each number of an IPv4 address is from 0 to 255, got ${shown(wrong)}`;
  return `${shown(text)} has a number with a leading zero, which some programs read as octal`;
}

/**
 * Reads `address/length`, `address/mask` or `address mask`. `fallback` is the length of an address without one.
 * Throws ContentFault.
 */
export function readNetwork(written: string, fallback: (family: Family) => number): Network {
  const text = written.trim();
  if (text.length > MAX_WRITTEN) throw new ContentFault(`${shown(text)} is not a network`);
  const [, address = text, length] = /^([^\s/]+)(?:\s*\/\s*|\s+)(\S+)$/.exec(text) ?? [];
  const ip = readAddress(address);
  return { ...ip, length: length === undefined ? fallback(ip.family) : readLength(length, ip.family) };
}

/** Reads a network, an address, or a range `first-last`. Throws ContentFault. */
export function readRange(written: string): AddressRange {
  const [, start, end] = /^\s*([^\s-]+)\s*(?:-|–|\.\.)\s*([^\s-]+)\s*$/.exec(written.slice(0, 2 * MAX_WRITTEN)) ?? [];
  if (start === undefined || end === undefined) return networkRange(readNetwork(written, bitsOf));
  const first = readAddress(start);
  const last = readAddress(end);
  if (first.family !== last.family) throw new ContentFault('a range must begin and end in the same IP version');
  if (first.value > last.value) throw new ContentFault(`the range ends at ${end}, which is before its start ${start}`);
  return { family: first.family, first: first.value, last: last.value };
}
