import { numberText, oneDigit, shortNumber } from './words/numbers.js';
import { words } from './words/words.js';

const KIB = 1024;

/** `20 MB` for 20 MiB, as file managers say it. */
export function sizeText(bytes: number): string {
  const { units } = words;
  if (bytes < KIB) return units.bytes(bytes);
  if (bytes < KIB ** 2) return `${shortNumber(bytes / KIB)} ${units.kilobytes}`;
  return `${shortNumber(bytes / KIB ** 2)} ${units.megabytes}`;
}

/** `92 % smaller`; empty where hardly anything has changed. */
export function changeText(before: number, after: number): string {
  if (before === 0) return '';
  const percent = Math.round(100 * (after / before - 1));
  if (percent === 0) return '';
  return percent < 0 ? words.units.smaller(numberText(-percent)) : words.units.larger(numberText(percent));
}

/** `340 ms`, `2.4 s`, `85 s`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${oneDigit(ms / 1000)} s` : `${Math.round(ms / 1000)} s`;
}

/** `1:05` of a recording. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
