import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { builtFile } from '../../core/project-files.js';

/**
 * Packages of which the build carries one script, made smaller, so that they are there for building only: installed with the product, Sass
 * would bring a package that runs a program when it is installed, and TypeScript weighs six times its script. By name: the script, and
 * whether names in it may become shorter.
 */
export const CARRIED_SCRIPTS = {
  sass: { file: 'sass.dart.js', shortNames: false },
  'typescript-transpiler': { file: 'typescript.js', shortNames: true },
} as const;

type Carried = keyof typeof CARRIED_SCRIPTS;

/** Where the build puts it, below `dist/`. */
export const carriedFile = (name: Carried): string => `scripts/${name}.cjs`;

/** The folder of a package that the build carries a script of. */
export const carriedFolder = (name: Carried): string => dirname(createRequire(import.meta.url).resolve(name));

/** The path of the script: in its package, or among the built files where this is one of them. */
export const carriedScript = (name: Carried): string =>
  process.env.NODE_ENV === 'production'
    ? builtFile(carriedFile(name))
    : join(carriedFolder(name), CARRIED_SCRIPTS[name].file);
