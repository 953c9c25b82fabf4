/**
 * Checks who imports whom against the table of ARCHITECTURE.md, that a heavy package has one importer, that only the network guard
 * opens connections, that what is exported is imported somewhere, that tools' files have one shape, and that files and folders stay small.
 * Exits 1 with a line for each break.
 */

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { readSources, unusedExports } from './exports.js';
import { listFiles, ROOT } from './tool-files.js';
import { shapeFaults } from './tool-shape.js';

const SYSTEM = [/^node:(fs|net|http|https|http2|dgram|tls|dns|child_process|worker_threads|cluster|process|os)(\/|$)/];
/** What opens connections. Tools reach the network through `src/network` only, which judges every address. */
const NETWORK = /^node:(net|http|https|http2|dgram|tls|dns)(\/|$)/;
const HEAVY = /^(?!node:)(?!zod$)/;

/** Node's modules and packages that a folder may not import. */
const MAY_NOT: Readonly<Record<string, readonly RegExp[]>> = {
  lib: SYSTEM,
  tools: SYSTEM,
  runner: [HEAVY],
  // Packages have their wrapper in engines.
  formats: [HEAVY],
  network: [HEAVY],
  // Runs in browsers: nothing of Node's, and what it imports must be pure. The build fails where it is not.
  web: [/^node:/],
};

/** Rows of the table in ARCHITECTURE.md: `| \`src/<folder>/…\` | what | folders that it may import |`. */
const ROW = /^\| `(?:src\/([\w-]+)|(bin))\/[^|]*\|[^|]*\|([^|]*)\|$/gm;

/** What each folder may import of the others, by that table. */
function readTable(): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, readonly string[]>();
  for (const [, inSource, bin, cell = ''] of readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(ROW)) {
    table.set(
      inSource ?? bin ?? '',
      cell.split(/[,:]/).map((word) => word.trim()),
    );
  }
  return table;
}

const layers = readTable();

/** Small pure packages that any tool or lib may import; everything else has one importing folder or file in engines. */
const SHARED_PACKAGES = new Set(['zod']);

/** Folders of several engines, a file each. */
const SHELVES = new Set(['json', 'text', 'xml']);

const faults: string[] = [];
/** By package, on the side of the service and on that of the browser. */
const importers = new Map<string, Set<string>>();

for (const path of [...listFiles(join(ROOT, 'src'), '.ts'), ...listFiles(join(ROOT, 'src'), '.tsx')]) {
  const layer = path.split('/')[0] ?? '';
  if (path.endsWith('.test.ts') || layer === 'testing') continue;
  const source = readFileSync(join(ROOT, 'src', path), 'utf8');
  for (const target of importsOf(source)) checkImport(path, layer, target);
}

function importsOf(source: string): string[] {
  const targets = new Set<string>();
  for (const [, target = ''] of source.matchAll(/^\s*(?:import|export)\b[^'"]*?\bfrom\s+['"]([^'"]+)['"]/gm))
    targets.add(target);
  for (const [, target = ''] of source.matchAll(/^\s*import\s+['"]([^'"]+)['"]/gm)) targets.add(target);
  for (const [, target = ''] of source.matchAll(/\b(?:import|resolve|require)\(\s*['"]([^'"]+)['"]/g))
    targets.add(target);
  return [...targets];
}

function checkImport(path: string, layer: string, target: string): void {
  const may = layers.get(layer);
  if (may === undefined) {
    faults.push(`${path}: folder ${layer} is not in the table of ARCHITECTURE.md`);
    return;
  }
  if (target.startsWith('.')) {
    checkOwn(path, layer, may, target);
    return;
  }
  if (MAY_NOT[layer]?.some((pattern) => pattern.test(target))) {
    faults.push(`src/${path}: ${layer} may not import ${target}`);
  }
  if ((layer === 'engines' || layer === 'formats') && NETWORK.test(target)) {
    faults.push(`src/${path}: only src/network may import ${target}`);
  }
  if (target.startsWith('node:')) return;
  const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? target);
  if (SHARED_PACKAGES.has(name)) return;
  const key = layer === 'web' ? `${name} in browsers` : name;
  importers.set(key, (importers.get(key) ?? new Set()).add(homeOf(path, layer)));
}

/** What counts as one importer: an engine (a file or a folder), a tool, or a whole layer. */
function homeOf(path: string, layer: string): string {
  if (layer === 'tools' || layer === 'lib') return path;
  if (layer !== 'engines') return layer;
  const [, folder = ''] = path.split('/');
  return SHELVES.has(folder) ? path : `engines/${folder.replace(/\.ts$/, '')}`;
}

function checkOwn(path: string, layer: string, may: readonly string[], target: string): void {
  const to = relative(join(ROOT, 'src'), join(ROOT, 'src', dirname(path), target));
  const other = to.split('/')[0] ?? '';
  if (other !== layer && !may.includes(other)) faults.push(`src/${path}: ${layer} may not import ${to}`);
  if (layer !== 'tools' || other !== 'tools') return;
  const isOwnShared = dirname(to) === dirname(path) && (to.split('/').pop() ?? '').startsWith('_');
  if (!isOwnShared) faults.push(`src/${path}: a tool may import its family's _*.ts only, not ${to}`);
}

