import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './uptime-calculator.js';

interface Span {
  readonly seconds: number;
  readonly text: string;
}

interface Row {
  readonly error?: string;
  readonly uptimePercent: number;
  readonly nines?: number;
  readonly answer: string;
  readonly downtime: Readonly<Record<string, Span>>;
  readonly budget?: { readonly left: Span; readonly spentPercent: number | null; readonly isKept: boolean };
  readonly components?: readonly { readonly name: string; readonly togetherPercent: number }[];
}

const rowsOf = async (input: string, options: object = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3600, d: 86_400 };

/** Seconds of `43.2 min` to as many digits as it is printed with, and half of the last. */
function printed(cell: string): { readonly seconds: number; readonly half: number } {
  const [number = '', unit = ''] = cell.split(' ');
  const decimals = number.split('.')[1]?.length ?? 0;
  const scale = UNITS[unit] ?? Number.NaN;
  return { seconds: Number(number) * scale, half: 0.5 * 10 ** -decimals * scale };
}

/** Site Reliability Engineering, appendix A: year, quarter, month, week, day, hour; without 0.87 s for 0.864. */
const SRE: Readonly<Record<string, readonly string[]>> = {
  '90%': ['36.5 d', '9 d', '3 d', '16.8 h', '2.4 h', '6 min'],
  '95%': ['18.25 d', '4.5 d', '1.5 d', '8.4 h', '1.2 h', '3 min'],
  '99%': ['3.65 d', '21.6 h', '7.2 h', '1.68 h', '14.4 min', '36 s'],
  '99.5%': ['1.83 d', '10.8 h', '3.6 h', '50.4 min', '7.20 min', '18 s'],
  '99.9%': ['8.76 h', '2.16 h', '43.2 min', '10.1 min', '1.44 min', '3.6 s'],
  '99.95%': ['4.38 h', '1.08 h', '21.6 min', '5.04 min', '43.2 s', '1.8 s'],
  '99.99%': ['52.6 min', '12.96 min', '4.32 min', '60.5 s', '8.64 s', '0.36 s'],
  '99.999%': ['5.26 min', '1.30 min', '25.9 s', '6.05 s', '', '0.04 s'],
};

/** The table of nines with mean years: year, quarter, month, week, day. */
const NINES: Readonly<Record<string, readonly string[]>> = {
  '1 nine': ['36.52 d', '9.13 d', '73.05 h', '16.80 h', '2.40 h'],
  'two nines': ['3.65 d', '21.9 h', '7.31 h', '1.68 h', '14.40 min'],
  '3 nines': ['8.77 h', '2.19 h', '43.83 min', '10.08 min', '1.44 min'],
  'four nines': ['52.60 min', '13.15 min', '4.38 min', '1.01 min', '8.64 s'],
  'Five Nines': ['5.26 min', '1.31 min', '26.30 s', '6.05 s', '864 ms'],
};

async function checkTable(table: Readonly<Record<string, readonly string[]>>, calendar: string): Promise<void> {
  const rows = await rowsOf(Object.keys(table).join('\n'), { calendar });
  for (const [at, cells] of Object.values(table).entries())
    for (const [column, cell] of cells.entries()) {
      if (cell === '') continue;
      const name = ['year', 'quarter', 'month', 'week', 'day', 'hour'][column] ?? '';
      const { seconds, half } = printed(cell);
      expect(Math.abs((rows[at]?.downtime[name]?.seconds ?? 0) - seconds), `${cell} a ${name}`).toBeLessThanOrEqual(
        half * 1.01,
      );
    }
}

