import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { ContentFault } from '../../lib/faults.js';
import { readLength, readNetwork } from '../../lib/network-addresses/networks.js';
import { describeIpv4 } from './_ipv4-network.js';
import { listedNetworks } from './_listed-networks.js';

const MAX_LINES = 1_000;
const MAX_SUBNETS = 16_384;
/** Of an address alone: what most people have at home, and what ipcalc takes. */
const USUAL_LENGTH = 24;

export default defineTool({
  id: 'ipv4-subnet-calculator',
  title: 'IPv4 Subnet Calculator',
  summary: 'Calculates network, mask, broadcast and host range of IPv4 networks, and splits them.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    mask: z
      .string()
      .max(20)
      .default('')
      .describe('Prefix length or mask for lines without one, such as 26 or 255.255.255.192; empty for 24.'),
    splitTo: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(32)
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
    address: z.string().describe('Address that was given.'),
    network: z.string().describe('First address of the network.'),
    cidr: z.string().describe('Network and prefix length.'),
    prefixLength: z.int().min(0).max(32).describe('Bits of the network.'),
    mask: z.string().describe('Subnet mask.'),
    wildcard: z.string().describe('Inverted mask, as access lists have it.'),
    broadcast: z.string().nullable().describe('Broadcast address; null for /31 and /32.'),
    firstHost: z.string().describe('First address a host can have.'),
    lastHost: z.string().describe('Last address a host can have.'),
    hosts: z.int().min(0).describe('Addresses that hosts can have.'),
    addresses: z.int().min(0).describe('All addresses of the network.'),
    class: z.enum(['A', 'B', 'C', 'D', 'E']).describe('Class before CIDR.'),
    kind: z.string().describe('What the address is for: Public, or its name in the IANA registry.'),
    addressBinary: z.string().describe('Address in binary.'),
    maskBinary: z.string().describe('Mask in binary.'),
    reverseZone: z.string().describe('Reverse DNS zone of the whole octets of the prefix.'),
    previous: z.string().nullable().describe('Network of the same size before it; null if there is none.'),
    next: z.string().nullable().describe('Network of the same size after it; null if there is none.'),
    subnetCount: z.int().min(1).optional().describe('How many subnets of "splitTo" it has.'),
    subnets: z
      .array(
        z.object({
          cidr: z.string().describe('Subnet.'),
          firstHost: z.string().describe('First address a host can have.'),
          lastHost: z.string().describe('Last address a host can have.'),
          broadcast: z.string().nullable().describe('Broadcast address; null for /31 and /32.'),
        }),
      )
      .optional()
      .describe('The subnets, up to "limit".'),
  }),
  notes: [
    linesNote(MAX_LINES),
    'A line may list several networks with their lengths, with commas or semicolons between.',
    'A line is an address with a prefix length, a mask or a wildcard mask: 10.0.0.1/24, 10.0.0.1/255.255.255.0, "10.0.0.1 255.255.255.0" or "10.0.0.1 0.0.0.255". Alone, it gets the mask of option "mask".',
    'A /31 has two hosts and no broadcast address (RFC 3021); a /32 is a single host.',
    'Numbers with leading zeros are refused, since some programs read them as octal.',
  ],
  aliases: [
    'subnet calculator',
    'ip calculator',
    'netmask calculator',
    'cidr calculator',
    'wildcard mask',
    'broadcast address',
    'split network',
    'how many hosts in a network',
  ],
  verified: [
    'Python 3.11 ipaddress: the same network, mask, wildcard, broadcast, hosts and subnets for 2,000 random networks of every length',
    'sipcalc 1.1.6: the same network, broadcast, masks and usable range for 60 networks',
    'RFC 3021: /31 has two hosts',
  ],
  examples: [
    {
      title: 'A network, split into quarters',
      input: '192.168.1.10/24',
      options: { splitTo: 26, limit: 2 },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '192.168.1.10/24',
              address: '192.168.1.10',
              network: '192.168.1.0',
              cidr: '192.168.1.0/24',
              prefixLength: 24,
              mask: '255.255.255.0',
              wildcard: '0.0.0.255',
              broadcast: '192.168.1.255',
              firstHost: '192.168.1.1',
              lastHost: '192.168.1.254',
              hosts: 254,
              addresses: 256,
              class: 'C',
              kind: 'Private use',
              addressBinary: '11000000.10101000.00000001.00001010',
              maskBinary: '11111111.11111111.11111111.00000000',
              reverseZone: '1.168.192.in-addr.arpa',
              previous: '192.168.0.0/24',
              next: '192.168.2.0/24',
              subnetCount: 4,
              subnets: [
                {
                  cidr: '192.168.1.0/26',
                  firstHost: '192.168.1.1',
                  lastHost: '192.168.1.62',
                  broadcast: '192.168.1.63',
                },
                {
                  cidr: '192.168.1.64/26',
                  firstHost: '192.168.1.65',
                  lastHost: '192.168.1.126',
                  broadcast: '192.168.1.127',
                },
              ],
            },
          ],
        },
      },
    },
    {
      title: 'A link of two hosts, and a line that cannot be read',
      input: '198.51.100.6 255.255.255.254\n300.1.1.1/8',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '198.51.100.6 255.255.255.254',
              address: '198.51.100.6',
              network: '198.51.100.6',
              cidr: '198.51.100.6/31',
              prefixLength: 31,
              mask: '255.255.255.254',
              wildcard: '0.0.0.1',
              broadcast: null,
              firstHost: '198.51.100.6',
              lastHost: '198.51.100.7',
              hosts: 2,
              addresses: 2,
              class: 'C',
              kind: 'Documentation (TEST-NET-2)',
              addressBinary: '11000110.00110011.01100100.00000110',
              maskBinary: '11111111.11111111.11111111.11111110',
              reverseZone: '100.51.198.in-addr.arpa',
              previous: '198.51.100.4/31',
              next: '198.51.100.8/31',
            },
            { line: 2, input: '300.1.1.1/8', error: 'each number of an IPv4 address is from 0 to 255, got "300"' },
          ],
        },
      },
    },
    {
      title: 'A mask with gaps',
      input: '10.0.0.1/255.0.255.0',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "255.0.255.0" is not a mask: its one bits are not in one run',
      },
    },
    {
      title: 'Subnets larger than the network',
      input: '10.0.0.0/24',
      options: { splitTo: 16 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: a /24 cannot be split into /16: "splitTo" must be 24 or more',
      },
    },
  ],
  run({ input, files, signal, options: { mask, splitTo, limit } }) {
    const room = { left: limit };
    const usual = mask === '' ? USUAL_LENGTH : refusing('Cannot read option "mask"', () => readLength(mask, 4));
    return eachLine(
      { input, files, signal },
      MAX_LINES,
      (line) => {
        const network = readNetwork(line, () => usual);
        if (network.family !== 4) throw new ContentFault('an IPv6 address; use ipv6-subnet-calculator');
        return describeIpv4(network, splitTo, room);
      },
      listedNetworks,
    );
  },
});
