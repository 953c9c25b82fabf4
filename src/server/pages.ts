import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type CatalogEntry, declaredData } from '../core/catalog.js';
import { dataRows } from '../core/data-schema.js';
import {
  ASSETS_PATH,
  type PageData,
  type PageIndex,
  type PageIndexTool,
  type PageManifest,
  type PageTool,
} from '../core/pages.js';
import {
  DOCUMENT_HEADERS,
  errorAnswer,
  type HttpAnswer,
  KEPT_HEADERS,
  toolNotFound,
  UNCACHED_HEADERS,
} from './answers.js';
import { acceptedCoding, type Coding, type DocumentRoute, PreparedDocument } from './documents.js';

/** The pages: HTML, the built files it loads, and the data that a page asks for later. */
export interface Pages {
  /** The route of a path; `undefined` where no page is. */
  route(path: string): DocumentRoute | undefined;
}

export interface PagesConfig {
  readonly entries: readonly CatalogEntry[];
  /** Tools for a query, the best first. */
  readonly find: (query: string) => readonly CatalogEntry[];
  /** What `npm run build` has made of `src/web`. Where it is missing there are no pages. */
  readonly folder: string;
}

const HTML_TYPE = 'text/html;charset=utf-8';
const JSON_TYPE = 'application/json';
const APP_TYPE = 'application/manifest+json';

