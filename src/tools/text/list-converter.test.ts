import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './list-converter.js';

const hasPaste = hasProgram('paste', ['--version'], 'list-converter beside paste and tr');
const hasPython = hasProgram('python3', ['--version'], 'list-converter beside Python');

async function convert(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

it.skipIf(!hasPaste)('writes what paste and tr write', async () => {
  const below = chanceOf(71);
  for (let round = 0; round < 20; round++) {
    const items = Array.from({ length: 1 + below(12) }, () =>
      drawText(below, ['a', 'b', 'é', '日', '1'], 1 + below(4)),
    );
    const input = `${items.join('\n')}\n`;
    expect(`${await convert(input, { to: 'comma' })}\n`).toBe(runProgram('paste', ['-sd,'], input).toString());
    expect(await convert(items.join(';'), { to: 'newline', from: 'semicolon' })).toBe(
      runProgram('tr', [';', '\n'], items.join(';')).toString(),
    );
  }
});

it.skipIf(!hasPython)('reads and writes items as Python does', async () => {
  const below = chanceOf(72);
  const script = 'import csv,json,sys; [print(json.dumps(r)) for r in csv.reader(sys.stdin, skipinitialspace=True)]';
  const lists: string[][] = [];
  const written: string[] = [];
  for (let round = 0; round < 100; round++) {
    const items = Array.from({ length: 2 + below(8) }, () =>
      drawText(below, ['a', 'b c', '"', ',', "'", 'é', '1'], 1 + below(4)),
    );
    lists.push(items);
    written.push(await convert(JSON.stringify(items), { from: 'json', to: 'comma' }));
    const { data } = await runTool(tool, { input: written.at(-1) ?? '', options: { from: 'comma', to: 'json' } });
    expect(data).toEqual(items.every((item) => /^\d+$/.test(item)) ? items.map(Number) : items);
  }
  const read = runProgram('python3', ['-c', script], `${written.join('\n')}\n`)
    .toString()
    .trimEnd()
    .split('\n');
  expect(read.map((row): unknown => JSON.parse(row))).toEqual(lists);
});

it('reads back what it writes, for every separator', async () => {
  const below = chanceOf(73);
  const pieces = ['a', ' ', '"', ',', ';', '\t', '|', '\n', 'é', '""'];
  for (let round = 0; round < 100; round++) {
    const items = Array.from({ length: 1 + below(6) }, () => `x${drawText(below, pieces, below(5))}`);
    for (const to of ['comma', 'semicolon', 'tab', 'pipe', 'space']) {
      const written = await convert(JSON.stringify(items), { from: 'json', to });
      const { data } = await runTool(tool, { input: written, options: { from: to, to: 'json' } });
      expect(data, JSON.stringify([items, written])).toEqual(items);
    }
  }
});

it('takes quotes that close nowhere for letters', async () => {
  expect(await convert('"a, 5" pipe, b', { from: 'comma', to: 'newline' })).toBe('"a\n5" pipe\nb');
  expect(await convert(`"${'a,'.repeat(100_000)}`, { from: 'comma', to: 'newline' })).toContain('"a\na\n');
});

it('grows with the length of any text, not its square', async () => {
  for (const piece of ['a,', '"', '",', '"a" b,', ' ', ',', '\t ', '1 ']) {
    await expectLinear(20_000, (length) =>
      runTool(tool, {
        input: piece.repeat(length / piece.length),
        options: { from: 'comma', to: 'sql', unique: true },
      }),
    );
  }
});

it.each([
  ['a, b, c\n', ['a', 'b', 'c']],
  ['a;b\r\n', ['a', 'b']],
  ['a\tb\n\n', ['a', 'b']],
  ['a,b,\n', ['a', 'b', '']],
  ['a\n\nb\n', ['a', '', 'b']],
  ["('a', 'O''Brien','x, y')\n", ['a', "O'Brien", 'x, y']],
  ["'tis the season, 'twas", ["'tis the season", "'twas"]],
  ['a (b), c', ['a (b)', 'c']],
])('the items of %j', async (input, items) => {
  expect((await runTool(tool, { input, options: { to: 'json' } })).data).toEqual(items);
});
