import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './timesheet-calculator.js';

const PYTHON = `
import sys, json, datetime as dt
from fractions import Fraction as F
from decimal import Decimal, ROUND_HALF_UP
for line in sys.stdin:
    o = json.loads(line)
    days = {}
    for date, spans, brk in o['rows']:
        d = dt.date.fromisoformat(date); m = 0
        for a, b in spans:
            x = dt.datetime.combine(d, dt.time.fromisoformat(a)); y = dt.datetime.combine(d, dt.time.fromisoformat(b))
            if y <= x: y += dt.timedelta(1)
            m += int((y - x).total_seconds()) // 60
        days[d] = days.get(d, 0) + m - (o['breakMinutes'] if brk is None else brk)
    weeks = {}
    for d, m in days.items():
        first = d - dt.timedelta(d.weekday() if o['weekStart'] == 'monday' else (d.weekday() + 1) % 7)
        over = max(0, m - o['dailyOvertimeAfter'] * 60) if o['dailyOvertimeAfter'] else 0
        t, x = weeks.get(first, (0, 0)); weeks[first] = (t + m, x + over)
    total = sum(t for t, _ in weeks.values())
    over = sum(x + (max(0, t - x - o['overtimeAfter'] * 60) if o['overtimeAfter'] else 0) for t, x in weeks.values())
    pay = (F(total - over, 60) + F(over, 60) * F(str(o['overtimeFactor']))) * F(str(o['rate']))
    cents = (pay * 100 + F(1, 2)).__floor__()
    hm = lambda m: '%d:%02d' % divmod(m, 60)
    print(json.dumps([hm(total), hm(over), '%d.%02d' % divmod(cents, 100), len(weeks)]))
`;

interface Data {
  readonly total: string;
  readonly overtime: string;
  readonly pay: string;
  readonly weeks: unknown[];
  readonly warnings: string[];
}
const run = async (input: string, options: Record<string, unknown> = {}) =>
  (await runTool(tool, { input, options })).data as Data;

