/**
 * `tsx checks/real-files/run.ts http://127.0.0.1:PORT FOLDER [--tool=resize-image] [--family=pdf] [--every=1]`: every file below a
 * folder through every tool that takes its ending, with its defaults, or else the options of its first example. Right are 200 with files that
 * an independent reader takes, 400 and 413; every 500, 504 and unreadable result is printed. `--every=5` takes a fifth.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import type { CatalogEntry } from '../../src/core/catalog.js';

const [origin = 'http://127.0.0.1:8080', folder = '.', ...flags] = process.argv.slice(2);
const flag = (name: string): string | undefined =>
  flags.find((item) => item.startsWith(`--${name}=`))?.slice(name.length + 3);
const every = Number(flag('every') ?? 1);
const families = flag('family')?.split(',');
const only = flag('tool')?.split(',');
/** Decoded files of the classes: 5 and 20 MiB. */
const MAX_BYTES = { small: 5 * 2 ** 20, large: 20 * 2 ** 20 };
const AT_ONCE = 2;

interface Answer {
  readonly result?: { readonly files?: readonly { readonly name: string; readonly base64: string }[] };
  readonly error?: { readonly message: string };
}

interface Outcome {
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly fault: string | undefined;
}

const scratch = mkdtempSync(join(tmpdir(), 'real-files-'));
const hasQpdf = spawnSync('qpdf', ['--version'], { stdio: 'ignore' }).status === 0;
if (!hasQpdf) console.log('NOT CHECKED: PDF results, no qpdf');
const hasImageMagick = spawnSync('identify', ['-version'], { stdio: 'ignore' }).status === 0;
if (!hasImageMagick) console.log('NOT CHECKED: picture results, no ImageMagick');

const { tools } = (await (await fetch(`${origin}/api/v1/tools?include=examples`)).json()) as {
  readonly tools: readonly CatalogEntry[];
};
const chosen = tools.filter(({ id, family }) => (only?.includes(id) ?? true) && (families?.includes(family) ?? true));
const paths = filesBelow(folder);
let faults = 0;
let runs = 0;
for (const [index, tool] of chosen.entries()) {
  const rule = tool.files;
  if (rule === null) continue;
  const most = tool.class === 'standard' || tool.class === 'network' ? MAX_BYTES.small : MAX_BYTES.large;
  const fitting = paths.filter(
    (path) =>
      (rule.formats.includes('*') || rule.formats.includes(extname(path).toLowerCase())) && statSync(path).size <= most,
  );
  // Another part of the files for each tool.
  const taken = fitting.filter((_, i) => (i + index) % every === 0);
  if (taken.length === 0) continue;
  const outcomes = await runAll(tool, taken);
  runs += outcomes.length;
  const wrong = outcomes.filter(({ fault }) => fault !== undefined);
  faults += wrong.length;
  const counts = new Map<number, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  const slow = outcomes.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a));
  const table = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`${tool.id}: ${table.join(', ')}; slowest ${slow.milliseconds.toFixed(0)} ms (${slow.path})`);
  for (const { path, status, fault } of wrong.slice(0, 10)) console.log(`  WRONG ${status} ${path}: ${fault}`);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`${runs - faults} of ${runs} runs as they should be, ${faults} not`);
process.exitCode = faults === 0 && runs > 0 ? 0 : 1;

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

async function runAll(tool: CatalogEntry, taken: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < taken.length; i = next++) outcomes.push(await runOne(tool, taken[i] ?? '', i));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}

async function runOne(tool: CatalogEntry, path: string, number: number): Promise<Outcome> {
  const example = tool.examples.find(({ response }) => !('error' in (response as object)))?.request as
    | { readonly input?: string; readonly options?: object }
    | undefined;
  const file = { name: path.split('/').at(-1), base64: readFileSync(path).toString('base64') };
  const files = Array.from({ length: Math.max(1, tool.files?.min ?? 1) }, () => file);
  const needsInput = tool.input === 'required';
  const bodyWith = (options: object): string =>
    JSON.stringify({ ...(needsInput ? { input: example?.input ?? '' } : {}), options, files });
  let outcome = await send(tool, bodyWith({}));
  // Some tools have to be told what to do.
  if (outcome.status === 400 && /"message":"Option /.test(outcome.text))
    outcome = await send(tool, bodyWith(example?.options ?? {}));
  const { status, milliseconds, text } = outcome;
  const fault = faultOf(status, text, number, passwordOf(example?.options));
  // What is wrong with the file itself and only copied is no fault of the tool.
  const isOld = fault !== undefined && status === 200 && hasQpdf && path.endsWith('.pdf') && qpdfStatus(path) === 2;
  return { path, status, milliseconds, fault: isOld ? undefined : fault };
}

async function send(
  tool: CatalogEntry,
  body: string,
): Promise<{ readonly status: number; readonly milliseconds: number; readonly text: string }> {
  for (;;) {
    const started = performance.now();
    const response = await fetch(`${origin}${tool.run.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    if (response.status !== 429) return { status: response.status, milliseconds: performance.now() - started, text };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function qpdfStatus(path: string): number | null {
  return spawnSync('qpdf', ['--check', path], { stdio: 'ignore' }).status;
}

/** The password that the example gives its result, if any. */
function passwordOf(options: object | undefined): string {
  const { userPassword } = (options ?? {}) as { readonly userPassword?: unknown };
  return typeof userPassword === 'string' ? userPassword : '';
}

function faultOf(status: number, text: string, number: number, password: string): string | undefined {
  if (status === 400 || status === 413) return undefined;
  if (status !== 200) return text.slice(0, 200);
  const { result } = JSON.parse(text) as Answer;
  for (const [i, { name, base64 }] of (result?.files ?? []).entries()) {
    const bytes = Buffer.from(base64, 'base64');
    // A picture without words has an empty text.
    const fault =
      bytes.length === 0 && !name.endsWith('.txt') ? 'is empty' : unreadable(name, bytes, `${number}-${i}`, password);
    if (fault !== undefined) return `result ${name} ${fault}`;
  }
  return undefined;
}

/** What an independent reader says against a result. */
function unreadable(name: string, bytes: Buffer, key: string, password: string): string | undefined {
  const ending = extname(name).toLowerCase();
  const path = join(scratch, `${key}${ending}`);
  const check = (
    program: string,
    args: readonly string[],
    isWrong: (status: number | null) => boolean,
  ): string | undefined => {
    writeFileSync(path, bytes);
    const { status, stdout, stderr } = spawnSync(program, [...args, path], { encoding: 'utf8', maxBuffer: 2 ** 26 });
    rmSync(path);
    return isWrong(status) ? `is not read by ${program}: ${`${stderr}${stdout}`.slice(0, 200)}` : undefined;
  };
  if (hasQpdf && ending === '.pdf')
    return check('qpdf', ['--check', `--password=${password}`], (status) => status === 2);
  if (hasImageMagick && ['.png', '.jpg', '.jpeg', '.gif', '.bmp', '.tiff', '.tif', '.ppm', '.webp'].includes(ending)) {
    return check('identify', ['-ping'], (status) => status !== 0);
  }
  return undefined;
}
