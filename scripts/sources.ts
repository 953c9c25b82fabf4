/** Whether what was built is still what the sources say, so that nothing is built twice. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listFiles, ROOT } from './tool-files.js';

const FOLDERS = ['assembly', 'bin', 'fixtures', 'scripts', 'src'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];
/** Derived, or read by tests only. */
const LEFT_OUT = /(^|\/)generated\/|\.test\.ts$/;

/** A digest of everything that goes into a build. Takes about 0.1 s. */
export function digestOfSources(): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const bytes = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  };
  for (const file of FILES) add(file);
  for (const folder of FOLDERS) {
    for (const path of listFiles(join(ROOT, folder))) if (!LEFT_OUT.test(path)) add(`${folder}/${path}`);
  }
  return hash.digest('hex');
}

const stampIn = (folder: string): string => join(folder, 'sources.sha256');

/** Whether a folder was built from sources of this digest, to its end. */
export const isBuiltFrom = (folder: string, digest: string): boolean =>
  existsSync(stampIn(folder)) && readFileSync(stampIn(folder), 'utf8') === digest;

/** To be written last: a build that was cut short has none. */
export const noteBuilt = (folder: string, digest: string): void => writeFileSync(stampIn(folder), digest);
