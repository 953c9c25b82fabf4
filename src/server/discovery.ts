import { setImmediate } from 'node:timers/promises';

import { API_VERSION, type Catalog, type CatalogEntry, entriesOf } from '../core/catalog.js';
import { invalid, quote } from '../core/errors.js';
import { createMatcher, LEAST_FIT, type Match, matchWord } from '../core/search.js';
import { AGENT_FORMATS, type AgentFormat, agentHead, agentTool, agentTools } from './agent-tools.js';
import { DOCUMENT_HEADERS, UNCACHED_HEADERS } from './answers.js';
import { type DocumentRoute, PreparedDocument } from './documents.js';
import { Lists, toolsFrame } from './lists.js';
import { llmsText } from './llms.js';
import { openApi } from './openapi.js';

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain;charset=utf-8';

export interface Discovery {
  /** By exact path. */
  readonly paths: ReadonlyMap<string, DocumentRoute>;
  /** The route of one tool's entry; `undefined` for a tool that is not in the catalog. */
  tool(id: string): DocumentRoute | undefined;
  /** Tools for a query, the best first; all of them for an empty one. */
  find(query: string): readonly CatalogEntry[];
  /** The same with how well each fits; `undefined` for a query that says nothing. */
  match(query: string): readonly Match[] | undefined;
  /** Makes every whole document and its compressed forms, so that the first to ask does not wait for them. */
  prepare(): Promise<void>;
}

/** `hasMcp`: `POST /mcp` is served too. */
export function createDiscovery(catalog: Catalog, hasMcp: boolean): Discovery {
  const entries = entriesOf(catalog);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const matcher = once(() => createMatcher(entries));
  const search = (query: string): readonly CatalogEntry[] => matcher()(query)?.map(({ entry }) => entry) ?? entries;
  /** How well each tool fits that a query finds; `undefined` for a query that says nothing. */
  const fitsOf = (query: string): ReadonlyMap<CatalogEntry, number> | undefined => {
    const found = matcher()(query);
    return found && new Map(found.map(({ entry, fit }) => [entry, fit]));
  };
  /** All of them, and no other list than that, where nothing narrows it. */
  const narrow = (query: Query): readonly CatalogEntry[] => {
    const found = query.q === undefined ? entries : search(query.q);
    const ofFamily = query.family === undefined ? found : found.filter((entry) => entry.family === query.family);
    const ofClass = query.class === undefined ? ofFamily : ofFamily.filter((entry) => entry.class === query.class);
    return query.limit === undefined ? ofClass : ofClass.slice(0, query.limit);
  };

  const entryText = memo((id: string) => JSON.stringify(byId.get(id)));
  /** Examples are two thirds of a catalog, and who looks for a tool needs none. */
  const listedText = memo((id: string) => JSON.stringify(withoutExamples(byId.get(id))));
  const lists = new Lists((entry) => listedText(entry.id));
  const fullLists = once(() => new Lists((entry) => entryText(entry.id)));
  const agentLists = memo(
    (format: AgentFormat | undefined) => new Lists((entry) => JSON.stringify(agentTool(entry, format))),
  );

  const catalogDocument = once(() => new PreparedDocument(JSON_TYPE, listBody(entries, listedText)));
  const agentDocuments = memo(
    (format: AgentFormat | undefined) => new PreparedDocument(JSON_TYPE, JSON.stringify(agentTools(entries, format))),
  );
  const families = new Set(entries.map((entry) => entry.family));
  /** Of one family, or of all. Only for families there are: what a caller makes up is not kept. */
  const openApiDocument = memo((family: string | undefined) => {
    const described = family === undefined ? entries : entries.filter((entry) => entry.family === family);
    return new PreparedDocument(JSON_TYPE, JSON.stringify(openApi(described)));
  });
  const llmsDocument = once(() => new PreparedDocument(TEXT_TYPE, llmsText(entries, hasMcp)));
  const toolDocument = memo((id: string) => new PreparedDocument(JSON_TYPE, entryText(id)));

  // Not async: what it throws is refused as any other request is.
  const list: DocumentRoute = (request, text) => {
    const query = readQuery(text);
    const fields = readFields(query);
    const hasExamples = readInclude(query.include);
    const isSearch = query.q !== undefined && search(query.q) !== entries;
    const limit = readLimit(query.limit) ?? (isSearch ? MAX_FOUND : undefined);
    const found = narrow({ ...query, limit });
    const frame = toolsFrame(listHead(found.length));
    if (fields !== undefined) {
      const fits = fields.includes('match') ? fitsOf(query.q ?? '') : undefined;
      const pick = new Lists((entry) =>
        JSON.stringify(fits === undefined ? entry : { ...entry, match: fitWord(fits.get(entry)) }, ['id', ...fields]),
      );
      return Promise.resolve(pick.answer(request, UNCACHED_HEADERS, frame, found));
    }
    if (found === entries && !hasExamples) return catalogDocument().answer(request, UNCACHED_HEADERS);
    const parts = hasExamples ? fullLists() : lists;
    return Promise.resolve(parts.answer(request, UNCACHED_HEADERS, frame, found));
  };

  // Not async: what it throws is refused as any other request is.
  const agents: DocumentRoute = (request, text) => {
    const query = readQuery(text);
    const format = readFormat(query.format);
    const found = narrow({ ...query, limit: readLimit(query.limit) });
    if (found === entries) return agentDocuments(format).answer(request, DOCUMENT_HEADERS);
    const frame = toolsFrame(agentHead(found.length, format));
    return Promise.resolve(agentLists(format).answer(request, DOCUMENT_HEADERS, frame, found));
  };

  const description: DocumentRoute = (request, text) => {
    const { family } = readQuery(text);
    if (family !== undefined && !families.has(family))
      throw invalid(`Query parameter "family" must be one of ${[...families].join(', ')}, got ${quote(family)}`);
    return openApiDocument(family).answer(request, DOCUMENT_HEADERS);
  };

  return {
    paths: new Map<string, DocumentRoute>([
      ['/api/v1/tools', list],
      ['/openapi.json', description],
      ['/llms.txt', (request) => llmsDocument().answer(request, DOCUMENT_HEADERS)],
      ['/agents/tools.json', agents],
    ]),
    tool(id) {
      if (!byId.has(id)) return undefined;
      return (request) => toolDocument(id).answer(request, UNCACHED_HEADERS);
    },
    find: search,
    match: (query) => matcher()(query),
    async prepare() {
      for (const document of [
        () => openApiDocument(undefined),
        catalogDocument,
        llmsDocument,
        () => agentDocuments(undefined),
      ]) {
        await document().compressAll();
      }
      matcher();
      for (const entry of entries) {
        lists.prepare(entry);
        // Requests come first.
        await setImmediate();
      }
    },
  };
}

