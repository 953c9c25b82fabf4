import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { namedZone } from '../engines/zone-data.js';
import { offsetAt } from '../lib/zones/zone.js';
import { noteUntested } from '../testing/untested.js';
import { findZone, namedPlaces, readZone } from './zone-names.js';

const CITIES = '/usr/share/libtimezonemap/ui/cities15000.txt';
const hasCities = existsSync(CITIES);
if (!hasCities) noteUntested('libtimezonemap-data', 'zones of cities beside those of GeoNames');

const JANUARY = Date.UTC(2026, 0, 15) / 1000;
const JULY = Date.UTC(2026, 6, 15) / 1000;
const hoursOf = (name: string): number[] =>
  [JANUARY, JULY].map((instant) => offsetAt(findZone(name) ?? expect.fail(name), instant) / 3600);

describe('zone names', () => {
  it.each([
    ['New York', 'America/New_York'],
    ['new_york', 'America/New_York'],
    ['  Berlin ', 'Europe/Berlin'],
    ['Munich', 'Europe/Berlin'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['San Francisco', 'America/Los_Angeles'],
    ['Mumbai', 'Asia/Kolkata'],
    ['India', 'Asia/Kolkata'],
    ['UK', 'Europe/London'],
    ['Xi’an', 'Asia/Shanghai'],
    ['Eastern Time', 'America/New_York'],
    ['buenos aires', 'America/Buenos_Aires'],
    ['Japan', 'Japan'],
    ['CET', 'CET'],
  ])('takes %j for %s', (text, zone) => {
    expect(findZone(text)?.name).toBe(zone);
  });

  // RFC 2822, section 4.3, and the abbreviations of glibc's `date` in zones that alone use them.
  it.each([
    ['PST', -8],
    ['EDT', -4],
    ['JST', 9],
    ['AEST', 10],
    ['CEST', 2],
    ['NZDT', 13],
    ['hkt', 8],
    ['UTC+2', 2],
    ['GMT -03:30', -3.5],
    ['+0545', 5.75],
    ['−5', -5],
  ])('takes %j for an offset of %d hours', (text, hours) => {
    expect(hoursOf(text)).toEqual([hours, hours]);
  });

  it('guesses at no name that several places or zones have', () => {
    for (const name of [
      'Springfield',
      'Birmingham',
      'Samoa',
      'Victoria',
      'Norfolk',
      'San Juan',
      'Pacific',
      'IST',
      'XYZ',
    ])
      expect(findZone(name), name).toBeUndefined();
    expect(() => readZone('IST', 'to')).toThrow(
      'Option "to" is not a time zone such as Europe/Berlin, a known city or an offset, got "IST"; Asia/Jerusalem or Asia/Kolkata or Europe/Dublin may be meant',
    );
  });

  it.skipIf(!hasCities)('has the clocks of the largest city of each name in GeoNames', () => {
    const largest = new Map<string, { readonly people: number; readonly zone: string }>();
    for (const line of readFileSync(CITIES, 'utf8').split('\n')) {
      const { 1: name = '', 2: ascii = '', 14: people = 0, 17: zone = '' } = line.split('\t');
      for (const key of [name, ascii].map((one) => one.toLowerCase()))
        if (Number(people) > (largest.get(key)?.people ?? 100_000)) largest.set(key, { people: Number(people), zone });
    }
    const compared = [...namedPlaces()].filter(([name]) => largest.has(name));
    const others = compared.filter(([name, zone]) => {
      const theirs = namedZone(largest.get(name)?.zone ?? '') ?? expect.fail(name);
      const ours = namedZone(zone) ?? expect.fail(zone);
      return [JANUARY, JULY].some((instant) => offsetAt(ours, instant) !== offsetAt(theirs, instant));
    });
    expect(compared.length).toBeGreaterThan(340);
    // Zones that were made or changed after the list, and countries and states with the name of a city elsewhere.
    const younger = ['ciudad juarez', 'matamoros', 'punta arenas', 'barnaul', 'saratov', 'ulyanovsk'];
    expect(others.map(([name]) => name).toSorted()).toEqual([...younger, 'armenia', 'jamaica', 'virginia'].toSorted());
  });

  it('leads every place to a zone of the database', () => {
    expect([...namedPlaces()].filter(([, zone]) => namedZone(zone) === undefined)).toEqual([]);
  });
});
