import { invalid, quote, typeName } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { parseJson } from '../../lib/json/parse.js';

/** Most steps of a pipeline. */
export const MAX_STEPS = 8;

/** How a step gets what it works on: as its text, or as its files. */
export type Passing = 'input' | 'files';

/** One step as it is written. */
export interface Step {
  readonly tool: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Text of its own, beside the files of the step it follows. */
  readonly input: string | undefined;
  /** The step whose result it works on; 0 for the request. */
  readonly from: number;
  readonly as: Passing | undefined;
  /** Runs once for each file. */
  readonly each: boolean;
}

/** A pipeline as it is written. */
export interface Pipeline {
  readonly steps: readonly Step[];
  /** Text for the first step; `undefined` where the pipeline does not hold any. */
  readonly input: string | undefined;
}

const STEP_PROPERTIES = ['tool', 'options', 'input', 'from', 'as', 'each'];

/**
 * Reads `{ "steps": [ { "tool": "…", "options": {…} }, … ] }`, or the list of steps alone. `place` names the text in messages:
 * `property "input"`. Throws INVALID_INPUT naming the step and what is wrong in it.
 */
export function readPipeline(text: string, place: string): Pipeline {
  const sentence = `Cannot read ${place} as a pipeline`;
  refusing(sentence, () => parseJson(text));
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  if (Array.isArray(value)) return { steps: readSteps(value, sentence), input: undefined };
  if (!isObject(value)) throw invalid(`${sentence}: it must be an object with "steps", got ${typeName(value)}`);
  const { steps, input, ...more } = value;
  for (const name of Object.keys(more))
    throw invalid(`${sentence}: unknown property ${quote(name)}, a pipeline takes "steps", "input"`);
  if (!Array.isArray(steps))
    throw invalid(`${sentence}: "steps" must be an array, got ${steps === undefined ? 'nothing' : typeName(steps)}`);
  if (input !== undefined && typeof input !== 'string')
    throw invalid(`${sentence}: "input" must be a string, got ${typeName(input)}`);
  return { steps: readSteps(steps, sentence), input };
}

/** The pipeline of a batch: what option "steps" holds, or one step of the tool in option "tool" with "options". */
export function readToolOrSteps(tool: string, options: string, steps: string): Pipeline {
  if (steps !== '' && tool !== '') throw invalid('Options "tool" and "steps" exclude each other');
  if (steps !== '') {
    if (options.trim() !== '')
      throw invalid('Option "options" belongs to option "tool": in "steps" each step has its own');
    return readPipeline(steps, 'option "steps"');
  }
  if (tool === '')
    throw invalid('Option "tool" names the tool to run, or option "steps" holds a pipeline: both are empty');
  if (options.trim() === '') return { steps: [stepOf(tool, {})], input: undefined };
  refusing('Cannot read option "options" as JSON', () => parseJson(options));
  const value: unknown = JSON.parse(options.replace(/^\ufeff/, ''));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`Option "options" holds no object of options, got ${typeName(value)}`);
  return { steps: [stepOf(tool, { ...value })], input: undefined };
}

const stepOf = (tool: string, options: Readonly<Record<string, unknown>>): Step => ({
  tool,
  options,
  input: undefined,
  from: 0,
  as: undefined,
  each: false,
});

function readSteps(list: readonly unknown[], sentence: string): Step[] {
  if (list.length === 0) throw invalid(`${sentence}: it has no steps`);
  if (list.length > MAX_STEPS) throw invalid(`${sentence}: it has ${list.length} steps, the limit is ${MAX_STEPS}`);
  return list.map((step, index) => readStep(step, index + 1));
}

function readStep(step: unknown, number: number): Step {
  if (!isObject(step)) throw invalid(`Step ${number} must be an object, got ${typeName(step)}`);
  const { tool, options = {}, input, from = number - 1, as, each = false } = step;
  if (typeof tool !== 'string')
    throw invalid(`Step ${number}: "tool" must be a tool id, got ${tool === undefined ? 'nothing' : typeName(tool)}`);
  const name = stepName(number, tool);
  for (const property of Object.keys(step)) {
    if (STEP_PROPERTIES.includes(property)) continue;
    const list = STEP_PROPERTIES.map((known) => quote(known)).join(', ');
    throw invalid(`${name}: unknown property ${quote(property)}, a step takes ${list}`);
  }
  if (!isObject(options)) throw invalid(`${name}: "options" must be an object, got ${typeName(options)}`);
  if (input !== undefined && typeof input !== 'string')
    throw invalid(`${name}: "input" must be a string, got ${typeName(input)}`);
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 0 || from >= number) {
    const shown = typeof from === 'number' ? from : typeName(from);
    throw invalid(`${name}: "from" must be 0 (the request) or the number of an earlier step, got ${shown}`);
  }
  if (as !== undefined && as !== 'input' && as !== 'files')
    throw invalid(`${name}: "as" must be "input" or "files", got ${typeof as === 'string' ? quote(as) : typeName(as)}`);
  if (typeof each !== 'boolean') throw invalid(`${name}: "each" must be true or false, got ${typeName(each)}`);
  return { tool, options, input, from, as, each };
}

/** How messages name a step: `Step 2 ("resize-image")`. */
export const stepName = (number: number, tool: string): string => `Step ${number} (${quote(tool)})`;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
