import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { readLock } from '../../scripts/supply/lock.js';
import { ROOT } from '../../scripts/tool-files.js';

import { readJson } from './projects.js';

/** Machine code in a package, of this platform or of another. */
export interface Native {
  readonly kind: 'addon' | 'library' | 'program' | 'WebAssembly';
  /** Name of the package that has it: `sharp` has its own in `@img/sharp-linux-x64`. */
  readonly package: string;
  readonly path: string;
  readonly bytes: number;
}

const KINDS: readonly (readonly [RegExp, Native['kind']])[] = [
  [/\.node$/, 'addon'],
  [/\.(dll|dylib)$|\.so(\.\d+)*$/, 'library'],
  [/\.wasm$/, 'WebAssembly'],
];

/** Machine code that a package brings: in its own folder, and in the packages by platform that it may choose from. */
export function nativesOf(name: string): Native[] {
  const folder = join(ROOT, 'node_modules', name);
  if (!existsSync(folder)) return [];
  const { optionalDependencies = {} } = readJson<{ readonly optionalDependencies?: Readonly<Record<string, string>> }>(
    join(folder, 'package.json'),
  );
  const parts = Object.keys(optionalDependencies).filter((part) => existsSync(join(ROOT, 'node_modules', part)));
  return [name, ...parts].flatMap((part) => nativesIn(part, join(ROOT, 'node_modules', part)));
}

/** Machine code of every installed package of the product. */
export function installedNatives(): Native[] {
  return readLock(ROOT)
    .filter(({ path, isDev }) => !isDev && existsSync(join(ROOT, path)))
    .flatMap(({ name, path }) => nativesIn(name, join(ROOT, path)));
}

function nativesIn(name: string, folder: string): Native[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true });
  return files.flatMap((item) => {
    const path = join(item.parentPath, item.name);
    // Packages of a package are packages of their own.
    if (!item.isFile() || path.slice(folder.length).includes('/node_modules/')) return [];
    const kind = kindOf(path);
    return kind === undefined
      ? []
      : [{ kind, package: name, path: path.slice(folder.length + 1), bytes: statSync(path).size }];
  });
}

function kindOf(path: string): Native['kind'] | undefined {
  for (const [pattern, kind] of KINDS) if (pattern.test(path)) return kind;
  return /\.[a-z]+$/i.test(path) ? undefined : programKind(path);
}

/** ELF, Mach-O (64 bits, both byte orders; several in one) and PE files without an ending. */
const MAGIC = ['7f454c46', 'cffaedfe', 'feedfacf', 'cafebabe'];

function programKind(path: string): Native['kind'] | undefined {
  const head = Buffer.alloc(4);
  const file = openSync(path, 'r');
  readSync(file, head, 0, 4, 0);
  closeSync(file);
  return MAGIC.includes(head.toString('hex')) ? 'program' : undefined;
}
