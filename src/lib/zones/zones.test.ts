import { describe, expect, it } from 'vitest';

import { aliasesOf, canonicalName, namedZone, zoneNames, zoneVersion } from '../../engines/zone-data.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';

import { changesBetween, isDaylightTime, periodAt, readWall, type Zone } from './zone.js';

const zoneOf = (name: string): Zone => namedZone(name) ?? expect.fail(`no zone ${name}`);
const seconds = (iso: string) => Date.parse(iso) / 1000;

/** Zones whose rules of the past or future changed in the versions after 2025b, which Debian 12 has. */
const CHANGED = new Set(
  `Africa/Casablanca Africa/El_Aaiun America/Bogota America/Edmonton America/Havana America/Inuvik America/Rainy_River America/Vancouver
  America/Winnipeg America/Yellowknife Asia/Tehran Canada/Central Canada/Mountain Canada/Pacific Cuba EET Europe/Chisinau Europe/Tiraspol Iran MET WET`.split(
    /\s+/,
  ),
);

const LINE = /(\w{3}) +(\d+) (\d\d:\d\d:\d\d) (\d{4}) UTC? = .* (\S+) isdst=\d gmtoff=(-?\d+)/;
const hasZdump = hasProgram('zdump', ['-v', '-c', '2025,2026', 'Europe/Berlin'], 'time zones beside zdump');

inRounds.skipIf(!hasZdump)(
  'zones have the offsets and abbreviations of zdump on both sides of every change until 2100',
  [6, 1000],
  (most: number) => {
    const steady = zoneNames().filter((name) => !CHANGED.has(name));
    expect(steady.length).toBeGreaterThan(560);
    // A sample from the whole list, or all of it.
    const every = Math.max(1, Math.floor(steady.length / most));
    const names = steady.filter((_, index) => index % every === 0);
    const dumped = runProgram('zdump', ['-v', '-c', '1970,2100', ...names]).toString();
    let compared = 0;
    for (const line of dumped.split('\n')) {
      const [, month, day, clock, year, abbreviation, offset] = LINE.exec(line) ?? [];
      if (year === undefined) continue;
      const period = periodAt(
        zoneOf(line.slice(0, line.indexOf(' '))),
        seconds(`${day} ${month} ${year} ${clock} UTC`),
      );
      if (period.offset !== Number(offset) || period.abbreviation !== abbreviation) expect(period).toBe(line);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10 * names.length);
  },
);

describe('wall times', () => {
  const berlin = zoneOf('Europe/Berlin');

  it('in a gap have no instant, in an overlap two', () => {
    const gap = readWall(berlin, seconds('2026-03-29T02:30:00Z'));
    expect([gap.instants, gap.before?.offset, gap.after?.offset]).toEqual([[], 3600, 7200]);
    const overlap = readWall(berlin, seconds('2026-10-25T02:30:00Z'));
    expect(overlap.instants).toEqual([seconds('2026-10-25T00:30:00Z'), seconds('2026-10-25T01:30:00Z')]);
    expect(readWall(berlin, seconds('2026-03-29T03:00:00Z')).instants).toEqual([seconds('2026-03-29T01:00:00Z')]);
    expect(readWall(berlin, seconds('2026-10-25T03:00:00Z')).instants).toEqual([seconds('2026-10-25T02:00:00Z')]);
  });

  it('of a day that a zone left out have none', () => {
    // Samoa went from 29 to 31 December 2011.
    expect(readWall(zoneOf('Pacific/Apia'), seconds('2011-12-30T12:00:00Z')).instants).toEqual([]);
  });

  inRounds('are found again from every instant around each change of a zone', [20, 1000], (most: number) => {
    const names = zoneNames();
    const every = Math.max(1, Math.floor(names.length / most));
    for (const name of names.filter((_, index) => index % every === 0)) {
      const zone = zoneOf(name);
      for (const { start } of changesBetween(zone, seconds('1970-01-01'), seconds('2045-01-01'), 1000)) {
        for (const instant of [start - 3601, start - 1, start, start + 1799, start + 3600]) {
          const { instants } = readWall(zone, instant + periodAt(zone, instant).offset);
          expect(instants, `${name} ${instant}`).toContain(instant);
        }
      }
    }
  });
});

it('beyond the lists the rule of the last years goes on, as ICU has it', () => {
  const names = zoneNames().filter((name) => !CHANGED.has(name) && !/Gaza|Hebron/.test(name));
  let changing = 0;
  for (const name of names) {
    const zone = zoneOf(name);
    if (zone.changes.length > 0) changing += 1;
    const format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset', calendar: 'gregory' });
    for (const instant of ['2501-01-15', '2560-03-28', '2601-04-04', '2700-07-15', '2799-10-31', '2900-11-07'].map(
      (day) => seconds(`${day}T05:00Z`),
    )) {
      const shown = format.formatToParts(instant * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(shown) ?? [];
      const offset = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
      expect(periodAt(zone, instant).offset, `${name} ${instant}`).toBe(offset || 0);
    }
  }
  expect(changing).toBeGreaterThan(100);
});

it('daylight time is when clocks are ahead', () => {
  const at = (name: string, iso: string) => isDaylightTime(zoneOf(name), seconds(iso));
  expect([at('Europe/Berlin', '2026-07-01'), at('Europe/Berlin', '2026-01-01')]).toEqual([true, false]);
  expect([at('Australia/Sydney', '2026-07-01'), at('Australia/Sydney', '2026-01-01')]).toEqual([false, true]);
  expect([at('Europe/Dublin', '2026-07-01'), at('Asia/Tokyo', '2026-07-01')]).toEqual([true, false]);
});

it('names are found in any case, aliases under their own name', () => {
  expect(namedZone('europe/berlin')?.name).toBe('Europe/Berlin');
  expect(namedZone('asia/calcutta')?.name).toBe('Asia/Calcutta');
  expect(canonicalName('Asia/Calcutta')).toBe('Asia/Kolkata');
  expect(aliasesOf('Asia/Kolkata')).toContain('Asia/Calcutta');
  expect(namedZone('__proto__')).toBeUndefined();
  expect(zoneVersion()).toMatch(/^20\d\d[a-z]$/);
});
