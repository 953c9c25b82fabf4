/**
 * Dates as spreadsheets count them: days since 1899-12-31, where 1900 is taken for a leap year (ECMA-376 part 1, 18.17.4.1), or since
 * 1904-01-01.
 */

export interface SerialParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 1 is Sunday. */
  readonly weekday: number;
  /** Within the day. */
  readonly milliseconds: number;
}

const DAY_MS = 86_400_000;
/** 9999-12-31 with the day of 1900 that never was. */
const MAX_SERIAL = 2_958_466;
const START_1904 = 1462;

/** Serial of 1900 for one of either system. */
export const serial1900 = (serial: number, is1904: boolean): number => (is1904 ? serial + START_1904 : serial);

/**
 * The date of a serial of 1900, rounded to milliseconds; `undefined` where it has none. Serial 0 is 1900-01-00 and 60 is 1900-02-29, as
 * Excel shows them.
 */
export function partsOfSerial(serial: number): SerialParts | undefined {
  if (!(serial >= 0 && serial < MAX_SERIAL)) return undefined;
  const total = Math.round(serial * DAY_MS);
  const days = Math.floor(total / DAY_MS);
  const milliseconds = total - days * DAY_MS;
  const weekday = ((days + 6) % 7) + 1;
  if (days === 0) return { year: 1900, month: 1, day: 0, weekday, milliseconds };
  if (days === 60) return { year: 1900, month: 2, day: 29, weekday, milliseconds };
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY_MS);
  if (days >= MAX_SERIAL) return undefined;
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday, milliseconds };
}

/** The serial of 1900 of a civil date; months and days may be beyond their bounds, as in `DATE(2024,14,-3)`. */
export function serialOfDate(year: number, month: number, day: number): number {
  const moved = new Date(0);
  moved.setUTCFullYear(year, month - 1, day);
  const days = Math.round((moved.getTime() - Date.UTC(1899, 11, 30)) / DAY_MS);
  return days < 61 ? days - 1 : days;
}

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * ISO 8601 of a serial: `2024-01-31`, `2024-01-31 12:00:00`, a time alone where it is less than a day. `undefined` where it is no date.
 */
export function isoOfSerial(serial: number, is1904: boolean): string | undefined {
  const parts = partsOfSerial(serial1900(serial, is1904));
  if (parts === undefined || serial < 0) return undefined;
  const { year, month, day, milliseconds } = parts;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const clock = clockOf(milliseconds);
  if (serial < 1 && !is1904) return serial === 0 ? '00:00:00' : clock;
  return milliseconds === 0 ? date : `${date} ${clock}`;
}

/** How long a serial of days is, as hours:minutes:seconds with all hours: 1.25 is 30:00:00. */
export function elapsedOfSerial(serial: number): string {
  const text = clockOf(Math.round(Math.abs(serial) * 86_400_000));
  return serial < 0 ? `-${text}` : text;
}

function clockOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const rest = milliseconds % 1000;
  const whole = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(3, '0')}`;
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?(?:Z)?)?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;

/** A date or time that a text writes in ISO 8601, with the number format that shows it so; `undefined` where it is none, or before 1900. */
export function serialOfIso(text: string): { readonly serial: number; readonly format: string } | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0'] = match;
  const serial = serialOfDate(Number(year), Number(month), Number(day));
  const parts = partsOfSerial(serial);
  if (parts === undefined || serial < 1 || parts.day !== Number(day) || parts.month !== Number(month)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (match[4] === undefined) return { serial, format: 'yyyy-mm-dd' };
  // More than milliseconds a cell does not hold.
  const ms =
    Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000 + Number(`0.${fraction}`) * 1000;
  const format = match[6] === undefined ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd hh:mm:ss';
  return { serial: serial + ms / DAY_MS, format: fraction.replace(/0+$/, '') === '' ? format : `${format}.000` };
}

/** A time of day such as `9:30` or `23:59:59.5` as a share of a day. */
export function serialOfClock(text: string): { readonly serial: number; readonly format: string } | undefined {
  const [, hour, minute, second, fraction] = CLOCK.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  const ms =
    Number(hour) * 3_600_000 +
    Number(minute) * 60_000 +
    Number(second ?? 0) * 1000 +
    Number(`0.${fraction ?? 0}`) * 1000;
  return { serial: ms / DAY_MS, format: second === undefined ? 'hh:mm' : 'hh:mm:ss' };
}
