/** Connections for protocols other than HTTP: TCP, TLS, datagrams. */

import { createSocket } from 'node:dgram';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions as ServerOptions, TLSSocket } from 'node:tls';

import { afterEach, describe, expect, it } from 'vitest';

import { openDnsServer, records } from '../testing/dns-server.js';
import { until } from '../testing/fetch-bench.js';
import { openTcpServer, pretendInternet, type TestServer } from '../testing/pretend-internet.js';
import { hasProgram, runProgram } from '../testing/programs.js';

import { closeConnection, openConnection, readUntil } from './connect.js';
import { askDatagram } from './datagrams.js';
import { fetchPublic } from './fetch-public.js';
import { operatorNameServers } from './resolve.js';
import type { NetworkAccess } from './session.js';
import { parseHost, parseUrl } from './targets.js';
import { openTls, startTls } from './tls.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

async function tcp(onConnection: (socket: Socket) => void): Promise<TestServer> {
  const server = await openTcpServer(onConnection);
  opened.push(server);
  return server;
}

const access = (more: Partial<NetworkAccess> = {}): NetworkAccess => ({
  signal: new AbortController().signal,
  settings: { networkAllowPrivate: true },
  ...more,
});

const SHUT = access({ settings: { networkAllowPrivate: false } });

describe('a host and port', () => {
  it.each([
    ['a.example:80', { host: 'a.example', port: 80 }],
    [' A.EXAMPLE:443\n', { host: 'a.example', port: 443 }],
    ['a.example.:1', { host: 'a.example.', port: 1 }],
    ['2606:4700::1111', { host: '2606:4700::1111', port: 7 }],
    ['[2606:4700:0::1111]:53', { host: '2606:4700::1111', port: 53 }],
    ['0x7f.1:65535', { host: '127.0.0.1', port: 65_535 }],
    ['bücher.example', { host: 'xn--bcher-kva.example', port: 7 }],
    ['8.8.8.8:080', { host: '8.8.8.8', port: 80 }],
  ])('is read from %j', (text, expected) => {
    expect(parseHost(text, { defaultPort: 7 })).toEqual(expected);
  });

  it.each([
    ...[
      '',
      ':80',
      'a.example:',
      'a.example:0',
      'a.example:65536',
      'a.example:http',
      'a.example:-1',
      'http://a.example',
      'u@a.example',
    ],
    ...[
      'a.example/x',
      'a.example?x',
      'a.example#x',
      'a\\b',
      'a b',
      'a\tb',
      'a.example:80:80',
      '[::1',
      '::1]',
      '[::1%lo]:80',
      'fe80::1%eth0',
    ],
    ...['256.1.1.1', '08.1.1.1', 'a..b', 'unix:/run/a.sock', '*.example', 'a.example,b.example', 'x'.repeat(301)],
  ])('is none in %j', (text) => {
    expect(() => parseHost(text, { defaultPort: 7, label: 'Line 3' })).toThrow(/^Line 3 must be a host/);
  });

  it('needs the port where there is no default', () => {
    expect(() => parseHost('a.example')).toThrow(
      'Input must be a host, perhaps with a port, got "a.example": a port is missing',
    );
  });
});

