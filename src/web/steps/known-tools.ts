import type { PageTool } from '../../core/pages.js';
import { fetchTool } from '../data.js';
import { isSecret } from '../options.js';
import { readSteps, writeSteps } from './step-text.js';

const known = new Map<string, PageTool>();

/** A tool of a step, asked for once. `undefined` where there is none of this id. */
export async function toolOfStep(id: string): Promise<PageTool | undefined> {
  const tool = known.get(id) ?? (await fetchTool(id));
  if (tool !== undefined) known.set(id, tool);
  return tool;
}

/**
 * The steps without passwords and keys, to be kept or shared. Of a tool that has not been looked at no option is taken: nobody knows
 * which of them are secret. Empty where the text holds no steps.
 */
export function withoutSecrets(text: string): string {
  const steps = (readSteps(text) ?? []).map((step) => {
    const open = new Set(known.get(step.tool)?.options.flatMap((option) => (isSecret(option) ? [] : [option.name])));
    return { ...step, options: Object.fromEntries(Object.entries(step.options).filter(([name]) => open.has(name))) };
  });
  return writeSteps(steps);
}
