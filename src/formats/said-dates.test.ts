import { describe, expect, it } from 'vitest';

import { fixedZone } from '../lib/zones/zone.js';
import { isoInZone, readMoment } from './moments.js';
import { readSaidMoment, readSaidSpan } from './said-dates.js';
import { readZone } from './zone-names.js';

const UTC = fixedZone('UTC', 0);
// A Monday.
const reading = { label: 'property "input"', zone: UTC, now: new Date('2026-11-30T10:00:00Z') };
const span = async (text: string): Promise<string> =>
  (await readSaidSpan(text, reading)).map(({ ns }) => isoInZone(ns, UTC).replace('T00:00:00Z', '')).join(' ');

describe('dates that people say', () => {
  it.each([
    ['2026-01-01 to 2026-12-25', '2026-01-01 2026-12-25'],
    ['2026-01-01/2026-12-25', '2026-01-01 2026-12-25'],
    ['2026-01-01\n2026-12-25', '2026-01-01 2026-12-25'],
    ['2026-12-25 - 2026-01-01', '2026-12-25 2026-01-01'],
    ['from 1 Jan 2024 until 25 Dec 2024', '2024-01-01 2024-12-25'],
    ['Jan 1, 2024, Dec 25, 2024', '2024-01-01 2024-12-25'],
    ['how many days between March 3rd 2020 and June 5th 2021?', '2020-03-03 2021-06-05'],
    ['days until Christmas', '2026-11-30 2026-12-25'],
    ['How long is it until 24 December?', '2026-11-30 2026-12-24'],
    ['how many days left until new year’s eve', '2026-11-30 2026-12-31'],
    ['weeks until Easter', '2026-11-30 2027-03-28'],
    ['since Christmas', '2025-12-25 2026-11-30'],
    ['how long since 4 May 1990', '1990-05-04 2026-11-30'],
    ['days since last Friday', '2026-11-27 2026-11-30'],
    ['from today to this Friday', '2026-11-30 2026-12-04'],
    ['1 May to 5 June', '2027-05-01 2027-06-05'],
    ['20 December to 5 January', '2026-12-20 2027-01-05'],
    ['20 December to 5 January 2026', '2025-12-20 2026-01-05'],
    ['from tomorrow to two weeks from tomorrow', '2026-12-01 2026-12-15'],
    ['2026-11-30 09:00 to 2026-11-30 17:30', '2026-11-30T09:00:00Z 2026-11-30T17:30:00Z'],
    ['5 to 9 December', '2026-12-05 2026-12-09'],
    ['24 December 2026', '2026-11-30 2026-12-24'],
  ])('reads %j', async (text, expected) => {
    expect(await span(text)).toBe(expected);
  });

  it.each([
    ['days until 3/4/2027', '"3/4/2027": it can be read as 2027-03-04 and as 2027-04-03; write one of these'],
    ['days until the wedding', '"days until the wedding" is not two dates such as'],
    ['two weeks before the wedding to Christmas', 'is not two dates such as'],
    ['2026-13-01 to 2026-14-01', 'is not two dates such as'],
    ['90', 'is not two dates such as'],
    ['', 'is not two dates such as'],
    [`1 May to ${'a '.repeat(300)}`, 'a sentence has at most 400 characters'],
  ])('refuses %j', async (text, message) => {
    await expect(readSaidSpan(text, reading)).rejects.toThrow(message);
  });

  it('reads dates in the time zone of the reading', async () => {
    const zone = readZone('Auckland');
    const moment = await readSaidMoment('tomorrow at 9am', { ...reading, zone });
    expect(isoInZone(moment.ns, zone)).toBe('2026-12-01T09:00:00+13:00');
    expect(moment.ns).toBe(readMoment('2026-12-01 09:00', { ...reading, zone }).ns);
  });
});
