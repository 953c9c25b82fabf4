import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';

import { type Catalog, entriesOf } from '../core/catalog.js';
import { ToolError } from '../core/errors.js';
import { describeFailure, failureKind } from '../core/failure.js';
import type { Log } from '../core/log.js';
import { builtFile } from '../core/project-files.js';
import type { Runner } from '../runner/runner.js';

import { jsonAnswer, refuse, refuseSocket, sendDocument, sendError, toolNotFound } from './answers.js';
import { createDiscovery } from './discovery.js';
import type { DocumentRoute } from './documents.js';
import { createHostRules, type HostRules } from './hosts.js';
import { createMcpRoute, type McpEndpointPort } from './mcp-route.js';
import { type Metrics, metricsRoute, type ServiceState } from './metrics.js';
import { ANSWER_PACE, type AnswerPace } from './outgoing.js';
import { createPages } from './pages.js';
import { createRequestIds, REQUEST_ID_HEADER } from './request-ids.js';
import { createRunRoute } from './run-route.js';
import { createTraffic, type Traffic } from './traffic.js';
import type { Handler, Turns } from './turns.js';

export interface ServiceConfig {
  readonly catalog: Catalog;
  readonly runner: Runner;
  readonly log: Log;
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly publicOrigin: string | undefined;
  /** How long `close` goes on to accept while `/health/ready` says no, so that a proxy in front can turn away; 0 where left out. */
  readonly drainSeconds?: number;
  /** Serves `POST /mcp`; without it the path is unknown. */
  readonly mcp?: McpEndpointPort;
  /** Serves `GET /metrics`; without it the path is unknown. */
  readonly metrics?: Metrics;
  /** Milliseconds for the headers, and for a whole request with its body. */
  readonly timeouts?: { readonly headersMs: number; readonly requestMs: number };
  /** How slowly clients may take their answers. */
  readonly pace?: AnswerPace;
}

/** A listening service. */
export interface Service {
  readonly port: number;
  /** Says that it is not ready, drains, stops accepting, lets what is under way finish, then ends the tool processes. */
  close(): Promise<void>;
}

const HEADER_BYTES = 16 * 1024;
/** As many as Node keeps by itself. It drops those beyond without a word, and with them a second `Host` or an `Origin`. */
const MAX_HEADERS = 2000;
/** Node's own are 60 s and 300 s: a half-open request holds a descriptor and a place among the uploads. 30 MiB in 60 s is 4 Mbit/s. */
const DEFAULT_TIMEOUTS = { headersMs: 15_000, requestMs: 60_000 };
/** How often Node looks for requests over their time. */
const TIMEOUT_CHECK_MS = 1000;
/** Node's own 5 s closes under proxies that keep connections for a minute; they see the end and open another. */
const KEEP_ALIVE_MS = 30_000;
/** Most systems give a process 1024 descriptors: what is left is for processes, files and the event loop. */
const MAX_CONNECTIONS = 1000;
const CLOSE_IDLE_MS = 50;
const CLOSE_UNUSED_MS = 1000;
const PREPARE_AFTER_MS = 100;
const REPORT_MS = 1000;

const MCP_PATH = '/mcp';
/** Tools that are proposed for an id that is unknown, and the longest id that is looked at. */
const MAX_NEAR = 3;
const MAX_NEAR_CHARACTERS = 60;

const RUN_PATH = /^\/api\/v1\/tools\/([^/]+)\/run$/;
const TOOL_PATH = /^\/api\/v1\/tools\/([^/]+)$/;

