/** Replicas and HAProxy as processes of this machine, with the very configuration that is deployed. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import { call } from '../../src/testing/http.js';

const ROOT = join(import.meta.dirname, '../..');
/** The name that clients call by, which is not a name of loopback. */
export const PUBLIC_HOST = 'tools.example.org';
const START_MS = 60_000;
const POLL_MS = 50;

/** `waiting`: tools that wait, see `replica.ts`. `product`: the built service. */
export type ReplicaKind = 'waiting' | 'product';

/** One replica at an address that stays the same over restarts. */
export class Replica {
  #child: ChildProcess | undefined;

  constructor(
    readonly name: string,
    readonly port: number,
    readonly kind: ReplicaKind,
  ) {}

  /** Resolves when it takes runs. */
  async start(): Promise<void> {
    const { port, kind } = this;
    const args =
      kind === 'waiting'
        ? ['--import', 'tsx', 'checks/haproxy/replica.ts', `${port}`, PUBLIC_HOST]
        : ['dist/bin/tool-execution-api.js', 'serve'];
    this.#child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, PORT: `${port}`, ALLOWED_HOSTS: PUBLIC_HOST, DRAIN_SECONDS: '10', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const isReady = async () => (await call(`http://127.0.0.1:${port}`, '/health/ready')).status === 200;
    // Until it listens, the connection is refused.
    await until(() => isReady().catch(() => false), `replica ${this.name} is ready`);
  }

  /** Resolves to its exit code when it is gone; `null` after SIGKILL. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const closed = once(child, 'exit');
    child.kill(signal);
    const [code] = (await closed) as [number | null];
    return code;
  }
}

/** A line that HAProxy wrote of a request. */
export interface ProxyLine {
  readonly server: string;
  readonly status: number;
  /** Milliseconds since the epoch at which its first byte came. */
  readonly accepted: number;
  readonly text: string;
}

export interface Cluster {
  readonly origin: string;
  readonly replicas: readonly Replica[];
  /** Starts the replica of this name. */
  start(name: string): Promise<void>;
  replica(name: string): Replica;
  /** A figure of HAProxy's own metrics, such as `haproxy_backend_current_sessions{proxy="quick"}`. */
  metric(sample: string): Promise<number>;
  /** Quick runs that wait. */
  queue(): Promise<number>;
  /** A command to HAProxy's socket, such as `set server quick/quick-1 state maint`. */
  command(line: string): Promise<void>;
  /** What it wrote of runs so far. */
  lines(): readonly ProxyLine[];
  close(): Promise<void>;
}

const NAMES = ['quick-1', 'quick-2', 'quick-3', 'heavy-1', 'agents-1'];

/** Starts HAProxy before any replica. `classes` has the lines of `classes.map`. */
export async function openCluster(kind: ReplicaKind, classes: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-check-'));
  const map = join(folder, 'classes.map');
  const socket = join(folder, 'admin.sock');
  writeFileSync(map, classes);
  const [listen = 0, stats = 0, ...ports] = await freePorts(NAMES.length + 2);
  const replicas = NAMES.map((name, i) => new Replica(name, ports[i] ?? 0, kind));
  const addresses = replicas.map(({ name, port }) => [name.toUpperCase().replace('-', '_'), `127.0.0.1:${port}`]);
  const child = spawn('haproxy', ['-f', join(ROOT, 'deploy/haproxy/haproxy.cfg')], {
    env: {
      PATH: process.env.PATH,
      LISTEN: `127.0.0.1:${listen}`,
      STATS_LISTEN: `127.0.0.1:${stats}`,
      STATS_SOCKET: socket,
      RUN_AS: userInfo().username,
      RUN_AS_GROUP: execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim(),
      CLASSES: map,
      ...Object.fromEntries(addresses),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const metrics = async () => (await call(`http://127.0.0.1:${stats}`, '/metrics')).text;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}: ${output}`);
    return (await metrics().catch(() => '')) !== '';
  }, 'HAProxy listens');

  function replica(name: string): Replica {
    const found = replicas.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no replica ${name}`);
    return found;
  }

  async function metric(sample: string): Promise<number> {
    const line = (await metrics()).split('\n').find((text) => text.startsWith(`${sample} `));
    if (line === undefined) throw new Error(`no metric ${sample}`);
    return Number(line.slice(sample.length + 1));
  }

  async function queue(): Promise<number> {
    const names = NAMES.filter((name) => name.startsWith('quick'));
    const lengths = names.map((name) => metric(`haproxy_server_current_queue{proxy="quick",server="${name}"}`));
    return (await Promise.all(lengths)).reduce((a, b) => a + b);
  }

  return {
    origin: `http://127.0.0.1:${listen}`,
    replicas,
    replica,
    metric,
    queue,
    async start(name) {
      await replica(name).start();
      const pool = { quick: 'quick', heavy: 'native', agents: 'agents' }[name.split('-')[0] ?? ''] ?? '';
      const isUp = `haproxy_server_status{proxy="${pool}",server="${name}",state="UP"}`;
      await until(async () => (await metric(isUp)) === 1, `HAProxy sees ${name}`);
    },
    async command(line) {
      const connection = connect(socket);
      connection.resume();
      connection.end(`${line}\n`);
      await once(connection, 'close');
    },
    lines: () => output.split('\n').flatMap(readLine),
    async close() {
      await Promise.all(replicas.map((one) => one.end('SIGTERM')));
      const closed = once(child, 'exit');
      child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The form is `log-format` of the configuration. */
const LINE = /^\S+ \[(\d+)\/(\w+)\/(\d+):(\d\d:\d\d:\d\d\.\d+)\] \S+ [^/ ]+\/(\S+) \S+ (\d+) /;

function readLine(text: string): ProxyLine[] {
  const [, day, month, year, time, server = '', status] = LINE.exec(text) ?? [];
  if (status === undefined) return [];
  // HAProxy writes the time of the machine's zone.
  return [{ server, status: Number(status), accepted: Date.parse(`${day} ${month} ${year} ${time}`), text }];
}

/** Polls until something is so. Throws after a minute. */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > START_MS) throw new Error(`not within ${START_MS / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Ports that were free a moment ago; all are held until the last is found, so none comes twice. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports: number[] = [];
  for (const server of servers) {
    if (!server.listening) await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    ports.push(address.port);
  }
  for (const server of servers) {
    server.close();
    await once(server, 'close');
  }
  return ports;
}
