import { describe, expect, it } from 'vitest';

import { QUANTITY_LINES } from '../../lib/units/units.data.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './unit-converter.js';

interface Report {
  readonly results: readonly { readonly conversions: readonly { readonly unit: string; readonly value: string }[] }[];
}

const convert = async (input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input}: ${answer.message}`).toBe(200);
  return answer.data as Report;
};
const converted = async (input: string, options: object = {}): Promise<string> =>
  (await convert(input, { ...options })).results[0]!.conversions[0]!.value;

/** What units(1) calls them, where it is another name. */
const IN_UNITS: Readonly<Record<string, string>> = {
  fl_oz: 'floz',
  imp_pint: 'brpint',
  imp_gal: 'brgallon',
  st: 'stone',
  week: 'week',
  kn: 'knot',
  gee: 'gravity',
  TR: 'tonref',
  ftlbf: 'ft lbf',
  BTU: 'btu_IT',
  'BTU/h': 'btu_IT/hour',
  tsp: 'tsp',
  d: 'day',
  h: 'hour',
  t: 'tonne',
  ton: 'shortton',
  cP: 'centipoise',
  P: 'poise',
  cSt: 'centistokes',
  St: 'stokes',
  'lbf/in': 'lbf/in',
  Ω: 'ohm',
  mΩ: 'milliohm',
  kΩ: 'kiloohm',
  MΩ: 'megaohm',
  G: 'gauss',
  B: 'byte',
  kB: 'kilobyte',
  MB: 'megabyte',
  GB: 'gigabyte',
  TB: 'terabyte',
  KiB: 'kibibyte',
  MiB: 'mebibyte',
  GiB: 'gibibyte',
  TiB: 'tebibyte',
  'kB/s': 'kilobyte/s',
  'MB/s': 'megabyte/s',
  'MiB/s': 'mebibyte/s',
  fc: 'footcandle',
  µF: 'microfarad',
  µH: 'microhenry',
  µT: 'microtesla',
  grad: 'grade',
  PS: 'metrichorsepower',
  'W/(m*K)': 'W/(m K)',
  hp: 'horsepower',
  rpm: 'rev/min',
  mpg: 'mile/gallon',
  mpg_imp: 'mile/brgallon',
  'L/100km': 'liter/(100 km)',
  ha: 'hectare',
  Torr: 'torr',
  'J/(kg*K)': 'J/(kg K)',
  'cal/(g*K)': 'cal/(g K)',
  'BTU/(lb*°F)': 'btu_IT/(lb degF)',
  'BTU/(h*ft*°F)': 'btu_IT/(hour ft degF)',
  'm^3/h': 'm^3/hour',
  'km/h': 'km/hour',
  'kg/h': 'kg/hour',
  'lb/h': 'lb/hour',
  rad_dose: 'rad',
  rad: 'radian',
  'rad/s': 'radian/s',
  'deg/s': 'degree/s',
  deg: 'degree',
  rem: 'rem',
  month: '(365.2425/12) day',
  year: '365.2425 day',
  inHg: '3386.388640341 Pa',
  mmHg: '133.322387415 Pa',
  'Pa*s': 'Pa s',
};
const SKIPPED = /^(?:temperature|number|fuel|solid)/;

describe('unit-converter', () => {
  const hasUnits = hasProgram('units', ['--version'], 'unit conversions beside GNU units');
  inRounds.skipIf(!hasUnits)('every pair of a quantity is what GNU units says', [40, 1500], async (rounds) => {
    const chance = chanceOf(24);
    const groups = QUANTITY_LINES.trim()
      .split('\n')
      .filter((line) => !SKIPPED.test(line))
      .map((line) => line.split(': ')[2]!.split(' '));
    const asked: { from: string; to: string; amount: string }[] = [];
    for (let i = 0; i < rounds; i++) {
      const group = pick(chance, groups);
      asked.push({ from: pick(chance, group), to: pick(chance, group), amount: `${1 + chance(9999)}.${chance(1000)}` });
    }
    const pairs = asked.map(({ from, to, amount }) => `${amount} ${IN_UNITS[from] ?? from}\n${IN_UNITS[to] ?? to}\n`);
    const told = runProgram('units', ['-t', '-o', '%.12g'], pairs.join('')).toString().trim().split('\n');
    expect(told).toHaveLength(rounds);
    const { results } = await convert(asked.map(({ from, to, amount }) => `${amount} ${from} to ${to}`).join('\n'), {
      precision: 15,
    });
    for (const [i, { from, to }] of asked.entries()) {
      const own = Number(results[i]!.conversions[0]!.value);
      expect(Math.abs(own / Number(told[i]) - 1), `${from} to ${to}: ${own}, ${told[i]}`).toBeLessThan(1e-9);
    }
  });

  it('temperatures and fuel are what GNU units says', async () => {
    if (!hasUnits) return;
    const units = (from: string, to: string) =>
      Number(runProgram('units', ['-t', '-o', '%.12g', '--', from, to]).toString());
    expect(Number(await converted('451 F to C', { precision: 12 }))).toBeCloseTo(units('tempF(451)', 'tempC'), 8);
    expect(Number(await converted('36.6 °C to °F', { precision: 12 }))).toBeCloseTo(units('tempC(36.6)', 'tempF'), 8);
    expect(Number(await converted('30 mpg to L/100km', { precision: 12 }))).toBeCloseTo(
      units('1|30 gallon/mile', 'liter/(100 km)'),
      8,
    );
  });

  it.each([
    // NIST SP 811, appendix B: exact factors.
    ['1 in to m', '0.0254'],
    ['1 lb to kg', '0.45359237'],
    ['1 gal to L', '3.785411784'],
    ['1 imp gal to L', '4.54609'],
    ['1 lbf to N', '4.4482216152605'],
    ['1 cal to J', '4.184'],
    ['1 hp to W', '745.69987158227022'],
    ['1 mile to feet', '5280'],
    ['1 acre to square feet', '43560'],
    ['3 ft 2 in to in', '38'],
    ['2 1/2 cups to tbsp', '40'],
    ['3/4 in to mm', '19.05'],
    ['½ mile to yards', '880'],
    ['1 h 30 min to s', '5400'],
    ['1 lb 4 oz to oz', '20'],
    ['6 feet, 1 inch to in', '73'],
    ['mile to km', '1.609344'],
    ['-5 km to m', '-5000'],
    ['1,234.5 g to kg', '1.2345'],
    ['1 GiB to bytes', '1073741824'],
    ['1 meter per second to km/h', '3.6'],
    ['180 deg to turn', '0.5'],
    ['1 square mile to acres', '640'],
    ['1 kWh to MJ', '3.6'],
    ['5 in in cm', '12.7'],
    ['10 kilometres per hour to m/s', '2.777777777777777777777777777778'],
  ])('%s is %s', async (input, expected) => {
    expect(await converted(input, { precision: 31 })).toBe(
      expected.length > 30 ? '2.777777777777777777777777777778' : expected,
    );
  });

  exhaustive('hostile units end as results or refusals', async () => {
    const chance = chanceOf(7);
    const parts = [
      '5',
      ' ',
      'm',
      '^',
      '9',
      '(',
      ')',
      '/',
      'km',
      '*',
      'per ',
      '²',
      '-',
      "'",
      '"',
      '°',
      '1e5000',
      ' to ',
      'square ',
      '\ud83d\ude00',
      'π',
      '½',
      '+',
      'ft',
    ];
    for (let i = 0; i < 500; i++) {
      const input = `${i % 2}${Array.from({ length: 1 + chance(30) }, () => pick(chance, parts)).join('')}`;
      expect((await runTool(tool, { input })).status, input).toSatisfy((status) =>
        [200, 400, 413].includes(status as number),
      );
    }
    for (const input of [
      `5 a${' '.repeat(500_000)}b`,
      `5 a${' '.repeat(11_000)}b`,
      `5 m${' to m'.repeat(2000)}`,

      `5 ${'('.repeat(5000)}m`,
      `5 ${'m*'.repeat(5000)}m`,
      `5 ${'m'.repeat(100_000)}`,
      '5 m^999999',
      `1${'0'.repeat(9000)} Qm to qm`,
    ])
      expect((await runTool(tool, { input })).status, input.slice(0, 20)).toSatisfy((status) =>
        [200, 400, 413].includes(status as number),
      );
  });

  exhaustive('the longest amounts are converted or refused in time', async () => {
    const { status } = await runTool(tool, { input: `${'7'.repeat(9000)} mi\n`.repeat(100) });
    expect([200, 413]).toContain(status);
  });
});

it('a decimal comma is refused with the option that reads it', async () => {
  const { message } = await runTool(tool, { input: '1,5 kg' });
  expect(message).toContain('a decimal comma needs option "locale"');
  expect((await runTool(tool, { input: '1,5 kg', options: { locale: 'de', to: 'g' } })).status).toBe(200);
});

// 5 ft 7 in × 2.54 cm; 172 lb × 0.45359237 kg.
it.each([
  ['5 foot 7', 'cm', '170.18'],
  ["5'7", 'cm', '170.18'],
  ['5 feet 7 to cm', '', '170.18'],
  ['12 stone 4', 'lb', '172'],
])('%s is understood without its last unit', async (input, to, value) => {
  expect(await converted(input, { to })).toBe(value);
});

it('a number that cannot be inches or pounds is refused', async () => {
  for (const input of ['5 foot 70', '12 stone 14', '5 m 7'])
    expect((await runTool(tool, { input })).message).toMatch(/has no unit$/);
});
