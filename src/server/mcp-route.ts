import type { IncomingMessage, ServerResponse } from 'node:http';

import { ToolError } from '../core/errors.js';
import { BUSY_MESSAGE } from '../runner/runner.js';

import { CROWDED_MESSAGE, refuse, sendError, UNCACHED_HEADERS } from './answers.js';
import type { OutgoingBody } from './outgoing.js';
import { REQUEST_ID_HEADER } from './request-ids.js';
import type { Traffic } from './traffic.js';
import { mostBytes } from './uploads.js';

/** What serves MCP, given to the server by whoever opens it: the server knows no more of MCP than this. */
export interface McpEndpointPort {
  readonly maxBodyBytes: number;
  answer(
    request: {
      readonly id: string;
      readonly receiveMs: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: readonly Buffer[];
    },
    sink: McpSinkPort,
  ): () => void;
}

interface McpSinkPort {
  head(status: number, headers: readonly (readonly [string, string])[]): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  fail(error: ToolError): void;
}

/** Headers of a request that MCP reads (specification 2026-07-28, Transports), and the name by which the service was called. */
const PASSED_HEADERS = /^(accept|content-type|host|mcp-[a-z-]+)$/;

/** Bytes of bodies that the endpoint may have before it at once. Four of the largest, as there are four slots. */
const MAX_BODY_BYTES = 128 * 2 ** 20;

/** `POST /mcp`: the body is handed to the endpoint unparsed, its response is passed on as it comes. */
export function createMcpRoute(endpoint: McpEndpointPort, { uploads, outgoing }: Traffic) {
  let heldBytes = 0;

  function refusalOf(request: IncomingMessage): ToolError | undefined {
    const refusal = uploads.refusalOf(request, endpoint.maxBodyBytes);
    if (refusal !== undefined) return refusal;
    const isFull = heldBytes + mostBytes(request, endpoint.maxBodyBytes) > MAX_BODY_BYTES;
    return isFull ? new ToolError('SERVER_BUSY', BUSY_MESSAGE) : crowded();
  }

  const crowded = (): ToolError | undefined =>
    outgoing.hasRoom() ? undefined : new ToolError('SERVER_BUSY', CROWDED_MESSAGE);

  function take(request: IncomingMessage, response: ServerResponse, continues: boolean): void {
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      refuse(request, response, refusal);
      return;
    }
    const giveBack = hold(mostBytes(request, endpoint.maxBodyBytes));
    response.once('close', giveBack);
    if (continues) response.writeContinue();
    const began = performance.now();
    uploads.receive(request, response, endpoint.maxBodyBytes, (body) => {
      const late = crowded();
      if (late === undefined) answer(request, response, { body, receiveMs: performance.now() - began }, giveBack);
      else sendError(response, late);
    });
  }

  /** Bytes that are given back once: when the endpoint is done with them, or the client has left before. */
  function hold(bytes: number): () => void {
    let held = bytes;
    heldBytes += held;
    return () => {
      heldBytes -= held;
      held = 0;
    };
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { body, receiveMs }: { readonly body: readonly Buffer[]; readonly receiveMs: number },
    giveBack: () => void,
  ): void {
    const id = String(response.getHeader(REQUEST_ID_HEADER));
    const headers = Object.entries(request.headers)
      .filter(([name]) => PASSED_HEADERS.test(name))
      .map(([name, value]) => [name, String(value)] as const);
    let sent: OutgoingBody | undefined;
    const done = () => {
      giveBack();
      response.off('close', leave);
    };
    const leave = endpoint.answer(
      { id, receiveMs, headers, body },
      {
        head(status, more) {
          response.writeHead(status, { ...Object.fromEntries(more), ...UNCACHED_HEADERS });
          sent = outgoing.open(response);
        },
        chunk: (bytes) => sent?.write([bytes]),
        end() {
          done();
          sent?.end();
        },
        fail(error) {
          done();
          // Once there is a head, nothing can be said any more.
          if (response.headersSent) response.destroy();
          else sendError(response, error);
        },
      },
    );
    response.once('close', leave);
  }

  return take;
}
