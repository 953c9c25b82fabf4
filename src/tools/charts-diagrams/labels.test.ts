/** Labels read back from the SVG: none covers another, and none is lost without a word. */

import { describe, expect, it } from 'vitest';

import { chartMeasure } from '../../engines/charts.js';
import type { XmlElement } from '../../lib/xml/nodes.js';
import { parseXml } from '../../lib/xml/parse.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import barChart from './bar-chart.js';
import boxPlot from './box-plot.js';
import heatmapChart from './heatmap-chart.js';
import lineChart from './line-chart.js';
import pieChart from './pie-chart.js';

type Point = readonly [x: number, y: number];

interface Label {
  readonly text: string;
  readonly corners: readonly Point[];
}

/** The corners of each text, from where it is anchored, how it is turned and how wide the fonts draw it. */
function labelsOf(svg: string): Label[] {
  const labels: Label[] = [];
  const open: XmlElement[] = [parseXml(svg).root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const attributes = new Map(element.attributes.map(({ name, raw }) => [name, raw]));
    for (const child of element.children) if (child.kind === 'element') open.push(child);
    if (element.name !== 'text') continue;
    const text = element.children
      .map((child) => (child.kind === 'text' ? child.raw.replaceAll('&lt;', '<').replaceAll('&amp;', '&') : ''))
      .join('');
    const size = Number(/([\d.]+)px/.exec(attributes.get('style') ?? '')?.[1]);
    const width = chartMeasure(text)(text, size, attributes.get('style')?.includes('bold') === true);
    const anchor = attributes.get('text-anchor');
    const left = Number(attributes.get('x') ?? 0) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
    const y = Number(attributes.get('y') ?? 0);
    // Digits and capitals: letters below the line may touch what is under them.
    const half = size * 0.38;
    const numbers = (attributes.get('transform') ?? '').match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [0, 0];
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers.length === 6 ? numbers : [1, 0, 0, 1, ...numbers];
    const corners = (
      [
        [left, y - half],
        [left + width, y - half],
        [left + width, y + half],
        [left, y + half],
      ] as const
    ).map(([px, py]): Point => [a * px + c * py + e, b * px + d * py + f]);
    labels.push({ text, corners });
  }
  return labels;
}

/** Two boxes, however turned, are apart where an edge of one of them divides them. */
function isApart(one: readonly Point[], other: readonly Point[]): boolean {
  return [one, other].some((box) =>
    box.some(([x, y], at) => {
      const [nextX, nextY] = box[(at + 1) % box.length] ?? [0, 0];
      const along = (points: readonly Point[]): number[] =>
        points.map(([px, py]) => (px * (y - nextY) + py * (nextX - x)) / (Math.hypot(nextX - x, nextY - y) || 1));
      const [mine, theirs] = [along(one), along(other)];
      return Math.max(...mine) <= Math.min(...theirs) + 0.5 || Math.max(...theirs) <= Math.min(...mine) + 0.5;
    }),
  );
}

function overlaps(labels: readonly Label[]): string[] {
  return labels.flatMap((one, at) =>
    labels
      .slice(at + 1)
      .filter((other) => !isApart(one.corners, other.corners))
      .map((other) => `${one.text} / ${other.text}`),
  );
}

const WORDS = ['Federal Ministry', 'Transport', 'n/a', 'none', 'Sales', 'southern region', 'R&D', 'of the', 'and'];

interface Drawing {
  readonly labels: readonly Label[];
  readonly warnings: readonly string[];
}

async function draw(
  tool: Parameters<typeof runTool>[0],
  rows: readonly unknown[][],
  options: object,
): Promise<Drawing> {
  const input = rows.map((row) => row.map((cell) => `"${cell}"`).join()).join('\n');
  const { files, data } = await runTool(tool, { input, options: { ...options } });
  const { warnings } = data as { readonly warnings: readonly string[] };
  return { labels: labelsOf(Buffer.from(files[0]?.bytes ?? []).toString()), warnings };
}

