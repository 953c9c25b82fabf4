import { atPlace, type RunPlace, type TellProgress } from '../core/run-progress.js';

/** At most five a second are told, of however many runs. */
const PROGRESS_MS = 200;

/**
 * How far a run is that runs other tools: where it is, and what the tool under way says. Told a moment later and only if it still holds
 * then, so that a run of quick steps tells nothing.
 */
export class CallProgress {
  #latest: RunPlace | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly tell: TellProgress) {}

  /** Another tool begins. Gives back what its run is to tell its own progress. */
  begin(place: RunPlace, tool: string): TellProgress {
    this.#hold(atPlace(place, tool));
    return (progress) => {
      // A tool that runs others cannot be run by one.
      if (progress.unit === 'seconds') this.#hold(atPlace(place, tool, progress));
    };
  }

  /** The tool under way has ended, or the whole run. */
  end(): void {
    this.#latest = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #hold(place: RunPlace): void {
    this.#latest = place;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#latest !== undefined) this.tell(this.#latest);
    }, PROGRESS_MS);
  }
}
