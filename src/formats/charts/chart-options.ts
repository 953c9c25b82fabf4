/** Options that the chart tools share. */

import { z } from 'zod';

import { colorOption, shared } from '../../core/shared-options.js';

const side = (name: string, value: number) =>
  z.number().multipleOf(1).min(100).max(4000).default(value).describe(`${name} of the chart in pixels.`);

const title = (description: string) => z.string().max(200).default('').describe(description);

const CHART_FORMATS = ['svg', 'png'] as const;
const THEMES = ['light', 'dark'] as const;

/** Columns that a chart shows. */
export const columnOptions = {
  x: z
    .string()
    .max(200)
    .default('')
    .describe('Column of the horizontal axis, by name or number from 1; empty for the first column of texts or dates.'),
  y: z
    .string()
    .max(2000)
    .default('')
    .describe('Columns with the values, separated by commas; empty for all other columns of numbers.'),
  series: z
    .string()
    .max(200)
    .default('')
    .describe('Column whose values divide the rows into series; empty for one series per column of values.'),
} as const;

/** How the table of a chart is read. */
export const tableOptions = {
  header: shared.header(),
  delimiter: shared.delimiter(),
  sheet: z
    .string()
    .max(200)
    .default('')
    .describe('Sheet of a workbook, by name or number from 1; empty for the first one that is not hidden.'),
  password: shared.password(),
  locale: shared.locale().describe('Language of numbers and dates, in the table and in the chart, such as en or de.'),
} as const;

/** How a chart looks. */
export const lookOptions = {
  title: title('Title above the chart; empty for none.'),
  colors: z
    .string()
    .max(2000)
    .default('')
    .describe(
      'CSS colours of the series, separated by commas; empty for a palette that colour-blind people can tell apart.',
    ),
  theme: z.enum(THEMES).default('light').describe('Dark text on white, or light text on dark grey.'),
  background: colorOption('', 'Background colour; empty for that of the theme.'),
  width: side('Width', 800),
  height: side('Height', 500),
  format: z.enum(CHART_FORMATS).default('svg').describe('SVG, or PNG.'),
  dpi: z.number().min(48).max(600).default(96).describe('Dots per inch of PNG; 192 doubles its width and height.'),
} as const;

/** Titles of the axes. */
export const axisTitles = {
  xTitle: title('Title of the axis of "x"; empty for the name of its column.'),
  yTitle: title('Title of the axis of the values; empty for the name of their column if there is only one.'),
} as const;

export const unitOption = () =>
  z.string().max(20).default('').describe('Text after each value, such as %, € or " kg"; empty for none.');

export const valueLabels = () => z.boolean().default(false).describe('Writes each value beside its mark.');
