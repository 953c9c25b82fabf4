/** When and how often a run is tried again. */
export interface RetryRules {
  /** Tries in all, the first included. */
  readonly tries?: number;
  /** First pause in milliseconds; it doubles with each further try. */
  readonly pauseMs?: number;
  /** Longest pause in milliseconds. */
  readonly pauseLimitMs?: number;
  /** Also after 504, a dropped connection and 500: the work may then be done twice. 429 is always tried again. */
  readonly repeatWork?: boolean;
}

export const DEFAULT_RETRY: Required<RetryRules> = { tries: 5, pauseMs: 250, pauseLimitMs: 8000, repeatWork: false };

/**
 * The pause before try number `next` (2, 3, …): exponential with full jitter, so that clients that were refused together do not
 * come back together; never shorter than what the server asks for.
 */
export function pauseBefore(
  next: number,
  rules: Required<RetryRules>,
  retryAfterSeconds: number,
  chance: number,
): number {
  const longest = Math.min(rules.pauseLimitMs, rules.pauseMs * 2 ** (next - 2));
  return Math.min(retryAfterSeconds * 1000, rules.pauseLimitMs) + longest * chance;
}

/** Seconds that a refusal asks to wait; 0 where it does not say. */
export const retryAfterOf = ({ headers }: Response): number => Number(headers.get('retry-after') ?? 0) || 0;

/** Waits; rejects with the signal's reason when it is aborted meanwhile. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
