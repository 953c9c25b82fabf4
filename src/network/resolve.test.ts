/** Names that lead to what may not be reached: a DNS server that changes its mind, and servers that must never be asked. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type DnsServer, openDnsServer, type Question, type Reply, records } from '../testing/dns-server.js';
import {
  openHttpServer,
  type PretendInternet,
  pretendInternet,
  type TestHttpServer,
} from '../testing/pretend-internet.js';

import { NetworkFailure } from './failures.js';
import { type Fetched, fetchPublic } from './fetch-public.js';
import { resolverAt } from './resolve.js';
import type { NetworkAccess } from './session.js';
import { parseUrl } from './targets.js';

const PUBLIC = '93.184.215.14';
const PUBLIC6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

let site: TestHttpServer;
let secret: TestHttpServer;
let dns: DnsServer;
let internet: PretendInternet;
let reply: (question: Question, before: number) => Reply;

beforeAll(async () => {
  site = await openHttpServer(({ url }, response) => {
    // Back to the same name, which is then resolved again.
    if (url === '/again') response.writeHead(302, { location: `http://site.example:${secret.port}/` }).end();
    else response.end('public');
  });
  secret = await openHttpServer((_request, response) => response.end('secret'));
  dns = await openDnsServer((question, before) => reply(question, before));
});
afterAll(() => Promise.all([site.close(), secret.close(), dns.close()]));

const access = (more: Partial<NetworkAccess> = {}): NetworkAccess => ({
  signal: new AbortController().signal,
  settings: { networkAllowPrivate: false },
  resolver: resolverAt([dns.address]),
  dial: internet.dial,
  ...more,
});

const ipv4 = (...addresses: string[]) =>
  ((question) => (question.type === 'A' ? records(question.name, 'A', ...addresses) : [])) as typeof reply;

/** Fetches with names answered as `answers` says, and tells what came of it. The secret server must not have been reached. */
async function attempt(answers: typeof reply, path = '/', more: Partial<NetworkAccess> = {}) {
  reply = answers;
  internet = pretendInternet(
    new Map([
      [PUBLIC, site],
      [PUBLIC6, site],
      ['127.0.0.1', secret],
      ['::1', secret],
    ]),
  );
  const asked = dns.questions.length;
  let fetched: Fetched | undefined;
  let failure: NetworkFailure | undefined;
  try {
    fetched = await fetchPublic(parseUrl(`http://site.example:${secret.port}${path}`), {}, access(more));
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    failure = error;
  }
  expect(secret.connections).toBe(0);
  return {
    text: fetched === undefined ? undefined : Buffer.from(fetched.bytes).toString(),
    reason: failure?.reason,
    message: failure?.message,
    cause: failure?.cause instanceof Error ? failure.cause.message : undefined,
    dialled: internet.dialled.map((entry) => entry.slice(0, entry.lastIndexOf(':'))),
    questions: dns.questions.slice(asked),
  };
}

describe('a DNS server that answers public first and then loopback', () => {
  const rebinding: typeof reply = ({ name, type }, before) =>
    type === 'A' ? records(name, 'A', before === 0 ? PUBLIC : '127.0.0.1') : [];

  const named = (name: string) => ({ name, reply: rebinding });

  it('is asked once, and what was judged is what is connected to', async () => {
    const fresh = named('once');
    const seen = await attempt((question) => fresh.reply(question, 0));
    expect(seen).toMatchObject({ text: 'public', dialled: [PUBLIC] });
    expect(seen.questions.filter(({ type }) => type === 'A')).toHaveLength(1);
    expect(seen.questions.filter(({ type }) => type === 'AAAA')).toHaveLength(1);
  });

  it('is refused when a redirect leads to it again', async () => {
    let asked = 0;
    const seen = await attempt((question) => rebinding(question, question.type === 'A' ? asked++ : 0), '/again');
    expect(seen).toMatchObject({ reason: 'not-public', dialled: [PUBLIC] });
    expect(seen.questions.filter(({ type }) => type === 'A')).toHaveLength(2);
    expect(seen.message).toBe('Cannot reach "site.example": it leads to an address that is not public');
    expect(seen.cause).toBe('127.0.0.1: 127.0.0.0/8 loopback, RFC 1122 §3.2.1.3');
  });
});

