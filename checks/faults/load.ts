import { randomBytes } from 'node:crypto';

import { callTool, textOf } from '../../src/testing/http.js';

/** A run as its client saw it. */
export interface SeenRun {
  readonly request: string;
  /** 0 when the connection broke before the answer was whole. */
  readonly status: number;
  /** Whether a 200 carries what was sent, or any other answer an error object. */
  readonly isRight: boolean;
  readonly fault: string;
}

interface Load {
  readonly runs: SeenRun[];
  /** Lets what is under way finish, and resolves when all of it is answered. */
  stop(): Promise<SeenRun[]>;
}

let count = 0;

/** Clients that run tools one after the other: files that come back as they were, and waits, of which the answer is known. */
export function startLoad(origin: string, clients: number): Load {
  const runs: SeenRun[] = [];
  let isOver = false;
  const client = async (number: number) => {
    while (!isOver) runs.push(await (number % 2 === 0 ? echo(origin) : wait(origin, 30)));
  };
  const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    runs,
    async stop() {
      isOver = true;
      await all;
      return runs;
    },
  };
}

/** One run of a file that comes back as it was. */
export async function echo(origin: string, bytes = 200_000): Promise<SeenRun> {
  const base64 = randomBytes(bytes).toString('base64');
  const body = { input: 'echo', files: [{ name: 'random.bin', base64 }] };
  return seen(origin, 'echo-files', body, (reply) => {
    const { result } = reply.json as { result: { files: { base64: string }[] } };
    return result.files[0]?.base64 === base64;
  });
}

/** One run that takes so long. */
export const wait = (origin: string, ms: number, tool = 'wait-standard'): Promise<SeenRun> =>
  seen(origin, tool, { options: { ms } }, (reply) => textOf(reply) === 'waited');

/** Any run; `isRight` looks at a 200. */
export async function seen(
  origin: string,
  tool: string,
  body: object,
  isRight: (reply: Awaited<ReturnType<typeof callTool>>) => boolean = () => true,
): Promise<SeenRun> {
  count += 1;
  const request = `fault-${count}`;
  try {
    const reply = await callTool(origin, tool, body, { headers: { 'x-request-id': request } });
    const error = (reply.json as { error?: { code?: string; message?: string } }).error;
    const isWhole = reply.status === 200 ? isRight(reply) : error?.code !== undefined && error.message !== undefined;
    return { request, status: reply.status, isRight: isWhole, fault: isWhole ? '' : reply.text.slice(0, 200) };
  } catch (error) {
    return { request, status: 0, isRight: false, fault: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

/** How often each status was seen. */
export function statuses(runs: readonly SeenRun[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of runs) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
