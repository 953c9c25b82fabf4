import { isFault, LimitFault } from '../lib/faults.js';
import { invalid, overLimit, quote } from './errors.js';
import type { InputFile } from './tool.js';

/**
 * Runs `work`, synchronous or not, on content that has a name: a fault in it is refused as `<sentence>: <fault>`, INVALID_INPUT where
 * the content is wrong and LIMIT_EXCEEDED where it is over a limit. `sentence` says what cannot be done: `Cannot read file "a.json" as JSON`;
 * a fault that is a sentence of its own is told without it.
 */
export function refusing<Result>(sentence: string, work: () => Result): Result {
  try {
    const result = work();
    // Not awaited: what is synchronous stays so.
    return result instanceof Promise
      ? (result.catch((error: unknown) => {
          throw refusal(sentence, error);
        }) as Result)
      : result;
  } catch (error) {
    throw refusal(sentence, error);
  }
}

/** The same for a fault that was caught already; what is none stays as it is. */
export function refusal(sentence: string, error: unknown): unknown {
  if (!isFault(error)) return error;
  const message = error.isWhole ? error.message : `${sentence}: ${error.message}`;
  return error instanceof LimitFault ? overLimit(message, error) : invalid(message, error);
}

/** What a run is told of a fault that nobody has named: it is in the only file, or else in the input or one of the files. */
export function refusalOfRun(error: unknown, files: readonly InputFile[]): unknown {
  const [file, ...more] = files;
  if (file === undefined) return refusal('Cannot read property "input"', error);
  return refusal(more.length === 0 ? `Cannot read file ${quote(file.name)}` : 'Cannot read one of the files', error);
}
