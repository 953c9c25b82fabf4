import { timedOut } from './failures.js';

/** Starts something that settles once, and gives what stops it. */
export type Start<T> = (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void;

/** The time of one exchange and the patience of its caller, for all phases together. */
export class Deadline {
  readonly #end: number;

  constructor(
    readonly signal: AbortSignal,
    readonly totalMs: number,
  ) {
    this.#end = performance.now() + totalMs;
  }

  get leftMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /**
   * Settles as `start` does. Rejects with a `NetworkFailure` `timeout` when `ms`, or the whole time, is over, and with the signal's reason when the caller
   * leaves; what was started is stopped in the same turn whenever it does not resolve.
   */
  run<T>({ what, ms }: { readonly what: string; readonly ms: number }, start: Start<T>): Promise<T> {
    const isWhole = this.leftMs <= ms;
    return new Promise((resolve, reject) => {
      let state: 'open' | 'resolved' | 'failed' = 'open';
      let stop = (): void => undefined;
      const leave = (end: 'resolved' | 'failed'): boolean => {
        if (state !== 'open') return false;
        state = end;
        clearTimeout(timer);
        this.signal.removeEventListener('abort', onAbort);
        return true;
      };
      const fail = (error: unknown): void => {
        if (!leave('failed')) return;
        stop();
        reject(error);
      };
      const onAbort = (): void => fail(this.signal.reason);
      const onTime = (): void => fail(isWhole ? timedOut(what, this.totalMs, 'whole') : timedOut(what, ms, 'phase'));
      const timer = setTimeout(onTime, Math.min(ms, this.leftMs));
      this.signal.addEventListener('abort', onAbort);
      if (this.signal.aborted) {
        onAbort();
        return;
      }
      const stopStarted = start((value) => {
        if (leave('resolved')) resolve(value);
      }, fail);
      // What failed in the same turn was not known how to stop.
      if (isFailed(state)) stopStarted();
      else stop = stopStarted;
    });
  }
}

/** `state` changes in callbacks, which the compiler does not follow. */
const isFailed = (state: string): boolean => state === 'failed';