describe('uptime-calculator', () => {
  it('has the values of published tables', async () => {
    await checkTable(SRE, 'fixed');
    await checkTable(NINES, 'mean');
  });

  it.each([
    ['99.95% a month', 99.95, '21 minutes and 54.9 seconds of downtime in a month'],
    ['99,95 %', 99.95, '21 minutes and 54.9 seconds of downtime in a month'],
    ['SLA of 99.99 percent uptime per year', 99.99, '52 minutes and 35.8 seconds of downtime in a year'],
    ['99.9', 99.9, '43 minutes and 49.8 seconds of downtime in a month'],
    ['3.5 nines', 99.95, '21 minutes and 54.9 seconds of downtime in a month'],
    ['three and a half nines weekly', 99.95, '5 minutes and 2.4 seconds of downtime in a week'],
    ['how much downtime is 99.9% a day?', 99.9, '1 minute and 26.4 seconds of downtime in a day'],
    ['downtime of 0.1%', 99.9, '43 minutes and 49.8 seconds of downtime in a month'],
    ['downtime allowed by 99.9%', 99.9, '43 minutes and 49.8 seconds of downtime in a month'],
    ['0.1% downtime', 99.9, '43 minutes and 49.8 seconds of downtime in a month'],
    ['14.4 minutes down a day', 99, '14 minutes and 24 seconds of downtime in a day'],
    ['down 7h 12m in 30 days', 99, '7 hours and 12 minutes of downtime in 30 days'],
    ['we were offline for 36 s every hour', 99, '36 seconds of downtime in an hour'],
    ['1:40:48 downtime/week', 99, '1 hour, 40 minutes and 48 seconds of downtime in a week'],
    [
      '73.05 hours down in 6 months',
      100 - (100 * 73.05) / 4383,
      '3 days, 1 hour and 3 minutes of downtime in 6 months',
    ],
    ['how many minutes is 99.9% a month?', 99.9, '43 minutes and 49.8 seconds of downtime in a month'],
    ['20% up', 20, '24 days, 8 hours and 24 minutes of downtime in a month'],
    ['18 hours up a day', 75, '6 hours of downtime in a day'],
    [
      'MTBF 1000 hours, MTTR 2 hours',
      (100 * 1000) / 1002,
      '1 hour, 27 minutes and 29.1 seconds of downtime in a month',
    ],
    ['MTBF: 99 h; MTTR: 60 min', 99, '7 hours, 18 minutes and 18 seconds of downtime in a month'],
    ['100%', 100, '0 seconds of downtime in a month'],
  ])('understands %s', async (text, percent, answer) => {
    const [row] = await rowsOf(text);
    expect(row?.uptimePercent).toBeCloseTo(percent, 9);
    expect(row?.answer.replace(/^\S+ up is /, '')).toBe(answer);
  });

  it.each([
    ['hello', 'expected an uptime such as "99.95% a month", "three nines" or "43 minutes down a month", got "hello"'],
    ['101%', 'uptime must be 0 to 100 percent, got 101'],
    ['25 hours down a day', '"25 hours" is longer than a day'],
    ['99.9% 43 minutes', '"43 minutes" beside a percentage is not understood'],
    ['downtime 99.9%', 'it must say whether the percentage is up or down, such as "99.9% up"'],
    ['5 minutes down in 0 days', '"0 days" must be longer than nothing'],
    ['0.05% a month', 'it must say whether so low a percentage is up or down, such as "0.05% down"'],
    ['uptime 30 days', 'it must name the period of "30 days" up, such as "18 hours up a day"'],
    ['20 nines', 'nines must be 1 to 12, got 20'],
    ['99.9%, 99.95%', 'it must name one uptime; option "components" is for several together'],
    ['7 apples down a month', expect.any(String)],
  ])('refuses %s', async (text, error) => {
    const [good, row] = await rowsOf(`99%\n${text}`);
    expect(good?.uptimePercent).toBe(99);
    expect(row?.error).toEqual(error);
  });

  it('takes "period" where a line names none, and "calendar" for its length', async () => {
    expect((await rowsOf('99%', { period: 'week' }))[0]?.answer).toBe(
      '99% up is 1 hour, 40 minutes and 48 seconds of downtime in a week',
    );
    expect((await rowsOf('43.2 minutes down', { calendar: 'fixed' }))[0]?.uptimePercent).toBe(99.9);
    expect((await rowsOf('', { uptimePercent: 99 }))[0]?.downtime.day?.text).toBe('14 minutes and 24 seconds');
  });

  it('says when the error budget is spent', async () => {
    const spent = async (text: string) => (await rowsOf('99.9%', { calendar: 'fixed', spent: text }))[0]?.budget;
    expect(await spent('21.6 min')).toMatchObject({ left: { seconds: 1296 }, spentPercent: 50, isKept: true });
    expect(await spent('1 hour')).toMatchObject({ left: { seconds: 0 }, spentPercent: 138.8889, isKept: false });
    expect((await rowsOf('100%', { spent: '0s' }))[0]?.budget).toMatchObject({ spentPercent: null, isKept: true });
    const wrong = await runTool(tool, { input: '99%', options: { spent: '-5m' } });
    expect(wrong.message).toBe('Option "spent" must not be negative');
  });

  it('puts components together: in a row each must be up, of copies one', async () => {
    // AWS, "Availability with dependencies" and "with redundancy": 99.99 % twice and 99.99 % of its own are 99.97 %; two of 99.9 % are 99.9999 %.
    const chain = (await rowsOf('', { components: 'own 99.99%, one 99.99, other: 99.99' }))[0];
    expect(chain?.uptimePercent).toBeCloseTo(99.97, 4);
    expect(chain?.components?.map(({ name }) => name)).toEqual(['own', 'one', 'other']);
    expect((await rowsOf('', { components: '99.9 x2' }))[0]?.uptimePercent).toBe(99.9999);
  });

  inRounds.skipIf(!hasProgram('python3', ['--version'], 'uptime beside fractions'))(
    'systems of components are what fractions make of them',
    [12, 200],
    async (rounds) => {
      const chance = chanceOf(5);
      const systems = Array.from({ length: rounds }, () =>
        Array.from({ length: 1 + chance(6) }, () => `${90 + chance(10)}.${1 + chance(9999)} x${1 + chance(4)}`),
      );
      const theirs = runPython<readonly number[]>(
        `from fractions import Fraction as F
def up(parts):
  all = F(1)
  for p in parts:
    a, n = p.split(' x'); all *= 1 - (1 - F(a)/100) ** int(n)
  return float(100 * all)
print(json.dumps([up(s) for s in data]))`,
        systems,
      );
      for (const [at, parts] of systems.entries()) {
        const [row] = await rowsOf('', { components: parts.join(', ') });
        expect(row?.uptimePercent).toBeCloseTo(theirs[at] ?? 0, 10);
      }
    },
  );

  exhaustive('ends soon on hostile text of full size', async () => {
    for (const piece of ['99.9% ', 'mtbf ', '1'.repeat(190), 'a month per in '])
      expect((await runTool(tool, { input: piece.repeat(1_000_000 / piece.length) })).status).toBe(400);
    const lines = await runTool(tool, { input: `${'mtbf 1,'.repeat(28)}\n`.repeat(1000) });
    expect(lines.status).toBe(400);
  });
});
