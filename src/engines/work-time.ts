import { createContext, Script } from 'node:vm';

import type { ToolError } from '../core/errors.js';

const surroundings: { work?: () => unknown } = Object.create(null);
const context = createContext(surroundings);
const script = new Script('work()');

/**
 * Time that engines may spend in one run on work that cannot be bounded before it is begun: what a grammar, a drawing or a program
 * of a caller's means is known only by doing it. The last resort, behind limits that can be counted; it is below the time of the
 * run's class, so that its end is an answer that says what was too much.
 */
export class WorkTime {
  /** How many times the seconds are given. Tests give more: beside others, on a busy machine, work takes longer than by itself. */
  static patience = 1;

  #leftMs: number;
  #isUp = false;

  constructor(
    seconds: number,
    private readonly refusal: () => ToolError,
  ) {
    this.#leftMs = 1000 * seconds * WorkTime.patience;
  }

  /** Whether work was interrupted. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /**
   * The result of `work`, which is synchronous. Interrupts it, WebAssembly too, when the time is up, and throws the refusal: what it
   * was working on is in no known state then, and must not be used again.
   */
  run<Result>(work: () => Result): Result {
    const began = performance.now();
    const outer = surroundings.work;
    surroundings.work = work;
    try {
      return script.runInContext(context, { timeout: Math.max(1, Math.ceil(this.#leftMs)) }) as Result;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      this.#isUp = true;
      throw this.refusal();
    } finally {
      if (outer === undefined) delete surroundings.work;
      else surroundings.work = outer;
      this.#leftMs -= performance.now() - began;
    }
  }
}

/** An error of the context's own kind, so not `instanceof Error` here. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
