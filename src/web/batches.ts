import type { PageTool } from '../core/pages.js';
import { ownAndForAll, worksOnEachFile } from '../core/works-on-each.js';

import type { RunAnswer } from './run.js';
import type { FormFile, FormState } from './session.js';

/** Files of a form that are sent in several requests. Chosen: what a browser still holds with its results. */
const MAX_FILES = 200;

/** What of a run in several requests came to nothing. */
export interface RefusedPart {
  readonly names: readonly string[];
  readonly message: string;
}

/**
 * Whether a tool works on each file by itself, so that more files than a request may have are several requests. Of tools that take
 * one file, those that give only files: other answers have no joint view.
 */
export function worksOnEach({ files, input, gives, data }: PageTool, options: FormState['options']): boolean {
  if (files === null) return false;
  if (files.max === 1 && (files.min !== 1 || input !== 'none' || gives.join() !== 'files')) return false;
  return worksOnEachFile(
    files,
    data.map(({ path }) => path),
    options,
  );
}

/** Files that a form of the tool may hold, with these options. */
export const mostFiles = (tool: PageTool, options: FormState['options']): number =>
  worksOnEach(tool, options) ? MAX_FILES : (tool.files?.max ?? 0);

/** The form as the requests that it needs: one, or as few as the limits on count and bytes allow. */
export function partsOf(tool: PageTool, form: FormState): readonly FormState[] {
  if (tool.files === null || !worksOnEach(tool, form.options)) return [form];
  const sizeOf = (files: readonly FormFile[]): number => files.reduce((sum, { blob }) => sum + blob.size, 0);
  const isWithin = (files: readonly FormFile[]): boolean =>
    files.length <= (tool.files?.max ?? 1) && sizeOf(files) <= tool.limits.files_bytes;
  if (isWithin(form.files)) return [form];
  const { own, forAll } = ownAndForAll(tool.files, form.options, form.files, ({ name }) => name);
  const parts: FormFile[][] = [];
  for (const file of own) {
    const last = parts.at(-1);
    if (last !== undefined && isWithin([...last, file, ...forAll])) last.push(file);
    else parts.push([file]);
  }
  return parts.map((files) => ({ ...form, files: [...files, ...forAll] }));
}

/** The answers of all requests as one: files and lists of files one after another; of the rest of the data what is the same in all. */
export function joinAnswers(answers: readonly RunAnswer[]): RunAnswer | undefined {
  const [first, ...others] = answers;
  if (first === undefined || others.length === 0) return first;
  const files = answers.flatMap((answer) => answer.files);
  if (!answers.every(({ data }) => isRecord(data))) return { ...first, files };
  const data = joinData(answers.map(({ data: part }) => part as Readonly<Record<string, unknown>>));
  return { ...first, files, data, text: JSON.stringify(data, null, 2) };
}

function joinData(parts: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  const joined: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parts[0] ?? {})) {
    const values = parts.map((part) => part[name]);
    if (values.every(Array.isArray)) joined[name] = values.flat();
    else if (values.every((other) => JSON.stringify(other) === JSON.stringify(value))) joined[name] = value;
  }
  return joined;
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
