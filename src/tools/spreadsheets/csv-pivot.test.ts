import { expect } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { delimiterName, messyTable, millerCells, papaCells, sqlAnswers } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-pivot.js';

const hasMiller = hasProgram('mlr', ['--version'], 'csv-pivot beside Miller');
const hasPython = hasProgram('python3', ['-c', 'import sqlite3'], 'csv-pivot beside SQLite');

async function pivoted(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

inRounds.skipIf(!hasMiller)('gives the table of mlr reshape wide-to-long', [8, 300], async (rounds) => {
  const below = chanceOf(171);
  for (let round = 0; round < rounds; round++) {
    const table = messyTable(below, { w: 'word', t: 'text', n: 'integer', m: 'maybe' });
    const columns = pick(below, ['n', 't,n', 'n,m', 't,n,m']);
    const options = { action: 'unpivot', columns, delimiter: delimiterName(table.delimiter) };
    const expected = millerCells(table.text, table.delimiter, ['reshape', '-i', columns, '-o', 'name,value']);
    expect(papaCells(await pivoted(table.text, options), table.delimiter), table.text).toEqual(expected);
  }
});

inRounds.skipIf(!hasPython)('gives the cells of GROUP BY', [20, 300], async (rounds) => {
  const below = chanceOf(172);
  const cases = Array.from({ length: rounds }, () => {
    const table = messyTable(below, { w: 'word', m: 'maybe', n: 'integer' }, { most: 30 });
    const aggregate = pick(below, ['sum', 'count', 'min', 'max'] as const);
    const sql = `SELECT w, m, ${aggregate}(n) FROM t GROUP BY w, m ORDER BY min(place)`;
    return { table, aggregate, tables: { t: table }, numbers: ['n'], sql };
  });
  const answers = sqlAnswers(cases);
  for (const [index, { table, aggregate }] of cases.entries()) {
    const options = { index: 'w', columns: 'm', values: 'n', aggregate, delimiter: delimiterName(table.delimiter) };
    const [header = [], ...rows] = papaCells(await pivoted(table.text, options), table.delimiter);
    const titles = [...new Set(table.rows.map((cells) => cells[1] ?? ''))];
    expect(header.length).toBe(1 + titles.length);
    const found = rows.flatMap(([w = '', ...cells]) =>
      cells.flatMap((cell, place) => (cell === '' ? [] : [`${w}/${titles[place]}/${cell}`])),
    );
    expect(found.sort(), table.text).toEqual((answers[index] ?? []).map((cells) => cells.join('/')).sort());
  }
});
