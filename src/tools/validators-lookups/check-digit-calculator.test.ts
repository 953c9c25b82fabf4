import { describe, expect, it } from 'vitest';

import {
  CHECK_SYSTEMS,
  type CheckSystem,
  type CheckSystemName,
  fits,
  joined,
} from '../../lib/checksums/check-systems.js';
import { type Chance, chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './check-digit-calculator.js';

const PYTHON = '/usr/bin/python3';
const hasStdnum = hasProgram(PYTHON, ['-c', 'import stdnum'], 'check digits by python-stdnum');

interface Row {
  readonly isValid: boolean;
  readonly reason?: string;
  readonly complete?: string;
  readonly expected?: string;
  readonly fits?: readonly string[];
  readonly likely?: readonly { readonly number: string; readonly mistake: string }[];
}

async function rows(values: readonly string[], options: Record<string, unknown>): Promise<readonly Row[]> {
  const answer = await runTool(tool, { input: values.join('\n'), options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return (answer.data as { results: Row[] }).results;
}

const text = (chance: Chance, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[chance(alphabet.length)]).join('');

/** Systems as python-stdnum has them, and the length of bodies. */
const THEIRS: Readonly<Record<string, readonly [check: string, length: number]>> = {
  luhn: ['luhn.calc_check_digit(n)', 12],
  verhoeff: ['verhoeff.calc_check_digit(n)', 11],
  damm: ['damm.calc_check_digit(n)', 9],
  gs1: ['ean.calc_check_digit(n)', 12],
  issn: ['issn.calc_check_digit(n)', 7],
  imei: ['imei.calc_check_digit(n)', 14],
  isin: ['isin.calc_check_digit(n)', 11],
  cusip: ['cusip.calc_check_digit(n)', 8],
  sedol: ['sedol.calc_check_digit(n)', 6],
  figi: ['figi.calc_check_digit(n)', 11],
  aba: ['rtn.calc_check_digit(n)', 8],
  'mod-11-2': ['mod_11_2.calc_check_digit(n)', 15],
  'mod-37-2': ['mod_37_2.calc_check_digit(n)', 15],
  'mod-97-10': ['mod_97_10.calc_check_digits(n)', 18],
  'mod-11-10': ['mod_11_10.calc_check_digit(n)', 10],
  'mod-37-36': ['mod_37_36.calc_check_digit(n)', 17],
};

describe('check-digit-calculator', () => {
  inRounds.skipIf(!hasStdnum)('has the check characters of python-stdnum', [60, 200], async (rounds) => {
    const chance = chanceOf(4);
    const bodies = Object.fromEntries(
      Object.entries(THEIRS).map(([name, [, length]]) => {
        const { alphabet } = CHECK_SYSTEMS[name as CheckSystemName];
        return [name, Array.from({ length: rounds }, () => text(chance, alphabet, length))];
      }),
    );
    const theirs = runPython<Record<string, string[]>>(
      `from stdnum import luhn, verhoeff, damm, ean, issn, isin, cusip, figi
from stdnum.gb import sedol
from stdnum.us import rtn
from types import SimpleNamespace
imei = SimpleNamespace(calc_check_digit=luhn.calc_check_digit)
from stdnum.iso7064 import mod_11_2, mod_37_2, mod_97_10, mod_11_10, mod_37_36
of = {${Object.entries(THEIRS).map(([name, [check]]) => `'${name}': lambda n: ${check}`)}}
print(json.dumps({k: [of[k](n) for n in v] for k, v in data.items()}))`,
      bodies,
      PYTHON,
    );
    for (const [algorithm, values] of Object.entries(bodies)) {
      const ours = await rows(values, { action: 'generate', algorithm });
      expect([algorithm, ours.map(({ expected }) => expected)]).toEqual([algorithm, theirs[algorithm]]);
      const complete = ours.map((row) => row.complete ?? '');
      expect((await rows(complete, { algorithm })).every(({ isValid }) => isValid)).toBe(true);
      // Each with its last character changed.
      const wrong = complete.map((number) => number.slice(0, -1) + (number.endsWith('7') ? '1' : '7'));
      expect((await rows(wrong, { algorithm })).some(({ isValid }) => isValid)).toBe(false);
    }
  });

  it.each([
    ['mod-11-2', '0794', '0'],
    ['mod-11-2', '079', 'X'],
    ['mod-37-2', 'G123489654321', 'Y'],
    ['mod-97-10', '0794', '44'],
    ['mod-661-26', 'BAISDLAFK', 'BM'],
    ['mod-661-26', 'GCJFBCIOJTLVO', 'UR'],
    ['mod-1271-36', 'ISO79', '3W'],
    ['mod-1271-36', 'XVMZN7CD83796I1Q65VVZA', '0J'],
    ['mod-11-10', '0794', '5'],
    ['mod-27-26', 'JEJLMGJ', 'S'],
    ['mod-27-26', 'MUFEMSTCATLIT', 'B'],
    ['mod-37-36', 'A12425GABC1234002', 'M'],
    ['verhoeff', '236', '3'],
    ['damm', '572', '4'],
    ['luhn', '7992739871', '3'],
    ['isbn', '030640615', '2'],
    ['isbn', '978030640615', '7'],
    ['issn', '2434561', 'X'],
    ['lei', '213800KUD8LAJWSQ9D', '15'],
    ['isin', 'US037833100', '5'],
    ['cusip', '03783310', '0'],
    ['sedol', 'B15KXQ', '8'],
    ['figi', 'BBG000BLNQ1', '6'],
    ['aba', '12100035', '8'],
    ['vin', '1M8GDM9AKP042788', 'X'],
    ['vin', '1111111111111111', '1'],
  ])('%s of %s, as published', async (algorithm, body, check) => {
    expect((await rows([body], { action: 'generate', algorithm }))[0]?.expected).toBe(check);
  });

  it.each(['mod-661-26', 'mod-1271-36', 'mod-27-26', 'verhoeff', 'damm', 'vin'] as const)(
    '%s finds every single wrong character, and swaps',
    (name) => {
      const system: CheckSystem = CHECK_SYSTEMS[name];
      const chance = chanceOf(8);
      let missed = 0;
      for (let round = 0; round < 50; round++) {
        const body = text(chance, system.alphabet, name === 'vin' ? 16 : 9);
        const number = joined(system, body, system.compute(body));
        expect(fits(system, number)).toBe(true);
        for (let i = 0; i < body.length; i++) {
          if (i === system.at) continue;
          for (const other of name === 'vin' ? '' : system.alphabet)
            if (other !== number[i]) expect(fits(system, number.slice(0, i) + other + number.slice(i + 1))).toBe(false);
          const [a = '', b = ''] = number.slice(i, i + 2);
          if (a !== b && fits(system, number.slice(0, i) + b + a + number.slice(i + 2))) missed++;
        }
        for (const digit of '0123456789X')
          if (name === 'vin' && digit !== number[8])
            expect(fits(system, number.slice(0, 8) + digit + number.slice(9))).toBe(false);
      }
      if (name !== 'mod-27-26' && name !== 'vin') expect(missed).toBe(0);
    },
  );

  it('names the likely mistake', async () => {
    const [swapped, around, letter] = await rows(['79927387913', '4006831333931', '7992739871E'], {
      algorithm: 'luhn',
    });
    expect(swapped?.likely).toContainEqual({ number: '79927378913', mistake: 'characters 7 and 8 are swapped' });
    expect([around?.isValid, letter?.reason]).toEqual([false, 'As Luhn it must not have "E" as check character']);
    // 572 4 is Damm's own example: 5 and 2 around the 7 are swapped.
    expect((await rows(['2754'], { algorithm: 'damm' }))[0]?.likely).toContainEqual({
      number: '5724',
      mistake: 'characters 1 and 3 are swapped around another',
    });
    const [looked] = await rows(['799273987I3'], { algorithm: 'luhn' });
    expect(looked).toMatchObject({
      isValid: false,
      likely: [{ number: '79927398713', mistake: 'letters for digits' }],
    });
  });

  it('tells what a number can be', async () => {
    const [ean, card, none] = await rows(['4006381333931', '4242 4242 4242 4242', '?!'], {});
    expect(ean?.fits).toContain('gs1');
    expect(card?.fits).toContain('luhn');
    expect(none).toMatchObject({ isValid: false, reason: 'No check character of any system fits' });
  });

  it('takes weights of its own', async () => {
    // ISBN-10 has weights 2 to 10 from the right.
    const options = { action: 'generate', algorithm: 'weights', weights: '2,3,4,5,6,7,8,9,10' };
    expect((await rows(['030640615', '097522980'], options)).map(({ complete }) => complete)).toEqual([
      '0306406152',
      '097522980X',
    ]);
    expect((await rows(['400638133393'], { ...options, weights: '3;1', modulus: '10' }))[0]?.complete).toBe(
      '4006381333931',
    );
  });

  it('says what is wrong with the form', async () => {
    expect((await rows(['12345'], { algorithm: 'imei' }))[0]?.reason).toBe('As IMEI it must have 15 characters, got 5');
    expect((await rows(['12'], { algorithm: 'gs1', action: 'generate' }))[0]?.reason).toBe(
      'As GS1 (EAN, UPC, GTIN, SSCC) without its check character it must have 7, 11, 12, 13, 16 or 17 characters, got 2',
    );
    expect((await rows(['1IIIIIIIIIIIIIIII'], { algorithm: 'vin' }))[0]?.reason).toBe('As VIN it must not have "I"');
    expect((await rows(['1'], { algorithm: 'mod-97-10' }))[0]?.reason).toBe(
      'As ISO 7064 MOD 97-10 it must have more than 2 characters',
    );
  });

  it('is done with long and hostile values at once', async () => {
    const values = ['1'.repeat(1_000), '1'.repeat(1_001), '-'.repeat(90_000), 'é'.repeat(500), '0'.repeat(64)];
    for (const algorithm of ['auto', 'luhn', 'mod-97-10', 'weights']) await rows(values, { algorithm });
    const many = Array.from({ length: 3_000 }, (_, i) => `${'12'.repeat(15)}${i % 10}`);
    expect(await rows(many, { algorithm: 'damm' })).toHaveLength(3_000);
  });
});
