import { describe, expect, it } from 'vitest';

import type { Tool } from '../../core/index.js';
import { runTool } from '../../testing/run-tool.js';
import ageCalculator from './age-calculator.js';
import businessDaysCalculator from './business-days-calculator.js';
import calendarConverter from './calendar-converter.js';
import dateCalculator from './date-calculator.js';
import dateDifference from './date-difference.js';
import dateInfo from './date-info.js';
import holidayCalendar from './holiday-calendar.js';
import meetingPlanner from './meeting-planner.js';
import timezoneConverter from './timezone-converter.js';
import timezoneInfo from './timezone-info.js';

/** Sentences instead of options; runs are on Friday, 2 January 2026, 03:04:05 UTC. */

async function answerOf(tool: Tool, input: string, options: Record<string, unknown> = {}) {
  const { status, message, data } = await runTool(tool, { input, options });
  return { status, message, data: data as Record<string, unknown> };
}

async function dataOf(tool: Tool, input: string, options: Record<string, unknown> = {}) {
  const { status, message, data } = await answerOf(tool, input, options);
  expect(status, message).toBe(200);
  return data;
}

describe('sentences of dates', () => {
  it.each([
    ['31 Jan 2026 + 1 month', '2026-02-28'],
    ['2026-01-31 + 1 month - 2 days', '2026-02-26'],
    ['90 days from today', '2026-04-02'],
    ['three weeks before 25 December 2026', '2026-12-04'],
    ['subtract a week from Christmas', '2026-12-18'],
    ['add 45 days to 1 March 2027', '2027-04-15'],
    ['what is the date 30 days from now?', '2026-02-01'],
    ['100 days ago', '2025-09-24'],
    ['in two weeks', '2026-01-16'],
    ['10 working days after 1 December 2026', '2026-12-15'],
    ['2 business days before Christmas', '2026-12-23'],
    ['tomorrow', '2026-01-03'],
    ['what date is the day after tomorrow?', '2026-01-04'],
    ['the day after tomorrow', '2026-01-04'],
  ])('date-calculator: %s', async (input, date) => {
    expect((await dataOf(dateCalculator, input)).date).toBe(date);
  });

  it('takes what is added from the option where the input is a date alone', async () => {
    expect((await dataOf(dateCalculator, '1 March 2026', { add: '1 week' })).date).toBe('2026-03-08');
    expect((await answerOf(dateCalculator, '1 March 2026 + 1 day', { add: '1 week' })).message).toBe(
      'Only one of property "input" and option "add" can be given',
    );
    expect((await answerOf(dateCalculator, 'soon')).message).toMatch(
      /^Cannot read property "input": "soon" is not a date and a duration/,
    );
  });

  it.each([
    ['working days in March 2026', '2026-03-01', '2026-03-31', 22],
    ['Q1 2027', '2027-01-01', '2027-03-31', 64],
    ['2026', '2026-01-01', '2026-12-31', 261],
    ['next month', '2026-02-01', '2026-02-28', 20],
    ['how many business days between 2026-12-01 and 2026-12-31', '2026-12-01', '2026-12-31', 23],
    ['10 working days after 1 December 2026', '2026-12-01', '2026-12-15', 10],
    ['5 business days before Christmas', '2026-12-25', '2026-12-18', -5],
  ])('business-days-calculator: %s', async (input, from, to, workingDays) => {
    expect(await dataOf(businessDaysCalculator, input)).toMatchObject({ from, to, workingDays });
  });

  it.each([
    ['4 May 1990', '1990-05-04'],
    ['born on May 4th, 1990', '1990-05-04'],
    ['How old am I if I was born on 4 May 1990?', '1990-05-04'],
    ['Date of birth: 29.02.1992', '1992-02-29'],
  ])('age-calculator: %s', async (input, birthDate) => {
    expect((await dataOf(ageCalculator, input)).birthDate).toBe(birthDate);
  });

  it.each([
    ['what day of the week was July 4, 1776?', '1776-07-04', 'Thursday'],
    ['which week is 2026-12-25', '2026-12-25', 'Friday'],
    ['the day after tomorrow', '2026-01-04', 'Sunday'],
    ['next Easter', undefined, undefined],
    ['Easter 2027', '2027-03-28', 'Sunday'],
  ])('date-info: %s', async (input, date, weekday) => {
    const { status, data, message } = await answerOf(dateInfo, input);
    if (date === undefined) expect([status, message]).toEqual([400, expect.stringContaining('is not a date such as')]);
    else expect(data).toMatchObject({ date, weekday });
  });

  it('calendar-converter reads a date of the calendar asked for', async () => {
    expect((await dataOf(calendarConverter, '8 Nisan 5786', { from: 'hebrew' })).date).toBe('2026-03-26');
    expect((await dataOf(calendarConverter, 'tomorrow')).date).toBe('2026-01-03');
  });

  it('refuses a sentence beside the options that say the same', async () => {
    const given: [Tool, Record<string, unknown>, string][] = [
      [dateDifference, { to: '2026-05-01' }, 'to'],
      [ageCalculator, { birthDate: '1990-01-01' }, 'birthDate'],
      [dateInfo, { date: '2026-01-01' }, 'date'],
      [calendarConverter, { date: '2026-01-01' }, 'date'],
      [businessDaysCalculator, { add: 3 }, 'add'],
      [timezoneConverter, { time: '3pm' }, 'time'],
    ];
    for (const [tool, options, name] of given)
      expect((await answerOf(tool, 'today', options)).message).toBe(
        `Only one of property "input" and option "${name}" can be given`,
      );
  });

  it.each([dateDifference, ageCalculator, dateInfo, calendarConverter, businessDaysCalculator, dateCalculator])(
    '$id refuses a million characters at once',
    async (tool) => {
      for (const part of [' ', 'the day ', '1 to '])
        expect((await answerOf(tool, `5${part.repeat(900_000 / part.length)}x`)).status).toBe(400);
    },
  );

  it('has no year of its own', async () => {
    expect((await dataOf(holidayCalendar, '')).year).toBe(2026);
    expect((await dataOf(timezoneInfo, '', { timezone: 'Berlin' })).year).toBe(2026);
    expect((await answerOf(holidayCalendar, '', { year: 12 })).message).toBe(
      'Option "year" must be 0 for this year, or from 1970 on, got 12',
    );
  });
});