/** By ending; a file of another ending is not served. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css;charset=utf-8',
  js: 'text/javascript;charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
};

/** Chosen themes must be known before anything is drawn. `theme` is what `src/web/theme.ts` stores. */
const THEME_SCRIPT =
  "try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}";

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing from elsewhere, nothing inline but the script above; pictures, sound and video also from files the page holds itself. */
const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${hashOf(THEME_SCRIPT)}`,
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  'media-src blob:',
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A worker has the policy that its own file came with: only the one that draws PDF pages compiles WebAssembly. */
const ASSET_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const PAGE_HEADERS = {
  ...DOCUMENT_HEADERS,
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
} as const;

const ASSET_HEADERS = {
  ...KEPT_HEADERS,
  'Content-Security-Policy': ASSET_POLICY,
  'Referrer-Policy': 'no-referrer',
} as const;

/** What browsers ask for to install the pages as an application. */
const APP_PATH = '/pages/app.webmanifest';

const TOOL_PAGE = /^\/tools\/([^/]+)$/;
const TOOL_DATA = /^\/pages\/tools\/([^/]+)\.json$/;
const EXAMPLE_DATA = /^\/pages\/examples\/([^/]+)\.json$/;

export function createPages({ entries, find, folder }: PagesConfig): Pages {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  let manifest: PageManifest | undefined;
  let catalogPage: PreparedDocument | undefined;
  let indexData: PreparedDocument | undefined;
  const assets = new Map<string, Promise<Buffer>>();

  const indexOf = (made: PageManifest): PageIndex => ({ tools: entries.map((entry) => indexTool(entry, made)) });

  /** Read when the first page is asked for: services that only run tools never do. */
  function readManifest(): PageManifest | undefined {
    const path = join(folder, 'manifest.json');
    if (manifest === undefined && existsSync(path)) manifest = JSON.parse(readFileSync(path, 'utf8')) as PageManifest;
    return manifest;
  }

  const document = (made: PageManifest, data: PageData) => new PreparedDocument(HTML_TYPE, pageHtml(made, data));

  const sendCatalog = (made: PageManifest): DocumentRoute => {
    return (request) => {
      catalogPage ??= document(made, { page: 'catalog', index: indexOf(made) });
      return catalogPage.answer(request, PAGE_HEADERS);
    };
  };

  const sendDocs = (made: PageManifest): DocumentRoute => {
    return (request) => document(made, { page: 'docs' }).answer(request, PAGE_HEADERS);
  };

  /** Tool pages are made as they are asked for: hundreds of them are not worth their memory. */
  const sendTool = (made: PageManifest, id: string): DocumentRoute => {
    const entry = byId.get(id);
    return async (request) => {
      if (entry !== undefined) {
        const page = document(made, { page: 'tool', tool: pageTool(entry, made) });
        return page.answer(request, PAGE_HEADERS);
      }
      const wantsHtml = String(request.headers.accept ?? '').includes('text/html');
      if (!wantsHtml) return errorAnswer(toolNotFound(id));
      return document(made, { page: 'missing', id }).answer(request, PAGE_HEADERS, 404);
    };
  };

  const sendToolData = (made: PageManifest, id: string): DocumentRoute | undefined => {
    const entry = byId.get(id);
    if (entry === undefined) return undefined;
    const text = () => JSON.stringify(pageTool(entry, made));
    return (request) => new PreparedDocument(JSON_TYPE, text()).answer(request, DOCUMENT_HEADERS);
  };

  const sendExamples = (made: PageManifest, id: string): DocumentRoute | undefined => {
    if (!byId.has(id) || !Object.hasOwn(made.tools, id)) return undefined;
    return async (request) => {
      const text = await readFile(join(folder, 'examples', `${id}.json`), 'utf8');
      return new PreparedDocument(JSON_TYPE, text).answer(request, DOCUMENT_HEADERS);
    };
  };

  const sendFound: DocumentRoute = (request, query) => {
    const ids = find(new URLSearchParams(query).get('q') ?? '').map(({ id }) => id);
    return new PreparedDocument(JSON_TYPE, JSON.stringify({ ids })).answer(request, UNCACHED_HEADERS);
  };

  const sendApp = ({ icon }: PageManifest): DocumentRoute => {
    return (request) => new PreparedDocument(APP_TYPE, appManifest(icon)).answer(request, DOCUMENT_HEADERS);
  };

  const sendIndex = (made: PageManifest): DocumentRoute => {
    return (request) => {
      indexData ??= new PreparedDocument(JSON_TYPE, JSON.stringify(indexOf(made)));
      return indexData.answer(request, DOCUMENT_HEADERS);
    };
  };

  function assetRoute(made: PageManifest, name: string): DocumentRoute | undefined {
    const asset = Object.hasOwn(made.assets, name) ? made.assets[name] : undefined;
    const type = ASSET_TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (asset === undefined || type === undefined) return undefined;
    return async (request) => {
      const coding = asset.coded ? acceptedCoding(request.headers['accept-encoding']) : undefined;
      return assetAnswer(await readAsset(coding === undefined ? name : `${name}.${coding}`), type, asset.coded, coding);
    };
  }

  /** Read once and kept, whoever asks for it: a copy for each answer under way would be the largest asset times the connections. */
  function readAsset(file: string): Promise<Buffer> {
    const known = assets.get(file);
    if (known !== undefined) return known;
    const reading = readFile(join(folder, 'assets', file));
    assets.set(file, reading);
    // What could not be read for want of a descriptor can be the next time.
    reading.catch(() => assets.delete(file));
    return reading;
  }

  return {
    route(path) {
      if (path !== '/' && path !== '/docs' && !path.startsWith('/tools/') && !path.startsWith('/pages/'))
        return undefined;
      const made = readManifest();
      if (made === undefined) return undefined;
      if (path === '/') return sendCatalog(made);
      if (path === '/docs') return sendDocs(made);
      if (path === '/pages/search') return sendFound;
      if (path === APP_PATH) return sendApp(made);
      if (path === '/pages/index.json') return sendIndex(made);
      if (path.startsWith(ASSETS_PATH)) return assetRoute(made, path.slice(ASSETS_PATH.length));
      const toolId = TOOL_PAGE.exec(path)?.[1];
      if (toolId !== undefined) return sendTool(made, toolId);
      const dataId = TOOL_DATA.exec(path)?.[1];
      if (dataId !== undefined) return sendToolData(made, dataId);
      const exampleId = EXAMPLE_DATA.exec(path)?.[1];
      return exampleId === undefined ? undefined : sendExamples(made, exampleId);
    },
  };
}

/** The file as it is, or the smaller form beside it. */
function assetAnswer(body: Buffer, type: string, isCoded: boolean, coding: Coding | undefined): HttpAnswer {
  const headers = {
    ...ASSET_HEADERS,
    'Content-Type': type,
    ...(isCoded ? { Vary: 'Accept-Encoding' } : {}),
    ...(coding === undefined ? {} : { 'Content-Encoding': coding }),
  };
  return { status: 200, headers, body: [body] };
}

const indexTool = (entry: CatalogEntry, made: PageManifest): PageIndexTool => ({
  id: entry.id,
  title: entry.title,
  summary: entry.summary,
  family: entry.family,
  class: entry.class,
  input: entry.input,
  gives: examplesOf(entry, made).gives,
  files: entry.files,
});

function pageTool(entry: CatalogEntry, made: PageManifest): PageTool {
  const { input_schema: _in, output_schema: _out, examples: _examples, ...rest } = entry;
  return { ...rest, ...examplesOf(entry, made), data: dataRows(declaredData(entry) ?? {}) };
}

/** Tools that were not there when the pages were built have no examples. */
function examplesOf({ id, result }: CatalogEntry, { tools }: PageManifest): Pick<PageTool, 'gives' | 'examples'> {
  const known = Object.hasOwn(tools, id) ? tools[id] : undefined;
  return known ?? { gives: result === 'mixed' ? ['text', 'data', 'files'] : [result], examples: [] };
}

const SERVICE_TITLE = 'Tool Execution API';

function pageHtml({ loads, icon, fonts }: PageManifest, data: PageData): string {
  const { title, description } = headOf(data);
  const own = data.page === 'missing' ? { scripts: [], styles: [] } : loads[data.page];
  const address = (name: string): string => `${ASSETS_PATH}${name}`;
  const styles = [...loads.every.styles, ...own.styles].map(
    (name) => `<link rel="stylesheet" href="${address(name)}">`,
  );
  const [entry = '', ...shared] = loads.every.scripts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#131513" media="(prefers-color-scheme: dark)">
<link rel="manifest" href="${APP_PATH}">
<link rel="icon" href="${address(icon)}" type="image/svg+xml">
<script>${THEME_SCRIPT}</script>
${styles.join('\n')}
${fonts.map((name) => `<link rel="preload" href="${address(name)}" as="font" type="font/woff2" crossorigin>`).join('\n')}
<script type="module" src="${address(entry)}"></script>
${[...shared, ...own.scripts].map((name) => `<link rel="modulepreload" href="${address(name)}">`).join('\n')}
</head>
<body>
<div id="app"></div>
<noscript><p class="without-script">These pages need JavaScript. The service itself does not: see <a href="/llms.txt">how to call it</a> and <a href="/openapi.json">its description</a>.</p></noscript>
<script type="application/json" id="page-data">${escapeJson(data)}</script>
</body>
</html>
`;
}

function headOf(data: PageData): { readonly title: string; readonly description: string } {
  if (data.page === 'tool') {
    return { title: `${data.tool.title} · ${SERVICE_TITLE}`, description: data.tool.summary };
  }
  if (data.page === 'docs') {
    return {
      title: `HTTP API · ${SERVICE_TITLE}`,
      description: 'The HTTP interface: discovery, runs, answers and errors.',
    };
  }
  if (data.page === 'missing') return { title: `No such tool · ${SERVICE_TITLE}`, description: SERVICE_TITLE };
  const count = data.index.tools.length;
  return {
    title: SERVICE_TITLE,
    description: `${count} tools for text, pictures, documents, sound and data, run on this machine. Nothing is kept.`,
  };
}

/** https://www.w3.org/TR/appmanifest/ */
const appManifest = (icon: string): string =>
  JSON.stringify({
    name: SERVICE_TITLE,
    short_name: 'Tools',
    description: 'Every tool, on your own machine.',
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [{ src: `${ASSETS_PATH}${icon}`, type: 'image/svg+xml', sizes: 'any', purpose: 'any' }],
  });

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

/** JSON that no HTML parser sees an end tag or a comment in. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
