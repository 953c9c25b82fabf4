import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';

import { type CatalogEntry, declaredData } from '../core/catalog.js';
import { dataRows } from '../core/data-schema.js';
import { OFFLINE_WORKER_PATH } from '../core/page-head.js';
import {
  ASSETS_PATH,
  FIRST_TOOLS,
  type PageData,
  type PageFound,
  type PageIndex,
  type PageIndexTool,
  type PageManifest,
  type PageTool,
} from '../core/pages.js';
import { GOOD_FIT, LEAST_FIT, type Match } from '../core/search.js';
import {
  DOCUMENT_HEADERS,
  errorAnswer,
  type HttpAnswer,
  KEPT_HEADERS,
  toolNotFound,
  UNCACHED_HEADERS,
} from './answers.js';
import { acceptedCoding, type Coding, type DocumentRoute, PreparedDocument } from './documents.js';
import { offlineWorker } from './offline-worker.js';
import { appManifest, FIRST_LANGUAGE, pageHtml, THEME_SCRIPT, wordsOf } from './page-html.js';
import { acceptedLanguage } from './page-language.js';

/** The pages: HTML, the built files it loads, and the data that a page asks for later. */
export interface Pages {
  /** The route of a path; `undefined` where no page is. */
  route(path: string): DocumentRoute | undefined;
}

export interface PagesConfig {
  readonly entries: readonly CatalogEntry[];
  /** Tools for a query, the best first. */
  readonly match: (query: string) => readonly Match[] | undefined;
  /** What `npm run build` has made of `src/web`. Where it is missing there are no pages. */
  readonly folder: string;
}

const HTML_TYPE = 'text/html;charset=utf-8';
const JSON_TYPE = 'application/json';
const SCRIPT_TYPE = 'text/javascript;charset=utf-8';
const APP_TYPE = 'application/manifest+json';

/** By ending; a file of another ending is not served. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css;charset=utf-8',
  js: 'text/javascript;charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
};

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

/** Without `Cross-Origin-Opener-Policy`: a browser then starts a process once it has read the header. See docs/decisions/0010. */
const PAGE_HEADERS = {
  ...DOCUMENT_HEADERS,
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': PAGE_POLICY,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
} as const;

const ASSET_HEADERS = {
  ...KEPT_HEADERS,
  'Content-Security-Policy': ASSET_POLICY,
  'Referrer-Policy': 'no-referrer',
} as const;

/** A worker has the policy of its own script: this one asks the service, and nobody else. */
const OFFLINE_WORKER_HEADERS = {
  ...DOCUMENT_HEADERS,
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  'Referrer-Policy': 'no-referrer',
} as const;

/** What browsers ask for to install the pages as an application, in a language. */
const APP_PATH = /^\/pages\/app\.([a-z]+)\.webmanifest$/;

const TOOL_PAGE = /^\/tools\/([^/]+)$/;
const TOOL_DATA = /^\/pages\/tools\/([^/]+)\.json$/;
const EXAMPLE_DATA = /^\/pages\/examples\/([^/]+)\.json$/;

