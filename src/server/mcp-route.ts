import type { IncomingMessage, ServerResponse } from 'node:http';

import { refuse, UNCACHED_HEADERS } from './answers.js';
import type { Uploads } from './uploads.js';

/** What serves MCP, given to the server by whoever opens it: the server knows no more of MCP than this. */
export interface McpEndpointPort {
  readonly maxBodyBytes: number;
  answer(
    headers: readonly (readonly [string, string])[],
    body: Buffer,
    sink: {
      head(status: number, headers: readonly (readonly [string, string])[]): void;
      chunk(bytes: Uint8Array): void;
      end(): void;
    },
  ): () => void;
}

/** Headers of a request that MCP reads (specification 2026-07-28, Transports). */
const PASSED_HEADERS = /^(accept|content-type|mcp-[a-z-]+)$/;

/** `POST /mcp`: the body is handed to the endpoint unparsed, its response is passed on as it comes. */
export function createMcpRoute(endpoint: McpEndpointPort, uploads: Uploads) {
  return (request: IncomingMessage, response: ServerResponse, continues: boolean): void => {
    const refusal = uploads.refusalOf(request, endpoint.maxBodyBytes);
    if (refusal !== undefined) {
      refuse(request, response, refusal);
      return;
    }
    if (continues) response.writeContinue();
    const headers = Object.entries(request.headers)
      .filter(([name]) => PASSED_HEADERS.test(name))
      .map(([name, value]) => [name, String(value)] as const);
    uploads.receive(request, response, endpoint.maxBodyBytes, (chunks) => {
      const leave = endpoint.answer(headers, Buffer.concat(chunks), {
        head: (status, more) => response.writeHead(status, { ...Object.fromEntries(more), ...UNCACHED_HEADERS }),
        chunk: (bytes) => void response.write(bytes),
        end: () => {
          // Without a head the endpoint has failed: nothing can be said in its protocol.
          if (!response.headersSent) response.writeHead(500, UNCACHED_HEADERS);
          response.off('close', leave);
          response.end();
        },
      });
      response.once('close', leave);
    });
  };
}
