import { LimitFault } from '../../../lib/faults.js';

/** Values of all files together, a dictionary counting eight. Measured: at most about 1 GiB while a document is copied. */
const MAX_VALUES = 16_000_000;
/** Unpacked object streams of all files together; they stay in memory. */
const MAX_UNPACKED_BYTES = 192 * 2 ** 20;

/** What the files of one run may take of memory: a few kilobytes can unpack to millions of objects. */
export class ReadBudget {
  #values = MAX_VALUES;
  #bytes = MAX_UNPACKED_BYTES;

  /** Throws LimitFault when there have been too many. */
  takeValues(count: number): void {
    this.#values -= count;
    if (this.#values < 0) throw new LimitFault(`PDF files must hold at most ${MAX_VALUES} values in total`, MAX_VALUES);
  }

  /** Throws LimitFault when there have been too many. */
  takeUnpackedBytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0)
      throw new LimitFault(
        `PDF files must unpack to at most ${MAX_UNPACKED_BYTES} bytes of objects in all`,
        MAX_UNPACKED_BYTES,
      );
  }
}
