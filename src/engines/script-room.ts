import { createContext, Script } from 'node:vm';

import type { LimitFault } from '../lib/faults.js';

import { WorkTime } from './work-time.js';

/** What the code in the room says: its result as JSON, or its fault. */
export type RoomAnswer =
  | { readonly result: string | undefined }
  | {
      readonly fault: {
        readonly message: string;
        readonly position: number | undefined;
        readonly range: 'depth' | 'memory' | undefined;
      };
    };

/** What a run may read of time and chance. */
export interface RoomSurroundings {
  readonly now: Date;
  /** 32 bits. */
  readonly seed: number;
}

/** How long the rooms of one run may work together: what a caller's text takes is known only by doing it. */
export class RoomTime {
  #leftMs: number;

  constructor(
    readonly seconds: number,
    private readonly fault: () => LimitFault,
  ) {
    this.#leftMs = 1000 * seconds * WorkTime.patience;
  }

  /** The fault of work that waits for ever. */
  readonly endless = (): LimitFault => this.fault();

  /** What `work` gives that may take as many milliseconds as it is told. Throws the fault where the time is up. */
  spend<Result>(work: (timeoutMs: number) => Result): Result {
    const began = performance.now();
    try {
      return work(Math.max(1, Math.ceil(this.#leftMs)));
    } catch (error) {
      if (!isTimeout(error)) throw error;
      throw this.fault();
    } finally {
      this.#leftMs -= performance.now() - began;
    }
  }
}

/** The room's own clock stands still, and its chance follows from the seed (mulberry32). */
const SURROUNDINGS = `
  globalThis.Date = class extends Date {
    constructor(...given) { if (given.length === 0) super(now); else super(...given); }
    static now() { return now; }
  };
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
`;

/** Given to the code as parameters: measured, a look at the room's global object costs so much that formatters take half as long again. */
const BUILT_IN =
  'Array BigInt Boolean Date Error Infinity JSON Map Math NaN Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TypeError WeakMap WeakSet isFinite isNaN parseFloat parseInt'.split(
    ' ',
  );

/** The end of the room's code: what a promise gave, told as texts. `work` is a function of the room. */
const CALL = new Script(`
  answer = undefined;
  (async () => work(expression, input))().then(
    (result) => { answer = { result }; },
    (error) => {
      const position = typeof error?.position === 'number' ? error.position : undefined;
      const message = String(error?.message ?? error);
      const range = error instanceof RangeError ? (/call stack/.test(message) ? 'depth' : 'memory') : undefined;
      answer = { fault: { message, position, range } };
    },
  );
`);

/**
 * Runs a package in a room of its own: a JavaScript context with its own objects and its own queue of promises, so that the time limit
 * holds for what is asynchronous too. Only texts go in and out, but for `globals`: what the code needs around it and cannot keep. `code` sets `globalThis.work`, a function of `expression` and `input`.
 */
export function openRoom(
  code: string,
): (
  expression: string,
  input: string,
  surroundings: RoomSurroundings,
  time: RoomTime,
  globals?: Readonly<Record<string, unknown>>,
) => RoomAnswer {
  const script = new Script(`${SURROUNDINGS}((${BUILT_IN.join()}) => {${code}})(${BUILT_IN.join()});`);
  return (expression, input, { now, seed }, time, globals = {}) => {
    // A new room for each run: nothing of a caller stays.
    const given = { ...globals, expression, input, now: now.getTime(), seed };
    const room: typeof given & { answer?: RoomAnswer } = Object.assign(Object.create(null), given);
    const context = createContext(room, {
      microtaskMode: 'afterEvaluate',
      codeGeneration: { strings: false, wasm: false },
    });
    time.spend((timeout) => script.runInContext(context, { timeout }));
    time.spend((timeout) => CALL.runInContext(context, { timeout }));
    const { answer } = room;
    // What waits for nothing that will happen never ends.
    if (answer === undefined) throw time.endless();
    return answer;
  };
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
