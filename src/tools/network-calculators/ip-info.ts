import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { LISTED_NOTE, listedAddresses } from '../../formats/lines/values-of-line.js';
import { embeddedIpv4, macInside, multicastScope, teredoPort } from '../../lib/network-addresses/embedded.js';
import { formatIp, readAddress, reverseName } from '../../lib/network-addresses/networks.js';
import { classOf, kindOf, specialBlocksOf } from '../../lib/network-addresses/special-addresses.js';

const MAX_LINES = 2_000;

function describe(line: string) {
  const ip = readAddress(line);
  const { family, value } = ip;
  const kind = kindOf(ip);
  const blocks = specialBlocksOf(ip);
  const scope = multicastScope(ip);
  const mac = macInside(ip);
  const port = teredoPort(ip);
  const reach = blocks.find(({ isGloballyReachable }) => isGloballyReachable !== null)?.isGloballyReachable;
  const isSpecial = blocks.length > 0;
  const isUnicastSpace = family === 4 || value >> 125n === 1n;
  const isGloballyReachable = reach ?? (scope === 'global' || (!isSpecial && isUnicastSpace));
  return {
    address: formatIp(family, value),
    version: family,
    kind,
    isGloballyReachable,
    isPrivate: blocks.some(({ name }) => name === 'Private use' || name === 'Unique local'),
    isMulticast: scope !== undefined,
    isLoopback: blocks.some(({ name }) => name === 'Loopback'),
    isLinkLocal: blocks.some(({ name }) => name.startsWith('Link-local')),
    isBogon: !isGloballyReachable,
    ...(family === 4 ? { class: classOf(value) } : {}),
    ...(scope === undefined ? {} : { multicastScope: scope }),
    blocks,
    embedded: embeddedIpv4(ip),
    ...(port === undefined ? {} : { teredoPort: port }),
    ...(mac === undefined ? {} : { mac }),
    reverseName: reverseName({ ...ip, length: family === 4 ? 32 : 128 }),
  };
}

const registryAnswer = (what: string) =>
  z.boolean().nullable().describe(`${what} null where the registry says that it does not apply.`);

export default defineTool({
  id: 'ip-info',
  title: 'IP Info',
  summary: 'Says what an IP address is: private, public, reserved or multicast, with its registry entries.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {},
  result: 'data',
  data: lineData({
    address: z.string().describe('The address as RFC 5952 writes it.'),
    version: z.int().min(4).max(6).describe('4 or 6.'),
    kind: z.string().describe('Public, Global unicast, Reserved by IETF, or the name of the narrowest registry entry.'),
    isGloballyReachable: z.boolean().describe('Whether packets to it may cross the internet.'),
    isPrivate: z.boolean().describe('Private use (RFC 1918) or unique local (RFC 4193).'),
    isMulticast: z.boolean().describe('Addressed to a group.'),
    isLoopback: z.boolean().describe('The machine itself.'),
    isLinkLocal: z.boolean().describe('Valid on one link only.'),
    isBogon: z.boolean().describe('Must not be seen on the internet: the opposite of "isGloballyReachable".'),
    class: z.enum(['A', 'B', 'C', 'D', 'E']).describe('Class before CIDR, for IPv4.'),
    multicastScope: z.string().describe('How far a multicast address reaches.'),
    blocks: z
      .array(
        z.object({
          block: z.string().describe('Network of the entry.'),
          name: z.string().describe('Its name.'),
          specification: z.string().describe('RFC that defines it.'),
          isGloballyReachable: registryAnswer('Whether it is reachable across the internet;'),
          isSource: registryAnswer('Whether it may be the source of a packet;'),
          isDestination: registryAnswer('Whether it may be the destination of a packet;'),
          isForwardable: registryAnswer('Whether routers may forward it;'),
        }),
      )
      .describe('Entries of the IANA registries it belongs to, the narrowest first.'),
    embedded: z
      .array(
        z.object({
          kind: z
            .enum(['mapped', 'compatible', 'nat64', '6to4', 'isatap', 'teredo-server', 'teredo-client'])
            .describe('How it is embedded.'),
          address: z.string().describe('The IPv4 address.'),
        }),
      )
      .describe('IPv4 addresses inside an IPv6 address.'),
    teredoPort: z.int().min(0).max(65_535).describe('UDP port of the Teredo client.'),
    mac: z.string().describe('Hardware address that the interface identifier was made from (modified EUI-64).'),
    reverseName: z.string().describe('Name in the reverse DNS.'),
  }),
  notes: [
    linesNote(MAX_LINES),
    LISTED_NOTE,
    'Registry entries are those of the IANA special-purpose address registries of October 2025. No network is asked: owner, country and routing are not known.',
    'A MAC address is reported where the identifier has ff:fe in the middle; a random identifier has that by chance once in 65,536.',
  ],
  aliases: [
    'is ip private',
    'ip address type',
    'bogon check',
    'rfc 1918',
    'special-use address',
    'reserved ip',
    'ip classifier',
    'eui-64 to mac',
    'teredo decode',
    'is an ip address private',
  ],
  verified: [
    'Python 3.11 ipaddress: is_multicast, is_loopback, is_link_local, and is_private of both ranges, for 1,600 addresses in and around every entry; sixtofour, teredo and ipv4_mapped for 600',
    'The published Teredo example with server 65.54.227.120, client 192.0.2.45 and port 40000',
  ],
  examples: [
    {
      title: 'A private address',
      input: '192.168.1.20',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '192.168.1.20',
              address: '192.168.1.20',
              version: 4,
              kind: 'Private use',
              isGloballyReachable: false,
              isPrivate: true,
              isMulticast: false,
              isLoopback: false,
              isLinkLocal: false,
              isBogon: true,
              class: 'C',
              blocks: [
                {
                  block: '192.168.0.0/16',
                  name: 'Private use',
                  specification: 'RFC 1918',
                  isGloballyReachable: false,
                  isSource: true,
                  isDestination: true,
                  isForwardable: true,
                },
              ],
              embedded: [],
              reverseName: '20.1.168.192.in-addr.arpa',
            },
          ],
        },
      },
    },
    {
      title: 'A link-local address made from a hardware address',
      input: 'fe80::0211:22ff:fe33:4455%en0',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'fe80::0211:22ff:fe33:4455%en0',
              address: 'fe80::211:22ff:fe33:4455',
              version: 6,
              kind: 'Link-local unicast',
              isGloballyReachable: false,
              isPrivate: false,
              isMulticast: false,
              isLoopback: false,
              isLinkLocal: true,
              isBogon: true,
              blocks: [
                {
                  block: 'fe80::/10',
                  name: 'Link-local unicast',
                  specification: 'RFC 4291',
                  isGloballyReachable: false,
                  isSource: true,
                  isDestination: true,
                  isForwardable: false,
                },
              ],
              embedded: [],
              mac: '00:11:22:33:44:55',
              reverseName: '5.5.4.4.3.3.e.f.f.f.2.2.1.1.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.e.f.ip6.arpa',
            },
          ],
        },
      },
    },
    {
      title: 'A line that is not an address',
      input: 'example.org',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "example.org" is not an IP address',
      },
    },
  ],
  run: (run) => eachLine(run, MAX_LINES, describe, listedAddresses),
});
