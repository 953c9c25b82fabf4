import { expect, it } from 'vitest';

import { readCron } from '../../lib/cron/cron.js';
import { readPhrases } from '../../lib/cron/cron-phrase.js';
import { nextRuns } from '../../lib/cron/cron-runs.js';
import { planCron, writeCron } from '../../lib/cron/write-cron.js';
import { fixedZone } from '../../lib/zones/zone.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './cron-generator.js';

const UTC = fixedZone('UTC', 0);
const START = Date.UTC(2026, 0, 30) / 1000;
const WORDS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const ORDINALS = 'last first second third fourth'.split(' ');

type IsMatch = (date: Date) => boolean;

const minuteOfDay = (date: Date): number => date.getUTCHours() * 60 + date.getUTCMinutes();
const lastOfMonth = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** A phrase, and what it means said as a test of minutes: nothing of it is shared with the tool. */
function madeUp(chance: Chance): { phrase: string; isMatch: IsMatch; isBoth: boolean } {
  const hour = chance(24);
  const minute = chance(60);
  const other = chance(24);
  const clock = (h: number, m: number) => `${h}:${String(m).padStart(2, '0')}`;
  const size = pick(chance, [1, 5, 10, 15, 20, 30]);
  const [time, isTime] = pick(chance, [
    [`at ${clock(hour, minute)}`, (at: number) => at === hour * 60 + minute],
    [
      `at ${clock(hour, minute)} and ${clock(other, 7)}`,
      (at: number) => at === hour * 60 + minute || at === other * 60 + 7,
    ],
    [`at ${(hour % 12) + 1}pm`, (at: number) => at === ((((hour % 12) + 1) % 12) + 12) * 60],
    [`every ${size} minutes`, (at: number) => at % size === 0],
    [`every 90 minutes`, (at: number) => at % 90 === 0],
    [`every ${size} minutes between 9:00 and 17:00`, (at: number) => at >= 540 && at < 1020 && at % size === 0],
    ['every 2 hours from 8 to 18', (at: number) => at >= 480 && at <= 1080 && at % 120 === 0],
  ] as const);
  const weekday = chance(7);
  const [from, to] = [1 + chance(15), 16 + chance(16)];
  const nth = chance(5);
  const [days, isDay, isBoth] = pick(chance, [
    ['', () => true, false],
    ['on weekdays', (date: Date) => date.getUTCDay() % 6 !== 0, false],
    [`on ${WORDS[weekday]}s`, (date: Date) => date.getUTCDay() === weekday, false],
    ['friday to monday', (date: Date) => [5, 6, 0, 1].includes(date.getUTCDay()), false],
    [`on the ${from}th and ${to}th`, (date: Date) => [from, to].includes(date.getUTCDate()), false],
    ['last day of the month', (date: Date) => date.getUTCDate() === lastOfMonth(date), true],
    [
      `${ORDINALS[nth]} ${WORDS[weekday]} of the month`,
      (date: Date) =>
        date.getUTCDay() === weekday &&
        (nth === 0 ? date.getUTCDate() > lastOfMonth(date) - 7 : Math.ceil(date.getUTCDate() / 7) === nth),
      true,
    ],
  ] as const);
  const [months, isMonth] = pick(chance, [
    ['', () => true],
    ['in february and march', (date: Date) => [1, 2].includes(date.getUTCMonth())],
    ['jan-apr', (date: Date) => date.getUTCMonth() < 4],
  ] as const);
  return {
    phrase: `${time} ${days} ${months}`,
    isMatch: (date) => isTime(minuteOfDay(date)) && isDay(date) && isMonth(date),
    isBoth,
  };
}

/** The first runs after an instant by asking each minute of 95 days. */
function searched(isMatch: IsMatch): number[] {
  const found: number[] = [];
  for (let at = START + 60; at < START + 95 * 86_400 && found.length < 12; at += 60)
    if (isMatch(new Date(at * 1000))) found.push(at);
  return found;
}

inRounds('expressions read again run at the minutes that the words mean', [30, 400], (rounds: number) => {
  const chance = chanceOf(91);
  for (let round = 0; round < rounds; round++) {
    const { phrase, isMatch, isBoth } = madeUp(chance);
    const expected = searched(isMatch);
    const plan = planCron(readPhrases([[phrase, undefined]]));
    for (const [to, dialect] of [
      ['cron', 'unix'],
      ['quartz', 'quartz'],
      ['aws', 'aws'],
      ['spring', 'spring'],
    ] as const) {
      const { expressions, condition } = writeCron(plan, to);
      if (to === 'cron') expect(condition !== '', phrase).toBe(isBoth);
      if (condition !== '') continue;
      const runs = new Set(
        expressions.flatMap((expression) => nextRuns(readCron(expression, dialect), UTC, START, 12)),
      );
      const next = [...runs].sort((one, other) => one - other).slice(0, expected.length);
      expect(next, `${phrase} ${to} ${expressions.join(' | ')}`).toEqual(expected);
    }
  }
});

