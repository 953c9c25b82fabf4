import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder, found from this module upwards: it works in `src/`, in `dist/` and in an installed package. */
export const projectRoot: string = realFolder(findRoot(dirname(fileURLToPath(import.meta.url))));

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // From Node 24.22 on, the permission flag refuses the look in a tool process; that was started by its real path.
    return folder;
  }
}

function findRoot(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json of the project is missing');
    folder = parent;
  }
  return folder;
}

/** The path of a built file below `dist/`: `builtFile('workers/heic-tiles.worker.js')`. */
export const builtFile = (path: string): string => join(projectRoot, 'dist', path);
