import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { delimiterName, messyTable, writeMessy } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-cleaner.js';

const hasPython = hasProgram('python3', ['--version'], 'csv-cleaner beside Python');
const KINDS = { w: 'word', t: 'text', n: 'integer', m: 'maybe' } as const;

inRounds.skipIf(!hasPython)('cleans as Python does', [30, 300], async (rounds) => {
  const below = chanceOf(151);
  const cases: { text: string; delimiter: string; found: string }[] = [];
  for (let round = 0; round < rounds; round++) {
    const { header, rows, delimiter } = messyTable(below, KINDS);
    const messy = rows.map((cells) => {
      if (below(6) === 0) return ['', ' ', '', ''].slice(0, 2 + below(3));
      const spaced = cells.map((cell) => (below(5) === 0 ? ` ${cell}\u00a0` : cell));
      return below(4) === 0 ? spaced.slice(0, 2 + below(3)) : spaced;
    });
    const text = writeMessy(below, [header, ...messy], delimiter, below(2) === 0 ? '\r\n' : '\n');
    const options = { delimiter: delimiterName(delimiter) };
    const { text: found, message } = await runTool(tool, { input: text, options });
    expect(message).toBeUndefined();
    expect((await runTool(tool, { input: found ?? '', options: { delimiter: 'comma' } })).text).toBe(found);
    cases.push({ text, delimiter, found: found ?? '' });
  }
  const same = runPython<boolean[]>(
    `import csv, io
def read(text, delimiter):
    return [row for row in csv.reader(io.StringIO(text, newline=''), delimiter=delimiter, strict=True) if row]
def cleaned(rows):
    width = len(rows[0])
    tidy = [[cell.strip() for cell in row] + [''] * (width - len(row)) for row in rows]
    return [row for row in tidy if any(row)]
print(json.dumps([read(case['found'], ',') == cleaned(read(case['text'], case['delimiter'])) for case in data]))`,
    cases,
  );
  for (const [index, isSame] of same.entries()) expect(isSame, JSON.stringify(cases[index])).toBe(true);
});

it('writes UTF-8 whatever came in', async () => {
  const bytes = Buffer.from('stra\xdfe;ort\r\n1;K\xf6ln\r\n', 'latin1');
  const { files } = await runTool(tool, { files: [{ name: 'a.csv', bytes }], options: { bom: true } });
  expect(files[0]?.bytes.toString()).toBe('\ufeffstraße,ort\n1,Köln\n');
});
