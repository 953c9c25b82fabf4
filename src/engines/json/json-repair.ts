import { JSONRepairError, jsonrepair } from 'jsonrepair';

import { invalid, overLimit, ToolError } from '../../core/errors.js';
import { separateDocuments, type TextRange } from '../../lib/json/repair/embedded.js';
import { tidyJson } from '../../lib/json/repair/tidy.js';
import { describeFault } from '../../lib/text/text-position.js';

/**
 * The package's time grows faster than the square of the length. Measured with 35 broken patterns: 50,000 take at most 3 s of one
 * core (`[{{{`), 100,000 take up to 23 s.
 */
export const MAX_REPAIRED_CHARACTERS = 50_000;

/** Makes JSON of the part of a text that was meant to be. Throws INVALID_INPUT with the place where it cannot, LIMIT_EXCEEDED where it nests too deep or is too long. */
export function repairJson(text: string, { start, end }: TextRange, label: string): string {
  const broken = text.slice(start, end);
  if (broken.length > MAX_REPAIRED_CHARACTERS) {
    throw overLimit(
      `JSON that must be repaired may have at most ${MAX_REPAIRED_CHARACTERS} characters, ${label} has ${broken.length}: repair it in parts`,
    );
  }
  const tidied = tidyJson(broken);
  try {
    return tidied === broken ? repairDocuments(broken) : repairTidied(tidied, broken);
  } catch (error) {
    if (error instanceof JSONRepairError) {
      const fault = error.message.replace(/ at position \d+$/, '');
      const said = fault.charAt(0).toLowerCase() + fault.slice(1);
      throw invalid(`Cannot repair ${label}: ${describeFault(text, start + error.position, said)}`, error);
    }
    // The stack's end: brackets within brackets.
    if (error instanceof RangeError) throw overLimit(`Cannot repair ${label}: it is nested too deep`);
    throw error;
  }
}

/** The same for a text that may be beyond repair: `undefined` then. */
export function repairedJson(text: string): string | undefined {
  try {
    return repairJson(text, { start: 0, end: text.length }, '');
  } catch (error) {
    // The next part of the caller's text may be better.
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** Where the tidied text is beyond repair, the text itself may not be, and it is the one that messages show. */
function repairTidied(tidied: string, broken: string): string {
  try {
    return repairDocuments(tidied);
  } catch (error) {
    if (error instanceof JSONRepairError) return repairDocuments(broken);
    throw error;
  }
}

function repairDocuments(text: string): string {
  try {
    return jsonrepair(text);
  } catch (error) {
    const separate = error instanceof JSONRepairError ? separateDocuments(text) : text;
    if (separate === text) throw error;
    try {
      return jsonrepair(separate);
    } catch {
      // The places in the message of the first attempt are those of the caller's text.
      throw error;
    }
  }
}
