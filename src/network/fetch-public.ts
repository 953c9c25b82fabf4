import { type IncomingMessage, request, validateHeaderName, validateHeaderValue } from 'node:http';

import { invalid, quote } from '../core/errors.js';

import { type Connection, type ConnectTimings, closeConnection, connectIn } from './connect.js';
import { asFailure, codeOf, NetworkFailure } from './failures.js';
import { nextStep, type Step } from './redirects.js';
import { type BodyRules, type OverLimit, type ResponseBody, readBody } from './response-body.js';
import { type NetworkAccess, openSession, type Session } from './session.js';
import { hostPort, type UrlTarget } from './targets.js';
import { startTls, type TlsOptions } from './tls.js';

/** CONNECT and TRACE are left out: Fetch standard, "forbidden method". */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface FetchOptions {
  readonly method?: (typeof METHODS)[number];
  /** By name in any case. `accept`, `accept-encoding` and `user-agent` have defaults. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** What is done with a body over `bodyBytes` or `decodedBytes`; `none` reads no body at all. `refuse` where left out. */
  readonly response?: OverLimit | 'none';
  /** Undo the content coding; true where left out. */
  readonly decode?: boolean;
  /** Follow redirects from `https:` to `http:`; false where left out. */
  readonly allowDowngrade?: boolean;
  /** For every hop, so it names no server. */
  readonly tls?: Omit<TlsOptions, 'serverName' | 'alpn'>;
}

/** One request and what came before the body of its answer. */
export interface Hop {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly statusText: string;
  /** Such as `1.1`. */
  readonly httpVersion: string;
  /** Values by name in lower case, in the order they came. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The address that was judged and connected to. */
  readonly address: string;
  readonly timings: ConnectTimings & {
    /** From the request to the first headers. */
    readonly waitMs: number;
  };
  /** Why the certificate is not trusted, where `acceptAnyCertificate` let it pass. */
  readonly distrust: string | undefined;
}

export interface Fetched extends Hop {
  readonly bytes: Uint8Array;
  /** Bytes of the body as they were sent, before its content coding was undone. */
  readonly sentBytes: number;
  readonly isCut: boolean;
  readonly bodyMs: number;
  /** The redirects before, the first one first. */
  readonly redirects: readonly Hop[];
}

/** A failure that came after redirects. */
export class FetchFailure extends NetworkFailure {
  constructor(
    failure: NetworkFailure,
    /** The hops before the failure, the first one first. */
    readonly hops: readonly Hop[],
  ) {
    super(failure.reason, failure.message, failure.cause);
  }
}

/** Headers that belong to the connection, which is not the caller's: Fetch standard, "forbidden request-header", as far as it guards framing. */
const FORBIDDEN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

const HEADERS = 64;
const HEADER_BYTES = 16 * 2 ** 10;

/**
 * Sends one HTTP/1.1 request and reads the answer, following redirects. Each hop is resolved, judged and connected to anew, on a
 * connection of its own that is closed at its end. Proxies of the environment are not used, no cookie is kept. Throws INVALID_INPUT for
 * headers that cannot be sent, `FetchFailure` for the rest, or the signal's reason.
 */
export async function fetchPublic(target: UrlTarget, options: FetchOptions, access: NetworkAccess): Promise<Fetched> {
  const session = openSession(access);
  const { method = 'GET', body } = options;
  let step: Step = { target, method, body, headers: checkedHeaders(options.headers ?? {}) };
  const hops: Hop[] = [];
  try {
    for (;;) {
      const { fetched, next } = await takeStep(session, step, options);
      if (next === undefined) return { ...fetched, redirects: hops };
      hops.push(fetched);
      if (hops.length > session.limits.redirects) {
        const limit = session.limits.redirects;
        throw new NetworkFailure(
          'too-many-redirects',
          `Cannot fetch ${quote(target.host)}: more than ${limit} redirects`,
        );
      }
      step = next;
    }
  } catch (error) {
    if (error instanceof NetworkFailure) throw new FetchFailure(error, hops);
    throw error;
  }
}

function checkedHeaders(given: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const headers = new Map([
    ['accept', '*/*'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['user-agent', 'tool-execution-api'],
  ]);
  const names = Object.keys(given);
  if (names.length > HEADERS) throw invalid(`Request must have at most ${HEADERS} headers, got ${names.length}`);
  let bytes = 0;
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    bytes += name.length + Buffer.byteLength(value);
    if (FORBIDDEN_HEADERS.has(lower)) throw invalid(`Header ${quote(name)} cannot be set`);
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (error) {
      throw invalid(
        `Header ${quote(name)} cannot be sent: its name or value has a character that HTTP does not allow`,
        error,
      );
    }
    headers.set(lower, value);
  }
  if (bytes > HEADER_BYTES) throw invalid(`Headers must have at most ${HEADER_BYTES} bytes in all, got ${bytes}`);
  return headers;
}

