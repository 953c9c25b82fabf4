import { z } from 'zod';

import { count, warnings as warningsSchema } from '../../core/shared-data.js';
import { type Sheet, SheetError, type Workbook } from '../../lib/workbook/model.js';
import { cellName, columnLetters, rangeName } from '../../lib/workbook/references.js';

/** Most of a list that is told; the counts are of all. */
const MAX_LISTED = 200;

interface Seen {
  formulas: number;
  errors: string[];
  errorCount: number;
  readonly functions: Map<string, number>;
}

const FUNCTION = /(?:_xlfn\.|_xlws\.)*([A-Z][A-Z0-9.]*)\(/g;

function describeSheet(sheet: Sheet, { formats }: Workbook, seen: Seen) {
  const counts = { numbers: 0, texts: 0, dates: 0, booleans: 0, errors: 0, formulas: 0 };
  let [top, bottom, left, right] = [Number.POSITIVE_INFINITY, -1, Number.POSITIVE_INFINITY, -1];
  for (const { index, cells } of sheet.rows) {
    top = Math.min(top, index);
    bottom = Math.max(bottom, index);
    left = Math.min(left, cells[0]?.column ?? left);
    right = Math.max(right, cells.at(-1)?.column ?? right);
    for (const { column, value, format, formula } of cells) {
      if (value instanceof SheetError) {
        counts.errors++;
        if (seen.errors.length < MAX_LISTED)
          seen.errors.push(`${sheet.name}!${cellName(index, column)}: ${value.code}`);
      } else if (typeof value === 'number') counts[formats[format]?.isDate === true ? 'dates' : 'numbers']++;
      else if (typeof value === 'boolean') counts.booleans++;
      else if (value !== null) counts.texts++;
      if (formula === undefined) continue;
      counts.formulas++;
      for (const [, name = ''] of formula
        .replace(/"[^"]*"/g, '')
        .toUpperCase()
        .matchAll(FUNCTION))
        seen.functions.set(name, (seen.functions.get(name) ?? 0) + 1);
    }
  }
  seen.formulas += counts.formulas;
  seen.errorCount += counts.errors;
  return {
    name: sheet.name,
    visibility: sheet.visibility,
    range: bottom < 0 ? '' : rangeName({ top, left, bottom, right }),
    rows: sheet.rows.length,
    ...counts,
    merged: sheet.merged.slice(0, MAX_LISTED).map(rangeName),
    hiddenRows: sheet.hiddenRows,
    hiddenColumns: sheet.hiddenColumns.slice(0, MAX_LISTED).map(columnLetters),
    frozenAt: sheet.frozenAt ?? null,
    filter: sheet.filter ?? null,
    isProtected: sheet.isProtected,
    tables: sheet.tables.slice(0, MAX_LISTED),
    links: sheet.links.slice(0, MAX_LISTED),
    linkCount: sheet.links.length,
    comments: sheet.comments,
    images: sheet.images,
    charts: sheet.charts,
    validations: sheet.validations,
    conditionalFormats: sheet.conditionalFormats,
  };
}

/** What xlsx-info tells of a workbook, as `WORKBOOK_REPORT` says. */
export function describeWorkbook(workbook: Workbook) {
  const seen: Seen = { formulas: 0, errors: [], errorCount: 0, functions: new Map() };
  const sheets = workbook.sheets.map((sheet) => describeSheet(sheet, workbook, seen));
  const hidden = workbook.sheets.filter(({ visibility }) => visibility !== 'visible').map(({ name }) => name);
  const warnings = [...workbook.warnings];
  if (hidden.length > 0) warnings.push(`Hidden sheets: ${hidden.slice(0, 20).join(', ')}`);
  if (workbook.hasMacros) warnings.push('It contains macros');
  if (workbook.externalLinks.length > 0) warnings.push(`It refers to ${workbook.externalLinks.length} other workbooks`);
  if (seen.errorCount > 0) warnings.push(`${seen.errorCount} cells hold errors`);
  const functions = [...seen.functions].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return {
    format: workbook.format,
    properties: Object.fromEntries(workbook.properties),
    dateSystem: workbook.is1904 ? ('1904' as const) : ('1900' as const),
    hasMacros: workbook.hasMacros,
    isProtected: workbook.isProtected,
    formulas: seen.formulas,
    functions: functions.slice(0, MAX_LISTED).map(([name, uses]) => ({ name, uses })),
    errors: seen.errors,
    names: workbook.names
      .slice(0, MAX_LISTED)
      .map(({ name, refersTo, sheet, isHidden }) => ({ name, refersTo, sheet: sheet ?? null, isHidden })),
    externalLinks: workbook.externalLinks.slice(0, MAX_LISTED),
    sheets,
    warnings,
  };
}

const text = (description: string) => z.string().describe(description);
const flag = (description: string) => z.boolean().describe(description);

const SHEET = z.object({
  name: text('Name of the sheet.'),
  visibility: z
    .enum(['visible', 'hidden', 'veryHidden'])
    .describe('Whether Excel shows it; veryHidden is out of reach of its menus.'),
  range: text('From the first used cell to the last; empty where there is none.'),
  rows: count('Rows with content.'),
  numbers: count('Cells with numbers.'),
  texts: count('Cells with text.'),
  dates: count('Cells with dates or times.'),
  booleans: count('Cells with TRUE or FALSE.'),
  errors: count('Cells with errors.'),
  formulas: count('Cells with formulas.'),
  merged: z.array(z.string()).describe('Merged ranges.'),
  hiddenRows: count('Rows that are not shown.'),
  hiddenColumns: z.array(z.string()).describe('Letters of columns that are not shown.'),
  frozenAt: z.string().nullable().describe('First cell that scrolls, null where nothing is frozen.'),
  filter: z.string().nullable().describe('Range with filter buttons, null where there is none.'),
  isProtected: flag('Whether the sheet is protected against changes.'),
  tables: z
    .array(z.object({ name: text('Name of the table.'), cells: text('Its range.') }))
    .describe('Tables of the sheet.'),
  links: z
    .array(z.object({ cells: text('Cells of the link.'), target: text('Address, or place in the workbook behind #.') }))
    .describe('Links, the first 200.'),
  linkCount: count('Links in all.'),
  comments: count('Comments.'),
  images: count('Images.'),
  charts: count('Charts.'),
  validations: count('Rules for what may be typed.'),
  conditionalFormats: count('Ranges with conditional formats.'),
});

export const WORKBOOK_REPORT = {
  format: z.enum(['xlsx', 'xlsb', 'xls', 'ods']).describe('Format of the file.'),
  properties: z.record(z.string(), z.string()).describe('Document properties such as title, creator and modified.'),
  dateSystem: z.enum(['1900', '1904']).describe('Year from which dates are counted.'),
  hasMacros: flag('Whether it contains macros.'),
  isProtected: flag('Whether the order of its sheets is protected.'),
  formulas: count('Cells with formulas.'),
  functions: z
    .array(z.object({ name: text('Function.'), uses: count('How often it is called.') }))
    .describe('Functions that formulas call, the most used first.'),
  errors: z.array(z.string()).describe('Cells with errors, the first 200.'),
  names: z
    .array(
      z.object({
        name: text('Name.'),
        refersTo: text('Range or formula.'),
        sheet: z.string().nullable().describe('Sheet it belongs to, null for the workbook.'),
        isHidden: flag('Whether Excel lists it.'),
      }),
    )
    .describe('Defined names, the first 200.'),
  externalLinks: z.array(z.string()).describe('Other workbooks it refers to.'),
  sheets: z.array(SHEET).describe('Sheets in the order of the workbook.'),
  warnings: warningsSchema(),
};
