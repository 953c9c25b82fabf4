import { describe, expect, it } from 'vitest';

import { luhnDigit } from '../../lib/checksums/luhn.js';
import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './credit-card-validator.js';

interface Row {
  readonly isValid: boolean;
  readonly network: string;
  readonly hasValidCheckDigit: boolean;
}

async function check(input: string): Promise<readonly Row[]> {
  return ((await runTool(tool, { input })).data as { results: Row[] }).results;
}

/** Numbers for tests, as payment services publish them. */
const PUBLISHED: readonly (readonly [string, string])[] = [
  ['4242424242424242', 'Visa'],
  ['4000056655665556', 'Visa'],
  ['4012888888881881', 'Visa'],
  ['4222222222222', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['2223003122003222', 'Mastercard'],
  ['5200828282828210', 'Mastercard'],
  ['5105105105105100', 'Mastercard'],
  ['378282246310005', 'American Express'],
  ['371449635398431', 'American Express'],
  ['6011111111111117', 'Discover'],
  ['6011000990139424', 'Discover'],
  ['3056930009020004', 'Diners Club'],
  ['36227206271667', 'Diners Club'],
  ['30569309025904', 'Diners Club'],
  ['38520000023237', 'Diners Club'],
  ['3566002020360505', 'JCB'],
  ['3530111333300000', 'JCB'],
  ['6200000000000005', 'UnionPay'],
  ['6205500000000000004', 'UnionPay'],
  ['6759649826438453', 'Maestro'],
  ['6304000000000000', 'Maestro'],
  ['2200000000000053', 'Mir'],
];

const PYTHON = `
import sys
for line in sys.stdin.read().split():
    d = [int(c) for c in line][::-1]
    print('true' if (sum(d[::2]) + sum(sum(divmod(2 * x, 10)) for x in d[1::2])) % 10 == 0 else 'false')
`;

describe('credit-card-validator', () => {
  it('published test numbers are of their networks', async () => {
    const rows = await check(PUBLISHED.map(([number]) => number).join('\n'));
    for (const [i, [number, network]] of PUBLISHED.entries()) {
      expect([number, rows[i]?.isValid, rows[i]?.network]).toEqual([number, true, network]);
    }
  });

  it.skipIf(!hasProgram('python3', ['--version'], 'check digits beside Python'))(
    'check digits are judged as Python judges them',
    async () => {
      const chance = chanceOf(8);
      const numbers = Array.from({ length: 2000 }, (_, i) => {
        const body = Array.from({ length: 7 + chance(12) }, () => chance(10)).join('');
        return body + (i % 2 === 0 ? luhnDigit(body) : chance(10));
      });
      const told = runProgram('python3', ['-c', PYTHON], numbers.join('\n')).toString().trim().split('\n');
      const rows = await check(numbers.join('\n'));
      expect(rows.map(({ hasValidCheckDigit }) => String(hasValidCheckDigit))).toEqual(told);
    },
  );

  it('every wrong digit and every swap but 09 and 90 is found', async () => {
    const chance = chanceOf(9);
    const wrong: string[] = [];
    for (let i = 0; i < 10; i++) {
      const body = `4${Array.from({ length: 14 }, () => chance(10)).join('')}`;
      const number = body + luhnDigit(body);
      for (let at = 0; at < 16; at++) {
        for (const digit of '0123456789')
          if (digit !== number[at]) wrong.push(number.slice(0, at) + digit + number.slice(at + 1));
        const [a = '', b = ''] = number.slice(at, at + 2);
        if (a !== b && b !== '' && !['09', '90'].includes(a + b))
          wrong.push(number.slice(0, at) + b + a + number.slice(at + 2));
      }
    }
    expect((await check(wrong.join('\n'))).filter(({ hasValidCheckDigit }) => hasValidCheckDigit)).toEqual([]);
  });

  it('no number is in an answer', async () => {
    const odd = [
      '4242424242424242 x',
      '４２４２４２４２４２４２４２４２',
      '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
      '42424242424242424242424242',
      'PAN=4242424242424242',
      '42424242',
    ];
    const answer = await runTool(tool, { input: odd.join('\n') });
    expect(answer.text).not.toMatch(/(?:\p{Nd}[ -]?){7}/u);
    expect((answer.data as { results: Row[] }).results.map(({ isValid }) => isValid)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('several files are judged one by one', async () => {
    const files = [
      { name: 'a.txt', bytes: Buffer.from('4242424242424242\r\n\r\n1\r\n') },
      { name: 'b.csv', bytes: Buffer.from('') },
    ];
    const answer = await runTool(tool, { files });
    expect((answer.data as { files: object[] }).files).toMatchObject([
      { name: 'a.txt', valid: 1, invalid: 1 },
      { name: 'b.csv', valid: 0, invalid: 0, results: [] },
    ]);
    const csv = await runTool(tool, { files, options: { format: 'csv' } });
    expect(csv.files.map(({ name }) => name)).toEqual(['a-checked.csv', 'b-checked.csv']);
  });

  it('takes time by the number of lines', async () => {
    await expectLinear(500, (lines) => runTool(tool, { input: '4242424242424242\n'.repeat(lines) }));
    const answer = await runTool(tool, { input: '4\n'.repeat(10_001) });
    expect([answer.status, answer.message]).toEqual([
      413,
      'The text of property "input" must have at most 10000 lines, got 10001',
    ]);
  });
});
