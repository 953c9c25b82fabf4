import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './list-compare.js';

const hasComm = hasProgram('comm', ['--version'], 'list-compare beside comm and join');
const folder = mkdtempSync(join(tmpdir(), 'list-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

exhaustive.skipIf(!hasComm)('finds what comm and join find', async () => {
  const below = chanceOf(81);
  for (let round = 0; round < 60; round++) {
    const draw = (): string[] =>
      [
        ...new Set(Array.from({ length: below(15) }, () => drawText(below, ['a', 'B', 'é', '日', '😀'], 1 + below(2)))),
      ].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const [first, second] = [draw(), draw()];
    const paths = [first, second].map((list, index) => {
      const path = join(folder, String(index));
      writeFileSync(path, list.map((item) => `${item}\n`).join(''));
      return path;
    });
    const run = (program: string, ...args: string[]): string[] =>
      runProgram('env', ['LC_ALL=C', program, ...args, ...paths])
        .toString()
        .split('\n')
        .slice(0, -1);
    const { data } = await runTool(tool, {
      input: first.join('\n'),
      options: { other: second.join('\r\n'), sort: 'asc' },
    });
    expect(data).toMatchObject({
      onlyInput: run('comm', '-23'),
      onlyOther: run('comm', '-13'),
      intersection: run('join'),
      union: runProgram('env', ['LC_ALL=C', 'sort', '-u', ...paths])
        .toString()
        .split('\n')
        .slice(0, -1),
    });
  }
});

it('grows with the number of items', () =>
  expectLinear(10_000, async (length) => {
    const list = Array.from({ length }, (_, index) => index.toString(36)).join('\n');
    const options = { other: `!${list}`, list: 'symmetric', sort: 'desc' };
    const { data } = await runTool(tool, { input: list, options });
    expect(data).toMatchObject({ counts: { onlyInput: 1, onlyOther: 1 } });
  }));

it('two single lines are lists with commas or semicolons', async () => {
  const compared = async (input: string, other: string): Promise<unknown> =>
    (await runTool(tool, { input, options: { other } })).data;
  expect(await compared('a, b, c\n', 'b;c ;"d, e"')).toMatchObject({
    intersection: ['b', 'c'],
    onlyInput: ['a'],
    onlyOther: ['d, e'],
  });
  expect(await compared('Doe, Jane\nRoe, Ann', 'Doe, Jane')).toMatchObject({ intersection: ['Doe, Jane'] });
});
