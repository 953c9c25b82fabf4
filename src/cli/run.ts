import { byteSize } from '../core/byte-size.js';
import type { CatalogTool } from '../core/catalog.js';
import { laneOf, limitsOf, SLOTS } from '../core/limits.js';
import type { RunHandle, Runner } from '../runner/runner.js';

import { type RunCall, readRunArguments } from './arguments.js';
import { CommandError, EXIT, exitCodeOf } from './exit-codes.js';
import { type PlannedRun, planRuns, requestBody } from './inputs.js';
import { type Destination, deliver, formatOfOutput, openDestination, type RunResult } from './outputs.js';
import { type Progress, showProgress } from './progress.js';
import { print, type Streams } from './streams.js';

interface ResponseBody {
  readonly error?: { readonly code: string; readonly message: string };
  readonly result?: RunResult;
}

/** One call of `run` on its way. */
interface Job {
  readonly tool: CatalogTool;
  readonly call: RunCall;
  readonly destination: Destination;
  readonly streams: Streams;
  readonly runner: Runner;
  readonly isOneOfMany: boolean;
  readonly progress: Progress;
}

/**
 * `run <id> …`: through the same runner and limits as the server's, one run, or one for each file where there are more than a run takes.
 * Resolves with the exit code, the first that is not 0.
 */
export async function runTool(
  tool: CatalogTool,
  args: readonly string[],
  streams: Streams,
  openRunner: () => Runner,
): Promise<number> {
  const read = readRunArguments(tool.entry, args);
  const call = { ...read, options: { ...formatOfOutput(tool.entry, read), ...read.options } };
  const planned = planRuns(tool.entry, call);
  const isOneOfMany = planned.length > 1;
  const destination = await openDestination(call, isOneOfMany);
  // Of a single run everything is read first: what cannot be read needs no process.
  const first = isOneOfMany ? undefined : await requestBody(tool.entry, call, planned[0]?.paths ?? [], streams.stdin);
  const runner = openRunner();
  const progress = showProgress(tool, planned.length, call, streams.stderr);
  const active = new Set<RunHandle>();
  let isInterrupted = false;
  const onInterrupt = () => {
    isInterrupted = true;
    for (const handle of active) handle.abort();
  };
  process.once('SIGINT', onInterrupt);
  const job: Job = { tool, call, destination, streams, runner, isOneOfMany, progress };
  const waiting = [...planned];
  let code: number = EXIT.ok;
  let failed = 0;

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined && !isInterrupted; next = waiting.shift()) {
      const given = await runOne(job, next, first, active);
      code ||= given;
      if (given !== EXIT.ok) failed += 1;
    }
  }

  try {
    await Promise.all(Array.from({ length: jobsOf(tool, call) }, work));
    if (isOneOfMany && failed > 0 && !isInterrupted && !call.isQuiet) {
      progress.end();
      await print(streams.stderr, `${tool.entry.id}: ${failed} of ${planned.length} files failed\n`);
    }
    return isInterrupted ? EXIT.interrupted : code;
  } finally {
    process.off('SIGINT', onInterrupt);
    progress.end();
    await runner.close();
  }
}

/** As many as were asked for, and as the runner has slots for. */
function jobsOf({ entry }: CatalogTool, { jobs }: RunCall): number {
  const lane = laneOf(entry.class);
  return Math.min(jobs, SLOTS.all, lane === undefined ? SLOTS.all : SLOTS[lane]);
}

async function runOne(
  job: Job,
  { label, paths }: PlannedRun,
  body: Buffer | undefined,
  active: Set<RunHandle>,
): Promise<number> {
  const { tool, call, streams, runner, progress } = job;
  const { id } = tool.entry;
  let request = body;
  try {
    request ??= await requestBody(tool.entry, call, paths, streams.stdin);
  } catch (error) {
    // One of many that cannot be read does not stop the others.
    if (!(error instanceof CommandError)) throw error;
    progress.step();
    await print(streams.stderr, `${id}: ${error.message}\n`);
    return error.exitCode;
  }
  const handle = runner.start(tool, [request], undefined, { maxBytes: call.maxBytes }, progress.tell);
  active.add(handle);
  const answer = await handle.answer;
  active.delete(handle);
  progress.step();
  if (answer === undefined) return EXIT.interrupted;
  const text = Buffer.concat(answer.body).toString();
  const exitCode = exitCodeOf(answer.status);
  if (call.isJson) {
    await print(streams.stdout, job.isOneOfMany ? fileLine(label, text) : `${text}\n`);
    return exitCode;
  }
  const response = JSON.parse(text) as ResponseBody;
  if (response.result === undefined) {
    const of = label === undefined ? '' : `${label}: `;
    await print(streams.stderr, `${id}: ${of}${response.error?.message}${whoseLimit(job, response.error)}\n`);
    return exitCode;
  }
  return deliver(response.result, job.destination, { call, streams, label });
}

/** Of a limit that was reached though `--max-bytes` was given: whether more of it would help. */
function whoseLimit({ tool: { entry }, call: { maxBytes } }: Job, error: ResponseBody['error']): string {
  const isLimit = error?.code === 'LIMIT_EXCEEDED' || error?.code === 'OUTPUT_TOO_LARGE';
  if (error === undefined || !isLimit || maxBytes === undefined) return '';
  const limits = limitsOf(entry.class, maxBytes);
  const raised = [limits.outputFileBytes, limits.outputFilesBytes, limits.resultBytes];
  return raised.some((limit) => error.message.includes(byteSize(limit)))
    ? ' (a higher --max-bytes raises this limit)'
    : ` (a limit of ${entry.id} or of texts, which --max-bytes does not raise)`;
}

/** A response as a line of JSON with the upload it answers. Line breaks of JSON are between its values, never in them. */
const fileLine = (label: string | undefined, response: string): string =>
  `{"file":${JSON.stringify(label)},${response.trim().slice(1).replaceAll(/\n\s*/g, '')}\n`;