/** Query parameters that narrow a list. */
interface Query {
  readonly family?: string | undefined;
  readonly class?: string | undefined;
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
}

/** The parameters that are known, the first of each; others are ignored. */
function readQuery(text: string) {
  const parameters = new URLSearchParams(text);
  const get = (name: string) => parameters.get(name) ?? undefined;
  return {
    family: get('family'),
    class: get('class'),
    q: get('q'),
    limit: get('limit'),
    format: get('format'),
    fields: get('fields'),
    include: get('include'),
  };
}

/** Tools that a search lists where nothing else is asked for: what is further down is not what was meant. */
const MAX_FOUND = 20;

const withoutExamples = (entry: CatalogEntry | undefined) => {
  const { examples: _, ...rest } = entry ?? {};
  return rest;
};

/** Fields of an entry that a list can be cut down to: those whose values hold no keys of their own, so that picking is by name alone. */
const PLAIN_FIELDS = [
  'id',
  'title',
  'summary',
  'family',
  'class',
  'input',
  'result',
  'notes',
  'aliases',
  'verified',
] as const;

/** How well a tool fits the query: a field of searches alone. */
const MATCH_FIELD = 'match';

const fitWord = (fit = 0) => (fit < LEAST_FIT ? 'weak' : matchWord(fit));

function readFields({ fields: text, q }: ReturnType<typeof readQuery>): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const known: readonly string[] = [...PLAIN_FIELDS, MATCH_FIELD];
  const fields = text.split(',').map((field) => field.trim());
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw invalid(`Query parameter "fields" must be some of ${known.join(', ')}, got ${quote(unknown)}`);
  if (q === undefined && fields.includes(MATCH_FIELD))
    throw invalid('Query parameter "fields" can have "match" only beside "q": it says how well a tool fits the query');
  return fields;
}

function readInclude(text: string | undefined): boolean {
  if (text === undefined || text === 'examples') return text !== undefined;
  throw invalid(`Query parameter "include" must be examples, got ${quote(text)}`);
}

const MAX_LIMIT = 1000;

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw invalid(`Query parameter "limit" must be a whole number from 1 to ${MAX_LIMIT}, got ${quote(text)}`);
  }
  return limit;
}

function readFormat(text: string | undefined): AgentFormat | undefined {
  if (text === undefined) return undefined;
  const format = AGENT_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  const known = AGENT_FORMATS.map((name) => quote(name)).join(' or ');
  throw invalid(`Query parameter "format" must be ${known}, got ${quote(text)}`);
}

const listHead = (count: number) => ({ version: API_VERSION, count });

function listBody(entries: readonly CatalogEntry[], textOf: (id: string) => string): string {
  const { head, tail } = toolsFrame(listHead(entries.length));
  return `${head}${entries.map(({ id }) => textOf(id)).join(',')}${tail}`;
}

/** Makes a value when it is first asked for: the server starts before it has built any document. */
function once<T>(make: () => T): () => T {
  const made = memo((_: undefined) => make());
  return () => made(undefined);
}

/** The same for one value a key; for keys of which there are few. */
function memo<Key, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new Map<Key, { readonly value: T }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}
