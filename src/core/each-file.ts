import { setImmediate } from 'node:timers/promises';

import { withDistinctNames } from '../lib/files/portable-names.js';
import { quote, ToolError } from './errors.js';
import { CLASS_LIMITS } from './limits.js';
import { refusal } from './refusing.js';
import { json, type OutputFile, TEXT_MIME, type ToolResult, withFiles } from './results.js';
import type { InputFile } from './tool.js';

/** What a tool made of one upload: what it reports of it, and the files it wrote. */
export interface FileWork<Report extends object> {
  readonly report: Report;
  readonly outputs: readonly OutputFile[];
}

/**
 * What a run says of one upload; `fileReports` (shared-data.ts) is its schema. An upload that failed has its `name` and `error` only.
 */
export type FileReport<Report extends object> = Partial<Report> & {
  readonly name: string;
  /** Names of the files written for it; missing where nothing is written for any upload. */
  readonly outputs?: readonly string[];
  readonly error?: string;
};

interface Uploads {
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
}

/**
 * Works on each upload by itself, one after another, and reports on each in the order of the uploads. Output files get names that
 * differ. With several uploads, one that fails does not spoil the others: its report holds the message it would have had alone.
 * Throws what `work` throws where there is one upload or where all fail (then the first), where the fault is not the caller's, and
 * OUTPUT_TOO_LARGE as soon as the results are too large together. `whole`, called after the last upload, says what is told of the run
 * beside its files.
 */
export async function eachFile<Report extends object, Whole extends object = object>(
  { files, signal }: Uploads,
  work: (file: InputFile, index: number) => FileWork<Report> | Promise<FileWork<Report>>,
  whole?: () => Whole,
): Promise<ToolResult<Whole & { readonly files: readonly FileReport<Report>[] }>> {
  const outcomes: (FileWork<Report> | ToolError)[] = [];
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    // A caller who has left is noticed between two files.
    if (index > 0) await setImmediate();
    signal.throwIfAborted();
    const outcome = await outcomeOf(file, () => work(file, index));
    if (outcome instanceof ToolError && files.length === 1) throw outcome;
    outcomes.push(outcome);
    if (outcome instanceof ToolError) continue;
    for (const output of outcome.outputs) bytes += output.bytes.length;
    if (bytes > MAX_OUTPUT_BYTES)
      throw new ToolError('OUTPUT_TOO_LARGE', `The results have more than ${MAX_OUTPUT_BYTES} bytes in all`);
  }
  const done = outcomes.filter((outcome): outcome is FileWork<Report> => !(outcome instanceof ToolError));
  const [first] = outcomes;
  if (done.length === 0 && first instanceof ToolError) throw first;
  const { reports, outputs } = reported(files, outcomes, done);
  // Without `whole`, `Whole` is `object`.
  return withFiles(json({ ...(whole?.() as Whole), files: reports }), outputs);
}

/** What a tool made of one upload: the result that it has alone, and what is reported of it among others. */
export interface ResultWork<Own, Report extends object> {
  readonly result: ToolResult<Own>;
  readonly report: Report;
}

/**
 * As `eachFile`, for tools whose result of one upload is a text: one upload gives its result as it is. Of several, each text becomes a
 * file before its files. Throws as `eachFile`.
 */
export async function eachResult<Own, Report extends object>(
  run: Uploads,
  work: (file: InputFile, index: number) => Promise<ResultWork<Own, Report>>,
): Promise<ToolResult<Own | { readonly files: readonly FileReport<Report>[] }>> {
  const [only, ...more] = run.files;
  if (only !== undefined && more.length === 0) return (await work(only, 0)).result;
  return eachFile(run, async (file, index) => {
    const { result, report: told } = await work(file, index);
    return { report: told, outputs: [...textFile(result), ...result.files] };
  });
}

function textFile({ text, name = 'result.txt', mime = TEXT_MIME }: ToolResult): OutputFile[] {
  return text === null ? [] : [{ name, mime, bytes: Buffer.from(text) }];
}

/** No class allows more. */
const MAX_OUTPUT_BYTES = CLASS_LIMITS.native.outputFilesBytes;

/** What `work` makes of a file, or the caller's fault in it, named. */
export async function outcomeOf<Outcome>(
  { name }: InputFile,
  work: () => Outcome | Promise<Outcome>,
): Promise<Outcome | ToolError> {
  try {
    return await work();
  } catch (error) {
    const named = refusal(`Cannot read file ${quote(name)}`, error);
    if (named instanceof ToolError && (named.code === 'INVALID_INPUT' || named.code === 'LIMIT_EXCEEDED')) return named;
    throw named;
  }
}

function reported<Report extends object>(
  files: readonly InputFile[],
  outcomes: readonly (FileWork<Report> | ToolError)[],
  done: readonly FileWork<Report>[],
): { readonly reports: readonly FileReport<Report>[]; readonly outputs: readonly OutputFile[] } {
  const outputs = withDistinctNames(done.flatMap((work) => work.outputs));
  const names = outputs.map(({ name }) => name);
  let next = 0;
  const reports = files.map(({ name }, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome instanceof ToolError) return { name, error: outcome?.message ?? '' };
    const own = names.slice(next, next + outcome.outputs.length);
    next += own.length;
    return { name, ...(names.length === 0 ? {} : { outputs: own }), ...outcome.report };
  });
  // A report of a file that failed has no key of `Report`, any other has all of them.
  return { reports: reports as readonly FileReport<Report>[], outputs };
}
