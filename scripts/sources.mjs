/** Whether what was built is still what the sources say, so that nothing is built twice. Plain JavaScript: `npm start` asks before anything else. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['assembly', 'bin', 'fixtures', 'scripts', 'src'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];
/** Derived, or read by tests only. */
const LEFT_OUT = /(^|\/)generated\/|\.test\.ts$/;

/** @param {string} folder */
const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)))
    .sort();

/** A digest of everything that goes into a build. Takes about 0.1 s. */
export function digestOfSources() {
  const hash = createHash('sha256');
  const add = (path) => {
    const bytes = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  };
  for (const file of FILES) add(file);
  for (const folder of FOLDERS) {
    for (const path of listFiles(join(ROOT, folder))) if (!LEFT_OUT.test(path)) add(`${folder}/${path}`);
  }
  return hash.digest('hex');
}

const stampIn = (folder) => join(folder, 'sources.sha256');

/** Whether a folder was built from sources of this digest, to its end. */
export const isBuiltFrom = (folder, digest) =>
  existsSync(stampIn(folder)) && readFileSync(stampIn(folder), 'utf8') === digest;

/** To be written last: a build that was cut short has none. */
export const noteBuilt = (folder, digest) => writeFileSync(stampIn(folder), digest);
