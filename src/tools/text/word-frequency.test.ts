import { expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import wordFrequency from './word-frequency.js';

interface Frequencies {
  readonly total: number;
  readonly items: readonly { readonly text: string; readonly count: number }[];
}

const hasShell = hasProgram('sort', ['--version'], 'frequencies compared with sort and uniq');
const hasPython = hasProgram('python3', ['--version'], 'frequencies of letter pairs compared with Python');

const tally = (data: unknown): [string, number][] =>
  (data as Frequencies).items.map(({ text, count }) => [text, count]);

exhaustive.skipIf(!hasShell)('words are counted as tr, sort and uniq -c count them', async () => {
  const words = ['the', 'The', 'cat', 'dog', 'a', 'Zebra', 'and'];
  for (let seed = 1; seed <= 30; seed++) {
    const next = chanceOf(seed);
    const input = Array.from({ length: 1 + next(300) }, () => words[next(words.length)]).join(
      [' ', ', ', '\n'][next(3)],
    );
    for (const caseSensitive of [true, false]) {
      const { data } = await runTool(wordFrequency, { input, options: { caseSensitive } });
      const script = `LC_ALL=C; export LC_ALL; ${caseSensitive ? '' : 'tr A-Z a-z |'} tr -cs A-Za-z '\\n' | sed '/^$/d' | sort | uniq -c | sort -k1,1nr -k2`;
      const expected = runProgram('sh', ['-c', script], input)
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.trim().split(' '));
      expect(tally(data)).toEqual(expected.map(([count, word]) => [word, Number(count)]));
    }
  }
});

const PAIRS = `
import sys, json, collections
words = sys.stdin.read().split()
counts = collections.Counter(w[i:i+2] for w in words for i in range(len(w)-1))
print(json.dumps(sorted(counts.items(), key=lambda item: (-item[1], item[0]))))
`;

it.skipIf(!hasPython)('pairs of letters are those that Python counts', async () => {
  const input = 'mississippi banana abracadabra'.repeat(3);
  const { data } = await runTool(wordFrequency, { input, options: { unit: 'letter', size: 2 } });
  expect(tally(data)).toEqual(JSON.parse(runProgram('python3', ['-c', PAIRS], input).toString()));
});

it('shares add up and long rows lose no sequence', async () => {
  const input = 'a b c '.repeat(20_000);
  const { data } = await runTool(wordFrequency, { input, options: { size: 3 } });
  expect((data as Frequencies).total).toBe(59_998);
  const { data: other } = await runTool(wordFrequency, { input: `x${randomText(5, 300)}` });
  const { total, items } = other as Frequencies;
  expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(total);
});

exhaustive('grows with the length of the text', async () => {
  const numbers = (length: number) => Array.from({ length: length / 7 }, (_, i) => i.toString(36)).join(' ');
  for (const [text, options] of [
    [(length: number) => 'a '.repeat(length / 2), { size: 5 }],
    [(length: number) => 'x'.repeat(length), { unit: 'letter', size: 5 }],
    [numbers, { size: 2 }],
  ] as const) {
    await expectLinear(30_000, async (length) => {
      expect((await runTool(wordFrequency, { input: text(length), options })).status).toBe(200);
    });
  }
});

it('each of several files has its counts, in JSON or in a CSV file', async () => {
  const files = ['a a b', 'b'].map((content, index) => ({ name: `${index}.txt`, bytes: Buffer.from(content) }));
  const { data } = await runTool(wordFrequency, { files });
  expect(data).toMatchObject({
    files: [
      { name: '0.txt', total: 3, items: [{ text: 'a', count: 2 }, { text: 'b' }] },
      { name: '1.txt', total: 1 },
    ],
  });
  const tables = await runTool(wordFrequency, { files, options: { format: 'csv' } });
  expect(tables.data).toEqual({
    files: [
      { name: '0.txt', outputs: ['0.csv'] },
      { name: '1.txt', outputs: ['1.csv'] },
    ],
  });
  expect(tables.files.map(({ bytes }) => bytes.toString())).toEqual([
    'text,count,share\na,2,0.666667\nb,1,0.333333\n',
    'text,count,share\nb,1,1\n',
  ]);
});
