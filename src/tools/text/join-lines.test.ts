import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './join-lines.js';

const hasPaste = hasProgram('paste', ['--version'], 'join-lines beside paste');

it.skipIf(!hasPaste)('joins as paste -s does', async () => {
  const below = chanceOf(61);
  for (let round = 0; round < 60; round++) {
    const input = `${drawText(below, ['a', "'", ' ', '\n', '\n', 'é😀'], 1 + below(40))}x\n`;
    const separator = [',', ';', '|', ' '][below(4)] ?? ',';
    const options = { separator, trim: false, skipEmpty: false };
    const { text } = await runTool(tool, { input, options });
    expect(`${text}\n`).toBe(runProgram('paste', ['-s', '-d', separator], input).toString());
  }
});

it('refuses a result that no answer can carry', async () => {
  const options = { separator: 'x'.repeat(100), quote: 'single' };
  const { code } = await runTool(tool, { input: 'a\n'.repeat(500_000), options });
  expect(code).toBe('LIMIT_EXCEEDED');
});
