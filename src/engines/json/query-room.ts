import { createContext, Script } from 'node:vm';

import { LimitFault } from '../../lib/faults.js';

/** Longest work of a query: any may go on for ever. Chosen: below the 12 s of class standard, so that its end is an answer. */
const QUERY_SECONDS = 6;

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
 * holds for what is asynchronous too. Only texts go in and out. `code` defines `work(expression, input)`.
 */
export function openRoom(
  code: string,
): (expression: string, input: string, surroundings: RoomSurroundings) => RoomAnswer {
  const script = new Script(SURROUNDINGS + code);
  return (expression, input, { now, seed }) => {
    // A new room for each run: nothing of a caller stays.
    const given = { expression, input, now: now.getTime(), seed };
    const room: typeof given & { answer?: RoomAnswer } = Object.assign(Object.create(null), given);
    const context = createContext(room, {
      microtaskMode: 'afterEvaluate',
      codeGeneration: { strings: false, wasm: false },
    });
    script.runInContext(context, { timeout: 1000 * QUERY_SECONDS });
    try {
      CALL.runInContext(context, { timeout: 1000 * QUERY_SECONDS });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      throw LimitFault.whole(`The query must end within ${QUERY_SECONDS} seconds`, QUERY_SECONDS);
    }
    const { answer } = room;
    // What waits for nothing that will happen never ends.
    if (answer === undefined) throw LimitFault.whole('The query does not end');
    return answer;
  };
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
