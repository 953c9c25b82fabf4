import { eachFile, type FileReport } from '../core/each-file.js';
import { json, type OutputFile, type ToolResult, withFiles } from '../core/results.js';
import type { InputFile } from '../core/tool.js';
import { readTextFile, readTextSource, type TextSource } from './text-source.js';

interface TextRun {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
}

interface TextReport<Report extends object> {
  readonly report: Report;
  /** Files that go with the report. */
  readonly outputs?: readonly OutputFile[];
}

/**
 * Reports on the text of `input` or of one file, or on each of several files (`fileReports` is the schema then). Throws as
 * `readTextSource` and `eachFile`.
 */
export async function eachTextReport<Report extends object>(
  run: TextRun,
  work: (source: TextSource) => TextReport<Report> | Promise<TextReport<Report>>,
  charset = 'auto',
): Promise<ToolResult<Report | { readonly files: readonly FileReport<Report>[] }>> {
  if (run.files.length < 2 || run.input !== '') {
    const { report, outputs = [] } = await work(await readTextSource(run, charset));
    return withFiles(json(report), outputs);
  }
  return eachFile<Report>(run, async (file) => {
    const { report, outputs = [] } = await work(await readTextFile(file, charset));
    return { report, outputs };
  });
}
