import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { runTool } from '../../testing/run-tool.js';
import pdfToExcel from './pdf-to-excel.js';

const NAMES = [
  'Austria',
  'Belgium',
  'Cyprus',
  'Denmark',
  'Estonia',
  'Finland',
  'Greece',
  'Hungary',
  'Ireland',
  'Malta',
];
const HEADS = ['2008', '2009', 'Change %', 'Q1', 'Median', 'Number of cases', 'Type'];
/** What is drawn: nothing, lines above and below the head and at the end, below each row, between columns, a frame of the head, stripes. */
const LOOKS = ['plain', 'booktabs', 'rows', 'columns', 'head', 'stripes'] as const;
/** Courier: each letter is 0.6 of the size wide. */
const LETTER = 0.6;

const number = (chance: Chance): string =>
  pick(chance, [
    `${chance(100)}.${chance(10)}`,
    `${1 + chance(900)},${100 + chance(900)}`,
    `${chance(99)}%`,
    '–',
  ]).replace('–', '-');

interface Made {
  readonly content: string;
  readonly rows: readonly (readonly string[])[];
}

/** A table between two paragraphs, its cells to the left, in the middle or to the right of their columns. */
function madeTable(chance: Chance, look: (typeof LOOKS)[number]): Made {
  const [size, pad, columns] = [pick(chance, [7, 8, 9]), pick(chance, [5, 8, 12]), 3 + chance(4)];
  const step = size * 1.15 + pick(chance, [1, 3, 6]);
  const rows = [
    ['Country', ...Array.from({ length: columns - 1 }, () => pick(chance, HEADS))],
    ...NAMES.slice(0, 4 + chance(6)).map((name) => [
      name,
      ...Array.from({ length: columns - 1 }, () => (chance(8) === 0 ? '' : number(chance))),
    ]),
  ];
  const widthOf = (text: string): number => text.length * LETTER * size;
  const widths = Array.from({ length: columns }, (_, c) => Math.max(...rows.map((row) => widthOf(row[c] ?? ''))));
  const lefts = widths.map((_, c) => 60 + widths.slice(0, c).reduce((sum, width) => sum + width + 2 * pad, 0));
  const right = (lefts.at(-1) ?? 0) + (widths.at(-1) ?? 0) + 2 * pad;
  const side = chance(3) / 2;
  const top = 640;
  const bottomOf = (row: number): number => top - step * row - 0.35 * size;
  const parts = [
    'The plan for the year was kept in a box of the harbour office.',
    'Its first page was never read again.',
  ].map((line, i) => textAt(60, 680 - 12 * i, line, { size, font: 'F3' }));
  const across = (row: number): string => `60 ${bottomOf(row).toFixed(2)} m ${right} ${bottomOf(row).toFixed(2)} l S`;
  if (look === 'booktabs') parts.push(across(-1), across(0), across(rows.length - 1));
  if (look === 'rows') parts.push(...rows.map((_, r) => across(r)));
  if (look === 'columns')
    parts.push(...lefts.slice(1).map((x) => `${x} ${bottomOf(-1)} m ${x} ${bottomOf(rows.length - 1)} l S`));
  if (look === 'head')
    parts.push(...lefts.map((x, c) => `${x} ${bottomOf(0)} ${(widths[c] ?? 0) + 2 * pad} ${step} re S`));
  if (look === 'stripes') {
    for (let r = 1; r < rows.length; r += 2)
      for (const [c, x] of lefts.entries())
        parts.push(`0.9 g ${x} ${bottomOf(r)} ${(widths[c] ?? 0) + 2 * pad} ${step} re f 0 g`);
  }
  for (const [r, row] of rows.entries()) {
    for (const [c, text] of row.entries()) {
      const room = (widths[c] ?? 0) - widthOf(text);
      const x = (lefts[c] ?? 0) + pad + (c === 0 ? 0 : side * room);
      if (text !== '') parts.push(textAt(x, top - step * r, text, { size, font: 'F3' }));
    }
  }
  parts.push(textAt(60, bottomOf(rows.length) - 30, 'Source: the archive of the town.', { size, font: 'F3' }));
  return { content: parts.join(' '), rows };
}

/** Pairs of neighbours of a table, as the ICDAR 2013 competition counts them: the next cell with text to the right and below. */
function neighbours(rows: readonly (readonly string[])[]): string[] {
  const pairs: string[] = [];
  for (const [r, row] of rows.entries()) {
    for (const [c, text] of row.entries()) {
      if (text === '') continue;
      const next = row.slice(c + 1).find((other) => other !== '');
      const below = rows.slice(r + 1).find((other) => (other[c] ?? '') !== '')?.[c];
      if (next !== undefined) pairs.push(`${text} > ${next}`);
      if (below !== undefined) pairs.push(`${text} v ${below}`);
    }
  }
  return pairs;
}

for (const look of LOOKS) {
  it(`finds at least 97 % of the neighbouring cells of made tables, and hardly any others: ${look}`, async () => {
    const chance = chanceOf(LOOKS.indexOf(look) + 1);
    const made = Array.from({ length: 20 }, () => madeTable(chance, look));
    const bytes = textPdf(made.map(({ content }) => ({ content })));
    const answer = await runTool(pdfToExcel, { files: [{ name: 'a.pdf', bytes }], options: { format: 'json' } });
    expect(answer.status, answer.message).toBe(200);
    const { tables } = (answer.data as { files: { tables: { page: number; rows: string[][] }[] }[] }).files[0] ?? {
      tables: [],
    };
    const [counts, all] = [{ right: 0, wanted: 0, found: 0 }, new Map<number, string[]>()];
    for (const { page, rows } of tables) all.set(page, [...(all.get(page) ?? []), ...neighbours(rows)]);
    for (const [i, { rows }] of made.entries()) {
      const left = neighbours(rows);
      const found = all.get(i + 1) ?? [];
      counts.wanted += left.length;
      counts.found += found.length;
      for (const pair of found) {
        const at = left.indexOf(pair);
        if (at !== -1) counts.right += left.splice(at, 1).length;
      }
    }
    expect(counts.right / counts.wanted).toBeGreaterThan(0.97);
    expect(counts.right / counts.found).toBeGreaterThan(0.97);
  });
}
