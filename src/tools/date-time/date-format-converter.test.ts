import moment from 'moment';
import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { STEADY_ZONES } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './date-format-converter.js';

const format = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, `${JSON.stringify(options)} ${answer.message}`).toBe(200);
  return answer.text ?? '';
};

inRounds.skipIf(!hasProgram('date', ['--version'], 'date-format-converter beside date(1)'))(
  'GNU date writes the same by strftime signs',
  [20, 300],
  async (rounds: number) => {
    const chance = chanceOf(111);
    const signs = 'a A b h B C d e g G H I j k l m M N p P s S u U V w W y Y z :z Z D F R T r -d _m ^a'.split(' ');
    for (let round = 0; round < rounds; round++) {
      const seconds = chance(1_700_000_000);
      const timezone = pick(chance, STEADY_ZONES);
      const to = `100%% ${signs.map((sign) => `%${sign}`).join('|')}`;
      const ours = await format(`@${seconds}.123456789`, { to, timezone });
      const gnu = runProgram('env', ['LC_ALL=C', `TZ=${timezone}`, 'date', '-d', `@${seconds}.123456789`, `+${to}`]);
      expect(ours).toBe(gnu.toString().replace(/\n$/, ''));
    }
  },
);

exhaustive('moment writes the same by its signs', async () => {
  const chance = chanceOf(112);
  const signs =
    'YYYY YY Q Qo M Mo MM MMM MMMM D Do DD DDD DDDo DDDD d dd ddd dddd E W WW Wo GGGG GG A a H HH h hh k kk m mm s ss S SS SSS Z ZZ X x';
  const to = `[at o\u2019clock] ${signs.split(' ').join('/')}`;
  for (let round = 0; round < 300; round++) {
    const ms = chance(2 ** 32) * 400 + chance(1000);
    expect(await format(new Date(ms).toISOString(), { to, notation: 'moment' })).toBe(moment.utc(ms).format(to));
  }
});

it('Unicode patterns are those of the standard', async () => {
  const at = async (to: string, options = {}) =>
    format('1996-07-10T15:08:56.5-07:00', { to, timezone: 'America/Los_Angeles', notation: 'unicode', ...options });
  // UTS #35, "Date Format Pattern Examples", of those without eras.
  expect(await at("EEE, MMM d, ''yy")).toBe("Wed, Jul 10, '96");
  expect(await at('h:mm a')).toBe('3:08 PM');
  expect(await at("hh 'o''clock' a, z")).toBe("03 o'clock PM, PDT");
  expect(await at("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")).toBe('1996-07-10T15:08:56.500-07:00');
  expect(await at("YYYY-'W'ww-e D")).toBe('1996-W28-3 192');
  expect(await at('EEEE d MMMM', { locale: 'fr' })).toBe('mercredi 10 juillet');
  expect(await at('XXX', { timezone: 'UTC' })).toBe('Z');
});

it('other lines tell which number is the day', async () => {
  expect(await format('25/12/2026\n3/4/2026')).toBe('2026-12-25\n2026-04-03');
  expect(await format('12/25/2026\r\n3/4/2026')).toBe('2026-12-25\n2026-03-04');
  expect(await format('3/4/2026', { dayFirst: 'true' })).toBe('2026-04-03');
  expect((await runTool(tool, { input: '12/25/2026\n25/12/2026\n3/4/2026' })).status).toBe(400);
});

it('what is not a date is kept where asked for', async () => {
  expect(await format('Date\n2026-3-9\nn/a', { keepUnreadable: true, to: 'DD.MM.YY' })).toBe('Date\n09.03.26\nn/a');
});

exhaustive('random patterns are read or refused', async () => {
  const chance = chanceOf(113);
  const parts = ['%', 'Y', 'y', 'o', 'M', '[', ']', "'", '\\', '-', ' ', 'SSS', '%-', '%:z', 'constructor', 'é'];
  for (let round = 0; round < 500; round++) {
    const to = Array.from({ length: 1 + chance(10) }, () => pick(chance, parts)).join('');
    const notation = pick(chance, ['auto', 'moment', 'unicode', 'strftime']);
    const { status } = await runTool(tool, { input: '2026-03-29', options: { to, notation } });
    expect([200, 400], `${notation} ${to}`).toContain(status);
  }
});

// RFC 2822 §4.3: 00 to 49 are of this century.
it('years of two digits, as spreadsheets write them', async () => {
  expect(await format('12/25/24\n3/4/26\n12/31/99')).toBe('2024-12-25\n2026-03-04\n1999-12-31');
  expect(await format('12.03.24 9:15', { to: 'YYYY-MM-DD HH:mm' })).toBe('2024-03-12 09:15');
  expect((await runTool(tool, { input: '5/6/85' })).message).toContain('1985-05-06 and as 1985-06-05');
});

// Written by hand, as these languages write dates.
it.each([
  ['1. Mai 2024', '2024-05-01'],
  ['5. März 2024', '2024-03-05'],
  ['Mittwoch, 1. Mai 2024, 14:30 Uhr', '2024-05-01'],
  ['1er mai 2024', '2024-05-01'],
  ['mercredi 1 mai 2024', '2024-05-01'],
  ['5 de mayo de 2024', '2024-05-05'],
  ['12 août 2024', '2024-08-12'],
  ['3 maart 2024', '2024-03-03'],
  ['1 stycznia 2024', '2024-01-01'],
  ['9 мая 2024', '2024-05-09'],
])('a month in words of another language: %s', async (input, date) => {
  expect(await format(input, { to: 'YYYY-MM-DD' })).toBe(date);
});

it('a word that is not a month stays refused', async () => {
  expect((await runTool(tool, { input: '5 foo 2024' })).message).toMatch(/"foo" is not a month$/);
});
