import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { ContentFault } from '../../lib/faults.js';
import {
  formatIpv6,
  formatNetwork,
  fullIpv6,
  hostMask,
  maskOf,
  type Network,
  networkRange,
  readNetwork,
  reverseName,
} from '../../lib/network-addresses/networks.js';
import { kindOf } from '../../lib/network-addresses/special-addresses.js';
import { listedNetworks } from './_listed-networks.js';

const MAX_LINES = 1_000;
const MAX_SUBNETS = 65_536;
/** Of an address alone: one link. */
const USUAL_LENGTH = 64;
const END = 1n << 128n;

function neighbour(network: Network, step: 1n | -1n): string | null {
  const value = networkRange(network).first + step * (hostMask(6, network.length) + 1n);
  return value < 0n || value >= END ? null : formatNetwork({ ...network, value });
}

function subnetsOf(network: Network, splitTo: number, room: { left: number }) {
  if (splitTo === 0) return {};
  if (splitTo < network.length)
    throw new ContentFault(
      `a /${network.length} cannot be split into /${splitTo}: "splitTo" must be ${network.length} or more`,
    );
  const count = 1n << BigInt(splitTo - network.length);
  const shown = count < BigInt(room.left) ? Number(count) : room.left;
  room.left -= shown;
  const { first } = networkRange(network);
  const size = hostMask(6, splitTo) + 1n;
  const subnets = Array.from({ length: shown }, (_, index) =>
    formatNetwork({ family: 6, value: first + BigInt(index) * size, length: splitTo }),
  );
  return { subnetCount: String(count), subnets };
}

/** RFC 1886 and 3596: names of nibbles. A prefix that ends inside a nibble needs several zones. */
function zonesOf(network: Network): string[] {
  const missing = (4 - (network.length % 4)) % 4;
  const { first } = networkRange(network);
  const length = network.length + missing;
  const size = hostMask(6, length) + 1n;
  return Array.from({ length: 2 ** missing }, (_, index) =>
    reverseName({ family: 6, value: first + BigInt(index) * size, length }),
  );
}

function describe(network: Network, splitTo: number, room: { left: number }) {
  const { value, length } = network;
  const { first, last } = networkRange(network);
  return {
    address: formatIpv6(value),
    full: fullIpv6(value),
    cidr: formatNetwork(network),
    prefixLength: length,
    mask: fullIpv6(maskOf(6, length)),
    first: formatIpv6(first),
    last: formatIpv6(last),
    addresses: String(last - first + 1n),
    links: length > 64 ? '0' : String(1n << BigInt(64 - length)),
    kind: kindOf(network),
    reverseZones: zonesOf(network),
    previous: neighbour(network, -1n),
    next: neighbour(network, 1n),
    ...subnetsOf(network, splitTo, room),
  };
}

