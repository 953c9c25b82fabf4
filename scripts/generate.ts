/**
 * Writes what is derived from the tools' declarations: `src/generated/registry.ts` (id → lazy import),
 * `src/generated/catalog.json` (what the server knows of each tool) and `src/generated/tool-types.ts` (what the client does). Run before types, build and tests.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import {
  API_VERSION,
  type Catalog,
  type CatalogEntry,
  type CatalogTool,
  catalogEntry,
  declaredData,
} from '../src/core/catalog.js';
import { dataType } from '../src/core/data-schema.js';

import { buildCitationStyles } from './build-citation-styles.js';
import { buildWasm } from './build-wasm.js';
import { listToolFiles, ROOT, type ToolFile } from './tool-files.js';
import { importTools } from './tool-modules.js';

/** Where tools are read from and what is written of them. */
export interface GenerateFolders {
  readonly tools: string;
  readonly generated: string;
}

const PRODUCT: GenerateFolders = { tools: join(ROOT, 'src/tools'), generated: join(ROOT, 'src/generated') };

export async function generate({ tools, generated }: GenerateFolders = PRODUCT): Promise<number> {
  await buildWasm();
  buildCitationStyles();
  const files = listToolFiles(tools);
  mkdirSync(generated, { recursive: true });
  writeFileSync(join(generated, 'registry.ts'), registrySource(files, tools, generated));
  const catalog = await readCatalog(tools);
  writeFileSync(join(generated, 'catalog.json'), `${JSON.stringify(catalog, null, 1)}\n`);
  writeFileSync(join(generated, 'tool-types.ts'), toolTypesSource(catalog));
  return files.length;
}

function registrySource(files: readonly ToolFile[], tools: string, generated: string): string {
  const up = relativeImport(generated, tools);
  const rows = files.map(({ family, id }) => `  '${id}': () => import('${up}/${family}/${id}.js'),`);
  const core = relativeImport(generated, join(ROOT, 'src/core'));
  return `// Made by scripts/generate.ts from the files in src/tools. Not to be edited.
import type { Tool } from '${core}/tool.js';

const loaders = {
${rows.join('\n')}
} as const satisfies Record<string, () => Promise<{ readonly default: Tool }>>;

export type ToolId = keyof typeof loaders;

export const isToolId = (id: string): id is ToolId => Object.hasOwn(loaders, id);

/** Loads a tool's module, and with it its engine, on first use. Throws for an id that is not in the registry. */
export async function loadTool(id: string): Promise<Tool> {
  if (!isToolId(id)) throw new RangeError('No such tool in the registry');
  return (await loaders[id]()).default;
}
`;
}

/** What a client must know of each tool's request and result at compile time. */
function toolTypesSource({ tools }: Catalog): string {
  const rows = tools.map(({ entry }) => {
    const options = entry.options.map((option) => {
      const type = option.allowed?.map((choice) => JSON.stringify(choice)).join(' | ') ?? option.type;
      return `    /** ${option.description.replaceAll('*/', '* /')} */\n    readonly ${option.name}?: ${type};`;
    });
    const shape = options.length === 0 ? 'Record<string, never>' : `{\n${options.join('\n')}\n  }`;
    return `  /** ${entry.summary} */\n  '${entry.id}': { readonly files: ${entry.files !== null}; readonly options: ${shape}; readonly data: ${resultDataType(entry)} };`;
  });
  return `// Made by scripts/generate.ts from the declarations. Not to be edited.
export interface ToolTypes {
${rows.join('\n')}
}
`;
}

/** Tools of another kind of result than `data` may answer without any. */
function resultDataType(entry: CatalogEntry): string {
  const schema = declaredData(entry);
  if (schema === undefined) return 'undefined';
  const type = dataType(schema);
  return entry.result === 'data' || type === 'unknown' ? type : `${type} | undefined`;
}

function relativeImport(from: string, to: string): string {
  const path = relative(from, to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

async function readCatalog(folder: string): Promise<Catalog> {
  const tools: CatalogTool[] = [];
  for (const { family, id, tool } of await importTools(folder)) {
    tools.push({
      entry: catalogEntry(tool, (fixture) => readFileSync(join(ROOT, 'fixtures', fixture))),
      needs: tool.needs ?? [],
      engines: enginesOf(join(folder, family, `${id}.ts`)),
      program: tool.program ?? null,
    });
  }
  return { version: API_VERSION, tools };
}

/**
 * What a tool's module loads that is worth keeping warm: files of engines that stand on a package, and folders of formats, reached
 * directly or through what it imports.
 */
function enginesOf(path: string): string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    const [layer = '', ...rest] = relative(join(ROOT, 'src'), file).replace(/\.ts$/, '').split(sep);
    if (layer === 'engines' && PACKAGE_IMPORT.test(source)) names.add(rest.join('/'));
    if (layer === 'formats' && rest.length > 1) names.add(`formats/${rest[0]}`);
    for (const [, target = ''] of source.matchAll(/from '(\.[^']+)\.js'/g)) {
      const next = join(dirname(file), `${target}.ts`);
      if (/^(?:tools|formats|engines)$/.test(relative(join(ROOT, 'src'), next).split(sep)[0] ?? '')) visit(next);
    }
  };
  visit(path);
  return [...names].sort();
}

/** An import of a package: neither a file of ours nor one of Node's modules. */
const PACKAGE_IMPORT = /(?:from |import\(|resolve\()'(?!\.|node:)/;

if (process.argv[1] === import.meta.filename) {
  console.log(`generated: ${await generate()} tools`);
}
