import { formatIpv4, type IpAddress, readIpAddress } from '../lib/numbers/ip-address.js';

/**
 * Who can be behind an address. `public`: anybody on the internet. `private`: this machine or a network of the operator, reached only
 * where `NETWORK_ALLOW_PRIVATE` says so. `closed`: nobody that a tool has business with, never reached.
 */
export type Reach = 'public' | 'private' | 'closed';

/** What is known of an address. */
export interface AddressVerdict {
  readonly reach: Reach;
  /** The rule that decided, for the log. */
  readonly rule: string;
  /** The address to connect to: an IPv4 address inside an IPv6 one (`::ffff:0:0/96`) stands alone. */
  readonly address: string;
  readonly family: 4 | 6;
}

interface Range {
  readonly family: 4 | 6;
  readonly shift: bigint;
  readonly prefix: bigint;
  readonly reach: Reach;
  readonly rule: string;
}

const range = (cidr: string, reach: Reach, what: string): Range => {
  const [address = '', length = ''] = cidr.split('/');
  const { family, value } = readIpAddress(address) ?? raise(cidr);
  const shift = BigInt((family === 4 ? 32 : 128) - Number(length));
  return { family, shift, prefix: value >> shift, reach, rule: `${cidr} ${what}` };
};

function raise(cidr: string): never {
  throw new Error(`not a range: ${cidr}`);
}

/**
 * Services that clouds offer to a machine about itself, credentials among them, at addresses that are no longer link-local. The first
 * is a public address by the registries.
 */
const CLOUD_SERVICES: readonly Range[] = [
  range('168.63.129.16/32', 'closed', 'Azure host services'),
  range('100.100.100.200/32', 'closed', 'Alibaba metadata'),
  range('fd00:ec2::/32', 'closed', 'AWS metadata, DNS and time'),
  range('fd20:ce::254/128', 'closed', 'Google metadata'),
  range('fd00:42::42/128', 'closed', 'Scaleway metadata'),
];

/**
 * Everything of the IANA special-purpose registries (state of October 2025) that is not globally reachable, and multicast. Stricter than
 * the registries in two places: of 192.0.0.0/24 and 2001::/23 nothing is let through, though a few addresses in them count as globally
 * reachable. Those are answered by the nearest router (PCP, TURN, SRP anycast), which is the operator's, or are tunnels and identifiers.
 */
const RANGES: readonly Range[] = [
  ...CLOUD_SERVICES,
  range('0.0.0.0/8', 'closed', 'this network, RFC 791 §3.2'),
  range('10.0.0.0/8', 'private', 'private use, RFC 1918'),
  range('100.64.0.0/10', 'private', 'shared by carriers, RFC 6598'),
  range('127.0.0.0/8', 'private', 'loopback, RFC 1122 §3.2.1.3'),
  range('169.254.0.0/16', 'closed', 'link-local, RFC 3927, and metadata of clouds'),
  range('172.16.0.0/12', 'private', 'private use, RFC 1918'),
  range('192.0.0.0/24', 'closed', 'protocol assignments, RFC 6890 §2.1'),
  range('192.0.2.0/24', 'closed', 'documentation, RFC 5737'),
  range('192.88.99.0/24', 'closed', '6to4 relays, RFC 7526'),
  range('192.168.0.0/16', 'private', 'private use, RFC 1918'),
  range('198.18.0.0/15', 'closed', 'benchmarks, RFC 2544'),
  range('198.51.100.0/24', 'closed', 'documentation, RFC 5737'),
  range('203.0.113.0/24', 'closed', 'documentation, RFC 5737'),
  range('224.0.0.0/4', 'closed', 'multicast, RFC 5771'),
  range('240.0.0.0/4', 'closed', 'reserved and broadcast, RFC 1112 §4, RFC 919 §7'),
  range('::1/128', 'private', 'loopback, RFC 4291 §2.5.3'),
  range('fc00::/7', 'private', 'unique local, RFC 4193'),
  range('2001::/23', 'closed', 'protocol assignments and Teredo, RFC 2928, RFC 4380'),
  range('2001:db8::/32', 'closed', 'documentation, RFC 3849'),
  range('3fff::/20', 'closed', 'documentation, RFC 9637'),
  range('2000::/3', 'public', 'global unicast, RFC 4291 §2.4'),
  // What is left is link-local, site-local, multicast, ::/96, 100::/64, 64:ff9b:1::/48, 5f00::/16, or not assigned to anybody.
  range('::/0', 'closed', 'outside of global unicast, RFC 4291 §2.4'),
];

interface Embedding {
  readonly range: Range;
  /** Bits below the IPv4 address. */
  readonly below: bigint;
  /** The system itself takes the IPv4 address out, and connects by IPv4. */
  readonly isMapped: boolean;
}

/** IPv6 addresses that lead to an IPv4 address, which decides. */
const EMBEDDINGS: readonly Embedding[] = [
  { range: range('::ffff:0:0/96', 'public', 'mapped, RFC 4291 §2.5.5.2'), below: 0n, isMapped: true },
  { range: range('64:ff9b::/96', 'public', 'NAT64, RFC 6052 §2.1'), below: 0n, isMapped: false },
  { range: range('2002::/16', 'public', '6to4, RFC 3056 §2'), below: 80n, isMapped: false },
];

/**
 * Judges an address in its unambiguous spelling; what is none is closed. `own` holds the addresses of this machine, public ones
 * included: what listens there may count on a firewall in front of it.
 */
export function judgeAddress(address: string, own: ReadonlySet<string> = new Set()): AddressVerdict {
  const ip = readIpAddress(address);
  if (ip === undefined) return { reach: 'closed', rule: 'no address', address, family: 4 };
  const embedding = EMBEDDINGS.find((candidate) => isIn(ip, candidate.range));
  if (embedding !== undefined) return judgeEmbedded(address, ip, embedding, own);
  const { reach, rule } = judgeNumber(ip);
  if (reach === 'public' && own.has(address))
    return { reach: 'private', rule: 'this machine', address, family: ip.family };
  return { reach, rule, address, family: ip.family };
}

function judgeEmbedded(
  address: string,
  ip: IpAddress,
  { range, below, isMapped }: Embedding,
  own: ReadonlySet<string>,
) {
  const inside = formatIpv4((ip.value >> below) & 0xffff_ffffn);
  const verdict = judgeAddress(inside, own);
  if (isMapped) return verdict;
  // A private address has no place behind a translator (RFC 6052 §3.1) or a tunnel: whoever writes it wants to slip through.
  const reach: Reach = verdict.reach === 'public' ? 'public' : 'closed';
  return { reach, rule: `${range.rule}, inside ${verdict.rule}`, address, family: ip.family };
}

function judgeNumber(ip: IpAddress): Pick<Range, 'reach' | 'rule'> {
  if (ip.family === 6 && isIsatap(ip.value)) return { reach: 'closed', rule: 'ISATAP, RFC 5214 §6.1' };
  const found = RANGES.find((candidate) => isIn(ip, candidate));
  return found ?? { reach: 'public', rule: 'IPv4 unicast' };
}

const isIn = (ip: IpAddress, { family, shift, prefix }: Range): boolean =>
  ip.family === family && ip.value >> shift === prefix;

/** RFC 5214 §6.1: an interface identifier of 00-00-5E-FE or 02-00-5E-FE before the IPv4 address of a site's own tunnel. */
function isIsatap(value: bigint): boolean {
  const mark = (value >> 32n) & 0xffff_ffffn;
  return mark === 0x0000_5efen || mark === 0x0200_5efen;
}
