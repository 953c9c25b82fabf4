import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './ieee754-converter.js';

interface Row {
  readonly hexadecimal: string;
  readonly value: string;
  readonly exact: string | null;
  readonly kind: string;
}

const run = async (input: string, options: object = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${answer.message} ${answer.cause}`).toBe(200);
  return (answer.data as { results: Row[] }).results;
};

const chance = chanceOf(16);
const FORMATS = [
  ['float16', 'e', 6],
  ['float32', 'f', 40],
  ['float64', 'd', 320],
] as const;
const hex = (digits: number): string => Array.from({ length: digits }, () => chance(16).toString(16)).join('');
const python = hasProgram('python3', ['--version'], 'floats beside Python');

describe('ieee754-converter', () => {
  inRounds.skipIf(!python)('bits are those of Python', [60, 400], async (rounds) => {
    const asked = Array.from({ length: rounds }, () => {
      const [name, letter, power] = pick(chance, FORMATS);
      return {
        name,
        letter,
        number: `${chance(2) === 0 ? '-' : ''}${1 + chance(9)}.${chance(1e9)}e${chance(2 * power) - power}`,
      };
    });
    const script = `import sys, struct\nfor l in sys.stdin:\n f, n = l.split()\n try: print(struct.pack('>' + f, float(n)).hex())\n except OverflowError: print('over')`;
    const told = runProgram(
      'python3',
      ['-c', script],
      asked.map(({ letter, number }) => `${letter} ${number}`).join('\n'),
    );
    for (const [i, line] of told.toString().trim().split('\n').entries()) {
      const { name, number } = asked[i]!;
      const [row] = await run(number, { format: name });
      // Python goes by way of a double, which may round twice: a difference of the last bit of a half or single number is looked at below.
      if (line === 'over') expect(row!.kind, number).toBe('infinity');
      else expect(row!.hexadecimal, `${name} ${number}`).toBe(line);
    }
  });

  inRounds.skipIf(!python)('exact and shortest values are those of Python', [30, 300], async (rounds) => {
    const bits = Array.from({ length: rounds }, () => hex(16)).filter((text) => !/^[7f]f/.test(text));
    const script = `import sys, struct\nfrom decimal import Decimal as D\nfor l in sys.stdin:\n x = struct.unpack('>d', bytes.fromhex(l.strip()))[0]\n print(format(D(x), 'f'), repr(x))`;
    const told = runProgram('python3', ['-c', script], bits.join('\n')).toString().trim().split('\n');
    const rows = await run(bits.join('\n'), { direction: 'decode' });
    for (const [i, line] of told.entries()) {
      const [exact, shortest] = line.split(' ');
      expect(rows[i]!.exact, bits[i]).toBe(exact);
      expect(Number(rows[i]!.value)).toBe(Number(shortest));
      const digits = (text: string) =>
        text
          .replace(/e.*$/, '')
          .replace(/[-.]/g, '')
          .replace(/^0+|0+$/g, '');
      expect(digits(rows[i]!.value)).toBe(digits(shortest!));
    }
  });

  const numpy = hasProgram(
    'python3',
    ['-c', 'import importlib.util, sys; sys.exit(importlib.util.find_spec("numpy") is None)'],
    'half numbers beside NumPy',
  );
  exhaustive.skipIf(!numpy)('shortest values of half and single numbers are those of NumPy', async () => {
    const halves = Array.from({ length: 65_536 }, (_, i) => i.toString(16).padStart(4, '0'));
    const singles = Array.from({ length: 400 }, () => `${pick(chance, ['3f', 'c0', '12', '7e'])}${hex(6)}`);
    for (const [format, type, all] of [
      ['float16', '>f2', halves],
      ['float32', '>f4', singles],
    ] as const) {
      const script = `import sys, numpy\nfor l in sys.stdin:\n x = numpy.frombuffer(bytes.fromhex(l.strip()), '${type}')[0]\n print(numpy.format_float_scientific(x, unique=True))`;
      const told = runProgram('python3', ['-c', script], all.join('\n')).toString().trim().split('\n');
      for (let i = 0; i < all.length; i += 1000) {
        const rows = await run(all.slice(i, i + 1000).join('\n'), { direction: 'decode', format });
        for (const [j, { value, kind }] of rows.entries())
          if (/normal|zero/.test(kind)) expect(Number(value), all[i + j]).toBe(Number(told[i + j]));
      }
    }
  });

  it.each([
    ['-0', {}, { hexadecimal: '8000000000000000', value: '-0', kind: 'zero' }],
    ['5e-324', {}, { hexadecimal: '0000000000000001', value: '5e-324', kind: 'subnormal' }],
    ['2e-324', {}, { hexadecimal: '0000000000000000' }],
    ['1.7976931348623159e308', {}, { kind: 'infinity' }],
    ['nan', { format: 'float32' }, { hexadecimal: '7fc00000', kind: 'quiet NaN' }],
    ['-inf', { format: 'bfloat16' }, { hexadecimal: 'ff80', value: '-Infinity' }],
    ['1/3', { format: 'bfloat16' }, { hexadecimal: '3eab' }],
    // Halfway between two single numbers, and just above: a way through a double would round to even both times.
    ['1.000000059604644775390625', { format: 'float32' }, { hexadecimal: '3f800000' }],
    ['1.00000005960464477539062500000001', { format: 'float32' }, { hexadecimal: '3f800001' }],
    ['0x7f800001', { direction: 'decode', format: 'float32' }, { kind: 'signaling NaN' }],
    ['0 01111111 00000000000000000000000', { direction: 'decode', format: 'float32' }, { value: '1' }],
  ])('%s with %o', async (input, options, expected) => {
    expect((await run(input, options))[0]).toMatchObject(expected);
  });

  it('long numbers are rounded or refused', async () => {
    for (const input of ['1e5000', '1e-5000', '9'.repeat(9000), '1e5001', `${'7fefffffffffffff\n'.repeat(1000)}`])
      expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
  });
});
