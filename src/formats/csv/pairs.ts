import { invalid } from '../../core/errors.js';
import type { FileRule, InputFile } from '../../core/tool.js';
import { inputSource, readTextFile } from '../text-source.js';
import { type CsvReading, type CsvTable, openTable, readTableFile } from './source.js';

export const PAIR_FILES = { min: 0, max: 2, formats: ['*'] } as const satisfies FileRule;

export const PAIR_NOTE = 'Two files, or "input" and one file: the first is the left table, the second the right one.';

/** The two tables of a tool that brings two together. Throws INVALID_INPUT where there are fewer or more. */
export async function readTablePair(
  { input, files }: { readonly input: string; readonly files: readonly InputFile[] },
  options: CsvReading,
): Promise<readonly [left: CsvTable, right: CsvTable]> {
  const [first, second] = files;
  if (first !== undefined && second !== undefined) {
    if (input !== '') throw invalid('Property "input" must be empty where two files are given');
    return [await readTableFile(first, options), await readTableFile(second, options)];
  }
  if (first === undefined || input === '') throw invalid('Two files, or property "input" and a file, must be given');
  return [openTable(inputSource(input), options), openTable(await readTextFile(first, options.inputCharset), options)];
}
