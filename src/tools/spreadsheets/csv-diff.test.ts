import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { messyTable, writeMessy } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-diff.js';

const hasPython = hasProgram('python3', ['--version'], 'csv-diff beside Python');
const KINDS = { id: 'integer', w: 'word', t: 'text', m: 'maybe' } as const;

const diff = (before: string, after: string, options: Readonly<Record<string, unknown>> = {}) =>
  runTool(tool, { input: before, files: [{ name: 'after.csv', bytes: Buffer.from(after) }], options });

interface Told {
  readonly added: readonly { readonly row: Readonly<Record<string, string>> }[];
  readonly removed: readonly { readonly row: Readonly<Record<string, string>> }[];
  readonly changed: readonly { readonly key: { readonly id: string }; readonly changes: readonly unknown[] }[];
  readonly unchangedCount: number;
}

inRounds.skipIf(!hasPython)('finds the edits that Python finds', [30, 300], async (rounds) => {
  const below = chanceOf(161);
  const cases: { before: string; after: string; found: Told }[] = [];
  for (let round = 0; round < rounds; round++) {
    const table = messyTable(below, KINDS, { delimiters: [','] });
    const rows = table.rows.map((cells, index) => [String(index), ...cells.slice(1)]);
    const edited = rows
      .filter(() => below(5) > 0)
      .map((cells) =>
        cells.map((cell, column) => (column > 0 && below(6) === 0 ? pick(below, ['red', 'x,y', '']) : cell)),
      );
    if (below(2) === 0) edited.push(['99', 'new', 'row', '']);
    if (below(2) === 0) edited.reverse();
    const before = writeMessy(below, [table.header, ...rows], ',', '\n');
    const after = writeMessy(below, [table.header, ...edited], ',', '\r\n');
    const { data, message } = await diff(before, after, { key: 'id', delimiter: 'comma' });
    expect(message).toBeUndefined();
    cases.push({ before, after, found: data as Told });
  }
  const expected = runPython<readonly [unknown[], unknown[], unknown[], number][]>(
    `import csv, io
def read(text):
    return {row['id']: row for row in csv.DictReader(io.StringIO(text, newline=''))}
def answer(case):
    a, b = read(case['before']), read(case['after'])
    changed = [[k, [{'column': c, 'before': a[k][c], 'after': b[k][c]} for c in b[k] if a[k][c] != b[k][c]]] for k in b if k in a and a[k] != b[k]]
    return [[b[k] for k in b if k not in a], [a[k] for k in a if k not in b], changed, len([k for k in a if k in b and a[k] == b[k]])]
print(json.dumps([answer(case) for case in data]))`,
    cases,
  );
  const sorted = (list: readonly unknown[]): string[] => list.map((item) => JSON.stringify(item)).sort();
  for (const [index, { found, before, after }] of cases.entries()) {
    const [added, removed, changed, unchanged] = expected[index] ?? [[], [], [], 0];
    const where = JSON.stringify([before, after]);
    expect(
      found.added.map((one) => one.row),
      where,
    ).toEqual(added);
    expect(sorted(found.removed.map((one) => one.row)), where).toEqual(sorted(removed));
    expect(
      found.changed.map(({ key, changes }) => [key.id, changes]),
      where,
    ).toEqual(changed);
    expect(found.unchangedCount, where).toBe(unchanged);
  }
});

it('pairs rows of a repeated key in their order and says so', async () => {
  const { data } = await diff('k,v\na,1\na,2\n', 'k,v\na,1\na,3\n', { key: 'k' });
  expect(data).toMatchObject({
    changedCount: 1,
    warnings: ['2 rows repeat the key of an earlier row and were paired in their order'],
  });
});

it('grows with the number of rows', () =>
  expectLinear(2000, async (length) => {
    const table = (step: number): string => `n,t\n${Array.from({ length }, (_, i) => `${i},${i % step}\n`).join('')}`;
    await diff(table(7), table(9));
  }));
