import { overLimit } from '../core/errors.js';
import { CLASS_LIMITS } from '../core/limits.js';
import type { ToolResult } from '../core/results.js';

const RESULT_BYTES = CLASS_LIMITS.standard.resultBytes;
// What surrounds the result: tool, name, mime.
const ENVELOPE_BYTES = 1000;

/** Whether a text of so many UTF-16 units may be built at all; `checkLength` measures what it is as JSON. */
export const mayBeBuilt = (length: number): boolean => length <= RESULT_BYTES;

/** A text that grows piece by piece and never beyond what an answer can carry: a short request can ask for a very long text. */
export class BoundedText {
  readonly #pieces: string[] = [];
  #length = 0;

  /** Throws LIMIT_EXCEEDED where the text grows too long. */
  add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > RESULT_BYTES) throw tooLong();
    this.#pieces.push(piece);
  }

  toString(): string {
    return this.#pieces.join('');
  }
}

/**
 * The result as it is, where its answer is within the limit of a standard tool: characters that JSON escapes make it several times
 * as long as its text. Throws LIMIT_EXCEEDED where it is not, so that a caller learns that a shorter text would do.
 */
export function checkLength<Data>(result: ToolResult<Data>): ToolResult<Data> {
  const { text, isJson = false } = result;
  // 6 bytes are the most that JSON writes for one UTF-16 unit; 13 with the data beside it.
  if (text === null || text.length * (isJson ? 13 : 6) < RESULT_BYTES) return result;
  const bytes = Buffer.byteLength(JSON.stringify(text)) + (isJson ? Buffer.byteLength(text) : 0);
  if (bytes > RESULT_BYTES - ENVELOPE_BYTES) throw tooLong();
  return result;
}

const tooLong = (): Error => overLimit(`The result must have at most ${RESULT_BYTES} bytes as JSON: shorten the text`);
