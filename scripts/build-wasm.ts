/**
 * Compiles each `assembly/<name>.ts` (AssemblyScript), which may import from `assembly/<name>/`, to WebAssembly and writes it as
 * `src/lib/generated/<name>.ts`, a module that exports the bytes as base64: so bundles, tests and every Node version load it the
 * same way. Skipped when the sources have not changed: the modules, 23 KB, stand in the repository, because the compiler has 110 MB and
 * takes longer than the rest of a build. It is a package of `checks/wasm`, which proves that they are what it makes of the sources.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { listFiles, ROOT } from './tool-files.js';

const SOURCES = join(ROOT, 'assembly');
const OUTPUT = join(ROOT, 'src/lib/generated');
const FLAGS = ['--optimizeLevel', '3', '--noAssert', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort='];

type Sources = ReadonlyMap<string, string>;

/** Compiles what has changed; returns the names of the modules written. */
export async function buildWasm(): Promise<string[]> {
  mkdirSync(OUTPUT, { recursive: true });
  const written: string[] = [];
  for (const [path, parts] of modules()) {
    const output = join(OUTPUT, path);
    if (existsSync(output) && readFileSync(output, 'utf8').startsWith(stampOf(path, parts))) continue;
    writeFileSync(output, await moduleOf(path, parts));
    written.push(path);
  }
  return written;
}

/** Every module as the compiler makes it now, by its name. */
export async function compileAll(): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  for (const [path, parts] of modules()) made.set(path, await moduleOf(path, parts));
  return made;
}

/** Whether a module stands in the repository as it is given. */
export const isFresh = (path: string, module: string): boolean =>
  existsSync(join(OUTPUT, path)) && readFileSync(join(OUTPUT, path), 'utf8') === module;

/** By the name of the module, all sources that it is made of. */
function modules(): ReadonlyMap<string, Sources> {
  const sources = new Map(listFiles(SOURCES, '.ts').map((path) => [path, readFileSync(join(SOURCES, path), 'utf8')]));
  const names = [...sources.keys()].filter((path) => !path.includes('/'));
  return new Map(
    names.map((path) => {
      const parts = [...sources].filter(([name]) => name === path || name.startsWith(path.replace('.ts', '/')));
      return [path, new Map(parts)];
    }),
  );
}

const stampOf = (path: string, parts: Sources): string =>
  `// Made by scripts/build-wasm.ts from assembly/${path}, sha256 ${digest(parts)}. Not to be edited.`;

async function moduleOf(path: string, parts: Sources): Promise<string> {
  const base64 = Buffer.from(await compile(path, parts)).toString('base64');
  return `${stampOf(path, parts)}\nexport const WASM_BASE64 =\n  '${base64}';\n`;
}

const digest = (sources: Sources): string =>
  createHash('sha256')
    .update(JSON.stringify([FLAGS, [...sources]]))
    .digest('hex')
    .slice(0, 16);

async function compile(path: string, sources: Sources): Promise<Uint8Array> {
  const asc = await openCompiler();
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main([path, '--outFile', 'out.wasm', ...FLAGS], {
    readFile: (name) => sources.get(name) ?? null,
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === undefined)
    throw new Error(`assembly/${path}: ${stderr.toString()}`, { cause: error });
  return binary;
}

/** What is used of `assemblyscript/asc`. */
interface Compiler {
  readonly main: (
    words: readonly string[],
    files: {
      readonly readFile: (name: string) => string | null;
      readonly writeFile: (name: string, contents: Uint8Array | string) => void;
      readonly listFiles: () => string[];
    },
  ) => Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}

/** Loading it takes a second, so only where there is something to compile. */
async function openCompiler(): Promise<Compiler> {
  // Not by its name: it is no package of the root.
  const path = join(ROOT, 'checks/wasm/node_modules/assemblyscript/dist/asc.js');
  if (!existsSync(path)) throw new Error('the compiler of assembly/ is not there: npm --prefix checks/wasm ci');
  return import(pathToFileURL(path).href);
}

if (process.argv[1] === import.meta.filename) {
  console.log(`compiled: ${(await buildWasm()).join(', ') || 'nothing new'}`);
}
