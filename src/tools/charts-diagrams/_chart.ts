import { z } from 'zod';

import { json, quote, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { type ChartOption, chartMeasure } from '../../engines/charts.js';
import { chartFile } from '../../formats/charts/chart-file.js';
import { type ChartLook, chartLook, type LookRequest } from '../../formats/charts/chart-look.js';
import type { ChartData } from '../../formats/charts/chart-series.js';
import type { ChartTable } from '../../formats/charts/chart-table.js';

export const chartReport = <Keys extends z.ZodRawShape>(keys: Keys) =>
  z.object({
    ...keys,
    rows: count('Rows of the table.'),
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    warnings: warnings(),
  });

export const seriesReport = z
  .array(
    z.object({
      name: z.string().describe('Name in the legend.'),
      values: count('Values that are drawn.'),
      missing: count('Rows without a value.'),
      least: z.number().nullable().describe('Smallest value; null if there is none.'),
      most: z.number().nullable().describe('Largest value; null if there is none.'),
    }),
  )
  .describe('What is drawn, in the order of the colours.');

export const seriesSummary = (name: string, values: readonly (number | null)[]) => {
  let [least, most, drawn] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const value of values) {
    if (value === null) continue;
    [least, most, drawn] = [Math.min(least, value), Math.max(most, value), drawn + 1];
  }
  const isEmpty = drawn === 0;
  return {
    name,
    values: drawn,
    missing: values.length - drawn,
    least: isEmpty ? null : least,
    most: isEmpty ? null : most,
  };
};

/** Rows that have no place on a horizontal axis of numbers or dates. */
export function missingPlaces({ xKind, xValues, xName }: ChartData): string[] {
  const count = xKind === 'text' ? 0 : xValues.filter((value) => value === null).length;
  return count === 0 ? [] : [`Rows without a value in ${quote(xName)}, not drawn: ${count}`];
}

export const CHART_INPUT_NOTE =
  'The table is CSV, JSON (a list of objects or of lists, an object of lists), JSON Lines or a sheet of a workbook; or a name and a number per line, as in Rent: 1200. Empty cells, and NA and - among numbers and dates, are missing values. A title above the names of the columns is skipped, with a warning.';
export const CHART_FILE_NOTE =
  'Letters in SVG stay text, in Noto Sans or what the reader has; marks have the attributes "data-series" and "data-index", from 0, and the drawing a description for screen readers. PNG has the fonts of svg-to-png.';

interface DrawRequest extends LookRequest {
  readonly format: 'svg' | 'png';
  readonly dpi: number;
  readonly locale: string;
}

/** Draws the chart of a table, once its texts are known. */
export async function drawTable<Data extends object>(
  table: ChartTable,
  options: DrawRequest,
  {
    texts,
    description,
    data,
    warnings: found = [],
  }: { texts: Iterable<string>; description: string; data: Data; warnings?: readonly string[] },
  optionOf: (look: ChartLook) => ChartOption,
) {
  const look = chartLook(options, chartMeasure([...new Set([options.title, ...texts].join(''))].join('')));
  const drawn = await chartFile(optionOf(look), look, { ...options, stem: table.stem, description });
  const { width, height } = drawn;
  const all = [...table.warnings, ...found, ...look.warnings];
  return withFiles(json({ ...data, rows: table.rowCount, width, height, warnings: all }), [drawn.file]);
}
