import { z } from 'zod';

import { defineTool, invalid, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import {
  axisTitles,
  columnOptions,
  lookOptions,
  tableOptions,
  unitOption,
} from '../../formats/charts/chart-options.js';
import { chartData } from '../../formats/charts/chart-series.js';
import { CHART_FILES, columnNumbers, MAX_CHART_ROWS, readChartTable } from '../../formats/charts/chart-table.js';
import { pointOption, pointsOf, trendOf } from '../../formats/charts/points.js';
import { checkLog, SCALES } from '../../formats/charts/scales.js';
import { columnOf } from '../../formats/csv/column-lists.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable, missingPlaces } from './_chart.js';

const MAX_BUBBLES = 5_000;
const digits = (value: number): number => Number(value.toPrecision(12));

export default defineTool({
  id: 'scatter-plot',
  title: 'Scatter Plot',
  summary: 'Draws scatter plots and bubble charts from CSV, JSON or Excel, with trend lines and logarithmic axes.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    ...columnOptions,
    size: z
      .string()
      .max(200)
      .default('')
      .describe('Column whose values are the areas of bubbles; empty for points of one size.'),
    trend: z.boolean().default(false).describe('Draws the straight line that fits each series best (least squares).'),
    pointSize: z.number().min(1).max(40).default(7).describe('Diameter of the points in pixels.'),
    opacityPercent: z.number().min(5).max(100).default(75).describe('Opacity of the points.'),
    xScale: z.enum(SCALES).default('linear').describe('Scale of the horizontal axis where it has numbers.'),
    yScale: z.enum(SCALES).default('linear').describe('Scale of the vertical axis.'),
    unit: unitOption(),
    ...axisTitles,
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    x: z.string().describe('Column of the horizontal axis; empty if rows are counted.'),
    series: z
      .array(
        z.object({
          name: z.string().describe('Name in the legend.'),
          points: z.int().min(0).describe('Points that are drawn.'),
          trend: z
            .object({
              slope: z
                .number()
                .describe('Change of the value per unit of the horizontal axis (dates: per millisecond).'),
              intercept: z.number().describe('Value where the horizontal axis is 0.'),
              rSquared: z.number().min(0).max(1).describe('Share of the variance that the line explains.'),
            })
            .nullable()
            .describe('Line of least squares; null where none was asked for, or all points are above one another.'),
        }),
      )
      .describe('What is drawn, in the order of the colours.'),
  }),
  notes: [
    CHART_INPUT_NOTE,
    'Rows without a value on either axis, or without a size, are not drawn. Trend lines need linear axes of numbers or dates.',
    'At most 50 series and 100,000 points, 5,000 with sizes. More than 2,000 points of a series are drawn as one shape, so that the SVG stays small.',
    CHART_FILE_NOTE,
  ],
  aliases: ['scatter chart', 'bubble chart', 'xy plot', 'point chart', 'scattergram', 'correlation plot', 'plot csv'],
  verified: [
    'F. J. Anscombe, Graphs in Statistical Analysis (1973): slope 0.5, intercept 3 and R² 0.67 of his first data set',
    'Read back from the SVG: points of a random table are where their values are; areas of bubbles are in proportion',
  ],
  examples: [
    {
      title: "The first of Anscombe's data sets, with its trend",
      input: 'x,y\n10,8.04\n8,6.95\n13,7.58\n9,8.81\n11,8.33\n14,9.96\n6,7.24\n4,4.26\n12,10.84\n7,4.82\n5,5.68\n',
      options: { trend: true },
      output: {
        data: {
          x: 'x',
          series: [
            {
              name: 'y',
              points: 11,
              trend: { slope: 0.500090909091, intercept: 3.00009090909, rSquared: 0.666542459509 },
            },
          ],
          rows: 11,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Bubbles of two groups',
      input: 'country,income,life,people,region\nA,10,61,5,south\nB,25,70,80,south\nC,48,81,9,north\nD,51,,4,north\n',
      options: { x: 'income', y: 'life', size: 'people', series: 'region', title: 'Income and life' },
      output: {
        data: {
          x: 'income',
          series: [
            { name: 'south', points: 2, trend: null },
            { name: 'north', points: 1, trend: null },
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
      title: 'A trend over texts',
      input: 'name,y\na,1\nb,2\n',
      options: { trend: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "trend" needs linear axes, and numbers or dates on the horizontal one',
      },
    },
    {
      title: 'A bubble of a negative size',
      input: 'x,y,n\n1,1,-1\n',
      options: { size: 'n' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "size" must name a column of values of at least 0, row 1 of "n" is -1',
      },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const size = options.size.trim() === '' ? undefined : columnOf(table, options.size, 'size');
      const data = chartData(table, options, { taken: size });
      const { xName, xKind, xTexts, xValues, series } = data;
      if (xKind === 'number') checkLog(options.xScale, 'xScale', xName || 'rows', xValues);
      for (const { name, values } of series) checkLog(options.yScale, 'yScale', name, values);
      const isStraight = xKind !== 'text' && options.xScale === 'linear' && options.yScale === 'linear';
      if (options.trend && !isStraight)
        throw invalid('Option "trend" needs linear axes, and numbers or dates on the horizontal one');
      const sizes = size === undefined ? undefined : columnNumbers(table, size);
      const found = pointsOf(data, sizes, table.names[size ?? 0] ?? '').map(({ name, points }) => ({
        name,
        points,
        trend: options.trend ? trendOf(points) : undefined,
      }));
      const drawn = found.reduce((sum, { points }) => sum + points.length, 0);
      if (size !== undefined && drawn > MAX_BUBBLES)
        throw overLimit(`The table of ${table.label} must give at most ${MAX_BUBBLES} bubbles, got ${drawn}`);
      if (drawn > MAX_CHART_ROWS)
        throw overLimit(`The table of ${table.label} must give at most ${MAX_CHART_ROWS} points, got ${drawn}`);
      const titles = { xTitle: options.xTitle || xName, yTitle: options.yTitle || data.yName };
      const names = found.map(({ name }) => name);
      return drawTable(
        table,
        options,
        {
          texts: [...(xKind === 'text' ? xTexts : []), ...names, titles.xTitle, titles.yTitle, options.unit],
          description: `Scatter plot of ${names.join(', ')} over ${xName || 'rows'}, ${drawn} points`,
          data: {
            x: xName,
            series: found.map(({ name, points, trend }) => ({
              name,
              points: points.length,
              trend:
                trend === undefined
                  ? null
                  : {
                      slope: digits(trend.slope),
                      intercept: digits(trend.intercept),
                      rSquared: Math.min(1, digits(trend.rSquared)),
                    },
            })),
          },
          warnings: missingPlaces(data),
        },
        (look) => pointOption(data, found, look, { ...options, ...titles, opacity: options.opacityPercent / 100 }),
      );
    });
  },
});
