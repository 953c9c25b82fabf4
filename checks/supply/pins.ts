import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readLock } from '../../scripts/supply/lock.js';

import { type Project, readJson } from './projects.js';

/** A version and nothing else: https://semver.org, rule 2, 9 and 10. */
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
const EXACT_ALIAS = /^npm:(@[^/]+\/)?[^@]+@\d+\.\d+\.\d+$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides'] as const;

/** No ranges, a lock that agrees and knows the hash of everything, no code of others at installation. */
export function checkPins({ name, folder, packageJson }: Project): string[] {
  const faults: string[] = [];
  for (const kind of KINDS) {
    for (const [dependency, version] of Object.entries(packageJson[kind] ?? {})) {
      const isExact = EXACT.test(version) || EXACT_ALIAS.test(version);
      if (!isExact) faults.push(`${name}/package.json: ${dependency} is "${version}", not an exact version`);
    }
  }
  faults.push(...checkLock(name, folder, packageJson));
  faults.push(...checkScripts(name, folder, packageJson));
  return faults;
}

/**
 * The product is packed with `prepack`, which `ignore-scripts` would leave out too: there each script of others is refused by its name,
 * and none is allowed in what is installed from the archive.
 */
function checkScripts(name: string, folder: string, { allowScripts }: Project['packageJson']): string[] {
  if (name !== '.') {
    const isIgnored = /^ignore-scripts=true$/m.test(readOr(join(folder, '.npmrc')));
    return isIgnored ? [] : [`${name}/.npmrc: ignore-scripts=true is missing`];
  }
  return readLock(folder)
    .filter(({ hasInstallScript }) => hasInstallScript)
    .flatMap(({ name: dependency, isDev }) => [
      ...(isDev ? [] : [`package.json: ${dependency} runs a script where the product is installed`]),
      ...(allowScripts?.[dependency] === false ? [] : [`package.json: allowScripts does not refuse ${dependency}`]),
    ]);
}

function checkLock(name: string, folder: string, packageJson: Project['packageJson']): string[] {
  const faults: string[] = [];
  const lock = readJson<{ readonly packages: Readonly<Record<string, Project['packageJson']>> }>(
    join(folder, 'package-lock.json'),
  );
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
    const [said, locked] = [packageJson[kind] ?? {}, lock.packages['']?.[kind] ?? {}];
    for (const dependency of new Set([...Object.keys(said), ...Object.keys(locked)])) {
      if (said[dependency] !== locked[dependency]) faults.push(`${name}/package-lock.json: ${dependency} differs`);
    }
  }
  for (const { path, integrity, resolved, version } of readLock(folder)) {
    if (!integrity?.startsWith('sha512-')) faults.push(`${name}/package-lock.json: ${path} has no SHA-512`);
    if (resolved !== undefined) faults.push(`${name}/package-lock.json: ${path} names where it came from: ${resolved}`);
    if (!EXACT.test(version)) faults.push(`${name}/package-lock.json: ${path} is "${version}", not from a registry`);
  }
  return faults;
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // No file, no settings: the check that follows says so.
    return '';
  }
}
