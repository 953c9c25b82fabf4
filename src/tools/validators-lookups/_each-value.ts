import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { json, type ToolResult, text } from '../../core/results.js';
import { count, place, warnings } from '../../core/shared-data.js';
import type { FileRule, InputFile } from '../../core/tool.js';
import { spacedValues } from '../../formats/lines/values-of-line.js';
import { checkLineCount, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';

const MAX_VALUES = 10_000;
/** Longer than any value that is right, and than what is shown of one. */
const MAX_SHOWN = 200;

export const VALUE_FILES = { min: 0, max: 20, formats: ['.txt', '.csv', '.log', '.md'] } as const satisfies FileRule;

export const VALUES_NOTE =
  'One value per line, or several with commas or semicolons between, up to 10,000 per text; quotes around a value are ignored. Instead of "input" up to 20 text files, each with a report of its own.';

export const valueFormat = () =>
  z.enum(['json', 'csv']).default('json').describe('JSON, or CSV with one row per value.');

/** What a tool says of one value. */
export interface Verdict {
  readonly isValid: boolean;
}

interface ValueOf {
  readonly line: number;
  readonly text: string;
}

/** `data` of a tool that judges values: `row` says what it tells of each. */
export function valueData<Row extends z.ZodRawShape>(row: Row) {
  const keys = {
    results: z
      .array(
        z.object({
          line: place('Line of the value, from 1.'),
          input: z.string().describe('The value as it was given, up to 200 characters.'),
          isValid: z.boolean().describe('The verdict.'),
          reason: z.string().optional().describe('Why it is not valid.'),
          ...row,
        }),
      )
      .describe('One per value, in their order.'),
    valid: count('How many are valid.'),
    invalid: count('How many are not.'),
    warnings: warnings(),
  };
  const file = z.object({
    name: z.string().describe('Name of the upload.'),
    outputs: z.array(z.string()).optional().describe('Names of the files written for it.'),
    error: z.string().optional().describe('Why this file failed, where others succeeded; it has no other keys then.'),
    ...z.object(keys).partial().shape,
  });
  return z.union([
    z.object(keys),
    z.object({ files: z.array(file).describe('Where several files were sent: one per upload, in their order.') }),
  ]);
}

/** A value as lists have it: `"a",` or `- a`. */
const bare = (line: string): string =>
  line
    .trim()
    .replace(/^[-*•]\s+/, '')
    .replace(/[,;]\s*$/, '')
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim();

const linesOf = (source: string): ValueOf[] =>
  source
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .map((text, index) => ({ line: index + 1, text: bare(text) }))
    .filter(({ text }) => text !== '');

/** Of one line, in the forms that lists have them. */
export const dividedLine = (line: string): string[] =>
  spacedValues(line)
    .map(bare)
    .filter((value) => value !== '');

interface Judging<Row extends Verdict> {
  /** `input` of a row that is not told as it was given. */
  readonly judge: (value: string) => Row & { readonly input?: string };
  readonly format: 'json' | 'csv';
  /** Keys of a row that CSV has as columns, behind line, input, verdict and reason. */
  readonly columns: readonly string[];
  /** Values within a line; those that commas and semicolons divide unless told otherwise. */
  readonly split?: (line: string) => readonly string[] | Promise<readonly string[]>;
  readonly warn?: (rows: readonly Readonly<Record<string, unknown>>[]) => readonly string[];
}

interface Values {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
}

async function judged<Row extends Verdict>(source: TextSource, { judge, split = dividedLine, warn }: Judging<Row>) {
  const lines = linesOf(source.text);
  const values: ValueOf[] = [];
  for (const { line, text: value } of lines) for (const one of await split(value)) values.push({ line, text: one });
  checkLineCount(values.length, MAX_VALUES, source.label);
  const rows = values.map(({ line, text: value }) => ({ line, input: value.slice(0, MAX_SHOWN), ...judge(value) }));
  const valid = rows.filter(({ isValid }) => isValid).length;
  return {
    results: rows,
    valid,
    invalid: rows.length - valid,
    warnings: [...(warn?.(rows as readonly object[] as readonly Readonly<Record<string, unknown>>[]) ?? [])],
  };
}

const cell = (value: unknown): string =>
  value === undefined || value === null ? '' : Array.isArray(value) ? value.join('; ') : String(value);

function csvOf<Row extends Verdict>(rows: readonly Row[], columns: readonly string[]): string {
  const names = ['line', 'input', 'isValid', 'reason', ...columns];
  const lines = rows.map((row) =>
    formatRecord(
      names.map((name) => cell((row as Readonly<Record<string, unknown>>)[name])),
      ',',
    ),
  );
  return `${[names.join(','), ...lines].join('\n')}\n`;
}

/** Judges the values of `input`, of a file, or of each of several files. Throws as `readTextSource`; LIMIT_EXCEEDED beyond 10,000 values. */
export async function eachValue<Row extends Verdict, Data>(
  run: Values,
  judging: Judging<Row>,
): Promise<ToolResult<Data>> {
  const { format, columns } = judging;
  const mime = 'text/csv;charset=utf-8';
  if (run.files.length < 2 || run.input !== '') {
    const report = await judged(await readTextSource(run), judging);
    const result = format === 'csv' ? text(csvOf(report.results, columns), { name: 'result.csv', mime }) : json(report);
    // The rows are those of the tool's own schema, which tests compare.
    return result as ToolResult<Data>;
  }
  const result = await eachFile(run, async (file) => {
    const report = await judged(await readTextFile(file), judging);
    if (format === 'json') return { report, outputs: [] };
    const bytes = Buffer.from(csvOf(report.results, columns));
    const { valid, invalid, warnings: told } = report;
    const name = `${file.name.replace(/\.[^.]*$/, '')}-checked.csv`;
    return { report: { valid, invalid, warnings: told }, outputs: [{ name, mime, bytes }] };
  });
  return result as ToolResult<Data>;
}
