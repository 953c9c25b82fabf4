import { describe, expect, it } from 'vitest';
import type { XmlElement } from '../../lib/xml/nodes.js';
import { parseXml } from '../../lib/xml/parse.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import barChart from './bar-chart.js';
import lineChart from './line-chart.js';
import pieChart from './pie-chart.js';
import scatterPlot from './scatter-plot.js';

interface Mark {
  readonly series: number;
  readonly index: number;
  readonly path: string;
  readonly transform: string;
}

async function svgOf(tool: Parameters<typeof runTool>[0], input: string, options = {}): Promise<string> {
  const { files } = await runTool(tool, { input, options });
  return Buffer.from(files[0]?.bytes ?? new Uint8Array()).toString();
}

/** The marks of a chart, read from its SVG alone. */
function marksOf(svg: string): Mark[] {
  const marks: Mark[] = [];
  const open: XmlElement[] = [parseXml(svg).root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const value = (name: string): string | undefined =>
      element?.attributes.find((attribute) => attribute.name === name)?.raw;
    const series = value('data-series');
    if (series !== undefined)
      marks.push({
        series: Number(series),
        index: Number(value('data-index')),
        path: value('d') ?? '',
        transform: value('transform') ?? '',
      });
    for (const child of element.children) if (child.kind === 'element') open.push(child);
  }
  return marks;
}

/** A table of so many rows and columns with values between -100 and 100. */
function randomTable(seed: number, least = -100): { rows: number[][]; csv: string } {
  const chance = chanceOf(seed);
  const [height, width] = [2 + chance(11), 1 + chance(5)];
  const rows = Array.from({ length: height }, () =>
    Array.from({ length: width }, () => (least * 10 + chance(1000 - least * 10)) / 10),
  );
  const names = Array.from({ length: width }, (_, i) => `s${i}`);
  return {
    rows,
    csv: [['name', ...names], ...rows.map((row, i) => [`c${i}`, ...row])].map((row) => row.join()).join('\n'),
  };
}

/** Pixels by value on a straight scale: the same for every pair, to a tenth of a pixel per hundred. */
function expectStraight(pairs: readonly (readonly [value: number, pixels: number])[]): void {
  const sorted = [...pairs].sort(([a], [b]) => a - b);
  const [[low, from] = [0, 0], [high, to] = [0, 0]] = [sorted[0], sorted.at(-1)];
  if (high === low) return;
  const perUnit = (to - from) / (high - low);
  for (const [value, pixels] of pairs) expect(Math.abs(from + (value - low) * perUnit - pixels)).toBeLessThan(0.6);
}

const numbersIn = (text: string): number[] => [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);

describe('bar-chart', () => {
  inRounds('draws bars as high as the values, upright and from left to right', [2, 6], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const horizontal = round % 2 === 1;
      const { rows, csv } = randomTable(round);
      const marks = marksOf(await svgOf(barChart, csv, { horizontal, width: 1600, height: 1200 }));
      expect(marks).toHaveLength(rows.length * (rows[0]?.length ?? 0));
      // M x y l width 0 l 0 height: the bar begins at the axis.
      const sides = marks.map(({ series, index, path }): [number, number] => {
        const [, , across = 0, , , down = 0] = numbersIn(path);
        return [rows[index]?.[series] ?? 0, horizontal ? across : down];
      });
      expectStraight([...sides, [0, 0]]);
    }
  });

  it('stacks to the sum, and to 100 percent', async () => {
    const { rows, csv } = randomTable(7, 0);
    const marks = marksOf(await svgOf(barChart, csv, { layout: 'percent' }));
    const heights = rows.map((_, row) =>
      marks.filter(({ index }) => index === row).map(({ series, path }) => [series, numbersIn(path)[5] ?? 0] as const),
    );
    const whole = heights[0]?.reduce((sum, [, height]) => sum + height, 0) ?? 0;
    for (const [row, found] of heights.entries()) {
      const sum = rows[row]?.reduce((a, b) => a + b, 0) ?? 1;
      for (const [series, height] of found)
        expect(Math.abs(height / whole - (rows[row]?.[series] ?? 0) / sum)).toBeLessThan(0.005);
    }
  });

  it('adds up rows of one category and series', async () => {
    const { data } = await runTool(barChart, {
      input: 'city,kind,n\nRome,a,0.1\nRome,b,2\nOslo,a,1\nRome,a,0.2\n',
      options: { series: 'kind' },
    });
    expect(data).toMatchObject({
      categories: 2,
      series: [{ name: 'a', values: 2, most: 1, least: 0.3 }, { name: 'b' }],
    });
  });

  it('escapes what is written, and is the same each time', async () => {
    const input =
      'name,<script>alert(1)</script>\n"]]><svg onload=alert(1)>",1\n&amp; ecmeta_x="1",2\n\u0000\u001b,3\n';
    const svg = await svgOf(barChart, input, { title: '</title><script>alert(1)</script>' });
    expect(svg).toBe(await svgOf(barChart, input, { title: '</title><script>alert(1)</script>' }));
    expect(svg).not.toMatch(/<script|<svg onload|\u001b/);
    expect(parseXml(svg).root.name).toBe('svg');
    expect(svg).toContain('ecmeta_x=');
  });
});

