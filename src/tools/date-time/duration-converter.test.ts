import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './duration-converter.js';

interface Report {
  readonly durations: readonly {
    readonly seconds: string;
    readonly iso: string;
    readonly clock: string;
    readonly words: string;
  }[];
  readonly total?: { readonly seconds: string };
  readonly warnings: readonly string[];
}

const convert = async (input: string, options = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, `${input} ${answer.message}`).toBe(200);
  return answer.data as Report;
};

/** What timedelta prints, and its parts put together in other notations. */
const SCRIPT = `
from datetime import timedelta
out = []
for us in data:
    t = timedelta(microseconds=us)
    total = t.days * 86400 + t.seconds
    h, m, s = total // 3600, total // 60 % 60, total % 60
    f = ('.%06d' % t.microseconds).rstrip('0') if t.microseconds else ''
    d = t.days
    out.append([str(t), '%02d:%02d:%02d%s' % (h, m, s, f), 'P%dDT%dH%dM%d%sS' % (d, t.seconds // 3600, m, s, f),
        '%d days %d hours %d min %d%s sec' % (d, t.seconds // 3600, m, s, f), '%d.%02d:%02d:%02d%s' % (d, t.seconds // 3600, m, s, f), '%d%s' % (total, f)])
print(json.dumps(out))
`;

it.skipIf(!hasProgram('python3', ['--version'], 'duration-converter beside Python'))(
  'what timedelta writes is read in every notation, and written again',
  async () => {
    const chance = chanceOf(51);
    const cases = Array.from(
      { length: 300 },
      () => chance(pick(chance, [100, 90_000, 2 ** 31])) * 1e6 + pick(chance, [0, chance(1e6)]),
    );
    for (const forms of runPython<string[][]>(SCRIPT, cases)) {
      const [, clock = '', iso = '', , , seconds = ''] = forms;
      for (const { durations } of [await convert(forms.join('\n'))]) {
        for (const [index, duration] of durations.entries()) {
          expect(duration.seconds, forms[index]).toBe(seconds);
          expect(duration.clock).toBe(clock);
        }
        const again = await convert(`${durations[0]?.iso}\n${durations[0]?.words}\n${iso}`);
        expect(again.durations.map((each) => each.seconds)).toEqual([seconds, seconds, seconds]);
      }
    }
  },
);

it('sums are exact', async () => {
  expect((await convert(Array(1000).fill('0.1s').join('\n'), { sum: true })).total?.seconds).toBe('100');
  const chance = chanceOf(52);
  for (let round = 0; round < 100; round++) {
    const list = Array.from({ length: 20 }, () => chance(1e6) - 5e5);
    const { total } = await convert(list.map((ms) => `${ms} ms`).join('\n'), { sum: true });
    expect(Number(total?.seconds)).toBe(list.reduce((sum, ms) => sum + ms, 0) / 1000);
  }
});

it('people write durations in many ways', async () => {
  for (const [text, seconds] of [
    ['1h30', '5400'],
    ['1 hr, 30 mins and 5 secs', '5405'],
    ['2 weeks - 1 day', '1123200'],
    ['-1 day, 23:59:59', '-1'],
    ['-PT1H', '-3600'],
    ['PT-1H30M', '-1800'],
    ['P2W', '1209600'],
    ['1.5d', '129600'],
    ['90′', '5400'],
    ['\u22125 min', '-300'],
    ['250ms', '0.25'],
    ['3 µs', '0.000003'],
    ['p1y', '31556952'],
    ['2 fortnights', '2419200'],
  ] as const)
    expect((await convert(text)).durations[0]?.seconds, text).toBe(seconds);
  expect((await convert('1 month')).warnings).toHaveLength(1);
});

it('random texts are read or refused, the longest too', async () => {
  const chance = chanceOf(53);
  const parts = [
    'P',
    'T',
    '1',
    '9'.repeat(20),
    'h',
    'M',
    ':',
    '-',
    '+',
    ' ',
    'd',
    'weeks',
    ',',
    '.',
    'and ',
    's',
    '59',
  ];
  for (let round = 0; round < 500; round++) {
    const input = Array.from({ length: 1 + chance(12) }, () => pick(chance, parts)).join('');
    expect([200, 400], input).toContain((await runTool(tool, { input })).status);
  }
  expect((await runTool(tool, { input: '1h '.repeat(300_000) })).status).toBe(400);
  expect((await runTool(tool, { input: '1\n'.repeat(1001) })).status).toBe(413);
});

it.each([
  ['two hours', '7200'],
  ['a day and 3 hours', '97200'],
  ['an hour', '3600'],
])('reads %j', async (input, seconds) => {
  const { data, message } = await runTool(tool, { input });
  expect([message, (data as { durations: { seconds: string }[] } | undefined)?.durations[0]?.seconds]).toEqual([
    undefined,
    seconds,
  ]);
});
