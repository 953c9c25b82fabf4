const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number of an English month, `01` to `12`. */
function monthNumber(name: string): string | undefined {
  const index = MONTHS.indexOf(name);
  return index < 0 ? undefined : String(index + 1).padStart(2, '0');
}

/** A time of day, leap seconds too: RFC 3339 §5.6. */
const isClock = (hour: string, minute: string, second: string): boolean =>
  Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;

function isDay(year: string, month: string, day: string): boolean {
  const most = MONTH_DAYS[Number(month) - 1] ?? 0;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  return Number(day) >= 1 && Number(day) <= (month === '02' && !isLeap ? 28 : most);
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](\d{2}):(\d{2}))?$/;

/** Whether a text is a time of ISO 8601 that there is, with or without an offset. */
export function isIsoTime(text: string): boolean {
  const [whole, year = '', month = '', day = '', hour = '', minute = '', second = '', hours = '0', minutes = '0'] =
    ISO.exec(text) ?? [];
  return (
    whole !== undefined && isDay(year, month, day) && isClock(hour, minute, second) && isClock(hours, minutes, '0')
  );
}

/** `10`, `Oct`, `2000`, `13:55:36`, `-0700` as `2000-10-10T13:55:36-07:00`; `undefined` where there is no such time. */
export function isoTime(day: string, month: string, year: string, clock: string, offset = ''): string | undefined {
  const number = monthNumber(month);
  const zone = offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const time = `${year}-${number ?? ''}-${day.padStart(2, '0')}T${clock}${zone}`;
  return number !== undefined && isIsoTime(time) ? time : undefined;
}

/** Whether a day and a clock without a year can be: `Feb 29` can. */
export function isYearless(month: string, day: string, clock: string): boolean {
  const [hour = '', minute = '', second = ''] = clock.split(':');
  return isDay('2000', monthNumber(month) ?? '', day) && isClock(hour, minute, second);
}

const HOUR = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):\d{2}(?::\d{2})?(?:[.,]\d{1,9})? ?(Z|[+-]\d{2}:?\d{2})?$/;
const YEARLESS_HOUR = /^[A-Z][a-z]{2} [ \d]\d \d{2}(?=:)/;

/** The hour of a time as it was written, in its own offset: `2000-10-10T13:00-07:00`, `Oct 11 22:00`. */
export function hourOf(time: string): string | undefined {
  const [whole, day = '', hour = '', offset = ''] = HOUR.exec(time) ?? [];
  if (whole !== undefined) return `${day}T${hour}:00${offset}`;
  const yearless = YEARLESS_HOUR.exec(time)?.[0];
  return yearless === undefined ? undefined : `${yearless}:00`;
}

/** Milliseconds by which times of ISO 8601 can be told earlier or later; a time without an offset counts as UTC. */
export function instantOf(time: string): number | undefined {
  if (!HOUR.test(time)) return undefined;
  const iso = time.replace(' ', 'T').replace(',', '.');
  // No Date has a leap second.
  const instant = Date.parse((/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`).replace(/(:\d{2}):60/, '$1:59'));
  return Number.isNaN(instant) ? undefined : instant;
}
