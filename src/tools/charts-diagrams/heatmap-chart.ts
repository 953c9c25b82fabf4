import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { axisTitles, lookOptions, tableOptions, unitOption, valueLabels } from '../../formats/charts/chart-options.js';
import { chartData } from '../../formats/charts/chart-series.js';
import {
  CHART_FILES,
  type ChartTable,
  columnNumbers,
  numericColumn,
  readChartTable,
} from '../../formats/charts/chart-table.js';
import { HEAT_COLORS, type HeatColors, type HeatMap, heatOption } from '../../formats/charts/shapes.js';
import { columnOf } from '../../formats/csv/column-lists.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable } from './_chart.js';

const MAX_CELLS = 40_000;
const MAX_LABELS = 2_000;
const PALETTES = Object.keys(HEAT_COLORS) as [HeatColors, ...HeatColors[]];

const column = (description: string) => z.string().max(200).default('').describe(description);

/** Rows of `x`, `y` and a value; the last of several with the same places counts. */
function longMap(table: ChartTable, x: number, y: number, value: number): HeatMap & { readonly repeated: number } {
  const values = columnNumbers(table, value);
  const [across, down] = [table.columns[x]?.cells ?? [], table.columns[y]?.cells ?? []];
  const [columns, rows] = [[...new Set(across)], [...new Set(down)]];
  checkSize(table, columns.length, rows.length);
  const places = [columns, rows].map((names) => new Map(names.map((name, at) => [name, at])));
  const map = rows.map(() => new Array<number | null>(columns.length).fill(null));
  let repeated = 0;
  for (const [row, found] of values.entries()) {
    const line = map[places[1]?.get(down[row] ?? '') ?? 0];
    const at = places[0]?.get(across[row] ?? '') ?? 0;
    if (line === undefined || found === null) continue;
    if ((line[at] ?? null) !== null) repeated++;
    line[at] = found;
  }
  return { columns, rows, values: map, repeated };
}

/** A matrix: a row of the map for each row, a column for each column of numbers. */
function wideMap(table: ChartTable, rowNames: string): HeatMap & { readonly repeated: number } {
  const { xTexts, series } = chartData(table, { x: rowNames, y: '', series: '' }, { x: 'y', isWide: true });
  checkSize(table, series.length, xTexts.length);
  const values = xTexts.map((_, row) => series.map((one) => one.values[row] ?? null));
  return { columns: series.map(({ name }) => name), rows: xTexts, values, repeated: 0 };
}

function checkSize({ label }: ChartTable, columns: number, rows: number): void {
  if (columns * rows > MAX_CELLS)
    throw overLimit(`The heat map of ${label} must have at most ${MAX_CELLS} cells, got ${columns} × ${rows}`);
}

export default defineTool({
  id: 'heatmap-chart',
  title: 'Heatmap Chart',
  summary: 'Draws a matrix, or rows with two places and a value, as a heat map with a scale of colours.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    x: column('Column with the places from left to right; empty if the table is a matrix.'),
    y: column('Column with the places from top to bottom; of a matrix, the column with the names of its rows.'),
    value: column('Column with the values, where "x" is given; empty for the first of numbers.'),
    palette: z
      .enum(PALETTES)
      .default('viridis')
      .describe('Colours from low to high; diverging ones have 0 in the middle.'),
    valueLabels: valueLabels(),
    unit: unitOption(),
    ...axisTitles,
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    columns: count('Places from left to right.'),
    lines: count('Places from top to bottom.'),
    least: z.number().nullable().describe('Smallest value; null if there is none.'),
    most: z.number().nullable().describe('Largest value.'),
  }),
  notes: [
    CHART_INPUT_NOTE,
    'A matrix has the names of its rows in one column and a column of numbers for each place. Places without a value stay empty. At most 40,000 cells, 2,000 with their values.',
    CHART_FILE_NOTE,
  ],
  aliases: [
    'heat map',
    'correlation heatmap',
    'matrix chart',
    'color matrix',
    'confusion matrix plot',
    'seaborn heatmap',
  ],
  verified: [
    'Read back from the SVG: cells of a matrix have the colours of the ends of the scale where the values are its ends',
    'Colours: viridis of matplotlib, Blues, Oranges and RdBu of ColorBrewer',
  ],
  examples: [
    {
      title: 'A matrix of correlations',
      input: 'name,a,b,c\na,1,0.5,-0.2\nb,0.5,1,0.1\nc,-0.2,0.1,1\n',
      options: { palette: 'diverging', valueLabels: true },
      output: {
        data: { columns: 3, lines: 3, least: -0.2, most: 1, rows: 3, width: 800, height: 500, warnings: [] },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Rows with two places',
      input: 'day,hour,calls\nMon,8,3\nMon,9,7\nTue,9,5\nMon,8,4\n',
      options: { x: 'hour', y: 'day', value: 'calls', format: 'png' },
      output: {
        data: {
          columns: 2,
          lines: 2,
          least: 4,
          most: 7,
          rows: 4,
          width: 800,
          height: 500,
          warnings: ['Places with several values, the last of which is drawn: 1'],
        },
        files: [{ name: 'chart.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A column that is not there',
      input: 'day,hour,calls\nMon,8,3\n',
      options: { x: 'hour', y: 'week' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "y" names column "week", the columns are "day", "hour", "calls"',
      },
    },
    {
      title: 'A table without numbers',
      input: 'name,city\nAnn,Oslo\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot draw property "input": it has no column of numbers' },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const isLong = options.x.trim() !== '';
      const x = isLong ? columnOf(table, options.x, 'x') : 0;
      const y = isLong ? columnOf(table, options.y, 'y') : 0;
      const map = isLong
        ? longMap(table, x, y, numericColumn(table, options.value, 'value', [x, y]))
        : wideMap(table, options.y);
      const cells = map.columns.length * map.rows.length;
      if (options.valueLabels && cells > MAX_LABELS)
        throw overLimit(`Option "valueLabels" can be true for at most ${MAX_LABELS} cells, got ${cells}`);
      const known = map.values.flat().filter((value) => value !== null);
      const titles = {
        xTitle: options.xTitle || (isLong ? (table.names[x] ?? '') : ''),
        yTitle: options.yTitle || (isLong ? (table.names[y] ?? '') : options.y),
      };
      return drawTable(
        table,
        options,
        {
          texts: [...map.columns, ...map.rows, titles.xTitle, titles.yTitle, options.unit],
          description: `Heat map with ${map.columns.length} columns and ${map.rows.length} rows`,
          data: {
            columns: map.columns.length,
            lines: map.rows.length,
            least: known.length === 0 ? null : known.reduce((a, b) => Math.min(a, b)),
            most: known.length === 0 ? null : known.reduce((a, b) => Math.max(a, b)),
          },
          warnings:
            map.repeated === 0 ? [] : [`Places with several values, the last of which is drawn: ${map.repeated}`],
        },
        (look) => heatOption(map, look, { ...options, ...titles }),
      );
    });
  },
});