/** Opens the service. Resolves when it listens; rejects when the address cannot be had. */
export async function openService(config: ServiceConfig): Promise<Service> {
  const { headersMs, requestMs } = config.timeouts ?? DEFAULT_TIMEOUTS;
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, headersMs / 4),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A missing Host is refused by our own rule, in our own words.
    requireHostHeader: false,
  });
  server.maxConnections = MAX_CONNECTIONS;
  // One more, so that there being more is seen.
  server.maxHeadersCount = MAX_HEADERS + 1;
  const port = await listen(server, config);
  server.on('error', reportsOf(config.log));
  const state = { isClosing: false };
  const traffic = createTraffic(config.pace ?? ANSWER_PACE);
  const handle = createHandler(config, createHostRules({ ...config, port }), traffic, state, () =>
    connectionsOf(server),
  );
  const turns = traffic.turns(handle);
  server.on('request', (request, response) => turns.take(request, response, false));
  server.on('checkContinue', (request, response) => turns.take(request, response, true));
  // An expectation we do not know may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => turns.take(request, response, false));
  const connected = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connected.add(socket);
    socket.once('close', () => connected.delete(socket));
  });
  server.on('connect', (_request, socket: Socket) => refuseSocket(socket, 'NOT_FOUND', 'Path is unknown'));
  server.on('clientError', (error, socket: Socket) => onClientError(error, socket, turns));

  async function close(): Promise<void> {
    state.isClosing = true;
    const { drainSeconds = 0 } = config;
    // What the kernel has accepted for a listener that closes is reset: seen behind a proxy under load, about once in five restarts.
    if (drainSeconds > 0) await setTimeoutPromise(drainSeconds * 1000);
    const closed = new Promise((resolve) => server.close(resolve));
    // Connections become idle one by one, as their runs are answered; Node itself would wait for their keep-alive to end. One on which
    // nothing ever came, as clients open them in advance, is not idle to Node: it goes after a while, should a request be on its way.
    const began = performance.now();
    const closeIdle = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - began < CLOSE_UNUSED_MS) return;
      for (const socket of connected) if (socket.bytesRead === 0) socket.destroy();
    }, CLOSE_IDLE_MS);
    const longestRun = Math.max(...config.catalog.tools.map(({ entry }) => entry.limits.timeout_seconds));
    const patience = setTimeout(() => server.closeAllConnections(), requestMs + longestRun * 1000);
    await closed;
    clearInterval(closeIdle);
    clearTimeout(patience);
    await config.runner.close();
  }

  return { port, close };
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0)));

async function listen(server: Server, { host, port }: ServiceConfig): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A server that listens on a TCP port has an address of this form.
  return (server.address() as AddressInfo).port;
}

/** Connections that cannot be accepted, for want of descriptors, come in their thousands: one line a second tells as much. */
function reportsOf(log: Log): (error: Error) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < REPORT_MS) return;
    last = performance.now();
    log('error', 'accept-failed', { cause: failureKind(error) });
  };
}

function createHandler(
  config: ServiceConfig,
  hostRules: HostRules,
  traffic: Traffic,
  state: { readonly isClosing: boolean },
  connections: () => Promise<number>,
): Handler {
  const tools = new Map(config.catalog.tools.map((tool) => [tool.entry.id, tool]));
  const discovery = createDiscovery(config.catalog, config.mcp !== undefined);
  // After what the start itself has to do.
  setTimeout(() => void discovery.prepare(), PREPARE_AFTER_MS).unref();
  const entries = entriesOf(config.catalog);
  const pages = createPages({ entries, match: discovery.match, folder: builtFile('pages') });
  const takeRun = createRunRoute({ ...config, traffic });
  const takeMcp = config.mcp && createMcpRoute(config.mcp, traffic);
  const fixed = new Map(healthRoutes(config.runner, state));
  if (config.metrics !== undefined) fixed.set('/metrics', metricsRoute(config.metrics, stateNow));
  const requestId = createRequestIds();

  return (request, response, continues) => {
    response.setHeader(REQUEST_ID_HEADER, requestId(request));
    if (state.isClosing) response.shouldKeepAlive = false;
    try {
      refuseManyHeaders(request, response);
      hostRules.check(request);
      const { path, query } = splitTarget(request.url ?? '');
      const runId = RUN_PATH.exec(path)?.[1];
      if (runId !== undefined) {
        const tool = tools.get(runId);
        if (tool === undefined) throw toolNotFound(runId, near(runId));
        if (request.method !== 'POST') return refuseMethod(request, response, 'POST');
        return takeRun(request, response, { tool, query, continues });
      }
      if (path === MCP_PATH && takeMcp !== undefined) {
        if (request.method !== 'POST') return refuseMethod(request, response, 'POST');
        return takeMcp(request, response, continues);
      }
      const route = fixed.get(path) ?? discovery.paths.get(path) ?? toolRoute(path) ?? pages.route(path);
      if (route === undefined) throw new ToolError('NOT_FOUND', 'Path is unknown');
      if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(request, response, 'GET, HEAD');
      route(request, query).then(
        (answer) => sendDocument(response, answer, traffic.outgoing),
        (error: unknown) => onRouteError(error, response),
      );
    } catch (error) {
      if (error instanceof ToolError) refuse(request, response, error);
      else onRouteError(error, response);
    }
  };

  /** Ids that say much the same as an unknown one; what is far longer than any id is not looked at. */
  function near(id: string): string[] {
    if (id.length > MAX_NEAR_CHARACTERS) return [];
    return discovery
      .find(id.replaceAll(/[-_]/g, ' '))
      .slice(0, MAX_NEAR)
      .map((entry) => entry.id);
  }

  async function stateNow(): Promise<ServiceState> {
    const { runner } = config;
    const memory = runner.processMemory();
    return { runner: runner.status, memory, traffic: traffic.status, connections: await connections() };
  }

  function toolRoute(path: string): DocumentRoute | undefined {
    const id = TOOL_PATH.exec(path)?.[1];
    if (id === undefined) return undefined;
    const route = discovery.tool(id);
    if (route === undefined) throw toolNotFound(id, near(id));
    return route;
  }

  function onRouteError(error: unknown, response: ServerResponse): void {
    config.log('error', 'route-failed', { cause: describeFailure(error) });
    if (response.headersSent) response.destroy();
    else sendError(response, new ToolError('EXECUTION_FAILED', 'The service failed'));
  }
}

