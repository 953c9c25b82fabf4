import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './bitwise-calculator.js';

const PYTHON = `
import sys
for line in sys.stdin.read().strip().split('\\n'):
    action, a, b, n, bits = line.split()
    a, b, n, bits = int(a), int(b), int(n), int(bits)
    m = (1 << bits) - 1
    u, v = a & m, b & m
    s = u - (1 << bits) if u >> (bits - 1) else u
    r = n % bits
    x = {
        'and': u & v, 'or': u | v, 'xor': u ^ v, 'nand': ~(u & v), 'nor': ~(u | v), 'and-not': u & ~v, 'not': ~u, 'negate': -u,
        'shift-left': u << n, 'shift-right': u >> n, 'shift-right-signed': s >> n,
        'rotate-left': (u << r) | (u >> (bits - r)), 'rotate-right': (u >> r) | (u << (bits - r)),
        'reverse-bits': int(format(u, '0%db' % bits)[::-1], 2),
        'reverse-bytes': int.from_bytes(u.to_bytes(bits // 8, 'little'), 'big'),
        'set-bit': u | (1 << n), 'clear-bit': u & ~(1 << n), 'toggle-bit': u ^ (1 << n), 'show': u,
    }[action] & m
    print(x, x - (1 << bits) if x >> (bits - 1) else x, bin(x).count('1'), bits - x.bit_length(), (x & -x).bit_length() - 1 if x else bits)
`;
const ACTIONS = [...PYTHON.matchAll(/'([a-z-]+)':/g)].map(([, name]) => name!);

describe('bitwise-calculator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'bits beside Python'))(
    'every action is what Python does',
    [95, 600],
    async (rounds) => {
      expect(ACTIONS).toHaveLength(19);
      const chance = chanceOf(6);
      const asked = Array.from({ length: rounds }, (_, i) => {
        const bits = pick(chance, [8, 16, 24, 32, 40, 64, 128]);
        const number = () => {
          const random = Array.from({ length: 5 }, () => BigInt(chance(2 ** 32))).reduce((a, b) => (a << 32n) | b);
          return chance(2) === 0 ? BigInt.asUintN(bits, random) : BigInt.asIntN(bits, random);
        };
        return { action: ACTIONS[i % ACTIONS.length]!, a: number(), b: number(), by: chance(bits), bits };
      });
      const told = runProgram(
        'python3',
        ['-c', PYTHON],
        asked.map(({ action, a, b, by, bits }) => `${action} ${a} ${b} ${by} ${bits}`).join('\n'),
      );
      for (const [i, line] of told.toString().trim().split('\n').entries()) {
        const { action, a, b, by, bits } = asked[i]!;
        const answer = await runTool(tool, {
          input: String(a),
          options: { action, other: String(b), by, bits },
        });
        const { unsigned, signed, bitsSet, leadingZeros, trailingZeros } = (
          answer.data as { results: Record<string, unknown>[] }
        ).results[0]!;
        expect(
          [unsigned, signed, bitsSet, leadingZeros, trailingZeros].join(' '),
          JSON.stringify({ action, by, bits }),
        ).toBe(line);
      }
    },
  );

  it.each([
    ['5', { action: 'set-bit', by: 40 }],
    ['5', { other: 'x' }],
    ['0xZZ', { action: 'show' }],
    ['-129', { action: 'show', bits: 8 }],
  ])('%s with %o is refused', async (input, options) => {
    expect((await runTool(tool, { input, options })).status).toBe(400);
  });
});
