/**
 * Writes the pages of `docs/tools` and `deploy/haproxy/classes.map` from the declarations. With `--check` it writes nothing and fails when a page is not fresh,
 * when `docs/api.md` misses an error code or names another status for it, `docs/dependencies.md` a package or its version, or when a
 * document names a file that is not there.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Catalog } from '../src/core/catalog.js';
import { ERRORS } from '../src/core/errors.js';
import { laneOf } from '../src/core/limits.js';

import { generate } from './generate.js';
import { missingFiles } from './named-files.js';
import { listFiles, ROOT } from './tool-files.js';
import { toolPages } from './tool-pages.js';

const FOLDER = join(ROOT, 'docs/tools');
const CLASSES = 'deploy/haproxy/classes.map';
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Path of a run and the class of its tool, a line each, for HAProxy; classes that have slots of their own only. */
const classMap = ({ tools }: Catalog): string =>
  tools
    .filter(({ entry }) => laneOf(entry.class) !== undefined)
    .map(({ entry }) => `${entry.run.path} ${entry.class}\n`)
    .join('');

function write(made: ReadonlyMap<string, string>): void {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [path, text] of made) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    writeFileSync(join(FOLDER, path), text);
  }
}

function faultsOf(made: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const present = new Set(listFiles(FOLDER, '.md'));
  for (const path of present) if (!made.has(path)) faults.push(`docs/tools/${path} is of no tool: npm run docs`);
  for (const [path, text] of made) {
    if (!present.has(path) || read(`docs/tools/${path}`) !== text)
      faults.push(`docs/tools/${path} is not fresh: npm run docs`);
  }
  if (read(CLASSES) !== classMap(catalog)) faults.push(`${CLASSES} is not fresh: npm run docs`);
  const api = read('docs/api.md');
  for (const [name, { status }] of Object.entries(ERRORS)) {
    if (!api.includes(`${status} \`${name}\``)) faults.push(`docs/api.md does not say ${status} \`${name}\``);
  }
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const table = read('docs/dependencies.md');
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    // A package under another name: npm:typescript@6.0.3.
    const plain = version.replace(/^npm:.*@/, '');
    if (!table.includes(`| ${name} | ${plain} |`)) faults.push(`docs/dependencies.md has no row for ${name} ${plain}`);
  }
  faults.push(...missingFiles().map((place) => `${place} is not there`));
  return faults;
}

await generate();
const catalog = JSON.parse(read('src/generated/catalog.json')) as Catalog;
const made = toolPages(catalog);
if (process.argv.includes('--check')) {
  const faults = faultsOf(made);
  for (const fault of faults) console.error(fault);
  console.log(`docs: ${made.size} pages, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else {
  write(made);
  writeFileSync(join(ROOT, CLASSES), classMap(catalog));
  console.log(`wrote ${made.size} pages to docs/tools`);
}
