import { Cron } from 'croner';
import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython, STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './cron-explainer.js';

interface Schedule {
  readonly next: readonly string[];
  readonly previous: readonly string[];
  readonly description: string;
  readonly expression: string;
  readonly warnings: readonly string[];
}

async function explain(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Schedule> {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, `${input} ${answer.message}`).toBe(200);
  return (answer.data as { readonly schedules: readonly [Schedule] }).schedules[0];
}

const refused = async (input: string, options: Readonly<Record<string, unknown>> = {}) =>
  (await runTool(tool, { input, options })).message;

/** crontab(5) read by another hand: every minute of the days around an instant is asked whether it matches. */
const SCRIPT = `
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
def field(text, low, high):
    values = set()
    for item in text.split(','):
        body, _, step = item.partition('/')
        if body == '*': a, b = low, high
        elif '-' in body: a, b = map(int, body.split('-'))
        else: a = b = int(body)
        values |= set(range(a, b + 1, int(step or 1)))
    return values
out = []
for expression, zone, start, days in data:
    z = ZoneInfo(zone)
    parts = expression.split()
    minute, hour, dom, month = [field(p, *r) for p, r in zip(parts, [(0, 59), (0, 23), (1, 31), (1, 12)])]
    dow = {d % 7 for d in field(parts[4], 0, 7)}
    stars = parts[2].startswith('*') or parts[4].startswith('*')
    found = []
    for i in range(days * 1440):
        stamp = start + 60 * i
        t = datetime.fromtimestamp(stamp, z)
        if t.minute not in minute or t.hour not in hour or t.month not in month: continue
        a, b = t.day in dom, (t.weekday() + 1) % 7 in dow
        if (a and b) if stars else (a or b): found.append(stamp)
    out.append(found)
print(json.dumps(out))
`;

inRounds.skipIf(!hasProgram('python3', ['--version'], 'cron-explainer beside Python'))(
  'runs are those of a search minute by minute, over changes of clocks too',
  [12, 300],
  async (rounds: number) => {
    const chance = chanceOf(41);
    const range = (low: number, high: number) => {
      const from = low + chance(high - low);
      return `${from}-${from + chance(high - from + 1)}`;
    };
    const part = (low: number, high: number) =>
      pick(chance, [
        '*',
        '*',
        `*/${2 + chance(high - low)}`,
        range(low, high),
        `${range(low, high)}/2`,
        `${low + chance(high)},${high}`,
      ]);
    // March, April, October and November: when clocks change.
    const starts = [1_709_942_400, 1_711_756_800, 1_729_900_800, 1_730_505_600, 1_712_361_600, 1_727_568_000];
    const cases = Array.from({ length: rounds }, () => {
      const minute = pick(chance, [String(chance(60)), part(0, 59)]);
      const expression = [minute, part(0, 23), part(1, 31), pick(chance, ['*', '*', '3,4,10,11']), part(0, 7)].join(
        ' ',
      );
      return [expression, pick(chance, STEADY_ZONES), pick(chance, starts), 4] as const;
    });
    let compared = 0;
    for (const [index, stamps] of runPython<number[][]>(SCRIPT, cases).entries()) {
      const [expression, timezone, start, days] = cases[index] ?? expect.fail();
      const { next } = await explain(expression, { timezone, from: `@${start}`, count: 1000 });
      const end = start + days * 86_400;
      const ours = next.map((iso) => Date.parse(iso) / 1000).filter((run) => run < end);
      expect(ours, `${expression} ${timezone} ${start}`).toEqual(stamps.slice(0, 1000));
      const { previous } = await explain(expression, { timezone, from: `@${end}`, count: 1000 });
      const before = previous.map((iso) => Date.parse(iso) / 1000).filter((run) => run >= start);
      expect(before, `${expression} ${timezone} before ${end}`).toEqual([...stamps].reverse().slice(0, 1000));
      compared += stamps.length;
    }
    expect(compared).toBeGreaterThan(rounds);
  },
);

