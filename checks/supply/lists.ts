import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listCarried } from '../../scripts/supply/carried.js';
import { readLock } from '../../scripts/supply/lock.js';
import { ROOT } from '../../scripts/tool-files.js';

import { ALLOWED, EXCEPTIONS } from './licences.js';
import { installedNatives, type Native } from './natives.js';
import { projects } from './projects.js';

/** One list in a document, between `<!-- made: name -->` and `<!-- end -->`. */
interface List {
  readonly page: string;
  readonly name: string;
  readonly lines: () => readonly string[];
}

const LISTS: readonly List[] = [
  { page: 'docs/supply-chain.md', name: 'install scripts', lines: installScripts },
  { page: 'docs/supply-chain.md', name: 'native code', lines: nativeCode },
  { page: 'docs/licences.md', name: 'allowed', lines: () => [ALLOWED.map((id) => `\`${id}\``).join(' ')] },
  { page: 'docs/licences.md', name: 'exceptions', lines: exceptions },
  { page: 'docs/licences.md', name: 'carried', lines: carried },
];

/** What the install scripts of packages would do, and what is lost because they are never run. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  esbuild:
    'puts its binary in the place of a small program that starts it; without, each start of its command takes some ms more',
  '@modelcontextprotocol/inspector': 'installs the parts of a source checkout; in a package it does nothing',
  '@scarf/scarf': 'tells its maker of the installation; nothing is lost',
};

/** The lists that are made from locks and packages stand in the documents as they are now. With `write` they are put there. */
export function checkLists(write: boolean): string[] {
  return LISTS.flatMap(({ page, name, lines }) => {
    if (name === 'native code' && !isListedPlatform()) {
      console.log('NOT CHECKED: list of native code, which is that of Linux x64 with glibc');
      return [];
    }
    const path = join(ROOT, page);
    const text = readFileSync(path, 'utf8');
    const [start, end] = [`<!-- made: ${name} -->\n`, '<!-- end -->'];
    const from = text.indexOf(start) + start.length;
    const to = text.indexOf(end, from);
    if (from < start.length || to < 0) return [`${page}: no place for the list "${name}"`];
    const fresh = `\n${lines().join('\n')}\n\n`;
    if (text.slice(from, to) === fresh) return [];
    if (!write) return [`${page}: the list "${name}" is not fresh: npm --prefix checks/supply run lists`];
    writeFileSync(path, text.slice(0, from) + fresh + text.slice(to));
    return [];
  });
}

const isListedPlatform = (): boolean => process.platform === 'linux' && process.arch === 'x64';

/** Throws for a script that nobody has looked at. */
function installScripts(): string[] {
  const rows = projects().flatMap(({ name: project, folder }) =>
    readLock(folder)
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name, version }) => {
        const does = INSTALL_SCRIPTS[name];
        if (does === undefined)
          throw new Error(`${name} of ${project} has an install script: read it, then say what it does`);
        return `| ${project === '.' ? 'root' : project} | ${name} | ${version} | ${does} |`;
      }),
  );
  return ['| in | package | version | its script |', '|---|---|---|---|', ...rows];
}

/** A row a package and kind: hundreds of files of one package are one thing to know. */
function nativeCode(): string[] {
  const groups = new Map<string, Native[]>();
  for (const native of installedNatives()) {
    const key = `| ${native.package} | ${native.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), native]);
  }
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, natives]) => {
      const bytes = natives.reduce((sum, native) => sum + native.bytes, 0);
      return `${key} | ${natives.length} | ${(bytes / 1e6).toFixed(1)} |`;
    });
  return ['| package | kind | files | MB |', '|---|---|---|---|', ...rows];
}

function exceptions(): string[] {
  const rows = Object.entries(EXCEPTIONS).map(([name, { says, reason }]) => `| ${name} | ${says} | ${reason} |`);
  return ['| package | its `package.json` says | why it may stay |', '|---|---|---|', ...rows];
}

function carried(): string[] {
  const rows = listCarried().map(
    ({ inside, name, version, licence, source }) =>
      `| ${inside} | ${name} | ${version ?? ''} | ${licence} | ${source} |`,
  );
  return ['| in the package | work | version | licence | known from |', '|---|---|---|---|---|', ...rows];
}
