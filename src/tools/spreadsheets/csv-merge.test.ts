import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { messyTable, millerCells, papaCells } from '../../testing/csv-tables.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './csv-merge.js';

const hasMiller = hasProgram('mlr', ['--version'], 'csv-merge beside Miller');
const COLUMNS = { w: 'word', t: 'text', n: 'integer', m: 'maybe' } as const;

inRounds.skipIf(!hasMiller)('gives the table of mlr unsparsify', [8, 300], async (rounds) => {
  const below = chanceOf(111);
  const folder = mkdtempSync(join(tmpdir(), 'csv-merge-'));
  for (let round = 0; round < rounds; round++) {
    const tables = Array.from({ length: 2 + below(3) }, () => {
      const kinds = Object.entries(COLUMNS).filter(([name]) => name === 'w' || below(3) > 0);
      if (below(2) === 0) kinds.reverse();
      return messyTable(below, Object.fromEntries(kinds), { delimiters: [','] });
    });
    const paths = tables.map(({ text }, index) => {
      const path = join(folder, `${index}.csv`);
      writeFileSync(path, text.replaceAll('\r\n', '\n'));
      return path;
    });
    const { files, message } = await runTool(tool, {
      files: tables.map(({ text }, index) => ({ name: `${index}.csv`, bytes: Buffer.from(text) })),
    });
    expect(message).toBeUndefined();
    expect(papaCells(files[0]?.bytes.toString() ?? '', ',')).toEqual(millerCells('', ',', ['unsparsify', ...paths]));
  }
  rmSync(folder, { recursive: true });
});

it('takes files of other encodings and delimiters', async () => {
  const { files } = await runTool(tool, {
    files: [
      { name: 'a.tsv', bytes: Buffer.from('n\tt\r\n1\tä\r\n') },
      { name: 'b.csv', bytes: Buffer.from("t;n\n'Zürich\tx';2\n", 'latin1') },
    ],
  });
  expect(files[0]?.name).toBe('merged.tsv');
  expect(files[0]?.bytes.toString()).toBe('n\tt\r\n1\tä\r\n2\t"\'Zürich\tx\'"\r\n');
});
