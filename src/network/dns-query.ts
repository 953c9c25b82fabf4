import { randomInt } from 'node:crypto';

import { quote } from '../core/errors.js';
import { type DnsMessage, readMessage, writeQuery } from '../lib/dns/message.js';
import { nameKey, wholeName } from '../lib/dns/names.js';
import { typeName } from '../lib/dns/types.js';
import { ContentFault } from '../lib/faults.js';

import { closeConnection, connectIn, readUntil } from './connect.js';
import { askDatagram } from './datagrams.js';
import { NetworkFailure } from './failures.js';
import { fetchPublic } from './fetch-public.js';
import { type NetworkAccess, openSession } from './session.js';
import { type HostTarget, hostPort, type UrlTarget } from './targets.js';
import { startTls } from './tls.js';

export const DNS_TRANSPORTS = ['udp', 'tcp', 'tls', 'https'] as const;
export type DnsTransport = (typeof DNS_TRANSPORTS)[number];

/** A DNS server and how it is spoken to; over HTTPS (RFC 8484) by its URL. */
export type NameServer =
  | { readonly transport: 'udp' | 'tcp' | 'tls'; readonly target: HostTarget }
  | { readonly transport: 'https'; readonly target: UrlTarget };

export interface DnsQuestion {
  readonly name: string;
  /** Number of the type. */
  readonly type: number;
  readonly dnssec?: boolean;
  readonly recursion?: boolean;
}

export interface DnsReply {
  readonly message: DnsMessage;
  /** Host and port, or the URL, that answered. */
  readonly server: string;
  /** TCP where UDP was asked for and the answer did not fit. */
  readonly transport: DnsTransport;
  readonly bytes: number;
  readonly answerMs: number;
}

/** RFC 1035 §4.2.2. */
const MESSAGE_BYTES = 65_535;
/** Datagrams get lost: asked so often. */
const DATAGRAM_TRIES = 2;

/**
 * Asks one server one question. An answer to UDP that was cut is asked for again by TCP. Answers to another question are not taken.
 * Throws `NetworkFailure`, ContentFault for a name that cannot be asked, or the signal's reason.
 */
export async function askDns(question: DnsQuestion, server: NameServer, access: NetworkAccess): Promise<DnsReply> {
  const started = performance.now();
  const asked = await exchange(question, server, access);
  return { ...asked, answerMs: performance.now() - started };
}

async function exchange(
  question: DnsQuestion,
  server: NameServer,
  access: NetworkAccess,
): Promise<Omit<DnsReply, 'answerMs'>> {
  const id = server.transport === 'https' ? 0 : randomInt(0x1_0000);
  const query = writeQuery({ ...question, id });
  const told = server.transport === 'https' ? server.target.href : hostPort(server.target);
  const read = (bytes: Uint8Array): DnsMessage => answerOf(bytes, id, question, told);
  if (server.transport === 'https') {
    const bytes = await byHttps(query, server.target, access);
    return { message: read(bytes), server: told, transport: 'https', bytes: bytes.length };
  }
  if (server.transport === 'udp') {
    const bytes = await byDatagram(query, server.target, access, (answer) => isAnswer(answer, id));
    const message = read(bytes);
    if (!message.flags.includes('tc')) return { message, server: told, transport: 'udp', bytes: bytes.length };
  }
  const bytes = await byStream(query, server.target, server.transport === 'tls', access);
  return {
    message: read(bytes),
    server: told,
    transport: server.transport === 'tls' ? 'tls' : 'tcp',
    bytes: bytes.length,
  };
}

/** The first two bytes are the id, and the highest bit of the third says that it is an answer. */
const isAnswer = (bytes: Buffer, id: number): boolean =>
  bytes.length >= 12 && bytes.readUInt16BE() === id && (bytes.readUInt8(2) & 0x80) !== 0;

function answerOf(bytes: Uint8Array, id: number, question: DnsQuestion, server: string): DnsMessage {
  const fail = (why: string, cause?: unknown) =>
    new NetworkFailure('bad-content', `Cannot read the answer of ${quote(server)}: ${why}`, cause);
  let message: DnsMessage;
  try {
    message = readMessage(bytes);
  } catch (error) {
    if (error instanceof ContentFault) throw fail(error.message, error);
    throw error;
  }
  const [first] = message.questions;
  // Servers that refuse may leave the question out.
  const isOther =
    first !== undefined &&
    (nameKey(first.name) !== nameKey(wholeName(question.name)) || first.type !== typeName(question.type));
  if (!message.isResponse || message.id !== id || isOther) throw fail('it answers another question');
  return message;
}

async function byDatagram(
  query: Buffer,
  target: HostTarget,
  access: NetworkAccess,
  isWanted: (bytes: Buffer) => boolean,
): Promise<Buffer> {
  const totalMs = openSession(access).limits.totalMs;
  for (let tries = 1; ; tries += 1) {
    const limits = { ...access.limits, totalMs: totalMs / DATAGRAM_TRIES, idleMs: totalMs / DATAGRAM_TRIES };
    try {
      return (await askDatagram(target, query, isWanted, { ...access, limits })).bytes;
    } catch (error) {
      if (!(error instanceof NetworkFailure && error.reason === 'timeout') || tries === DATAGRAM_TRIES) throw error;
    }
  }
}

/** RFC 7766 and 7858: the length comes before the message. */
async function byStream(query: Buffer, target: HostTarget, isTls: boolean, access: NetworkAccess): Promise<Buffer> {
  const plain = await connectIn(openSession(access), target);
  const connection = isTls ? await startTls(plain, { alpn: ['dot'] }) : plain;
  try {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.length);
    connection.socket.write(Buffer.concat([length, query]));
    const isWhole = (bytes: Buffer): boolean => bytes.length >= 2 && bytes.length >= bytes.readUInt16BE() + 2;
    const bytes = await readUntil(connection, isWhole, MESSAGE_BYTES + 2);
    if (!isWhole(bytes)) {
      throw new NetworkFailure('reset', `Cannot read the answer of ${quote(hostPort(target))}: it is cut off`);
    }
    return bytes.subarray(2, bytes.readUInt16BE() + 2);
  } finally {
    closeConnection(connection);
  }
}

async function byHttps(query: Buffer, target: UrlTarget, access: NetworkAccess): Promise<Uint8Array> {
  const media = 'application/dns-message';
  const { status, headers, bytes } = await fetchPublic(
    target,
    { method: 'POST', body: query, headers: { 'content-type': media, accept: media } },
    { ...access, limits: { ...access.limits, bodyBytes: MESSAGE_BYTES, decodedBytes: MESSAGE_BYTES } },
  );
  const type = headers.get('content-type')?.[0] ?? '';
  if (status !== 200 || !type.toLowerCase().startsWith(media)) {
    throw new NetworkFailure(
      'bad-content',
      `Cannot read the answer of ${quote(target.href)}: status ${status} with content type ${quote(type)}`,
    );
  }
  return bytes;
}