function refuseManyHeaders({ rawHeaders }: IncomingMessage, response: ServerResponse): void {
  // Names and values in turn.
  if (rawHeaders.length <= 2 * MAX_HEADERS) return;
  // Which headers say how its body ends is not known for sure.
  response.shouldKeepAlive = false;
  throw new ToolError('HEADERS_TOO_LARGE', `Request must have at most ${MAX_HEADERS} headers`);
}

function refuseMethod(request: IncomingMessage, response: ServerResponse, allow: string): void {
  const error = new ToolError('METHOD_NOT_ALLOWED', `Method must be ${allow.replace(', ', ' or ')}`);
  refuse(request, response, error, { Allow: allow });
}

/** Path and query of a request target. Only the origin form is served: `http://host/path` names no path of ours. */
function splitTarget(target: string): { path: string; query: string } {
  if (!target.startsWith('/')) return { path: '', query: '' };
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** `/health/live`: the server answers. `/health/ready`: it takes runs. */
function healthRoutes(runner: Runner, state: { readonly isClosing: boolean }): ReadonlyMap<string, DocumentRoute> {
  const ok = Buffer.from('{"status":"ok"}');
  const live: DocumentRoute = async () => jsonAnswer(200, [ok]);
  // Not async: what it throws is refused as any other request is.
  const ready: DocumentRoute = (request, query) => {
    if (state.isClosing) throw new ToolError('NOT_READY', 'The service is closing');
    if (!runner.status.takesRuns) throw new ToolError('NOT_READY', 'No tool process is ready');
    return live(request, query);
  };
  return new Map([
    ['/health/live', live],
    ['/health/ready', ready],
  ]);
}

interface ClientError extends Error {
  readonly code?: string;
}

/** HTTP that cannot be parsed, headers over 16 KiB, requests over their time. */
function onClientError(error: ClientError, socket: Socket, turns: Turns): void {
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'EPIPE') {
    socket.destroy();
    return;
  }
  if (turns.breaksOff(socket)) return;
  const response = turns.current(socket);
  // Half an answer is on its way: the error can no longer be told.
  if (response?.headersSent === true && !response.writableFinished) {
    socket.destroy();
  } else if (error.code === 'HPE_HEADER_OVERFLOW') {
    refuseSocket(socket, 'HEADERS_TOO_LARGE', `Headers must have at most ${HEADER_BYTES} bytes`);
  } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    refuseSocket(socket, 'REQUEST_TIMEOUT', 'Request took too long to arrive');
  } else {
    refuseSocket(socket, 'INVALID_INPUT', 'Request is not valid HTTP/1.1');
  }
}
