import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { ERRORS, type ErrorCode, quote, ToolError } from '../core/errors.js';

const JSON_TYPE = 'application/json';

/** Headers of every response. */
const COMMON_HEADERS = { 'X-Content-Type-Options': 'nosniff' } as const;

/** Headers of what must not be kept: runs, errors, everything below `/api`. */
export const UNCACHED_HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'no-store' } as const;

/** Headers of documents: kept, but asked for anew each time (`ETag`). */
export const DOCUMENT_HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'no-cache' } as const;

/** Seconds after which a caller may try again. */
const RETRY_AFTER = '1';

const SMALL_BYTES = 16 * 1024;

/** Sends JSON, as bytes, with its length. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: readonly Buffer[],
  headers: Readonly<Record<string, string>> = {},
): void {
  let length = 0;
  for (const chunk of body) length += chunk.length;
  response.writeHead(status, {
    'Content-Type': JSON_TYPE,
    'Content-Length': length,
    ...UNCACHED_HEADERS,
    ...(status === ERRORS.SERVER_BUSY.status ? { 'Retry-After': RETRY_AFTER } : {}),
    ...headers,
  });
  if (body.length === 1 && length <= SMALL_BYTES) {
    // As text, Node joins it with the headers: one write instead of two. Latin-1 carries every byte as it is.
    response.end(body[0]?.toString('latin1'), 'latin1');
    return;
  }
  response.cork();
  for (const chunk of body) response.write(chunk);
  response.end();
}

/** The status and body of an error as bytes. */
export function errorBytes(error: ToolError): Buffer {
  return Buffer.from(JSON.stringify({ error: { code: error.code, message: error.message } }));
}

/** Answers a request whose body, if it has one, was read or is small enough to be skipped by Node. */
export function sendError(
  response: ServerResponse,
  error: ToolError,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, ERRORS[error.code].status, [errorBytes(error)], headers);
}

export const toolNotFound = (id: string): ToolError =>
  new ToolError('TOOL_NOT_FOUND', `Tool ${quote(id)} is unknown or not connected here`);

/** A body up to this is skipped without a word and the connection stays. */
const SKIP_BYTES = 64 * 1024;
/** What is read and thrown away after an early refusal, so that a client that sends first and reads later sees the answer. */
const DRAIN_BYTES = 64 * 2 ** 20;
const DRAIN_MS = 5000;

/**
 * Answers before the body is read. A client still sending would see a reset instead of the answer if the connection were
 * closed at once: so the whole answer is sent, the body is read away within bounds, and only then the connection ends.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: ToolError,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (request.complete || declaredLength(request) <= SKIP_BYTES) {
    sendError(response, error, headers);
    return;
  }
  const body = errorBytes(error);
  const { status } = ERRORS[error.code];
  response.writeHead(status, {
    'Content-Type': JSON_TYPE,
    'Content-Length': body.length,
    Connection: 'close',
    ...UNCACHED_HEADERS,
    ...(status === ERRORS.SERVER_BUSY.status ? { 'Retry-After': RETRY_AFTER } : {}),
    ...headers,
  });
  response.write(body);
  let drained = 0;
  const stop = () => {
    clearTimeout(patience);
    response.end();
  };
  const patience = setTimeout(stop, DRAIN_MS).unref();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > DRAIN_BYTES) stop();
  });
  request.once('end', stop);
  request.once('close', stop);
  request.resume();
}

/** Bytes the client says it sends: infinite for chunked bodies, 0 for none. */
export function declaredLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** Answers on a bare socket, where HTTP parsing failed before there was a request, and ends it. */
export function refuseSocket(socket: Socket, code: ErrorCode, message: string): void {
  const body = errorBytes(new ToolError(code, message));
  const head = [
    `HTTP/1.1 ${ERRORS[code].status} ${code}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...Object.entries(UNCACHED_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // What still comes is read away, so that the answer is not lost to a reset.
  socket.resume();
  setTimeout(() => socket.destroy(), 1000).unref();
}
