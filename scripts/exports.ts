/** Exports of `src/` that nobody imports. Names are read as the formatter writes them, one import or export a statement. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file by its path from the root, with its text. */
export type Sources = ReadonlyMap<string, string>;

interface Export {
  readonly name: string;
  readonly isType: boolean;
}

/**
 * Values that no other module imports, and types that nothing uses at all: a type is exported for those who are given it. `published`
 * says which modules the world imports; what they export is used.
 */
export function unusedExports(sources: Sources, published: ReadonlySet<string>): string[] {
  const used = usesOf(sources);
  const faults: string[] = [];
  for (const [path, source] of sources) {
    if (!path.startsWith('src/') || published.has(path)) continue;
    const names = used.get(path) ?? new Set();
    if (names.has('*')) continue;
    for (const { name, isType } of exportsOf(source)) {
      if (names.has(name) || (isType && timesIn(source, name) > 1)) continue;
      faults.push(`${path}: nobody imports ${name}`);
    }
  }
  return faults;
}

function exportsOf(source: string): Export[] {
  const own = /^export (?:declare )?(?:async )?(?:abstract )?(function\*?|class|interface|type|const|let) (\w+)/gm;
  return Array.from(source.matchAll(own), ([, kind = '', name = '']) => ({
    name,
    isType: kind === 'interface' || kind === 'type',
  }));
}

/** What is imported or passed on from each file; `*` for all of it. */
function usesOf(sources: Sources): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  const add = (from: string, target: string, name: string): void => {
    const place = join(dirname(from), target);
    for (const path of [place, place.replace(/\.js$/, '.ts'), place.replace(/\.js$/, '.tsx')])
      if (sources.has(path)) used.set(path, (used.get(path) ?? new Set()).add(name));
  };
  for (const [path, source] of sources) {
    const named = /^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from '(\.[^']*)'/gm;
    for (const [, names = '', target = ''] of source.matchAll(named))
      for (const part of names.split(',')) {
        const [name = ''] = part
          .trim()
          .replace(/^type /, '')
          .split(' as ');
        if (name !== '') add(path, target, name);
      }
    const whole =
      /^(?:import|export) (?:type )?\*[^'\n]* from '(\.[^']*)'|\b(?:import|importOriginal)(?:<[^>]*>)?\(\s*'(\.[^']*)'/gm;
    for (const [, first, second] of source.matchAll(whole)) add(path, first ?? second ?? '', '*');
  }
  return used;
}

const timesIn = (source: string, name: string): number => source.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;

/** The sources of these paths from the root. */
export const readSources = (root: string, paths: readonly string[]): Sources =>
  new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
