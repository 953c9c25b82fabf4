import { expect, it } from 'vitest';

import { isoDay } from '../../lib/time/civil.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './rrule-expander.js';

interface Report {
  readonly dates: readonly { readonly start: string }[];
  readonly hasMore: boolean;
  readonly rules: readonly { readonly description: string }[];
  readonly warnings: readonly string[];
}

const expand = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, `${input} ${answer.message}`).toBe(200);
  return answer.data as Report;
};

it('the examples of RFC 5545', async () => {
  // Start, rule, first dates of the RFC (month/day or with hour), all in New York.
  const examples: readonly (readonly [string, string, string])[] = [
    ['19970902T090000', 'FREQ=DAILY;INTERVAL=2', '1997-09-02 1997-09-04 1997-09-06'],
    ['19970902T090000', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12'],
    [
      '19980101T090000',
      'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
      '1998-01-01 1998-01-02',
    ],
    ['19970902T090000', 'FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09-02 1997-09-16 1997-09-30 1997-10-14 1997-10-28'],
    [
      '19970902T090000',
      'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
      '1997-09-02 1997-09-04 1997-09-09 1997-09-11 1997-09-16',
    ],
    [
      '19970901T090000',
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
      '1997-09-01 1997-09-03 1997-09-05 1997-09-15 1997-09-17 1997-09-19',
    ],
    [
      '19970902T090000',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      '1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16',
    ],
    [
      '19970905T090000',
      'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
      '1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06 1998-03-06 1998-04-03 1998-05-01 1998-06-05',
    ],
    [
      '19970907T090000',
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25 1998-03-01 1998-03-29 1998-05-03 1998-05-31',
    ],
    [
      '19970922T090000',
      'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
      '1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16',
    ],
    [
      '19970928T090000',
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26',
    ],
    ['19970902T090000', 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15', '1997-09-02 1997-09-15 1997-10-02 1997-10-15'],
    [
      '19970930T090000',
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
      '1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30 1997-12-01 1997-12-31 1998-01-01 1998-01-31 1998-02-01',
    ],
    [
      '19970910T090000',
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '1997-09-10 1997-09-11 1997-09-12 1997-09-13 1997-09-14 1997-09-15 1999-03-10',
    ],
    [
      '19970902T090000',
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
      '1997-09-02 1997-09-09 1997-09-16 1997-09-23 1997-09-30 1997-11-04',
    ],
    ['19970610T090000', 'FREQ=YEARLY;COUNT=10;BYMONTH=6,7', '1997-06-10 1997-07-10 1998-06-10 1998-07-10 1999-06-10'],
    [
      '19970310T090000',
      'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
      '1997-03-10 1999-01-10 1999-02-10 1999-03-10 2001-01-10',
    ],
    [
      '19970101T090000',
      'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
      '1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09 2000-07-18 2003-01-01',
    ],
    ['19970519T090000', 'FREQ=YEARLY;BYDAY=20MO', '1997-05-19 1998-05-18 1999-05-17'],
    ['19970512T090000', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12 1998-05-11 1999-05-17'],
    ['19970313T090000', 'FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13 1997-03-20 1997-03-27 1998-03-05'],
    ['19970605T090000', 'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8', '1997-06-05 1997-06-12 1997-06-19 1997-06-26 1997-07-03'],
    [
      '19980213T090000',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13',
    ],
    [
      '19970913T090000',
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
      '1997-09-13 1997-10-11 1997-11-08 1997-12-13 1998-01-10',
    ],
    [
      '19961105T090000',
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996-11-05 2000-11-07 2004-11-02',
    ],
    ['19970904T090000', 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04 1997-10-07 1997-11-06'],
    [
      '19970929T090000',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997-09-29 1997-10-30 1997-11-27 1997-12-30 1998-01-29',
    ],
    [
      '19970805T090000',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      '1997-08-05 1997-08-10 1997-08-19 1997-08-24',
    ],
    [
      '19970805T090000',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      '1997-08-05 1997-08-17 1997-08-19 1997-08-31',
    ],
    [
      '20070115T090000',
      'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
      '2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30',
    ],
  ];
  expect(examples).toHaveLength(30);
  for (const [start, rule, published] of examples) {
    const { dates } = await expand(`DTSTART;TZID=America/New_York:${start}\nRRULE:${rule}`);
    const days = published.split(' ');
    expect(
      dates.slice(0, days.length).map((date) => date.start.slice(0, 10)),
      rule,
    ).toEqual(days);
  }
  const hours = async (rule: string) =>
    (await expand(`DTSTART;TZID=America/New_York:19970902T090000\nRRULE:${rule}`)).dates.map(({ start }) =>
      start.slice(11, 16),
    );
  expect(await hours('FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z')).toEqual(['09:00', '12:00']);
  expect(await hours('FREQ=MINUTELY;INTERVAL=90;COUNT=4')).toEqual(['09:00', '10:30', '12:00', '13:30']);
});

const SCRIPT = `
from dateutil.rrule import rrulestr
from datetime import datetime
import itertools
out = []
for start, rule in data:
    r = rrulestr(rule, dtstart=datetime.fromisoformat(start))
    out.append([d.isoformat() for d in itertools.islice(r, 40)])
print(json.dumps(out))
`;

inRounds.skipIf(!hasProgram('python3', ['-c', 'import dateutil'], 'rules beside python-dateutil'))(
  'dateutil expands random rules to the same dates',
  [5, 600],
  async (rounds: number) => {
    const chance = chanceOf(121);
    const some = (low: number, high: number, signed = false) =>
      [
        ...new Set(
          Array.from(
            { length: 1 + chance(3) },
            () => (low + chance(high - low + 1)) * (signed && chance(3) === 0 ? -1 : 1),
          ),
        ),
      ].join();
    const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
    const someDays = (nth: boolean) => {
      // With and without numbers together, dateutil wants both, RFC 5545 either.
      const isNumbered = nth && chance(2) === 0;
      const list = Array.from(
        { length: 1 + chance(3) },
        () => `${isNumbered ? pick(chance, ['1', '-1', '2', '3']) : ''}${pick(chance, days)}`,
      );
      return [...new Set(list)].join();
    };
    const make = (): string => {
      const frequency = pick(chance, ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY']);
      const isLong = frequency === 'YEARLY' || frequency === 'MONTHLY';
      const parts = [`FREQ=${frequency}`, `INTERVAL=${1 + chance(isLong ? 3 : 20)}`];
      const may = (part: string, chances: number) => (chance(chances) === 0 ? parts.push(part) : 0);
      may(`BYMONTH=${some(1, 12)}`, 4);
      const isByWeek = frequency === 'YEARLY' && chance(4) === 0;
      // Without a day of the week, dateutil takes all days of the week, RFC 5545 that of the start.
      if (isByWeek) parts.push(`BYWEEKNO=${some(1, 52, true)}`, `BYDAY=${someDays(false)}`);
      else {
        may(`BYDAY=${someDays(isLong)}`, 2);
        if (frequency !== 'WEEKLY') may(`BYMONTHDAY=${some(1, 28, true)}`, 4);
        if (frequency === 'YEARLY') may(`BYYEARDAY=${some(1, 365, true)}`, 6);
      }
      if (chance(3) === 0) parts.push(`BYHOUR=${some(0, 23)}`);
      if (chance(4) === 0) parts.push(`BYMINUTE=${some(0, 59)}`);
      if (chance(6) === 0 && frequency !== 'SECONDLY') parts.push(`BYSECOND=${some(0, 59)}`);
      if (isLong && parts.some((part) => /BYDAY|BYMONTHDAY/.test(part))) may(`BYSETPOS=${some(1, 4, true)}`, 4);
      may(`WKST=${pick(chance, days)}`, 3);
      return parts.join(';');
    };
    // What never comes round, as minutes 7 of every second hour from 8:00 on, is for the other tests.
    const start = () => `${isoDay(9000 + chance(12_000))}T${pick(chance, ['00:00:00', '09:30:00', '23:59:59'])}`;
    const cases: (readonly [string, string])[] = [];
    while (cases.length < rounds) {
      const [at, rule] = [start(), make()];
      const isRare = /HOURLY|MINUTELY|SECONDLY/.test(rule) && /BYHOUR|BYMINUTE|BYSECOND|BYMONTHDAY/.test(rule);
      if (!isRare || / *INTERVAL=1;/.test(rule))
        cases.push([at, rule.includes('COUNT') ? rule : `${rule};UNTIL=20991231T000000`]);
    }
    let compared = 0;
    for (const [index, expected] of runPython<string[][]>(SCRIPT, cases).entries()) {
      const [dtstart, rule] = cases[index] ?? expect.fail();
      const { dates } = await expand(rule, { dtstart, limit: 40 });
      expect(
        dates.map((date) => date.start.replace('Z', '')),
        `${dtstart} ${rule}`,
      ).toEqual(expected);
      compared += expected.length;
    }
    expect(compared).toBeGreaterThan(10 * rounds);
  },
);

it('rules that never come round end in time', async () => {
  for (const rule of [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY;INTERVAL=2;BYSECOND=1',
    'FREQ=MINUTELY;INTERVAL=60;BYMINUTE=7',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;INTERVAL=1000000',
  ]) {
    const { status } = await runTool(tool, { input: rule, options: { dtstart: '2026-01-01' } });
    expect([200, 413], rule).toContain(status);
  }
});

it('added and excluded dates, an end, and a start that the rule does not have', async () => {
  const lines = [
    'DTSTART:20260105T090000Z',
    'RRULE:FREQ=WEEKLY;COUNT=4',
    'RDATE:20260107T090000Z,20260112T090000Z',
    'EXDATE:20260119T090000Z',
  ];
  const { dates } = await expand(lines.join('\r\n'));
  expect(dates.map(({ start }) => start.slice(8, 10))).toEqual(['05', '07', '12', '26']);
  const ended = await expand('FREQ=DAILY', { dtstart: '2026-01-05 09:00', until: '2026-01-07' });
  expect([ended.dates.length, ended.hasMore]).toEqual([3, false]);
  const other = await expand('FREQ=WEEKLY;BYDAY=FR;COUNT=2', { dtstart: '2026-01-05' });
  expect(other.warnings.join()).toContain('does not follow the rule');
  expect(other.rules[0]?.description).toBe('Every week on Friday, 2 times');
});

it('random rules are read or refused', async () => {
  const chance = chanceOf(122);
  const parts = [
    'FREQ=',
    'DAILY',
    'WEEKLY',
    ';',
    'BYDAY=',
    'MO',
    ',',
    '-1',
    '5FR',
    'COUNT=',
    '3',
    'UNTIL=',
    '2027',
    'BYHOUR=',
    '99',
    'BYSETPOS=',
    '\n',
    ':',
    'RRULE:',
    'DTSTART:',
  ];
  for (let round = 0; round < 500; round++) {
    const input = Array.from({ length: 1 + chance(12) }, () => pick(chance, parts)).join('');
    expect([200, 400, 413], input).toContain((await runTool(tool, { input })).status);
  }
});
