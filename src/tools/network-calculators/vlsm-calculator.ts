import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { ContentFault } from '../../lib/faults.js';
import {
  formatNetwork,
  hostMask,
  maskOf,
  type Network,
  networkRange,
  readNetwork,
} from '../../lib/network-addresses/networks.js';
import { networksOf } from '../../lib/network-addresses/ranges.js';
import { formatIpv4 } from '../../lib/numbers/ip-address.js';

const MAX_SUBNETS = 1_000;
const MAX_HOSTS = 2 ** 32 - 2;

interface Demand {
  readonly name: string;
  readonly hosts: number;
  readonly length: number;
}

/** `100`, `Sales: 100`, `Sales=100` or `Sales 100`, with commas, semicolons or line breaks between them. */
function demandsOf(written: string, pointToPoint: boolean): Demand[] {
  const parts = written
    .split(/[,;\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw invalid('Option "hosts" must have at least one number of hosts');
  if (parts.length > MAX_SUBNETS)
    throw overLimit(`Option "hosts" must have at most ${MAX_SUBNETS} subnets, got ${parts.length}`);
  return parts.map((part, index) => {
    const digits = /\d+$/.exec(part)?.[0] ?? '';
    const hosts = Number(digits);
    if (digits === '' || hosts < 1 || hosts > MAX_HOSTS)
      throw invalid(`Option "hosts" must have numbers from 1 to ${MAX_HOSTS}, got ${quote(part)}`);
    const name = part.slice(0, -digits.length).trimEnd().replace(/[:=]$/, '').trimEnd();
    return { name: name === '' ? `Subnet ${index + 1}` : name, hosts, length: lengthFor(hosts, pointToPoint) };
  });
}

/** Longest prefix with room for the hosts, the network and the broadcast address; RFC 3021: two hosts alone need a /31. */
function lengthFor(hosts: number, pointToPoint: boolean): number {
  if (pointToPoint && hosts === 2) return 31;
  let bits = 2;
  while (2 ** bits - 2 < hosts) bits += 1;
  return 32 - bits;
}

function describe({ name, hosts, length }: Demand, value: bigint) {
  const { first, last } = networkRange({ family: 4, value, length });
  const isPair = length === 31;
  const usable = Number(last - first) + (isPair ? 1 : -1);
  return {
    name,
    hostsNeeded: hosts,
    cidr: formatNetwork({ family: 4, value, length }),
    mask: formatIpv4(maskOf(4, length)),
    firstHost: formatIpv4(isPair ? first : first + 1n),
    lastHost: formatIpv4(isPair ? last : last - 1n),
    broadcast: isPair ? null : formatIpv4(last),
    hosts: usable,
    spare: usable - hosts,
  };
}

function readPool(input: string): Network {
  return refusing('Cannot read property "input"', () => {
    const network = readNetwork(input, () => {
      throw new ContentFault('the network needs a prefix length or a mask, such as 192.168.0.0/24');
    });
    if (network.family !== 4) throw new ContentFault('only IPv4 networks can be planned');
    return network;
  });
}

/** Largest first: each begins where the last ended and is aligned by that, so they fit whenever their sum does. */
function plan(pool: Network, demands: readonly Demand[]) {
  const { first, last } = networkRange(pool);
  const sizes = demands.reduce((sum, { length }) => sum + Number(hostMask(4, length)) + 1, 0);
  const addresses = Number(last - first) + 1;
  if (sizes > addresses) throw invalid(`The subnets need ${sizes} addresses, ${formatNetwork(pool)} has ${addresses}`);
  let next = first;
  const subnets = demands
    .toSorted((left, right) => left.length - right.length || right.hosts - left.hosts)
    .map((demand) => {
      const subnet = describe(demand, next);
      next += hostMask(4, demand.length) + 1n;
      return subnet;
    });
  const free = [...networksOf({ family: 4, first: next, last })].map(formatNetwork);
  return { subnets, free, addresses, usedAddresses: sizes, freeAddresses: addresses - sizes };
}

export default defineTool({
  id: 'vlsm-calculator',
  title: 'VLSM Calculator',
  summary: 'Plans subnets of different sizes in an IPv4 network, each as small as its hosts allow.',
  family: 'network-calculators',
  class: 'standard',
  input: 'required',
  options: {
    hosts: z
      .string()
      .max(50_000)
      .default('100, 50, 20, 2')
      .describe('Hosts per subnet, with or without names, such as Sales: 100, IT: 50.'),
    pointToPoint: z
      .boolean()
      .default(false)
      .describe('Gives subnets of two hosts a /31 without broadcast address (RFC 3021) instead of a /30.'),
  },
  result: 'data',
  data: z.object({
    network: z.string().describe('The network that is divided.'),
    subnets: z
      .array(
        z.object({
          name: z.string().describe('Name that was given, or a number in the order of the option.'),
          hostsNeeded: count('Hosts that were asked for.'),
          cidr: z.string().describe('Subnet.'),
          mask: z.string().describe('Subnet mask.'),
          firstHost: z.string().describe('First address a host can have.'),
          lastHost: z.string().describe('Last address a host can have.'),
          broadcast: z.string().nullable().describe('Broadcast address; null for /31.'),
          hosts: count('Addresses that hosts can have.'),
          spare: count('Addresses that are left over in the subnet.'),
        }),
      )
      .describe('The subnets, the largest first.'),
    free: z.array(z.string()).describe('Networks that are left over.'),
    addresses: count('All addresses of the network.'),
    usedAddresses: count('Addresses in subnets.'),
    freeAddresses: count('Addresses left over.'),
    usedPercent: z.number().min(0).max(100).describe('Share of the addresses that is in subnets.'),
  }),
  notes: [
    'Subnets are laid out from the largest to the smallest, from the start of the network and without gaps. This way they fit whenever the sum of their sizes does.',
    'Count routers and gateways as hosts. The network and broadcast address are added to each subnet.',
    `At most ${MAX_SUBNETS} subnets.`,
  ],
  aliases: [
    'variable length subnet mask',
    'subnet planner',
    'subnet design',
    'divide network',
    'ip address plan',
    'subnetting by hosts',
  ],
  verified: [
    'Python 3.11 ipaddress: for 300 random plans every subnet is a network inside the pool, none overlap, subnets and free networks together are exactly the pool, and no subnet could be smaller',
    'A worked example of courses, 192.168.1.0/24 for 100, 50, 20 and 2 hosts: /25, /26, /27 and /30',
  ],
  examples: [
    {
      title: 'Four departments in one network',
      input: '192.168.1.0/24',
      options: { hosts: 'Link: 2, Sales: 100, IT: 50, Labs: 20' },
      output: {
        data: {
          network: '192.168.1.0/24',
          subnets: [
            {
              name: 'Sales',
              hostsNeeded: 100,
              cidr: '192.168.1.0/25',
              mask: '255.255.255.128',
              firstHost: '192.168.1.1',
              lastHost: '192.168.1.126',
              broadcast: '192.168.1.127',
              hosts: 126,
              spare: 26,
            },
            {
              name: 'IT',
              hostsNeeded: 50,
              cidr: '192.168.1.128/26',
              mask: '255.255.255.192',
              firstHost: '192.168.1.129',
              lastHost: '192.168.1.190',
              broadcast: '192.168.1.191',
              hosts: 62,
              spare: 12,
            },
            {
              name: 'Labs',
              hostsNeeded: 20,
              cidr: '192.168.1.192/27',
              mask: '255.255.255.224',
              firstHost: '192.168.1.193',
              lastHost: '192.168.1.222',
              broadcast: '192.168.1.223',
              hosts: 30,
              spare: 10,
            },
            {
              name: 'Link',
              hostsNeeded: 2,
              cidr: '192.168.1.224/30',
              mask: '255.255.255.252',
              firstHost: '192.168.1.225',
              lastHost: '192.168.1.226',
              broadcast: '192.168.1.227',
              hosts: 2,
              spare: 0,
            },
          ],
          free: ['192.168.1.228/30', '192.168.1.232/29', '192.168.1.240/28'],
          addresses: 256,
          usedAddresses: 228,
          freeAddresses: 28,
          usedPercent: 89.06,
        },
      },
    },
    {
      title: 'More than fits',
      input: '10.0.0.0/26',
      error: { code: 'INVALID_INPUT', message: 'The subnets need 228 addresses, 10.0.0.0/26 has 64' },
    },
    {
      title: 'No mask',
      input: '10.0.0.0',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": the network needs a prefix length or a mask, such as 192.168.0.0/24',
      },
    },
    {
      title: 'Not a number of hosts',
      input: '10.0.0.0/8',
      options: { hosts: '10, many' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "hosts" must have numbers from 1 to 4294967294, got "many"',
      },
    },
  ],
  run({ input, options: { hosts, pointToPoint } }) {
    const pool = readPool(input);
    const planned = plan(pool, demandsOf(hosts, pointToPoint));
    const usedPercent = Math.round((planned.usedAddresses / planned.addresses) * 10_000) / 100;
    return json({ network: formatNetwork(pool), ...planned, usedPercent });
  },
});
