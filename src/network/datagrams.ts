import { createSocket } from 'node:dgram';

import { quote } from '../core/errors.js';

import { asFailure } from './failures.js';
import { resolveChecked } from './resolve.js';
import { type NetworkAccess, openSession } from './session.js';
import { type HostTarget, hostPort } from './targets.js';

/** A datagram that came back. */
export interface DatagramAnswer {
  readonly bytes: Buffer;
  /** The address that was judged and asked. */
  readonly address: string;
  readonly answerMs: number;
}

/** Largest question: RFC 8085 §3.2 warns of what is fragmented, and no question of DNS or NTP comes near. */
const QUESTION_BYTES = 1200;

/**
 * Sends one UDP datagram to the first address of a host and gives the first answer from that address and port which `isAnswer` takes.
 * Asking again is the caller's business. Throws `NetworkFailure`, or the signal's reason.
 */
export async function askDatagram(
  target: HostTarget,
  question: Uint8Array,
  isAnswer: (bytes: Buffer) => boolean,
  access: NetworkAccess,
): Promise<DatagramAnswer> {
  if (question.length > QUESTION_BYTES) throw new RangeError(`a question of ${question.length} bytes`);
  const session = openSession(access);
  const [chosen] = await resolveChecked(target, session);
  if (chosen === undefined) throw new Error('no address was judged');
  const what = `Cannot reach ${quote(hostPort(target))}`;
  const { address, family } = chosen;
  const started = performance.now();
  return session.deadline
    .run<DatagramAnswer>({ what, ms: session.limits.idleMs }, (resolve, reject) => {
      const socket = createSocket({
        type: family === 4 ? 'udp4' : 'udp6',
        // The address is a number; whatever asks for a look-up gets it back.
        lookup: (host, _options, answer) => answer(null, host, family),
      });
      const close = (): void => {
        socket.removeAllListeners().on('error', () => undefined);
        socket.close();
      };
      socket.on('error', reject);
      socket.on('message', (bytes) => {
        if (!isAnswer(bytes)) return;
        close();
        resolve({ bytes, address, answerMs: performance.now() - started });
      });
      // Connected, so the system drops what comes from elsewhere and tells of closed ports.
      const to = session.datagrams?.(address, target.port) ?? { address, port: target.port };
      socket.connect(to.port, to.address, () => socket.send(question));
      return close;
    })
    .catch((error: unknown) => {
      throw asFailure(what, error);
    });
}
