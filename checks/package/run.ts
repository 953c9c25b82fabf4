/**
 * The product as a package: `npm pack`, an installation from the archive with no flag and no setting of ours, the installed command
 * started, three tools called; then what `trim` leaves of it, and every example on that. Prints what it weighs. `npx tsx checks/package/run.ts`;
 * asks the registry for what npm has not kept, so it is run by hand and takes ten minutes. Exits 1 with a line for each fault.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from '../../scripts/tool-files.js';
import { packagesIn } from '../../src/cli/trim.js';

import { exampleAnswers } from './examples.js';

const MAX_ARCHIVE_MB = 25;
const MAX_START_MS = 1000;
const LARGE_MB = 10;
const MAX_TRIMMED_MB = 550;
const MAY_BE_PACKED = /^package\/(?:dist\/|docs\/[^/]+\.md$|(?:package\.json|LICENSE|README\.md|CHANGELOG\.md)$)/;

const folder = mkdtempSync(join(tmpdir(), 'package-check-'));
const PRODUCT = join(folder, 'prefix/lib/node_modules/tool-execution-api');
const faults: string[] = [];
const check = (isRight: boolean, fault: string): void => {
  if (!isRight) faults.push(fault);
};

/** Whoever installs has none of npm's settings of this project, nor those that `npm run` hands on. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

const run = (command: string, words: readonly string[], cwd: string): string =>
  execFileSync(command, words, { cwd, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Megabytes on the disk, as `du -sm` counts them. */
const weigh = (path: string): number => Number(run('du', ['-sm', path], folder).split('\t')[0]);

function pack(): string {
  run('npm', ['pack', '--silent', '--pack-destination', folder], ROOT);
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm pack made no archive');
  const archive = join(folder, name);
  const paths = run('tar', ['-tzf', archive], folder).trim().split('\n');
  const strange = paths.filter((path) => !MAY_BE_PACKED.test(path));
  check(strange.length === 0, `packed, but not of the product: ${strange.slice(0, 5).join(', ')}`);
  check(paths.includes('package/dist/bin/tool-execution-api.js'), 'the archive has no dist/: prepack did not build');
  const megabytes = statSync(archive).size / 1e6;
  check(megabytes <= MAX_ARCHIVE_MB, `the archive has ${megabytes.toFixed(1)} MB, more than ${MAX_ARCHIVE_MB}`);
  console.log(`archive: ${megabytes.toFixed(1)} MB, ${paths.length} files`);
  return archive;
}

function install(archive: string): string {
  const started = performance.now();
  run('npm', ['install', '--global', '--no-audit', '--no-fund', '--prefix', join(folder, 'prefix'), archive], folder);
  console.log(`installed: ${weigh(PRODUCT)} MB in ${Math.round((performance.now() - started) / 1000)} s`);
  const packages = packagesIn(PRODUCT, 'node_modules');
  for (const { name, folder: own } of packages) {
    const { scripts = {} } = JSON.parse(readFileSync(join(PRODUCT, own, 'package.json'), 'utf8')) as {
      readonly scripts?: Readonly<Record<string, string>>;
    };
    const ran = ['preinstall', 'install', 'postinstall'].filter((script) => scripts[script] !== undefined);
    check(ran.length === 0, `${name} has run ${ran.join(' and ')} while it was installed`);
    check(name !== 'citeproc', 'citeproc (CPAL or AGPL) was installed');
  }
  const large = packages
    .map(({ name, folder: own }) => ({ name, megabytes: weigh(join(PRODUCT, own)) }))
    .filter(({ megabytes }) => megabytes > LARGE_MB)
    .sort((a, b) => b.megabytes - a.megabytes);
  console.log(`${packages.length} packages, over ${LARGE_MB} MB:`);
  const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8');
  for (const { name, megabytes } of large) {
    console.log(`  ${megabytes} MB ${name}`);
    check(page.includes(name), `docs/dependencies.md does not weigh ${name}, ${megabytes} MB`);
  }
  return join(folder, 'prefix/bin/tool-execution-api');
}

