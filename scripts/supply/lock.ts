import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One package of a `package-lock.json`. */
export interface LockedPackage {
  /** Where npm puts it, from the folder of the lock: `node_modules/a/node_modules/b`. */
  readonly path: string;
  /** Its own name, also where it is installed under another. */
  readonly name: string;
  readonly version: string;
  /** What its `package.json` says: an SPDX expression, or other words. */
  readonly licence: string | undefined;
  readonly isDev: boolean;
  readonly isOptional: boolean;
  /** Of its archive; of a package that comes inside another, that of the other's archive, which holds it. */
  readonly integrity: string | undefined;
  /** Where it came from, when the lock says so; a lock of ours leaves the registry open. */
  readonly resolved: string | undefined;
  readonly hasInstallScript: boolean;
}

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

/** Every package that the lock of `folder` names, those of other platforms too, in its order. */
export function readLock(folder: string): LockedPackage[] {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? nameInPath(path),
      version: entry.version ?? '',
      licence: entry.license,
      isDev: entry.dev === true,
      isOptional: entry.optional === true,
      integrity: entry.integrity ?? (entry.inBundle === true ? lock.packages[carrierOf(path)]?.integrity : undefined),
      resolved: entry.resolved,
      hasInstallScript: entry.hasInstallScript === true,
    }));
}

/** Folder of the package that a file belongs to, such as `node_modules/@scope/name`; `undefined` for files of no package. */
export function folderInPath(path: string): string | undefined {
  return /.*(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

const carrierOf = (path: string): string => path.slice(0, path.lastIndexOf('/node_modules/'));

const nameInPath = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
