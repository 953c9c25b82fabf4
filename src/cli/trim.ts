import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CommandError, EXIT } from './exit-codes.js';
import { PARTS_IN_USE } from './parts-in-use.data.js';

/** A file that goes. */
export interface UnreadFile {
  /** Below the folder of the installation. */
  readonly path: string;
  readonly bytes: number;
}

/** Of no package: source maps, TypeScript and lists of changes are for those who write programs. */
const FOR_DEVELOPERS = /\.(?:map|[cm]?tsx?)$|(?:^|\/)(?:changelog|history)\.md$/i;
/** Instructions, where they are not all that states the licence. */
const INSTRUCTIONS = /\.(?:md|markdown)$/i;
const LICENCE_TEXT = /^(?:licen[cs]es?|copying|copyright|notices?|authors|patents)\b/i;
/** Builds the product: where it is, the files that others have no use for are needed. */
const DEVELOPMENT_PACKAGE = 'node_modules/esbuild';

/**
 * The files below `node_modules` of the installation at `root` that the product never reads. Throws `CommandError` where the packages
 * are not the product's alone: in a working copy of the project, or as a dependency of another package.
 */
function unreadFiles(root: string): UnreadFile[] {
  if (existsSync(join(root, DEVELOPMENT_PACKAGE))) {
    throw new CommandError(
      'this is a working copy: building and testing need what trim removes; after "npm prune --omit=dev" it can',
    );
  }
  if (!Object.keys(PARTS_IN_USE).some((name) => existsSync(join(root, 'node_modules', name)))) {
    throw new CommandError('the packages are not in a folder of this installation alone, nothing is removed');
  }
  return listUnread(root);
}

/** As {@link unreadFiles}, of any folder that has `node_modules`. */
export function listUnread(root: string): UnreadFile[] {
  return packagesIn(root, 'node_modules').flatMap(({ name, folder }) => {
    const parts = PARTS_IN_USE[name]?.map(patternOf);
    const files = filesOf(root, folder);
    const hasLicence = files.some(({ path }) => LICENCE_TEXT.test(path.slice(folder.length + 1)));
    return files.filter(({ path }) => {
      const inside = path.slice(folder.length + 1);
      if (FOR_DEVELOPERS.test(inside)) return true;
      if (hasLicence && INSTRUCTIONS.test(inside) && !isAlwaysKept(inside)) return true;
      return parts !== undefined && !isAlwaysKept(inside) && !parts.some((part) => part.test(inside));
    });
  });
}

/** Removes the files that the product never reads, and folders that are empty then. Returns what is said of it. */
export function trim(root: string, isTrial: boolean): string {
  const files = unreadFiles(root);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (!isTrial) for (const { path } of files) remove(root, path);
  const words = isTrial ? 'would be removed' : 'removed';
  return `${words}: ${files.length} files, ${(bytes / 1e6).toFixed(0)} MB\n`;
}

function remove(root: string, path: string): void {
  try {
    rmSync(join(root, path));
    for (let folder = dirname(path); readdirSync(join(root, folder)).length === 0; folder = dirname(folder))
      rmdirSync(join(root, folder));
  } catch (error) {
    throw new CommandError(`cannot remove ${join(root, path)}: ${(error as NodeJS.ErrnoException).code}`, EXIT.failed);
  }
}

const isAlwaysKept = (inside: string): boolean =>
  inside.endsWith('package.json') || LICENCE_TEXT.test(inside.slice(inside.lastIndexOf('/') + 1));

/** `*` stands for a part of a name, `**` for any folders. */
function patternOf(part: string): RegExp {
  const own = part.replace('PLATFORM', process.platform).replace('ARCHITECTURE', process.arch);
  const source = own
    .replaceAll(/[.+]/g, '\\$&')
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0/', '(?:.*/)?')
    .replaceAll('\0', '.*');
  return new RegExp(`^${source}$`);
}

interface InstalledPackage {
  readonly name: string;
  /** Below the folder of the installation. */
  readonly folder: string;
}

/** Packages in a `node_modules`, those inside others too. */
export function packagesIn(root: string, modules: string): InstalledPackage[] {
  if (!existsSync(join(root, modules))) return [];
  return foldersOf(root, modules)
    .flatMap((name) =>
      name.startsWith('@') ? foldersOf(root, `${modules}/${name}`).map((own) => `${name}/${own}`) : [name],
    )
    .map((name) => ({ name, folder: `${modules}/${name}` }))
    .filter(({ folder }) => existsSync(join(root, folder, 'package.json')))
    .flatMap((one) => [one, ...packagesIn(root, `${one.folder}/node_modules`)]);
}

const foldersOf = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

/** Files of one package, without those of packages inside it. */
function filesOf(root: string, folder: string): UnreadFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(root, path);
    return entry.isFile() ? [{ path, bytes: lstatSync(join(root, path)).size }] : [];
  });
}
