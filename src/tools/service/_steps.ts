import { isUtf8 } from 'node:buffer';

import { invalid, type ToolError } from '../../core/errors.js';
import { renamed } from '../../core/files.js';
import type { OtherTools, ToolRequest } from '../../core/other-tools.js';
import { type OutputFile, TEXT_MIME, type ToolResult } from '../../core/results.js';
import type { RunPlace } from '../../core/run-progress.js';
import type { InputFile } from '../../core/tool.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

import type { Passing } from './_pipeline.js';
import { atStep, type Brought, fileLabel, type PlannedStep, tooManyFiles } from './_plan.js';

/** What a step gave, or the request brought. */
export interface Outcome extends ToolResult {
  readonly files: readonly OutputFile[];
}

/**
 * Runs the steps one after another and gives the result of each, in order. Throws what a step was refused with, behind the step's name.
 */
export async function runSteps(
  steps: readonly PlannedStep[],
  brought: Brought,
  tools: OtherTools,
  outer: readonly RunPlace[] = [],
): Promise<readonly Outcome[]> {
  const request: Outcome = { text: brought.input === '' ? null : brought.input, files: brought.files.map(asOutput) };
  const outcomes: Outcome[] = [request];
  for (const [done, step] of steps.entries()) {
    const places: readonly RunPlace[] = [...outer, { done, total: steps.length, unit: 'steps' }];
    const source = outcomes[step.from] ?? request;
    const isRequest = step.from === 0;
    outcomes.push(await atStep(step.name, () => runStep(step, source, { isRequest, tools, places })));
  }
  return outcomes.slice(1);
}

interface StepMeans {
  /** What it works on is the request: text and files, where the tool takes both. */
  readonly isRequest: boolean;
  readonly tools: OtherTools;
  /** Where the run is, from the outermost. */
  readonly places: readonly RunPlace[];
}

async function runStep(step: PlannedStep, source: Outcome, { isRequest, tools, places }: StepMeans): Promise<Outcome> {
  if (!step.each) return tools.run(step.declaration, requestOf(step, source, isRequest), placeOf(places));
  const results: OutputFile[] = [];
  const total = source.files.length;
  for (const [done, file] of source.files.entries()) {
    const place = placeOf([...places, { done, total, unit: 'files' }]);
    const one: Outcome = { text: step.as === 'input' ? null : source.text, files: [file] };
    const result = await atStep(fileLabel(file.name), () =>
      tools.run(step.declaration, requestOf(step, one, isRequest), place),
    );
    results.push(...filesOfOne(result, file.name));
  }
  return { text: null, files: withDistinctNames(results) };
}

/** Each place within the one before it. One of one says nothing, unless that is all there is to say. */
function placeOf(places: readonly RunPlace[]): RunPlace | undefined {
  const telling = places.filter(({ total }) => total > 1);
  let place: RunPlace | undefined;
  for (const level of telling.toReversed()) place = place === undefined ? level : { ...level, current: place };
  return place ?? places[0];
}

/** What a run for one file adds to the files of its step: its files, or its text as a file named after the one it was made from. */
function filesOfOne(result: ToolResult, name: string): readonly OutputFile[] {
  if (result.files.length > 0 || result.text === null) return result.files;
  const made = textFile(result);
  const ending = made.name.slice(made.name.lastIndexOf('.'));
  return [{ ...made, name: renamed(name, ending) }];
}

function requestOf(step: PlannedStep, source: Outcome, isRequest: boolean): ToolRequest {
  const { declaration, options, input, as } = step;
  const { files: rule, input: takes } = declaration;
  const own = input === undefined ? {} : { input };
  if (passingOf(step, source) === 'files') {
    const files = source.files.length > 0 ? source.files : source.text === null ? [] : [textFile(source)];
    if (rule !== undefined && files.length > rule.max && files.length > 1) throw tooManyFiles(files.length, rule.max);
    const beside = (isRequest || takes === 'required') && as !== 'files' && source.text !== null && takes !== 'none';
    return { options, files: files.map(asInput), ...(beside ? { input: source.text } : {}), ...own };
  }
  if (rule !== undefined && rule.min > 0)
    throw invalid('It takes files, but was given a text: "as": "files" passes it as a file');
  if (input !== undefined || takes === 'none') return { options, ...own };
  return { options, input: source.text ?? textOf(source.files) };
}

/** Files go as files where the tool takes any; a text goes as text, unless asked otherwise. */
function passingOf({ declaration, as }: PlannedStep, source: Outcome): Passing {
  if (as !== undefined) return as;
  return declaration.files !== undefined && source.files.length > 0 ? 'files' : 'input';
}

/** The text of the one file. Throws where there are several, or it is not UTF-8. */
function textOf(files: readonly OutputFile[]): string {
  const [only, ...more] = files;
  if (only === undefined) return '';
  if (more.length > 0) throw oneText(files.length);
  if (!isUtf8(only.bytes)) throw invalid(`Cannot pass ${fileLabel(only.name)} as text: it is not UTF-8`);
  return new TextDecoder().decode(only.bytes);
}

const oneText = (count: number): ToolError =>
  invalid(`It takes one text, got ${count} files: "each": true runs it for every file`);

export const textFile = ({ text, name = 'result.txt', mime = TEXT_MIME }: ToolResult): OutputFile => ({
  name,
  mime,
  bytes: Buffer.from(text ?? ''),
});

const asInput = ({ name, mime, bytes }: OutputFile): InputFile => ({ name, mime, bytes });

const asOutput = ({ name, mime = 'application/octet-stream', bytes }: InputFile): OutputFile => ({ name, mime, bytes });
