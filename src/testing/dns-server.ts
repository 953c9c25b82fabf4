import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer } from 'node:net';

import { type Answer, decode, encode, type Packet, streamDecode, streamEncode } from 'dns-packet';

/** What is asked: a name and `A` or `AAAA`. */
export interface Question {
  readonly name: string;
  readonly type: string;
}

/** Answers to a question, a code of failure, or nothing at all. */
export type Reply = readonly Answer[] | 'NXDOMAIN' | 'SERVFAIL' | 'silence';

/** A DNS server, UDP and TCP; on a free port of loopback unless it is told where. */
export interface DnsServer {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  readonly port: number;
  readonly questions: readonly Question[];
  close(): Promise<void>;
}

const CODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;
const AUTHORITATIVE_RECURSION_AVAILABLE = 0x0480;
const TRUNCATED = 0x0200;
/** RFC 1035 §4.2.1: more goes over TCP. */
const UDP_BYTES = 512;

/** Starts a server that answers as `reply` says; `before` is how often the same question was asked before. */
export async function openDnsServer(
  reply: (question: Question, before: number) => Reply,
  at: { readonly host: string; readonly port: number } = { host: '127.0.0.1', port: 0 },
): Promise<DnsServer> {
  const questions: Question[] = [];

  function answerTo(query: Packet): Packet | undefined {
    const { name = '', type = '' } = query.questions?.[0] ?? {};
    const before = questions.filter((asked) => asked.name === name && asked.type === type).length;
    questions.push({ name, type });
    const answers = reply({ name, type }, before);
    if (answers === 'silence') return undefined;
    const code = typeof answers === 'string' ? CODES[answers] : 0;
    return {
      type: 'response',
      id: query.id ?? 0,
      flags: AUTHORITATIVE_RECURSION_AVAILABLE | code,
      questions: query.questions ?? [],
      answers: typeof answers === 'string' ? [] : [...answers],
    };
  }

  const tcp = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < received.readUInt16BE(0) + 2) return;
      const answer = answerTo(streamDecode(received));
      if (answer !== undefined) socket.end(streamEncode(answer));
    });
  });
  await new Promise<void>((resolve) => tcp.listen(at.port, at.host, resolve));
  const { port } = tcp.address() as AddressInfo;

  const udp = createSocket(at.host.includes(':') ? 'udp6' : 'udp4');
  udp.on('message', (message, from) => {
    const answer = answerTo(decode(message));
    if (answer === undefined) return;
    const bytes = encode(answer);
    if (bytes.length <= UDP_BYTES) {
      udp.send(bytes, from.port, from.address);
      return;
    }
    questions.pop();
    udp.send(encode({ ...answer, flags: (answer.flags ?? 0) | TRUNCATED, answers: [] }), from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, at.host, resolve));

  return {
    address: `${at.host}:${port}`,
    port,
    questions,
    async close() {
      await Promise.all([
        new Promise<void>((resolve) => udp.close(resolve)),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ]);
    },
  };
}

/** Records of one name, `TTL` 0: nobody may keep them. */
export const records = (name: string, type: 'A' | 'AAAA', ...addresses: readonly string[]): Answer[] =>
  addresses.map((data) => ({ name, type, ttl: 0, class: 'IN', data }));
