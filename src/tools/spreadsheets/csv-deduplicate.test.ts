import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { delimiterName, messyTable, millerCells, papaCells } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-deduplicate.js';

const hasMiller = hasProgram('mlr', ['--version'], 'csv-deduplicate beside Miller');
const KINDS = { w: 'word', m: 'maybe', n: 'integer', t: 'text' } as const;

async function unique(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

inRounds.skipIf(!hasMiller)('keeps the rows that Miller keeps', [8, 300], async (rounds) => {
  const below = chanceOf(91);
  for (let round = 0; round < rounds; round++) {
    const table = messyTable(below, KINDS, { most: 25 });
    const group = pick(below, ['w', 'n', 'w,t', 't']);
    const [keep, args] = pick(below, [
      ['first', ['head', '-n', '1', '-g', group]],
      ['last', ['nothing']],
      ['unique', ['count-similar', '-g', group, 'then', 'filter', '$count == 1', 'then', 'cut', '-x', '-f', 'count']],
      [
        'duplicates',
        ['count-similar', '-g', group, 'then', 'filter', '$count > 1', 'then', 'cut', '-x', '-f', 'count'],
      ],
    ] as const);
    // Miller writes the last ones group by group, so they are the first ones from the end.
    const turned = ['tac', 'then', 'head', '-n', '1', '-g', group, 'then', 'tac'];
    // count-similar writes group by group too: the place puts them in order.
    const ordered = [
      'put',
      '$place = NR',
      'then',
      ...args,
      'then',
      'sort',
      '-nf',
      'place',
      'then',
      'cut',
      '-x',
      '-f',
      'place',
    ];
    const expected = millerCells(table.text, table.delimiter, keep === 'last' ? turned : ordered);
    const options = { columns: group, keep, delimiter: delimiterName(table.delimiter) };
    const found = papaCells(await unique(table.text, options), table.delimiter);
    // Miller writes no header without rows.
    expect(found.length > 1 ? found : [], JSON.stringify([table.text, options])).toEqual(
      expected.length > 1 ? expected : [],
    );
  }
});

it('does not take cells together that are not the same', async () => {
  expect(await unique('a,b\n1,23\n12,3\n', {})).toBe('a,b\n1,23\n12,3\n');
});

it('takes a composed letter and its parts for one, in any case', async () => {
  expect(await unique('a\n\u00e9\nE\u0301\n', { caseSensitive: false })).toBe('a\n\u00e9\n');
});

it('grows with the number of rows', () =>
  expectLinear(3000, async (length) => {
    await unique(`n,t\n${Array.from({ length }, (_, i) => `${i % 700},x\n`).join('')}`, { columns: 'n', report: true });
  }));
