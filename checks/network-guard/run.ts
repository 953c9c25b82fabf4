/**
 * The network guard as it ships, on a whole internet of its own: a network namespace in which every address, IPv4 and IPv6, is this
 * machine, so that whatever is connected to is seen, and a DNS server stands where the system asks. No part of the guard is replaced.
 * Every spelling of the tests is fetched, and redirected to; nothing but public addresses may be contacted.
 *
 * `npx tsx checks/network-guard/run.ts`. Linux with `unshare` and `ip`; says so where they are missing.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, isIP } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listToolFiles } from '../../scripts/tool-files.js';
import { projectRoot } from '../../src/core/project-files.js';
import type { Tool } from '../../src/core/tool.js';
import { judgeAddress } from '../../src/network/address-rules.js';
import { fetchPublic } from '../../src/network/fetch-public.js';
import { parseUrl } from '../../src/network/targets.js';
import { execute, NO_SETTINGS, secureRandom } from '../../src/runner/execute.js';
import { createOtherTools } from '../../src/runner/other-tools.js';
import { openDnsServer, records } from '../../src/testing/dns-server.js';
import { SPELLINGS } from '../../src/testing/host-spellings.js';

const INSIDE = 'inside';
/** Answers of the test's DNS: public ones, and behind which a private one hides. */
const SITE = '93.184.215.14';

/** Hosts that may not be reached, as addresses and as names of the DNS server above. */
const REFUSED = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.0.1',
  'fd00::5',
  '::1',
  'private.example',
  'mixed.example',
  'localhost',
];

if (process.argv[2] === INSIDE) await checkAll();
else enter();

