import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './text-to-binary.js';

const plain = (printed: string): string => printed.trim().split(/\s+/).join(' ');

/** What a program prints for each base: `xxd -b` has offsets and letters around it. */
const PROGRAMS = {
  binary: (bytes: Buffer) =>
    plain(
      runProgram('xxd', ['-b', '-c6'], bytes)
        .toString()
        .split('\n')
        .map((line) => line.slice(10, 10 + 6 * 9))
        .join(' '),
    ),
  octal: (bytes: Buffer) => plain(runProgram('od', ['-An', '-v', '-to1'], bytes).toString()),
  decimal: (bytes: Buffer) => plain(runProgram('od', ['-An', '-v', '-tu1'], bytes).toString()),
  hexadecimal: (bytes: Buffer) => plain(runProgram('od', ['-An', '-v', '-tx1'], bytes).toString()),
} as const;

describe('text-to-binary', () => {
  inRounds.skipIf(!hasProgram('xxd', ['--version'], 'text-to-binary beside xxd and od'))(
    'has the digits of xxd and od, which are read back',
    [12, 200],
    async (rounds) => {
      const chance = chanceOf(2);
      for (let index = 0; index < rounds; index++) {
        const base = (['binary', 'octal', 'decimal', 'hexadecimal'] as const)[index % 4]!;
        const bytes = Buffer.from(Array.from({ length: 1 + chance(50) }, () => chance(256)));
        const padding = base !== 'decimal';
        const options = { base, padding, inputEncoding: 'hex' };
        const { text } = await runTool(tool, { input: bytes.toString('hex'), options });
        expect(text).toBe(PROGRAMS[base](bytes));
        for (const separator of ['space', 'none', 'comma', 'newline']) {
          const written = await runTool(tool, { input: bytes.toString('hex'), options: { ...options, separator } });
          const back = await runTool(tool, {
            input: written.text!,
            options: { base, direction: 'decode', encoding: 'hex' },
          });
          expect(back.text).toBe(bytes.toString('hex'));
        }
      }
    },
  );

  it('reads seven-bit groups where only these fit', async () => {
    const input = Array.from('Hello', (letter) => letter.charCodeAt(0).toString(2).padStart(7, '0')).join('');
    expect((await runTool(tool, { input, options: { direction: 'decode' } })).text).toBe('Hello');
  });

  it('takes time by the length', async () => {
    const options = { direction: 'decode' };
    await expectLinear(16_000, (length) => runTool(tool, { input: '01000001'.repeat(length / 8), options }));
    await expectLinear(16_000, (length) => runTool(tool, { input: '0100001 '.repeat(length / 8), options }));
  });
});
