import { readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { byteSize } from '../core/byte-size.js';

/** A path that the user has not allowed, or that cannot be read or written. */
export class PathRefused extends Error {
  override readonly name = 'PathRefused';
}

/** The folders that a user lets agents read from and write to. Links that lead out of them are refused. */
export interface AllowedFolders {
  /** As the user has named them. */
  readonly names: readonly string[];
  /** Reads a file. Throws `PathRefused`. */
  read(path: string): Promise<{ readonly name: string; readonly bytes: Buffer }>;
  /** Throws `PathRefused` where a folder may not be written to. */
  check(folder: string): Promise<void>;
  /** Writes a new file and gives its path; a file that exists is never overwritten: ` (2)` is added to the name. */
  write(folder: string, name: string, bytes: Buffer): Promise<string>;
}

/** More than any tool takes is not read. */
const MAX_FILE_BYTES = 20 * 2 ** 20;
const MAX_COPIES = 1000;

export function createAllowedFolders(folders: readonly string[]): AllowedFolders {
  const roots = Promise.all(folders.map((folder) => realpath(resolve(folder))));

  async function checked(path: string): Promise<string> {
    let real: string;
    try {
      real = await realpath(resolve(path));
    } catch (error) {
      throw new PathRefused(`Cannot open ${JSON.stringify(path)}: it does not exist or may not be read`, {
        cause: error,
      });
    }
    const isInside = (await roots).some(
      (root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep),
    );
    if (!isInside) throw new PathRefused(`Path ${JSON.stringify(path)} is not in a folder that the user has allowed`);
    return real;
  }

  return {
    names: folders,
    async read(path) {
      const real = await checked(path);
      const { size } = await stat(real);
      if (size > MAX_FILE_BYTES)
        throw new PathRefused(
          `File ${JSON.stringify(path)} has ${byteSize(size)}, the limit is ${byteSize(MAX_FILE_BYTES)}`,
        );
      return { name: basename(path), bytes: await readFile(real) };
    },
    async check(folder) {
      await checked(folder);
    },
    async write(folder, name, bytes) {
      const real = await checked(folder);
      for (let copy = 1; copy <= MAX_COPIES; copy += 1) {
        const path = join(real, numbered(name, copy));
        if (dirname(path) !== real) throw new PathRefused('A returned file has a name that is not a file name');
        try {
          await writeFile(path, bytes, { flag: 'wx' });
          return path;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
            throw new PathRefused(`Cannot write to ${JSON.stringify(folder)}`, { cause: error });
          }
        }
      }
      throw new PathRefused(`Folder ${JSON.stringify(folder)} has too many files of this name`);
    },
  };
}

function numbered(name: string, copy: number): string {
  if (copy === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${copy})${name.slice(dot)}` : `${name} (${copy})`;
}
