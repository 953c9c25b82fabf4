import { describe, expect, it } from 'vitest';

import { CHECK_SYSTEMS } from '../../lib/checksums/check-systems.js';
import { decodeVin } from '../../lib/vehicles/vin.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import vinDecoder from './vin-decoder.js';

type Row = Readonly<Record<string, unknown>>;

const rowsOf = async (input: string): Promise<readonly Row[]> => {
  const answer = await runTool(vinDecoder, { input });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return (answer.data as { results: Row[] }).results;
};

const one = async (input: string): Promise<Row> => (await rowsOf(input))[0]!;

/** With the check digit that belongs to the others. */
const checked = (vin: string): string =>
  vin.slice(0, 8) + CHECK_SYSTEMS.vin.compute(vin.slice(0, 8) + vin.slice(9)) + vin.slice(9);

describe('model years', () => {
  // 49 CFR 565.15, table VII.
  it.each([
    ['A', 2010],
    ['H', 2017],
    ['J', 2018],
    ['N', 2022],
    ['P', 2023],
    ['R', 2024],
    ['T', 2026],
    ['Y', 2000],
    ['1', 2001],
    ['9', 2009],
  ])('%s of a car is %i', async (letter, year) => {
    // The seventh character is a letter from 2010 on.
    const vin = checked(`1HGCM8${year >= 2010 ? 'A' : '2'}6X${letter}A004352`);
    expect((await one(vin)).modelYear).toBe(year);
  });

  it('are both where nothing tells them apart, and none beyond the next but one', async () => {
    expect((await one('WVWZZZ1JZLW386752')).modelYears).toEqual([1990, 2020]);
    expect((await one('WVWZZZ1JZ3W386752')).modelYears).toEqual([2003]);
    expect(decodeVin('WVWZZZ1JZXW386752', 2026).modelYears).toEqual([1999]);
    expect(decodeVin('WVWZZZ1JZXW386752', 2027).modelYears).toEqual([1999, 2029]);
  });

  it('are none for Z, U and 0', async () => {
    for (const letter of ['Z', 'U', '0']) {
      const row = await one(`WVWZZZ1JZ${letter}W386752`);
      expect([row.modelYears, row.modelYear]).toEqual([[], undefined]);
    }
  });
});

describe('makers and countries', () => {
  // Countries as vPIC of the NHTSA has them for these codes; the last two, which it lacks, by ISO 3780.
  it.each([
    ['5YJSA1DG9DFP14705', 'Tesla', 'US'],
    ['5GZCZ43D13S812715', 'Saturn', 'US'],
    ['WVWZZZ1JZ3W386752', 'Volkswagen', 'DE'],
    ['3VW00000000000000', 'Volkswagen', 'MX'],
    ['2HG00000000000000', 'Honda', 'CA'],
    ['JTD00000000000000', 'Toyota', 'JP'],
    ['KMH00000000000000', 'Hyundai', 'KR'],
    ['ZFF00000000000000', 'Ferrari', 'IT'],
    ['SAJ00000000000000', 'Jaguar', 'GB'],
    ['YV100000000000000', 'Volvo', 'SE'],
    ['TRU00000000000000', 'Audi', 'HU'],
    ['VF100000000000000', 'Renault', 'FR'],
    ['LRW00000000000000', 'Tesla', 'CN'],
    ['WP000000000000000', 'Porsche', 'DE'],
    ['TMB00000000000000', 'Škoda', 'CZ'],
    ['VSS00000000000000', 'SEAT', 'ES'],
  ])('%s is %s, %s', (vin, make, country) => {
    const decoded = decodeVin(vin, 2026);
    expect(decoded.makes).toContain(make);
    expect(decoded.country).toBe(country);
  });

  it('small makers and codes that are not assigned are told', () => {
    expect(decodeVin('SA900000000000000', 2026)).toMatchObject({ isSmallMaker: true, maker: '', country: 'GB' });
    expect(decodeVin('G1A00000000000000', 2026)).toMatchObject({ country: '', region: 'Africa' });
  });
});

describe('check digits', () => {
  it('are required in North America and China only', async () => {
    // Published: 1M8GDM9AXKP042788 (49 CFR 565.15), 11111111111111111.
    expect((await rowsOf('1M8GDM9AXKP042788 11111111111111111')).map(({ isValid }) => isValid)).toEqual([true, true]);
    expect(await one('1M8GDM9A1KP042788')).toMatchObject({
      isValid: false,
      reason: 'The check digit, the ninth character, must be X, it is 1',
    });
    expect(await one('LRW3E7FA5LC000001')).toMatchObject({ isValid: false, isCheckDigitRequired: true });
    expect(await one('WVWZZZ1JZ3W386752')).toMatchObject({ isValid: true, isCheckDigitRight: false });
  });

  it('tell what I, O and Q were meant to be', async () => {
    expect(await one('IM8GDM9AXKPO42788')).toMatchObject({ isValid: false, suggestion: '1M8GDM9AXKP042788' });
    expect((await one('IM8GDM9A1KPO42788')).suggestion).toBeUndefined();
  });
});

describe('texts', () => {
  it('several in a sentence, a list and a table', async () => {
    const found = async (text: string) => (await rowsOf(text)).map(({ input }) => input);
    expect(await found('Sold 1HGCM82633A004352 and 5yjsa1dg9dfp14705 (both red).')).toEqual([
      '1HGCM82633A004352',
      '5yjsa1dg9dfp14705',
    ]);
    expect(await found('- "1HGCM82633A004352",\n* WBA12345')).toEqual(['1HGCM82633A004352', 'WBA12345']);
    expect(await found('VIN No: 1M8-GDM9A-XKP-042788; FIN WBA12345')).toEqual(['1M8-GDM9A-XKP-042788', 'WBA12345']);
  });

  it('what is none is told why', async () => {
    expect((await one('1HGCM82633A0043521')).reason).toBe('A VIN has 17 characters since 1981, this has 18');
    expect((await one('WVWZZZ1JZ3W38675Ä')).reason).toBe('A VIN has letters A to Z and digits only');
    expect((await one('WVW2Z1JÄ3W3867521')).isValid).toBe(false);
  });
});

exhaustive('hostile texts of full size end', async () => {
  for (const part of ['A', '1', 'A1', '1HGCM82633A00435', ' ', '\t', 'VIN', '1HGCM82633A004352 ', '"', '- ']) {
    const { status } = await runTool(vinDecoder, { input: part.repeat(Math.floor(1_000_000 / part.length)) });
    expect([200, 400, 413]).toContain(status);
  }
});
