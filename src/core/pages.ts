import type { CatalogEntry, ExampleRequest } from './catalog.js';
import type { DataRow } from './data-schema.js';
import type { ErrorCode } from './errors.js';
import type { HeadWords } from './page-head.js';

/** What the pages know of every tool: enough to list it and to tell what it takes. */
export interface PageIndexTool {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly family: string;
  readonly class: CatalogEntry['class'];
  readonly input: CatalogEntry['input'];
  /** What its worked examples give, in this order. */
  readonly gives: readonly ResultKind[];
  /** `null` for tools that take no files. */
  readonly files: { readonly min: number; readonly max: number; readonly formats: readonly string[] } | null;
}

export type ResultKind = 'text' | 'data' | 'files';

/** How many tools the catalog's page carries and draws at once: those of its first window. */
export const FIRST_TOOLS = 12;

export interface PageIndex {
  /** In the catalog's order. Its page carries the first of them only, as many as a window shows; the rest comes when they are drawn. */
  readonly tools: readonly PageIndexTool[];
  /** How many tools each family has, whether they are in `tools` or not. */
  readonly families: readonly { readonly name: string; readonly count: number }[];
}

/** Ids of the tools for a query, the best first: those that fit it well, and those that say only some of it. */
export interface PageFound {
  readonly close: readonly string[];
  readonly others: readonly string[];
}

/** A worked example as the page lists it; its request is fetched when somebody wants it. */
export interface PageExampleTitle {
  readonly title: string;
  /** Of an example that shows a refusal. */
  readonly code?: ErrorCode;
}

/** A tool as its page shows it: the catalog entry without what only programs read. */
export interface PageTool extends Omit<CatalogEntry, 'input_schema' | 'output_schema' | 'examples'> {
  readonly gives: readonly ResultKind[];
  readonly examples: readonly PageExampleTitle[];
  /** The keys of its `data`; empty for tools without. */
  readonly data: readonly DataRow[];
}

/** The whole request of a worked example, files included. */
export interface PageExample extends PageExampleTitle {
  readonly request: ExampleRequest;
}

/** What stands in a page for its script. */
export type PageData =
  | { readonly page: 'catalog'; readonly index: PageIndex }
  | { readonly page: 'tool'; readonly tool: PageTool }
  | { readonly page: 'docs' }
  | { readonly page: 'missing'; readonly id: string };

/** `dist/pages/manifest.json`: what the build of the pages has made. */
export interface PageManifest {
  /** Addresses of what a page loads at once, by the kind of page; `every` is for all. */
  readonly loads: Readonly<Record<'every' | 'catalog' | 'tool' | 'docs', PageLoads>>;
  /** By language. */
  readonly heads: Readonly<Record<string, HeadWords>>;
  readonly icon: string;
  readonly fonts: readonly string[];
  /** File names below `assets/`. `coded`: compressed forms lie beside it. */
  readonly assets: Readonly<Record<string, { readonly coded: boolean }>>;
  /** What the declarations' worked examples say, by the tool's id. */
  readonly tools: Readonly<Record<string, Pick<PageTool, 'gives' | 'examples'>>>;
}

export interface PageLoads {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Where built assets are served. */
export const ASSETS_PATH = '/pages/assets/';
