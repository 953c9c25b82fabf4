import type { Socket } from 'node:net';

import { NetworkFailure, timedOut } from './failures.js';
import type { Session } from './session.js';

const LOOK_MS = 100;

/** Holds a socket to the bounds of its exchange for as long as it is open. */
export interface SocketWatch {
  /** Why the socket was ended from this side: the limit, or the reason of the signal. */
  readonly endedBy: unknown;
  /** Ends the socket. */
  end(reason: unknown): void;
  /** Stops watching, when another watch takes over. */
  release(): void;
}

/**
 * Ends a socket when the time is over, the caller leaves, nothing moves, or more comes than may. Whoever reads it, a package perhaps,
 * need not care. Errors of the socket are never unhandled. `what` is as in `Cannot reach "a.example"`.
 */
export function watchSocket(socket: Socket, what: string, { deadline, limits }: Session): SocketWatch {
  const { signal } = deadline;
  let endedBy: unknown;
  const end = (reason: unknown): void => {
    endedBy ??= reason;
    release();
    socket.destroy(reason instanceof Error ? reason : undefined);
  };
  const onAbort = (): void => end(signal.reason);
  const onIdle = (): void => end(timedOut(what, limits.idleMs, 'phase'));
  const timer = setTimeout(() => end(timedOut(what, limits.totalMs, 'whole')), deadline.leftMs);
  // The bytes are counted by the system: a listener of ours would take them from whoever reads the socket.
  const look = setInterval(() => {
    if (socket.bytesRead <= limits.receivedBytes) return;
    end(new NetworkFailure('too-large', `${what}: more than the limit of ${limits.receivedBytes} bytes came`));
  }, LOOK_MS);
  function release(): void {
    clearTimeout(timer);
    clearInterval(look);
    signal.removeEventListener('abort', onAbort);
    socket.off('timeout', onIdle);
    socket.setTimeout(0);
  }
  signal.addEventListener('abort', onAbort);
  socket.setTimeout(limits.idleMs);
  socket.on('timeout', onIdle);
  // Told by `endedBy` or by whoever waits; a socket nobody waits for may fail in peace.
  socket.on('error', () => undefined);
  socket.once('close', release);
  if (signal.aborted) onAbort();
  return {
    get endedBy() {
      return endedBy;
    },
    end,
    release,
  };
}
