import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { lookOptions, tableOptions, unitOption } from '../../formats/charts/chart-options.js';
import { CHART_FILES, columnNumbers, numericColumn, readChartTable } from '../../formats/charts/chart-table.js';
import { treeOf, treeOption } from '../../formats/charts/nested.js';
import { columnsOf } from '../../formats/csv/column-lists.js';
import { ContentFault } from '../../lib/faults.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable } from './_chart.js';

const MAX_TOLD = 100;

export default defineTool({
  id: 'treemap-chart',
  title: 'Treemap Chart',
  summary: 'Draws shares of a whole on several levels as nested rectangles (treemap) or rings (sunburst).',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    layout: z.enum(['treemap', 'sunburst']).default('treemap').describe('Nested rectangles, or rings around a centre.'),
    levels: z
      .string()
      .max(2000)
      .default('')
      .describe('Columns of the levels from the outside in, separated by commas; empty for all that are not numbers.'),
    value: z.string().max(200).default('').describe('Column with the sizes; empty for the first of numbers.'),
    unit: unitOption(),
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    total: z.number().describe('Sum of all values.'),
    groups: z
      .array(
        z.object({
          name: z.string().describe('Name on the first level.'),
          value: z.number().describe('Sum of its rows.'),
          percent: z.number().min(0).max(100).describe('Share of the whole.'),
          children: count('Names on the next level.'),
        }),
      )
      .describe('Groups of the first level in the order of the table; the first 100.'),
  }),
  notes: [
    CHART_INPUT_NOTE,
    'Rows with the same path are added up; an empty cell ends a path. Values must not be below 0. At most 2,000 boxes and 10 levels.',
    CHART_FILE_NOTE,
  ],
  aliases: [
    'tree map',
    'sunburst chart',
    'hierarchy chart',
    'disk usage chart',
    'nested pie chart',
    'proportional area chart',
  ],
  verified: [
    'Read back from the SVG: angles of the rings of a sunburst are the shares; areas of a treemap follow the values to the pixels of the gaps',
  ],
  examples: [
    {
      title: 'Sizes of folders',
      input: 'folder,file,kB\nsrc,a.ts,40\nsrc,b.ts,20\ndocs,c.md,30\ntest,d.ts,10\n',
      output: {
        data: {
          total: 100,
          groups: [
            { name: 'src', value: 60, percent: 60, children: 2 },
            { name: 'docs', value: 30, percent: 30, children: 1 },
            { name: 'test', value: 10, percent: 10, children: 1 },
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
      title: 'Rings',
      input: '[{"a":"x","b":"p","n":1},{"a":"x","b":"q","n":2},{"a":"y","b":"","n":1}]',
      options: { layout: 'sunburst', levels: 'a,b', value: 'n', format: 'png' },
      output: {
        data: {
          total: 4,
          groups: [
            { name: 'x', value: 3, percent: 75, children: 2 },
            { name: 'y', value: 1, percent: 25, children: 0 },
          ],
          rows: 3,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A negative size',
      input: 'name,n\na,5\nb,-1\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot draw property "input": row 2: values must be at least 0, got -1',
      },
    },
    {
      title: 'Numbers alone',
      input: 'n\n1\n2\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot draw property "input": it has no column of names' },
    },
    {
      title: 'Nothing to divide',
      input: 'name,n\na,0\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot draw property "input": it has no values greater than 0' },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const named = options.levels.trim() === '' ? [] : columnsOf(table, options.levels, 'levels');
      const value = numericColumn(table, options.value, 'value', named);
      const texts = table.columns.flatMap(({ type }, at) => (type === 'number' || at === value ? [] : [at]));
      const levels = named.length > 0 ? named : texts;
      if (levels.length === 0) throw new ContentFault('it has no column of names');
      const paths = Array.from({ length: table.rowCount }, (_, row) =>
        levels.map((level) => table.columns[level]?.cells[row] ?? ''),
      );
      const root = treeOf(paths, columnNumbers(table, value), table.label);
      const groups = [...root.children.values()].map((branch) => ({
        name: branch.name,
        value: branch.value,
        percent: Number(((branch.value / root.value) * 100).toFixed(4)),
        children: branch.children.size,
      }));
      const told = groups.slice(0, 20).map(({ name, percent }) => `${name} ${percent} %`);
      return drawTable(
        table,
        options,
        {
          texts: [...new Set(paths.flat()), options.unit],
          description: `${options.layout === 'treemap' ? 'Treemap' : 'Sunburst'} of ${table.names[value]}: ${told.join(', ')}`,
          data: { total: root.value, groups: groups.slice(0, MAX_TOLD) },
        },
        (look) => treeOption(root, look, options),
      );
    });
  },
});
