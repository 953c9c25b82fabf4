/**
 * `tsx checks/haproxy/run.ts [--long]`: `deploy/haproxy/haproxy.cfg` under Debian's HAProxy in front of replicas of this machine. First with
 * replicas whose tools wait (queues, refusals, slow clients, replicas that die and come back), then with the built service. Exits 1 when
 * something is not as it must be. `--long` restarts the replicas many times over.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from '../../scripts/build.js';
import { call, rawExchange } from '../../src/testing/http.js';
import { Faults, say } from '../pages/check.js';

import { type Cluster, openCluster, PUBLIC_HOST, until } from './cluster.js';
import { loadFor, type Outcome, pause, send, startLoad, tally } from './load.js';

const ROOT = join(import.meta.dirname, '../..');
const isLong = process.argv.includes('--long');
const faults = new Faults();

const QUICK = ['quick-1', 'quick-2', 'quick-3'];
/** As in the configuration. */
const QUICK_SLOTS = 12;
const QUICK_QUEUE = 128;
const WAITING_CLASSES = ['wait-native native', 'echo-files native', 'wait-model model'];

const wait = (ms: number) => ({ options: { ms } });
const failed = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => status !== 200);

/** That an answer has the contract's form, and comes from the proxy, which has no `Content-Type` of its own to choose. */
function isError({ status, code, reply }: Outcome, expectedStatus: number, expectedCode: string): void {
  faults.equal([status, code], [expectedStatus, expectedCode], `error ${expectedCode}`);
  faults.equal(reply?.headers['content-type'], 'application/json', `content type of ${expectedCode}`);
  faults.equal(reply?.headers['cache-control'], 'no-store', `caching of ${expectedCode}`);
  faults.holds(/^[\w.:-]{1,64}$/.test(String(reply?.headers['x-request-id'])), `request id of ${expectedCode}`);
}

async function answersOfItsOwn(cluster: Cluster): Promise<void> {
  const { origin } = cluster;
  const headers = { host: PUBLIC_HOST };
  const none = await send(origin, 'wait-native', wait(1));
  isError(none, 503, 'NOT_READY');
  faults.equal(none.reply?.headers['retry-after'], '1', 'Retry-After of 503');
  faults.equal((await call(origin, '/health/ready', { headers })).status, 503, 'ready without replicas');
  await Promise.all([...QUICK, 'heavy-1', 'agents-1'].map((name) => cluster.start(name)));
  faults.equal((await call(origin, '/health/ready', { headers })).status, 200, 'ready with replicas');
  faults.equal((await call(origin, '/metrics', { headers })).status, 404, '/metrics of a replica from outside');
  faults.equal((await call(origin, '/api/v1/tools', { headers })).status, 200, 'the catalog');
  faults.equal(
    (await call(origin, '/api/v1/tools', { headers: { host: 'evil.example' } })).status,
    403,
    'another Host',
  );
  const port = Number(new URL(origin).port);
  const { text } = await rawExchange(port, ['GET / HTTP/1.1\r\nbroken\r\n\r\n']);
  // In words of its own: HAProxy 2.6 answers what it cannot parse before a configuration has a say.
  faults.holds(text.startsWith('HTTP/1.1 400 '), `broken HTTP: ${text.slice(0, 200)}`);
  const own = await send(origin, 'wait-standard', wait(1), { headers: { 'x-request-id': 'own-1' } });
  faults.equal(own.reply?.headers['x-request-id'], 'own-1', 'a request id of the caller');
  const bad = await send(origin, 'wait-standard', wait(1), { headers: { 'x-request-id': 'a b' } });
  faults.holds(/^[0-9a-f-]{36}$/.test(String(bad.reply?.headers['x-request-id'])), 'a bad request id is replaced');
  isError(await send(origin, 'wait-standard', Buffer.alloc(40 * 2 ** 20, 32)), 413, 'LIMIT_EXCEEDED');
}

