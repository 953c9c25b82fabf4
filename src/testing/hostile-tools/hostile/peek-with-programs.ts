import { spawn, spawnSync } from 'node:child_process';

import { json } from '../../../core/index.js';

import { defineHostile } from './_define.js';

const outcome = (program: string, args: readonly string[]): string =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0 ? 'allowed' : 'refused';

/** Connects and writes nothing; a child of Node's has none of its flags. */
const CONNECT =
  'require("net").connect(Number(process.argv[1]),"127.0.0.1").once("connect",()=>process.exit(0)).once("error",()=>process.exit(1))';

/** What the programs of a tool reach that may start some: files outside, the server, the network, and a life after the run, in a session
 * of their own. */
export default defineHostile({
  id: 'peek-with-programs',
  class: 'native',
  needs: ['programs'],
  async run({ input }) {
    const [source = '', target = '', port = '', seconds = '', server = ''] = input.split('\n');
    spawn('sleep', [seconds], { stdio: 'ignore', detached: true });
    return json({
      environment: spawnSync('env', [], { encoding: 'utf8' }).stdout,
      status: spawnSync('cat', ['/proc/self/status'], { encoding: 'utf8' }).stdout,
      readOutside: outcome('cat', [source]),
      serverEnvironment: outcome('cat', [`/proc/${server}/environ`]),
      writeOutside: outcome('cp', ['/usr/bin/env', target]),
      connect: outcome(process.execPath, ['-e', CONNECT, port]),
    });
  },
});
