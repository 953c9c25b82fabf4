import { describe, expect, it } from 'vitest';

import { binsOf } from '../../lib/statistics/bins.js';
import { quantilesOf } from '../../lib/statistics/box.js';
import type { XmlElement } from '../../lib/xml/nodes.js';
import { parseXml } from '../../lib/xml/parse.js';
import { chanceOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import funnelChart from './funnel-chart.js';
import heatmapChart from './heatmap-chart.js';
import histogramChart from './histogram-chart.js';
import radarChart from './radar-chart.js';
import sankeyDiagram from './sankey-diagram.js';
import treemapChart from './treemap-chart.js';

const hasNumpy = hasProgram('python3', ['-c', 'import numpy'], 'bins beside NumPy');
const hasPython = hasProgram('python3', ['--version'], 'quartiles beside Python');

const numbersIn = (text: string): number[] => [...text.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(Number);

/** Every path of a chart with its attributes. */
async function pathsOf(tool: Parameters<typeof runTool>[0], input: string, options = {}) {
  const { files, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  const paths: ReadonlyMap<string, string>[] = [];
  const open: XmlElement[] = [parseXml(Buffer.from(files[0]?.bytes ?? []).toString()).root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (/^(?:path|polygon|polyline)$/.test(element.name))
      paths.push(new Map(element.attributes.map(({ name, raw }) => [name, raw])));
    for (const child of element.children.toReversed()) if (child.kind === 'element') open.push(child);
  }
  return paths;
}

const randomColumns = (seed: number, count: number): number[][] => {
  const chance = chanceOf(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + chance(80) }, () => (chance(2) === 0 ? chance(30) : (chance(20_000) - 10_000) / 100)),
  );
};

describe('histogram-chart', () => {
  const RULES = {
    'freedman-diaconis': 'fd',
    sturges: 'sturges',
    scott: 'scott',
    rice: 'rice',
    'square-root': 'sqrt',
  };
  it.skipIf(!hasNumpy)('has the bins of NumPy', () => {
    const columns = randomColumns(3, 120);
    const script =
      'import json, sys, numpy\nrules, columns = json.load(sys.stdin)\nprint(json.dumps([[[a.tolist() for a in numpy.histogram(c, r)] for r in rules] for c in columns]))';
    const theirs = JSON.parse(
      runProgram('python3', ['-c', script], JSON.stringify([Object.values(RULES), columns])).toString(),
    ) as [number[], number[]][][];
    for (const [i, column] of columns.entries()) {
      const sorted = Float64Array.from(column).sort();
      const most = Math.max(
        ...(['freedman-diaconis', 'sturges'] as const).map((rule) => binsOf(sorted, rule, 0).counts.length),
      );
      expect(binsOf(sorted, 'auto', 0).counts).toHaveLength(most);
      for (const [k, rule] of (Object.keys(RULES) as (keyof typeof RULES)[]).entries()) {
        const [counts, edges] = theirs[i]?.[k] ?? [];
        const ours = binsOf(sorted, rule, 0);
        expect(ours.counts, `${rule} of ${column.join()}`).toEqual(counts);
        for (const [at, edge] of (edges ?? []).entries()) expect(ours.edges[at]).toBeCloseTo(edge, 9);
      }
    }
  });

  it('draws bars as high as the counts', async () => {
    const paths = await pathsOf(histogramChart, `v\n${'1\n'.repeat(5)}${'2\n'.repeat(10)}${'3\n'.repeat(20)}`, {
      bins: 3,
    });
    const heights = paths
      .filter((path) => path.has('data-series'))
      .map((path) => numbersIn(path.get('d') ?? '')[5] ?? 0);
    expect(heights.map((height) => Math.round((20 * height) / (heights[2] ?? 1)))).toEqual([5, 10, 20]);
  });
});

describe('box-plot', () => {
  it.skipIf(!hasPython)('has the quartiles of Python', () => {
    const columns = randomColumns(4, 200).filter(({ length }) => length > 2);
    const script =
      'import json, sys, statistics\nprint(json.dumps([[statistics.quantiles(c, n=4, method=m) for m in ("inclusive", "exclusive")] for c in json.load(sys.stdin)]))';
    const theirs = JSON.parse(
      runProgram('python3', ['-c', script], JSON.stringify(columns)).toString(),
    ) as number[][][];
    for (const [i, column] of columns.entries()) {
      const sorted = Float64Array.from(column).sort();
      for (const [k, method] of (['inclusive', 'exclusive'] as const).entries()) {
        const { first, median, third } = quantilesOf(sorted, method);
        for (const [at, value] of [first, median, third].entries())
          expect(value).toBeCloseTo(theirs[i]?.[k]?.[at] ?? 0, 9);
      }
    }
  });
});

describe('heatmap-chart', () => {
  it('gives the ends of the scale their colours', async () => {
    const paths = await pathsOf(heatmapChart, 'n,a,b\nx,0,10\ny,5,7\n', { palette: 'blues' });
    const cells = paths.filter((path) => path.has('data-series')).map((path) => path.get('fill'));
    expect(cells.slice(0, 2)).toEqual(['rgb(247,251,255)', 'rgb(8,48,107)']);
    expect(cells[2]).toBe('rgb(107,174,214)');
  });
});

describe('radar-chart', () => {
  it('puts corners as far out as the values', async () => {
    const chance = chanceOf(9);
    const values = Array.from({ length: 7 }, () => 1 + chance(100));
    const paths = await pathsOf(radarChart, ['a,v', ...values.map((value, i) => `x${i},${value}`)].join('\n'), {
      scaleEnd: 100,
      area: false,
    });
    const outlines = paths.filter((path) => path.has('data-series') && path.get('stroke-width') === '2');
    const corners = numbersIn(outlines[0]?.get('points') ?? '');
    const points = values.map((_, i) => [corners[2 * i] ?? 0, corners[2 * i + 1] ?? 0] as const);
    // The first corner is above the centre.
    const centerX = points[0]?.[0] ?? 0;
    const distances = (centerY: number) => points.map(([x, y]) => Math.hypot(x - centerX, y - centerY));
    const unit = Math.hypot(...(points[1] ?? [0, 0]).map((at, i) => at - (points[0]?.[i] ?? 0)));
    expect(unit).toBeGreaterThan(0);
    let best = Number.POSITIVE_INFINITY;
    for (let y = 0; y <= 500; y += 0.25) {
      const all = distances(y);
      const scale = (all[0] ?? 0) / (values[0] ?? 1);
      best = Math.min(best, Math.max(...all.map((distance, i) => Math.abs(distance - scale * (values[i] ?? 0)))));
    }
    expect(best).toBeLessThan(1);
  });
});

describe('treemap-chart', () => {
  it('draws areas in proportion', async () => {
    const values = [50, 20, 20, 10];
    const input = ['name,n', ...values.map((value, i) => `x${i},${value}`)].join('\n');
    const paths = await pathsOf(treemapChart, input, { width: 2000, height: 2000 });
    const areas = new Map<string, number>();
    for (const path of paths) {
      const [, , width = 0, , , height = 0] = numbersIn(path.get('d') ?? '');
      const fill = path.get('fill') ?? '';
      if (/^#(?!fff)/.test(fill)) areas.set(fill, Math.max(areas.get(fill) ?? 0, Math.abs(width * height)));
    }
    const found = [...areas.values()].sort((a, b) => b - a).slice(0, 4);
    const sum = found.reduce((a, b) => a + b, 0);
    for (const [i, area] of found.entries()) expect(Math.abs(area / sum - (values[i] ?? 0) / 100)).toBeLessThan(0.01);
  });
});

describe('sankey-diagram', () => {
  it('draws flows as wide as their values', async () => {
    const values = [3, 5, 8, 4];
    const input = ['a,b,n', ...values.map((value, i) => `s,t${i},${value}`)].join('\n');
    const paths = await pathsOf(sankeyDiagram, input, { height: 1000 });
    const bands = paths.filter((path) => path.get('d')?.includes('C') && path.has('data-series'));
    const widths = bands.map((path) => {
      const numbers = numbersIn(path.get('d') ?? '');
      return Math.abs((numbers[1] ?? 0) - (numbers.at(-1) ?? 0));
    });
    expect(widths).toHaveLength(4);
    const unit = (widths[0] ?? 0) / 3;
    for (const [i, width] of widths.entries()) expect(Math.abs(width / unit - (values[i] ?? 0))).toBeLessThan(0.05);
  });

  it('finds circles however long', async () => {
    const rows = Array.from({ length: 299 }, (_, i) => `n${i},n${i + 1},1`);
    expect((await runTool(sankeyDiagram, { input: ['a,b,n', ...rows].join('\n') })).status).toBe(200);
    const { message } = await runTool(sankeyDiagram, { input: ['a,b,n', ...rows, 'n299,n0,1'].join('\n') });
    expect(message).toContain('must not go in a circle');
  });
});

describe('funnel-chart', () => {
  it('draws edges as wide as the values', async () => {
    const values = [100, 60, 45, 5];
    const input = ['a,n', ...values.map((value, i) => `s${i},${value}`)].join('\n');
    const paths = await pathsOf(funnelChart, input);
    const widths = paths
      .filter((path) => path.has('data-series'))
      .map((path) => {
        const [x1 = 0, , x2 = 0] = numbersIn(path.get('points') ?? '');
        return Math.abs(x2 - x1);
      });
    expect(widths.map((width) => Math.round((100 * width) / (widths[0] ?? 1)))).toEqual(values);
  });
});
