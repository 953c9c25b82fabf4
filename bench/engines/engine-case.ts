import { Agent, request } from 'node:http';

import type { Tool } from '../../src/core/tool.js';
import { NO_SETTINGS } from '../../src/runner/execute.js';
import { createOtherTools } from '../../src/runner/other-tools.js';

/** A tool on a large text, and the same work by the engine it stands on. */
export interface EngineCase {
  readonly tool: Tool;
  readonly title: string;
  /** Size of the text in bytes. */
  readonly bytes: number;
  readonly input?: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly files?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The engine alone, on the text; where the tool reads and writes files, on a file's bytes, decoded and encoded as UTF-8 unseen. */
  readonly engine: () => unknown;
}

/** Milliseconds on the clock, and of this process's processor time, all its threads together. */
export interface Spent {
  readonly clock: number;
  readonly processor: number;
}

export interface CaseTimes {
  readonly engine: Spent;
  readonly own: Spent;
  /** The service is another process: by the clock alone, until the last byte of the answer has come. */
  readonly whole: number;
  /** A request and an answer as long as these, to and from a service that does nothing but read the one and write the other. */
  readonly transport: number;
}

const ROUNDS = 9;
/** Short work is repeated up to so many milliseconds a round: the processor's clock is too coarse for one run. */
const LEAST_ROUND_MS = 20;

/** Medians of each, taken in turns in one process and against a warm service. Throws where a run fails. */
export async function timeOf(one: EngineCase, origin: string, leastOrigin: string): Promise<CaseTimes> {
  const times = { engine: [] as Spent[], own: [] as Spent[], whole: [] as Spent[], transport: [] as Spent[] };
  const body = Buffer.from(bodyOf(one));
  const run = {
    input: one.input ?? '',
    options: withDefaults(one),
    files: (one.files ?? []).map((file) => ({ ...file, mime: undefined })) as never,
    signal: new AbortController().signal,
    progress: () => undefined,
    now: new Date(0),
    random: (length: number) => new Uint8Array(length),
    scratch: undefined,
    settings: NO_SETTINGS,
    tools: createOtherTools(NO_SETTINGS, () => Promise.reject(new Error('No tool is run by another here'))),
    network: {},
  };
  const runTool = () => one.tool.run(run);
  const repeat = {
    engine: Math.ceil(LEAST_ROUND_MS / (await spend(one.engine, 1)).clock),
    own: Math.ceil(LEAST_ROUND_MS / (await spend(runTool, 1)).clock),
  };
  for (let round = 0; round < ROUNDS; round++) {
    times.engine.push(await spend(one.engine, repeat.engine));
    times.own.push(await spend(runTool, repeat.own));
    let answerBytes = 0;
    const runWhole = async (): Promise<void> => {
      answerBytes = await exchange(`${origin}/api/v1/tools/${one.tool.id}/run`, body);
    };
    times.whole.push(await spend(runWhole, 1));
    times.transport.push(await spend(() => exchange(`${leastOrigin}/?bytes=${answerBytes}`, body), 1));
  }
  return {
    engine: medians(times.engine),
    own: medians(times.own),
    whole: medians(times.whole).clock,
    transport: medians(times.transport).clock,
  };
}

const bodyOf = ({ input, options, files }: EngineCase): string =>
  JSON.stringify({
    ...(input === undefined ? {} : { input }),
    options,
    ...(files === undefined
      ? {}
      : { files: files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })) }),
  });

const agent = new Agent({ keepAlive: true });

/** Length of the answer in bytes; it is taken, not read. Rejects where it is no 200. */
function exchange(address: string, body: Buffer): Promise<number> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: 'POST', agent, headers }, (incoming) => {
      let length = 0;
      incoming.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        if (incoming.statusCode === 200) resolve(length);
        else reject(new Error(`${address}: ${incoming.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function withDefaults({ tool, options }: EngineCase): Record<string, never> {
  const entries = Object.entries(tool.options).map(([name, schema]) => [name, schema.parse(options[name])]);
  return Object.fromEntries(entries) as Record<string, never>;
}

async function spend(work: () => unknown, repeat: number): Promise<Spent> {
  const before = process.cpuUsage();
  const started = performance.now();
  for (let again = 0; again < repeat; again++) await work();
  const clock = (performance.now() - started) / repeat;
  const { user, system } = process.cpuUsage(before);
  return { clock, processor: (user + system) / 1000 / repeat };
}

const medians = (all: readonly Spent[]): Spent => ({
  clock: median(all.map(({ clock }) => clock)),
  processor: median(all.map(({ processor }) => processor)),
});

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
