import { createRequire } from 'node:module';

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './phone-parser.js';

/** Example numbers of libphonenumber: national digits of a mobile number by country. */
const EXAMPLES = createRequire(import.meta.url)('libphonenumber-js/examples.mobile.json') as Record<string, string>;

interface Row {
  readonly isValid: boolean;
  readonly e164: string;
  readonly international: string;
  readonly national: string;
  readonly country: string | null;
  readonly possibleCountries: readonly string[];
  readonly type: string;
  readonly reason?: string;
}

async function read(input: string, options: Record<string, unknown> = {}): Promise<readonly Row[]> {
  return ((await runTool(tool, { input, options })).data as { results: Row[] }).results;
}

describe('phone-parser', () => {
  exhaustive('the example of every country reads the same from each of its formats', async () => {
    expect(Object.keys(EXAMPLES).length).toBeGreaterThan(230);
    const elsewhere: string[] = [];
    for (const [country, number] of Object.entries(EXAMPLES)) {
      const [row] = await read(number, { country });
      expect(row?.isValid, country).toBe(true);
      if (row?.country !== country) elsewhere.push(country);
      const again = await read([row?.e164, row?.international, row?.national].join('\n'), { country });
      expect(
        again.map(({ e164 }) => e164),
        country,
      ).toEqual([row?.e164, row?.e164, row?.e164]);
    }
    // Territories that share the numbers of a larger country.
    expect(elsewhere).toEqual(['AX', 'BL', 'CC', 'CX', 'EH', 'IM', 'MF', 'SJ', 'VA']);
  });

  it('formats are those in the tests of libphonenumber', async () => {
    const rows = [
      ['6502530000', 'US', '+1 650 253 0000', '(650) 253-0000'],
      ['+442070313000', 'US', '+44 20 7031 3000', '020 7031 3000'],
      ['+39 02 3661 8300', 'US', '+39 02 3661 8300', '02 3661 8300'],
      ['030/1234', 'DE', '+49 30 1234', '030 1234'],
      ['011 49 30 1234', 'US', '+49 30 1234', '030 1234'],
      ['００４９ ３０ １２３４', 'FR', '+49 30 1234', '030 1234'],
      ['tel:+1-201-555-0123;ext=7', '', '+1 201 555 0123 ext. 7', '(201) 555-0123 ext. 7'],
    ] as const;
    for (const [input, country, international, national] of rows)
      expect(await read(input, { country }), input).toMatchObject([{ international, national, isValid: true }]);
  });

  it('says why a number is not valid', async () => {
    const reasons = await read(
      '2\n+999 123456\n55501\n1234567890123456789\n+49 30\n(555) 555-5555\nabc\n020 7031 3000',
    );
    expect(reasons.map(({ isValid }) => isValid)).toEqual([false, false, false, false, false, false, false, false]);
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'It has too few digits',
      'Its country calling code does not exist; national numbers need option "country"',
      'It has too few digits',
      'It has too many digits',
      'It has too few digits',
      'Its length is possible, but no such number range is in use',
      'It is not a phone number',
      'It has too many digits',
    ]);
    expect((await read('020 7031 3000', { country: '' }))[0]?.reason).toContain('option "country"');
  });

  it('any text gets a verdict', async () => {
    const chance = chanceOf(2);
    const lines = Array.from({ length: 500 }, () =>
      Array.from({ length: chance(30) }, () => '0123456789+()-./;=ext #,xα٣'.charAt(chance(27))).join(''),
    );
    for (const row of await read(`${lines.join('\n')}\nx`)) expect(typeof row.isValid).toBe('boolean');
    await expectLinear(100, (count) => read('(650) 253-0000 '.repeat(count), { extract: true }));
    expect((await read('5'.repeat(500_000)))[0]?.isValid).toBe(false);
    expect((await read(`1-800-${'A'.repeat(100_000)}`))[0]?.isValid).toBe(false);
  });
});

it('a line may list numbers, and a comma before an extension divides nothing', async () => {
  const found = await read('+49 30 901820, 415-555-2671, ext. 5; (212) 555-0100', {});
  expect(found.map(({ e164 }) => e164)).toEqual(['+4930901820', '+14155552671', '+12125550100']);
});

// Numbers of Ofcom and the Bundesnetzagentur for drama.
it('a label before a number is none of it, and 00 is dialled as +', async () => {
  const found = await read('Tel.: +49 30 23125000\n0044 20 7946 0958\nMobile (415) 555-2671', {});
  expect(found.map(({ e164 }) => e164)).toEqual(['+493023125000', '+442079460958', '+14155552671']);
});
