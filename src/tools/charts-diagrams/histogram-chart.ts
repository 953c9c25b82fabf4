import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { axisTitles, lookOptions, tableOptions } from '../../formats/charts/chart-options.js';
import { CHART_FILES, columnNumbers, numericColumn, readChartTable } from '../../formats/charts/chart-table.js';
import { histogramOption } from '../../formats/charts/distributions.js';
import { ContentFault } from '../../lib/faults.js';
import { BIN_RULES, binsOf, MAX_BINS } from '../../lib/statistics/bins.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable } from './_chart.js';

const HEIGHTS = ['count', 'percent', 'density'] as const;

export default defineTool({
  id: 'histogram-chart',
  title: 'Histogram Chart',
  summary: 'Draws the distribution of a column of numbers as a histogram, with bins by the usual rules.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    column: z
      .string()
      .max(200)
      .default('')
      .describe('Column of numbers, by name or number from 1; empty for the first.'),
    bins: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(MAX_BINS)
      .default(0)
      .describe('Bins of equal width; 0 for as many as the rule says.'),
    rule: z
      .enum(BIN_RULES)
      .default('auto')
      .describe('Rule for the number of bins; auto takes the narrower of Freedman–Diaconis and Sturges.'),
    heights: z
      .enum(HEIGHTS)
      .default('count')
      .describe('What the bars show: how many values, which share, or a density whose area is 1.'),
    ...axisTitles,
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    column: z.string().describe('Column that is drawn.'),
    values: count('Values that are counted.'),
    missing: count('Rows without a value.'),
    bins: z
      .array(
        z.object({
          from: z.number().describe('Lower edge.'),
          to: z.number().describe('Upper edge.'),
          count: count('Values from the lower edge up to but not including the upper; in the last bin including it.'),
        }),
      )
      .describe('Bins from left to right.'),
  }),
  notes: [
    CHART_INPUT_NOTE,
    'A plain list of numbers, one per line, needs "header": false, else its first line is taken as the name.',
    CHART_FILE_NOTE,
  ],
  aliases: ['frequency distribution', 'histogram maker', 'distribution chart', 'bin counts', 'density histogram'],
  verified: [
    'NumPy 1.24 and 2.4 (histogram): the same edges and counts for 120 random columns by each rule but auto',
    'Read back from the SVG: the heights of the bars are the counts',
  ],
  examples: [
    {
      title: 'Waiting times',
      input: 'minutes\n3\n7\n8\n12\n9\n5\n8\n21\n7\n',
      options: { bins: 3 },
      output: {
        data: {
          column: 'minutes',
          values: 9,
          missing: 0,
          bins: [
            { from: 3, to: 9, count: 6 },
            { from: 9, to: 15, count: 2 },
            { from: 15, to: 21, count: 1 },
          ],
          rows: 9,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A list without a name, in percent',
      input: '2\n2\n-\n2\n',
      options: { header: false, heights: 'percent', format: 'png' },
      output: {
        data: {
          column: 'column_1',
          values: 3,
          missing: 1,
          bins: [{ from: 1.5, to: 2.5, count: 3 }],
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
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const column = numericColumn(table, options.column, 'column');
      const name = table.names[column] ?? '';
      const all = columnNumbers(table, column);
      const sorted = Float64Array.from(all.filter((value) => value !== null)).sort();
      if (sorted.length === 0) throw new ContentFault('it has no numbers');
      const bins = binsOf(sorted, options.rule, options.bins);
      const heights = bins.counts.map((found, i) => {
        if (options.heights === 'count') return found;
        const width = (bins.edges[i + 1] ?? 0) - (bins.edges[i] ?? 0);
        return options.heights === 'percent' ? (found / sorted.length) * 100 : found / sorted.length / width;
      });
      const titles = { xTitle: options.xTitle || name, yTitle: options.yTitle };
      return drawTable(
        table,
        options,
        {
          texts: [titles.xTitle, titles.yTitle],
          description: `Histogram of ${name}: ${sorted.length} values in ${bins.counts.length} bins from ${bins.edges[0]} to ${bins.edges.at(-1)}`,
          data: {
            column: name,
            values: sorted.length,
            missing: all.length - sorted.length,
            bins: bins.counts.map((found, i) => ({
              from: bins.edges[i] ?? 0,
              to: bins.edges[i + 1] ?? 0,
              count: found,
            })),
          },
        },
        (look) =>
          histogramOption(bins, heights, look, {
            ...titles,
            locale: options.locale,
            unit: options.heights === 'percent' ? '%' : '',
          }),
      );
    });
  },
});
