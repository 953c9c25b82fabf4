import { JSONRepairError, jsonrepair } from 'jsonrepair';

import { invalid, overLimit } from '../core/errors.js';
import { separateDocuments, type TextRange } from '../lib/json/embedded.js';
import { describeFault } from '../lib/text-position.js';

/** Makes JSON of the part of a text that was meant to be. Throws INVALID_INPUT with the place where it cannot, LIMIT_EXCEEDED where it nests too deep. */
export function repairJson(text: string, { start, end }: TextRange, label: string): string {
  try {
    return repairDocuments(text.slice(start, end));
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
