import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { delimiterName, messyTable } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-to-sql.js';

const hasPython = hasProgram('python3', ['-c', 'import sqlite3'], 'csv-to-sql beside SQLite');

inRounds.skipIf(!hasPython)('writes SQL that gives the cells back', [30, 300], async (rounds) => {
  const below = chanceOf(121);
  const cases: { sql: string; text: string; delimiter: string }[] = [];
  for (let round = 0; round < rounds; round++) {
    const { text, delimiter } = messyTable(below, {
      w: 'word',
      'it"s': 'text',
      n: 'integer',
      d: 'decimal',
      m: 'maybe',
    });
    const options = {
      dialect: 'sqlite',
      batch: 1 + below(5),
      types: below(2) === 0,
      delimiter: delimiterName(delimiter),
    };
    const { text: sql, message } = await runTool(tool, { input: text, options });
    expect(message).toBeUndefined();
    cases.push({ sql: sql ?? '', text, delimiter });
  }
  const same = runPython<boolean[]>(
    `import csv, io, sqlite3
from decimal import Decimal
def same(case):
    base = sqlite3.connect(':memory:')
    base.executescript(case['sql'])
    rows = [list(row) for row in base.execute('SELECT * FROM data ORDER BY rowid')]
    read = [row for row in csv.reader(io.StringIO(case['text'], newline=''), delimiter=case['delimiter']) if row][1:]
    def equal(cell, value):
        if isinstance(value, (int, float)): return Decimal(cell) == Decimal(str(value))
        return (value or '') == cell
    return len(rows) == len(read) and all(equal(cell, value) for a, b in zip(read, rows) for cell, value in zip(a, b))
print(json.dumps([same(case) for case in data]))`,
    cases,
  );
  for (const [index, isSame] of same.entries()) expect(isSame, cases[index]?.sql).toBe(true);
});

it('quotes hostile names and cells', async () => {
  const { text } = await runTool(tool, {
    input: `"a""; DROP TABLE x; --"\n'); DELETE FROM x; --\n`,
    options: { dialect: 'mssql' },
  });
  expect(text).toContain('[a"; DROP TABLE x; --]');
  expect(text).toContain("(N'''); DELETE FROM x; --');");
});