inRounds.skipIf(!hasProgram('systemd-analyze', ['--version'], 'cron-generator beside systemd'))(
  'systemd runs its expressions at the same times',
  [8, 100],
  (rounds: number) => {
    const chance = chanceOf(92);
    for (let round = 0; round < rounds; round++) {
      const { phrase, isMatch } = madeUp(chance);
      const expected = searched(isMatch);
      const { expressions } = writeCron(planCron(readPhrases([[phrase, undefined]])), 'systemd');
      const args = ['TZ=UTC', 'systemd-analyze', 'calendar', '--base-time=2026-01-30 00:00:00 UTC', '--iterations=13'];
      const printed = runProgram('env', [...args, ...expressions]).toString();
      const runs = [...printed.matchAll(/(?:Next elapse|Iter\. #\d+|Iteration #\d+): \w+ (\S+) (\S+) UTC/g)].map(
        ([, date, time]) => Date.parse(`${date}T${time}Z`) / 1000,
      );
      const next = [...new Set(runs)].filter((run) => run > START).sort((one, other) => one - other);
      expect(next.slice(0, expected.length), `${phrase} ${expressions.join(' | ')}`).toEqual(expected);
    }
  },
);

it.each([
  ['daily', 'cron', ['0 0 * * *']],
  ['hourly', 'cron', ['0 * * * *']],
  ['every day at 9:00 and 17:30', 'cron', ['0 9 * * *', '30 17 * * *']],
  ['weekdays at 9am', 'aws', ['cron(0 9 ? * MON-FRI *)']],
  ['every monday at noon', 'quartz', ['0 0 12 ? * MON']],
  ['last friday of the month at 18:00', 'quartz', ['0 0 18 ? * 6L']],
  ['last working day of the month at 6pm', 'quartz', ['0 0 18 LW * ?']],
  ['every month on the 1st', 'cron', ['0 0 1 * *']],
  ['every quarter', 'cron', ['0 0 1 */3 *']],
  ['every year', 'cron', ['0 0 1 1 *']],
  ['every other hour', 'cron', ['0 */2 * * *']],
  ['mon-fri 08:15', 'systemd', ['Mon..Fri *-*-* 08:15:00']],
  ['friday 13th', 'spring', ['0 0 0 13 * FRI']],
] as const)('%s for %s', async (input, to, expressions) => {
  const { data, message } = await runTool(tool, { input, options: { to } });
  expect((data as { readonly expressions: readonly string[] } | undefined)?.expressions, message).toEqual(expressions);
});

it('what a notation cannot say is refused', async () => {
  const message = async (input: string, to: string) => (await runTool(tool, { input, options: { to } })).message;
  expect(await message('friday 13th', 'quartz')).toMatch(/cannot restrict days of the month and weekdays at once/);
  expect(await message('last working day', 'systemd')).toMatch(/systemd cannot say the last working day/);
  expect(await message('every 7 hours', 'cron')).toMatch(/a day is not a multiple of it/);
  expect(await message('at 25:00', 'cron')).toMatch(/"25:00" is not a time of day/);
});

it('words put together by chance are read or refused, never more', async () => {
  const chance = chanceOf(93);
  const words =
    'every 5 minutes hours at 9:00 25 on mon friday-monday the 1st 40th last first day week month of between and , - to noon every'.split(
      ' ',
    );
  for (let round = 0; round < 400; round++) {
    const input = Array.from({ length: 1 + chance(7) }, () => pick(chance, words)).join(' ');
    const { status } = await runTool(tool, { input });
    expect([200, 400], input).toContain(status);
  }
});

it.each([
  ['first of the month', '0 0 1 * *'],
  ['every first of the month at 9am', '0 9 1 * *'],
  ['first of January', '0 0 1 1 *'],
  ['twice a day', '0 0,12 * * *'],
  ['three times a day', '0 */8 * * *'],
  ['twice a day at 9 and 17', '0 9,17 * * *'],
  ['twice an hour', '0,30 * * * *'],
])('%s is %s', async (input, expression) => {
  const { data, message } = await runTool(tool, { input });
  expect((data as { expressions?: unknown } | undefined)?.expressions, message).toEqual([expression]);
});

it.each(['5 times a day', 'twice a day at 9', 'twice a day between 9 and 17'])(
  '%s asks for its times',
  async (input) => {
    expect((await runTool(tool, { input })).message).toMatch(/^Cannot read the schedule: ".* a day" needs /);
  },
);
