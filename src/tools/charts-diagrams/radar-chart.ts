import { z } from 'zod';

import { defineTool, invalid, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { lookOptions, tableOptions, unitOption } from '../../formats/charts/chart-options.js';
import { chartData } from '../../formats/charts/chart-series.js';
import { CHART_FILES, readChartTable } from '../../formats/charts/chart-table.js';
import { radarOption } from '../../formats/charts/shapes.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable, seriesReport, seriesSummary } from './_chart.js';

const MAX_AXES = 60;
const MAX_POLYGONS = 12;

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundedUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return Number((step * power).toPrecision(12));
}

export default defineTool({
  id: 'radar-chart',
  title: 'Radar Chart',
  summary: 'Draws radar (spider) charts: an axis per row, a polygon per column of values.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    axes: z
      .string()
      .max(200)
      .default('')
      .describe('Column with the names of the axes, by name or number from 1; empty for the first of texts.'),
    values: z
      .string()
      .max(2000)
      .default('')
      .describe('Columns with the values, separated by commas; empty for all of numbers.'),
    scaleEnd: z.number().min(0).max(1e12).default(0).describe('Value at the rim; 0 for the largest value, rounded up.'),
    area: z.boolean().default(true).describe('Fills the polygons.'),
    unit: unitOption(),
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    axes: count('Axes.'),
    scaleEnd: z.number().describe('Value at the rim.'),
    series: seriesReport,
  }),
  notes: [
    CHART_INPUT_NOTE,
    'All axes begin at 0 in the centre and have one scale; values must be from 0 to the rim. 3 to 60 axes, and at most 12 polygons.',
    CHART_FILE_NOTE,
  ],
  aliases: ['spider chart', 'web chart', 'star chart', 'polar chart', 'radar graph', 'skill chart'],
  verified: ['Read back from the SVG: the corners of random polygons are as far from the centre as their values'],
  examples: [
    {
      title: 'Two products',
      input: 'quality,A,B\nprice,4,2\nspeed,3,5\nlooks,5,4\nsafety,2,5\n',
      output: {
        data: {
          axes: 4,
          scaleEnd: 5,
          series: [
            { name: 'A', values: 4, missing: 0, least: 2, most: 5 },
            { name: 'B', values: 4, missing: 0, least: 2, most: 5 },
          ],
          rows: 4,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A rim of 100',
      input: 'skill,level\nread,70\nwrite,55\nspeak,90\n',
      options: { scaleEnd: 100, unit: '%', format: 'png', theme: 'dark' },
      output: {
        data: {
          axes: 3,
          scaleEnd: 100,
          series: [{ name: 'level', values: 3, missing: 0, least: 55, most: 90 }],
          rows: 3,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.png', mime: 'image/png' }],
      },
    },
    {
      title: 'Two axes',
      input: 'a,b\nx,1\ny,2\n',
      error: { code: 'INVALID_INPUT', message: 'A radar chart needs 3 to 60 rows, got 2' },
    },
    {
      title: 'A value beyond the rim',
      input: 'a,b\nx,1\ny,2\nz,9\n',
      options: { scaleEnd: 5 },
      error: { code: 'INVALID_INPUT', message: 'Values of a radar chart must be from 0 to 5, got 9' },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const request = { x: options.axes, y: options.values, series: '' };
      const { xTexts, series } = chartData(table, request, { x: 'axes', y: 'values' });
      if (xTexts.length < 3 || xTexts.length > MAX_AXES)
        throw invalid(`A radar chart needs 3 to ${MAX_AXES} rows, got ${xTexts.length}`);
      if (series.length > MAX_POLYGONS)
        throw overLimit(`The table of ${table.label} must give at most ${MAX_POLYGONS} polygons, got ${series.length}`);
      const all = series.flatMap(({ values }) => values).filter((value) => value !== null);
      const most = all.reduce((a, b) => Math.max(a, b), 0);
      const scaleEnd = options.scaleEnd || roundedUp(most);
      const outside = all.find((value) => value < 0 || value > scaleEnd);
      if (outside !== undefined) throw invalid(`Values of a radar chart must be from 0 to ${scaleEnd}, got ${outside}`);
      return drawTable(
        table,
        options,
        {
          texts: [...xTexts, ...series.map(({ name }) => name), options.unit],
          description: `Radar chart of ${series.map(({ name }) => name).join(', ')} over ${xTexts.join(', ')}; the rim is ${scaleEnd}`,
          data: {
            axes: xTexts.length,
            scaleEnd,
            series: series.map(({ name, values }) => seriesSummary(name, values)),
          },
        },
        (look) => radarOption(xTexts, series, scaleEnd, look, options),
      );
    });
  },
});