/** 40 clients where 12 slots are, and more clients than slots in the other two classes. */
async function nobodyIsRefused({ origin, queue }: Cluster): Promise<void> {
  const loads = [
    startLoad(origin, 40, 'wait-standard', wait(100)),
    startLoad(origin, 6, 'wait-native', wait(200)),
    startLoad(origin, 3, 'wait-model', wait(200)),
  ];
  await pause(3000);
  faults.holds((await queue()) > 0, 'runs wait in the queue');
  // A slow machine answers few runs in three seconds.
  for (let i = 0; i < 120 && loads.some((load) => load.count() <= 10); i += 1) await pause(500);
  for (const load of loads) {
    const outcomes = await load.stop();
    say(`     ${tally(outcomes)}`);
    faults.equal(failed(outcomes).length, 0, 'refused below a full queue');
    faults.holds(outcomes.length > 10, 'there was a load');
  }
}

async function fullQueue({ origin }: Cluster): Promise<void> {
  const clients = QUICK_SLOTS + QUICK_QUEUE + 60;
  const runs = Array.from({ length: clients }, () => send(origin, 'wait-standard', wait(600)));
  const outcomes = await Promise.all(runs);
  say(`     ${clients} at once: ${tally(outcomes)}`);
  const refused = failed(outcomes);
  faults.holds(refused.length > 0, 'a full queue refuses');
  for (const one of refused) {
    isError(one, 429, 'SERVER_BUSY');
    faults.equal(one.reply?.headers['retry-after'], '1', 'Retry-After of 429');
  }
  const taken = clients - refused.length;
  faults.holds(taken >= QUICK_SLOTS + QUICK_QUEUE, `slots and queue were full before it refused: ${taken}`);
}

/** Uploads that stand still hold none of the two native slots; who leaves the queue is not run. */
async function slowAndGone({ origin, metric, queue }: Cluster): Promise<void> {
  const port = Number(new URL(origin).port);
  const head = `POST /api/v1/tools/echo-files/run HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n`;
  const stalled = Array.from({ length: 8 }, () => rawExchange(port, [head, Buffer.alloc(1_000_000, 32)], 3000));
  await pause(500);
  const outcome = await send(origin, 'wait-native', wait(1));
  faults.equal(outcome.status, 200, 'a native run beside eight uploads that stand still');
  faults.equal(await metric('haproxy_server_current_sessions{proxy="native",server="heavy-1"}'), 0, 'slots they hold');
  await Promise.all(stalled);

  const long = Array.from({ length: QUICK_SLOTS }, () => send(origin, 'wait-standard', wait(3000)));
  await until(
    async () => (await metric('haproxy_backend_current_sessions{proxy="quick"}')) >= QUICK_SLOTS,
    'slots are taken',
  );
  const leaving = Array.from({ length: 20 }, () => send(origin, 'wait-standard', wait(1), { leaveAfterMs: 500 }));
  await until(async () => (await queue()) > 0, 'runs wait');
  await Promise.all(leaving);
  await until(async () => (await queue()) === 0, 'who left waits no more');
  const sessions = await metric('haproxy_backend_current_sessions{proxy="quick"}');
  faults.equal(sessions, QUICK_SLOTS, 'only the long runs are there when the others have left');
  faults.equal(failed(await Promise.all(long)).length, 0, 'the long runs');
}

/** A replica dies with what it was running, and nothing else fails; when it is back it takes its share. */
async function killed(cluster: Cluster): Promise<void> {
  const { origin } = cluster;
  const before = cluster.lines().length;
  const load = startLoad(origin, 20, 'wait-standard', wait(200));
  await pause(1000);
  await cluster.replica('quick-2').end('SIGKILL');
  const goneAt = Date.now();
  await pause(1500);
  await cluster.start('quick-2');
  const backAt = Date.now();
  await pause(1000);
  const outcomes = await load.stop();
  const lost = failed(outcomes);
  say(`     ${tally(outcomes)}`);
  // Four that it was running; four more may be handed over while the kernel takes the process apart and still takes connections.
  faults.holds(lost.length <= 8, `only the runs of the replica are lost: ${tally(lost)}`);
  for (const one of lost) {
    isError(one, 502, 'EXECUTION_FAILED');
    faults.holds(one.started <= goneAt, 'a lost run was sent before the replica was gone');
  }
  const lines = cluster.lines().slice(before);
  for (const { server, status, text } of lines) {
    faults.holds(status === 200 || server === 'quick-2', `only the killed replica's runs fail: ${text}`);
  }
  faults.holds(
    lines.some(({ server, status, accepted }) => server === 'quick-2' && status === 200 && accepted > backAt),
    'the replica takes runs again',
  );
}

