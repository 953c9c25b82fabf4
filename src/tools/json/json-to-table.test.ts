import { describe, expect, it } from 'vitest';

import { fractionsOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import jsonToTable from './json-to-table.js';

const WORDS = [
  'a',
  'x|y',
  '<b>',
  '&amp;',
  'a_b_c',
  '*bold*',
  '`code`',
  '$5',
  '50%',
  '#1',
  '[l](u)',
  '{x}',
  '~t~',
  '^',
  '\\',
  'é 中',
  '-',
  '1.10',
  '',
  'a  b',
];

/** What pandoc reads: the cells of the first table, header and rows, with white space as one space. */
function cellsOf(document: string, from: string): string[][] {
  const tree = JSON.parse(runProgram('pandoc', ['-f', from, '-t', 'json'], document).toString()) as { blocks: unknown };
  const rows: string[][] = [];
  const textOf = (node: unknown): string => {
    if (Array.isArray(node)) return node.map(textOf).join('');
    if (typeof node !== 'object' || node === null) return '';
    const { t, c } = node as { t?: string; c?: unknown };
    if (t === 'Str') return String(c);
    if (t === 'Space' || t === 'SoftBreak' || t === 'LineBreak') return ' ';
    if (t === 'Code' || t === 'Math' || t === 'RawInline') return `(${t})`;
    return Array.isArray(c) ? textOf(c) : '';
  };
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) {
      if (typeof node === 'object' && node !== null) for (const value of Object.values(node)) visit(value);
      return;
    }
    // A row is [attributes, cells]; a cell is [attributes, alignment, rows, columns, blocks].
    const [, cells] = node as [unknown, unknown];
    const isRow =
      node.length === 2 &&
      Array.isArray(cells) &&
      cells.length > 0 &&
      cells.every((cell) => Array.isArray(cell) && cell.length === 5);
    if (isRow)
      rows.push(
        (cells as unknown[][]).map((cell) =>
          textOf(cell[4])
            .replace(/[\s\u00a0]+/g, ' ')
            .trim(),
        ),
      );
    else for (const item of node) visit(item);
  };
  visit(tree.blocks);
  return rows;
}

describe('json-to-table', () => {
  const READERS = [
    ['markdown', 'gfm'],
    ['html', 'html'],
    ['latex', 'latex'],
  ] as const;
  inRounds.skipIf(!hasProgram('pandoc', ['--version'], 'tables beside pandoc'))(
    'is read by pandoc with the cells of the JSON',
    [3, 40],
    async (rounds) => {
      const compared = new Map<string, number>();
      const random = fractionsOf(121);
      const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? '';
      for (let round = 0; round < rounds; round++) {
        const columns = ['id', word() || 'k', 'last'].filter((name, index, all) => all.indexOf(name) === index);
        const rows = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
          Object.fromEntries(columns.map((name, index) => [name, index === 0 ? `r${word()}` : word()])),
        );
        const expected = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))].map((row) =>
          row.map((cell) => cell.replace(/\s+/g, ' ').trim()),
        );
        for (const [format, from] of READERS) {
          // pandoc's reader of LaTeX does not know \\textbar, and takes a backtick for a quotation mark, as LaTeX does.
          const isLatex = format === 'latex' && /[|`]/.test(JSON.stringify(rows));
          if (isLatex) continue;
          compared.set(format, (compared.get(format) ?? 0) + 1);
          const { text } = await runTool(jsonToTable, {
            input: JSON.stringify(rows),
            options: { format, flatten: false },
          });
          expect(cellsOf(text ?? '', from), text ?? '').toEqual(expected);
        }
      }
      expect([compared.get('markdown'), compared.get('html')]).toEqual([rounds, rounds]);
    },
  );

  it('writes every format, lists of lists, and no header where asked', async () => {
    const table = async (input: string, options: Record<string, unknown>) =>
      (await runTool(jsonToTable, { input, options })).text;
    expect(await table('[{"a":1}]', { format: 'confluence' })).toBe('||a||\n|1|\n');
    expect(await table('[{"a":1}]', { format: 'asciidoc' })).toBe(
      '[cols="1*", options="header"]\n|===\n|a\n\n|1\n|===\n',
    );
    expect(await table('[[1,"x"],[2]]', { format: 'ascii' })).toBe('+---+---+\n| 1 | x |\n| 2 |   |\n+---+---+\n');
    expect(await table('[{"a":1}]', { header: false, format: 'html' })).not.toContain('<th>');
    expect(await table('[]', {})).toBe('');
  });

  it('refuses tables that would be too large, and writes long ones in linear time', async () => {
    const wide = JSON.stringify(Array.from({ length: 17_000 }, (_, i) => ({ [`k${i}`]: 1 })));
    expect((await runTool(jsonToTable, { input: wide })).code).toBe('LIMIT_EXCEEDED');
    const square = JSON.stringify(Array.from({ length: 5000 }, (_, i) => ({ [`k${i}`]: 1 })));
    expect((await runTool(jsonToTable, { input: square })).code).toBe('LIMIT_EXCEEDED');
    await expectLinear(1000, (length) =>
      runTool(jsonToTable, { input: JSON.stringify(Array.from({ length }, (_, id) => ({ id, name: `n${id}` }))) }),
    );
  });
});
