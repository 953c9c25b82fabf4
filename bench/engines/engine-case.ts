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
  /** The engine alone, on the decoded text; its result is kept from being optimised away. */
  readonly engine: () => unknown;
}

export interface CaseTimes {
  readonly engine: number;
  readonly own: number;
  readonly whole: number;
}

const ROUNDS = 9;

/** Median milliseconds of each, taken in turns in one process and against a warm service. Throws where a run fails. */
export async function timeOf(one: EngineCase, origin: string): Promise<CaseTimes> {
  const times = { engine: [] as number[], own: [] as number[], whole: [] as number[] };
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
  for (let round = 0; round < ROUNDS; round++) {
    times.engine.push(await milliseconds(one.engine));
    times.own.push(await milliseconds(() => one.tool.run(run)));
    times.whole.push(
      await milliseconds(async () => {
        const reply = await call(origin, `/api/v1/tools/${one.tool.id}/run`, {
          body,
          headers: { 'content-type': 'application/json' },
        });
        if (reply.status !== 200) throw new Error(`${one.tool.id}: ${reply.status} ${reply.text.slice(0, 300)}`);
      }),
    );
  }
  return { engine: median(times.engine), own: median(times.own), whole: median(times.whole) };
}

function withDefaults({ tool, options }: EngineCase): Record<string, never> {
  const entries = Object.entries(tool.options).map(([name, schema]) => [name, schema.parse(options[name])]);
  return Object.fromEntries(entries) as Record<string, never>;
}

async function milliseconds(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
