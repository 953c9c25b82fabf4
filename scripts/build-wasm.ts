/**
 * Compiles each `assembly/<name>.ts` (AssemblyScript), which may import from `assembly/<name>/`, to WebAssembly and writes it as
 * `src/lib/generated/<name>.ts`, a module that exports the bytes as base64: so bundles, tests and every Node version load it the
 * same way. Skipped when the sources have not changed.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles, ROOT } from './tool-files.js';

const SOURCES = join(ROOT, 'assembly');
const OUTPUT = join(ROOT, 'src/lib/generated');
const FLAGS = ['--optimizeLevel', '3', '--noAssert', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort='];

/** Compiles what has changed; returns the names of the modules written. */
export async function buildWasm(): Promise<string[]> {
  mkdirSync(OUTPUT, { recursive: true });
  const written: string[] = [];
  const sources = new Map(listFiles(SOURCES, '.ts').map((path) => [path, readFileSync(join(SOURCES, path), 'utf8')]));
  for (const path of sources.keys()) {
    if (path.includes('/')) continue;
    const parts = new Map([...sources].filter(([name]) => name === path || name.startsWith(path.replace('.ts', '/'))));
    const output = join(OUTPUT, path);
    const stamp = `// Made by scripts/build-wasm.ts from assembly/${path}, sha256 ${digest(parts)}. Not to be edited.`;
    if (existsSync(output) && readFileSync(output, 'utf8').startsWith(stamp)) continue;
    const base64 = Buffer.from(await compile(path, parts)).toString('base64');
    writeFileSync(output, `${stamp}\nexport const WASM_BASE64 =\n  '${base64}';\n`);
    written.push(path);
  }
  return written;
}

const digest = (sources: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([FLAGS, [...sources]]))
    .digest('hex')
    .slice(0, 16);

async function compile(path: string, sources: ReadonlyMap<string, string>): Promise<Uint8Array> {
  // Loading the compiler takes a second, so only where there is something to compile.
  const asc = await import('assemblyscript/asc');
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

if (process.argv[1] === import.meta.filename) {
  console.log(`compiled: ${(await buildWasm()).join(', ') || 'nothing new'}`);
}
