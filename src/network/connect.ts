import { connect, type Socket } from 'node:net';

import { quote } from '../core/errors.js';
import type { Dial } from '../core/network-way.js';

import { asFailure, NetworkFailure } from './failures.js';
import { type CheckedAddress, resolveChecked } from './resolve.js';
import { type NetworkAccess, openSession, type Session } from './session.js';
import { type SocketWatch, watchSocket } from './socket-watch.js';
import { type HostTarget, hostPort } from './targets.js';

/** Milliseconds of each phase. */
export interface ConnectTimings {
  readonly nameMs: number;
  readonly connectMs: number;
  /** Absent without TLS. */
  readonly tlsMs?: number;
}

/** An open connection to an address that was judged. */
export interface Connection extends HostTarget {
  /** Bounded in time, bytes and idleness whoever reads it; its errors are handled. */
  readonly socket: Socket;
  /** The address that was judged and connected to. */
  readonly address: string;
  readonly timings: ConnectTimings;
  readonly watch: SocketWatch;
  readonly session: Session;
}

/** RFC 8305 §5: the next address is tried when one has not answered for this long. */
const ATTEMPT_MS = 250;
/** Addresses that are tried. */
const ATTEMPTS = 6;

/**
 * Opens a TCP connection. The host is resolved once, every address judged, and one of those very addresses connected to. The connection
 * lives until it is closed, the signal aborts or its time is over. Throws `NetworkFailure`, or the signal's reason.
 */
export const openConnection = (target: HostTarget, access: NetworkAccess): Promise<Connection> =>
  connectIn(openSession(access), target);

/** As `openConnection`, inside an exchange whose time runs already. */
export async function connectIn(session: Session, target: HostTarget): Promise<Connection> {
  const started = performance.now();
  const candidates = await resolveChecked(target, session);
  const resolved = performance.now();
  const what = `Cannot reach ${quote(hostPort(target))}`;
  const { socket, address } = await session.deadline
    .run<Dialled>({ what, ms: session.limits.connectMs }, (resolve, reject) =>
      race(inTurns(candidates), target.port, session.dial ?? dialAddress, resolve, reject),
    )
    .catch((error: unknown) => {
      throw asFailure(what, error);
    });
  const timings = { nameMs: resolved - started, connectMs: performance.now() - resolved };
  const { host, port } = target;
  return { host, port, socket, address, timings, session, watch: watchSocket(socket, what, session) };
}

interface Dialled {
  readonly socket: Socket;
  readonly address: string;
}

/** A number needs no look-up, so nothing is resolved here a second time. */
const dialAddress: Dial = (address, family, port) => connect({ host: address, port, family, autoSelectFamily: false });

/** RFC 8305 §4: IPv6 and IPv4 by turns, IPv6 first. */
function inTurns(addresses: readonly CheckedAddress[]): readonly CheckedAddress[] {
  const six = addresses.filter(({ family }) => family === 6);
  const four = addresses.filter(({ family }) => family === 4);
  const turns = Array.from({ length: Math.max(six.length, four.length) }, (_, i) => [six[i], four[i]]).flat();
  return turns.filter((address) => address !== undefined).slice(0, ATTEMPTS);
}

/** The first address that answers wins; the other attempts are ended. Gives what ends them all. */
function race(
  addresses: readonly CheckedAddress[],
  port: number,
  dial: Dial,
  resolve: (dialled: Dialled) => void,
  reject: (error: unknown) => void,
): () => void {
  const open = new Set<Socket>();
  const left = [...addresses];
  let timer: NodeJS.Timeout | undefined;
  function stop(): void {
    clearTimeout(timer);
    for (const socket of open) socket.destroy();
    open.clear();
  }
  function attempt(): void {
    clearTimeout(timer);
    const candidate = left.shift();
    if (candidate === undefined) return;
    const socket = dial(candidate.address, candidate.family, port);
    open.add(socket);
    socket.once('connect', () => {
      open.delete(socket);
      stop();
      resolve({ socket, address: candidate.address });
    });
    socket.on('error', (error) => {
      if (!open.delete(socket)) return;
      if (left.length > 0) attempt();
      else if (open.size === 0) reject(error);
    });
    if (left.length > 0) timer = setTimeout(attempt, ATTEMPT_MS);
  }
  attempt();
  return stop;
}

/** Ends a connection at once. */
export function closeConnection({ socket, watch }: Connection): void {
  watch.release();
  socket.destroy();
}

/**
 * Reads until `isComplete` says so of what has come, or the other side has ended. Whatever came is returned, at most `mostBytes`. Throws
 * `NetworkFailure`: `too-large` over `mostBytes`, and whatever ended the connection.
 */
export async function readUntil(
  { socket, watch, host, port, session }: Connection,
  isComplete: (bytes: Buffer) => boolean,
  mostBytes: number,
): Promise<Buffer> {
  const what = `Cannot read from ${quote(hostPort({ host, port }))}`;
  const chunks: Buffer[] = [];
  let length = 0;
  const reading = session.deadline.run<Buffer>({ what, ms: Number.POSITIVE_INFINITY }, (resolve, reject) => {
    let brokenBy: unknown = new NetworkFailure('reset', `${what}: the connection is closed`);
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > mostBytes) reject(new NetworkFailure('too-large', `${what}: over the limit of ${mostBytes} bytes`));
      else if (isComplete(Buffer.concat(chunks))) finish();
    };
    const onError = (error: unknown): void => {
      brokenBy = error;
    };
    const onClose = (): void => reject(watch.endedBy ?? brokenBy);
    function finish(): void {
      stop();
      resolve(Buffer.concat(chunks));
    }
    function stop(): void {
      socket.off('data', onData).off('end', finish).off('close', onClose).off('error', onError).pause();
    }
    if (socket.readableEnded) finish();
    else if (socket.destroyed) onClose();
    else socket.on('data', onData).on('end', finish).on('close', onClose).on('error', onError).resume();
    return stop;
  });
  return reading.catch((error: unknown) => {
    throw asFailure(what, error);
  });
}
