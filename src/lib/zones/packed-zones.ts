import { inferChanges } from './yearly-changes.js';
import type { Zone } from './zone.js';

/**
 * IANA time zones as Moment Timezone packs them: `name|abbreviations|offsets|indices|lengths|population`, numbers in base 60 with
 * digits 0–9, a–x, A–X, and offsets west of Greenwich, in minutes. The lengths are the minutes between two changes; the first is
 * the minute of the first change since 1970.
 */
export function unpackZone(packed: string): Zone {
  const [name = '', abbreviations = '', offsets = '', indices = '', lengths = ''] = packed.split('|');
  const offsetOf = offsets.split(' ').map((offset) => 0 - secondsOf(offset));
  const abbreviationOf = abbreviations.split(' ');
  const periods = [...indices].map((digit) => secondsOf(digit) / 60);
  const starts = [Number.NEGATIVE_INFINITY];
  let last = 0;
  for (const length of lengths === '' ? [] : lengths.split(' ')) {
    last += secondsOf(length);
    if (starts.length < periods.length) starts.push(last);
  }
  const lists = {
    starts,
    offsets: periods.map((period) => offsetOf[period] ?? 0),
    abbreviations: periods.map((period) => abbreviationOf[period] ?? ''),
  };
  return { name, ...lists, changes: inferChanges(lists) };
}

function digitOf(character: string): number {
  const code = character.charCodeAt(0);
  if (code > 96) return code - 87;
  return code > 64 ? code - 29 : code - 48;
}

/** Minutes in base 60, with seconds behind the point, as seconds. */
function secondsOf(packed: string): number {
  const isNegative = packed.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? packed.slice(1) : packed).split('.');
  let minutes = 0;
  for (const digit of whole) minutes = minutes * 60 + digitOf(digit);
  const seconds = minutes * 60 + (fraction === '' ? 0 : digitOf(fraction));
  return isNegative && seconds !== 0 ? -seconds : seconds;
}