/** Starts this program again where every address is its own. */
function enter(): void {
  const probe = spawnSync('unshare', ['-rn', 'ip', 'link'], { stdio: 'ignore' });
  if (probe.status !== 0) {
    console.log('NOT RUN: no network namespace can be made here (unshare, ip)');
    return;
  }
  const routes = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo';
  const again = [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url), INSIDE];
  const { status } = spawnSync('unshare', ['-rn', 'sh', '-c', `${routes} && exec "$@"`, 'sh', ...again], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

async function checkAll(): Promise<void> {
  /** The address of every connection that came. */
  const contacts: string[] = [];
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const to = new URL(request.url ?? '/', 'http://a').searchParams.get('to');
    // As UTF-8 without line ends, which no header can hold.
    const location = Buffer.from((to ?? '').replace(/[\r\n\0]/g, '')).toString('latin1');
    if (to === null) response.end('reached');
    else response.writeHead(302, { location }).end();
  };
  // Every port that the spellings name, on every address.
  for (const port of [80, 443, 8080, 8443, 3000, 25, 43, 853]) {
    const server = createServer(onRequest);
    server.on('connection', (socket) => {
      contacts.push((socket.localAddress ?? '').replace(/^::ffff:/, ''));
    });
    await new Promise<void>((resolve) => server.listen(port, '::', resolve));
    server.unref();
  }
  const nameserver = /^nameserver\s+(\S+)/m.exec(readFileSync('/etc/resolv.conf', 'utf8'))?.[1] ?? '127.0.0.1';
  const asked = new Map<string, number>();
  await openDnsServer(
    ({ name, type }) => {
      if (type !== 'A') return [];
      const before = asked.get(name) ?? 0;
      asked.set(name, before + 1);
      if (name.startsWith('rebinding')) return records(name, 'A', before === 0 ? SITE : '127.0.0.1');
      if (name.startsWith('mixed')) return records(name, 'A', SITE, '10.0.0.1');
      if (name.startsWith('private')) return records(name, 'A', '192.168.0.1');
      return records(name, 'A', SITE);
    },
    { host: nameserver, port: 53 },
  );

  const faults: string[] = [];
  const isPublic = new Set([SITE, ...SPELLINGS.filter(({ meaning }) => meaning === 'public').map(({ host }) => host)]);
  const settings = { networkAllowPrivate: false };
  /** What was contacted during a fetch, and whether it ended well. */
  async function attempt(url: string): Promise<{ isReached: boolean; addresses: readonly string[]; why: string }> {
    const before = contacts.length;
    let why = '';
    try {
      await fetchPublic(parseUrl(url), {}, { signal: AbortSignal.timeout(5000), settings });
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    return { isReached: why === '', addresses: contacts.slice(before), why };
  }
  const note = (isRight: boolean, what: string): void => {
    if (!isRight) faults.push(what);
  };

  // The bench can see: what is no guard reaches what the guard must not.
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', 'fd00::5', '64:ff9b::7f00:1']) {
    const before = contacts.length;
    await new Promise<void>((resolve, reject) => {
      const socket = connect(80, address, () => resolve(void socket.destroy()));
      socket.once('error', reject);
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    note(contacts.slice(before).includes(address), `bench does not see ${address}`);
  }

  let direct = 0;
  let redirected = 0;
  for (const { url, meaning, host = '' } of SPELLINGS) {
    const isHttps = /^\s*https/i.test(url);
    const { isReached, addresses, why } = await attempt(url);
    direct += 1;
    note(
      addresses.every((address) => isPublic.has(address)),
      `${JSON.stringify(url)} contacted ${addresses.join(' ')}`,
    );
    if (meaning === 'public') note(addresses.includes(host), `${JSON.stringify(url)} did not contact ${host}: ${why}`);
    if (meaning === 'public' && !isHttps) note(isReached, `${JSON.stringify(url)} was not reached: ${why}`);
    if (meaning === 'name') note(addresses.includes(SITE), `${JSON.stringify(url)} did not contact the site: ${why}`);
    if (!['public', 'name'].includes(meaning))
      note(addresses.length === 0, `${JSON.stringify(url)} contacted something`);

    // One spelling is too long to stand inside another address.
    if (url.length > 4096) continue;
    const hop = await attempt(`http://${SITE}/?to=${encodeURIComponent(url)}`);
    redirected += 1;
    note(hop.addresses[0] === SITE, `the site was not contacted: ${hop.why}`);
    note(
      hop.addresses.every((address) => isPublic.has(address)),
      `redirect to ${JSON.stringify(url)} contacted ${hop.addresses.join(' ')}`,
    );
    if (['private', 'closed'].includes(meaning))
      note(hop.addresses.length === 1, `redirect to ${JSON.stringify(url)} went on`);
  }

  const rebound = await attempt('http://rebinding-1.example/');
  note(
    rebound.isReached && rebound.addresses.join() === SITE,
    `rebinding, first: ${rebound.why} ${rebound.addresses.join()}`,
  );
  const again = await attempt('http://rebinding-1.example/');
  note(!again.isReached && again.addresses.length === 0, 'rebinding, second, was reached');
  const through = await attempt(`http://rebinding-2.example/?to=${encodeURIComponent('http://rebinding-2.example/')}`);
  note(!through.isReached && through.addresses.join() === SITE, `rebinding by redirect: ${through.addresses.join()}`);
  for (const name of ['mixed.example', 'private.example']) {
    const { isReached, addresses } = await attempt(`http://${name}/`);
    note(!isReached && addresses.length === 0, `${name} was reached`);
  }

  const runs = await tryEveryTool(contacts, note);

  for (const fault of faults) console.error(fault);
  const names = SPELLINGS.filter(({ host }) => host !== undefined && isIP(host) === 0).length;
  console.log(
    `network guard: ${direct} spellings fetched (${names} of names), ${redirected} redirected to, 5 names that change or mix, ${runs} runs of network tools, ${contacts.length} connections seen, ${faults.length} faults`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}

/** Every network tool, its input and each of its options that can name a host, at hosts that may not be reached. Gives the number of runs. */
async function tryEveryTool(
  contacts: readonly string[],
  note: (isRight: boolean, what: string) => void,
): Promise<number> {
  let runs = 0;
  for (const { id, family } of listToolFiles(join(projectRoot, 'src/tools'))) {
    const { default: tool } = (await import(join(projectRoot, 'src/tools', family, `${id}.ts`))) as {
      readonly default: Tool;
    };
    if (tool.class !== 'network') continue;
    const named = Object.keys(tool.options).filter((name) => /^(?:resolver|resolvers|server)$/.test(name));
    for (const host of REFUSED) {
      const bare = host.includes(':') ? `[${host}]` : host;
      const requests = [
        ...[host, bare, `http://${bare}/`, `https://${bare}/x`].map((input) => ({ input })),
        ...named.flatMap((name) =>
          [host, `https://${bare}/dns-query`].map((value) => ({ input: 'site.example', options: { [name]: value } })),
        ),
      ];
      for (const request of requests) {
        const before = contacts.length;
        const surroundings = {
          signal: () => AbortSignal.timeout(20_000),
          now: new Date(),
          random: secureRandom,
          scratch: undefined,
          settings: NO_SETTINGS,
          tools: createOtherTools(NO_SETTINGS, () => Promise.reject(new Error('none'))),
        };
        const { answer } = await execute(tool, Buffer.from(JSON.stringify(request)), surroundings);
        runs += 1;
        const reached = contacts.slice(before).filter((address) => judgeAddress(address, new Set()).reach !== 'public');
        note(reached.length === 0, `${id} ${JSON.stringify(request)} contacted ${reached.join(' ')}`);
        note(answer.status < 500, `${id} ${JSON.stringify(request)} answered ${answer.status}`);
      }
    }
  }
  return runs;
}