export function createPages({ entries, match, folder }: PagesConfig): Pages {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  let manifest: PageManifest | undefined;
  const catalogPages = new Map<string, PreparedDocument>();
  let indexData: PreparedDocument | undefined;
  const assets = new Map<string, Promise<Buffer>>();

  const indexOf = (made: PageManifest, most = entries.length): PageIndex => ({
    tools: entries.slice(0, most).map((entry) => indexTool(entry, made)),
    families: familiesOf(entries),
  });

  /** Read when the first page is asked for: services that only run tools never do. */
  function readManifest(): PageManifest | undefined {
    const path = join(folder, 'manifest.json');
    if (manifest === undefined && existsSync(path)) manifest = JSON.parse(readFileSync(path, 'utf8')) as PageManifest;
    return manifest;
  }

  /** The head as the browser's language has it; a language that somebody has chosen is known to the page's script only. */
  const document = (made: PageManifest, data: PageData, language: string) =>
    new PreparedDocument(HTML_TYPE, pageHtml(made, data, language), ['Accept-Language']);

  const sendCatalog = (made: PageManifest): DocumentRoute => {
    return (request) => {
      const language = languageOf(request, made);
      const page =
        catalogPages.get(language) ?? document(made, { page: 'catalog', index: indexOf(made, FIRST_TOOLS) }, language);
      catalogPages.set(language, page);
      return page.answer(request, PAGE_HEADERS);
    };
  };

  const sendDocs = (made: PageManifest): DocumentRoute => {
    return (request) => document(made, { page: 'docs' }, languageOf(request, made)).answer(request, PAGE_HEADERS);
  };

  /** Tool pages are made as they are asked for: hundreds of them are not worth their memory. */
  const sendTool = (made: PageManifest, id: string): DocumentRoute => {
    const entry = byId.get(id);
    return async (request) => {
      const language = languageOf(request, made);
      if (entry !== undefined) {
        const page = document(made, { page: 'tool', tool: pageTool(entry, made) }, language);
        return page.answer(request, PAGE_HEADERS);
      }
      const wantsHtml = String(request.headers.accept ?? '').includes('text/html');
      if (!wantsHtml) return errorAnswer(toolNotFound(id));
      return document(made, { page: 'missing', id }, language).answer(request, PAGE_HEADERS, 404);
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
    const found = match(new URLSearchParams(query).get('q') ?? '');
    return new PreparedDocument(JSON_TYPE, JSON.stringify(foundTools(found, entries))).answer(
      request,
      UNCACHED_HEADERS,
    );
  };

  const sendApp = (made: PageManifest, language: string): DocumentRoute | undefined => {
    if (!Object.hasOwn(made.heads, language)) return undefined;
    return (request) => new PreparedDocument(APP_TYPE, appManifest(made, language)).answer(request, DOCUMENT_HEADERS);
  };

  const sendOfflineWorker = (made: PageManifest): DocumentRoute => {
    return (request, query) => {
      const asked = new URLSearchParams(query).get('language') ?? '';
      const language = Object.hasOwn(made.heads, asked) ? asked : FIRST_LANGUAGE;
      const script = new PreparedDocument(SCRIPT_TYPE, offlineWorker(wordsOf(made, language), language));
      return script.answer(request, OFFLINE_WORKER_HEADERS);
    };
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
      if (
        path !== '/' &&
        path !== '/docs' &&
        path !== OFFLINE_WORKER_PATH &&
        !path.startsWith('/tools/') &&
        !path.startsWith('/pages/')
      )
        return undefined;
      const made = readManifest();
      if (made === undefined) return undefined;
      if (path === '/') return sendCatalog(made);
      if (path === '/docs') return sendDocs(made);
      if (path === OFFLINE_WORKER_PATH) return sendOfflineWorker(made);
      if (path === '/pages/search') return sendFound;
      if (path === '/pages/index.json') return sendIndex(made);
      if (path.startsWith(ASSETS_PATH)) return assetRoute(made, path.slice(ASSETS_PATH.length));
      const appLanguage = APP_PATH.exec(path)?.[1];
      if (appLanguage !== undefined) return sendApp(made, appLanguage);
      const toolId = TOOL_PAGE.exec(path)?.[1];
      if (toolId !== undefined) return sendTool(made, toolId);
      const dataId = TOOL_DATA.exec(path)?.[1];
      if (dataId !== undefined) return sendToolData(made, dataId);
      const exampleId = EXAMPLE_DATA.exec(path)?.[1];
      return exampleId === undefined ? undefined : sendExamples(made, exampleId);
    },
  };
}

const languageOf = (request: IncomingMessage, { heads }: PageManifest): string =>
  acceptedLanguage(request.headers['accept-language'], Object.keys(heads), FIRST_LANGUAGE);

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

/** Further down is not what was meant. */
const MAX_OTHERS = 20;

/** What fits well, and apart from it what fits in part; what hardly fits only where nothing else does. */
function foundTools(found: readonly Match[] | undefined, entries: readonly CatalogEntry[]): PageFound {
  if (found === undefined) return { close: entries.map(({ id }) => id), others: [] };
  const idsOf = (isMeant: (fit: number) => boolean): string[] =>
    found.filter(({ fit }) => isMeant(fit)).map(({ entry }) => entry.id);
  const close = idsOf((fit) => fit >= GOOD_FIT);
  const inPart = idsOf((fit) => fit >= LEAST_FIT && fit < GOOD_FIT);
  const others = close.length + inPart.length > 0 ? inPart : idsOf(() => true);
  return { close, others: others.slice(0, MAX_OTHERS) };
}

function familiesOf(entries: readonly CatalogEntry[]): PageIndex['families'] {
  const counts = new Map<string, number>();
  for (const { family } of entries) counts.set(family, (counts.get(family) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
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
