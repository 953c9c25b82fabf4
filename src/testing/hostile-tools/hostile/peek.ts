import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

import { json } from '../../../core/index.js';

import { defineHostile } from './_define.js';

const attempt = (act: () => unknown): string => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'refused';
  }
};

const tryConnect = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve('allowed'));
    socket.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? 'refused'));
  });

export default defineHostile({
  id: 'peek',
  class: 'standard',
  async run({ input }) {
    return json({
      environment: Object.keys(process.env),
      readOutside: attempt(() => readFileSync('/etc/passwd')),
      writeOutside: attempt(() => writeFileSync('/tmp/peek-was-here', 'x')),
      spawn: attempt(() => {
        const { error } = spawnSync('true');
        if (error !== undefined) throw error;
      }),
      connect: await tryConnect(Number(input)),
    });
  },
});
