/** The pages of `docs/tools`: a page for each tool, an index for each family and one of the families, from the declarations. */

import {
  type Catalog,
  type CatalogEntry,
  type CatalogExample,
  type CatalogOption,
  declaredData,
} from '../src/core/catalog.js';
import { dataRows } from '../src/core/data-schema.js';

/** Longest text of an example that a page shows. */
const SHOWN_CHARACTERS = 400;

/** The text of each page by its path below `docs/tools`. */
export function toolPages({ tools }: Catalog): ReadonlyMap<string, string> {
  const families = new Map<string, CatalogEntry[]>();
  for (const { entry } of tools) families.set(entry.family, [...(families.get(entry.family) ?? []), entry]);
  const pages = new Map([['README.md', catalogIndex(families)]]);
  for (const [family, entries] of families) {
    pages.set(`${family}/README.md`, familyIndex(family, entries));
    for (const entry of entries) pages.set(`${family}/${entry.id}.md`, toolPage(entry));
  }
  return pages;
}

const MADE = '<!-- Made by scripts/docs.ts from the declarations. -->';

function catalogIndex(families: ReadonlyMap<string, readonly CatalogEntry[]>): string {
  const count = [...families.values()].reduce((sum, entries) => sum + entries.length, 0);
  const rows = [...families].map(
    ([family, entries]) =>
      `| [${family}](${family}/README.md) | ${entries.length} | ${entries.map(({ id }) => `[${id}](${family}/${id}.md)`).join(' · ')} |`,
  );
  return [
    '# Tools',
    '',
    MADE,
    '',
    `${count} tools in ${families.size} families.`,
    '',
    '| family | tools | |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function familyIndex(family: string, entries: readonly CatalogEntry[]): string {
  const rows = entries.map(({ id, summary }) => `| [${id}](${id}.md) | ${summary.replaceAll('|', '\\|')} |`);
  return [`# ${family}`, '', MADE, '', '| tool | what it does |', '|---|---|', ...rows, ''].join('\n');
}

function toolPage(entry: CatalogEntry): string {
  const { limits } = entry;
  const files =
    entry.files === null ? 'none' : `${entry.files.min}–${entry.files.max} of ${entry.files.formats.join(' ')}`;
  return [
    `# ${entry.title}`,
    '',
    MADE,
    '',
    `Tool \`${entry.id}\` · family [${entry.family}](README.md)`,
    '',
    entry.summary,
    '',
    `Class ${entry.class} · input ${entry.input} · files ${files} · result ${entry.result} · at most ${limits.timeout_seconds} s`,
    '',
    ...section('Options', optionTable(entry.options)),
    ...section('Result data', dataTable(entry)),
    ...section('Notes', list(entry.notes)),
    ...section('Examples', entry.examples.flatMap(exampleBlock)),
    ...section('Verified', list(entry.verified)),
  ].join('\n');
}

/** A heading with what is below it; nothing where that is empty. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines];

function optionTable(options: readonly CatalogOption[]): string[] {
  if (options.length === 0) return [];
  const rows = options.map(
    (option) => `| \`${option.name}\` | ${rangeOf(option)} | ${code(option.default)} | ${option.description} |`,
  );
  return ['| option | type | default | meaning |', '|---|---|---|---|', ...rows, ''];
}

function dataTable(entry: CatalogEntry): string[] {
  const rows = dataRows(declaredData(entry) ?? {}).map(({ path, type, isRequired, description }) => {
    const name = isRequired ? `\`${path}\`` : `\`${path}\`, not always`;
    return `| ${name} | ${type.replaceAll('|', '\\|')} | ${description} |`;
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
  return [`### ${title}`, '', '```json', shorten(request), '```', '', '```json', shorten(response), '```', ''];
}

const shorten = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && part.length > SHOWN_CHARACTERS ? `${part.slice(0, SHOWN_CHARACTERS)}…` : part,
  );
