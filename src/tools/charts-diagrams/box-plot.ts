import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { axisTitles, lookOptions, tableOptions, unitOption } from '../../formats/charts/chart-options.js';
import { chartData } from '../../formats/charts/chart-series.js';
import { CHART_FILES, readChartTable } from '../../formats/charts/chart-table.js';
import { boxOption } from '../../formats/charts/distributions.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { boxOf, QUARTILE_METHODS } from '../../lib/statistics/box.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable } from './_chart.js';

const MAX_OUTLIERS = 5_000;

export default defineTool({
  id: 'box-plot',
  title: 'Box Plot',
  summary: 'Draws box-and-whisker plots of columns or groups, with medians, quartiles and outliers.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    columns: z
      .string()
      .max(2000)
      .default('')
      .describe('Columns of numbers, separated by commas; empty for all. One box per column.'),
    group: z.string().max(200).default('').describe('Column whose values divide one column of numbers into boxes.'),
    quartiles: z
      .enum(QUARTILE_METHODS)
      .default('tukey')
      .describe('How quartiles are found: hinges as R draws them, as QUARTILE.INC, or as QUARTILE.EXC.'),
    horizontal: z.boolean().default(false).describe('Draws the boxes from left to right.'),
    unit: unitOption(),
    ...axisTitles,
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    boxes: z
      .array(
        z.object({
          name: z.string().describe('Column or group.'),
          count: count('Values.'),
          lower: z.number().describe('End of the lower whisker: the smallest value that is not an outlier.'),
          first: z.number().describe('First quartile.'),
          median: z.number().describe('Median.'),
          third: z.number().describe('Third quartile.'),
          upper: z.number().describe('End of the upper whisker.'),
          outliers: z.array(z.number()).describe('Values farther from the box than 1.5 times its height, ascending.'),
        }),
      )
      .describe('Boxes from left to right, or from top to bottom.'),
  }),
  notes: [
    CHART_INPUT_NOTE,
    'Whiskers reach to the farthest values within 1.5 times the interquartile range. Columns and groups without values have no box. At most 50 boxes and 5,000 outliers.',
    CHART_FILE_NOTE,
  ],
  aliases: [
    'box and whisker plot',
    'boxplot',
    'quartile chart',
    'five number summary',
    'outlier chart',
    'whisker chart',
  ],
  verified: [
    'Python 3.11 (statistics.quantiles, inclusive and exclusive): the same quartiles of 200 random groups',
    'J. W. Tukey, Exploratory Data Analysis (1977): hinges, whiskers and outliers of his rule, worked by hand for the first example',
  ],
  examples: [
    {
      title: 'Two groups',
      input: 'group,value\na,1\na,2\na,3\na,4\na,5\na,6\na,7\na,8\na,9\na,10\na,30\nb,4\nb,5\nb,7\n',
      options: { group: 'group' },
      output: {
        data: {
          boxes: [
            { name: 'a', count: 11, lower: 1, first: 3.5, median: 6, third: 8.5, upper: 10, outliers: [30] },
            { name: 'b', count: 3, lower: 4, first: 4.5, median: 5, third: 6, upper: 7, outliers: [] },
          ],
          rows: 14,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Columns, as QUARTILE.EXC',
      input: 'x;y\n1;10\n2;20\n3;\n4;40\n',
      options: { quartiles: 'exclusive', horizontal: true, format: 'png' },
      output: {
        data: {
          boxes: [
            { name: 'x', count: 4, lower: 1, first: 1.25, median: 2.5, third: 3.75, upper: 4, outliers: [] },
            { name: 'y', count: 3, lower: 10, first: 10, median: 20, third: 40, upper: 40, outliers: [] },
          ],
          rows: 4,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A table without numbers',
      input: 'name,city\nAnn,Oslo\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot draw property "input": it has no column of numbers' },
    },
    {
      title: 'Two columns to divide',
      input: 'k,a,b\nx,1,2\n',
      options: { group: 'k' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "columns" must name one column where "group" divides the rows, got "a", "b"',
      },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const { series, yName } = chartData(
        table,
        { x: '', y: options.columns, series: options.group },
        { y: 'columns', series: 'group', hasNoX: true },
      );
      const boxes = series.flatMap(({ name, values }) => {
        const sorted = Float64Array.from(values.filter((value) => value !== null)).sort();
        return sorted.length === 0 ? [] : [{ name, ...boxOf(sorted, options.quartiles) }];
      });
      if (boxes.length === 0) throw new ContentFault('it has no numbers');
      const outliers = boxes.reduce((sum, box) => sum + box.outliers.length, 0);
      if (outliers > MAX_OUTLIERS)
        throw new LimitFault(`it must have at most ${MAX_OUTLIERS} outliers, got ${outliers}`, MAX_OUTLIERS);
      const titles = { xTitle: options.xTitle || options.group, yTitle: options.yTitle || yName };
      return drawTable(
        table,
        options,
        {
          texts: [...boxes.map(({ name }) => name), titles.xTitle, titles.yTitle, options.unit],
          description: `Box plot: ${boxes.map(({ name, median }) => `${name} has the median ${median}`).join(', ')}`,
          data: { boxes },
        },
        (look) => boxOption(boxes, look, { ...options, ...titles }),
      );
    });
  },
});
