import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** A tool's file: `src/tools/<family>/<id>.ts`. Files that start with `_` are shared by a family, not tools. */
export interface ToolFile {
  readonly family: string;
  readonly id: string;
}

/** Every tool file below `folder`, in order of family, then id. */
export function listToolFiles(folder: string): ToolFile[] {
  const found: ToolFile[] = [];
  for (const family of foldersOf(folder)) {
    for (const name of readdirSync(join(folder, family)).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('_')) continue;
      found.push({ family, id: name.slice(0, -'.ts'.length) });
    }
  }
  return found;
}

const foldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map((item) => item.name)
    .sort();

/** Every file below `folder` whose name ends with `ending`, as paths relative to it. */
export function listFiles(folder: string, ending = ''): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && item.name.endsWith(ending))
    .map((item) => relative(folder, join(item.parentPath, item.name)))
    .sort();
}

/** Test files with something exhaustive in them (`src/testing/exhaustive.ts`), as paths from the root. */
export const listExhaustiveTests = (): string[] =>
  listFiles(join(ROOT, 'src'), '.test.ts')
    .map((path) => `src/${path}`)
    .filter((path) => /\bexhaustive\b|EXHAUSTIVE/.test(readFileSync(join(ROOT, path), 'utf8')));
