/** What the tools that write archives share. */

import { z } from 'zod';

import { fileNameFault } from '../../core/files.js';
import { type InputFile, invalid } from '../../core/index.js';
import type { Example } from '../../core/tool.js';
import { pathProblems, safePath } from '../../lib/archives/safe-path.js';
import { portableName, withDistinctNames, withDistinctPaths } from '../../lib/files/portable-names.js';

/** 1 January 1980, the first day that ZIP knows: the same files give the same archive on any day. */
export const FIXED_DATE = Date.UTC(1980, 0, 1) / 1000;

export const levelOption = () =>
  z
    .number()
    .multipleOf(1)
    .min(0)
    .max(19)
    .default(0)
    .describe('Compression: 1 fastest, 9 smallest, for tar.zst up to 19; 0: the usual one of the format.');

export const encryptNamesOption = () =>
  z.boolean().default(true).describe('Hides the names of files too where a 7z archive has a password.');

export const pathsOption = () =>
  z
    .string()
    .max(5000)
    .default('')
    .describe(
      'Paths of the files in the archive, such as docs/a.txt, one per line in file order; empty for no folders.',
    );

/** Examples of names and paths that no archive gets. */
export const PATH_REFUSALS: readonly Example[] = [
  {
    title: 'A path as the name of the archive',
    files: [{ name: 'a.txt', text: 'a' }],
    options: { name: 'backup/archive' },
    error: { code: 'INVALID_INPUT', message: 'Option "name" must be a file name without a path' },
  },
  {
    title: 'A path that leads out of the archive',
    files: [{ name: 'a.txt', text: 'a' }],
    options: { paths: '../a.txt' },
    error: {
      code: 'INVALID_INPUT',
      message: 'Option "paths" must have safe relative paths: line 1 leads out of the folder with ".."',
    },
  },
  {
    title: 'Fewer paths than files',
    files: [
      { name: 'a.txt', text: 'a' },
      { name: 'b.txt', text: 'b' },
    ],
    options: { paths: 'docs/a.txt' },
    error: { code: 'INVALID_INPUT', message: 'Option "paths" must have a line per file, 2 in all, got 1' },
  },
];

/** What of the levels is less than asked for: see `writeArchive`. */
export const LEVEL_NOTES = [
  'Usual levels: 6 for tar.gz, tar.xz and zip, 9 for tar.bz2, 3 for tar.zst, 5 for 7z; tar and tar.lz4 have none.',
  'Large contents get no long search, which could take minutes: for more than 4 MiB in all, levels 8 and 9 of tar.gz and zip act as 7; for more than 12 MiB, levels from 5 of tar.xz and 7z act as 4, and those from 10 of tar.zst as 9.',
];

/** The name asked for, made portable; `withEnding` gives it the ending of its format. Throws INVALID_INPUT, naming option "name". */
export function checkedName(name: string, withEnding: (name: string) => string): string {
  const fault = fileNameFault(name);
  if (fault !== undefined) throw invalid(`Option "name" must ${fault}`);
  return portableName(withEnding(name));
}

/** The files under the paths asked for; without any under their names. */
export function entriesOf(files: readonly InputFile[], paths: string): readonly InputFile[] {
  if (paths.trim() === '') return withDistinctNames(files);
  const lines = paths.replace(/\r?\n$/, '').split(/\r?\n/);
  if (lines.length !== files.length)
    throw invalid(`Option "paths" must have a line per file, ${files.length} in all, got ${lines.length}`);
  const entries = files.map((file, i) => {
    const path = lines[i] ?? '';
    const problem = path.trim() === '' || path.endsWith('/') ? 'does not name a file' : pathProblems(path)[0];
    // A name that Windows refuses becomes portable, as names of uploads do.
    if (problem !== undefined && problem !== 'has a name that Windows refuses')
      throw invalid(`Option "paths" must have safe relative paths: line ${i + 1} ${problem}`);
    return { ...file, name: safePath(path) };
  });
  return withDistinctPaths(entries);
}
