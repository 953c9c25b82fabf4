import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A whole response. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body parsed, where it is JSON. */
  readonly json: unknown;
}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Destroys the connection after this long. */
  readonly leaveAfterMs?: number;
}

/** One request on a connection of its own. Rejects when the connection breaks before the response is whole. */
export function call(origin: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { method = options.body === undefined ? 'GET' : 'POST', headers = {}, body, leaveAfterMs } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${path}`, { method, headers, agent: new Agent() }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parsed(text) });
      });
    });
    outgoing.on('error', reject);
    if (leaveAfterMs !== undefined) setTimeout(() => outgoing.destroy(), leaveAfterMs);
    outgoing.end(body);
  });
}

/** Runs a tool. */
export function callTool(origin: string, id: string, body: unknown, options: CallOptions = {}): Promise<Reply> {
  return call(origin, `/api/v1/tools/${id}/run`, {
    method: 'POST',
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

/** Runs a tool, and asks again while the service is busy: a run that was just ended may still hold its slot. */
export async function callToolWhenFree(origin: string, id: string, body: string): Promise<Reply> {
  for (;;) {
    const reply = await callTool(origin, id, body);
    if (reply.status !== 429) return reply;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The error code of a reply. */
export const codeOf = (reply: Reply): string | undefined =>
  (reply.json as { error?: { code?: string } } | undefined)?.error?.code;

/** The text result of a reply. */
export const textOf = (reply: Reply): string | null | undefined =>
  (reply.json as { result?: { text?: string | null } } | undefined)?.result?.text;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller looks at the text.
    return undefined;
  }
}

/** What came back on a bare connection. */
export interface RawReply {
  readonly statuses: readonly number[];
  readonly text: string;
}

/**
 * Sends bytes as they are, one piece after the other, and listens until the server closes. A connection that it keeps is left when as
 * many `answers` have come; what else the server still sends then is heard too.
 */
export function rawExchange(
  port: number,
  pieces: readonly (string | Buffer)[],
  answers = Number.POSITIVE_INFINITY,
): Promise<RawReply> {
  return new Promise((resolve) => {
    let text = '';
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (answers < Number.POSITIVE_INFINITY && statuses().length >= answers) socket.end();
    });
    // A reset after the answer is an end like any other; `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ statuses: statuses(), text }));
  });
}
