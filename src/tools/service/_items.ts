import { invalid, overLimit, quote } from '../../core/errors.js';
import { optionValue } from '../../core/options.js';
import type { InputFile } from '../../core/tool.js';
import { type CsvFile, openCsv } from '../../formats/csv-file.js';

import type { Brought, PlannedStep } from './_plan.js';

/** Most items of a batch. */
export const MAX_ITEMS = 1000;

/** One item: what a run of the batch works on, and the options that its row sets, by step (from 0) and name. */
export interface BatchItem {
  /** The file's name, the line, or what the column `name` says. */
  readonly name: string;
  readonly brought: Brought;
  readonly options: readonly CellOption[];
}

interface ColumnOption {
  readonly step: number;
  readonly option: string;
}

interface CellOption extends ColumnOption {
  readonly text: string;
}

export type ItemsBy = 'files' | 'lines' | 'rows';

/** The items, and the columns of their table that are options. */
export interface Items {
  readonly items: readonly BatchItem[];
  readonly columns: readonly ColumnOption[];
}

/** Takes the request apart. Throws where there is nothing, or more than a batch may have. */
export async function readItems(by: ItemsBy, input: string, files: readonly InputFile[]): Promise<Items> {
  const read =
    by === 'rows'
      ? await rowItems(input, files)
      : { items: by === 'files' ? fileItems(input, files) : lineItems(input), columns: [] };
  const { length } = read.items;
  if (length > MAX_ITEMS) throw overLimit(`The batch has ${length} items, the limit is ${MAX_ITEMS}`);
  if (length > 0) return read;
  throw invalid(by === 'files' ? 'Property "files" must have at least 1 file to run the tool on' : NOTHING);
}

const NOTHING = 'Property "input" must not be empty where the batch has no files';

const fileItems = (input: string, files: readonly InputFile[]): BatchItem[] =>
  files.map((file) => ({ name: file.name, brought: { input, files: [file] }, options: [] }));

function lineItems(input: string): BatchItem[] {
  const lines = input.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => ({ name: line.slice(0, 80), brought: { input: line, files: [] }, options: [] }));
}

/** The columns that are not options. */
const COLUMNS = { name: 'name', input: 'input', file: 'file' };

async function rowItems(input: string, files: readonly InputFile[]): Promise<Items> {
  const [first, ...others] = files;
  const isUpload = input === '' && first !== undefined;
  const table = isUpload ? first : { name: 'input.csv', bytes: Buffer.from(input) };
  const named = new Map((isUpload ? others : files).map((file) => [file.name, file]));
  const csv: CsvFile = await openCsv(table, MAX_ITEMS);
  const header = csv.header.cells.map((cell) => cell.trim());
  const columns = header.map((column) => readColumn(column));
  const items = csv.rows.map(({ cells, line }): BatchItem => {
    const cell = (column: string): string => cells[header.indexOf(column)] ?? '';
    const fileName = header.includes(COLUMNS.file) ? cell(COLUMNS.file).trim() : '';
    const file = named.get(fileName);
    if (fileName !== '' && file === undefined)
      throw invalid(`Line ${line}: no uploaded file is called ${quote(fileName)}`);
    return {
      name: header.includes(COLUMNS.name) ? cell(COLUMNS.name) : fileName || `row ${line}`,
      brought: {
        input: header.includes(COLUMNS.input) ? cell(COLUMNS.input) : '',
        files: file === undefined ? [] : [file],
      },
      options: columns.flatMap((column, index): CellOption[] => {
        const text = cells[index] ?? '';
        // An empty cell leaves the option as it is for all.
        return column === undefined || text === '' ? [] : [{ ...column, text }];
      }),
    };
  });
  return { items, columns: columns.filter((column) => column !== undefined) };
}

/** `width` is an option of the first step, `2.width` one of the second. */
function readColumn(column: string): { readonly step: number; readonly option: string } | undefined {
  if (Object.values(COLUMNS).includes(column)) return undefined;
  const [, number = '1', option = column] = /^(\d)\.(.+)$/.exec(column) ?? [];
  return { step: Number(number) - 1, option };
}

/** Throws for a column that no step has an option for. */
export function checkColumns(steps: readonly PlannedStep[], columns: readonly ColumnOption[]): void {
  for (const { step: index, option } of columns) {
    const step = steps[index];
    if (step === undefined)
      throw invalid(`Unknown column ${quote(`${index + 1}.${option}`)}: there is no step ${index + 1}`);
    const { id, options } = step.declaration;
    if (Object.hasOwn(options, option)) continue;
    const known = [...Object.values(COLUMNS), ...Object.keys(options)].map((name) => quote(name)).join(', ');
    throw invalid(`Unknown column ${quote(option)}: a row for ${id} has ${known}`);
  }
}

/** The steps with the options of an item. */
export function withItemOptions(steps: readonly PlannedStep[], { options }: BatchItem): readonly PlannedStep[] {
  return steps.map((step, index) => {
    const own = options.filter((cell) => cell.step === index);
    const values = own.map(({ option, text }) => [option, optionValue(step.declaration.options, option, text)]);
    return own.length === 0 ? step : { ...step, options: { ...step.options, ...Object.fromEntries(values) } };
  });
}
