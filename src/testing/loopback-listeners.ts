import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** Listeners on loopback that count what reaches them. */
export interface LoopbackListeners {
  readonly tcp: number;
  readonly udp: number;
  /** `tcp` for each connection, `udp` for each packet. */
  readonly contacts: readonly string[];
  readonly close: () => void;
}

export async function openListeners(): Promise<LoopbackListeners> {
  const contacts: string[] = [];
  const server = createServer((socket) => {
    contacts.push('tcp');
    socket.on('error', () => undefined).destroy();
  });
  const socket = createSocket('udp4', () => void contacts.push('udp'));
  socket.bind(0, '127.0.0.1');
  server.listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(socket, 'listening')]);
  return {
    tcp: (server.address() as AddressInfo).port,
    udp: socket.address().port,
    contacts,
    close: () => void [server.close(), socket.close()],
  };
}
