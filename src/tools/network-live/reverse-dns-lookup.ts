import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import type { Told } from '../../core/tool.js';
import { typeNumber } from '../../lib/dns/types.js';
import { ContentFault } from '../../lib/faults.js';
import { formatIp, reverseName } from '../../lib/network-addresses/networks.js';
import { readIpAddress } from '../../lib/numbers/ip-address.js';
import { askDns } from '../../network/dns-query.js';
import { eachWithin } from '../../network/many.js';
import { accessOf, type NetworkAccess } from '../../network/session.js';
import { readNameServer, resolverOption, transportOption } from './_dns.js';
import { linesNote, readLines } from './_lines.js';
import { failureData, LIVE_NOTE, timeoutOption, told } from './_peer.js';

const ADDRESSES = 100;
const AT_ONCE = 10;
const TOTAL_MS = 40_000;
/** Names of one address that are asked for their addresses. */
const NAMES = 10;

const row = z.object({
  address: z.string().describe('Address that was asked for.'),
  status: z.string().nullable().describe('Such as NOERROR or NXDOMAIN; null without an answer.'),
  names: z
    .array(
      z.object({
        name: z.string().describe('Name of the address.'),
        addresses: z.array(z.string()).describe('Addresses of that name; empty where it was not asked.'),
        isConfirmed: z.boolean().nullable().describe('Whether the address is among them; null where it was not asked.'),
      }),
    )
    .describe('Names that the reverse DNS gives it.'),
  isConfirmed: z.boolean().nullable().describe('Whether one of the names leads back to it; null where none was asked.'),
  failure: failureData(),
});

type Row = Told<z.output<typeof row>>;

const withoutDot = (name: string): string => (name === '.' ? name : name.replace(/\.$/, ''));

export default defineTool({
  id: 'reverse-dns-lookup',
  title: 'Reverse DNS Lookup',
  summary:
    'Finds the names of IP addresses by the reverse DNS and checks whether these names lead back to the addresses.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 45,
  input: 'required',
  options: {
    confirm: z
      .boolean()
      .default(true)
      .describe('Asks for the addresses of each name that is found (forward-confirmed reverse DNS).'),
    resolver: resolverOption(),
    transport: transportOption(),
    timeoutMs: timeoutOption(5_000, 10_000, 'an answer'),
  },
  result: 'data',
  data: z.object({
    results: z.array(row).describe('One per address, in their order.'),
    confirmed: z.int().min(0).describe('Addresses that a name of theirs leads back to.'),
  }),
  notes: [
    LIVE_NOTE,
    linesNote(ADDRESSES),
    'The addresses themselves may be private: only DNS servers are asked. Up to 10 names of an address are checked. After 40 seconds what was not asked yet is told as a failure.',
  ],
  aliases: [
    'ptr lookup',
    'hostname from ip',
    'ip to hostname',
    'dig -x',
    'fcrdns',
    'forward confirmed reverse dns',
    'rdns check',
    'bulk reverse dns',
    'name of an ip address',
  ],
  verified: [
    'dig 9.18 (-x): the same names for 24 IPv4 and IPv6 addresses in zones of BIND on loopback, a third of them without a name',
  ],
  examples: [
    {
      title: 'A name that leads back, one that does not, and none',
      input: '93.184.215.14\n93.184.215.15\n198.51.100.7',
      output: {
        data: {
          results: [
            {
              address: '93.184.215.14',
              status: 'NOERROR',
              names: [{ name: 'example.com', addresses: ['93.184.215.14'], isConfirmed: true }],
              isConfirmed: true,
              failure: null,
            },
            {
              address: '93.184.215.15',
              status: 'NOERROR',
              names: [{ name: 'elsewhere.example.net', addresses: ['93.184.215.99'], isConfirmed: false }],
              isConfirmed: false,
              failure: null,
            },
            { address: '198.51.100.7', status: 'NXDOMAIN', names: [], isConfirmed: null, failure: null },
          ],
          confirmed: 1,
        },
      },
    },
    {
      title: 'Names alone',
      input: '93.184.215.14',
      options: { confirm: false },
      output: {
        data: {
          results: [
            {
              address: '93.184.215.14',
              status: 'NOERROR',
              names: [{ name: 'example.com', addresses: [], isConfirmed: null }],
              isConfirmed: null,
              failure: null,
            },
          ],
          confirmed: 0,
        },
      },
    },
    {
      title: 'A name instead of an address',
      input: '93.184.215.14\nexample.com',
      error: { code: 'INVALID_INPUT', message: 'Line 2 cannot be read: it is not an IP address, got "example.com"' },
    },
  ],
  async run({ input, options: { confirm, resolver, transport, timeoutMs }, signal, settings, network }) {
    const addresses = readLines(input, ADDRESSES, (line) => {
      const ip = readIpAddress(line);
      if (ip === undefined) throw new ContentFault('it is not an IP address');
      return { ip, address: formatIp(ip.family, ip.value) };
    });
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs });
    const server = readNameServer(resolver, transport, access);
    const ask = async (name: string, type: string, own: NetworkAccess) =>
      (await askDns({ name, type: typeNumber(type) ?? 0 }, server, own)).message;
    const results = await eachWithin<(typeof addresses)[number], Row>(
      addresses,
      access,
      {
        atOnce: AT_ONCE,
        totalMs: TOTAL_MS,
        onFailure({ address }, failure) {
          if (failure.reason === 'not-public') throw failure;
          return { address, status: null, names: [], isConfirmed: null, failure: told(failure) };
        },
      },
      async ({ ip, address }, own) => {
        const { status, answers } = await ask(reverseName({ ...ip, length: ip.family === 4 ? 32 : 128 }), 'PTR', own);
        const found = answers.filter(({ type }) => type === 'PTR').map(({ fields }) => fields[0] ?? '.');
        const names: Row['names'][number][] = [];
        for (const [index, name] of found.entries()) {
          const asked = confirm && index < NAMES;
          const forward = asked ? (await ask(name, ip.family === 4 ? 'A' : 'AAAA', own)).answers : [];
          const of = forward.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ fields }) => fields[0] ?? '');
          names.push({ name: withoutDot(name), addresses: of, isConfirmed: asked ? of.includes(address) : null });
        }
        const isConfirmed = confirm && names.length > 0 ? names.some((name) => name.isConfirmed === true) : null;
        return { address, status, names, isConfirmed, failure: null };
      },
    );
    return json({ results, confirmed: results.filter(({ isConfirmed }) => isConfirmed === true).length });
  },
});
