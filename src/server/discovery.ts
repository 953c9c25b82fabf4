import type { IncomingMessage, ServerResponse } from 'node:http';

import { API_VERSION, type Catalog, type CatalogEntry } from '../core/catalog.js';
import { createSearch } from '../core/search.js';
import { DOCUMENT_HEADERS, UNCACHED_HEADERS } from './answers.js';
import { agentTools, llmsText, openApi } from './descriptions.js';
import { PreparedDocument } from './documents.js';

const JSON_TYPE = 'application/json';

/** Answers a GET or HEAD of a known path. */
export type DocumentRoute = (request: IncomingMessage, response: ServerResponse, query: string) => Promise<void>;

export interface Discovery {
  /** By exact path. */
  readonly paths: ReadonlyMap<string, DocumentRoute>;
  /** The route of one tool's entry; `undefined` for a tool that is not in the catalog. */
  tool(id: string): DocumentRoute | undefined;
}

export function createDiscovery(catalog: Catalog): Discovery {
  const entries = catalog.tools.map((tool) => tool.entry);
  const search = createSearch(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const jsonDocument = (value: unknown) => new PreparedDocument(JSON_TYPE, JSON.stringify(value));
  const all = once(() => jsonDocument(listBody(entries)));

  const list: DocumentRoute = (request, response, query) => {
    const parameters = new URLSearchParams(query);
    const family = parameters.get('family');
    const words = parameters.get('q');
    if (family === null && words === null) return all().send(request, response, UNCACHED_HEADERS);
    const found = search(words ?? '').filter((entry) => family === null || entry.family === family);
    return jsonDocument(listBody(found)).send(request, response, UNCACHED_HEADERS);
  };

  const document = (make: () => PreparedDocument): DocumentRoute => {
    const made = once(make);
    return (request, response) => made().send(request, response, DOCUMENT_HEADERS);
  };

  const documents = new Map<string, PreparedDocument>();
  function tool(id: string): DocumentRoute | undefined {
    const entry = byId.get(id);
    if (entry === undefined) return undefined;
    const prepared = documents.get(id) ?? jsonDocument(entry);
    documents.set(id, prepared);
    return (request, response) => prepared.send(request, response, UNCACHED_HEADERS);
  }

  return {
    paths: new Map([
      ['/api/v1/tools', list],
      ['/openapi.json', document(() => jsonDocument(openApi(entries)))],
      ['/llms.txt', document(() => new PreparedDocument('text/plain;charset=utf-8', llmsText(entries)))],
      ['/agents/tools.json', document(() => jsonDocument(agentTools(entries)))],
    ]),
    tool,
  };
}

const listBody = (entries: readonly CatalogEntry[]) => ({
  version: API_VERSION,
  count: entries.length,
  tools: entries,
});

/** Makes a value when it is first asked for: the server starts before it has built any document. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
