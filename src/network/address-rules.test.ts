/** Which hosts are reached: spellings against the standards, addresses against Python's `ipaddress`. */

import { isIP } from 'node:net';

import { describe, expect, it } from 'vitest';

import { formatIpv4, readIpAddress } from '../lib/numbers/ip-address.js';
import { SPELLINGS } from '../testing/host-spellings.js';
import { hasProgram, runProgram } from '../testing/programs.js';

import { judgeAddress } from './address-rules.js';
import { judgeName } from './host-names.js';
import { parseUrl, type UrlTarget } from './targets.js';

function meaningOf(text: string): { meaning: string; host: string | undefined } {
  let target: UrlTarget;
  try {
    target = parseUrl(text);
  } catch (error) {
    if ((error as { code?: string }).code !== 'INVALID_INPUT') throw error;
    return { meaning: 'invalid', host: undefined };
  }
  if (isIP(target.host) === 0) {
    const { reach } = judgeName(target.host);
    return { meaning: reach === 'public' ? 'name' : reach, host: target.host };
  }
  const { reach, address } = judgeAddress(target.host);
  return { meaning: reach, host: address };
}

describe('a host', () => {
  it('means what the standards say, in over 400 spellings', () => {
    expect(SPELLINGS.length).toBeGreaterThan(400);
    expect(new Set(SPELLINGS.map(({ url }) => url)).size).toBe(SPELLINGS.length);
    const found = SPELLINGS.map(({ url }) => ({ url, ...meaningOf(url) }));
    expect(found).toEqual(SPELLINGS.map(({ url, meaning, host }) => ({ url, meaning, host })));
  });
});

/** Where we are stricter than Python's `is_global`, or it is wrong or differs between versions, and why. */
const DISAGREEMENTS: readonly (readonly [string, string])[] = [
  ['168.63.129.16/32', 'a service of Azure to its machines, public by the registry'],
  ['192.0.0.0/24', 'anycast of the nearest router; Python 3.11 also lets 192.0.0.8 and more through'],
  ['192.88.99.0/24', '6to4 relays, deprecated by RFC 7526; Python has no rule'],
  ['224.0.0.0/4', 'multicast; for Python some is global'],
  [
    '::/3',
    'not global unicast; Python says global of what nobody has. Mapped and NAT64 addresses are judged by what is inside',
  ],
  ['2001::/23', 'Python lets ORCHID and anycast through, in newer versions'],
  ['2002::/16', 'judged by the IPv4 address inside; newer Python refuses all'],
  ['2a00:1450::5efe:0:0/96', 'ISATAP, of which Python knows nothing'],
  ['2a00:1450::200:5efe:0:0/96', 'ISATAP'],
  ['3fff::/20', 'documentation since RFC 9637, unknown to older Python'],
  ['4000::/2', 'not global unicast'],
  ['8000::/1', 'not global unicast, multicast included'],
];

const isWithin = (address: string, cidr: string): boolean => {
  const [start = '', length = ''] = cidr.split('/');
  const [one, other] = [readIpAddress(address)!, readIpAddress(start)!];
  const shift = BigInt((other.family === 4 ? 32 : 128) - Number(length));
  return one.family === other.family && one.value >> shift === other.value >> shift;
};

/** First and last addresses of every registered block, the neighbours of both, and addresses spread over all of IPv4 and global unicast. */
function manyAddresses(): string[] {
  const blocks = [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
    ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
    ...[
      '::/128',
      '::1/128',
      '::ffff:0:0/96',
      '64:ff9b::/96',
      '64:ff9b:1::/48',
      '100::/64',
      '2001::/23',
      '2001:db8::/32',
    ],
    ...[
      '2002::/16',
      '2620:4f:8000::/48',
      '3fff::/20',
      '5f00::/16',
      'fc00::/7',
      'fe80::/10',
      'fec0::/10',
      'ff00::/8',
      '2000::/3',
    ],
  ];
  const edges = blocks.flatMap((block) => {
    const [start = '', length = ''] = block.split('/');
    const { family, value } = readIpAddress(start)!;
    const size = 1n << BigInt((family === 4 ? 32 : 128) - Number(length));
    return [value - 1n, value, value + 1n, value + size - 1n, value + size].map((edge) => format(edge, family));
  });
  // A step that is prime visits all residues: the same addresses on every run.
  const spread = Array.from({ length: 2000 }, (_, i) => format((BigInt(i) * 1_073_741_827n) & 0xffff_ffffn, 4));
  const spread6 = Array.from({ length: 1000 }, (_, i) =>
    format((1n << 125n) | ((BigInt(i) * 0x1_0000_0000_0000_0000_0000_0000_0000_015fn) & ((1n << 125n) - 1n)), 6),
  );
  return [...new Set([...edges, ...spread, ...spread6])];
}

function format(value: bigint, family: 4 | 6): string {
  if (family === 4) return formatIpv4(value & 0xffff_ffffn);
  const hex = (value & ((1n << 128n) - 1n)).toString(16).padStart(32, '0');
  return hex.match(/.{4}/g)!.join(':');
}

const PYTHON = hasProgram('python3', ['-c', 'import ipaddress'], 'addresses are not compared with ipaddress');

describe('an address', () => {
  it.runIf(PYTHON)('is public where Python says it is global, with reasons where not', () => {
    const addresses = [
      ...manyAddresses(),
      ...SPELLINGS.flatMap(({ host, meaning }) => (meaning !== 'invalid' && isIP(host ?? '') !== 0 ? [host!] : [])),
    ];
    const program = 'import ipaddress, sys\nfor line in sys.stdin: print(ipaddress.ip_address(line.strip()).is_global)';
    const isGlobal = runProgram('python3', ['-c', program], addresses.join('\n')).toString().trim().split('\n');
    const differing = addresses.filter((address, i) => {
      const isAgreed = (judgeAddress(address).reach === 'public') === (isGlobal[i] === 'True');
      return !isAgreed && !DISAGREEMENTS.some(([cidr]) => isWithin(address, cidr));
    });
    expect(differing).toEqual([]);
    expect(addresses.length).toBeGreaterThan(3000);
    expect(isGlobal.filter((word) => word === 'True').length).toBeGreaterThan(2000);
  });

  it('of this machine is private, however public it looks', () => {
    const own = new Set(['8.8.8.8', '2606:4700::1111']);
    expect(judgeAddress('8.8.8.8', own).reach).toBe('private');
    expect(judgeAddress('2606:4700::1111', own).reach).toBe('private');
    expect(judgeAddress('::ffff:8.8.8.8', own).reach).toBe('private');
    expect(judgeAddress('64:ff9b::808:808', own).reach).toBe('closed');
    expect(judgeAddress('8.8.4.4', own).reach).toBe('public');
  });

  it('that no parser may guess at is closed', () => {
    for (const text of [
      '',
      '127.1',
      '010.0.0.1',
      '8.8.8.08',
      'fe80::1%eth0',
      '::ffff:8.8.8.08',
      '8.8.8.8 ',
      '[::1]',
      '0x8080808',
      'a.example',
    ]) {
      expect([text, judgeAddress(text).reach]).toEqual([text, 'closed']);
    }
  });
});
