/**
 * A small internet on loopback, which worked examples and tests of network tools meet: names, web sites with certificates, a WHOIS
 * registry, a mail server, and hosts that refuse, keep silent or are private. Addresses look public; nothing leaves this machine.
 */

import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, Socket } from 'node:net';

import type { Answer } from 'dns-packet';

import type { NetworkWay } from '../core/network-way.js';

import { openDnsServer } from './dns-server.js';
import { WEB_SITE } from './example-site.js';
import { type Records, ZONE } from './example-zone.js';
import { readFixture } from './run-tool.js';

export interface ExampleInternet {
  readonly way: NetworkWay;
  /** `address:port` of every TCP connection that was tried. */
  readonly dialled: readonly string[];
  /** The service behind `address:port` is another for this test. */
  put(at: string, port: number): void;
  close(): Promise<void>;
}

const SITES = ['93.184.215.14', '93.184.215.15', '93.184.215.16', '2606:2800:21f::14'];
const EXPIRED = '93.184.215.17';
const SILENT = '93.184.215.18';
const REFUSING = '93.184.215.19';
const MAIL = '93.184.215.25';
const NAME_SERVER = '93.184.215.53';
const WHOIS = { '192.0.47.59': whoisOfRoot, '193.0.6.135': whoisOfRegistry } as const;

export async function openExampleInternet(): Promise<ExampleInternet> {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const dialled: string[] = [];
  const places = new Map<string, number>();

  async function open(server: Server): Promise<number> {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    return (server.address() as AddressInfo).port;
  }
  const certificate = (name: string) => ({
    cert: readFixture(`network/${name}.pem`),
    key: readFixture(`network/${name}.key`),
  });

  const plain = await open(createServer(WEB_SITE('http')));
  const secure = await open(createTlsServer(certificate('site'), WEB_SITE('https')));
  for (const site of SITES) {
    places.set(`${site}:80`, plain);
    places.set(`${site}:443`, secure);
  }
  const expired: RequestListener = (_request, response) => void response.end('old');
  places.set(`${EXPIRED}:443`, await open(createTlsServer(certificate('expired'), expired)));
  for (const [address, answer] of Object.entries(WHOIS)) places.set(`${address}:43`, await open(whoisServer(answer)));
  places.set(`${MAIL}:25`, await open(createTcpServer((socket) => socket.write('220 mail.example.com ESMTP\r\n'))));

  const names = await openDnsServer(({ name, type }) => answersOf(name, type));
  places.set(`${NAME_SERVER}:53`, names.port);

  const known = new Set([...places.keys()].map((place) => place.slice(0, place.lastIndexOf(':'))));
  const dial = (address: string, _family: 4 | 6, port: number): Socket => {
    dialled.push(`${address}:${port}`);
    const place = places.get(`${address}:${port}`);
    if (place !== undefined) return connect(place, '127.0.0.1');
    const socket = new Socket();
    if (address === SILENT) return socket;
    const isThere = known.has(address) || address === REFUSING;
    const fault = Object.assign(new Error('no server'), { code: isThere ? 'ECONNREFUSED' : 'EHOSTUNREACH' });
    setImmediate(() => socket.destroy(fault));
    return socket;
  };
  const way: NetworkWay = {
    resolver: async (name) => addressesOf(name),
    dial,
    // A port that nobody listens at, where there is no server.
    datagrams: (address, port) => ({ address: '127.0.0.1', port: places.get(`${address}:${port}`) ?? 1 }),
    nameServers: [NAME_SERVER],
    roots: readFixture('network/root.pem').toString(),
  };
  return {
    way,
    dialled,
    put: (at, port) => void places.set(at, port),
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([...servers.map((server) => new Promise((resolve) => server.close(resolve))), names.close()]);
    },
  };
}

const recordsOf = (name: string): Records | undefined => ZONE[name.toLowerCase().replace(/\.$/, '')];

/** What a resolver answers: an alias, and what it leads to. */
function answersOf(name: string, type: string): readonly Answer[] | 'NXDOMAIN' {
  const records = recordsOf(name);
  if (records === undefined) return 'NXDOMAIN';
  const { CNAME: alias } = records;
  if (alias !== undefined && type !== 'CNAME') {
    const behind = answersOf(alias.data as string, type);
    const own = { name, type: 'CNAME', ttl: 3600, class: 'IN', data: alias.data } as Answer;
    return behind === 'NXDOMAIN' ? [own] : [own, ...behind];
  }
  const data = records[type];
  if (data === undefined) return [];
  const { ttl = 3600 } = data;
  const values = Array.isArray(data.data) ? data.data : [data.data];
  return values.map((value) => ({ name, type, ttl, class: 'IN', data: value }) as Answer);
}

async function addressesOf(name: string): Promise<readonly string[]> {
  const found = ['A', 'AAAA'].flatMap((type) => {
    const answers = answersOf(name, type);
    if (answers === 'NXDOMAIN') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return answers.filter((answer) => answer.type === type);
  });
  return found.map((answer) => String((answer as { data: unknown }).data));
}

const whoisServer = (answer: (question: string) => string): Server =>
  createTcpServer((socket) => {
    socket.once('data', (line) => socket.end(answer(line.toString().trim()).replace(/\n/g, '\r\n')));
  });

function whoisOfRoot(question: string): string {
  if (/(^|\.)(com|org)$/i.test(question)) {
    return `% IANA WHOIS server\n\nrefer:        whois.registry.example\n\ndomain:       ${question.split('.').at(-1)?.toUpperCase()}\norganisation: Example Registry\nstatus:       ACTIVE\n`;
  }
  return '% IANA WHOIS server\n% This query returned 0 objects.\n';
}

function whoisOfRegistry(question: string): string {
  if (!/example\.com$/i.test(question)) return `No match for domain "${question.toUpperCase()}".\n`;
  return [
    '   Domain Name: EXAMPLE.COM',
    '   Registrar WHOIS Server: whois.registry.example',
    '   Updated Date: 2025-08-14T07:01:39Z',
    '   Creation Date: 1995-08-14T04:00:00Z',
    '   Registry Expiry Date: 2026-08-13T04:00:00Z',
    '   Registrar: Example Registrar, Inc.',
    '   Registrar IANA ID: 376',
    '   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited',
    '   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
    '   Name Server: NS1.EXAMPLE.COM',
    '   Name Server: NS2.EXAMPLE.COM',
    '   DNSSEC: signedDelegation',
    '>>> Last update of whois database: 2026-01-02T03:04:05Z <<<',
    '',
  ].join('\n');
}
