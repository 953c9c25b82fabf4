import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import {
  axisTitles,
  columnOptions,
  lookOptions,
  tableOptions,
  unitOption,
  valueLabels,
} from '../../formats/charts/chart-options.js';
import { chartData } from '../../formats/charts/chart-series.js';
import { CHART_FILES, readChartTable } from '../../formats/charts/chart-table.js';
import { checkMarks, lineOption } from '../../formats/charts/lines.js';
import { checkLog, SCALES } from '../../formats/charts/scales.js';

import {
  CHART_FILE_NOTE,
  CHART_INPUT_NOTE,
  chartReport,
  drawTable,
  missingPlaces,
  seriesReport,
  seriesSummary,
} from './_chart.js';

const flag = (description: string) => z.boolean().default(false).describe(description);

export default defineTool({
  id: 'line-chart',
  title: 'Line Chart',
  summary: 'Draws line and area charts of one or more series over texts, numbers or dates, also on logarithmic axes.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    ...columnOptions,
    area: flag('Fills the area below each line.'),
    stacked: flag('Adds the series up, one area above the other.'),
    smooth: flag('Draws curves through the points instead of straight lines.'),
    markers: flag('Marks every point; without it, only lines of up to 60 points have marks.'),
    valueLabels: valueLabels(),
    xScale: z.enum(SCALES).default('linear').describe('Scale of the horizontal axis where it has numbers.'),
    yScale: z.enum(SCALES).default('linear').describe('Scale of the vertical axis.'),
    fromZero: flag('Begins the axis of values at 0; areas always do.'),
    unit: unitOption(),
    ...axisTitles,
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    x: z.string().describe('Column of the horizontal axis; empty if rows are counted.'),
    axis: z.enum(['text', 'number', 'date']).describe('What the horizontal axis shows.'),
    series: seriesReport,
  }),
  notes: [
    CHART_INPUT_NOTE,
    'Points go from left to right whatever the order of the rows; a missing value is a gap in the line. Dates are placed in proportion to time, in UTC where they have no offset.',
    'At most 50 series and 100,000 rows; marks and values for 2,000 points.',
    CHART_FILE_NOTE,
  ],
  aliases: [
    'area chart',
    'line graph',
    'time series chart',
    'plot csv',
    'trend chart',
    'log chart',
    'stacked area chart',
    'draw a curve',
    'chart over time',
  ],
  verified: [
    'Read back from the SVG: points of random tables over texts, numbers and dates, and on a logarithmic axis, are where their values are',
    '100,000 points are drawn',
  ],
  examples: [
    {
      title: 'Two series over dates',
      input: 'date,visits,orders\n2024-01-01,120,8\n2024-02-01,180,11\n2024-03-01,150,\n2024-05-01,240,19\n',
      options: { title: 'Visits and orders' },
      output: {
        data: {
          x: 'date',
          axis: 'date',
          series: [
            { name: 'visits', values: 4, missing: 0, least: 120, most: 240 },
            { name: 'orders', values: 3, missing: 1, least: 8, most: 19 },
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
      title: 'A filled area over numbers, on a logarithmic axis',
      input: 'x;y\n1;1,5\n2;15\n;3\n10;1500\n',
      options: { yScale: 'log', area: true, locale: 'de', theme: 'dark' },
      output: {
        data: {
          x: 'x',
          axis: 'number',
          series: [{ name: 'y', values: 4, missing: 0, least: 1.5, most: 1500 }],
          rows: 4,
          width: 800,
          height: 500,
          warnings: ['Rows without a value in "x", not drawn: 1'],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A logarithm of 0',
      input: 'x,y\n1,5\n2,0\n',
      options: { yScale: 'log' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "yScale" can be "log" for values greater than 0 only, row 2 of "y" is 0',
      },
    },
    {
      title: 'A table without numbers',
      input: 'name,city\nAnn,Oslo\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot draw property "input": it has no column of numbers',
      },
    },
    {
      title: 'A column that is not there',
      input: 'day,n\n1,5\n',
      options: { y: 'm' },
      error: { code: 'INVALID_INPUT', message: 'Option "y" names column "m", the columns are "day", "n"' },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const data = chartData(table, options);
      const { xName, xKind, xTexts, xValues, series } = data;
      if (xKind === 'number') checkLog(options.xScale, 'xScale', xName || 'rows', xValues);
      for (const { name, values } of series) checkLog(options.yScale, 'yScale', name, values);
      checkMarks(data, options);
      const titles = { xTitle: options.xTitle || xName, yTitle: options.yTitle || data.yName };
      const names = series.map(({ name }) => name);
      return drawTable(
        table,
        options,
        {
          texts: [...(xKind === 'text' ? xTexts : []), ...names, titles.xTitle, titles.yTitle, options.unit],
          description: `Line chart of ${names.join(', ')} over ${xName || 'rows'}, ${table.rowCount} rows`,
          data: { x: xName, axis: xKind, series: series.map(({ name, values }) => seriesSummary(name, values)) },
          warnings: missingPlaces(data),
        },
        (look) => lineOption(data, look, { ...options, ...titles }),
      );
    });
  },
});
