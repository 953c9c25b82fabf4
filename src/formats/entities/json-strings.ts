import { unlessFaulty } from '../../lib/faults.js';
import { parseJson } from '../../lib/json/parse.js';
import { firstIndex } from '../../lib/numbers/first-index.js';

/** Whether an offset of a JSON text is within a string; of a text that is not JSON, everything is. */
export function jsonStrings(text: string): (offset: number) => boolean {
  if (!/^\s*[[{]/.test(text) || unlessFaulty(() => parseJson(text)) === undefined) return () => true;
  const strings = Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"/gs), ({ 0: found, index }) => [
    index,
    index + found.length,
  ]);
  return (offset) => {
    const [, end = 0] = strings[firstIndex(strings.length, (index) => (strings[index]?.[0] ?? 0) > offset) - 1] ?? [];
    return offset < end;
  };
}
