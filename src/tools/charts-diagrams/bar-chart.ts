import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import {
  BAR_LAYOUTS,
  BAR_ORDERS,
  barOption,
  barsOf,
  checkLabels,
  ordered,
  percentages,
} from '../../formats/charts/bars.js';
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

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable, seriesReport, seriesSummary } from './_chart.js';

export default defineTool({
  id: 'bar-chart',
  title: 'Bar Chart',
  summary: 'Draws bar and column charts from CSV, JSON or Excel: grouped, stacked, in percent, upright or horizontal.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    ...columnOptions,
    layout: z
      .enum(BAR_LAYOUTS)
      .default('grouped')
      .describe('Bars of a category side by side, on top of each other, or as shares of 100 %.'),
    horizontal: z.boolean().default(false).describe('Draws bars from left to right, categories from top to bottom.'),
    order: z.enum(BAR_ORDERS).default('keep').describe('Order of the categories: as in the table, or by value.'),
    valueLabels: valueLabels(),
    unit: unitOption(),
    ...axisTitles,
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    x: z.string().describe('Column of the categories; empty if rows are counted.'),
    categories: z.int().min(0).describe('Categories.'),
    series: seriesReport,
  }),
  notes: [
    CHART_INPUT_NOTE,
    'Each row is a category. With "series", rows with the same category and series are added up. The axis of values always begins at 0.',
    'Labels that have no room are turned, cut or, beyond some fifty categories, left out. At most 50 series and 5,000 bars, 1,000 with their values.',
    CHART_FILE_NOTE,
  ],
  aliases: [
    'column chart',
    'bar graph',
    'stacked bar chart',
    'grouped bar chart',
    'plot csv',
    'histogram of categories',
    'draw bars of a table',
  ],
  verified: [
    'Read back from the SVG: bars of 6 random tables, upright and horizontal, are as long as their values; shares of percent charts as the quotients',
    'Looked at beside charts of the same tables by LibreOffice',
  ],
  examples: [
    {
      title: 'Sales by city and year',
      input: 'city,2023,2024\nParis,12,15\nRome,9,11.5\nOslo,4,7\n',
      options: { title: 'Sales', unit: ' M€' },
      output: {
        data: {
          x: 'city',
          categories: 3,
          series: [
            { name: '2023', values: 3, missing: 0, least: 4, most: 12 },
            { name: '2024', values: 3, missing: 0, least: 7, most: 15 },
          ],
          rows: 3,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Rows of a long table as shares, from left to right, as PNG',
      input:
        '[{"day":"Mon","kind":"web","n":3},{"day":"Mon","kind":"app","n":1},{"day":"Tue","kind":"web","n":2},{"day":"Tue","kind":"app","n":null}]',
      options: { series: 'kind', layout: 'percent', horizontal: true, format: 'png', dpi: 192 },
      output: {
        data: {
          x: 'day',
          categories: 2,
          series: [
            { name: 'web', values: 2, missing: 0, least: 2, most: 3 },
            { name: 'app', values: 1, missing: 1, least: 1, most: 1 },
          ],
          rows: 4,
          width: 1600,
          height: 1000,
          warnings: [],
        },
        files: [{ name: 'chart.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A first row that is data',
      input: 'Apples,3\nPears,5\nPlums,4\n',
      output: {
        data: {
          x: 'column_1',
          categories: 3,
          series: [{ name: 'column_2', values: 3, missing: 0, least: 3, most: 5 }],
          rows: 3,
          width: 800,
          height: 500,
          warnings: ['The first row has numbers and was read as data, not as column names'],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A share of a negative value',
      input: 'name,a,b\nx,1,-2\n',
      options: { layout: 'percent' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "layout" can be "percent" for values of at least 0 only, "x" of "b" is -2',
      },
    },
    {
      title: 'Two columns of values to divide',
      input: 'name,kind,a,b\nx,k,1,2\n',
      options: { series: 'kind' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "y" must name one column where "series" divides the rows, got "a", "b"',
      },
    },
    {
      title: 'A column that is not of numbers',
      input: 'name,a\nx,1\ny,many\n',
      options: { y: 'a' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot draw property "input": row 2, column "a": "many" is not a number',
      },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const data = chartData(table, options);
      const found = ordered(barsOf(data, options.series.trim() !== '', table.label), options.order);
      checkLabels(found, options.valueLabels);
      const bars = options.layout === 'percent' ? percentages(found) : found;
      const titles = { xTitle: options.xTitle || data.xName, yTitle: options.yTitle || data.yName };
      const names = bars.series.map(({ name }) => name);
      return drawTable(
        table,
        options,
        {
          texts: [...bars.categories, ...names, titles.xTitle, titles.yTitle, options.unit, '0123456789.,-%(empty)…'],
          description: `Bar chart with ${bars.categories.length} categories of ${data.xName || 'rows'} and ${names.length} series: ${names.join(', ')}`,
          data: {
            x: data.xName,
            categories: bars.categories.length,
            series: found.series.map(({ name, values }) => seriesSummary(name, values)),
          },
        },
        (look) => barOption(bars, look, { ...options, ...titles }),
      );
    });
  },
});
