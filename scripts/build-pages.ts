/** Builds `src/web` into `dist/pages`: hashed assets with their compressed forms, the worked examples, and a manifest for the server. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { build as esbuild } from 'esbuild';
import { type Plugin, build as viteBuild } from 'vite';

import { type ExampleRequest, exampleRequest } from '../src/core/catalog.js';
import {
  ASSETS_PATH,
  type PageExample,
  type PageLoads,
  type PageManifest,
  type ResultKind,
} from '../src/core/pages.js';
import type { Tool } from '../src/core/tool.js';

import { ROOT } from './tool-files.js';
import { importTools } from './tool-modules.js';

const SOURCE = join(ROOT, 'src/web');
/** The modules that only one kind of page needs at once. */
const PAGE_MODULES = { catalog: 'catalog-page.tsx', tool: 'tool-page.tsx', docs: 'docs-page.tsx' } as const;
/** Pages offer no larger example: its text would fill the form for nothing. */
const MAX_EXAMPLE_CHARACTERS = 2_000_000;
/** The editor, without its languages: it shares nothing with what is loaded at once. */
const EDITOR =
  /node_modules\/(?:@codemirror\/(?!lang-)|@lezer\/(?:common|highlight|lr)\/|@marijn\/|style-mod\/|crelt\/|w3c-keyname\/)/;
/** Its languages, each fetched when a text is written in it; those that others need come first. */
const GRAMMARS = ['css', 'javascript', 'html', 'markdown', 'json', 'sql', 'xml', 'yaml'] as const;
/** The best brotli for what is loaded at once; 4 for more than that, measured at a hundredth of the time for 15 % more. */
const BEST_BYTES = 400_000;

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Returns the paths of the files that went into the pages, ours and those of packages. */
export async function buildPages(outdir: string): Promise<string[]> {
  const modules = new Set<string>();
  let ofCatalog: ReadonlySet<string> | undefined;
  /** Asked once the graph is whole. */
  const nameOfShared = (id: string, graph: ModuleGraph): string => {
    ofCatalog ??= modulesOfCatalog(graph);
    return ofCatalog.has(id) ? 'shared' : 'shared-by-tools';
  };
  const result = await viteBuild({
    configFile: false,
    root: SOURCE,
    base: ASSETS_PATH,
    publicDir: false,
    logLevel: 'warn',
    // JSX as tsconfig.json says it, without what only a debugger reads: NODE_ENV may be that of the tests.
    oxc: { jsx: { development: false } },
    plugins: [noteModules(modules), adoptStyles()],
    worker: { plugins: () => [noteModules(modules)] },
    build: {
      write: false,
      target: 'es2022',
      // Browsers of 2024: `light-dark()` and nesting stay as they are written.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      assetsDir: '',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(SOURCE, 'main.tsx'),
        // What more than one part needs comes as one file, not as ten.
        output: {
          codeSplitting: {
            groups: [
              { name: 'editor', test: EDITOR, priority: 2 + GRAMMARS.length },
              ...GRAMMARS.map((name, index) => ({
                name: `grammar-${name}`,
                test: new RegExp(`node_modules/@(?:codemirror/lang-|lezer/)${name}/`),
                // A group takes along what it needs and no group before it has.
                priority: 1 + GRAMMARS.length - index,
              })),
              // The catalog, which is seen first, does without what only tools' pages share.
              {
                name: nameOfShared,
                debugName: 'shared',
                minShareCount: 2,
              },
            ],
          },
        },
        onLog(level, log) {
          // A module of Node's in a page, an import that is not there: never a matter of taste.
          // How long its own plug-ins took is no fault: a busy machine makes them slow.
          if (level === 'warn' && log.code !== 'PLUGIN_TIMINGS') throw new Error(`pages: ${log.message}`);
        },
      },
    },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('pages: one build was asked for');
  const { output } = result;

  mkdirSync(join(outdir, 'assets'), { recursive: true });
  const assets: Record<string, { coded: boolean }> = {};
  for (const item of output) {
    const bytes = Buffer.from(item.type === 'chunk' ? item.code : item.source);
    assets[item.fileName] = { coded: writeAsset(join(outdir, 'assets', item.fileName), bytes) };
  }

  const iconBytes = readFileSync(join(SOURCE, 'icon.svg'));
  const icon = `icon-${createHash('sha256').update(iconBytes).digest('base64url').slice(0, 8)}.svg`;
  assets[icon] = { coded: writeAsset(join(outdir, 'assets', icon), iconBytes) };

  const chunks = output.filter((item) => item.type === 'chunk');
  const chunkOf = (name: string) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId === join(SOURCE, name));
    if (found === undefined) throw new Error(`pages: no chunk of ${name}`);
    return found;
  };
  const nameOf = (pattern: RegExp): string[] => Object.keys(assets).filter((name) => pattern.test(name));
  const loadsOf = (name: string, without: readonly string[] = []): PageLoads => {
    const chunk = chunkOf(name);
    const scripts = [chunk.fileName, ...chunk.imports].filter((file) => !without.includes(file));
    return { scripts, styles: [...(chunk.viteMetadata?.importedCss ?? [])] };
  };
  const every = loadsOf('main.tsx');
  const manifest: PageManifest = {
    loads: {
      every,
      catalog: loadsOf(PAGE_MODULES.catalog, every.scripts),
      tool: loadsOf(PAGE_MODULES.tool, every.scripts),
      docs: loadsOf(PAGE_MODULES.docs, every.scripts),
    },
    heads: await headWords(),
    icon,
    fonts: nameOf(/^geist-(mono-)?latin-wght.*\.woff2$/),
    assets,
    tools: await writeExamples(join(outdir, 'examples')),
  };
  writeFileSync(join(outdir, 'manifest.json'), JSON.stringify(manifest));
  // Fonts come with style sheets, not as modules.
  const fonts = output.flatMap((item) => (item.type === 'asset' ? item.originalFileNames : []));
  return [...modules, ...fonts.map((name) => resolve(SOURCE, name))];
}

