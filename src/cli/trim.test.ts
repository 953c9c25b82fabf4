import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { listFiles } from '../../scripts/tool-files.js';
import { projectRoot } from '../core/project-files.js';
import { exhaustive } from '../testing/exhaustive.js';

import { CommandError } from './exit-codes.js';
import { PARTS_IN_USE } from './parts-in-use.data.js';
import { listUnread, trim } from './trim.js';

const here = `onnxruntime-node/bin/napi-v3/${process.platform}/${process.arch}/runtime.node`;

describe('an installation', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'trim-test-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (...paths: readonly string[]) => {
    for (const path of paths) {
      const full = join(root, 'node_modules', path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, 'four');
    }
  };
  const has = (path: string) => existsSync(join(root, 'node_modules', path));

  it('loses source maps, types and what is not read of a package, and keeps licences', () => {
    const stay = [
      'mermaid/package.json',
      'mermaid/LICENSE',
      'mermaid/dist/mermaid.min.js',
      'mermaid/node_modules/other/package.json',
      'mermaid/node_modules/other/index.js',
      '@e965/xlsx/package.json',
      '@e965/xlsx/xlsx.mjs',
      'onnxruntime-node/package.json',
      here,
      'unknown/package.json',
      'unknown/map.js',
      'unknown/README.md',
      'mermaid/docs/licence.md',
    ];
    const go = [
      'mermaid/dist/mermaid.min.js.map',
      'mermaid/README.md',
      'mermaid/dist/mermaid.js',
      'mermaid/dist/chunks/a/b.mjs',
      '@e965/xlsx/dist/cpexcel.js',
      'onnxruntime-node/bin/napi-v3/other/x64/runtime.node',
      'unknown/types/index.d.ts',
      'unknown/index.d.mts',
    ];
    write(...stay, ...go);
    expect(trim(root, true)).toBe('would be removed: 8 files, 0 MB\n');
    expect(go.every(has)).toBe(true);
    expect(trim(root, false)).toBe('removed: 8 files, 0 MB\n');
    expect(stay.filter((path) => !has(path))).toEqual([]);
    expect(go.filter(has)).toEqual([]);
    expect(has('mermaid/dist/chunks'), 'a folder that is empty goes too').toBe(false);
    expect(trim(root, false)).toBe('removed: 0 files, 0 MB\n');
  });

  it('stays as it is where the project is built, and where its packages are shared with others', () => {
    expect(() => trim(root, false)).toThrow(
      new CommandError('the packages are not in a folder of this installation alone, nothing is removed'),
    );
    write('mermaid/package.json', 'mermaid/dist/mermaid.js', 'esbuild/package.json');
    expect(() => trim(root, false)).toThrow(/^this is a working copy/);
    expect(has('mermaid/dist/mermaid.js')).toBe(true);
  });
});

describe('the packages of this project', () => {
  const unread = new Set(listUnread(projectRoot).map(({ path }) => path));

  it('have every part that is named', () => {
    const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    for (const [name, parts] of Object.entries(PARTS_IN_USE)) {
      const folder = `node_modules/${name}`;
      expect(packages[folder], name).toBeDefined();
      expect(packages[folder]?.dev, name).toBeUndefined();
      const all = listFiles(join(projectRoot, folder), '').map((path) => `${folder}/${path}`);
      const kept = all.filter((path) => !unread.has(path));
      for (const part of parts) {
        const start = `${folder}/${part.slice(0, part.search(/\*|PLATFORM|$/))}`;
        expect(
          kept.some((path) => path.startsWith(start)),
          `${name}: ${part}`,
        ).toBe(true);
      }
    }
  });

  it('keep what sources ask for by a name', () => {
    const require = createRequire(import.meta.url);
    const names = Object.keys(PARTS_IN_USE).join('|').replaceAll('.', '\\.');
    const asked = new RegExp(`(?:resolve|optionalFile)\\(\\s*['"\`]((?:${names})(?:/[^'"\`$]*)?)['"\`]`, 'g');
    const specifiers = listFiles(join(projectRoot, 'src'), '.ts')
      .filter((path) => !path.startsWith('web/') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
      .flatMap((path) =>
        [...readFileSync(join(projectRoot, 'src', path), 'utf8').matchAll(asked)].map(([, name]) => name as string),
      );
    expect(specifiers.length).toBeGreaterThan(5);
    const missed = specifiers.filter((name) => unread.has(relative(projectRoot, require.resolve(name))));
    expect(missed).toEqual([]);
  });

  exhaustive('keep every module that the product reaches, as esbuild finds them', async () => {
    const src = join(projectRoot, 'src');
    const workers = ['.worker.ts', '.program.ts'].flatMap((ending) => listFiles(src, ending));
    const { metafile } = await build({
      entryPoints: [
        join(projectRoot, 'bin/tool-execution-api.ts'),
        join(src, 'runner/main.ts'),
        ...workers.filter((path) => !path.startsWith('web/')).map((path) => join(src, path)),
      ],
      absWorkingDir: projectRoot,
      outdir: 'unwritten',
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      loader: { '.node': 'copy' },
      metafile: true,
      logLevel: 'silent',
    });
    const reached = Object.keys(metafile.inputs).filter((path) => path.startsWith('node_modules/'));
    expect(reached.length).toBeGreaterThan(3000);
    // Of the binaries for each platform one is for this machine.
    const missed = reached.filter((path) => unread.has(path) && !path.endsWith('.node'));
    expect(missed).toEqual([]);
  });
});
