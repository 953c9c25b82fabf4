import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { ERRORS, type ErrorCode, errorBody, quote, ToolError } from '../core/errors.js';

import type { Outgoing } from './outgoing.js';

const JSON_TYPE = 'application/json';

/** Headers of every response. No page of another origin, another port of this machine included, may load what we answer. */
const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Headers of what must not be kept: runs, errors, everything below `/api`. */
export const UNCACHED_HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'no-store' } as const;

/** Headers of documents: kept, but asked for anew each time (`ETag`). */
export const DOCUMENT_HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'no-cache' } as const;

/** Headers of files that are named by their content. */
export const KEPT_HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

const JSON_HEADERS = { 'Content-Type': JSON_TYPE, ...UNCACHED_HEADERS } as const;
/** Seconds after which a caller may try again. */
const BUSY_HEADERS = { ...JSON_HEADERS, 'Retry-After': '1' } as const;

/** A whole answer, before it is sent. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** May be shared by many answers: it is never written to. */
  readonly body: readonly Buffer[];
}

/** An answer in JSON that must not be kept. */
export function jsonAnswer(status: number, body: readonly Buffer[]): HttpAnswer {
  return { status, headers: status === ERRORS.SERVER_BUSY.status ? BUSY_HEADERS : JSON_HEADERS, body };
}

/**
 * A result as a file to save: never shown by a browser as a page of this origin, whatever it is.
 */
export function fileAnswer(
  { name, mime }: { readonly name: string; readonly mime: string },
  body: readonly Buffer[],
): HttpAnswer {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  const headers = {
    ...UNCACHED_HEADERS,
    'Content-Type': mime,
    // RFC 6266: the name in ASCII, and as it is.
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(name)}`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
  return { status: 200, headers, body };
}

/** RFC 8187: what `encodeURIComponent` leaves and an extended value does not allow. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** An answer up to this is not worth counting while it waits for its client: with a thousand connections 16 MiB. */
const SMALL_BYTES = 16 * 1024;

/** Sends an answer with its length; to HEAD, without its body. What is large goes out through `outgoing`. */
export function send(response: ServerResponse, { status, headers, body }: HttpAnswer, outgoing: Outgoing): void {
  const length = bytesOf(body);
  // A 304 has no body, and a length would be that of the body it stands for (RFC 9110 §8.6).
  response.writeHead(status, status === 304 ? headers : { ...headers, 'Content-Length': length });
  if (response.req.method === 'HEAD' || length === 0) {
    response.end();
  } else if (body.length === 1 && length <= SMALL_BYTES) {
    // As text, Node joins it with the headers: one write instead of two. Latin-1 carries every byte as it is.
    response.end(body[0]?.toString('latin1'), 'latin1');
  } else {
    const outgoingBody = outgoing.open(response);
    outgoingBody.write(body);
    outgoingBody.end();
  }
}

/** The same for what any number of clients may ask for at once: refused where too much waits to be taken. */
export function sendDocument(response: ServerResponse, answer: HttpAnswer, outgoing: Outgoing): void {
  const isCounted = response.req.method !== 'HEAD' && bytesOf(answer.body) > SMALL_BYTES;
  if (isCounted && !outgoing.hasRoom()) sendError(response, new ToolError('SERVER_BUSY', CROWDED_MESSAGE));
  else send(response, answer, outgoing);
}

/** What is said where too many answers wait for their clients. */
export const CROWDED_MESSAGE = 'Too many answers wait to be taken by their clients';

function bytesOf(body: readonly Buffer[]): number {
  let bytes = 0;
  for (const chunk of body) bytes += chunk.length;
  return bytes;
}

/** An error as an answer. */
export const errorAnswer = (error: ToolError): HttpAnswer =>
  jsonAnswer(ERRORS[error.code].status, [Buffer.from(errorBody(error.code, error.message))]);

/** Answers a request whose body, if it has one, was read or is small enough to be skipped by Node. */
export function sendError(
  response: ServerResponse,
  error: ToolError,
  more: Readonly<Record<string, string>> = {},
): void {
  const { status, headers, body } = errorAnswer(error);
  response.writeHead(status, { ...headers, 'Content-Length': bytesOf(body), ...more });
  response.end(body[0]?.toString('latin1'), 'latin1');
}

/** `near`: tools that may have been meant. */
export function toolNotFound(id: string, near: readonly string[] = []): ToolError {
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
  return new ToolError('TOOL_NOT_FOUND', `Tool ${quote(id)} is unknown or not connected here${hint}`);
}

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
  const answer = errorAnswer(error);
  response.writeHead(answer.status, {
    ...answer.headers,
    'Content-Length': bytesOf(answer.body),
    Connection: 'close',
    ...headers,
  });
  for (const chunk of answer.body) response.write(chunk);
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
  const body = Buffer.from(errorBody(code, message));
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
