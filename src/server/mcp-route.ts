import type { IncomingMessage, ServerResponse } from 'node:http';

import { ToolError } from '../core/errors.js';
import { BUSY_MESSAGE } from '../runner/runner.js';

import { declaredLength, refuse, UNCACHED_HEADERS } from './answers.js';
import { REQUEST_ID_HEADER } from './request-ids.js';
import type { Uploads } from './uploads.js';

/** What serves MCP, given to the server by whoever opens it: the server knows no more of MCP than this. */
export interface McpEndpointPort {
  readonly maxBodyBytes: number;
  answer(
    request: {
      readonly id: string;
      readonly receiveMs: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Buffer;
    },
    sink: {
      head(status: number, headers: readonly (readonly [string, string])[]): void;
      chunk(bytes: Uint8Array): void;
      end(): void;
    },
  ): () => void;
}

/** Headers of a request that MCP reads (specification 2026-07-28, Transports). */
const PASSED_HEADERS = /^(accept|content-type|mcp-[a-z-]+)$/;

/**
 * Bytes of bodies that the endpoint may have before it at once: its one thread parses them, with its own heap. Four of the largest, as
 * there are four slots.
 */
const MAX_BODY_BYTES = 128 * 2 ** 20;

/** `POST /mcp`: the body is handed to the endpoint unparsed, its response is passed on as it comes. */
export function createMcpRoute(endpoint: McpEndpointPort, uploads: Uploads) {
  let heldBytes = 0;

  return (request: IncomingMessage, response: ServerResponse, continues: boolean): void => {
    const bodyBytes = Math.min(declaredLength(request), endpoint.maxBodyBytes);
    const crowded = heldBytes + bodyBytes > MAX_BODY_BYTES ? new ToolError('SERVER_BUSY', BUSY_MESSAGE) : undefined;
    const refusal = uploads.refusalOf(request, endpoint.maxBodyBytes) ?? crowded;
    if (refusal !== undefined) {
      refuse(request, response, refusal);
      return;
    }
    heldBytes += bodyBytes;
    response.once('close', () => {
      heldBytes -= bodyBytes;
    });
    if (continues) response.writeContinue();
    const began = performance.now();
    const headers = Object.entries(request.headers)
      .filter(([name]) => PASSED_HEADERS.test(name))
      .map(([name, value]) => [name, String(value)] as const);
    uploads.receive(request, response, endpoint.maxBodyBytes, (chunks) => {
      const id = String(response.getHeader(REQUEST_ID_HEADER));
      const receiveMs = performance.now() - began;
      const leave = endpoint.answer(
        { id, receiveMs, headers, body: Buffer.concat(chunks) },
        {
          head: (status, more) => response.writeHead(status, { ...Object.fromEntries(more), ...UNCACHED_HEADERS }),
          chunk: (bytes) => {
            response.write(bytes);
            uploads.watchAnswer(response);
          },
          end: () => {
            // Without a head the endpoint has failed: nothing can be said in its protocol.
            if (!response.headersSent) response.writeHead(500, UNCACHED_HEADERS);
            response.off('close', leave);
            response.end();
            uploads.watchAnswer(response);
          },
        },
      );
      response.once('close', leave);
    });
  };
}
