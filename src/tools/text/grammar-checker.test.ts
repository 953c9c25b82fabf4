import { expect } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import grammarChecker from './grammar-checker.js';

const textFile = (name: string, content: string) => ({ name, bytes: Buffer.from(content) });

exhaustive('a file is checked as its text, and each of several files by itself', async () => {
  const mistake = { start: 3, end: 5, line: 1, column: 4, found: 'go', kind: 'Agreement' };
  const one = await runTool(grammarChecker, { files: [textFile('a.md', '\ufeffHe go.')] });
  expect(one.data).toMatchObject({ problems: [mistake] });
  const files = [textFile('a.md', 'He go.'), textFile('long.txt', 'ab '.repeat(6667)), textFile('b.txt', 'He goes.')];
  const { data } = await runTool(grammarChecker, { files, options: { apply: true } });
  expect(data).toMatchObject({
    files: [
      { name: 'a.md', problems: [mistake], corrected: 'He goes.', applied: 1 },
      { name: 'long.txt', error: 'File "long.txt" must have at most 20000 characters, got 20001' },
      { name: 'b.txt', problems: [], corrected: 'He goes.', applied: 0 },
    ],
  });
});

exhaustive('files with too much in all are told from the first beyond the limit on', async () => {
  const files = Array.from({ length: 6 }, (_, index) => textFile(`${index}.txt`, '\n'.repeat(20_000)));
  const { data } = await runTool(grammarChecker, { files });
  expect((data as { files: readonly { error?: string }[] }).files.map(({ error }) => error)).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    'The files must have at most 100000 characters in all, got 120000',
  ]);
});
