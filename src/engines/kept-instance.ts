import { spendProcess, whenRunEnds } from '../core/run-end.js';
import { snapshotMemory } from '../lib/bytes/memory-snapshot.js';

/** An engine in WebAssembly, made ready for its first caller, and the memory of its instance. */
export interface StartedEngine<Engine> {
  readonly engine: Engine;
  /** Asked for anew each time: memory that grows moves. */
  readonly memory: () => Uint8Array;
}

/**
 * An engine that is worth keeping, because it is slow to start, while nothing of a caller may stay in it: when a run ends, its memory goes
 * back to what it was before the first one.
 */
export interface KeptInstance<Engine> {
  /** Starts the engine where there is none. */
  readonly open: () => Promise<Engine>;
  /** Drops it: after a trap, or an exception that has passed through it, its stack pointer is anywhere. */
  readonly discard: () => void;
}

/** WebAssembly memory never shrinks, and takes 0.15 ms per MB to clear: beyond this a new instance is better. */
const MAX_KEPT_BYTES = 64 * 2 ** 20;

/**
 * `startsOnce`: a package that starts when it is loaded has no second instance. Where it would be dropped, this process is given no other
 * run instead.
 */
export function keepInstance<Engine>(
  start: () => Promise<StartedEngine<Engine>>,
  { startsOnce = false }: { readonly startsOnce?: boolean } = {},
): KeptInstance<Engine> {
  let kept: Promise<{ readonly engine: Engine; readonly endRun: () => void }> | undefined;
  const discard = (): void => {
    if (startsOnce) spendProcess();
    else kept = undefined;
  };
  const make = async () => {
    const { engine, memory } = await start();
    const rewind = snapshotMemory(memory);
    const mostBytes = Math.max(MAX_KEPT_BYTES, 2 * memory().length);
    const endRun = (): void => {
      const isGrown = memory().length > mostBytes;
      if (isGrown) discard();
      if (!isGrown || startsOnce) rewind();
    };
    return { engine, endRun };
  };
  return {
    async open() {
      kept ??= make();
      const current = kept;
      // A start that has failed is not kept.
      const { engine, endRun } = await current.catch((error: unknown) => {
        if (kept === current) discard();
        throw error;
      });
      whenRunEnds(endRun);
      return engine;
    },
    discard,
  };
}

/** Emscripten's option for an instance of an already compiled module. `made` is given the instance. */
export const instantiating =
  (module: WebAssembly.Module, made: (instance: WebAssembly.Instance) => void = () => undefined) =>
  (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => unknown): object => {
    const instance = new WebAssembly.Instance(module, imports);
    made(instance);
    receive(instance);
    return instance.exports;
  };

/** The memory of an Emscripten module, where it shows it. */
export function heapOf(module: unknown): Uint8Array {
  const heap: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'HEAPU8') : undefined;
  if (!(heap instanceof Uint8Array)) throw new Error('the engine does not show its memory');
  return heap;
}

/** The memory of an instance, whatever name the build has given it. */
export function memoryOfInstance({ exports }: WebAssembly.Instance): () => Uint8Array {
  const memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
  if (memory === undefined) throw new Error('the engine does not show its memory');
  return () => new Uint8Array(memory.buffer);
}

/** Takes the place of `FinalizationRegistry`: what it would free by address, late, may be another caller's by then. */
class NoFinalization {
  register(): void {}
  unregister(): boolean {
    return false;
  }
}

/**
 * For packages that start by themselves and keep their instance to themselves: the memory of the instance that is made while `load` is
 * at work and has an export of this name. Nothing that is loaded meanwhile frees memory when objects are collected.
 */
export async function loadWatched<Engine>(
  load: () => Promise<Engine>,
  exportName: string,
): Promise<StartedEngine<Engine>> {
  const { instantiate } = WebAssembly;
  const { FinalizationRegistry: finalization } = globalThis;
  let memory: (() => Uint8Array) | undefined;
  const watched = async (...args: Parameters<typeof instantiate>) => {
    const made = await instantiate(...args);
    const instance = made instanceof WebAssembly.Instance ? made : made.instance;
    if (Object.hasOwn(instance.exports, exportName)) memory = memoryOfInstance(instance);
    return made;
  };
  Object.assign(WebAssembly, { instantiate: watched });
  Object.assign(globalThis, { FinalizationRegistry: NoFinalization });
  try {
    const engine = await load();
    if (memory === undefined) throw new Error(`the engine was started before, or has no export ${exportName}`);
    return { engine, memory };
  } finally {
    Object.assign(WebAssembly, { instantiate });
    Object.assign(globalThis, { FinalizationRegistry: finalization });
  }
}
