import { extensionOf } from '../core/files.js';
import type { PageIndexTool } from '../core/pages.js';

/** Tools that take a file of this name: those that name its format first, those that take any file last. */
export function toolsForFile(tools: readonly PageIndexTool[], name: string, without: string): readonly PageIndexTool[] {
  const ending = extensionOf(name);
  const fitting = tools.filter(({ id }) => id !== without);
  const named = fitting.filter(({ files }) => files?.formats.includes(ending));
  const any = fitting.filter(({ files }) => files?.formats.includes('*'));
  return [...named, ...any];
}

/** Tools that take this text: those that need one first. */
export function toolsForText(tools: readonly PageIndexTool[], without: string): readonly PageIndexTool[] {
  const fitting = tools.filter(({ id, input, files }) => id !== without && input !== 'none' && (files?.min ?? 0) === 0);
  return [
    ...fitting.filter(({ input }) => input === 'required'),
    ...fitting.filter(({ input }) => input === 'optional'),
  ];
}
