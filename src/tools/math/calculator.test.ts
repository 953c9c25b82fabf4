import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './calculator.js';

interface Report {
  readonly result: string;
  readonly results: readonly { readonly value: string; readonly fraction?: string; readonly exact: boolean }[];
}

const calculate = async (input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 200)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Report;
};

/** An expression that Python reads as we do. */
function expression(chance: ReturnType<typeof chanceOf>, depth: number): string {
  if (depth === 0 || chance(5) === 0)
    return pick(chance, [String(chance(1000)), `${chance(100)}.${chance(1000)}`, `${1 + chance(9)}`]);
  const [a, b] = [expression(chance, depth - 1), expression(chance, depth - 1)];
  return pick(chance, [
    `${a} + ${b}`,
    `${a} - ${b}`,
    `${a} * ${b}`,
    `${a} / ${b}`,
    `(${a} - ${b})`,
    `(${a}) * (${b})`,
    `-(${a})`,
    `(${a})^${1 + chance(4)}`,
    `(${a}) mod (1 + ${chance(9)})`,
  ]);
}

const PYTHON = `
import re, sys
from fractions import Fraction
for line in sys.stdin.read().split('\\n'):
    code = re.sub(r'(?<![\\^.\\d])\\d+(?:\\.\\d+)?', lambda m: "Fraction('" + m.group() + "')", line).replace('^', '**').replace('mod', '%')
    try:
        print(eval(code))
    except ZeroDivisionError:
        print('zero')
`;

