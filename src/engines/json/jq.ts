import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { overLimit } from '../../core/errors.js';
import { LimitFault } from '../../lib/faults.js';
import { WorkTime } from '../work-time.js';

/** What jq was given and wrote. `exitCode` as jq documents it: 0, 2 usage, 3 compile error, 5 error of the program. */
export interface JqAnswer {
  readonly output: Uint8Array;
  readonly errors: string;
  readonly exitCode: number;
}

/** Most bytes that a program may write. */
const JQ_OUTPUT_BYTES = 8 * 2 ** 20;
/** What a program says beside its output, by `debug` or `stderr`, is kept for messages up to here. */
const ERROR_BYTES = 65_536;
/** Longest work of a program: any of them may go on for ever. Chosen: below the 12 s of class standard, so that its end is an answer. */
const JQ_SECONDS = 8;

/**
 * Runs jq as WebAssembly: no files, no network, no environment; 256 MiB of memory, which the build sets. Each run has an instance of
 * its own, so nothing stays. Throws LIMIT_EXCEEDED where time, memory, depth or output run out.
 */
export async function runJq(args: readonly string[], input: Uint8Array, seconds = JQ_SECONDS): Promise<JqAnswer> {
  const host = new JqHost(input);
  const jq = await load();
  const module = await jq.factory({
    thisProgram: 'jq',
    // The package's own streams move all that is left for every byte: a second for 100 kB.
    instantiateWasm: (imports, receive) => {
      const instance = new WebAssembly.Instance(jq.compiled, host.connect(imports));
      host.memory = instance.exports[MEMORY] as WebAssembly.Memory;
      receive(instance);
      return instance.exports;
    },
  });
  const exitCodeBefore = process.exitCode;
  try {
    const time = new WorkTime(seconds, () => overLimit(`The filter must end within ${seconds} seconds`));
    const status = time.run(() => module.callMain(['-M', ...args]));
    return host.answer(typeof status === 'number' ? status : host.exitCode);
  } catch (error) {
    throw failureOf(error);
  } finally {
    // The package notes jq's status as that of this process.
    process.exitCode = exitCodeBefore;
  }
}

/** Out of memory (a trap of abort) or of stack: the program asks for more than there is. */
function failureOf(error: unknown): unknown {
  if (error instanceof RangeError) return overLimit('The filter nests deeper than jq can follow');
  if (error instanceof WebAssembly.RuntimeError) return overLimit('The filter needs more than 256 MiB of memory');
  return error;
}

const outputFull = (): LimitFault =>
  LimitFault.whole(`The output of the filter must have at most ${JQ_OUTPUT_BYTES} bytes`, JQ_OUTPUT_BYTES);

// Names in the build of jq-wasm 1.0.1; the engine's test fails where another build has others.
const MEMORY = 'E';
const FD_READ = 'g';
const FD_WRITE = 'd';
const ENVIRON_GET = 'i';
const ENVIRON_SIZES_GET = 'j';
const OPEN = 'f';
const PROC_EXIT = 's';
const EXIT = 'b';
/** "No such file", as the build's C library numbers it. */
const ENOENT = 44;

type HostFunction = (...args: number[]) => number;
type Imports = Record<string, Record<string, HostFunction>>;

interface JqModule {
  readonly callMain: (args: string[]) => unknown;
}

interface JqOverrides {
  readonly thisProgram: string;
  readonly instantiateWasm: (imports: Imports, receive: (instance: WebAssembly.Instance) => void) => unknown;
}

interface LoadedJq {
  readonly compiled: WebAssembly.Module;
  readonly factory: (overrides: JqOverrides) => Promise<JqModule>;
}

let loaded: Promise<LoadedJq> | undefined;

/** The package keeps its program inside its script; compiled once in a process. */
function load(): Promise<LoadedJq> {
  loaded ??= (async () => {
    const require = createRequire(import.meta.url);
    const path = require.resolve('jq-wasm/dist/build/jq.js');
    const [, base64 = ''] =
      /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/.exec(readFileSync(path, 'latin1')) ?? [];
    const compiled = await WebAssembly.compile(Buffer.from(base64, 'base64'));
    return { compiled, factory: require('jq-wasm/dist/build/jq.js') as LoadedJq['factory'] };
  })();
  return loaded;
}

/** Standard input, output and error, and nothing else of the machine. */
class JqHost {
  memory: WebAssembly.Memory | undefined;
  exitCode = 0;
  #read = 0;
  #written = 0;
  #saidBytes = 0;
  readonly #input: Uint8Array;
  readonly #output: Uint8Array[] = [];
  readonly #errors: Uint8Array[] = [];

  constructor(input: Uint8Array) {
    this.#input = input;
  }

  connect(imports: Imports): Imports {
    return Object.fromEntries(
      Object.entries(imports).map(([name, functions]) => [name, { ...functions, ...this.#functions(functions) }]),
    );
  }

  #functions(given: Record<string, HostFunction>): Record<string, HostFunction> {
    return {
      [FD_READ]: (fd = 0, vectors = 0, count = 0, result = 0) => this.#readInto(fd, vectors, count, result),
      [FD_WRITE]: (fd = 0, vectors = 0, count = 0, result = 0) => this.#writeFrom(fd, vectors, count, result),
      [ENVIRON_GET]: () => 0,
      [ENVIRON_SIZES_GET]: (count = 0, size = 0) => {
        this.#view().setUint32(count, 0, true);
        this.#view().setUint32(size, 0, true);
        return 0;
      },
      [OPEN]: () => -ENOENT,
      [PROC_EXIT]: (code = 0) => this.#exit(given[PROC_EXIT], code),
      [EXIT]: (code = 0) => this.#exit(given[EXIT], code),
    };
  }

  #exit(leave: HostFunction | undefined, code: number): number {
    this.exitCode = code;
    return leave?.(code) ?? 0;
  }

  #view(): DataView {
    return new DataView(this.#buffer());
  }

  #buffer(): ArrayBuffer {
    if (this.memory === undefined) throw new Error('jq called out before it had memory');
    return this.memory.buffer as ArrayBuffer;
  }

  #readInto(fd: number, vectors: number, count: number, result: number): number {
    const view = this.#view();
    let total = 0;
    for (let i = 0; i < count; i++) {
      const address = view.getUint32(vectors + 8 * i, true);
      const size = view.getUint32(vectors + 8 * i + 4, true);
      const part = fd === 0 ? this.#input.subarray(this.#read, this.#read + size) : new Uint8Array(0);
      new Uint8Array(this.#buffer(), address, part.length).set(part);
      this.#read += part.length;
      total += part.length;
      if (part.length < size) break;
    }
    view.setUint32(result, total, true);
    return 0;
  }

  #writeFrom(fd: number, vectors: number, count: number, result: number): number {
    const view = this.#view();
    let total = 0;
    for (let i = 0; i < count; i++) {
      const address = view.getUint32(vectors + 8 * i, true);
      const size = view.getUint32(vectors + 8 * i + 4, true);
      const part = new Uint8Array(this.#buffer(), address, size).slice();
      if (fd === 1) this.#output.push(part);
      else if (fd === 2 && this.#saidBytes < ERROR_BYTES) {
        this.#errors.push(part);
        this.#saidBytes += size;
      }
      total += size;
    }
    if (fd === 1) this.#written += total;
    if (this.#written > JQ_OUTPUT_BYTES) throw outputFull();
    view.setUint32(result, total, true);
    return 0;
  }

  answer(exitCode: number): JqAnswer {
    return { output: Buffer.concat(this.#output), errors: Buffer.concat(this.#errors).toString(), exitCode };
  }
}
