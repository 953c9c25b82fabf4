import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { tidy } from '../../formats/charts/chart-numbers.js';
import { lookOptions, tableOptions, unitOption, valueLabels } from '../../formats/charts/chart-options.js';
import { CHART_FILES, columnNumbers, numericColumn, readChartTable } from '../../formats/charts/chart-table.js';
import { flowsOf, nodesOf, sankeyOption } from '../../formats/charts/nested.js';
import { columnOf } from '../../formats/csv/column-lists.js';
import { ContentFault } from '../../lib/faults.js';

import { CHART_FILE_NOTE, CHART_INPUT_NOTE, chartReport, drawTable } from './_chart.js';

const column = (description: string) => z.string().max(200).default('').describe(description);

export default defineTool({
  id: 'sankey-diagram',
  title: 'Sankey Diagram',
  summary: 'Draws flows between nodes, from rows of source, target and value, as a Sankey diagram.',
  family: 'charts-diagrams',
  class: 'native',
  input: 'optional',
  files: CHART_FILES,
  options: {
    source: column(
      'Column with the start of each flow, by name or number from 1; empty for the first that is not of numbers.',
    ),
    target: column('Column with its end; empty for the next one.'),
    value: column('Column with its size; empty for the first of numbers.'),
    valueLabels: valueLabels(),
    unit: unitOption(),
    ...lookOptions,
    ...tableOptions,
  },
  result: 'mixed',
  data: chartReport({
    nodes: z
      .array(
        z.object({
          name: z.string().describe('Name of the node.'),
          incoming: z.number().describe('Sum of the flows that end here.'),
          outgoing: z.number().describe('Sum of the flows that start here.'),
        }),
      )
      .describe('Nodes in the order of the table.'),
    flows: count('Flows.'),
  }),
  notes: [
    CHART_INPUT_NOTE,
    'Flows between the same nodes are added up; they must not go in a circle. Values must be greater than 0. At most 300 nodes and 1,000 flows.',
    CHART_FILE_NOTE,
  ],
  aliases: [
    'flow diagram',
    'energy flow chart',
    'budget flow',
    'alluvial diagram',
    'sankey chart',
    'money flow',
    'where does my money go',
  ],
  verified: ['Read back from the SVG: the widths of the flows of random networks are in proportion to their values'],
  examples: [
    {
      title: 'A budget',
      input:
        'from,to,eur\nSalary,Income,2500\nRent out,Income,500\nIncome,Home,1200\nIncome,Food,700\nIncome,Saved,1100\n',
      options: { valueLabels: true, unit: ' €' },
      output: {
        data: {
          nodes: [
            { name: 'Salary', incoming: 0, outgoing: 2500 },
            { name: 'Income', incoming: 3000, outgoing: 3000 },
            { name: 'Rent out', incoming: 0, outgoing: 500 },
            { name: 'Home', incoming: 1200, outgoing: 0 },
            { name: 'Food', incoming: 700, outgoing: 0 },
            { name: 'Saved', incoming: 1100, outgoing: 0 },
          ],
          flows: 5,
          rows: 5,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'Flows of the same nodes are added up',
      input: 'a,b,n\nx,y,0.1\nx,y,0.2\n',
      options: { format: 'png' },
      output: {
        data: {
          nodes: [
            { name: 'x', incoming: 0, outgoing: 0.3 },
            { name: 'y', incoming: 0.3, outgoing: 0 },
          ],
          flows: 1,
          rows: 2,
          width: 800,
          height: 500,
          warnings: [],
        },
        files: [{ name: 'chart.png', mime: 'image/png' }],
      },
    },
    {
      title: 'A circle',
      input: 'a,b,n\nx,y,1\ny,z,1\nz,x,1\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot draw property "input": its flows must not go in a circle, got "x" → "y" → "z" → "x"',
      },
    },
    {
      title: 'A flow of nothing',
      input: 'a,b,n\nx,y,0\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot draw property "input": row 1: values must be greater than 0, got 0',
      },
    },
    {
      title: 'A flow into itself',
      input: 'a,b,n\nx,x,1\n',
      error: { code: 'INVALID_INPUT', message: 'Cannot draw property "input": row 1: "x" flows into itself' },
    },
    {
      title: 'No target',
      input: 'a,n\nx,1\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot draw property "input": it needs columns for the source, the target and the value of each flow',
      },
    },
  ],
  async run({ input, files, options }) {
    const table = await readChartTable({ input, files }, options);
    return refusing(`Cannot draw ${table.label}`, () => {
      const value = numericColumn(table, options.value, 'value');
      const named = (wanted: string, option: string): number | undefined =>
        wanted.trim() === '' ? undefined : columnOf(table, wanted, option);
      const chosen = [named(options.source, 'source'), named(options.target, 'target')];
      const free = table.columns.flatMap((_, at) => (at === value || chosen.includes(at) ? [] : [at]));
      const [source, target] = chosen.map((at) => at ?? free.shift());
      if (source === undefined || target === undefined)
        throw new ContentFault('it needs columns for the source, the target and the value of each flow');
      const cells = (at: number): readonly string[] => table.columns[at]?.cells ?? [];
      const flows = flowsOf(cells(source), cells(target), columnNumbers(table, value), table.label);
      const sumOf = (name: string, end: 'source' | 'target'): number =>
        tidy(flows.reduce((sum, flow) => (flow[end] === name ? sum + flow.value : sum), 0));
      const nodes = nodesOf(flows).map((name) => ({
        name,
        incoming: sumOf(name, 'target'),
        outgoing: sumOf(name, 'source'),
      }));
      return drawTable(
        table,
        options,
        {
          texts: [...nodes.map(({ name }) => name), options.unit],
          description: `Sankey diagram of ${flows.length} flows: ${flows.map((flow) => `${flow.source} to ${flow.target} ${flow.value}`).join(', ')}`,
          data: { nodes, flows: flows.length },
        },
        (look) => sankeyOption(flows, look, options),
      );
    });
  },
});
