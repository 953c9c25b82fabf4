import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../core/project-files.js';

/** A file of an installed package, as real input. */
export interface InstalledFile {
  readonly name: string;
  readonly text: string;
}

/** All names below `node_modules`, read once: tests share a process, and there are 100,000. */
let allNames: readonly string[] | undefined;

/**
 * Files of installed packages with one of some endings, spread evenly over all there are: `count` of them that have at most
 * `mostBytes`. Which these are depends on what is installed, so tests say nothing of single ones.
 */
export function installedFiles(endings: readonly string[], count: number, mostBytes = 60_000): InstalledFile[] {
  const folder = join(projectRoot, 'node_modules');
  allNames ??= readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const names = allNames.filter((name) => endings.some((ending) => name.endsWith(ending)));
  const step = Math.max(1, names.length / (4 * count));
  const found: InstalledFile[] = [];
  for (let at = 0; at < names.length && found.length < count; at += step) {
    const name = names[Math.floor(at)] ?? '';
    const status = statSync(join(folder, name));
    if (status.isFile() && status.size > 0 && status.size <= mostBytes)
      found.push({ name, text: readFileSync(join(folder, name), 'utf8') });
  }
  return found;
}
