/** What `build.ts` does where something has changed. Apart from it, because loading the bundlers takes longer than finding that out. */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

import { build as esbuild, type Plugin, transform } from 'esbuild';
import { filterFile } from '../src/core/network-wall.js';
import { CARRIED_SCRIPTS, carriedFile, carriedFolder } from '../src/engines/code/carried-scripts.js';
import { FILTERED_ARCHITECTURES, seccompFilter } from '../src/runner/seccomp.js';

import { STYLE_PACKAGES } from './build-citation-styles.js';
import { buildPages } from './build-pages.js';
import { type GenerateFolders, generate } from './generate.js';
import { folderInPath } from './supply/lock.js';
import { noticesOf } from './supply/notices.js';
import { listFiles, ROOT } from './tool-files.js';

/** Packages that become part of the bundle: pure, small, and needed at every start of a process. */
const BUNDLED = ['zod'];

const packageJson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

/** Generates, then bundles the command, the tool process, workers, programs and pages into `outdir`. */
export async function bundle(outdir: string, folders?: GenerateFolders): Promise<void> {
  await generate(folders);
  rmSync(outdir, { recursive: true, force: true });
  const src = join(ROOT, 'src');
  const packages = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies });
  const entries: Record<string, string> = {
    'bin/tool-execution-api': join(ROOT, 'bin/tool-execution-api.ts'),
    'runner/main': join(src, 'runner/main.ts'),
  };
  for (const kind of ['worker', 'program']) {
    for (const path of listFiles(src, `.${kind}.ts`)) {
      const name = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
      entries[`${kind}s/${name}`] = join(src, path);
    }
  }
  // The pages are made by this process while esbuild, a process of its own, is busy with the rest.
  const making = folders === undefined ? makeParts(outdir) : undefined;
  const { metafile } = await esbuild({
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'chunks/[name]-[hash]',
    external: packages.filter((name) => !BUNDLED.includes(name)),
    plugins: folders === undefined ? [] : [useGenerated(folders.generated)],
    define: { 'process.env.NODE_ENV': '"production"' },
    // The texts of their licences stand in the notices, for packages that have no comment of the kind too.
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  cpSync(join(src, 'engines/typst/no-system-fonts.conf'), join(outdir, 'fonts/no-system-fonts.conf'));
  await carryScripts(outdir);
  if (making === undefined) return;
  const bundled = [...Object.keys(metafile.inputs), ...(await making)];
  const carried = new Set(bundled.flatMap((path) => folderInPath(relative(ROOT, resolve(ROOT, path))) ?? []));
  for (const name of [...STYLE_PACKAGES, ...Object.keys(CARRIED_SCRIPTS)]) carried.add(`node_modules/${name}`);
  writeFileSync(join(outdir, 'THIRD-PARTY-NOTICES.txt'), noticesOf(carried));
}

/** Scripts of packages that are there for building only. */
async function carryScripts(outdir: string): Promise<void> {
  mkdirSync(join(outdir, 'scripts'), { recursive: true });
  for (const [name, { file, shortNames }] of Object.entries(CARRIED_SCRIPTS)) {
    const known = name as keyof typeof CARRIED_SCRIPTS;
    const { code } = await transform(readFileSync(join(carriedFolder(known), file), 'utf8'), {
      minifyWhitespace: true,
      minifySyntax: true,
      minifyIdentifiers: shortNames,
      target: 'node20',
      legalComments: 'none',
    });
    writeFileSync(join(outdir, carriedFile(known)), code);
  }
}

/** What is beside the bundles. Returns the paths of the files that went into the pages. */
async function makeParts(outdir: string): Promise<string[]> {
  writeFilters(outdir);
  const [paths] = await Promise.all([buildPages(join(outdir, 'pages')), buildClient(join(outdir, 'client'))]);
  return paths;
}

/** The filters of system calls, for each architecture that has one. */
function writeFilters(outdir: string): void {
  mkdirSync(join(outdir, 'seccomp'), { recursive: true });
  for (const architecture of FILTERED_ARCHITECTURES) {
    for (const profile of ['plain', 'programs', 'network'] as const) {
      writeFileSync(join(outdir, filterFile(architecture, profile)), seccompFilter(architecture, profile));
    }
  }
}

/** The typed client: one module for browsers and Node, and its types. */
async function buildClient(outdir: string): Promise<void> {
  await esbuild({
    entryPoints: [join(ROOT, 'src/client/client.ts')],
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*'],
    logLevel: 'warning',
  });
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--rootDir',
    'src',
    '--outDir',
    outdir,
  ];
  const shared = [
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023',
    '--types',
    'node',
    '--strict',
  ];
  await promisify(execFile)(process.execPath, [compiler, ...options, ...shared, 'src/client/client.ts'], { cwd: ROOT });
}

/** Puts another registry and catalog in the place of the product's. */
const useGenerated = (folder: string): Plugin => ({
  name: 'generated',
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\/registry\.js$/ }, () => ({ path: join(folder, 'registry.ts') }));
    onResolve({ filter: /\/generated\/catalog\.json$/ }, () => ({ path: join(folder, 'catalog.json') }));
  },
});
