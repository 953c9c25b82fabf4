import { ContentFault } from '../faults.js';
import { parseJson } from '../json/parse.js';

/** Objects of JSON whose members nobody has checked. */
export type Loose = Readonly<Record<string, unknown>>;

export interface HarField {
  readonly name: string;
  readonly value: string;
}

/** Phases of a request in milliseconds; undefined where it had none. */
export const PHASES = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const;
export type Phase = (typeof PHASES)[number];

/** One request and its response, with what is missing or of another type left out. */
export interface HarEntry {
  /** Position in the file, from 1. */
  readonly number: number;
  readonly started: string;
  /** Milliseconds since 1970; NaN where `started` is not a date. */
  readonly startedAt: number;
  readonly timeMs: number;
  readonly timings: Readonly<Partial<Record<Phase, number>>>;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly status: number;
  readonly mimeType: string;
  /** Bytes over the network, headers too; 0 from a cache. */
  readonly transferredBytes: number;
  /** Bytes of the body when unpacked. */
  readonly contentBytes: number;
  readonly isFromCache: boolean;
  readonly error: string;
  readonly requestHeaders: readonly HarField[];
  readonly responseHeaders: readonly HarField[];
  readonly postData:
    | { readonly mimeType: string; readonly text: string; readonly params: readonly HarField[] }
    | undefined;
}

export interface Har {
  /** The document as it is. */
  readonly document: Loose;
  readonly version: string;
  readonly creator: string;
  readonly browser: string;
  readonly pages: readonly {
    readonly title: string;
    readonly started: string;
    readonly contentMs: number | null;
    readonly loadMs: number | null;
  }[];
  readonly entries: readonly HarEntry[];
}

const MAX_ENTRIES = 50_000;

const asObject = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Numbers below 0 mean that nothing is known. */
const asAmount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Reads HTTP Archive 1.1 to 1.3. Throws ContentFault where it is not JSON or holds no list of entries. */
export function readHar(text: string): Har {
  const document = asObject(readPlain(text.replace(/^\ufeff/, '')));
  const log = asObject(document.log);
  if (!Array.isArray(log.entries)) throw new ContentFault('it is not an HTTP Archive: "log.entries" is missing');
  if (log.entries.length > MAX_ENTRIES)
    throw new ContentFault(`it must have at most ${MAX_ENTRIES} entries, got ${log.entries.length}`);
  const named = (tool: unknown): string => {
    const { name, version } = asObject(tool);
    return `${asText(name)} ${asText(version)}`.trim();
  };
  return {
    document,
    version: asText(log.version),
    creator: named(log.creator),
    browser: named(log.browser),
    pages: asList(log.pages).map((page) => {
      const { title, startedDateTime, pageTimings } = asObject(page);
      const { onContentLoad, onLoad } = asObject(pageTimings);
      return {
        title: asText(title),
        started: asText(startedDateTime),
        contentMs: asAmount(onContentLoad) ?? null,
        loadMs: asAmount(onLoad) ?? null,
      };
    }),
    entries: log.entries.map((entry, index) => readEntry(asObject(entry), index + 1)),
  };
}

function readPlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Says where it is wrong.
    parseJson(text);
    throw new ContentFault('it is not JSON', undefined, undefined, { cause: error });
  }
}

function readEntry(entry: Loose, number: number): HarEntry {
  const [request, response, timings] = [asObject(entry.request), asObject(entry.response), asObject(entry.timings)];
  const content = asObject(response.content);
  const url = asText(request.url);
  const started = asText(entry.startedDateTime);
  const isFromCache = ['_fromCache', '_fromDiskCache'].some((name) => Boolean(entry[name])) || response.status === 304;
  const written = (asAmount(response.headersSize) ?? 0) + (asAmount(response.bodySize) ?? 0);
  const post = asObject(request.postData);
  return {
    number,
    started,
    startedAt: Date.parse(started),
    timeMs: asAmount(entry.time) ?? 0,
    timings: Object.fromEntries(
      PHASES.flatMap((phase) => {
        const time = asAmount(timings[phase]);
        return time === undefined ? [] : [[phase, time]];
      }),
    ),
    method: asText(request.method).toUpperCase(),
    url,
    host: URL.canParse(url) ? new URL(url).host : '',
    status: asAmount(response.status) ?? 0,
    mimeType: (asText(content.mimeType).split(';')[0] ?? '').trim().toLowerCase(),
    transferredBytes: asAmount(response._transferSize) ?? written,
    contentBytes: asAmount(content.size) ?? 0,
    isFromCache,
    error: asText(response._error) || asText(response._failureText),
    requestHeaders: fieldsOf(request.headers),
    responseHeaders: fieldsOf(response.headers),
    postData:
      Object.keys(post).length === 0
        ? undefined
        : { mimeType: asText(post.mimeType), text: asText(post.text), params: fieldsOf(post.params) },
  };
}

const fieldsOf = (list: unknown): HarField[] =>
  asList(list).map((field) => {
    const { name, value } = asObject(field);
    return { name: asText(name), value: asText(value) };
  });
