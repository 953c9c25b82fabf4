import { expect, it } from 'vitest';

import type { Tool } from '../../core/index.js';
import { runTool } from '../../testing/run-tool.js';
import csvSqlQuery from '../data-formats/csv-sql-query.js';
import csvColumns from './csv-columns.js';
import csvFilter from './csv-filter.js';
import csvGroupBy from './csv-group-by.js';
import csvSort from './csv-sort.js';

/** As Excel saves it in Germany. */
const TABLE = 'Name;Betrag\nMüller;1.234,50\nJosé;-12,00\nMüller;100,5\nAnn;99,9\n';

async function textOf(tool: Tool, options: Record<string, unknown>) {
  const { text, message } = await runTool(tool, { input: TABLE, options });
  expect(message).toBeUndefined();
  return text;
}

it('numbers with decimal commas are numbers without an option', async () => {
  expect(await textOf(csvFilter, { where: 'Betrag > 100' })).toBe('Name;Betrag\nMüller;1.234,50\nMüller;100,5\n');
  expect(await textOf(csvSort, { by: 'Betrag' })).toBe(
    'Name;Betrag\nJosé;-12,00\nAnn;99,9\nMüller;100,5\nMüller;1.234,50\n',
  );
  expect(await textOf(csvGroupBy, { by: 'Name', aggregates: 'sum(Betrag)' })).toMatch(/^Müller;1335,00$/m);
  expect(await textOf(csvColumns, { add: 'Doppelt = Betrag * 2' })).toMatch(/^José;-12,00;-24,00$/m);
});

it('sums of csv-sql-query are those of the numbers', async () => {
  const files = [{ name: 'a.csv', bytes: Buffer.from(TABLE) }];
  const { text } = await runTool(csvSqlQuery, {
    files,
    options: { sql: 'SELECT sum(Betrag) AS s FROM a', types: true },
  });
  expect(text).toBe('s\n1422.9\n');
});