describe('calculator', () => {
  const python = hasProgram('python3', ['--version'], 'exact arithmetic beside Python fractions');
  inRounds.skipIf(!python)('exact results are those of Python fractions', [60, 400], async (rounds) => {
    const chance = chanceOf(1);
    const lines = Array.from({ length: rounds }, () => expression(chance, 4));
    const told = runProgram('python3', ['-c', PYTHON], lines.join('\n')).toString().trim().split('\n');
    for (const [i, line] of lines.entries()) {
      const answer = await runTool(tool, { input: line });
      if (told[i] === 'zero') {
        expect(answer.message).toContain('division by zero');
        continue;
      }
      const [only] = (answer.data as Report).results;
      expect(only?.fraction ?? only?.value, line).toBe(told[i]);
    }
  });

  const bc = hasProgram('bc', ['--version'], 'functions beside bc');
  inRounds.skipIf(!bc)('functions are those of bc', [24, 200], async (rounds) => {
    const chance = chanceOf(2);
    const names = [
      ['sqrt', 'sqrt'],
      ['exp', 'e'],
      ['ln', 'l'],
      ['sin', 's'],
      ['cos', 'c'],
      ['atan', 'a'],
    ] as const;
    const asked = Array.from({ length: rounds }, () => ({
      name: pick(chance, names),
      x: `${1 + chance(40)}.${chance(100_000)}`,
    }));
    const script = `scale=80\n${asked.map(({ name, x }) => `${name[1]}(${x})`).join('\n')}\n`;
    const told = runProgram('bc', ['-l'], script).toString().replaceAll('\\\n', '').trim().split('\n');
    const { results } = await calculate(asked.map(({ name, x }) => `${name[0]}(${x})`).join('\n'), { precision: 40 });
    const near = await calculate(
      asked.map((_, i) => `abs((${results[i]!.value}) - (${told[i]})) / max(abs(${told[i]}), 1)`).join('\n'),
    );
    for (const [i, { value }] of near.results.entries())
      expect(Number(value), `${asked[i]!.name[0]}(${asked[i]!.x})`).toBeLessThan(1e-39);
  });

  it.each([
    ['2 + 3 * 4', '14'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['2**-1', '0.5'],
    ['(1 + 2)(3 + 4)', '21'],
    ['2 pi / pi', '2'],
    ['7 mod 3', '1'],
    ['-7 mod 3', '2'],
    ['7 % 3', '1'],
    ['50%', '0.5'],
    ['200 + 10%', '220'],
    ['200 - 10%', '180'],
    ['10% + 5%', '0.15'],
    ['10% of 250', '25'],
    ['5!', '120'],
    ['3!!', '720'],
    ['½ + ¼', '0.75'],
    ['1,234.5 * 2', '2469'],
    ['max(1,234)', '234'],
    // Groups of three with spaces, as resolution 10 of the 22nd CGPM writes them in every language.
    ['1 000 + 5', '1005'],
    ['10\u00a0000\u202f000 / 2', '5000000'],
    ['max(1 000, 5)', '1000'],
    ['1 234.5 m in km', '1.2345 km'],
    ['5 100/200', '5.5'],
    ['2 1/2 ÷ 1 1/4', '2'],
    ['1e3 + 1', '1001'],
    ['0xff + 0b11', '258'],
    ['sqrt(16/9) * 3', '4'],
    ['(-8)^(1/3)', '-2'],
    ['cbrt(27)', '3'],
    ['log(1000)', '3'],
    ['log(8, 2)', '3'],
    ['ln(e)', '1'],
    ['sin(pi)', '0'],
    ['cos(60 deg)', '0.5'],
    ['tan(45°)', '1'],
    ['nCr(5, 2) + nPr(5, 2)', '30'],
    ['round(2.345, 2)', '2.35'],
    ['floor(-1.5)', '-2'],
    ['mean(1, 2, 4) * 3', '7'],
    ['median(5, 1, 3, 2)', '2.5'],
    ['gcd(12, 18) + lcm(4, 6)', '18'],
    ['3 ft 2 in to cm', '96.52 cm'],
    ['5 in in cm', '12.7 cm'],
    ['6 km / 2 h', '3 km/h'],
    ['3/4 in to mm', '19.05 mm'],
    ['5 m^2 * 2 m', '10 m^2*m'],
    ['1 mile / 1 km', '1.609344'],
    ['20 °C + 5 °C to °F', '77 °F'],
    ['10 kg * 9.81 m/s^2 to N', '98.1 N'],
    ['x = 5\nx² + 1', '26'],
    ['5\nans * 2', '10'],
    ['1 + 1 # two', '2'],
    ['100! / 98!', '9900'],
    ['min(3 km, 500 m)', '0.5 km'],
    ['1 −2', '-1'],
    ['6 ÷ 2 × 3', '9'],
    // As people read a fraction on one line: a half divided by a quarter.
    ['1/2 ÷ 1/4', '2'],
    ['6 ÷ 2/3', '9'],
    ['1/2 ÷ 1 / 4', '0.125'],
    ['√16 + √(9)', '7'],
    ['2√2^2', '4'],
    ['√2²', '2'],
    ['=SUM(1,2,3) + AVERAGE(2, 4)', '9'],
    ['339 * 106 + 3×106', '36252'],
    ['3×10^2', '300'],
    ['2⁻¹ + 3²', '9.5'],
  ])('%s is %s', async (input, expected) => {
    expect((await calculate(input)).result).toBe(expected);
  });

  it('degrees and other marks', async () => {
    expect((await calculate('sin(30) + asin(0,5)', { angle: 'degrees', locale: 'de' })).result).toBe('30.5');
    expect((await calculate('max(1,5; 2,5) + 1.000,5', { locale: 'de' })).result).toBe('1003');
  });

  it.each([
    ['1/0', 'division by zero'],
    ['12 15 18', 'an operator such as + or * is missing between two numbers'],
    ['12,5 + 1', 'a decimal comma needs option "locale"'],
    ['sqrt(-1)', 'not real'],
    ['ln(0)', 'positive'],
    ['foo + 1', 'unknown name "foo"'],
    ['foo(1)', 'unknown function "foo"'],
    ['constructor(1)', 'unknown function'],
    ['__proto__', 'unknown name'],
    ['2 +', 'ends too early'],
    ['(1))', 'unexpected ")"'],
    ['pi = 3', 'cannot be the name'],
    ['max()', 'unexpected ")"'],
    ['sqrt(1, 2)', 'takes 1 numbers'],
    ['5 km to kg', 'different things'],
    ['1.5!', 'whole number'],
    ['tan(90°)', 'does not exist'],
  ])('%s is refused: %s', async (input, message) => {
    const answer = await runTool(tool, { input });
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(message)]);
  });

  inRounds('hostile expressions are answered or refused', [50, 1000], async (rounds) => {
    const chance = chanceOf(rounds);
    const parts = [
      '9',
      '^',
      '!',
      '(',
      ')',
      '**',
      '999999999',
      '1e5000',
      '1e-5000',
      'sqrt(',
      'exp(',
      'ln(',
      'sin(',
      'factorial(',
      'nCr(',
      ',',
      '99999',
      '.',
      '%',
      ' mod ',
      'km',
      ' to ',
      'm',
      '-',
      '/',
      '*',
      '+',
      'e',
      'pi',
      '½',
      '=',
      'x',
      '°',
      '\ud83d\ude00',
      '²',
      '⁻⁹',
      'cosh(',
      'tan(',
      'lcm(',
      'round(',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = `${chance(9)}${Array.from({ length: 1 + chance(25) }, () => pick(chance, parts)).join('')}`;
      const { status, cause } = await runTool(tool, { input, options: { precision: pick(chance, [10, 34, 100]) } });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
    }
  });

  inRows<readonly [string, number]>(17, [
    ['9^9^9^9', 413],
    ['99999!', 413],
    ['3248!!', 413],
    ['1e5000^2^2', 413],
    ['exp(exp(exp(20)))', 413],
    ['2^0.5^-1e300', 413],
    [`${'('.repeat(10_000)}1`, 413],
    [`${'-'.repeat(10_000)}1`, 413],
    [`1${'^1'.repeat(10_000)}`, 413],
    [`1${'+1'.repeat(200_000)}`, 413],
    [`${'9'.repeat(20_000)}`, 413],
    [`max(${'1,'.repeat(5000)}1)`, 413],
    ['nCr(1e9, 5e8)', 413],
    ['sin(1e400)', 413],
    [`${'1\n'.repeat(5000)}`, 413],
    [`x = ${'9'.repeat(9000)}/7\n${'x*7/9\n'.repeat(200)}`, 200],
    ['e'.repeat(100_000), 400],
    [`1 m${' to m'.repeat(190_000)}`, 413],
    [`1 m to ${'m*'.repeat(400_000)}m`, 413],
    [`5${' '.repeat(900_000)}x`, 400],
  ])('hostile %#', async (input, status) => {
    expect((await runTool(tool, { input })).status).toBe(status);
  });
});
