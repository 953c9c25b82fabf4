/**
 * The notices that the licences of others ask for. The build writes `dist/THIRD-PARTY-NOTICES.txt` for what its bundles carry; as a
 * command, for whoever hands on a whole installation (an image, an archive), it writes them for every installed package:
 * `npm run notices -- THIRD-PARTY-NOTICES.txt`.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../tool-files.js';

import { listCarried } from './carried.js';
import { readLock } from './lock.js';

const LEGAL_FILE = /^(un)?(licen[cs]es?|copying|notice|copyright|patents)([-._].*)?$|license\.(md|txt)$/i;

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url?: string };
}

/** Names of the files of a package that hold licences and notices. */
export function legalFilesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((item) => item.isFile() && LEGAL_FILE.test(item.name))
    .map((item) => item.name)
    .sort();
}

/** Licences and notices of packages, given as folders below the project such as `node_modules/zod`, one after another. */
export function noticesOf(folders: Iterable<string>): string {
  return [...folders]
    .sort()
    .map(noticeOf)
    .join(`\n${'='.repeat(80)}\n\n`);
}

function noticeOf(folder: string): string {
  const path = join(ROOT, folder);
  const about = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as PackageJson;
  const author = typeof about.author === 'string' ? about.author : about.author?.name;
  const source = typeof about.repository === 'string' ? about.repository : about.repository?.url;
  const files = legalFilesOf(path);
  const carried = listCarried().filter(({ inside }) => inside === about.name);
  const head = [
    `${about.name} ${about.version}`,
    `Licence: ${about.license ?? 'see below'}`,
    ...(author === undefined ? [] : [`By: ${author}`]),
    ...(source === undefined ? [] : [`Source: ${source}`]),
    ...carried.map((work) => `Carries: ${work.name}, ${work.licence} (${work.source.replaceAll('`', '')})`),
  ].join('\n');
  const texts = files.map((name) => `--- ${name}\n\n${readFileSync(join(path, name), 'utf8').trim()}\n`);
  const missing = `The package carries no text of its licence: https://spdx.org/licenses/${about.license}.html\n`;
  return [head, ...(texts.length === 0 ? [missing] : texts)].join('\n\n');
}

if (process.argv[1] === import.meta.filename) {
  const target = process.argv[2] ?? 'THIRD-PARTY-NOTICES.txt';
  const installed = readLock(ROOT).filter(({ path, isDev }) => !isDev && existsSync(join(ROOT, path)));
  writeFileSync(target, noticesOf(installed.map(({ path }) => path)));
  console.log(`${target}: ${installed.length} packages`);
}
