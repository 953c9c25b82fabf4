import { ContentFault } from '../faults.js';
import { formatIpv4, type IpAddress, readIpAddress } from '../numbers/ip-address.js';
import { binaryIpv4, formatIpv6, fullIpv6, readAddress, reverseName } from './networks.js';

/** How an address was written. */
export type AddressForm = 'standard' | 'decimal' | 'hex' | 'octal' | 'binary' | 'mixed' | 'arpa';

export interface ReadForm {
  readonly ip: IpAddress;
  readonly readAs: AddressForm;
}

const MAX_SIX = (1n << 128n) - 1n;
const LOW = 0xffff_ffffn;

/**
 * Reads an address in any of its notations: standard, a whole number, hexadecimal, binary, a name of the reverse DNS, or IPv4 as
 * inet_aton does, whose numbers are octal behind 0 and hexadecimal behind 0x. Throws ContentFault.
 */
export function readForm(written: string): ReadForm {
  const text = written.trim().toLowerCase();
  const arpa = readArpa(text);
  if (arpa !== undefined) return { ip: arpa, readAs: 'arpa' };
  const binary = /^(?:0b)?([01]{8}(?:[.\s]?[01]{8}){3})$/.exec(text)?.[1];
  if (binary !== undefined) return { ip: numbered(`0b${binary.replace(/[.\s]/g, '')}`, 4), readAs: 'binary' };
  if (/^0b[01]{1,128}$/.test(text)) return { ip: numbered(text), readAs: 'binary' };
  if (/^[0-9a-f]{32}$/.test(text)) return { ip: numbered(`0x${text}`, 6), readAs: 'hex' };
  if (/^0x[0-9a-f]{1,32}$/.test(text)) return { ip: numbered(text, text.length > 10 ? 6 : 4), readAs: 'hex' };
  if (/^(?:0|[1-9]\d{0,38})$/.test(text)) return { ip: numbered(text), readAs: 'decimal' };
  if (readIpAddress(text) === undefined) {
    const old = readOldIpv4(text);
    if (old !== undefined) return old;
  }
  return { ip: readAddress(text), readAs: 'standard' };
}

function numbered(text: string, family?: 4 | 6): IpAddress {
  const value = BigInt(text);
  if (value > MAX_SIX) throw new ContentFault('the number is greater than the last IPv6 address');
  return { family: family ?? (value > LOW ? 6 : 4), value };
}

/** Numbers as inet_aton takes them: one to four, the last of which fills what the others leave. */
function readOldIpv4(text: string): ReadForm | undefined {
  if (!/^(?:0x[0-9a-f]{1,8}|\d{1,12})(?:\.(?:0x[0-9a-f]{1,8}|\d{1,12})){0,3}$/.test(text)) return undefined;
  const parts = text.split('.');
  if (parts.some((part) => /^0\d*[89]/.test(part))) return undefined;
  const isOctal = (part: string): boolean => /^0\d/.test(part);
  const values = parts.map((part) => BigInt(isOctal(part) ? `0o${part}` : part));
  const last = values.pop() ?? 0n;
  const room = BigInt(8 * (4 - values.length));
  if (values.some((value) => value > 255n) || last >= 1n << room) return undefined;
  const value = values.reduce((sum, one, index) => sum | (one << BigInt(24 - 8 * index)), last);
  const isAll = (test: (part: string) => boolean): boolean => parts.every((part) => part === '0' || test(part));
  const readAs = isAll(isOctal) ? 'octal' : isAll((part) => part.startsWith('0x')) ? 'hex' : 'mixed';
  return { ip: { family: 4, value }, readAs };
}

/** The address of a whole name of the reverse DNS. */
function readArpa(text: string): IpAddress | undefined {
  const four = /^(\d{1,3}(?:\.\d{1,3}){3})\.in-addr\.arpa\.?$/.exec(text)?.[1];
  if (four !== undefined) return readIpAddress(four.split('.').reverse().join('.'));
  const six = /^([0-9a-f](?:\.[0-9a-f]){31})\.ip6\.arpa\.?$/.exec(text)?.[1];
  return six === undefined ? undefined : { family: 6, value: BigInt(`0x${six.split('.').reverse().join('')}`) };
}

const octets = (value: bigint): number[] => [24n, 16n, 8n, 0n].map((shift) => Number((value >> shift) & 0xffn));

const hexGroups = (value: bigint): string => `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;

/** An address in the notations that IPv4 has, or IPv6. */
export function formsOf({ family, value }: IpAddress) {
  const all = {
    decimal: String(value),
    hex: `0x${value.toString(16).padStart(family === 4 ? 8 : 32, '0')}`,
    arpa: reverseName({ family, value, length: family === 4 ? 32 : 128 }),
  };
  if (family === 6)
    return {
      standard: formatIpv6(value),
      full: fullIpv6(value),
      ...all,
      binary: value
        .toString(2)
        .padStart(128, '0')
        .replace(/.{16}(?=.)/g, '$&:'),
      url: `[${formatIpv6(value)}]`,
      unc: `${formatIpv6(value).replaceAll(':', '-')}.ipv6-literal.net`,
    };
  return {
    standard: formatIpv4(value),
    ...all,
    binary: binaryIpv4(value),
    octal: octets(value)
      .map((octet) => `0${octet.toString(8).padStart(3, '0')}`)
      .join('.'),
    hexDotted: octets(value)
      .map((octet) => `0x${octet.toString(16).padStart(2, '0')}`)
      .join('.'),
    mapped: formatIpv6((0xffffn << 32n) | value),
    mappedHex: `::ffff:${hexGroups(value)}`,
    nat64: formatIpv6((0x64_ff9bn << 96n) | value),
    '6to4': `${formatIpv6((0x2002n << 112n) | (value << 80n))}/48`,
  };
}
