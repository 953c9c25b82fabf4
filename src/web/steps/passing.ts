import type { PageIndexTool } from '../../core/pages.js';

/** How a step gets what the one before gives; `undefined` where it cannot. */
export type Passing = 'as it comes' | 'as files' | 'as text';

/** Endings that a text may have when it is passed as a file. */
const TEXT_FORMATS = ['*', '.txt', '.json', '.csv', '.md', '.html', '.xml', '.yaml'];

/** Whether a tool can work on what another gives, and how. The first step takes what is uploaded and typed. */
export function passingOf(before: PageIndexTool | undefined, next: PageIndexTool): Passing | undefined {
  if (before === undefined) return 'as it comes';
  const givesFiles = before.gives.includes('files');
  const givesText = before.gives.includes('text') || before.gives.includes('data');
  if (givesFiles && next.files !== null) return 'as it comes';
  if (givesText && next.input !== 'none') return 'as it comes';
  if (givesText && next.files?.formats.some((format) => TEXT_FORMATS.includes(format))) return 'as files';
  return givesFiles && next.input !== 'none' ? 'as text' : undefined;
}

/** The property of the step that asks for it. */
export const passingProperty = (passing: Passing): { readonly as?: 'files' | 'input' } =>
  passing === 'as files' ? { as: 'files' } : passing === 'as text' ? { as: 'input' } : {};
