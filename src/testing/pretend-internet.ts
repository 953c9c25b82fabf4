import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';

/** A server on a free port of loopback that remembers who came. */
export interface TestServer {
  readonly port: number;
  /** Connections so far. */
  readonly connections: number;
  /** Connections that are open now. */
  readonly open: number;
  close(): Promise<void>;
}

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestHttpServer extends TestServer {
  readonly requests: readonly SeenRequest[];
}

/** A TCP server that does with each connection what it is told to. */
export const openTcpServer = (onConnection: (socket: Socket) => void): Promise<TestServer> =>
  listening(
    createServer((socket) => {
      socket.on('error', () => socket.destroy());
      // One that does not read does not see the other side leave.
      socket.resume();
      onConnection(socket);
    }),
  );

/** An HTTP server; the handler gets the request when its body has come. */
export async function openHttpServer(handler: RequestListener): Promise<TestHttpServer> {
  const requests: SeenRequest[] = [];
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      handler(request, response);
    });
  });
  return Object.assign(await listening(server), { requests });
}

async function listening(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const counts = {
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
  };
  const close = (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return Object.defineProperties({ port, close }, Object.getOwnPropertyDescriptors(counts)) as unknown as TestServer;
}

/** Addresses that look public, each a server on loopback. Nothing leaves this machine. */
export interface PretendInternet {
  /** What the guard opens connections with in place of `net.connect`. */
  readonly dial: (address: string, family: 4 | 6, port: number) => Socket;
  /** `address:port` of every connection that was tried. */
  readonly dialled: readonly string[];
  /** What was opened for them. */
  readonly sockets: readonly Socket[];
}

/** `hosts`: what is behind an address, whatever its port; `undefined` for one that never answers. Others have no way to them. */
export function pretendInternet(hosts: ReadonlyMap<string, { readonly port: number } | undefined>): PretendInternet {
  const dialled: string[] = [];
  const sockets: Socket[] = [];
  function open(address: string): Socket {
    const server = hosts.get(address);
    if (server !== undefined) return connect(server.port, '127.0.0.1');
    const socket = new Socket();
    if (hosts.has(address)) return socket;
    const error = Object.assign(new Error('no such host'), { code: 'EHOSTUNREACH' });
    setImmediate(() => socket.destroy(error));
    return socket;
  }
  return {
    dialled,
    sockets,
    dial(address, _family, port) {
      dialled.push(`${address}:${port}`);
      const socket = open(address);
      sockets.push(socket);
      return socket;
    },
  };
}