describe('sentences of time zones', () => {
  it.each([
    ['3pm New York in Berlin', '2026-01-02T15:00:00-05:00', '2026-01-02T21:00:00+01:00'],
    [
      '9:30 EST to Tokyo and London',
      '2026-01-02T09:30:00-05:00',
      '2026-01-02T23:30:00+09:00 2026-01-02T14:30:00+00:00',
    ],
    ['tomorrow 18:00 Paris -> Sydney', '2026-01-03T18:00:00+01:00', '2026-01-04T04:00:00+11:00'],
    ['what time is it in Tokyo?', '2026-01-02T03:04:05.678Z', '2026-01-02T12:04:05.678+09:00'],
    ['Mumbai', '2026-01-02T03:04:05.678Z', '2026-01-02T08:34:05.678+05:30'],
    ['what time is it in New York when it is 3pm in London', '2026-01-02T15:00:00+00:00', '2026-01-02T10:00:00-05:00'],
    ['8:30 pm eastern time in UK', '2026-01-02T20:30:00-05:00', '2026-01-03T01:30:00+00:00'],
    ['2026-07-20 09:30 San Francisco to Bangalore', '2026-07-20T09:30:00-07:00', '2026-07-20T22:00:00+05:30'],
    ['4:30pm UTC+2 = Nepal', '2026-01-02T16:30:00+02:00', '2026-01-02T20:15:00+05:45'],
  ])('%s', async (input, from, to) => {
    const data = await dataOf(timezoneConverter, input);
    expect((data.from as { local: string }).local).toBe(from);
    expect((data.to as { local: string }[]).map(({ local }) => local).join(' ')).toBe(to);
  });

  it('takes a place behind "in" for that of the time where no other is said', async () => {
    const data = await dataOf(timezoneConverter, '3pm in Berlin', { to: 'Asia/Tokyo' });
    expect(data.from).toMatchObject({ timezone: 'Europe/Berlin', local: '2026-01-02T15:00:00+01:00' });
    expect(data.to).toMatchObject([{ local: '2026-01-02T23:00:00+09:00' }]);
  });

  it.each([
    ['EST to IST', 'got "IST"; Asia/Jerusalem or Asia/Kolkata or Europe/Dublin may be meant'],
    ['10 am PST to Springfield', 'got "Springfield"'],
    ['hello', 'is not a time with its zone such as 3pm New York in Berlin'],
    ['x in '.repeat(79), 'is not a time'],
    ['x in '.repeat(2000), 'a sentence has at most 400 characters'],
  ])('refuses %.30s', async (input, message) => {
    const answer = await answerOf(timezoneConverter, input);
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('places', () => {
  it.each([
    ['Tokyo', 'Asia/Tokyo'],
    ['time in New York', 'America/New_York'],
    ['what time zone is Berlin in?', 'Europe/Berlin'],
    ['What is the current time in Mumbai', 'Asia/Kolkata'],
    ['Berlin time zone', 'Europe/Berlin'],
    ['52.52, 13.40', 'Europe/Berlin'],
    ['40.71 -74.01', 'America/New_York'],
    ['UTC', 'UTC'],
  ])('the zone of %s', async (input, zone) => {
    expect((await dataOf(timezoneInfo, input)).timezone).toBe(zone);
  });

  it.each([
    ['Germany 2027', 'DE', '', 2027],
    ['2027 France', 'FR', '', 2027],
    ['public holidays in the UK next year', 'GB', '', 2027],
    ['holidays in California', 'US', 'CA', 2026],
    ['Bayern, Germany', 'DE', 'BY', 2026],
    ['DE-BY 2025', 'DE', 'BY', 2025],
    ['Germany, BY', 'DE', 'BY', 2026],
    ['Deutschland', 'DE', '', 2026],
    ['bank holidays for Ireland last year', 'IE', '', 2025],
  ])('holidays of %s', async (input, country, region, year) => {
    expect(await dataOf(holidayCalendar, input)).toMatchObject({ country, region, year });
  });

  it.each([
    ['Berlin, New York and Tokyo', ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo']],
    ['meeting between London and Sydney', ['Europe/London', 'Australia/Sydney']],
    ['Berlin\nTokyo', ['Europe/Berlin', 'Asia/Tokyo']],
  ])('of those who meet: %s', async (input, zones) => {
    const { windows, suggestions } = await dataOf(meetingPlanner, input);
    const [first] = [...(windows as unknown[]), ...(suggestions as unknown[])] as { places: { timezone: string }[] }[];
    expect(first?.places.map(({ timezone }) => timezone)).toEqual(zones);
  });

  it.each<[Tool, string, Record<string, unknown>, string]>([
    [timezoneInfo, 'Springfield', {}, 'Input is not a time zone such as Europe/Berlin'],
    [timezoneInfo, 'Tokyo', { timezone: 'Europe/Berlin' }, 'Only one of property "input" and option "timezone"'],
    [holidayCalendar, 'next week', {}, 'Input must be a country or region'],
    [holidayCalendar, 'Germany', { year: 2027 }, 'Only one of property "input" and option "year"'],
    [meetingPlanner, 'Berlin', {}, 'Input names fewer than two time zones'],
    [meetingPlanner, 'Berlin and nowhere', {}, 'Input is not a time zone such as Europe/Berlin'],
  ])('are refused where they are none, %#', async (tool, input, options, message) => {
    const answer = await answerOf(tool, input, options);
    expect([answer.status, answer.message?.startsWith(message)], answer.message).toEqual([400, true]);
  });
});