interface Started {
  readonly service: ChildProcess;
  readonly origin: string;
  readonly took: number;
}

/** The quickest of three starts: what else the machine does makes a start slow, nothing makes it quick. */
async function serve(command: string): Promise<Started> {
  let last = await start(command);
  let quickest = last.took;
  for (let i = 0; i < 2; i++) {
    last.service.kill('SIGTERM');
    last = await start(command);
    quickest = Math.min(quickest, last.took);
  }
  check(quickest <= MAX_START_MS, `the installed command answers after ${quickest} ms, more than ${MAX_START_MS}`);
  console.log(`answers ${quickest} ms after its start`);
  return last;
}

/** Starts the installed command; resolves when it answers. */
async function start(command: string): Promise<Started> {
  const started = performance.now();
  const env = { ...environment, PORT: '0', NETWORK_TOOLS: 'off', LOG_LEVEL: 'error' };
  const service = spawn(command, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const piece of service.stdout) {
    said += String(piece);
    const origin = /http:\/\/[\d.:]+\d/.exec(said)?.[0];
    if (origin === undefined) continue;
    check((await fetch(`${origin}/health/live`)).status === 200, 'the installed command is not alive');
    return { service, origin, took: Math.round(performance.now() - started) };
  }
  throw new Error(`the installed command ended: ${said}`);
}

const REFERENCE = JSON.stringify([
  { id: 'a', type: 'book', title: 'On Walls', author: [{ family: 'Doe', given: 'Jo' }] },
]);
const ROWS = 'text\nThe parcel came late\nThe package arrived late\nI like green tea\n';

/** One tool without an engine, one whose texts are taken over by the build, one that runs native code. */
const CALLS: readonly { readonly tool: string; readonly body: unknown; readonly has: string }[] = [
  { tool: 'hash-generator', body: { input: 'abc' }, has: 'ba7816bf8f01cfea' },
  { tool: 'citation-formatter', body: { input: REFERENCE }, has: 'Doe, J.' },
  {
    tool: 'semantic-deduplication',
    body: { files: [{ name: 'a.csv', base64: Buffer.from(ROWS).toString('base64') }] },
    has: 'universal-sentence-encoder',
  },
];

async function call(origin: string, { tool, body, has }: (typeof CALLS)[number]): Promise<void> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const started = performance.now();
  const answer = await fetch(`${origin}/api/v1/tools/${tool}/run`, request);
  const text = await answer.text();
  check(answer.status === 200 && text.includes(has), `${tool}: ${answer.status} ${text.slice(0, 300)}`);
  console.log(`${tool}: ${answer.status} in ${Math.round(performance.now() - started)} ms`);
}

/** What is removed is missed by nothing: whatever was answered alike twice is answered so once more. */
async function checkTrimmed(command: string, origin: string, end: () => void): Promise<void> {
  const [first, second] = [await exampleAnswers(origin), await exampleAnswers(origin)];
  end();
  console.log(run(command, ['trim'], folder).trim());
  const megabytes = weigh(PRODUCT);
  check(megabytes <= MAX_TRIMMED_MB, `${megabytes} MB are left by trim, more than ${MAX_TRIMMED_MB}`);
  const { service, origin: trimmed } = await start(command);
  const third = await exampleAnswers(trimmed);
  service.kill('SIGTERM');
  let steady = 0;
  for (const [name, { text, isOfItsKind }] of third) {
    check(isOfItsKind, `${name}: ${text.slice(0, 200)}`);
    const before = first.get(name)?.text;
    if (before === undefined || before !== second.get(name)?.text) continue;
    steady += 1;
    check(text === before, `${name} is answered otherwise after trim: ${text.slice(0, 200)}`);
  }
  check(steady > 0 && third.size === first.size, `${third.size} examples after trim, ${first.size} before`);
  console.log(`trimmed: ${megabytes} MB; ${third.size} examples, ${steady} that are answered alike each time`);
}

try {
  const command = install(pack());
  const { service, origin } = await serve(command);
  for (const one of CALLS) await call(origin, one);
  await checkTrimmed(command, origin, () => service.kill('SIGTERM'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(`package: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
