/** Every tool's declaration, for what is derived from them. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build as esbuild } from 'esbuild';

import type { Tool } from '../src/core/tool.js';

import { listToolFiles, ROOT, type ToolFile } from './tool-files.js';

export interface ToolModule extends ToolFile {
  readonly tool: Tool;
}

const loading = new Map<string, Promise<readonly ToolModule[]>>();

/** The declarations of all tools below `folder`, in order of family, then id. Loaded once. */
export function importTools(folder: string): Promise<readonly ToolModule[]> {
  const loaded = loading.get(folder) ?? bundleAndImport(folder);
  loading.set(folder, loaded);
  return loaded;
}

/** By one bundle: module by module tsx takes 12 s where nothing is in its cache, this way it is 3. */
async function bundleAndImport(folder: string): Promise<readonly ToolModule[]> {
  const files = listToolFiles(folder);
  // Below the root, where packages are found; below `generated/`, which no digest of sources reads.
  const parent = join(ROOT, 'src/generated');
  mkdirSync(parent, { recursive: true });
  const outdir = mkdtempSync(join(parent, 'tools-'));
  try {
    await esbuild({
      stdin: {
        contents: files
          .map(({ family, id }, i) => `export { default as tool${i} } from './${family}/${id}.ts';`)
          .join('\n'),
        resolveDir: folder,
      },
      outdir,
      entryNames: 'tools',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      // What is loaded on first use stays apart: nothing of it runs here.
      splitting: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      plugins: [
        {
          name: 'no-generated',
          setup({ onResolve }) {
            // Made from what is read here; asked for by functions only.
            onResolve({ filter: /\/generated\/(?:registry\.js|catalog\.json)$/ }, ({ path }) => ({
              path,
              external: true,
            }));
          },
        },
      ],
      logLevel: 'warning',
    });
    const module = (await import(pathToFileURL(join(outdir, 'tools.mjs')).href)) as Readonly<Record<string, Tool>>;
    return files.map((file, i) => {
      const tool = module[`tool${i}`];
      if (tool === undefined) throw new Error(`${file.family}/${file.id}.ts has no default export`);
      return { ...file, tool };
    });
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
