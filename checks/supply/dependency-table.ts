import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readLock } from '../../scripts/supply/lock.js';
import { ROOT } from '../../scripts/tool-files.js';

import { nativesOf } from './natives.js';
import { type PackageJson, readJson } from './projects.js';

const COLUMNS = ['package', 'version', 'licence', 'installed size', 'for', 'instead of', 'install script', 'native'];

/** Which section of the page lists which packages of `package.json`. */
const SECTIONS = {
  '## At run time': 'dependencies',
  '## Optional, as a program of its own': 'optionalDependencies',
  '## To build and test': 'devDependencies',
} as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** Each package that `package.json` names has one row in its section, and what the row says of it is so. */
export function checkDependencyTable(): string[] {
  const page = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8');
  const packageJson = readJson<PackageJson>(join(ROOT, 'package.json'));
  const scripts = new Set(readLock(ROOT).flatMap(({ name, hasInstallScript }) => (hasInstallScript ? [name] : [])));
  return Object.entries(SECTIONS).flatMap(([title, kind]) => {
    const rows = rowsOf(page, title);
    const said = packageJson[kind] ?? {};
    const faults = Object.entries(said).flatMap(([name, version]) => {
      const mine = rows.filter((row) => row.package === name);
      const [row] = mine;
      if (row === undefined || mine.length > 1) return [`${title}: ${name} has ${mine.length} rows`];
      return checkRow(row, version, scripts.has(name));
    });
    const strangers = rows.filter((row) => !Object.hasOwn(said, row.package ?? ''));
    return [...faults, ...strangers.map((row) => `${title}: ${row.package} is not in ${kind}`)];
  });
}

function rowsOf(page: string, title: string): Row[] {
  const [, section = ''] = page.split(`${title}\n`);
  const [table = ''] = section.split('\n## ');
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    return Object.fromEntries(COLUMNS.map((column, i) => [column, cells[i] ?? '']));
  });
}

function checkRow(row: Row, version: string, hasScript: boolean): string[] {
  const name = row.package ?? '';
  const faults: string[] = [];
  const fault = (column: string, is: string) =>
    faults.push(`docs/dependencies.md: ${name}: ${column} "${row[column]}" is ${is}`);
  if (COLUMNS.some((column) => (row[column] ?? '') === '')) faults.push(`docs/dependencies.md: ${name}: an empty cell`);
  // An alias: npm:typescript@6.0.3.
  const plain = version.replace(/^npm:.*@/, '');
  if (row.version !== plain) fault('version', plain);
  const folder = join(ROOT, 'node_modules', name);
  if (!existsSync(folder)) return [...faults, `docs/dependencies.md: ${name} is not installed`];
  const { license = 'none' } = readJson<{ readonly license?: string }>(join(folder, 'package.json'));
  if (!saysLicence(row.licence ?? '', license)) fault('licence', license);
  if (/^yes/.test(row['install script'] ?? '') !== hasScript) fault('install script', hasScript ? 'yes' : 'no');
  const hasNative = nativesOf(name).some(({ kind }) => kind !== 'WebAssembly');
  if (/^yes/.test(row.native ?? '') !== hasNative) fault('native', hasNative ? 'yes' : 'no');
  return faults;
}

/** The cell has every licence that holds; where one may be chosen, it has one of them. */
function saysLicence(cell: string, licence: string): boolean {
  if (licence.startsWith('SEE LICENSE')) return cell !== '';
  const choices = licence.replace(/[()]/g, '').split(' OR ');
  const holds = (choice: string) => choice.split(' AND ').every((id) => cell.includes(id));
  return choices.length === 1 ? holds(licence.replace(/[()]/g, '')) : choices.some(holds);
}
