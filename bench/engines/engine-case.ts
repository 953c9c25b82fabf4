import type { Tool } from '../../src/core/tool.js';
import { NO_SETTINGS } from '../../src/runner/execute.js';
import { call } from '../../src/testing/http.js';

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
  /** The service is another process: by the clock alone. */
  readonly whole: number;
}

const ROUNDS = 9;
/** Short work is repeated up to so many milliseconds a round: the processor's clock is too coarse for one run. */
const LEAST_ROUND_MS = 20;

/** Medians of each, taken in turns in one process and against a warm service. Throws where a run fails. */
export async function timeOf(one: EngineCase, origin: string): Promise<CaseTimes> {
  const times = { engine: [] as Spent[], own: [] as Spent[], whole: [] as Spent[] };
  const body = JSON.stringify({
    ...(one.input === undefined ? {} : { input: one.input }),
    options: one.options,
    ...(one.files === undefined
      ? {}
      : {
          files: one.files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
        }),
  });
  const run = {
    input: one.input ?? '',
    options: withDefaults(one),
    files: (one.files ?? []).map((file) => ({ ...file, mime: undefined })) as never,
    signal: new AbortController().signal,
    now: new Date(0),
    random: (length: number) => new Uint8Array(length),
    scratch: undefined,
    settings: NO_SETTINGS,
  };
  const runTool = () => one.tool.run(run);
  const repeat = {
    engine: Math.ceil(LEAST_ROUND_MS / (await spend(one.engine, 1)).clock),
    own: Math.ceil(LEAST_ROUND_MS / (await spend(runTool, 1)).clock),
  };
  for (let round = 0; round < ROUNDS; round++) {
    times.engine.push(await spend(one.engine, repeat.engine));
    times.own.push(await spend(runTool, repeat.own));
    times.whole.push(
      await spend(async () => {
        const reply = await call(origin, `/api/v1/tools/${one.tool.id}/run`, {
          body,
          headers: { 'content-type': 'application/json' },
        });
        if (reply.status !== 200) throw new Error(`${one.tool.id}: ${reply.status} ${reply.text.slice(0, 300)}`);
      }, 1),
    );
  }
  return { engine: medians(times.engine), own: medians(times.own), whole: medians(times.whole).clock };
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
