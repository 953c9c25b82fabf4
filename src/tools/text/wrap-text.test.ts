import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './wrap-text.js';

const hasPython = hasProgram('python3', ['--version'], 'wrapping by textwrap, widths by unicodedata');

const wrapped = async (input: string, options: Readonly<Record<string, unknown>> = {}) =>
  (await runTool(tool, { input, options })).text;

const WORDS = ['a', 'tea', 'kettle', 'é', 'x-y', 'extraordinarily', ' ', ' ', ' ', '  ', '    ', '1,000.00', '"so"'];

describe('wrap-text', () => {
  it.skipIf(!hasPython)('gives the lines of textwrap', async () => {
    const chance = chanceOf(6);
    const cases = Array.from({ length: 600 }, (_, index) => ({
      text: `w${drawText(chance, WORDS, 1 + chance(60))}w`,
      width: 5 + chance(40),
      reflow: index % 3 === 0,
      prefix: ['', '> ', '// '][chance(3)] ?? '',
    })).map((one) => (one.reflow ? { ...one, text: one.text.replace(/ +/g, ' ').replace(/(a) /g, '$1\n') } : one));
    const theirs = runPython<string[]>(
      `import textwrap
def wrap(c):
    t = ' '.join(c['text'].split()) if c['reflow'] else c['text']
    return textwrap.fill(t, c['width'], initial_indent=c['prefix'], subsequent_indent=c['prefix'], break_long_words=False, break_on_hyphens=False, expand_tabs=False, replace_whitespace=False)
print(json.dumps([wrap(c) for c in data]))`,
      cases,
    );
    for (const [index, { text, width, reflow, prefix }] of cases.entries())
      expect(await wrapped(text, { lineWidth: width, reflow, prefix })).toBe(theirs[index]);
  });

  it.skipIf(!hasPython)(
    'keeps Chinese and Japanese lines within the width, and their punctuation in place',
    async () => {
      const chance = chanceOf(7);
      const pieces = ['東', '京は、', 'です。', '「カタ」', '（中文）', 'ABC', ' x ', 'カタ'];
      const texts = Array.from({ length: 300 }, () => drawText(chance, pieces, 20 + chance(40)).trim());
      const lines: string[] = [];
      for (const text of texts) {
        const found = (await wrapped(text, { lineWidth: 14 })) ?? '';
        expect(found.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        lines.push(...found.split('\n'));
      }
      const widths = runPython<number[]>(
        `import unicodedata
print(json.dumps([sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in l) for l in data]))`,
        lines,
      );
      expect(Math.max(...widths)).toBe(14);
      expect(lines.filter((line) => /^[、。」）]|[「（]$/.test(line))).toEqual([]);
      expect(lines.length).toBeGreaterThan(600);
    },
  );

  it('cuts long words by places, and keeps emoji whole', async () => {
    const options = { lineWidth: 4, breakWords: true };
    expect(await wrapped('abcdefghi', options)).toBe('abcd\nefgh\ni');
    expect(await wrapped('x 👩‍👧👩‍👧👩‍👧', options)).toBe('x\n👩‍👧👩‍👧\n👩‍👧');
    expect(await wrapped('a abcdef b', options)).toBe('a\nabcd\nef b');
    expect(await wrapped('abcdef gh', { lineWidth: 4 })).toBe('abcdef\ngh');
  });

  it('keeps breaks, indents and empty lines, and never wraps at width 0', async () => {
    expect(await wrapped('  a b\r\n\r\nc d e', { lineWidth: 4 })).toBe('  a\r\nb\r\n\r\nc d\r\ne');
    expect(await wrapped(' \n\n', { lineWidth: 4 })).toBe('\n\n');
    const long = 'word '.repeat(1000);
    expect(await wrapped(long, { lineWidth: 0 })).toBe(long);
    expect(await wrapped('a\nb\n\n\nc\n', { lineWidth: 0, reflow: true, prefix: '# ' })).toBe('# a b\n#\n#\n# c\n');
    expect(await wrapped('東京\nは', { lineWidth: 9, reflow: true })).toBe('東京は');
  });

  it('takes time in proportion to the length', async () => {
    for (const piece of ['a ', ' ', '東', '「', 'é', '\n'])
      await expectLinear(25_000, (length) =>
        wrapped(`x${piece.repeat(length / piece.length)}`, { lineWidth: 10, breakWords: true }),
      );
  });
});
