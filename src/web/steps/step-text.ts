/** The steps of a pipeline as the option holds them: JSON, as `run-pipeline` reads it. */

/** One step. `more` is what the page does not show, such as "from". */
export interface Step {
  readonly tool: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Once for each file. */
  readonly each: boolean;
  readonly more: Readonly<Record<string, unknown>>;
}

/** The steps of a text; none of an empty one. `undefined` where it holds something else. */
export function readSteps(text: string): readonly Step[] | undefined {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    const list = isRecord(value) && Object.keys(value).join() === 'steps' ? Reflect.get(value, 'steps') : value;
    if (!Array.isArray(list)) return undefined;
    const steps = list.map(readStep);
    return steps.includes(undefined) ? undefined : steps.flatMap((step) => step ?? []);
  } catch {
    // Not JSON, or not yet: it is being typed.
    return undefined;
  }
}

function readStep(value: unknown): Step | undefined {
  if (!isRecord(value)) return undefined;
  const { tool, options = {}, each = false, ...more } = value;
  if (typeof tool !== 'string' || !isRecord(options) || typeof each !== 'boolean') return undefined;
  return { tool, options, each, more };
}

/** The text for the option; empty for no steps. */
export const writeSteps = (steps: readonly Step[]): string =>
  steps.length === 0 ? '' : JSON.stringify(steps.map(plainStep));

const plainStep = ({ tool, options, each, more }: Step) => ({
  tool,
  ...(Object.keys(options).length === 0 ? {} : { options }),
  ...(each ? { each } : {}),
  ...more,
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
