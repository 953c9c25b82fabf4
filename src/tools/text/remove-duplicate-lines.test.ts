import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './remove-duplicate-lines.js';

const hasAwk = hasProgram('awk', ['BEGIN{}'], 'remove-duplicate-lines beside awk, sort and uniq');

exhaustive.skipIf(!hasAwk)('keeps what awk and uniq keep', async () => {
  const below = chanceOf(31);
  const pieces = ['a', 'b', 'A', 'é', ' ', '\n', '\n', '😀'];
  for (let round = 0; round < 40; round++) {
    const input = `${drawText(below, pieces, 1 + below(60))}x\n`;
    const pipe = (script: string): string => runProgram('sh', ['-c', `export LC_ALL=C; ${script}`], input).toString();
    const run = async (options: Readonly<Record<string, unknown>>): Promise<string | null> =>
      (await runTool(tool, { input, options })).text;
    expect(await run({})).toBe(pipe("awk '!s[$0]++'"));
    expect(await run({ keep: 'last' })).toBe(pipe("tac | awk '!s[$0]++' | tac"));
    const single = (await run({ keep: 'none' })) ?? '';
    expect(pipe('sort | uniq -u')).toBe(runProgram('sh', ['-c', 'LC_ALL=C sort'], single).toString());
    const repeated = (await run({ keep: 'repeated' })) ?? '';
    expect(pipe('sort | uniq -d')).toBe(runProgram('sh', ['-c', 'LC_ALL=C sort'], repeated).toString());
    const counted = ((await run({ counts: true })) ?? '').replace(/^(\d+)\t/gm, '$1 ');
    expect(counted.replace(/\n$/, '').split('\n').sort()).toEqual(
      pipe('sort | uniq -c').replace(/^ +/gm, '').replace(/\n$/, '').split('\n').sort(),
    );
  }
});

it('changes nothing the second time', async () => {
  const input = 'a\r\nB\r\na\r\n\r\nb\r\n\r\n';
  for (const options of [{}, { keep: 'last' }, { caseSensitive: false }, { ignoreWhitespace: true }]) {
    const { text } = await runTool(tool, { input, options });
    expect((await runTool(tool, { input: text ?? '', options })).text).toBe(text);
  }
});
