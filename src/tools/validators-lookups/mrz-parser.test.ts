import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './mrz-parser.js';

const hasPython = hasProgram('python3', ['--version'], 'check digits of passports beside Python');

interface Zone {
  readonly isValid: boolean;
  readonly documentNumber: string;
  readonly checks: readonly { readonly field: string; readonly isValid: boolean }[];
  readonly corrections: readonly object[];
}
async function zones(input: string, options: Record<string, unknown> = {}): Promise<readonly Zone[]> {
  const answer = await runTool(tool, { input, options: { at: '2011-06-01', ...options } });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return (answer.data as { documents: Zone[] }).documents;
}
const message = async (input: string): Promise<string | undefined> => (await runTool(tool, { input })).message;

const TD3 = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10';
const ANNA = {
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  nationality: 'UTO',
  sex: 'female',
  birthDate: '1974-08-12',
};

describe('mrz-parser', () => {
  it.each([
    [
      'TD1',
      'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<',
      'D23145890',
      '2012-04-15',
    ],
    ['TD2', 'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6', 'D23145890', '2012-04-15'],
    ['TD3', TD3, 'L898902C3', '2012-04-15'],
  ])('reads the specimen of %s', async (format, input, documentNumber, expiryDate) => {
    expect(await zones(input)).toMatchObject([
      { format, isValid: true, documentNumber, expiryDate, ...ANNA, corrections: [] },
    ]);
    // On one line, and in lowercase with spaces, too.
    expect(await zones(input.replaceAll('\n', ''))).toMatchObject([{ format, isValid: true }]);
    expect(await zones(input.toLowerCase().replaceAll('<', ' <'))).toMatchObject([{ format, isValid: true }]);
  });

  it.each([
    ['MRV-A', 'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<'],
    ['MRV-B', 'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nL8988901C4XXX4009078F9612109<<<<<<<<'],
  ])('reads the specimen of %s', async (format, input) => {
    const birth = { birthDate: '1940-09-07', nationalityName: 'Unspecified nationality', documentKind: 'visa' };
    expect(await zones(input)).toMatchObject([
      { format, isValid: true, documentNumber: 'L8988901C', surname: 'ERIKSSON', ...birth },
    ]);
  });

  it('reads numbers of more than nine characters', async () => {
    // Doc 9303-5: D23145890734 with check digit 9 and the rest in the optional data.
    const [card] = await zones(
      'I<UTOD23145890<7349<<<<<<<<<<<\n3407127M9507122UTO<<<<<<<<<<<2\nSTEVENSON<<PETER<JOHN<<<<<<<<<',
    );
    expect(card).toMatchObject({ isValid: true, documentNumber: 'D23145890734' });
  });

  it('corrects what scanners confuse, and nothing else', async () => {
    const misread = TD3.replace('L898902C36', 'L8989O2C36').replace('7408122', '74O8I22').replace('UTO7', 'UT07');
    const [zone] = await zones(misread);
    expect(zone).toMatchObject({ isValid: true, documentNumber: 'L898902C3' });
    expect(zone?.corrections).toHaveLength(4);
    // One filler too many, and some too few.
    expect(await zones(TD3.replace('\n', '<\n'))).toMatchObject([{ isValid: true, surname: 'ERIKSSON' }]);
    expect(await zones(TD3.replace('<<<<\n', '\n'))).toMatchObject([{ isValid: true, surname: 'ERIKSSON' }]);
    expect((await zones(misread, { repair: false }))[0]?.isValid).toBe(false);
    expect((await zones(TD3.replace('L898902C36', 'L898903C36')))[0]).toMatchObject({
      isValid: false,
      corrections: [],
    });
  });

  it.skipIf(!hasPython)('has the check digits of Python, and finds single errors', async () => {
    const chance = chanceOf(12);
    const digits = (length: number): string => Array.from({ length }, () => chance(10)).join('');
    const numbers = Array.from({ length: 300 }, () => {
      const date = () => `${digits(2)}0${1 + chance(9)}1${chance(10)}`;
      return {
        number: Array.from({ length: 9 }, () => 'ABCDEFGHKLMN23456789<'[chance(21)]).join(''),
        birth: date(),
        expiry: date(),
        own: digits(14),
      };
    });
    const lines = runPython<string[]>(
      `def c(t):
    return str(sum((0 if x == "<" else int(x, 36)) * (7, 3, 1)[i % 3] for i, x in enumerate(t)) % 10)
out = []
for n in data:
    a, b, e, o = (v + c(v) for v in (n["number"], n["birth"], n["expiry"], n["own"]))
    out.append(a + "UTO" + b + "M" + e + o + c(a + b + e + o))
print(json.dumps(out))`,
      numbers,
    );
    const first = TD3.split('\n')[0] ?? '';
    const all = await zones(lines.map((line) => `${first}\n${line}`).join('\n\n'));
    expect(all.filter(({ isValid }) => isValid)).toHaveLength(300);
    const [line = ''] = lines;
    const wrong: string[] = [];
    for (const at of [9, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 42, 43])
      for (const digit of '0123456789')
        if (line[at] !== digit) wrong.push(`${first}\n${line.slice(0, at)}${digit}${line.slice(at + 1)}`);
    expect((await zones(wrong.join('\n\n'))).some(({ isValid }) => isValid)).toBe(false);
  });

  it('tells of dates, and judges by the day that is given', async () => {
    expect((await zones(TD3, { at: '2012-04-16' }))[0]).toMatchObject({ isExpired: true });
    expect((await zones(TD3.replace('7408122', '74<<<<4')))[0]).toMatchObject({
      birthDate: null,
      warnings: ['The date of birth is unknown or not a date'],
    });
    expect((await zones(TD3, { at: '1999-01-01' }))[0]).toMatchObject({ expiryDate: '2012-04-15' });
  });

  it.each([
    [
      `${TD3}\n\nhello\nyou`,
      'zone 2: a zone must have 3 lines of 30 characters, or 2 of 36 or 44, got 2 lines of 5, 3',
    ],
    [TD3.slice(0, -1), 'line 2 must have 44 characters, got 43'],
  ])('refuses %j', async (input, fault) => {
    expect(await message(input)).toBe(`Cannot read property "input": ${fault}`);
  });

  it('is done with hostile text at once', async () => {
    expect(await message(`${TD3}\n\n`.repeat(501))).toBe('Input must have at most 500 zones, got 501');
    for (const part of ['<', ' ', '\n<', 'A\n\n', '«'])
      expect([400, 413]).toContain((await runTool(tool, { input: part.repeat(900_000 / part.length) })).status);
  });
});