describe('a name', () => {
  it.each([
    ['one private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['metadata of a cloud', ['169.254.169.254']],
    ['this network', ['0.0.0.0']],
    ['a public address before a private one', [PUBLIC, '192.168.0.1']],
    ['a private address before a public one', ['172.16.0.1', PUBLIC]],
    [
      'sixty public addresses and a private one',
      [...Array.from({ length: 60 }, (_, i) => `93.184.215.${i}`), '127.0.0.1'],
    ],
  ])('with %s is refused', async (_what, addresses) => {
    expect(await attempt(ipv4(...addresses))).toMatchObject({ reason: 'not-public', dialled: [] });
  });

  it.each([
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    '::7f00:1',
  ])('with %s beside a public IPv4 address is refused', async (address) => {
    const answers: typeof reply = ({ name, type }) =>
      type === 'A' ? records(name, 'A', PUBLIC) : records(name, 'AAAA', address);
    expect(await attempt(answers)).toMatchObject({ reason: 'not-public', dialled: [] });
  });

  it('at the end of a chain of aliases is judged by its addresses', async () => {
    const chain =
      (last: string): typeof reply =>
      ({ name, type }) => {
        if (type !== 'A') return [];
        const names = [name, 'a.example', 'b.example', 'c.example', 'd.example'];
        const aliases = names
          .slice(1)
          .map((data, i) => ({ name: names[i] ?? '', type: 'CNAME', ttl: 0, data }) as const);
        return [...aliases, ...records('d.example', 'A', last)];
      };
    expect(await attempt(chain('127.0.0.1'))).toMatchObject({ reason: 'not-public', dialled: [] });
    expect(await attempt(chain(PUBLIC))).toMatchObject({ text: 'public', dialled: [PUBLIC] });
  });

  it('with 65 addresses is refused, with 64 it is reached', async () => {
    const many = (length: number) => ipv4(PUBLIC, ...Array.from({ length: length - 1 }, (_, i) => `93.184.216.${i}`));
    expect(await attempt(many(65))).toMatchObject({ reason: 'too-large', dialled: [] });
    expect(await attempt(many(64))).toMatchObject({ text: 'public', dialled: [PUBLIC] });
  });

  it('is reached by IPv6 first, and by IPv4 where that has no way', async () => {
    const both =
      (six: string): typeof reply =>
      ({ name, type }) =>
        type === 'A' ? records(name, 'A', PUBLIC) : records(name, 'AAAA', six);
    expect(await attempt(both(PUBLIC6))).toMatchObject({ text: 'public', dialled: [PUBLIC6] });
    expect(await attempt(both('2606:2800::1'))).toMatchObject({ text: 'public', dialled: ['2606:2800::1', PUBLIC] });
  });

  it('with trouble in one of its kinds of records is reached by the other', async () => {
    const seen = await attempt(({ name, type }) => (type === 'A' ? records(name, 'A', PUBLIC) : 'SERVFAIL'));
    expect(seen).toMatchObject({ text: 'public' });
  });

  it.each<[string, typeof reply, string, string]>([
    ['that does not exist', () => 'NXDOMAIN', 'no-such-name', 'the name does not exist'],
    ['without addresses', () => [], 'no-address', 'the name has no address'],
    ['that DNS fails on', () => 'SERVFAIL', 'dns-failed', 'DNS gives no usable answer'],
    [
      'with an alias that leads nowhere',
      ({ name }) => [{ name, type: 'CNAME', ttl: 0, data: 'b.example' }],
      'no-address',
      'the name has no address',
    ],
  ])('%s is told as that', async (_what, answers, reason, words) => {
    expect(await attempt(answers)).toMatchObject({
      reason,
      message: `Cannot reach "site.example": ${words}`,
      dialled: [],
    });
  });

  it('that no server answers for is told so within its time', async () => {
    const seen = await attempt(() => 'silence', '/', { limits: { nameMs: 100 } });
    expect(seen).toMatchObject({
      reason: 'timeout',
      message: 'Cannot find the addresses of "site.example": nothing after 0.1 seconds',
    });
  });

  it.each([
    'localhost',
    'a.localhost.',
    'printer.local',
    'db.internal',
    'intranet',
    'router.home.arpa',
    'x.onion',
    'x.invalid',
  ])('%s is refused and nobody asked', async (host) => {
    reply = ipv4(PUBLIC);
    internet = pretendInternet(new Map());
    const before = dns.questions.length;
    await expect(fetchPublic(parseUrl(`http://${host}/`), {}, access())).rejects.toMatchObject({
      reason: 'not-public',
      code: 'INVALID_INPUT',
      message: `Cannot reach "${host}": it is not a public name`,
    });
    expect([dns.questions.length, internet.dialled]).toEqual([before, []]);
  });
});

describe('with NETWORK_ALLOW_PRIVATE', () => {
  const allowed = (resolved: string[], host = 'site.example') => {
    reply = ipv4(...resolved);
    internet = pretendInternet(new Map(resolved.concat('127.0.0.1', '::1').map((address) => [address, site])));
    return fetchPublic(parseUrl(`http://${host}/`), {}, access({ settings: { networkAllowPrivate: true } })).then(
      () => 'reached',
      (error: NetworkFailure) => error.reason,
    );
  };

  it('private and loopback addresses and private names are reached', async () => {
    for (const address of ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1']) {
      expect([address, await allowed([address])]).toEqual([address, 'reached']);
    }
    for (const host of ['localhost', 'intranet', 'printer.local', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
      expect([host, await allowed(['10.0.0.1'], host)]).toEqual([host, 'reached']);
    }
  });

  it('metadata, link-local, multicast and what has no host stay shut', async () => {
    for (const address of [
      ...[
        '169.254.169.254',
        '169.254.170.2',
        '100.100.100.200',
        '168.63.129.16',
        '0.0.0.0',
        '224.0.0.1',
        '255.255.255.255',
      ],
      ...['192.0.0.192', '192.0.2.1', '198.18.0.1', '240.0.0.1'],
    ]) {
      expect([address, await allowed([address])]).toEqual([address, 'not-public']);
    }
    for (const host of [
      '[fe80::1]',
      '[fd00:ec2::254]',
      '[::]',
      '[ff02::1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      'x.onion',
    ]) {
      expect([host, await allowed([PUBLIC], host)]).toEqual([host, 'not-public']);
    }
  });
});
