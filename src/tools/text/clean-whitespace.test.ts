import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './clean-whitespace.js';

const hasCat = hasProgram('cat', ['--version'], 'clean-whitespace beside cat, tr and sed');

async function clean(input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { text, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return text ?? '';
}

exhaustive.skipIf(!hasCat)('does what cat -s, tr -s and sed do', async () => {
  const below = chanceOf(41);
  for (let round = 0; round < 60; round++) {
    const input = `${drawText(below, ['a', 'bc', ' ', '  ', '\t', '\n', '\n\n', 'é'], 1 + below(50))}x\n`;
    const pipe = (script: string): string =>
      runProgram('sh', ['-c', `LC_ALL=C.UTF-8; export LC_ALL; ${script}`], input).toString();
    const plain = { trim: false, collapse: false, emptyLines: 'keep' };
    expect(await clean(input, { ...plain, emptyLines: 'collapse' })).toBe(pipe('cat -s'));
    expect(await clean(input, { ...plain, collapse: true })).toBe(pipe("tr '\\t' ' ' | tr -s ' '"));
    expect(await clean(input, { ...plain, trim: true })).toBe(pipe("sed -E 's/^[ \\t]+//;s/[ \\t]+$//'"));
    expect(await clean(input, { ...plain, emptyLines: 'remove' })).toBe(pipe("sed '/^$/d'"));
    expect(await clean(input, { ...plain, trim: true, keepIndent: true })).toBe(pipe("sed -E 's/[ \\t]+$//'"));
  }
});

describe('odd spaces', () => {
  it('of Unicode become plain ones', async () => {
    const spaces = Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code)).filter((c) =>
      /\p{Zs}/u.test(c),
    );
    expect(spaces).toHaveLength(17);
    for (const space of spaces) expect(await clean(`a${space}b`)).toBe('a b');
    expect(await clean('a\u200bb\ufeff\u2028c\u0085d')).toBe('ab\nc\nd');
    expect(await clean('👩\u200d💻 می\u200cخواهم')).toBe('👩\u200d💻 می\u200cخواهم');
  });

  it('stay where they are wanted', async () => {
    expect(await clean('a\u00a0\u00a0b', { unicodeSpaces: false })).toBe('a\u00a0\u00a0b');
  });
});

it('changes nothing the second time', async () => {
  const below = chanceOf(42);
  const pieces = ['a', ' ', '\t', '\n', '\r\n', '\r', '\u00a0', '\u2028', '\u200b', '\v', '日'];
  for (let round = 0; round < 300; round++) {
    const input = `${drawText(below, pieces, 1 + below(40))}`;
    for (const options of [{}, { emptyLines: 'remove' }, { keepIndent: true }, { trim: false }]) {
      const once = await clean(input, options);
      if (once !== '') expect(await clean(once, options), JSON.stringify([input, options])).toBe(once);
    }
  }
});
