import { LimitFault } from '../../faults.js';

/** Parts of a result: what references name counts wherever it is written. */
const MAX_PARTS = 300_000;

/** Counts what is written, so that references to references end in time. */
export class Budget {
  #left = MAX_PARTS;

  /** Throws LimitFault beyond 300,000 parts. */
  take(parts = 1): void {
    this.#left -= parts;
    if (this.#left < 0)
      throw new LimitFault(`the result has more than ${MAX_PARTS} parts, what references name included`, MAX_PARTS);
  }
}
