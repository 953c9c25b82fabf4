import { expect, it } from 'vitest';

import { CALENDARS, type CalendarId } from '../../lib/time/calendar-names.js';
import { dateOf, daysOf, isoDay } from '../../lib/time/civil.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import { describeIn, readCalendarDate, readJulianDay } from './_calendar-dates.js';
import tool from './calendar-converter.js';

/** Reingold and Dershowitz, Calendrical Calculations, appendix C: rata die; Julian, Hebrew (months from Nisan), Islamic and Ethiopian dates. */
const APPENDIX = `
25469 70-9-26 3831-7-3 -568-4-1 63-1-29
49217 135-10-3 3896-7-9 -501-4-6 128-2-5
171307 470-1-7 4230-10-18 -157-10-17 462-5-12
210155 576-5-18 4336-3-4 -47-6-3 568-9-23
253427 694-11-7 4455-8-13 75-7-13 687-3-11
369740 1013-4-19 4773-2-6 403-10-5 1005-8-24
400085 1096-5-18 4856-2-23 489-5-22 1088-9-23
434355 1190-3-16 4950-1-7 586-2-7 1182-7-20
452605 1240-3-3 5000-13-8 637-8-7 1232-7-7
470160 1288-3-26 5048-1-21 687-2-20 1280-7-30
473837 1298-4-20 5058-2-7 697-7-7 1290-8-25
507850 1391-6-4 5151-4-1 793-7-1 1383-10-10
524156 1436-1-25 5196-11-7 839-7-6 1428-5-29
544676 1492-3-31 5252-1-3 897-6-1 1484-8-5
567118 1553-9-9 5314-7-1 960-9-30 1546-1-12
569477 1560-2-24 5320-12-27 967-5-27 1552-6-29
601716 1648-5-31 5408-3-20 1058-5-18 1640-10-6
613424 1680-6-20 5440-4-3 1091-6-2 1672-10-26
626596 1716-7-13 5476-5-5 1128-8-4 1708-11-19
645554 1768-6-8 5528-4-4 1182-2-3 1760-10-14
664224 1819-7-21 5579-5-11 1234-10-10 1811-11-27
671401 1839-3-15 5599-1-12 1255-1-11 1831-7-19
694799 1903-4-6 5663-1-22 1321-1-21 1895-8-11
704424 1929-8-12 5689-5-19 1348-3-19 1921-12-19
708842 1941-9-16 5702-7-8 1360-9-8 1934-1-19
709409 1943-4-6 5703-1-14 1362-4-13 1935-8-11
709580 1943-9-24 5704-7-8 1362-10-7 1936-1-26
727274 1992-3-4 5752-13-12 1412-9-13 1984-7-8
728714 1996-2-12 5756-12-5 1416-10-5 1988-6-17
744313 2038-10-28 5799-8-12 1460-10-12 2031-3-1
764652 2094-7-5 5854-5-5 1518-3-5 2086-11-11`;

/** Codes of Hebrew months as the book numbers them, from Nisan; 12 and 13 are Adar and Adar II. */
function hebrewCode(book: number, isLeap: boolean): string {
  if (book <= 6) return `M${String(book + 6).padStart(2, '0')}`;
  if (book <= 11) return `M${String(book - 6).padStart(2, '0')}`;
  return book === 12 && isLeap ? 'M05L' : 'M06';
}

it('the dates of appendix C, in both directions', () => {
  for (const line of APPENDIX.trim().split('\n')) {
    const [rataDie = '', ...texts] = line.split(' ');
    const days = Number(rataDie) - 719_163;
    for (const [index, id] of (['julian', 'hebrew', 'islamic-civil', 'ethiopic'] as const).entries()) {
      const [, year = 0, month = 0, day = 0] = (/^(-?\d+)-(\d+)-(\d+)$/.exec(texts[index] ?? '') ?? []).map(Number);
      const told = describeIn(days, id);
      const code = id === 'hebrew' ? hebrewCode(month, told.isLeapYear) : `M${String(month).padStart(2, '0')}`;
      const full = told.era.startsWith('B') ? 1 - told.year : told.year;
      expect([full, told.monthCode, told.day], `${rataDie} ${id}`).toEqual([year, code, day]);
      if (year > 99) expect(readCalendarDate(`${year}-${code}-${day}`, id).days, `${rataDie} ${id}`).toBe(days);
    }
  }
});

