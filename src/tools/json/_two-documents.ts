import { invalid } from '../../core/index.js';
import type { InputFile } from '../../core/tool.js';
import { readTextFile, type TextSource } from '../../formats/text-source.js';

/**
 * A document and the one that goes with it (a second document, a patch, a schema): `input` or the first file, and an option or the
 * last file. Throws INVALID_INPUT where there are fewer or more than two.
 */
export async function readTwoDocuments(
  { input, files }: { readonly input: string; readonly files: readonly InputFile[] },
  option: string,
  value: string,
): Promise<readonly [TextSource, TextSource]> {
  const [one, two] = await Promise.all(files.map((upload) => readTextFile(upload)));
  const first: TextSource = { text: input, label: 'property "input"', file: undefined, encoding: undefined };
  const second: TextSource = { text: value, label: `option "${option}"`, file: undefined, encoding: undefined };
  if (one !== undefined && two !== undefined) {
    if (input === '' && value === '') return [one, two];
    throw invalid(`Property "input" and option "${option}" must be empty where two files are given`);
  }
  if (one !== undefined) {
    if (input === '' && value !== '') return [one, second];
    if (input !== '' && value === '') return [first, one];
    throw invalid(
      `One of property "input" and option "${option}" must be given beside the file, not both and not none`,
    );
  }
  if (input === '') throw invalid('Property "input" must not be empty where no file is given');
  if (value === '') throw invalid(`Option "${option}" must not be empty where no file is given`);
  return [first, second];
}
