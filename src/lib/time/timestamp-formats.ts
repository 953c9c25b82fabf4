import { ContentFault } from '../faults.js';
import { DAY_SECONDS, daysOf } from './civil.js';
import { GPS_EPOCH, gpsAhead, unixOfGps } from './leap-seconds.js';
import { NS_PER_SECOND } from './read-time.js';

/** Counts of a unit since an epoch, as systems store times. */
export const TIMESTAMP_FORMATS = [
  'unix-seconds',
  'unix-milliseconds',
  'unix-microseconds',
  'unix-nanoseconds',
  'filetime',
  'dotnet-ticks',
  'webkit',
  'cocoa',
  'ntp',
  'hfs',
  'gps',
  'julian-day',
  'modified-julian-day',
  'excel',
  'excel-1904',
] as const;

export type TimestampFormat = (typeof TIMESTAMP_FORMATS)[number];

interface Scale {
  readonly unitNs: bigint;
  /** Unix nanoseconds of zero. */
  readonly epochNs: bigint;
}

const DAY_NS = BigInt(DAY_SECONDS) * NS_PER_SECOND;
const midnight = (year: number, month: number, day: number): bigint => BigInt(daysOf({ year, month, day })) * DAY_NS;

const SCALES: Readonly<Record<TimestampFormat, Scale>> = {
  'unix-seconds': { unitNs: NS_PER_SECOND, epochNs: 0n },
  'unix-milliseconds': { unitNs: 1_000_000n, epochNs: 0n },
  'unix-microseconds': { unitNs: 1000n, epochNs: 0n },
  'unix-nanoseconds': { unitNs: 1n, epochNs: 0n },
  // [MS-DTYP] 2.3.3: 100 ns since 1601.
  filetime: { unitNs: 100n, epochNs: midnight(1601, 1, 1) },
  'dotnet-ticks': { unitNs: 100n, epochNs: midnight(1, 1, 1) },
  webkit: { unitNs: 1000n, epochNs: midnight(1601, 1, 1) },
  cocoa: { unitNs: NS_PER_SECOND, epochNs: midnight(2001, 1, 1) },
  ntp: { unitNs: NS_PER_SECOND, epochNs: midnight(1900, 1, 1) },
  hfs: { unitNs: NS_PER_SECOND, epochNs: midnight(1904, 1, 1) },
  gps: { unitNs: NS_PER_SECOND, epochNs: BigInt(GPS_EPOCH) * NS_PER_SECOND },
  // Noon of 24 November 4714 BC in the proleptic Gregorian calendar.
  'julian-day': { unitNs: DAY_NS, epochNs: midnight(-4713, 11, 24) + DAY_NS / 2n },
  'modified-julian-day': { unitNs: DAY_NS, epochNs: midnight(1858, 11, 17) },
  // From March 1900 on: before, the serials count a 29 February 1900 that was not.
  excel: { unitNs: DAY_NS, epochNs: midnight(1899, 12, 30) },
  'excel-1904': { unitNs: DAY_NS, epochNs: midnight(1904, 1, 1) },
};

/** Formats that count wall time, not instants. */
export const isWallFormat = (format: TimestampFormat): boolean => format === 'excel' || format === 'excel-1904';

const MAX_DIGITS = 40;
const DECIMALS = 9;

/** Nanoseconds of a number in a format, for wall formats of the wall time. Throws `ContentFault`. */
export function nsOfTimestamp(text: string, format: TimestampFormat): bigint {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d+)(?:[.,](\d+))?$/.exec(text.replace(/[\s_]/g, '')) ?? [];
  if (whole === '') throw new ContentFault(`${JSON.stringify(text.slice(0, 40))} is not a number`);
  if (whole.length + fraction.length > MAX_DIGITS)
    throw new ContentFault(`a timestamp has at most ${MAX_DIGITS} digits`);
  const { unitNs, epochNs } = SCALES[format];
  const scale = 10n ** BigInt(fraction.length);
  const size = rounded(BigInt(whole + fraction) * unitNs, scale);
  const ns = sign === '-' ? -size : size;
  if (format === 'gps') return nsOfGps(ns);
  if (format === 'excel') return nsOfExcel(ns);
  // A day has five digits before the point and people write nine behind it: what is finer is noise.
  return epochNs + (unitNs === DAY_NS && fraction !== '' ? rounded(ns, 1_000_000n) * 1_000_000n : ns);
}

function nsOfGps(ns: bigint): bigint {
  const whole = floorDivided(ns, NS_PER_SECOND);
  if (whole > 10n ** 12n || whole < -(10n ** 12n)) throw new ContentFault('its year must be from 1 to 9999');
  return BigInt(unixOfGps(Number(whole))) * NS_PER_SECOND + (ns - whole * NS_PER_SECOND);
}

function nsOfExcel(ns: bigint): bigint {
  const day = floorDivided(ns, DAY_NS);
  if (day < 0n) throw new ContentFault('Excel does not have dates before 1900');
  if (day === 60n)
    throw new ContentFault('serial 60 is 29 February 1900, which Excel counts and the calendar does not have');
  const shift = day < 60n ? DAY_NS : 0n;
  return SCALES.excel.epochNs + shift + rounded(ns, 1_000_000n) * 1_000_000n;
}

/** An instant (for wall formats a wall time) in a format, with at most nine decimals; `undefined` where the format has none for it. */
export function timestampOf(ns: bigint, format: TimestampFormat): string | undefined {
  const { unitNs, epochNs } = SCALES[format];
  let since = ns - epochNs;
  if (format === 'gps') {
    if (since < 0n) return undefined;
    since += BigInt(gpsAhead(Number(floorDivided(ns, NS_PER_SECOND)))) * NS_PER_SECOND;
  }
  if (format === 'excel') {
    if (since < 61n * DAY_NS) since -= DAY_NS;
    if (since < 0n) return undefined;
  }
  if (format === 'excel-1904' && since < 0n) return undefined;
  return decimal(since, unitNs);
}

function decimal(value: bigint, unit: bigint): string {
  const scale = 10n ** BigInt(DECIMALS);
  const size = rounded((value < 0n ? -value : value) * scale, unit);
  const fraction = String(size % scale)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  const written = `${size / scale}${fraction === '' ? '' : `.${fraction}`}`;
  return value < 0n && size !== 0n ? `-${written}` : written;
}

/** Rounded to the nearest, halves up. */
const rounded = (value: bigint, by: bigint): bigint => floorDivided(2n * value + by, 2n * by);

const floorDivided = (value: bigint, by: bigint): bigint => (value - (((value % by) + by) % by)) / by;