for (const path of listFiles(join(ROOT, 'bin'), '.ts')) {
  for (const target of importsOf(readFileSync(join(ROOT, 'bin', path), 'utf8'))) {
    const [, , other] = target.startsWith('../src/') ? target.split('/') : [];
    if (other !== undefined && !layers.get('bin')?.includes(other))
      faults.push(`bin/${path}: bin may not import ${target}`);
  }
}

for (const [name, homes] of importers) {
  if (homes.size > 1) faults.push(`${name} has ${homes.size} importers, one is allowed: ${[...homes].join(', ')}`);
}

/** What importers of exports are looked for in: tests, benchmarks and checks too. */
const FOLDERS = ['assembly', 'bench', 'bin', 'checks', 'scripts', 'src'];
/** Imported by the world: `exports` of package.json. */
const PUBLISHED = new Set(['src/client/client.ts']);

const paths = FOLDERS.flatMap((folder) => listFiles(join(ROOT, folder)).map((path) => `${folder}/${path}`));
const sources = readSources(
  ROOT,
  paths.filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|(?:^|\/)node_modules\//.test(path)),
);
faults.push(...unusedExports(sources, PUBLISHED), ...shapeFaults(join(ROOT, 'src/tools')));

/** Longest source; tables of data, `*.data.ts`, may be longer. */
const MAX_LINES = 400;
/** Most sources of a folder without their tests; a family of tools grows with the catalog. */
const MAX_FILES = 25;
/** Constants that bound begin with MAX_. */
const OTHER_BOUND = /^(?:export )?const (?:MOST|LARGEST|LONGEST|HIGHEST|DEEPEST|WIDEST|BIGGEST)_\w+/m;

const filesIn = new Map<string, number>();
for (const [path, source] of sources) {
  if (!path.startsWith('src/') || path.includes('/generated/')) continue;
  const isTest = path.endsWith('.test.ts');
  const lines = source.split('\n').length - 1;
  if (lines > MAX_LINES && !path.endsWith('.data.ts'))
    faults.push(`${path}: ${lines} lines, the limit is ${MAX_LINES}`);
  const [bound] = OTHER_BOUND.exec(source) ?? [];
  if (bound !== undefined) faults.push(`${path}: ${bound}: constants that bound begin with MAX_`);
  if (!isTest) filesIn.set(dirname(path), (filesIn.get(dirname(path)) ?? 0) + 1);
}
for (const [folder, count] of filesIn) {
  if (/^src\/(?:lib|engines|formats)\//.test(folder) && count > MAX_FILES)
    faults.push(`${folder}: ${count} files, the limit is ${MAX_FILES}`);
}

for (const fault of faults) console.error(fault);
console.log(`layers: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
