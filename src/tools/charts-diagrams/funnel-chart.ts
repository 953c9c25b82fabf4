import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { lookOptions, tableOptions, unitOption } from '../../formats/charts/chart-options.js';
import { chartData } from '../../formats/charts/chart-series.js';
import { CHART_FILES, readChartTable } from '../../formats/charts/chart-table.js';
import { funnelOption } from '../../formats/charts/shapes.js';
import { MAX_SLICES, slicesOf } from '../../formats/charts/slices.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable } from './_chart.js';

const column = (description: string) => z.string().max(200).default('').describe(description);

export default defineTool({
  id: 'funnel-chart',
  title: 'Funnel Chart',
  summary: 'Draws the stages of a process as a funnel, with the share that is left at each stage.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    label: column('Column with the names of the stages, by name or number from 1; empty for the first of texts.'),
    value: column('Column with their values; empty for the first of numbers.'),
    order: z
      .enum(['keep', 'descending'])
      .default('keep')
      .describe('Order of the stages from top to bottom: as in the table, or the largest first.'),
    align: z.enum(['center', 'left']).default('center').describe('Stages around a middle line, or all from the left.'),
    unit: unitOption(),
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    stages: z
      .array(
        z.object({
          label: z.string().describe('Name of the stage.'),
          value: z.number().describe('Sum of its rows.'),
          ofLargestPercent: z.number().describe('Share of the largest stage.'),
          ofPreviousPercent: z
            .number()
            .nullable()
            .describe('Share of the stage before; null for the first, or if that is 0.'),
        }),
      )
      .describe('Stages from top to bottom.'),
  }),
  notes: [
    CHART_INPUT_NOTE,
    'Rows with the same label are added up. Values must not be below 0. At most 50 stages.',
    CHART_FILE_NOTE,
  ],
  aliases: ['conversion funnel', 'sales funnel', 'pyramid chart', 'stages chart', 'marketing funnel'],
  verified: ['Read back from the SVG: the upper edges of the stages are as wide as their values'],
  examples: [
    {
      title: 'From visit to purchase',
      input: 'stage,people\nVisit,1000\nSign up,400\nCart,150\nPurchase,90\n',
      output: {
        data: {
          stages: [
            { label: 'Visit', value: 1000, ofLargestPercent: 100, ofPreviousPercent: null },
            { label: 'Sign up', value: 400, ofLargestPercent: 40, ofPreviousPercent: 40 },
            { label: 'Cart', value: 150, ofLargestPercent: 15, ofPreviousPercent: 37.5 },
            { label: 'Purchase', value: 90, ofLargestPercent: 9, ofPreviousPercent: 60 },
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
      title: 'From the left, the largest first',
      input: 'step,n\nb,5\na,10\n',
      options: { order: 'descending', align: 'left', format: 'png' },
      output: {
        data: {
          stages: [
            { label: 'a', value: 10, ofLargestPercent: 100, ofPreviousPercent: null },
            { label: 'b', value: 5, ofLargestPercent: 50, ofPreviousPercent: 50 },
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
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const request = { x: options.label, y: options.value, series: '' };
      const { xTexts, series } = chartData(table, request, { x: 'label', y: 'value', isSingle: true });
      const slices = slicesOf(xTexts, series[0]?.values ?? [], { order: options.order, limit: MAX_SLICES });
      const most = slices.reduce((largest, { value }) => Math.max(largest, value), 0);
      const share = (value: number, of: number): number => Number(((value / of) * 100).toFixed(2));
      const stages = slices.map(({ label, value }, at) => {
        const before = slices[at - 1]?.value ?? 0;
        return {
          label,
          value,
          ofLargestPercent: share(value, most),
          ofPreviousPercent: before === 0 ? null : share(value, before),
        };
      });
      return drawTable(
        table,
        options,
        {
          texts: [...stages.map(({ label }) => label), options.unit],
          description: `Funnel chart: ${stages.map(({ label, value }) => `${label} ${value}`).join(', ')}`,
          data: { stages },
        },
        (look) => funnelOption(slices, look, { ...options, isPyramid: options.align === 'left' }),
      );
    });
  },
});