interface StepResult {
  readonly fetched: Omit<Fetched, 'redirects'>;
  readonly next: Step | undefined;
}

async function takeStep(session: Session, step: Step, options: FetchOptions): Promise<StepResult> {
  const { target } = step;
  const plain = await connectIn(session, target);
  const connection = target.href.startsWith('https:')
    ? await startTls(plain, { ...options.tls, alpn: ['http/1.1'] })
    : plain;
  const what = `Cannot fetch ${quote(hostPort(target))}`;
  try {
    const sent = performance.now();
    const response = await exchange(session, connection, step, what);
    const waitMs = performance.now() - sent;
    const hop = hopOf(step, response, connection, waitMs);
    const follows = session.limits.redirects > 0;
    const next = follows
      ? nextStep(step, hop.status, hop.headers.get('location')?.[0], options.allowDowngrade === true)
      : undefined;
    const { response: wanted = 'refuse', decode = true } = options;
    const isRead = next === undefined && wanted !== 'none' && step.method !== 'HEAD';
    const rules = { limits: session.limits, overLimit: wanted === 'cut' ? 'cut' : 'refuse', decode } as const;
    const body = isRead
      ? await bodyOf(session, response, what, rules)
      : { bytes: new Uint8Array(), sentBytes: 0, isCut: false };
    // A body without a length ends with its connection, also where this side has ended it.
    if (connection.watch.endedBy !== undefined) throw connection.watch.endedBy;
    return { fetched: { ...hop, ...body, bodyMs: performance.now() - sent - waitMs }, next };
  } catch (error) {
    // What ended the connection comes before what the parser made of its end.
    throw connection.watch.endedBy ?? asFailure(what, error);
  } finally {
    closeConnection(connection);
  }
}

function exchange(session: Session, { socket, watch }: Connection, step: Step, what: string): Promise<IncomingMessage> {
  const { target, method, headers, body } = step;
  const url = new URL(target.href);
  return session.deadline.run<IncomingMessage>({ what, ms: Number.POSITIVE_INFINITY }, (resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: {
        host: url.host,
        ...authorization(step),
        ...Object.fromEntries(headers),
        ...(body === undefined ? {} : { 'content-length': body.length }),
        connection: 'close',
      },
      maxHeaderSize: session.limits.headerBytes,
      insecureHTTPParser: false,
    });
    outgoing.on('response', resolve);
    outgoing.on('error', (error) => {
      // What the parser cannot read of a body is told here, and the reader of the body learns only that it has ended.
      watch.end(parserFailure(what, error, session.limits.headerBytes));
      reject(error);
    });
    outgoing.on('upgrade', (_response, upgraded) => {
      upgraded.destroy();
      reject(new NetworkFailure('not-http', `${what}: it changes to another protocol`));
    });
    outgoing.end(body);
    return () => outgoing.destroy();
  });
}

/** However reading ends or does not, the time of the exchange is its bound. */
const bodyOf = (session: Session, response: IncomingMessage, what: string, rules: BodyRules): Promise<ResponseBody> =>
  session.deadline.run({ what, ms: Number.POSITIVE_INFINITY }, (resolve, reject) => {
    readBody(response, what, rules).then(resolve, reject);
    return () => response.destroy();
  });

function parserFailure(what: string, error: unknown, headerBytes: number): unknown {
  if (codeOf(error) !== 'HPE_HEADER_OVERFLOW') return asFailure(what, error);
  return new NetworkFailure('too-large', `${what}: headers are over the limit of ${headerBytes} bytes`, error);
}

function authorization({ target: { credentials } }: Step): { authorization?: string } {
  if (credentials === undefined) return {};
  const pair = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

function hopOf(step: Step, response: IncomingMessage, connection: Connection, waitMs: number): Hop {
  const headers = new Map<string, string[]>();
  for (let i = 0; i + 1 < response.rawHeaders.length; i += 2) {
    const name = (response.rawHeaders[i] ?? '').toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), response.rawHeaders[i + 1] ?? '']);
  }
  return {
    url: step.target.href,
    method: step.method,
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    httpVersion: response.httpVersion,
    headers,
    address: connection.address,
    timings: { ...connection.timings, waitMs },
    distrust: 'distrust' in connection && typeof connection.distrust === 'string' ? connection.distrust : undefined,
  };
}
