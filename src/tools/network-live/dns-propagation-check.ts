import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { typeNumber } from '../../lib/dns/types.js';
import { askDns } from '../../network/dns-query.js';
import { eachWithin } from '../../network/many.js';
import { accessOf } from '../../network/session.js';
import { readNameServer } from './_dns.js';
import { LIVE_NOTE, rounded, timeoutOption, told } from './_peer.js';
import { grouped, isExpected, nameOf, type Row, row } from './_propagation.js';

const RESOLVERS = 30;

/** Resolvers that anybody may ask, as their operators publish them in 2026. */
const PUBLIC: readonly (readonly [string, string])[] = [
  ['1.1.1.1', 'Cloudflare'],
  ['8.8.8.8', 'Google'],
  ['9.9.9.9', 'Quad9'],
  ['208.67.222.222', 'OpenDNS'],
  ['94.140.14.140', 'AdGuard'],
  ['76.76.2.0', 'Control D'],
  ['185.228.168.9', 'CleanBrowsing'],
  ['84.200.69.80', 'DNS.Watch'],
  ['64.6.64.6', 'Vercara'],
  ['223.5.5.5', 'AliDNS'],
  ['119.29.29.29', 'DNSPod'],
  ['77.88.8.8', 'Yandex'],
];

export default defineTool({
  id: 'dns-propagation-check',
  title: 'DNS Propagation Check',
  summary:
    'Asks many DNS servers the same question and shows who answers what, how long it is kept, and whether all agree.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 30,
  input: 'required',
  options: {
    type: z
      .enum(['A', 'AAAA', 'CAA', 'CNAME', 'DS', 'HTTPS', 'MX', 'NS', 'SOA', 'SRV', 'TXT'])
      .default('A')
      .describe('Record type.'),
    resolvers: z
      .string()
      .max(5_000)
      .default('')
      .describe('DNS servers to ask, with commas or lines between them; empty for 12 public ones.'),
    expected: z
      .string()
      .max(1_000)
      .default('')
      .describe('Data that the answer should hold, such as an IP address; empty where any will do.'),
    timeoutMs: timeoutOption(4_000, 8_000, 'an answer'),
  },
  result: 'data',
  data: z.object({
    name: z.string().describe('Name that was asked.'),
    type: z.string().describe('Type that was asked.'),
    isSame: z.boolean().describe('Whether all servers that answer give the same; false where none answers.'),
    groups: z
      .array(
        z.object({
          answers: z.array(z.string()).describe('Data of the records, sorted.'),
          status: z.string().describe('Status of the answer.'),
          servers: z.int().min(1).describe('Servers that give it.'),
        }),
      )
      .describe('Different answers, the most frequent first.'),
    expectedAt: z
      .int()
      .min(0)
      .nullable()
      .describe('Servers whose answer holds what was expected; null where nothing was.'),
    results: z.array(row).describe('One per server, in their order.'),
  }),
  notes: [
    LIVE_NOTE,
    'Public resolvers are many machines in many places: one of them is asked, the one nearest to this machine. Services with several addresses may answer differently on purpose.',
    'Each server is asked over UDP, and over TCP where the answer does not fit; a datagram that gets lost is sent a second time. Up to 30 servers.',
  ],
  aliases: [
    'dns checker',
    'whatsmydns',
    'dns propagation',
    'compare dns servers',
    'dns cache check',
    'has my dns updated',
  ],
  verified: ['Eight servers on loopback: 100 random sets of their answers are grouped as they were planted'],
  examples: [
    {
      title: 'Two servers that agree, and one that does not answer',
      input: 'example.com',
      options: {
        resolvers: 'ns1.example.com, ns2.example.com, refusing.example.net',
        expected: '93.184.215.14',
        timeoutMs: 1000,
      },
      output: {
        data: {
          name: 'example.com',
          type: 'A',
          isSame: true,
          groups: [{ answers: ['93.184.215.14'], status: 'NOERROR', servers: 2 }],
          expectedAt: 2,
          results: [
            {
              resolver: 'ns1.example.com',
              operator: '',
              status: 'NOERROR',
              answers: ['93.184.215.14'],
              ttl: 3600,
              group: 1,
              answerMs: 12.3,
              failure: null,
            },
            {
              resolver: 'ns2.example.com',
              operator: '',
              status: 'NOERROR',
              answers: ['93.184.215.14'],
              ttl: 3600,
              group: 1,
              answerMs: 12.3,
              failure: null,
            },
            {
              resolver: 'refusing.example.net',
              operator: '',
              status: null,
              answers: [],
              ttl: null,
              group: 0,
              answerMs: 12.3,
              failure: { reason: 'refused', message: 'Cannot reach "refusing.example.net:53": connection refused' },
            },
          ],
        },
      },
    },
    {
      title: 'A server of the local network',
      input: 'example.com',
      options: { resolvers: '192.168.1.1' },
      output: {
        data: {
          name: 'example.com',
          type: 'A',
          isSame: false,
          groups: [],
          expectedAt: null,
          results: [
            {
              resolver: '192.168.1.1',
              operator: '',
              status: null,
              answers: [],
              ttl: null,
              group: 0,
              answerMs: 12.3,
              failure: { reason: 'not-public', message: 'Cannot reach "192.168.1.1": it is not a public address' },
            },
          ],
        },
      },
    },
    {
      title: 'Too many servers',
      input: 'example.com',
      options: { resolvers: '9.9.9.9 '.repeat(31) },
      error: { code: 'LIMIT_EXCEEDED', message: 'Option "resolvers" must name at most 30 servers, got 31' },
    },
    {
      title: 'An empty label',
      input: 'a..example.com',
      error: { code: 'INVALID_INPUT', message: 'Input cannot be read: "a..example.com" has an empty label' },
    },
  ],
  async run({ input, options: { type, resolvers, expected, timeoutMs }, signal, settings, network }) {
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs });
    const name = nameOf(input);
    const named = resolvers.split(/[\s,;]+/).filter((part) => part !== '');
    if (named.length > RESOLVERS)
      throw overLimit(`Option "resolvers" must name at most ${RESOLVERS} servers, got ${named.length}`);
    const servers = (named.length === 0 ? PUBLIC.map(([address]) => address) : named).map((resolver) => ({
      resolver,
      operator: PUBLIC.find(([address]) => address === resolver)?.[1] ?? '',
      server: readNameServer(resolver, 'udp', access),
    }));
    const found = await eachWithin<(typeof servers)[number], Row>(
      servers,
      access,
      {
        atOnce: 12,
        totalMs: 25_000,
        onFailure: ({ resolver, operator }, failure) => ({
          resolver,
          operator,
          status: null,
          answers: [],
          ttl: null,
          group: 0,
          answerMs: 0,
          failure: told(failure),
        }),
      },
      async ({ resolver, operator, server }, own) => {
        const { message, answerMs } = await askDns({ name, type: typeNumber(type) ?? 0 }, server, own);
        const records = message.answers.filter((record) => record.type === type);
        return {
          resolver,
          operator,
          status: message.status,
          answers: records.map(({ fields }) => fields.join(' ')).sort(),
          ttl: records.length === 0 ? null : Math.min(...records.map(({ ttl }) => ttl)),
          group: 0,
          answerMs: rounded(answerMs),
          failure: null,
        };
      },
    );
    const { results, groups } = grouped(found);
    const wanted = expected.trim();
    return json({
      name,
      type,
      isSame: groups.length === 1,
      groups,
      expectedAt:
        wanted === '' ? null : results.filter(({ answers }) => answers.some((data) => isExpected(data, wanted))).length,
      results,
    });
  },
});