export default defineTool({
  id: 'ipv6-subnet-calculator',
  title: 'IPv6 Subnet Calculator',
  summary: 'Calculates the range, size and reverse DNS zones of IPv6 prefixes, and splits them.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    splitTo: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(128)
      .default(0)
      .describe('Prefix length of the subnets to list; 0 for no subnets.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(MAX_SUBNETS)
      .default(256)
      .describe('How many subnets are listed at most, over all lines.'),
  },
  result: 'data',
  data: lineData({
    address: z.string().describe('Address that was given, as RFC 5952 writes it.'),
    full: z.string().describe('Address with all its digits.'),
    cidr: z.string().describe('Network and prefix length.'),
    prefixLength: z.int().min(0).max(128).describe('Bits of the network.'),
    mask: z.string().describe('The prefix length as a mask.'),
    first: z.string().describe('First address of the network.'),
    last: z.string().describe('Last address of the network.'),
    addresses: z.string().describe('How many addresses it has, as a decimal number.'),
    links: z.string().describe('How many /64 networks it has, as a decimal number; 0 where it is smaller.'),
    kind: z.string().describe('What the address is for: Global unicast, or its name in the IANA registry.'),
    reverseZones: z.array(z.string()).describe('Reverse DNS zones that cover it exactly.'),
    previous: z.string().nullable().describe('Network of the same size before it; null if there is none.'),
    next: z.string().nullable().describe('Network of the same size after it; null if there is none.'),
    subnetCount: z.string().optional().describe('How many subnets of "splitTo" it has, as a decimal number.'),
    subnets: z.array(z.string()).optional().describe('The subnets, up to "limit".'),
  }),
  notes: [
    linesNote(MAX_LINES),
    'A line may list several networks with their lengths, with commas or semicolons between.',
    'An address without a prefix length counts as a /64.',
    'Counts are decimal text, since they can exceed what JSON numbers hold exactly.',
    'Brackets and a zone such as %eth0 are ignored. A prefix that ends inside a hexadecimal digit is covered by two, four or eight reverse zones.',
  ],
  aliases: [
    'ipv6 calculator',
    'ipv6 prefix',
    'ipv6 cidr',
    'split ipv6',
    'ip6.arpa',
    'ipv6 subnetting',
    'prefix delegation',
  ],
  verified: [
    'Python 3.11 ipaddress: the same network, range, full form, mask, size and subnets for 1,290 random networks of every length',
    'sipcalc 1.1.6: the same range and reverse name for 129 random networks',
    'RFC 5952 §4: all its examples of the written form',
  ],
  examples: [
    {
      title: 'A site prefix, split into links',
      input: '2001:db8:ab00::1/46',
      options: { splitTo: 64, limit: 2 },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '2001:db8:ab00::1/46',
              address: '2001:db8:ab00::1',
              full: '2001:0db8:ab00:0000:0000:0000:0000:0001',
              cidr: '2001:db8:ab00::/46',
              prefixLength: 46,
              mask: 'ffff:ffff:fffc:0000:0000:0000:0000:0000',
              first: '2001:db8:ab00::',
              last: '2001:db8:ab03:ffff:ffff:ffff:ffff:ffff',
              addresses: '4835703278458516698824704',
              links: '262144',
              kind: 'Documentation',
              reverseZones: [
                '0.0.b.a.8.b.d.0.1.0.0.2.ip6.arpa',
                '1.0.b.a.8.b.d.0.1.0.0.2.ip6.arpa',
                '2.0.b.a.8.b.d.0.1.0.0.2.ip6.arpa',
                '3.0.b.a.8.b.d.0.1.0.0.2.ip6.arpa',
              ],
              previous: '2001:db8:aafc::/46',
              next: '2001:db8:ab04::/46',
              subnetCount: '262144',
              subnets: ['2001:db8:ab00::/64', '2001:db8:ab00:1::/64'],
            },
          ],
        },
      },
    },
    {
      title: 'A link-local address with its zone, and an IPv4 address',
      input: '[fe80::1%eth0]\n192.0.2.1/24',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '[fe80::1%eth0]',
              address: 'fe80::1',
              full: 'fe80:0000:0000:0000:0000:0000:0000:0001',
              cidr: 'fe80::/64',
              prefixLength: 64,
              mask: 'ffff:ffff:ffff:ffff:0000:0000:0000:0000',
              first: 'fe80::',
              last: 'fe80::ffff:ffff:ffff:ffff',
              addresses: '18446744073709551616',
              links: '1',
              kind: 'Link-local unicast',
              reverseZones: ['0.0.0.0.0.0.0.0.0.0.0.0.0.8.e.f.ip6.arpa'],
              previous: 'fe7f:ffff:ffff:ffff::/64',
              next: 'fe80:0:0:1::/64',
            },
            { line: 2, input: '192.0.2.1/24', error: 'an IPv4 address; use ipv4-subnet-calculator' },
          ],
        },
      },
    },
    {
      title: 'A prefix that is too long',
      input: '2001:db8::/129',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: the prefix length must be a number from 0 to 128, got "129"',
      },
    },
    {
      title: 'Two runs of zeros',
      input: '2001::db8::1',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "2001::db8::1" is not an IP address',
      },
    },
  ],
  run({ input, files, signal, options: { splitTo, limit } }) {
    const room = { left: limit };
    return eachLine(
      { input, files, signal },
      MAX_LINES,
      (line) => {
        const network = readNetwork(line, () => USUAL_LENGTH);
        if (network.family !== 6) throw new ContentFault('an IPv4 address; use ipv4-subnet-calculator');
        return describe(network, splitTo, room);
      },
      listedNetworks,
    );
  },
});
