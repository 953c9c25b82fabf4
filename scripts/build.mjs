/**
 * `npm run build`: makes `dist/` from the sources, if they have changed since it was made. What builds is bundled first and runs as
 * plain JavaScript: a loader of TypeScript reads every package that a tool loads, which takes longer than all the rest.
 */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { digestOfSources, isBuiltFrom } from './sources.mjs';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

/** Whether `dist/` is as the sources say. */
export const isBuilt = () =>
  isBuiltFrom(DIST, digestOfSources()) && existsSync(join(ROOT, 'src/generated/catalog.json'));

async function build() {
  const started = performance.now();
  const { build: esbuild } = await import('esbuild');
  const outfile = join(ROOT, `src/generated/build-${process.pid}.mjs`);
  try {
    await esbuild({
      entryPoints: [join(ROOT, 'scripts/build.ts')],
      outfile,
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      // Where the sources lie, not the bundle. No module is the command that was started.
      define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname), 'import.meta.filename': '""' },
      logLevel: 'warning',
    });
    const { build: make } = await import(pathToFileURL(outfile).href);
    await make(DIST);
  } finally {
    rmSync(outfile, { force: true });
  }
  console.log(`built dist/ in ${Math.round(performance.now() - started)} ms`);
}

if (process.argv[1] === import.meta.filename) {
  if (isBuilt()) console.log('dist/ is up to date');
  else await build();
}
