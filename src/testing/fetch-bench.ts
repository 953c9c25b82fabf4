import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

import { type Fetched, FetchFailure, type FetchOptions, fetchPublic } from '../network/fetch-public.js';
import type { NetworkLimits } from '../network/limits.js';
import { parseUrl } from '../network/targets.js';

import {
  openHttpServer,
  openTcpServer,
  type PretendInternet,
  pretendInternet,
  type TestHttpServer,
  type TestServer,
} from './pretend-internet.js';

/** Addresses of a.example and b.example. */
export const A = '93.184.215.14';
export const B = '93.184.215.15';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'a.example': [A],
  'b.example': [B],
  'private.example': ['10.0.0.1'],
};

/** The first line of an answer. */
export const HEAD = 'HTTP/1.1 200 OK\r\n';

export interface FetchSetting {
  readonly options?: FetchOptions;
  readonly limits?: Partial<NetworkLimits>;
  readonly signal?: AbortSignal;
  readonly allowCredentials?: boolean;
}

/** Servers that fetches of one test file go to. */
export interface FetchBench {
  /** The internet of the last fetch. */
  readonly internet: PretendInternet;
  /** Fetches from a.example. Names are known by a table, and every address leads to this server. */
  get(server: TestServer, url?: string, setting?: FetchSetting): Promise<Fetched>;
  http(handler: RequestListener): Promise<TestHttpServer>;
  tcp(onConnection: (socket: Socket) => void): Promise<TestServer>;
  /** A server that answers the first request of a connection with these pieces, and ends it. */
  saying(...pieces: readonly string[]): Promise<TestServer>;
  /** Closes all servers. */
  close(): Promise<void>;
}

export function openFetchBench(): FetchBench {
  const opened: TestServer[] = [];
  let internet = pretendInternet(new Map());

  async function kept<T extends TestServer>(opening: Promise<T>): Promise<T> {
    const server = await opening;
    opened.push(server);
    return server;
  }
  const tcp: FetchBench['tcp'] = (onConnection) => kept(openTcpServer(onConnection));

  return {
    get internet() {
      return internet;
    },
    get(server, url = 'http://a.example/', setting = {}) {
      internet = pretendInternet(new Map([A, B, '127.0.0.1', '10.0.0.1'].map((address) => [address, server])));
      const { options = {}, limits = {}, signal = new AbortController().signal, allowCredentials = false } = setting;
      return fetchPublic(parseUrl(url, { allowCredentials }), options, {
        signal,
        limits,
        settings: { networkAllowPrivate: false },
        resolver: async (name) => NAMES[name] ?? [],
        dial: internet.dial,
      });
    },
    http: (handler) => kept(openHttpServer(handler)),
    tcp,
    saying: (...pieces) => tcp((socket) => socket.once('data', () => socket.end(pieces.join('')))),
    async close() {
      await Promise.all(opened.splice(0).map((server) => server.close()));
    },
  };
}

/** The failure that a fetch ends in. */
export async function failureOf(promise: Promise<unknown>): Promise<FetchFailure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof FetchFailure)) throw new Error(`no FetchFailure: ${String(error)}`, { cause: error });
  return error;
}

/** Waits for what the system does in its own time. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it never came about');
}
