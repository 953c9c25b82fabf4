/** Clients that run a tool one time after the other, and what they were answered. */

import { type CallOptions, callTool, codeOf, type Reply } from '../../src/testing/http.js';

import { PUBLIC_HOST } from './cluster.js';

export interface Outcome {
  /** 0 for a connection that broke. */
  readonly status: number;
  readonly code: string | undefined;
  readonly reply: Reply | undefined;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** A run of the tool through the proxy. */
export async function send(origin: string, id: string, body: unknown, options: CallOptions = {}): Promise<Outcome> {
  const started = Date.now();
  const headers = { host: PUBLIC_HOST, ...options.headers };
  try {
    const reply = await callTool(origin, id, body, { ...options, headers });
    return { status: reply.status, code: codeOf(reply), reply, started };
  } catch {
    // A broken connection is an outcome like any other; the check decides.
    return { status: 0, code: undefined, reply: undefined, started };
  }
}

export interface Load {
  /** Answers so far. */
  count(): number;
  /** Lets the clients finish what they are at. */
  stop(): Promise<readonly Outcome[]>;
}

/** So many clients, until they are stopped. */
export function startLoad(origin: string, clients: number, id: string, body: unknown): Load {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) outcomes.push(await send(origin, id, body));
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    count: () => outcomes.length,
    async stop() {
      isOver = true;
      await all;
      return outcomes;
    },
  };
}

/** The same for a time; also the right answers a second. */
export async function loadFor(
  milliseconds: number,
  ...load: Parameters<typeof startLoad>
): Promise<{ readonly outcomes: readonly Outcome[]; readonly perSecond: number }> {
  const began = performance.now();
  const running = startLoad(...load);
  await pause(milliseconds);
  const outcomes = await running.stop();
  const right = outcomes.filter(({ status }) => status === 200).length;
  return { outcomes, perSecond: right / ((performance.now() - began) / 1000) };
}

/** `200: 412, 429: 3`. */
export function tally(outcomes: readonly Outcome[]): string {
  const counts = new Map<number, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
