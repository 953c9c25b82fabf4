import { eachFile, type FileReport } from '../core/each-file.js';
import type { ToolResult } from '../core/results.js';
import { fileReports } from '../core/shared-data.js';
import type { FileRule, InputFile } from '../core/tool.js';
import { readTextFile, readTextSource, type TextSource } from './text-source.js';

/** Text files of any name; the content decides whether they are text. */
export const TEXT_FILES = { min: 0, max: 20, formats: ['*'] } as const satisfies FileRule;

/** `data` of a tool that stands on `eachText`: a report where several files were sent. */
export const textReports = () => fileReports({}).describe('Where several files were sent: what became of each.');

export const TEXT_FILES_NOTE =
  'Up to 20 files instead of "input": one gives one file; several give a file each and a report in data, and one that fails does not spoil the others.';

interface TextRun {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
}

/**
 * Edits or converts the text of `input`, of one file, or of each of several files. `edit` gives a text for a text and one or more
 * files for a file (`editedResult`, `documentResult`). For several files the result is their files and a report.
 * Throws as `readTextSource` and `eachFile`.
 */
export async function eachText(
  run: TextRun,
  edit: (source: TextSource) => ToolResult<never> | Promise<ToolResult<never>>,
  charset = 'auto',
): Promise<ToolResult<{ readonly files: readonly FileReport<object>[] }>> {
  if (run.files.length < 2 || run.input !== '') return edit(await readTextSource(run, charset));
  return eachFile(run, async (file) => ({
    report: {},
    outputs: (await edit(await readTextFile(file, charset))).files,
  }));
}
