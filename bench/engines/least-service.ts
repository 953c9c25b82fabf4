import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface LeastService {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts a bare HTTP server in a process of its own: `POST /?bytes=n` reads the JSON of the body and answers with JSON of n bytes. */
export async function openLeastService(): Promise<LeastService> {
  const child = fork(fileURLToPath(new URL('./least-service.process.mjs', import.meta.url)), { execArgv: [] });
  const [port] = (await once(child, 'message')) as [number];
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
