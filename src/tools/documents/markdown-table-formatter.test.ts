import MarkdownIt from 'markdown-it';
import { format } from 'prettier';
import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { installedFiles } from '../../testing/installed-files.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './markdown-table-formatter.js';

const formatted = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return text ?? '';
};

const CELLS = [
  'a',
  'two words',
  '日本語',
  '👍',
  '👨‍👩‍👧',
  '`a\\|b`',
  'x\\|y',
  'é',
  'e\u0301',
  '123456',
  '한글',
  '🇩🇪',
  'ｆｕｌｌ',
  '',
];

/** As people write tables: spaces anywhere and, where it is asked for, rows too short. */
function randomTable(chance: Chance, hasShort = true): string {
  const columns = 2 + chance(4);
  const space = (): string => ' '.repeat(chance(4));
  const cell = (): string => `${space()}${pick(chance, CELLS)}${space()}`;
  const row = (cells: readonly string[]): string => `|${cells.join('|')}|`;
  const header = Array.from({ length: columns }, (_, i) => `${space()}h${i}${pick(chance, CELLS)}${space()}`);
  const dashes = Array.from({ length: columns }, () => `${space()}${pick(chance, ['-', ':-', '-:', ':-:', '----'])}`);
  const rows = Array.from({ length: chance(5) }, () =>
    row(['r', ...Array.from({ length: hasShort && chance(3) === 0 ? chance(columns) : columns - 1 }, cell)]),
  );
  return [row(header), row(dashes), ...rows].join('\n');
}

inRounds('prettier writes the same table', [40, 500], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const table = `${randomTable(chanceOf(seed), false)}\n`;
    const pretty = await format(table, { parser: 'markdown', proseWrap: 'preserve' });
    const made = await formatted(table);
    expect(made, table).toBe(pretty);
    expect(await formatted(made), table).toBe(made);
  }
});

const reader = new MarkdownIt({ html: true });
const htmlOf = (markdown: string): string => reader.render(markdown);

const OTHER = [
  'Text | with | pipes',
  '```\n|a|b|\n|-|-|\n|ccc|d|\n```',
  'Code:\n\n    |a|b|\n    |-|-|',
  '<div>\n|a|b|\n|-|-|\n</div>',
  '- item\n- | other |',
  '# a | b',
  '---',
];

inRounds('documents are read as before, and lines that are no table stay', [20, 300], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const chance = chanceOf(seed);
    const quoted = (text: string, mark: string): string => text.replace(/^/gm, mark);
    const parts = Array.from({ length: 3 + chance(4) }, () =>
      pick(chance, [
        () => pick(chance, OTHER),
        () => randomTable(chance),
        () => quoted(randomTable(chance), '> '),
        () => `- ${randomTable(chance).replaceAll('\n', '\n  ')}`,
      ])(),
    );
    const text = `${[...parts, '|a|b|\n|-|-|'].join('\n\n')}\n`;
    const options = { style: pick(chance, ['aligned', 'compact']), outerPipes: chance(2) === 0 };
    const made = await formatted(text, options);
    expect(htmlOf(made), text).toBe(htmlOf(text));
    for (const part of OTHER.slice(0, -1)) expect(made.split(part).length, text).toBe(text.split(part).length);
  }
});

inRounds('files of packages are read as before', [20, 400], async (count) => {
  let made = 0;
  for (const { name, text } of installedFiles(['.md'], count)) {
    const { text: after, message } = await runTool(tool, { input: text });
    if (message?.includes('no table')) continue;
    made++;
    expect(message, name).toBeUndefined();
    expect(htmlOf(after ?? ''), name).toBe(htmlOf(text));
  }
  expect(made).toBeGreaterThan(0);
});

const TABLE = '|a|bb|\n|-|:-:|\n|日本|c|\n';

it.each<[string, string, Record<string, unknown>, string]>([
  ['compact', TABLE, { style: 'compact' }, '| a | bb |\n| --- | :-: |\n| 日本 | c |\n'],
  ['characters', TABLE, { measure: 'characters' }, '| a   | bb  |\n| --- | :-: |\n| 日本  |  c  |\n'],
  ['screen', TABLE, {}, '| a    | bb  |\n| ---- | :-: |\n| 日本 |  c  |\n'],
  ['all to the right', TABLE, { align: 'right' }, '|    a |  bb |\n| ---: | --: |\n| 日本 |   c |\n'],
  ['all in the middle', TABLE, { align: 'center' }, '|  a   | bb  |\n| :--: | :-: |\n| 日本 |  c  |\n'],
  ['no alignment', TABLE, { align: 'none' }, '| a    | bb  |\n| ---- | --- |\n| 日本 | c   |\n'],
  ['wide enough', TABLE, { maxWidth: 14 }, '| a    | bb  |\n| ---- | :-: |\n| 日本 |  c  |\n'],
  ['too wide', TABLE, { maxWidth: 13 }, '| a | bb |\n| --- | :-: |\n| 日本 | c |\n'],
  [
    'an empty cell needs pipes',
    '|a|b|\n|-|-|\n||c|\n',
    { outerPipes: false },
    '| a   | b   |\n| --- | --- |\n|     | c   |\n',
  ],
  [
    'cells beyond the header stay',
    '|a|b|\n|-|-|\n|c|d|extra|\n',
    {},
    '| a   | b   |\n| --- | --- |\n| c   | d   | extra |\n',
  ],
  [
    'an item that looks like a header stays',
    '- a | b\n  -|-\n\n|a|b|\n|-|-|',
    {},
    '- a | b\n  -|-\n\n| a   | b   |\n| --- | --- |',
  ],
  ['no line break at the end', '|a|b|\n|-|-|\n|c|d|', {}, '| a   | b   |\n| --- | --- |\n| c   | d   |'],
])('%s', async (_, input, options, expected) => {
  expect(await formatted(input, options)).toBe(expected);
});

const HOSTILE = ['|', '|a', '|a|b|\n|-|-|\n', '|-', '> |a|\n', '\\|', '|a|b|\n', '- |a|\n  |-|\n'];

it.each(HOSTILE)('%j many times is answered', async (piece) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input: `|a|b|\n|-|-|\n${piece.repeat(2000)}` })).status);
});

exhaustive.each(HOSTILE)('%s a million characters long is answered', async (piece) => {
  const input = `|a|b|\n|-|-|\n${piece.repeat(900_000 / piece.length)}`;
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});

exhaustive('time grows with the rows, not their square', async () => {
  await expectLinear(2000, (length) => runTool(tool, { input: `|a|b|\n|-|-|\n${'|日本|c|\n'.repeat(length)}` }));
});