it('croner finds the same runs of Quartz days: last, nearest, n-th', async () => {
  const chance = chanceOf(42);
  for (let round = 0; round < 200; round++) {
    const [day, weekday] = pick(chance, [
      ['L', '?'],
      [`${1 + chance(28)}W`, '?'],
      ['?', `${1 + chance(7)}#${1 + chance(5)}`],
      ['?', `${1 + chance(7)}L`],
      [String(1 + chance(31)), '?'],
      ['?', 'MON-FRI'],
    ] as const);
    const expression = `${chance(60)} ${chance(60)} ${chance(24)} ${day} ${pick(chance, ['*', '2', '1-6/2', 'NOV'])} ${weekday}`;
    // croner counts weekdays from 0, and has * where Quartz has ?.
    const theirs = expression
      .replace(/ \?/g, ' *')
      .replace(/(\d)(#\d|L)$/, (_, digit: string, rest: string) => `${Number(digit) - 1}${rest}`);
    const runs = new Cron(theirs, { timezone: 'UTC' }).nextRuns(4, new Date('2026-01-01T00:00:00Z'));
    const { next } = await explain(expression, { dialect: 'quartz', from: '2026-01-01T00:00:01Z', count: 4 });
    expect(
      next.map((iso) => Date.parse(iso)),
      expression,
    ).toEqual(runs.map((run) => run.getTime()));
  }
});

it('rules that croner does not have: counted from the end, the last working day, AWS with a year', async () => {
  const from = '2026-01-01';
  expect((await explain('0 0 0 L-3 2 ?', { dialect: 'quartz', from, count: 1 })).next).toEqual([
    '2026-02-25T00:00:00Z',
  ]);
  expect((await explain('0 0 0 LW 5 *', { dialect: 'spring', from, count: 1 })).next).toEqual(['2026-05-29T00:00:00Z']);
  expect((await explain('cron(15 10 ? * 6L 2027-2028)', { dialect: 'aws', from, count: 2 })).next).toEqual([
    '2027-01-29T10:15:00Z',
    '2027-02-26T10:15:00Z',
  ]);
  // 1 August 2026 is a Saturday: its nearest working day within the month is Monday the 3rd.
  expect((await explain('0 0 0 1W 8 ?', { dialect: 'quartz', from, count: 1 })).next).toEqual(['2026-08-03T00:00:00Z']);
  expect(
    (await explain('0 0 9 ? * FRI-MON', { dialect: 'quartz', from, count: 4 })).next.map((run) => run.slice(8, 10)),
  ).toEqual(['02', '03', '04', '05']);
});

it('mistakes are pointed out', async () => {
  const told = async (expression: string, options = {}) => (await explain(expression, options)).warnings.join();
  expect(await told('* 5 * * *')).toContain('Runs every minute of the hours given');
  expect(await told('0 0 1 * 1')).toContain('either is enough');
  expect(await told('*/7 * * * *')).toContain('the last step is 4 long, not 7');
  expect(await told('0 0 */2 * 1')).toContain('must match both');
  expect(await told('*/15 * * * *')).toBe('');
  expect(await told('30 1 * * *', { timezone: 'Europe/London', from: '2026-10-24' })).toContain('occurs twice');
  expect(await told('30 * * * *', { timezone: 'Europe/London', from: '2026-10-24', count: 100 })).toBe('');
});

it('expressions are refused by field', async () => {
  for (const [expression, options, part] of [
    ['5-1 * * * *', {}, 'Minutes: the range "5-1" ends before it begins'],
    ['*/0 * * * *', {}, 'must be at least 1'],
    ['0 */90 * * * ?', { dialect: 'quartz' }, 'larger than the field'],
    ['0 0 * * MONDAYS', {}, ''],
    ['0 0 * * 8', {}, 'Day of week: "8" is not from 0 to 7 or SUN to SAT'],
    ['@reboot', {}, '@reboot runs when the machine starts'],
    ['@never', {}, 'is not a macro'],
    ['0 0 * * *', { dialect: 'quartz' }, 'it has 5 fields, dialect quartz has 6 or 7'],
    ['0 0 1 * 1 *', { dialect: 'aws' }, 'one of day of month and day of week must be "?"'],
    ['0 0 0 1 * 1', { dialect: 'quartz' }, 'cannot both be given'],
    ['? 0 0 1 * ?', { dialect: 'quartz' }, '"?" is only for'],
    ['0 0 0 ? * 2#6', { dialect: 'quartz' }, 'from #1 to #5'],
    ['0 0 0 L-31 * ?', { dialect: 'quartz' }, 'more than 30 days'],
    ['0 0 L * *', {}, 'Day of month: "L" is not from 1 to 31'],
  ] as const)
    if (part !== '') expect(await refused(expression, options), expression).toContain(part);
});

it('words come in every language, and random texts are read or refused', async () => {
  for (const [locale, words] of [
    ['fr', 'À 08:00'],
    ['pt-BR', '08:00'],
    ['zh-Hant', '08:00'],
    ['ja', '08:00'],
  ] as const)
    expect((await explain('0 8 * * 1-5', { locale })).description).toContain(words);
  const chance = chanceOf(44);
  const parts = ['*', '?', 'L', 'W', '#', '/', '-', ',', '5', '31', 'MON', 'JAN', ' ', ' ', ' ', '0', '@daily', 'x'];
  for (let round = 0; round < 500; round++) {
    const input = Array.from({ length: 1 + chance(14) }, () => pick(chance, parts)).join('');
    const dialect = pick(chance, ['unix', 'quartz', 'aws', 'spring']);
    expect([200, 400], `${dialect} ${input}`).toContain((await runTool(tool, { input, options: { dialect } })).status);
  }
});
