import { extensionOf } from './files.js';
import type { FilesForAll } from './tool.js';

type OptionValues = Readonly<Record<string, unknown>>;

/** What of a declaration says how its files may be several runs. */
interface TakenFiles {
  readonly max: number;
  readonly for_all?: FilesForAll;
}

/** What each of several runs gets beside its own files; `undefined` where nothing. */
const filesForAll = ({ for_all: forAll }: TakenFiles, options: OptionValues): FilesForAll['which'] | undefined =>
  Object.entries(forAll?.when ?? {}).every(([name, value]) => options[name] === value) ? forAll?.which : undefined;

/**
 * Whether a tool works on each of its files by itself, so that more of them than a run takes can be several runs: it takes one, or its
 * report has an error for each. `dataPaths`: the keys of its data.
 */
export const worksOnEachFile = (taken: TakenFiles, dataPaths: readonly string[], options: OptionValues): boolean =>
  taken.max === 1 || (dataPaths.includes('files[].error') && filesForAll(taken, options) !== 'all');

/** The files that are worked on, and those that each of several runs gets after its own. */
export function ownAndForAll<File>(
  taken: TakenFiles,
  options: OptionValues,
  files: readonly File[],
  nameOf: (file: File) => string,
): { readonly own: readonly File[]; readonly forAll: readonly File[] } {
  const which = filesForAll(taken, options);
  if (which === undefined || which === 'all') return { own: files, forAll: [] };
  const isForAll = (file: File, index: number): boolean =>
    which === 'last' ? index === files.length - 1 : which.includes(extensionOf(nameOf(file)));
  const own = files.filter((file, index) => !isForAll(file, index));
  // Files for all others, without others: the run says what is missing.
  if (own.length === 0) return { own: files, forAll: [] };
  return { own, forAll: files.filter((file, index) => isForAll(file, index)) };
}