describe('timesheet-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'timesheets beside Python'))(
    'sheets add up as in Python',
    [60, 400],
    async (rounds) => {
      const chance = chanceOf(12);
      const time = (hour: number) => `${String(hour).padStart(2, '0')}:${String(chance(60)).padStart(2, '0')}`;
      const sheets = Array.from({ length: rounds }, () => ({
        rows: Array.from({ length: 1 + chance(12) }, (_, i) => {
          const date = `2026-0${1 + chance(3)}-${String(1 + chance(28)).padStart(2, '0')}`;
          const spans =
            i % 3 === 0
              ? [[time(20 + chance(4)), time(4 + chance(4))]]
              : [
                  [time(6 + chance(3)), time(10 + chance(3))],
                  [time(13 + chance(2)), time(16 + chance(6))],
                ];
          return [date, spans, chance(2) === 0 ? null : chance(60)] as const;
        }),
        breakMinutes: chance(45),
        overtimeAfter: chance(3) * 10,
        dailyOvertimeAfter: chance(2) * 7,
        overtimeFactor: 1 + chance(10) / 8,
        rate: 1 + chance(5000) / 100,
        weekStart: chance(2) === 0 ? 'monday' : 'sunday',
      }));
      const told = runProgram('python3', ['-c', PYTHON], `${sheets.map((sheet) => JSON.stringify(sheet)).join('\n')}\n`)
        .toString()
        .trim()
        .split('\n');
      for (const [i, line] of told.entries()) {
        const { rows, ...options } = sheets[i]!;
        const input = rows
          .map(
            ([date, spans, pause]) =>
              `${date} ${spans.map((span) => span.join('-')).join(', ')}${pause === null ? '' : ` break ${pause}`}`,
          )
          .join('\n');
        const { total, overtime, pay, weeks } = await run(input, options);
        expect([total, overtime, pay, weeks.length], input).toEqual(JSON.parse(line));
      }
    },
  );

  it('reads times as people type them', async () => {
    for (const [line, total] of [
      ['9-17', '8:00'],
      ['9am-5pm', '8:00'],
      ['9 a.m. to 5:30 p.m.', '8:30'],
      ['0900 – 1730', '8:30'],
      ['9.15 - 17.45 (45 min)', '7:45'],
      ['Montag 8h30 bis 12h, 13h - 17h', '7:30'],
      ['Fri: noon-midnight', '12:00'],
      ['22:00-06:00 lunch 0:30', '7:30'],
      ['2026-03-01\t08:00\t16:00\t60', '7:00'],
      ['20:00-23:00, 0:30-4:00', '6:30'],
      ['0:00-24:00', '24:00'],
      ['9-5', '8:00'],
      ['9:00-5:30', '8:30'],
      ['10-6', '8:00'],
      ['09:00-05:00', '20:00'],
      ['9am-5am', '20:00'],
    ] as const)
      expect((await run(line)).total, line).toBe(total);
    expect((await run('9:00-9:07\n9:00-9:08', { roundMinutes: 15 })).total).toBe('0:15');
    expect((await run('2026-01-01 9-12\n2026-01-01 11-13')).warnings).toHaveLength(1);
    expect((await run('Mon 9-5\nTue 8-12, 1-5\nWed 22-6\nThu 9am-5am\nFri 10-6')).warnings).toEqual([
      'Line 1: 9-5 was read with its end twelve hours later: write am and pm, or hours up to 24, if another time is meant',
      'Line 5: 10-6 was read with its end twelve hours later: write am and pm, or hours up to 24, if another time is meant',
    ]);
    for (const line of [
      '25-26',
      '9-17 13',
      '9-12, 10-11',
      '9',
      '13pm-2pm',
      '2026-02-30 9-17',
      '9-10 break 90',
      '9-17 5',
    ])
      expect((await runTool(tool, { input: line })).status, line).toBe(400);
  });

  it('any text adds up or is refused, in linear time', async () => {
    const chance = chanceOf(13);
    for (let i = 0; i < 500; i++) {
      const input = Array.from({ length: 1 + chance(16) }, () => '0123456789-:., ampbrek\t\n'.charAt(chance(24))).join(
        '',
      );
      expect([200, 400], input).toContain((await runTool(tool, { input: `x${input}` })).status);
    }
    await expectLinear(100, (lines) => run('Mon 9:00-12:00, 13:00-17:30 break 30\n'.repeat(lines)));
    expect((await runTool(tool, { input: '1'.repeat(900_000) })).status).toBe(400);
    expect((await runTool(tool, { input: '9-10\n'.repeat(5001) })).status).toBe(413);
  });
});

// By hand.
it.each([
  ['08:00 12:00 13:00 17:00', ['8:00']],
  ['2024-03-04,09:00,17:30,0:30', ['8:00']],
  ['Date\tIn\tOut\n4/13/2024\t9:00 AM\t5:00 PM\n4/3/24\t9:00\t17:30', ['8:00', '8:30']],
  ['4.3.2024 9.00-17.30\n5.3.2024 9:00 17:00 1:00', ['8:30', '7:00']],
])('cells of a spreadsheet are read: %j', async (input, worked) => {
  const { data, message } = await runTool(tool, { input });
  expect(
    (data as { entries: { worked: string }[] })?.entries.map((entry) => entry.worked),
    message,
  ).toEqual(worked);
});

it('the order of day and month is that of the table, or refused', async () => {
  const { data } = await runTool(tool, { input: '13/4/2024 9-17\n3/4/2024 9-17' });
  expect((data as { entries: { label: string }[] }).entries.map(({ label }) => label)).toEqual([
    '2024-04-13',
    '2024-04-03',
  ]);
  expect((await runTool(tool, { input: '3/4/2024 9-17' })).message).toContain('2024-03-04 and as 2024-04-03');
});