inRounds.skipIf(
  !hasProgram('php', ['-r', 'exit(function_exists("jdtojewish") ? 0 : 1);'], 'calendar-converter beside PHP'),
)('PHP has the same Julian and Hebrew dates', [500, 20_000], (rounds: number) => {
  const chance = chanceOf(81);
  const numbers = Array.from({ length: rounds }, () => 1_721_426 + chance(1_200_000));
  const script =
    'foreach (explode(" ", stream_get_contents(STDIN)) as $n) { $p = explode("/", jdtojulian((int)$n)); echo "$p[2]-$p[0]-$p[1] ", jdtojewish((int)$n), "\\n"; }';
  const lines = runProgram('php', ['-r', script], numbers.join(' ')).toString().trim().split('\n');
  for (const [index, line] of lines.entries()) {
    const { days } = readJulianDay(String(numbers[index]));
    const julian = describeIn(days, 'julian');
    const years = julian.era === 'BC' ? -julian.year : julian.year;
    const hebrew = describeIn(days, 'hebrew');
    // PHP counts 6 Adar I and 7 Adar II in every year, 7 being Adar of common years.
    const number = Number(hebrew.monthCode.slice(1, 3));
    const month = hebrew.monthCode === 'M05L' ? 6 : number > 5 ? number + 1 : number;
    expect(`${years}-${julian.month}-${julian.day} ${month}/${hebrew.day}/${hebrew.year}`).toBe(line);
  }
});

const INTL: readonly (readonly [CalendarId, string])[] = [
  ['islamic-umalqura', 'islamic-umalqura'],
  ['islamic-civil', 'islamic-civil'],
  ['islamic-tbla', 'islamic-tbla'],
  ['hebrew', 'hebrew'],
  ['persian', 'persian'],
  ['indian', 'indian'],
  ['japanese', 'japanese'],
  ['buddhist', 'buddhist'],
  ['roc', 'roc'],
  ['coptic', 'coptic'],
  ['ethiopic', 'ethiopic'],
];

inRounds('ICU has the same days, years and names of months from 1901 to 2100', [60, 4000], (rounds: number) => {
  const chance = chanceOf(82);
  const formats = INTL.map(
    ([id, name]) =>
      [
        id,
        new Intl.DateTimeFormat(`en-u-ca-${name}`, {
          year: 'numeric',
          month: 'long',
          day: 'numeric',
          era: 'short',
          timeZone: 'UTC',
        }),
      ] as const,
  );
  for (let round = 0; round < rounds; round++) {
    const days = chance(73_049) - 25_202;
    for (const [id, format] of formats) {
      const parts = format.formatToParts(new Date(days * 86_400_000));
      const part = (type: string) => parts.find((one) => one.type === type)?.value;
      const told = describeIn(days, id);
      expect([told.day, told.year, told.monthName].join(' '), `${id} ${isoDay(days)}`).toBe(
        [part('day'), part('year'), part('month')].join(' '),
      );
    }
  }
});

inRounds('ICU has the same Chinese and Korean dates from 1901 to 2100', [60, 3000], (rounds: number) => {
  const chance = chanceOf(83);
  for (const [id, name] of [
    ['chinese', 'chinese'],
    ['korean', 'dangi'],
  ] as const) {
    const format = new Intl.DateTimeFormat(`en-u-ca-${name}`, {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      timeZone: 'UTC',
    });
    for (let round = 0; round < rounds; round++) {
      const days = chance(73_049) - 25_202;
      const parts = format.formatToParts(new Date(days * 86_400_000));
      const part = (type: string) => parts.find((one) => one.type === type)?.value;
      const { year, monthCode, day } = describeIn(days, id);
      const month = `${Number(monthCode.slice(1, 3))}${monthCode.endsWith('L') ? 'bis' : ''}`;
      expect([year, month, day].join(' '), `${id} ${isoDay(days)}`).toBe(
        [part('relatedYear'), part('month'), part('day')].join(' '),
      );
    }
  }
});

