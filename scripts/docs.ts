/**
 * Writes `docs/tools/<family>.md` and `deploy/haproxy/classes.map` from the declarations. With `--check` it writes nothing and fails when a page is not fresh,
 * when `docs/api.md` misses an error code or names another status for it, `docs/dependencies.md` a package or its version, or when a
 * document names a file that is not there.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  type Catalog,
  type CatalogEntry,
  type CatalogExample,
  type CatalogOption,
  declaredData,
} from '../src/core/catalog.js';
import { dataKeys, dataType } from '../src/core/data-schema.js';
import { ERRORS } from '../src/core/errors.js';
import { laneOf } from '../src/core/limits.js';

import { generate } from './generate.js';
import { missingFiles } from './named-files.js';
import { ROOT } from './tool-files.js';

const FOLDER = join(ROOT, 'docs/tools');
const CLASSES = 'deploy/haproxy/classes.map';
/** Longest text of an example that a page shows. */
const SHOWN_CHARACTERS = 400;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function familyPage(family: string, entries: readonly CatalogEntry[]): string {
  return [
    `# ${family}`,
    '',
    '<!-- Made by scripts/docs.ts from the declarations. -->',
    '',
    ...entries.flatMap(toolSection),
  ].join('\n');
}

function toolSection(entry: CatalogEntry): string[] {
  const { limits } = entry;
  const files =
    entry.files === null ? 'none' : `${entry.files.min}–${entry.files.max} of ${entry.files.formats.join(' ')}`;
  return [
    `## ${entry.id}`,
    '',
    entry.summary,
    '',
    `Class ${entry.class} · input ${entry.input} · files ${files} · result ${entry.result} · at most ${limits.timeout_seconds} s`,
    '',
    ...optionTable(entry.options),
    ...dataTable(entry),
    ...list(entry.notes),
    ...entry.examples.flatMap(exampleBlock),
    '**Verified**',
    '',
    ...list(entry.verified),
  ];
}

function optionTable(options: readonly CatalogOption[]): string[] {
  if (options.length === 0) return [];
  const rows = options.map(
    (option) => `| \`${option.name}\` | ${rangeOf(option)} | ${code(option.default)} | ${option.description} |`,
  );
  return ['| option | type | default | meaning |', '|---|---|---|---|', ...rows, ''];
}

/** Types longer than this are told by the rows of their keys. */
const SHOWN_TYPE_CHARACTERS = 60;

function dataTable(entry: CatalogEntry): string[] {
  const rows = dataKeys(declaredData(entry) ?? {}).map(({ path, schema, isRequired }) => {
    const type = dataType(schema).replaceAll('readonly ', '');
    const shown = type.length > SHOWN_TYPE_CHARACTERS ? [schema.type ?? 'any'].flat().join(' or ') : type;
    const name = isRequired ? `\`${path}\`` : `\`${path}\`, not always`;
    return `| ${name} | ${shown.replaceAll('|', '\\|')} | ${String(schema.description)} |`;
  });
  return rows.length === 0 ? [] : ['| key of `data` | type | meaning |', '|---|---|---|', ...rows, ''];
}

function rangeOf(option: CatalogOption): string {
  if (option.allowed !== undefined) return option.allowed.map(code).join(' ');
  if (option.type === 'number') {
    const step = option.multiple_of === undefined ? '' : `, multiple of ${option.multiple_of}`;
    return `number, ${option.minimum}–${option.maximum}${step}`;
  }
  return option.max_length === undefined ? option.type : `${option.type}, at most ${option.max_length} characters`;
}

const code = (value: unknown): string => `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``;
const list = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [...lines.map((line) => `- ${line}`), ''];

function exampleBlock({ title, request, response }: CatalogExample): string[] {
  return [`**${title}**`, '', '```json', shorten(request), '```', '', '```json', shorten(response), '```', ''];
}

const shorten = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && part.length > SHOWN_CHARACTERS ? `${part.slice(0, SHOWN_CHARACTERS)}…` : part,
  );

function pages(catalog: Catalog): Map<string, string> {
  const families = new Map<string, CatalogEntry[]>();
  for (const { entry } of catalog.tools) families.set(entry.family, [...(families.get(entry.family) ?? []), entry]);
  return new Map([...families].map(([family, entries]) => [`${family}.md`, familyPage(family, entries)]));
}

/** Path of a run and the class of its tool, a line each, for HAProxy; classes that have slots of their own only. */
const classMap = ({ tools }: Catalog): string =>
  tools
    .filter(({ entry }) => laneOf(entry.class) !== undefined)
    .map(({ entry }) => `${entry.run.path} ${entry.class}\n`)
    .join('');

function write(made: ReadonlyMap<string, string>): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of made) writeFileSync(join(FOLDER, name), text);
}

function faultsOf(made: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const present = readdirSync(FOLDER).sort();
  if (present.join() !== [...made.keys()].sort().join()) faults.push(`docs/tools has ${present.join(' ')}`);
  for (const [name, text] of made) {
    if (present.includes(name) && read(`docs/tools/${name}`) !== text)
      faults.push(`docs/tools/${name} is not fresh: npm run docs`);
  }
  if (read(CLASSES) !== classMap(catalog)) faults.push(`${CLASSES} is not fresh: npm run docs`);
  const api = read('docs/api.md');
  for (const [name, { status }] of Object.entries(ERRORS)) {
    if (!api.includes(`${status} \`${name}\``)) faults.push(`docs/api.md does not say ${status} \`${name}\``);
  }
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const table = read('docs/dependencies.md');
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    if (!table.includes(`| ${name} | ${version} |`))
      faults.push(`docs/dependencies.md has no row for ${name} ${version}`);
  }
  faults.push(...missingFiles().map((place) => `${place} is not there`));
  return faults;
}

await generate();
const catalog = JSON.parse(read('src/generated/catalog.json')) as Catalog;
const made = pages(catalog);
if (process.argv.includes('--check')) {
  const faults = faultsOf(made);
  for (const fault of faults) console.error(fault);
  console.log(`docs: ${made.size} pages, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else {
  write(made);
  writeFileSync(join(ROOT, CLASSES), classMap(catalog));
  console.log(`wrote ${made.size} pages to docs/tools`);
}
