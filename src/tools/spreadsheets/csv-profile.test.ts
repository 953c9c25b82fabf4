import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { delimiterName, messyTable } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-profile.js';

const hasPython = hasProgram('python3', ['--version'], 'csv-profile beside Python');
const KINDS = { w: 'word', t: 'text', n: 'integer', d: 'decimal', m: 'maybe' } as const;

interface Told {
  readonly columns: readonly Readonly<Record<string, string | number>>[];
}

inRounds.skipIf(!hasPython)('gives the figures of Python', [20, 300], async (rounds) => {
  const below = chanceOf(141);
  const tables = Array.from({ length: rounds }, () => messyTable(below, KINDS, { most: 30 }));
  const expected = runPython<Readonly<Record<string, number>>[][]>(
    `import csv, io, statistics
def profile(table):
    header, *rows = [row for row in csv.reader(io.StringIO(table['text'], newline=''), delimiter=table['delimiter']) if row]
    told = []
    for place, name in enumerate(header):
        values = [row[place] for row in rows if row[place] != '']
        one = {'filled': len(values), 'empty': len(rows) - len(values), 'distinct': len(set(values)),
          'longest': max(map(len, values), default=0), 'shortest': min(map(len, values), default=0)}
        if name in 'nd' and values:
            numbers = list(map(float, values))
            one.update(sum=sum(numbers), mean=statistics.mean(numbers), median=statistics.median(numbers))
            if len(numbers) > 1:
                low, _, high = statistics.quantiles(numbers, n=4, method='inclusive')
                one.update(stddev=statistics.stdev(numbers), lowerQuartile=low, upperQuartile=high)
            one.update(min=min(numbers), max=max(numbers))
        told.append(one)
    return told
print(json.dumps([profile(table) for table in data]))`,
    tables,
  );
  for (const [index, { text, delimiter }] of tables.entries()) {
    const { data } = await runTool(tool, {
      input: text,
      options: { delimiter: delimiterName(delimiter), decimals: 10 },
    });
    for (const [column, figures] of (expected[index] ?? []).entries()) {
      const found = (data as Told).columns[column] ?? {};
      for (const [name, value] of Object.entries(figures)) {
        expect(Number(found[name]), JSON.stringify([name, text])).toBeCloseTo(value, 8);
      }
    }
  }
});

describe('csv-profile', () => {
  it('counts every cell of wide and short tables', async () => {
    const width = 3000;
    const line = (cell: string): string => `${Array.from({ length: width }, (_, i) => `${cell}${i}`).join(',')}\n`;
    const { data } = await runTool(tool, { input: line('a') + line('1').repeat(20), options: { limit: 1 } });
    const { columns } = data as Told;
    expect(columns.length).toBe(width);
    expect(columns[width - 1]).toMatchObject({ name: 'a2999', type: 'integer', filled: 20, distinct: 1 });
  });
});