describe('a connection', () => {
  it('is opened, read until what is waited for, and read to its end', async () => {
    const server = await tcp((socket) => {
      socket.write('220 hel');
      setTimeout(() => socket.write('lo\r\n'), 20);
      socket.once('data', (line) => socket.end(`you said ${line}`));
    });
    const connection = await openConnection({ host: '127.0.0.1', port: server.port }, access());
    expect(connection.address).toBe('127.0.0.1');
    const banner = await readUntil(connection, (bytes) => bytes.includes('\r\n'), 100);
    expect(banner.toString()).toBe('220 hello\r\n');
    connection.socket.write('EHLO a\r\n');
    expect((await readUntil(connection, () => false, 100)).toString()).toBe('you said EHLO a\r\n');
    closeConnection(connection);
    await until(() => server.open === 0);
  });

  it('that sends more than may come is ended, whoever reads', async () => {
    const flood = (socket: Socket): void => {
      const more = (): unknown => socket.write(Buffer.alloc(10_000)) && !socket.destroyed && setImmediate(more);
      socket.on('drain', more);
      more();
    };
    const server = await tcp(flood);
    const target = { host: '127.0.0.1', port: server.port };
    await expect(readUntil(await openConnection(target, access()), () => false, 5000)).rejects.toMatchObject({
      reason: 'too-large',
      code: 'LIMIT_EXCEEDED',
    });
    const other = await openConnection(target, access({ limits: { receivedBytes: 50_000 } }));
    other.socket.resume();
    await until(() => other.socket.destroyed);
    expect(other.watch.endedBy).toMatchObject({ reason: 'too-large' });
    await until(() => server.open === 1);
  });

  it('that is idle, late or left by its caller is ended', async () => {
    const server = await tcp(() => undefined);
    const target = { host: '127.0.0.1', port: server.port };
    const idle = await openConnection(target, access({ limits: { idleMs: 50 } }));
    await expect(readUntil(idle, () => false, 10)).rejects.toMatchObject({ reason: 'timeout' });
    const late = await openConnection(target, access({ limits: { totalMs: 60 } }));
    await until(() => late.socket.destroyed);
    expect(late.watch.endedBy).toMatchObject({ reason: 'timeout' });
    const caller = new AbortController();
    const left = await openConnection(target, access({ signal: caller.signal }));
    const reading = expect(readUntil(left, () => false, 10)).rejects.toThrow('left');
    caller.abort(new Error('left'));
    await reading;
    await until(() => server.open === 0);
  });

  it('to a host that may not be reached is never tried', async () => {
    const server = await tcp(() => undefined);
    for (const host of ['127.0.0.1', '::1', 'localhost', '::ffff:127.0.0.1']) {
      await expect(openConnection({ host, port: server.port }, SHUT)).rejects.toMatchObject({ reason: 'not-public' });
      await expect(openTls({ host, port: server.port }, {}, SHUT)).rejects.toMatchObject({ reason: 'not-public' });
    }
    // Not what the parsers give: nothing here reads numbers as the system would.
    for (const host of ['127.1', '2130706433', '0x7f000001', '/run/a.sock', '', '%', 'a b', '..']) {
      await expect(openConnection({ host, port: server.port }, SHUT)).rejects.toMatchObject({ reason: 'not-public' });
    }
    expect(server.connections).toBe(0);
  });

  it('wins over one that does not answer', async () => {
    const server = await tcp((socket) => socket.end('b'));
    const internet = pretendInternet(
      new Map([
        ['93.184.215.14', undefined],
        ['93.184.215.15', server],
      ]),
    );
    const resolver = async () => ['93.184.215.14', '93.184.215.15'];
    const connection = await openConnection({ host: 'a.example', port: 1 }, { ...SHUT, resolver, dial: internet.dial });
    expect(connection.address).toBe('93.184.215.15');
    await until(() => internet.sockets[0]?.destroyed === true);
    closeConnection(connection);
  });
});

const OPENSSL = hasProgram('openssl', ['version'], 'TLS of the network guard');

