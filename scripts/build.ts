/** Makes `dist/` and its like from the sources, if they have changed since. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { GenerateFolders } from './generate.js';
import { digestOfSources, isBuiltFrom, noteBuilt } from './sources.mjs';
import { ROOT } from './tool-files.js';

/**
 * Builds into `outdir`; with `folders`, another set of tools than the product's (the tests' hostile ones). Returns whether there was
 * anything to do.
 */
export async function build(outdir: string, folders?: GenerateFolders): Promise<boolean> {
  const digest = digestOfSources();
  const generated = folders?.generated ?? join(ROOT, 'src/generated');
  if (isBuiltFrom(outdir, digest) && existsSync(join(generated, 'catalog.json'))) return false;
  const { bundle } = await import('./bundle.js');
  await bundle(outdir, folders);
  noteBuilt(outdir, digest);
  return true;
}