/** A table of named rows with 1 to 4 columns of values, some below 0. */
function randomRows(seed: number, isDated = false) {
  const chance = chanceOf(seed);
  const [height, width] = [3 + chance(25), 1 + chance(4)];
  const scale = 10 ** chance(5);
  const word = (): string => WORDS[chance(WORDS.length)] ?? '';
  const names = Array.from({ length: height }, (_, row) =>
    isDated ? `2024-03-${String(row + 1).padStart(2, '0')}` : `${word()} ${chance(2) === 0 ? word() : ''} ${row}`,
  );
  const columns = Array.from({ length: width }, (_, at) => `Series ${at}`);
  const values = names.map(() => columns.map(() => ((chance(2000) - 700) * scale) / 10));
  return { values, rows: [['name', ...columns], ...names.map((name, at) => [name, ...(values[at] ?? [])])] };
}

/** How many the warnings say are missing. */
const said = (warnings: readonly string[], what: string): number =>
  warnings.reduce((sum, text) => sum + Number(new RegExp(`^${what}.*: (\\d+) of`).exec(text)?.[1] ?? 0), 0);

describe('labels', () => {
  const kinds = [
    [barChart, { layout: 'grouped' }],
    [barChart, { layout: 'stacked' }],
    [barChart, { horizontal: true, height: 900 }],
    [lineChart, {}],
    [lineChart, { width: 1400, height: 800, theme: 'dark' }],
    [heatmapChart, { y: 'name' }],
  ] as const;
  inRounds('do not overlap, and those that are left out are counted', [3, 300], async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const [tool, options] = kinds[round % kinds.length] ?? kinds[0];
      const { values, rows } = randomRows(round + 2, tool === lineChart && round % 4 < 2);
      const { labels, warnings } = await draw(tool, rows, { ...options, valueLabels: true, title: 'Results' });
      expect(overlaps(labels), `round ${round}, ${tool.id}`).toEqual([]);
      const count = values.flat().length;
      const small = labels.filter(
        ({ corners: [a, , , d] }) => Math.hypot((a?.[0] ?? 0) - (d?.[0] ?? 0), (a?.[1] ?? 0) - (d?.[1] ?? 0)) < 8.5,
      );
      expect(small.length + said(warnings, 'Values'), `round ${round}, ${tool.id}`).toBe(count);
    }
  });

  inRounds('of categories are all there, or counted', [6, 200], async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const chance = chanceOf(round + 900);
      const count = 2 + chance(round % 3 === 0 ? 49 : 25);
      const names = Array.from({ length: count }, (_, at) => `${WORDS[chance(WORDS.length)]} q${at}q`);
      const rows = [['g', 'v'], ...names.flatMap((name, at) => [1, 4, 2].map((value) => [name, value + (at % 7)]))];
      const horizontal = round % 2 === 1;
      const { labels, warnings } = await draw(boxPlot, rows, { group: 'g', horizontal });
      expect(overlaps(labels), `round ${round}`).toEqual([]);
      const shown = labels.filter(({ text }) => !/^[\d.]+$|^[gv]$/.test(text));
      expect(shown.length + said(warnings, 'Labels'), `round ${round}`).toBe(count);
    }
  });

  inRounds('of slices do not overlap', [3, 60], async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const chance = chanceOf(round + 500);
      const rows = [
        ['a', 'b'],
        ...Array.from({ length: 2 + chance(29) }, (_, at) => [`Slice ${at}`, 1 + chance(1000)]),
      ];
      const { labels } = await draw(pieChart, rows, { limit: 30 });
      expect(overlaps(labels), `round ${round}`).toEqual([]);
    }
  });

  it('keep names such as none and n/a, and shares that are nearly nothing', async () => {
    const { labels } = await draw(
      pieChart,
      [
        ['a', 'b'],
        ['none', 5000],
        ['n/a', 3000],
        ['few', 1],
      ],
      { order: 'keep' },
    );
    const texts = labels.map(({ text }) => text).join(' ');
    for (const text of ['none', 'n/a', '<0.1 %'.replace('<', '&lt;')])
      expect(texts.replaceAll('<', '&lt;')).toContain(text);
  });
});
