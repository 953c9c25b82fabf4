import { invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import {
  instantOfWall,
  isoInZone,
  type Moment,
  nanosecondOf,
  nsOfDate,
  readMoment,
  secondsOfNs,
  wallAt,
} from '../../formats/moments.js';
import { ContentFault } from '../../lib/faults.js';
import { civilOf, daysOf, isoOffset, weekdayName } from '../../lib/time/civil.js';
import { NS_PER_SECOND } from '../../lib/time/read-time.js';
import { relativeTime } from '../../lib/time/relative.js';
import {
  isWallFormat,
  nsOfTimestamp,
  TIMESTAMP_FORMATS,
  type TimestampFormat,
  timestampOf,
} from '../../lib/time/timestamp-formats.js';
import { httpDate, rfc2822 } from '../../lib/time/write-time.js';
import { fixedZone, offsetAt, type Zone } from '../../lib/zones/zone.js';

const UTC = fixedZone('UTC', 0);

/** Whole numbers that are of these formats from 1970 to 2100 or so, and not of a Unix time that anybody means. */
const GUESSES: readonly (readonly [TimestampFormat, bigint, bigint])[] = [
  ['webkit', 11_644_473_600_000_000n, 16_000_000_000_000_000n],
  ['filetime', 116_444_736_000_000_000n, 160_000_000_000_000_000n],
  ['dotnet-ticks', 621_355_968_000_000_000n, 664_000_000_000_000_000n],
];

interface Read {
  readonly from: string;
  readonly ns: bigint;
  readonly warnings: readonly string[];
}

/** A line in a format, or in that which it looks like. Throws INVALID_INPUT, naming `label`. */
export function readTimestamp(line: string, label: string, from: string, zone: Zone, now: Date): Read {
  const number = /^\d{17,18}$/.test(line) ? BigInt(line) : 0n;
  const guess = GUESSES.find(([, least, most]) => number >= least && number < most)?.[0];
  const format = from === 'auto' ? guess : (from as TimestampFormat | 'date');
  if (format === undefined || format === 'date') {
    const moment: Moment = readMoment(line, { label, zone, now });
    return { from: moment.form, ns: moment.ns, warnings: moment.warnings };
  }
  return refusing(`Cannot read ${label} as ${format}`, () => {
    const ns = nsOfTimestamp(line, format);
    if (ns < -62_135_596_800n * NS_PER_SECOND || ns >= 253_402_300_800n * NS_PER_SECOND)
      throw new ContentFault('its year must be from 1 to 9999');
    if (!isWallFormat(format)) return { from: format, ns, warnings: [] };
    const wall = civilOf(secondsOfNs(ns), nanosecondOf(ns));
    const { instant, warnings: told } = instantOfWall(zone, wall, 'compatible');
    return { from: format, ns: BigInt(instant) * NS_PER_SECOND + BigInt(wall.nanosecond), warnings: told };
  });
}

function countsOf(ns: bigint, zone: Zone): Record<string, string> {
  const wallNs = ns + BigInt(offsetAt(zone, secondsOfNs(ns))) * NS_PER_SECOND;
  return Object.fromEntries(
    TIMESTAMP_FORMATS.flatMap((format) => {
      const value = timestampOf(isWallFormat(format) ? wallNs : ns, format);
      return value === undefined ? [] : [[format, value]];
    }),
  );
}

/** An instant in every format. */
export function timestampReport(input: string, { from, ns }: Read, zone: Zone, now: Date) {
  const wall = wallAt(ns, zone);
  const offset = offsetAt(zone, secondsOfNs(ns));
  return {
    input,
    from,
    iso: isoInZone(ns, UTC),
    local: isoInZone(ns, zone),
    weekday: weekdayName(daysOf(wall)),
    offset: isoOffset(offset),
    rfc2822: rfc2822(wall, offset),
    http: httpDate(wallAt(ns, UTC)),
    relative: relativeTime(secondsOfNs(ns) - secondsOfNs(nsOfDate(now))),
    counts: countsOf(ns, zone),
  };
}

type Report = ReturnType<typeof timestampReport>;

/** An instant in one format. Throws INVALID_INPUT where the format has none for it. */
export function writtenAs({ counts, ...report }: Report, to: string): string {
  if (to === 'iso' || to === 'local' || to === 'rfc2822' || to === 'http') return report[to];
  const value = counts[to];
  if (value === undefined)
    throw invalid(`Cannot write ${report.iso} as ${to}: it is before the first date of that format`);
  return value;
}
