import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { typeNumber } from '../../lib/dns/types.js';
import { readIpAddress } from '../../lib/numbers/ip-address.js';
import { askDns } from '../../network/dns-query.js';
import { eachWithin } from '../../network/many.js';
import { accessOf } from '../../network/session.js';
import { askedName, readNameServer, recordRow, resolverOption, transportOption } from './_dns.js';
import { NOTHING, type Row, row, TYPES } from './_dns-answer.js';
import { linesNote, readLines } from './_lines.js';
import { LIVE_NOTE, rounded, timeoutOption, told } from './_peer.js';

const NAMES = 20;
const AT_ONCE = 8;
const TOTAL_MS = 25_000;

/** What people look for when they name no type. */
const COMMON = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA', 'CAA'] as const;

export default defineTool({
  id: 'dns-lookup',
  title: 'DNS Lookup',
  summary:
    'Asks DNS servers for the records of names: all common types at once or one type, over UDP, TCP, TLS or HTTPS.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 30,
  input: 'required',
  options: {
    type: z
      .enum(TYPES)
      .default('common')
      .describe('Record type; common asks for A, AAAA, MX, NS, TXT, SOA and CAA, or PTR for an IP address.'),
    resolver: resolverOption(),
    transport: transportOption(),
    dnssec: z.boolean().default(false).describe('Asks for the signatures (RRSIG) too.'),
    recursion: z.boolean().default(true).describe('The server may ask others; off to see what it knows itself.'),
    timeoutMs: timeoutOption(5_000, 10_000, 'an answer'),
  },
  result: 'data',
  data: z.object({
    results: z.array(row).describe('One per name and type, in their order.'),
  }),
  notes: [
    LIVE_NOTE,
    linesNote(NAMES),
    'International names are asked in Punycode, IP addresses by their name under in-addr.arpa or ip6.arpa. The DNS server of this machine may be private; a server that "resolver" names must be public.',
    'A datagram that gets lost is sent a second time. After 25 seconds what was not asked yet is told as a failure.',
    'Records of unknown types are given as RFC 3597 writes them. Signatures are not checked here: the flag ad says that the server did.',
  ],
  aliases: [
    'dig',
    'nslookup',
    'dns records',
    'mx lookup',
    'txt record',
    'dns over https',
    'doh',
    'dot',
    'name server',
    'resolve domain',
    'ip address of a domain',
    'domain to ip',
    'mail servers of a domain',
    'ip address of a website',
  ],
  verified: [
    'dig 9.18 (BIND): the same records in the same words for 35 types of a zone, over UDP and TCP, with a server of BIND on loopback',
    'dns-packet 5.6: 2,000 random messages; cut and damaged, each is refused in words or read',
    'RFC 9460 appendix A.1: escaped items of a list',
  ],
  examples: [
    {
      title: 'Mail servers of a domain',
      input: 'example.com',
      options: { type: 'MX' },
      output: {
        data: {
          results: [
            {
              name: 'example.com',
              type: 'MX',
              status: 'NOERROR',
              flags: ['qr', 'aa', 'ra'],
              answers: [{ name: 'example.com.', type: 'MX', ttl: 3600, data: '10 mail.example.com.' }],
              authorities: [],
              additionals: [],
              extendedErrors: [],
              server: '93.184.215.53:53',
              transport: 'udp',
              bytes: 72,
              answerMs: 12.3,
              failure: null,
            },
          ],
        },
      },
    },
    {
      title: 'A name that does not exist, and the name of an address',
      input: 'nowhere.example.com\n93.184.215.14',
      options: { type: 'PTR' },
      output: {
        data: {
          results: [
            {
              name: 'nowhere.example.com',
              type: 'PTR',
              status: 'NXDOMAIN',
              flags: ['qr', 'aa', 'ra'],
              answers: [],
              authorities: [],
              additionals: [],
              extendedErrors: [],
              server: '93.184.215.53:53',
              transport: 'udp',
              bytes: 37,
              answerMs: 12.3,
              failure: null,
            },
            {
              name: '14.215.184.93.in-addr.arpa',
              type: 'PTR',
              status: 'NOERROR',
              flags: ['qr', 'aa', 'ra'],
              answers: [{ name: '14.215.184.93.in-addr.arpa.', type: 'PTR', ttl: 3600, data: 'example.com.' }],
              authorities: [],
              additionals: [],
              extendedErrors: [],
              server: '93.184.215.53:53',
              transport: 'udp',
              bytes: 95,
              answerMs: 12.3,
              failure: null,
            },
          ],
        },
      },
    },
    {
      title: 'A server that may not be reached',
      input: 'example.com',
      options: { type: 'A', resolver: '10.0.0.53' },
      error: { code: 'INVALID_INPUT', message: 'Cannot reach "10.0.0.53": it is not a public address' },
    },
    {
      title: 'An empty label',
      input: 'example..com',
      error: {
        code: 'INVALID_INPUT',
        message: 'Input cannot be read: "example..com" has an empty label, got "example..com"',
      },
    },
    {
      title: 'TLS without a server',
      input: 'example.com',
      options: { transport: 'tls' },
      error: { code: 'INVALID_INPUT', message: 'Option "resolver" must name a server where "transport" is tls' },
    },
  ],
  async run({
    input,
    options: { type, resolver, transport, dnssec, recursion, timeoutMs },
    signal,
    settings,
    network,
  }) {
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs });
    const names = readLines(input, NAMES, (line) => ({
      name: askedName(line),
      types: type !== 'common' ? [type] : readIpAddress(line) === undefined ? COMMON : (['PTR'] as const),
    }));
    const server = readNameServer(resolver, transport, access);
    const questions = names.flatMap(({ name, types }) => types.map((one) => ({ name, type: one })));
    const results = await eachWithin<(typeof questions)[number], Row>(
      questions,
      access,
      {
        atOnce: AT_ONCE,
        totalMs: TOTAL_MS,
        onFailure(question, failure) {
          // A server that may not be asked would refuse every question alike.
          if (failure.reason === 'not-public') throw failure;
          return { ...question, ...NOTHING, failure: told(failure) };
        },
      },
      async (question, own) => {
        const asked = { name: question.name, type: typeNumber(question.type) ?? 0, dnssec, recursion };
        const { message, answerMs, ...reply } = await askDns(asked, server, own);
        return {
          ...question,
          status: message.status,
          flags: message.flags,
          answers: message.answers.map(recordRow),
          authorities: message.authorities.map(recordRow),
          additionals: message.additionals.map(recordRow),
          extendedErrors: message.extendedErrors,
          ...reply,
          answerMs: rounded(answerMs),
          failure: null,
        };
      },
    );
    return json({ results });
  },
});
