const KIB = 1024;
const number = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** `20 MB` for 20 MiB, as file managers say it. */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return counted(bytes, 'byte');
  if (bytes < KIB ** 2) return `${short.format(bytes / KIB)} KB`;
  return `${short.format(bytes / KIB ** 2)} MB`;
}

export const numberText = (value: number): string => number.format(value);

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string =>
  `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `92 % smaller`; empty where hardly anything has changed. */
export function changeText(before: number, after: number): string {
  if (before === 0) return '';
  const percent = Math.round(100 * (after / before - 1));
  if (percent === 0) return '';
  return percent < 0 ? `${-percent} % smaller` : `${number.format(percent)} % larger`;
}

/** `340 ms`, `2.4 s`, `85 s`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** `1:05` of a recording. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
