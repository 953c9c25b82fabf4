import { invalid, quote, ToolError } from '../../core/errors.js';
import { fileCountFault, fileFault } from '../../core/input-faults.js';
import { checkOptions } from '../../core/options.js';
import type { OtherTools } from '../../core/other-tools.js';
import type { InputFile, Tool } from '../../core/tool.js';

import { type Step, stepName } from './_pipeline.js';

/** A step whose tool is known and whose options are checked. */
export interface PlannedStep extends Step {
  /** `Step 2 ("resize-image")`, for messages. */
  readonly name: string;
  readonly declaration: Tool;
}

/** What a request brings for the first step. */
export interface Brought {
  readonly input: string;
  readonly files: readonly InputFile[];
}

/** What a step may be given: `false` only where it is sure that there will be none. */
interface Kinds {
  readonly text: boolean;
  readonly files: boolean;
}

interface Offer extends Kinds {
  readonly name: string;
}

/**
 * Checks a pipeline whole, before anything of it runs: tools, options, and whether each step can take what the one it follows gives.
 * Throws INVALID_INPUT naming the step.
 */
export async function planSteps(
  steps: readonly Step[],
  brings: Kinds,
  tools: OtherTools,
  nameOf: (number: number, tool: string) => string = stepName,
): Promise<PlannedStep[]> {
  const planned: PlannedStep[] = [];
  const offers: Offer[] = [{ name: 'the request', ...brings }];
  for (const [index, step] of steps.entries()) {
    const name = nameOf(index + 1, step.tool);
    const declaration = await tools.find(step.tool);
    if (declaration === undefined)
      throw invalid(`${stepName(index + 1, step.tool)}: this service has no tool of that id`);
    if (declaration.needs?.includes('tools') === true)
      throw invalid(`${stepName(index + 1, step.tool)}: it runs other tools, so it cannot be a step`);
    atStep(name, () => checkOptions(declaration.id, declaration.options, step.options));
    const plannedStep: PlannedStep = { ...step, name, declaration };
    const offer = offers[step.from];
    if (offer !== undefined) atStep(name, () => checkFlow(plannedStep, offer));
    if (offer !== undefined && step.from > 0 && wantsNothing(declaration))
      throw invalid(
        `${name}: it takes neither text nor files, so what ${offer.name} gives would be lost: write "from": 0 if that is meant`,
      );
    planned.push(plannedStep);
    const gives = declaration.result;
    offers.push({
      name: `step ${index + 1}`,
      text: gives !== 'files' && !step.each,
      files: gives === 'files' || gives === 'mixed' || step.each,
    });
  }
  return planned;
}

/** Runs `work` for a step: a refusal in it is told behind the step's name, with its own code. */
export function atStep<Result>(name: string, work: () => Result): Result {
  try {
    const result = work();
    return result instanceof Promise
      ? (result.catch((error: unknown) => {
          throw named(name, error);
        }) as Result)
      : result;
  } catch (error) {
    throw named(name, error);
  }
}

const named = (name: string, error: unknown): unknown =>
  error instanceof ToolError && name !== ''
    ? new ToolError(error.code, `${name}: ${error.message}`, { cause: error.cause })
    : error;

const wantsNothing = ({ files, input }: Tool): boolean => files === undefined && input === 'none';

/** Throws where a step surely cannot take what it is offered. */
function checkFlow({ declaration, as, each, input }: PlannedStep, offer: Offer): void {
  const { files: rule, input: takes } = declaration;
  if (as === 'files' && rule === undefined) throw invalid(`It takes no files, so "as" cannot be "files"`);
  if (as === 'input' && takes === 'none') throw invalid(`It takes no text, so "as" cannot be "input"`);
  if (as === 'input' && input !== undefined)
    throw invalid(`Property "as": "input" cannot stand beside an "input" of its own`);
  if (each && wantsNothing(declaration)) throw invalid(`It takes no files, so "each" has nothing to repeat`);
  if (wantsNothing(declaration)) return;
  const takesFiles = as === 'files' || (as === undefined && rule !== undefined && offer.files);
  if (each && !offer.files) throw invalid(`Property "each" needs files, ${offer.name} gives none`);
  if (takesFiles) {
    if (!offer.files && !offer.text) throw invalid(`Nothing to work on: ${offer.name} gives neither text nor files`);
    if (takes === 'required' && input === undefined && !offer.text)
      throw invalid(`It takes a text beside the files: give it as "input" of the step`);
    return;
  }
  if (input !== undefined && (rule === undefined || rule.min === 0)) return;
  if (rule !== undefined && rule.min > 0) {
    const way = offer.text ? ': "as": "files" passes its text as a file' : '';
    throw invalid(`It takes files, ${offer.name} gives none${way}`);
  }
  if (offer.text) return;
  if (!offer.files) {
    if (takes === 'required') throw invalid(`Nothing to work on: ${offer.name} gives neither text nor files`);
    return;
  }
  if (as === undefined && !each)
    throw invalid(`It takes text, ${offer.name} gives only files: "as": "input" passes a text file as text`);
}

/** Throws where files of the request are too many, or of a format that a step which works on them does not take. */
export function checkBrought(steps: readonly PlannedStep[], brought: Brought): void {
  for (const step of steps) if (step.from === 0) checkStepFiles(step, brought);
}

function checkStepFiles({ name, declaration, as, each }: PlannedStep, { files }: Brought): void {
  const { id, files: rule } = declaration;
  if (rule === undefined || as === 'input' || files.length === 0) return;
  atStep(name, () => {
    const fault = fileCountFault(rule, each ? 1 : files.length);
    if (fault !== undefined) throw rule.max === 1 ? tooManyFiles(files.length, 1) : fault;
    for (const [index, file] of files.entries()) {
      const wrong = fileFault(id, rule, file.name, `files[${index}]`);
      if (wrong !== undefined) throw wrong;
    }
  });
}

/** What a step is told that gets more files than its tool takes. */
export const tooManyFiles = (count: number, max: number): ToolError =>
  invalid(`It takes ${max === 1 ? '1 file' : `${max} files`}, got ${count}: "each": true runs it for every file`);

/** A file name as messages show it. */
export const fileLabel = (name: string): string => `file ${quote(name)}`;
