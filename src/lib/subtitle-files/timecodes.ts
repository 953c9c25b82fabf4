import { clock, padded } from '../subtitles/cues.js';

/**
 * Milliseconds of a time as subtitles write it: hours, minutes and seconds between colons, the hours often missing, and a fraction behind
 * a point or comma. `undefined` where it is not one.
 */
export function readTimecode(text: string): number | undefined {
  const [, hours = '0', minutes, seconds, fraction = ''] =
    /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,:](\d{1,9}))?$/.exec(text.trim()) ?? [];
  if (minutes === undefined || seconds === undefined) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0.${fraction}0`) * 1000);
}

/** `00:01:02.345` with a mark of one's own before the fraction; two digits of it are hundredths. */
export function writeTimecode(
  ms: number,
  { mark, digits = 3, hourDigits = 2 }: { readonly mark: string; readonly digits?: 2 | 3; readonly hourDigits?: 1 | 2 },
): string {
  const { hours, minutes, seconds, parts } = clock(ms / 1000, digits === 2 ? 100 : 1000);
  return `${padded(hours, hourDigits)}:${padded(minutes, 2)}:${padded(seconds, 2)}${mark}${padded(parts, digits)}`;
}
