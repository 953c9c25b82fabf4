import { overLimit } from '../../core/errors.js';

/** Seconds after which no other page is begun: a slow one still ends within the 90 s of the class. */
const MAX_SECONDS = 55;

/** Time for reading pages one after another. A busy machine takes many times as long as a quiet one, so pages are not a measure of it. */
export class ReadingTime {
  readonly #started = performance.now();

  constructor(private readonly seconds = MAX_SECONDS) {}

  /** Throws LIMIT_EXCEEDED where the time is up. `done` pages of `all` are read; `advice` says what to ask for instead. */
  check(done: number, all: number, advice: string, unit = 'pages'): void {
    if (performance.now() - this.#started < this.seconds * 1000) return;
    throw overLimit(
      `Reading must take at most ${this.seconds} seconds: it took more for ${done} of ${all} ${unit}, ${advice}`,
    );
  }
}
