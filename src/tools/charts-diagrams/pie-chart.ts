import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { lookOptions, tableOptions, unitOption } from '../../formats/charts/chart-options.js';
import { chartData } from '../../formats/charts/chart-series.js';
import { CHART_FILES, readChartTable } from '../../formats/charts/chart-table.js';
import { MAX_SLICES, pieOption, SLICE_LABELS, slicesOf } from '../../formats/charts/slices.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable } from './_chart.js';

const column = (description: string) => z.string().max(200).default('').describe(description);

export default defineTool({
  id: 'pie-chart',
  title: 'Pie Chart',
  summary: 'Draws pie, donut and rose charts from CSV, JSON or Excel, with the share of each slice.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    label: column('Column with the names of the slices, by name or number from 1; empty for the first of texts.'),
    value: column('Column with their values; empty for the first of numbers.'),
    holePercent: z
      .number()
      .min(0)
      .max(90)
      .default(0)
      .describe('Radius of the hole of a donut chart as a share of the pie; 0 for none.'),
    rose: z.boolean().default(false).describe('Draws slices of one angle whose radius shows the value.'),
    sliceLabels: z
      .enum(SLICE_LABELS)
      .default('percent')
      .describe('What is written below the name of each slice: its share, its value, or both.'),
    order: z
      .enum(['descending', 'keep'])
      .default('descending')
      .describe('Order of the slices, clockwise from the top: the largest first, or as in the table.'),
    limit: z
      .number()
      .multipleOf(1)
      .min(2)
      .max(MAX_SLICES)
      .default(12)
      .describe('Most slices; beyond it, the smallest become one slice called Other.'),
    unit: unitOption(),
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    slices: z
      .array(
        z.object({
          label: z.string().describe('Name of the slice.'),
          value: z.number().describe('Sum of its rows.'),
          percent: z.number().min(0).max(100).describe('Share of the whole.'),
          count: z.int().min(1).describe('Labels in it: more than 1 for the slice called Other.'),
        }),
      )
      .describe('Slices, clockwise from the top.'),
  }),
  notes: [CHART_INPUT_NOTE, 'Rows of one label are added up. Values must not be below 0.', CHART_FILE_NOTE],
  aliases: [
    'donut chart',
    'doughnut chart',
    'pie graph',
    'rose chart',
    'percentage chart',
    'share chart',
    'draw shares',
  ],
  verified: ['Read back from the SVG: the angles of the slices of 5 random tables are their shares of the circle'],
  examples: [
    {
      title: 'Shares of browsers, the smallest together',
      input: 'browser,users\nFirefox,3\nChrome,65\nSafari,18\nEdge,5\nOpera,2\nVivaldi,1\nChrome,6\n',
      options: { limit: 4, holePercent: 55 },
      output: {
        data: {
          slices: [
            { label: 'Chrome', value: 71, percent: 71, count: 1 },
            { label: 'Safari', value: 18, percent: 18, count: 1 },
            { label: 'Edge', value: 5, percent: 5, count: 1 },
            { label: 'Other', value: 6, percent: 6, count: 3 },
          ],
          rows: 7,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Columns of a JSON table by name',
      input: '{"city":["Rome","Oslo"],"area":[1285,454],"people":[2.8,0.7]}',
      options: { value: 'people', order: 'keep', sliceLabels: 'both', unit: 'm', format: 'png' },
      output: {
        data: {
          slices: [
            { label: 'Rome', value: 2.8, percent: 80, count: 1 },
            { label: 'Oslo', value: 0.7, percent: 20, count: 1 },
          ],
          rows: 2,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A negative value',
      input: 'name,value\na,5\nb,-1\n',
      error: { code: 'INVALID_INPUT', message: 'The values must be at least 0, row 2 ("b") is -1' },
    },
    {
      title: 'Nothing to share',
      input: 'name,value\na,0\nb,0\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot draw property "input": it has no values greater than 0',
      },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const { xTexts, series } = chartData(
        table,
        { x: options.label, y: options.value, series: '' },
        { x: 'label', y: 'value', isSingle: true },
      );
      const slices = slicesOf(xTexts, series[0]?.values ?? [], options);
      const told = slices.map(({ label, percent }) => `${label} ${percent} %`);
      return drawTable(
        table,
        options,
        {
          texts: [...slices.map(({ label }) => label), options.unit],
          description: `Pie chart with ${slices.length} slices: ${told.join(', ')}`,
          data: { slices },
        },
        (look) => pieOption(slices, look, options),
      );
    });
  },
});
