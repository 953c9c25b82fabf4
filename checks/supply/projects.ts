import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../scripts/tool-files.js';

export interface PackageJson {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
  /** Scripts of others at installation, by the package's name: whether npm may run them. */
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

/** A folder of the repository with packages of its own. */
export interface Project {
  /** Its path from the root, `.` for the root itself. */
  readonly name: string;
  readonly folder: string;
  readonly packageJson: PackageJson;
}

/** The root, the benchmarks and every check that has packages of its own. */
export function projects(): Project[] {
  const checks = readdirSync(join(ROOT, 'checks')).map((name) => `checks/${name}`);
  return ['.', 'bench', ...checks]
    .filter((name) => existsSync(join(ROOT, name, 'package.json')))
    .map((name) => {
      const folder = join(ROOT, name);
      return { name, folder, packageJson: readJson<PackageJson>(join(folder, 'package.json')) };
    });
}

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