inRounds('what is written is read again, in every calendar', [25, 1000], (rounds: number) => {
  const chance = chanceOf(84);
  for (let round = 0; round < rounds; round++) {
    const days = chance(3_600_000) - 710_000;
    for (const id of CALENDARS.filter((one) => one !== 'gregorian')) {
      const { year, monthCode, monthName, day, era, native } = describeIn(days, id);
      // Short years have no form that tells them from days, those of Japan need their era.
      if (year < 100 || (/^b/i.test(era) && era !== 'BE') || (id === 'japanese' && era !== 'AD')) continue;
      expect(readCalendarDate(`${year}-${monthCode}-${day}`, id).days, `${id} ${isoDay(days)}`).toBe(days);
      if (id !== 'chinese' && id !== 'korean')
        expect(readCalendarDate(`${monthName} ${day}, ${year}`, id).days, `${id} ${isoDay(days)}`).toBe(days);
      if (native !== '' && id === 'roc') expect(readCalendarDate(native, id).days).toBe(days);
    }
  }
});

it('Chinese New Year from 1997 to 2026 as the Hong Kong Observatory has it', () => {
  const published = (
    '1997-02-07 1998-01-28 1999-02-16 2000-02-05 2001-01-24 2002-02-12 2003-02-01 2004-01-22 2005-02-09 2006-01-29 ' +
    '2007-02-18 2008-02-07 2009-01-26 2010-02-14 2011-02-03 2012-01-23 2013-02-10 2014-01-31 2015-02-19 2016-02-08 ' +
    '2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17'
  ).split(' ');
  for (const iso of published) {
    const year = iso.slice(0, 4);
    expect(isoDay(readCalendarDate(`${year}-01-01`, 'chinese').days)).toBe(iso);
  }
});

it.each([
  ['13 Jumada al-Thani 1448', 'islamic-umalqura', '2026-11-23'],
  ['١٤٤٨/٠٦/١٣', 'islamic-umalqura', '2026-11-23'],
  ['13/06/1448 AH', 'islamic-umalqura', '2026-11-23'],
  ['1 Ramaḍān 1447', 'islamic-umalqura', '2026-02-18'],
  ['13th of Kislev, 5787', 'hebrew', '2026-11-23'],
  ['5784-06-15', 'hebrew', '2024-02-24'],
  ['15 Adar I 5784', 'hebrew', '2024-02-24'],
  ['15 Adar 5785', 'hebrew', '2025-03-15'],
  ['۱۴۰۵/۰۹/۰۲', 'persian', '2026-11-23'],
  ['2 Azar 1405', 'persian', '2026-11-23'],
  ['令和8年11月23日', 'japanese', '2026-11-23'],
  ['Ｒ８．１１．２３', 'japanese', '2026-11-23'],
  ['H31.4.30', 'japanese', '2019-04-30'],
  ['Showa 64-01-07', 'japanese', '1989-01-07'],
  ['23 November Reiwa 8', 'japanese', '2026-11-23'],
  ['民國115年11月23日', 'roc', '2026-11-23'],
  ['23-11-2569', 'buddhist', '2026-11-23'],
  ['4 October 1582', 'julian', '1582-10-14'],
  ['農曆2025年閏6月1日', 'chinese', '2025-07-25'],
  ['14 Hator 1743', 'coptic', '2026-11-23'],
  ['6 Pagumen 2015', 'ethiopic', '2023-09-11'],
] as const)('%s in the calendar %s is %s', async (date, from, iso) => {
  const { data, message } = await runTool(tool, { options: { date, from } });
  expect((data as { readonly date: string } | undefined)?.date, message).toBe(iso);
});

it.each([
  ['2451545', '2000-01-01'],
  ['JD 2451544.5', '2000-01-01'],
  ['2451544.4', '1999-12-31'],
  ['MJD 51544', '2000-01-01'],
])('Julian day %s is of %s', (text, iso) => {
  expect(isoDay(readJulianDay(text).days)).toBe(iso);
});

it('damaged dates are refused or read, never more', async () => {
  const chance = chanceOf(85);
  const signs = '0123456789-/. LM年月日令和R閏,adrI١٢';
  for (let round = 0; round < 400; round++) {
    const from = CALENDARS[chance(CALENDARS.length)] ?? 'hebrew';
    const date = Array.from({ length: 1 + chance(14) }, () => signs[chance(signs.length)]).join('');
    const { status } = await runTool(tool, { options: { date, from } });
    expect([200, 400], `${date} ${from}`).toContain(status);
  }
  for (const date of ['0001-01-01', '9999-12-31'])
    expect((await runTool(tool, { options: { date } })).status, date).toBe(200);
  expect(dateOf(daysOf({ year: 1, month: 1, day: 1 })).year).toBe(1);
});
