import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { openVendors } from '../../engines/network/hardware-vendors.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { LISTED_NOTE, listedValues } from '../../formats/lines/values-of-line.js';
import {
  formatMac,
  interfaceId,
  linkLocalOf,
  type MacStyle,
  readMac,
} from '../../lib/network-addresses/mac-addresses.js';

const MAX_LINES = 5_000;

/** Second digit of locally administered addresses: IEEE 802c. */
const QUADRANTS: Readonly<Record<string, string>> = {
  '2': 'administratively assigned',
  '6': 'reserved',
  a: 'extended local (company id)',
  e: 'standard assigned',
};

function kindOf(hex: string, isGroup: boolean): string {
  if (/^f+$/.test(hex)) return 'broadcast';
  if (/^0+$/.test(hex)) return 'unspecified';
  if (hex.startsWith('01005e') && Number.parseInt(hex.slice(6, 8), 16) < 128) return 'IPv4 multicast';
  if (hex.startsWith('3333') && hex.length === 12) return 'IPv6 multicast';
  if (/^0180c20000[0-2]/.test(hex)) return 'bridge group address';
  return isGroup ? 'multicast' : 'unicast';
}

function describe(line: string, style: MacStyle, uppercase: boolean) {
  const hex = readMac(line);
  const write = (digits: string) => formatMac(digits, style, uppercase);
  const first = Number.parseInt(hex.slice(0, 2), 16);
  const isMulticast = (first & 1) === 1;
  const isLocal = (first & 2) === 2;
  const vendor = isLocal || isMulticast ? undefined : openVendors()(hex);
  const [kind, quadrant] = [kindOf(hex, isMulticast), isMulticast ? undefined : QUADRANTS[hex.charAt(1)]];
  return {
    mac: write(hex),
    bits: 4 * hex.length,
    kind,
    isMulticast,
    isLocal,
    ...(quadrant === undefined ? {} : { localUse: quadrant }),
    vendor: vendor?.name ?? null,
    vendorAddress: vendor?.address ?? null,
    vendorPrefix: vendor === undefined ? null : write(vendor.prefix.toLowerCase()),
    interfaceId: formatMac(interfaceId(hex), 'dot', false).replaceAll('.', ':'),
    linkLocal: linkLocalOf(hex),
  };
}

export default defineTool({
  id: 'mac-address-tools',
  title: 'MAC Address Tools',
  summary: 'Reads MAC addresses in any notation, finds their vendor, and derives EUI-64 and link-local addresses.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    format: z
      .enum(['colon', 'dash', 'dot', 'plain'])
      .default('colon')
      .describe('Notation of the result: 00:1b:21:aa:bb:cc, 00-1b-21-aa-bb-cc, 001b.21aa.bbcc or 001b21aabbcc.'),
    uppercase: z.boolean().default(false).describe('Writes MAC addresses in uppercase.'),
  },
  result: 'data',
  data: lineData({
    mac: z.string().describe('The address in the notation asked for.'),
    bits: z.int().min(48).max(64).describe('48, or 64 for EUI-64.'),
    kind: z
      .enum([
        'unicast',
        'multicast',
        'broadcast',
        'unspecified',
        'IPv4 multicast',
        'IPv6 multicast',
        'bridge group address',
      ])
      .describe('Whom it addresses.'),
    isMulticast: z.boolean().describe('Addresses a group (lowest bit of the first octet).'),
    isLocal: z
      .boolean()
      .describe('Locally administered (second bit), such as random addresses of phones and virtual machines.'),
    localUse: z.string().describe('Which part of the local addresses it is in (IEEE 802c).'),
    vendor: z.string().nullable().describe('Who the block is assigned to; null if unknown or local.'),
    vendorAddress: z.string().nullable().describe('Postal address in the registry; null if unknown.'),
    vendorPrefix: z.string().nullable().describe('Block of the vendor: 24, 28 or 36 bits; null if unknown.'),
    interfaceId: z.string().describe('IPv6 interface identifier (modified EUI-64).'),
    linkLocal: z.string().describe('IPv6 link-local address with that identifier.'),
  }),
  notes: [
    linesNote(MAX_LINES),
    LISTED_NOTE,
    'Vendors are those of the IEEE registries (MA-L, MA-M, MA-S) as of August 2026, in the package oui-data 2.1.9. Who bought or resold the device is not in them.',
    'Locally administered and multicast addresses have no vendor. Zeros at the start of a pair may be missing between colons, as in 0:1b:21:a:b:c.',
  ],
  aliases: [
    'oui lookup',
    'mac vendor lookup',
    'mac address lookup',
    'mac formatter',
    'eui-64',
    'mac to ipv6',
    'hardware address',
    'ethernet address',
    'vendor of a mac address',
    'who made a network card',
  ],
  verified: [
    'ieee-data 20220827 (Debian): the same vendor for 2,903 of 2,957 blocks of all three sizes; the lists are four years apart',
    'Python 3.11 ipaddress: the same link-local address for 500 random addresses',
    'RFC 7042 §2: the multicast blocks of IPv4 and IPv6; RFC 2464 §4: 34-56-78-9A-BC-DE as 36:56:78:ff:fe:9a:bc:de',
  ],
  examples: [
    {
      title: 'The address of RFC 2464, as dashes',
      input: '34-56-78-9A-BC-DE',
      options: { format: 'dash', uppercase: true },
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '34-56-78-9A-BC-DE',
              mac: '34-56-78-9A-BC-DE',
              bits: 48,
              kind: 'unicast',
              isMulticast: false,
              isLocal: false,
              vendor: null,
              vendorAddress: null,
              vendorPrefix: null,
              interfaceId: '3656:78ff:fe9a:bcde',
              linkLocal: 'fe80::3656:78ff:fe9a:bcde',
            },
          ],
        },
      },
    },
    {
      title: 'A vendor, and a group',
      input: '0000.0c12.3456\n33:33:0:0:0:fb',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '0000.0c12.3456',
              mac: '00:00:0c:12:34:56',
              bits: 48,
              kind: 'unicast',
              isMulticast: false,
              isLocal: false,
              vendor: 'Cisco Systems, Inc',
              vendorAddress: '170 WEST TASMAN DRIVE, SAN JOSE CA 95134-1706, United States',
              vendorPrefix: '00:00:0c',
              interfaceId: '0200:0cff:fe12:3456',
              linkLocal: 'fe80::200:cff:fe12:3456',
            },
            {
              line: 2,
              input: '33:33:0:0:0:fb',
              mac: '33:33:00:00:00:fb',
              bits: 48,
              kind: 'IPv6 multicast',
              isMulticast: true,
              isLocal: true,
              vendor: null,
              vendorAddress: null,
              vendorPrefix: null,
              interfaceId: '3133:00ff:fe00:00fb',
              linkLocal: 'fe80::3133:ff:fe00:fb',
            },
          ],
        },
      },
    },
    {
      title: 'A digit too few',
      input: '001b21aabbc',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: a MAC address has 12 hexadecimal digits, or 16 for EUI-64, got 11 in "001b21aabbc"',
      },
    },
    {
      title: 'A letter that is not a digit',
      input: '00:1b:21:aa:bb:cg',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: "00:1b:21:aa:bb:cg" has "g", which is not a hexadecimal digit',
      },
    },
  ],
  run: ({ input, files, signal, options: { format, uppercase } }) =>
    eachLine({ input, files, signal }, MAX_LINES, (line) => describe(line, format, uppercase), listedValues),
});
