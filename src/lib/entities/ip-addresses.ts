import { type IpAddress, readIpAddress } from '../numbers/ip-address.js';
import { type Entity, matchesOf } from './entity.js';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = new RegExp(`(?<![\\w.-]|\\d,)(?:${OCTET}\\.){3}${OCTET}(?![\\w-]|\\.\\d)`, 'g');
/** Colons and hexadecimal digits with at least two colons; what it really is, the reader says. */
const IPV6 =
  /(?<![\w:.-])(?=[\da-f:]{0,40}:[\da-f]{0,4}:)[\da-f:]{2,39}(?:(?<=:)(?:\d{1,3}\.){3}\d{1,3})?(?![\w:]|\.\d)/gi;

/** Networks that are not addresses of the public internet (IANA special-purpose registries, RFC 6890). */
const RESERVED: readonly (readonly [network: string, bits: number, name: string])[] = [
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-grade NAT'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, 'reserved'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['255.255.255.255', 32, 'broadcast'],
  ['240.0.0.0', 4, 'reserved'],
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['::ffff:0.0.0.0', 96, 'IPv4-mapped'],
  ['64:ff9b::', 96, 'translation'],
  ['64:ff9b:1::', 48, 'private'],
  ['100::', 64, 'reserved'],
  ['2001:db8::', 32, 'documentation'],
  ['3fff::', 20, 'documentation'],
  ['2001::', 23, 'reserved'],
  ['2002::', 16, '6to4'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'link-local'],
  ['ff00::', 8, 'multicast'],
];

const NETWORKS = RESERVED.flatMap(([network, bits, name]) => {
  const address = readIpAddress(network);
  if (address === undefined) return [];
  const shift = BigInt((address.family === 4 ? 32 : 128) - bits);
  return [{ family: address.family, shift, prefix: address.value >> shift, name }];
});

/** `public`, or the sort of reserved network that an address is of. */
const networkOf = ({ family, value }: IpAddress): string =>
  NETWORKS.find((network) => network.family === family && value >> network.shift === network.prefix)?.name ?? 'public';

/** Words before four numbers that are a version. */
const VERSION =
  /(?:\bv|\bver\.?|\bversion|\brelease|\bbuild|\bfirmware|版本|версия|wersja|versión|versão|versione)[\s:=#]*$/i;

/** Addresses of IPv4 and IPv6, each with the sort of network it is of. Four numbers after the word version are not an address. */
export function* ipAddressesIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'ip', IPV4, ({ 0: found, index }) => {
    const address = readIpAddress(found);
    const isVersion = VERSION.test(text.slice(Math.max(0, index - 16), index));
    return address === undefined || isVersion ? undefined : { type: `IPv4 ${networkOf(address)}` };
  });
  yield* matchesOf(text, 'ip', IPV6, ({ 0: found, index }) => {
    // A colon at the end is of the sentence.
    const bare = found.endsWith('::') ? found : found.replace(/:$/, '');
    const address = readIpAddress(bare);
    // `::` alone, and times such as 12:30:00, are not addresses; readIpAddress wants eight groups or `::`.
    if (address === undefined || bare.length < 3 || !/[\da-f]/i.test(bare) || /^[a-f]{1,4}::[a-f]{1,4}$/i.test(bare))
      return undefined;
    return { end: index + bare.length, value: bare.toLowerCase(), type: `IPv6 ${networkOf(address)}` };
  });
}