/** The modules that are loaded at once with the catalog. */
function modulesOfCatalog(graph: ModuleGraph): ReadonlySet<string> {
  const modules = new Set(['main.tsx', PAGE_MODULES.catalog].map((name) => join(SOURCE, name)));
  // Grows while it is gone through.
  for (const id of modules) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  return modules;
}

/** What pages say outside of their bodies, by language. */
async function headWords(): Promise<PageManifest['heads']> {
  // Bundled, not imported: the compiler checks the pages' sources apart, with the types of browsers.
  const bundle = await esbuild({
    entryPoints: [join(SOURCE, 'words/head-words.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(bundle.outputFiles[0]?.contents ?? []).toString('base64');
  const { HEADS } = (await import(`data:text/javascript;base64,${code}`)) as { readonly HEADS: PageManifest['heads'] };
  return HEADS;
}

/** Notes every module that is read, those of the worker too. What the builder itself puts in begins with NUL: `\0vite/preload-helper.js`. */
const noteModules = (modules: Set<string>): Plugin => ({
  name: 'note-modules',
  moduleParsed({ id }) {
    modules.add(id.startsWith('\0') ? join(ROOT, 'node_modules', id.slice(1)) : id);
  },
});

/**
 * The editor's styles as a style sheet that a script has made, which the pages' policy allows; by itself it does so in shadow trees only,
 * and writes a `<style>` otherwise.
 */
const adoptStyles = (): Plugin => ({
  name: 'adopt-styles',
  transform(code, id) {
    if (!/node_modules\/style-mod\/.*\.js$/.test(id)) return undefined;
    const condition = '!root.head && root.adoptedStyleSheets';
    if (!code.includes(condition)) throw new Error('pages: style-mod decides otherwise how it adds styles');
    return { code: code.replace(condition, 'root.adoptedStyleSheets'), map: null };
  },
});

/** Writes the file, and `.br` and `.gzip` beside it where they are smaller. */
function writeAsset(path: string, bytes: Buffer): boolean {
  writeFileSync(path, bytes);
  if (path.endsWith('.woff2')) return false;
  const quality = bytes.length > BEST_BYTES ? 4 : constants.BROTLI_MAX_QUALITY;
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  writeFileSync(`${path}.gzip`, gzipSync(bytes));
  return true;
}

/** `<id>.json`: every worked example of a tool with its files; those that succeed come first. */
async function writeExamples(folder: string): Promise<PageManifest['tools']> {
  mkdirSync(folder, { recursive: true });
  const tools: Record<string, PageManifest['tools'][string]> = {};
  for (const { id, tool } of await importTools(join(ROOT, 'src/tools'))) {
    const examples = examplesOf(tool);
    writeFileSync(join(folder, `${id}.json`), JSON.stringify(examples));
    tools[id] = { gives: kindsOf(tool), examples: examples.map(({ request: _, ...rest }) => rest) };
  }
  return tools;
}

/** What results of a tool are made of, as far as its examples show. */
function kindsOf({ examples }: Tool): ResultKind[] {
  const outputs = examples.flatMap((example) => ('output' in example ? [example.output] : []));
  const isGiven = {
    text: outputs.some(({ text, data }) => typeof text === 'string' && data === undefined),
    data: outputs.some(({ data }) => data !== undefined),
    files: outputs.some(({ files = [] }) => files.length > 0),
  };
  return (['text', 'data', 'files'] as const).filter((kind) => isGiven[kind]);
}

function examplesOf(tool: Tool): PageExample[] {
  const examples: PageExample[] = [];
  for (const example of tool.examples) {
    const request = exampleRequest(example, (fixture) => readFileSync(join(ROOT, 'fixtures', fixture)));
    if (sizeOf(request) > MAX_EXAMPLE_CHARACTERS) continue;
    const code = 'error' in example ? example.error.code : undefined;
    examples.push({ title: example.title, ...(code === undefined ? {} : { code }), request });
  }
  return [...examples.filter(({ code }) => code === undefined), ...examples.filter(({ code }) => code !== undefined)];
}

const sizeOf = (request: ExampleRequest): number => JSON.stringify(request).length;