describe.runIf(OPENSSL)('TLS', () => {
  let pair: { key: string; cert: string } | undefined;
  /** A certificate of its own for good.example, which nobody trusts unless told to. */
  function certificate() {
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
    const names = ['-subj', '/CN=good.example', '-addext', 'subjectAltName=DNS:good.example,IP:93.184.215.16'];
    pair ??= (() => {
      const pem = runProgram('openssl', [...args, ...names, '-keyout', '-', '-out', '-']).toString();
      const part = (kind: string) =>
        new RegExp(`-----BEGIN ${kind}-----[^]+-----END ${kind}-----\n`).exec(pem)?.[0] ?? '';
      return { key: part('PRIVATE KEY'), cert: part('CERTIFICATE') };
    })();
    return pair;
  }

  const serverNames: (string | false | null)[] = [];
  async function secure(onConnection: (socket: TLSSocket) => void, more: ServerOptions = {}) {
    const server = createTlsServer({ ...certificate(), ...more }, (socket) => {
      socket.on('error', () => undefined);
      serverNames.push(socket.servername);
      onConnection(socket);
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    opened.push({ close });
    return { port: (server.address() as AddressInfo).port };
  }

  const at = (server: { readonly port: number }, more: Partial<NetworkAccess> = {}): NetworkAccess => ({
    ...SHUT,
    resolver: async () => ['93.184.215.16'],
    dial: pretendInternet(new Map([['93.184.215.16', server]])).dial,
    ...more,
  });

  it('asks for the name and holds the certificate to it, without its last dot', async () => {
    const server = await secure((socket) => socket.end('hello'));
    const { cert: ca } = certificate();
    for (const host of ['good.example', 'good.example.', '93.184.215.16']) {
      const connection = await openTls({ host, port: 443 }, { ca }, at(server));
      expect([connection.distrust, connection.address]).toEqual([undefined, '93.184.215.16']);
      expect((await readUntil(connection, () => false, 10)).toString()).toBe('hello');
      closeConnection(connection);
    }
    expect(serverNames.splice(0)).toEqual(['good.example', 'good.example', false]);
    await expect(openTls({ host: 'other.example', port: 443 }, { ca }, at(server))).rejects.toMatchObject({
      reason: 'bad-certificate',
      message: 'Cannot reach "other.example:443": the certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)',
    });
  });

  it('refuses a certificate that nobody trusts, unless it is to be looked at', async () => {
    const server = await secure((socket) => socket.end());
    const target = { host: 'good.example', port: 443 };
    await expect(openTls(target, {}, at(server))).rejects.toMatchObject({
      reason: 'bad-certificate',
      message: 'Cannot reach "good.example:443": the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
    const connection = await openTls(target, { acceptAnyCertificate: true }, at(server));
    expect(connection.distrust).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(connection.socket.getPeerCertificate().subject.CN).toBe('good.example');
    closeConnection(connection);
  });

  it('carries HTTP, and is not left for HTTP', async () => {
    const answer = 'HTTP/1.1 302 Found\r\nLocation: http://good.example/\r\nContent-Length: 2\r\n\r\nhi';
    const server = await secure((socket) => socket.once('data', () => socket.end(answer)));
    const tls = { ca: certificate().cert };
    const url = parseUrl('https://good.example/');
    const fetched = await fetchPublic(url, { tls }, at(server, { limits: { redirects: 0 } }));
    expect([fetched.status, Buffer.from(fetched.bytes).toString(), fetched.timings.tlsMs]).toEqual([
      302,
      'hi',
      expect.any(Number),
    ]);
    await expect(fetchPublic(url, { tls }, at(server))).rejects.toMatchObject({
      reason: 'bad-redirect',
      message: 'Cannot follow the redirect of "good.example" to "http://good.example/": it leaves https for http',
    });
  });

  it('follows STARTTLS on an open connection', async () => {
    const server = await tcp((socket) => {
      socket.write('220 ready\r\n');
      socket.once('data', () => {
        socket.write('220 go\r\n');
        const secured = new TLSSocket(socket, { isServer: true, ...certificate() });
        secured.on('error', () => undefined);
        secured.end('secret');
      });
    });
    const plain = await openConnection({ host: 'good.example', port: 25 }, at(server));
    await readUntil(plain, (bytes) => bytes.includes('\n'), 100);
    plain.socket.write('STARTTLS\r\n');
    await readUntil(plain, (bytes) => bytes.includes('\n'), 100);
    const connection = await startTls(plain, { ca: certificate().cert });
    expect((await readUntil(connection, () => false, 100)).toString()).toBe('secret');
    closeConnection(connection);
    await until(() => server.open === 0);
  });

  it('that does not come about is told as that', async () => {
    const target = { host: 'good.example', port: 443 };
    const plain = await tcp((socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n'));
    await expect(openTls(target, {}, at(plain))).rejects.toMatchObject({ reason: 'tls-failed' });
    const silent = await tcp(() => undefined);
    await expect(openTls(target, {}, at(silent, { limits: { connectMs: 100 } }))).rejects.toMatchObject({
      reason: 'timeout',
    });
    const closing = await tcp((socket) => socket.end());
    await expect(openTls(target, {}, at(closing))).rejects.toMatchObject({ reason: 'reset' });
    const old = await secure((socket) => socket.end(), { minVersion: 'TLSv1.3' });
    await expect(openTls(target, { maxVersion: 'TLSv1.2' }, at(old))).rejects.toMatchObject({ reason: 'tls-failed' });
    await until(() => plain.open + silent.open + closing.open === 0);
  });

  it('is held to the same bounds', async () => {
    const flooding = await secure((socket) => {
      const more = (): unknown => socket.write(Buffer.alloc(10_000)) && !socket.destroyed && setImmediate(more);
      socket.on('drain', more);
      more();
    });
    const options = { ca: certificate().cert };
    const target = { host: 'good.example', port: 443 };
    const flooded = await openTls(target, options, at(flooding, { limits: { receivedBytes: 50_000 } }));
    flooded.socket.resume();
    await until(() => flooded.socket.destroyed);
    expect(flooded.watch.endedBy).toMatchObject({ reason: 'too-large' });
    const silent = await secure(() => undefined);
    const idle = await openTls(target, options, at(silent, { limits: { idleMs: 80 } }));
    await expect(readUntil(idle, () => false, 10)).rejects.toMatchObject({ reason: 'timeout' });
    const caller = new AbortController();
    const left = await openTls(target, options, at(silent, { signal: caller.signal }));
    caller.abort(new Error('left'));
    await until(() => left.socket.closed);
    expect(left.watch.endedBy).toEqual(new Error('left'));
  });
});

describe('a datagram', () => {
  it('is answered by whom it was sent to, by an answer that fits', async () => {
    const server = createSocket('udp4');
    server.on('message', (bytes, { port, address }) => {
      server.send('noise', port, address);
      server.send(`re: ${bytes}`, port, address);
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    opened.push({ close: () => new Promise((resolve) => server.close(resolve)) });
    const target = { host: 'localhost', port: server.address().port };
    const fits = (bytes: Buffer) => bytes.toString().startsWith('re: ');
    const resolver = async () => ['127.0.0.1'];
    const answer = await askDatagram({ ...target, host: '127.0.0.1' }, Buffer.from('a'), fits, access({ resolver }));
    expect([answer.bytes.toString(), answer.address]).toEqual(['re: a', '127.0.0.1']);
    await expect(askDatagram(target, Buffer.from('a'), fits, SHUT)).rejects.toMatchObject({ reason: 'not-public' });
    const never = askDatagram(
      { ...target, host: '127.0.0.1' },
      Buffer.from('a'),
      () => false,
      access({ limits: { idleMs: 80 } }),
    );
    await expect(never).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('to a port that nobody listens at is refused', async () => {
    const server = createSocket('udp4');
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    const { port } = server.address();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await expect(
      askDatagram({ host: '127.0.0.1', port }, Buffer.from('a'), () => true, access()),
    ).rejects.toMatchObject({
      reason: 'refused',
    });
  });

  it('reaches the DNS servers of the operator, who may be private', async () => {
    const dns = await openDnsServer(({ name }) => records(name, 'A', '93.184.215.14'));
    opened.push(dns);
    const servers = operatorNameServers([dns.address, '10.0.0.53', 'fd00::53', '[fd00::54]:5353', 'fe80::1%eth0']);
    expect(servers.map(({ host, port }) => [host, port])).toEqual([
      ['127.0.0.1', dns.port],
      ['10.0.0.53', 53],
      ['fd00::53', 53],
      ['fd00::54', 5353],
    ]);
    // RFC 1035 §4.1: one question, a.example A IN.
    const question = Buffer.from('1234010000010000000000000161076578616d706c650000010001', 'hex');
    const isAnswer = (bytes: Buffer) => bytes.readUInt16BE(0) === 0x1234;
    const answer = await askDatagram(servers[0]!, question, isAnswer, SHUT);
    expect(answer.bytes.subarray(-4)).toEqual(Buffer.from([93, 184, 215, 14]));
    const copied = { host: servers[0]!.host, port: servers[0]!.port };
    await expect(askDatagram(copied, question, isAnswer, SHUT)).rejects.toMatchObject({ reason: 'not-public' });
  });
});