describe('names that all objects have', () => {
  exhaustive('are texts like others', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'];
    for (const tool of [barChart, lineChart, pieChart, scatterPlot]) {
      const csv = [
        ['name', ...names].join(),
        ...names.map((name, i) => [name, ...names.map((_, k) => i + k + 1)].join()),
      ].join('\n');
      const svg = await svgOf(tool, csv, { title: '__proto__', width: 2000 });
      expect(svg).toContain('>__proto__<');
      expect(svg).not.toMatch(/NaN|undefined|\[object/);
      expect(Object.keys(Object.prototype)).toEqual([]);
      const inherited: string[] = [];
      for (const key in {}) inherited.push(key);
      expect(inherited).toEqual([]);
    }
  });
});

describe('line-chart', () => {
  it('puts points where the values are, over texts, numbers and dates', async () => {
    for (const [seed, kind] of ['text', 'number', 'date'].entries()) {
      const { rows } = randomTable(seed + 20);
      const place = (row: number): number => row * row;
      const shown = (row: number): string => {
        if (kind === 'text') return `c${row}`;
        return kind === 'number' ? String(place(row)) : new Date(place(row) * 86_400_000).toISOString().slice(0, 10);
      };
      const csv = ['x,y', ...rows.map(([y], row) => `${shown(row)},${y}`)].join('\n');
      const marks = marksOf(await svgOf(lineChart, csv, { markers: true }));
      expect(marks).toHaveLength(rows.length);
      const centers = marks.map(({ index, transform }) => ({ index, at: numbersIn(transform).slice(-2) }));
      expectStraight(centers.map(({ index, at: [, y = 0] }) => [rows[index]?.[0] ?? 0, y]));
      expectStraight(centers.map(({ index, at: [x = 0] }) => [kind === 'text' ? index : place(index), x]));
    }
  });

  it('has a logarithmic axis', async () => {
    const marks = marksOf(await svgOf(lineChart, 'x,y\n1,1\n2,10\n3,100\n4,1000\n5,50000', { yScale: 'log' }));
    expectStraight(
      marks.map(({ index, transform }) => [
        Math.log10([1, 10, 100, 1000, 50000][index] ?? 1),
        numbersIn(transform).at(-1) ?? 0,
      ]),
    );
  });

  exhaustive('draws the largest table', async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => `${row},${Math.round(Math.sin(row / 3000) * 1e4)}`);
    const bytes = Buffer.from(['x,y', ...rows].join('\n'));
    const { data, files } = await runTool(lineChart, { files: [{ name: 'a.csv', bytes }] });
    expect(data).toMatchObject({ rows: 100_000, axis: 'number' });
    expect(files[0]?.bytes.length).toBeGreaterThan(50_000);
  });
});

describe('pie-chart', () => {
  it('draws angles as large as the shares', async () => {
    for (let round = 0; round < 5; round++) {
      const values = randomTable(round + 40, 1).rows.map(([value = 1]) => value);
      const csv = ['label,value', ...values.map((value, i) => `l${i},${value}`)].join('\n');
      const svg = await svgOf(pieChart, csv, { order: 'keep', width: 2000, height: 2000 });
      const sum = values.reduce((a, b) => a + b, 0);
      const center = 1000;
      for (const { index, path } of marksOf(svg)) {
        const [x1 = 0, y1 = 0, , , , large, , x2 = 0, y2 = 0, , yc = 0] = numbersIn(path);
        const angle = (x: number, y: number): number => Math.atan2(x - center, yc - y);
        const turn = (angle(x2, y2) - angle(x1, y1) + 4 * Math.PI) % (2 * Math.PI);
        expect(turn / (2 * Math.PI)).toBeCloseTo((values[index] ?? 0) / sum, 3);
        expect(large).toBe(turn > Math.PI ? 1 : 0);
      }
    }
  });
});

describe('scatter-plot', () => {
  it('puts points where they are', async () => {
    const { rows } = randomTable(60);
    const pairs = rows.map(([y = 0], i) => [(i * 37) % 19, y] as const);
    const csv = ['x,y', ...pairs.map((pair) => pair.join())].join('\n');
    const marks = marksOf(await svgOf(scatterPlot, csv));
    for (const axis of [0, 1] as const)
      expectStraight(
        marks.map(({ index, transform }) => [pairs[index]?.[axis] ?? 0, numbersIn(transform).slice(-2)[axis] ?? 0]),
      );
  });

  it('draws areas of bubbles in proportion', async () => {
    const marks = marksOf(await svgOf(scatterPlot, 'x,y,n\n1,1,10\n2,2,40\n3,3,90', { size: 'n' }));
    const radii = marks
      .map(({ index, transform }) => [index, numbersIn(transform)[0] ?? 0] as const)
      .sort(([a], [b]) => a - b);
    expect(radii.map(([, radius]) => radius / (radii[0]?.[1] ?? 1))).toEqual([1, 2, 3]);
  });
});