/** Every replica in turn: SIGTERM, gone with code 0, started anew. Nobody notices. */
async function rollingRestart(cluster: Cluster, times: number, id: string, body: unknown): Promise<void> {
  const before = cluster.lines().length;
  const load = startLoad(cluster.origin, 20, id, body);
  await pause(500);
  for (let i = 0; i < times; i += 1) {
    for (const name of QUICK) {
      faults.equal(await cluster.replica(name).end('SIGTERM'), 0, `exit code of ${name}`);
      await cluster.start(name);
    }
  }
  const outcomes = await load.stop();
  say(`     ${times * QUICK.length} restarts: ${tally(outcomes)}`);
  for (const { status, text } of cluster.lines().slice(before)) faults.equal(status, 200, text);
  faults.equal(failed(outcomes).length, 0, 'failed while replicas were restarted');
  faults.holds(outcomes.length > 20, 'there was a load');
}

/** How many times the runs of one replica three replicas make in the same time. */
async function threeOverOne(cluster: Cluster, milliseconds: number, id: string, body: unknown): Promise<number> {
  for (const name of ['quick-2', 'quick-3']) await cluster.command(`set server quick/${name} state maint`);
  const one = await loadFor(milliseconds, cluster.origin, 40, id, body);
  for (const name of ['quick-2', 'quick-3']) await cluster.command(`set server quick/${name} state ready`);
  await pause(500);
  const three = await loadFor(milliseconds, cluster.origin, 40, id, body);
  faults.equal(failed([...three.outcomes, ...one.outcomes]).length, 0, 'failed while throughput was measured');
  const ratio = three.perSecond / one.perSecond;
  say(
    `     one replica ${one.perSecond.toFixed(1)}, three ${three.perSecond.toFixed(1)} runs a second: ${ratio.toFixed(2)} times`,
  );
  return ratio;
}

await build(join(ROOT, 'dist-test/product'), {
  tools: join(ROOT, 'src/testing/hostile-tools'),
  generated: join(ROOT, 'dist-test/generated'),
});
say('replicas whose tools wait');
const classes = WAITING_CLASSES.map((line) => `/api/v1/tools/${line.replace(' ', '/run ')}\n`).join('');
const waiting = await openCluster('waiting', classes);
try {
  await faults.part('what the proxy says itself', () => answersOfItsOwn(waiting));
  await faults.part('40 clients on 12 slots: no refusal', () => nobodyIsRefused(waiting));
  await faults.part('a full queue: 429 as JSON', () => fullQueue(waiting));
  await faults.part('slow uploads hold no slot, who leaves is not run', () => slowAndGone(waiting));
  await faults.part('a replica is killed and comes back', () => killed(waiting));
  await faults.part('rolling restart', () => rollingRestart(waiting, isLong ? 10 : 1, 'wait-standard', wait(100)));
  await faults.part('three replicas make 2.5 times the runs of one', async () => {
    const ratio = await threeOverOne(waiting, 4000, 'wait-standard', wait(400));
    faults.holds(ratio >= 2.5, `three replicas make ${ratio.toFixed(2)} times the runs of one`);
  });
} finally {
  await waiting.close();
}

say('the built service');
const product = await openCluster('product', readFileSync(join(ROOT, 'deploy/haproxy/classes.map'), 'utf8'));
const text = { input: 'The quick brown fox jumps over the lazy dog. '.repeat(4000) };
try {
  await Promise.all(QUICK.map((name) => product.start(name)));
  await faults.part('rolling restart', () => rollingRestart(product, isLong ? 10 : 1, 'token-counter', text));
  // A matter of the machine's cores, so it is said and not judged.
  await faults.part('a tool that computes', () =>
    threeOverOne(product, 3000, 'token-counter', text).then(() => undefined),
  );
} finally {
  await product.close();
}

for (const fault of faults.list.slice(0, 30)) say(`FAULT ${fault}`);
process.exitCode = faults.list.length === 0 ? 0 : 1;
