/**
 * Published test suites: from packages, from the pinned copies in `fixtures/suites`, and newer copies where they lie beside the
 * checkout.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { listFiles } from '../../scripts/tool-files.js';
import { projectRoot } from '../core/project-files.js';

import { readFixture } from './run-tool.js';
import { sharedPath } from './untested.js';

/** The files of a suite: path and text. Files that are not UTF-8 are left out. */
export type SuiteFiles = ReadonlyMap<string, string>;

/** The path of a file or folder of an installed package. */
export const packagePath = (path: string): string => join(projectRoot, 'node_modules', path);

const pinned = (name: string): SuiteFiles =>
  new Map(
    Object.entries(JSON.parse(gunzipSync(readFixture(`suites/${name}.json.gz`)).toString()) as Record<string, string>),
  );

function filesBelow(folder: string): SuiteFiles {
  const files = listFiles(folder).map((path) => [path, readFileSync(join(folder, path))] as const);
  return new Map(
    files
      .map(([path, bytes]) => [path, bytes, bytes.toString()] as const)
      .filter(([, bytes, text]) => Buffer.from(text).equals(bytes))
      .map(([path, , text]) => [path, text]),
  );
}

/** The copies of a suite that are there: the pinned one, and the newer one of `../shared/corpus/suites`. */
export function suiteCopies(name: 'json-schema' | 'toml'): readonly (readonly [copy: string, files: SuiteFiles])[] {
  const newer = sharedPath(`corpus/suites/${name}`, `${name}: newer cases than the pinned ones`);
  return [['pinned', pinned(name)], ...(existsSync(newer) ? [['newer', filesBelow(newer)] as const] : [])];
}
