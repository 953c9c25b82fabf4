/** A typed client of the Tool Execution API for browsers and Node, without dependencies. */

import type { ToolTypes } from '../generated/tool-types.js';

import { type FileInput, ResultFile, toWireFile, type WireResultFile } from './files.js';
import { DEFAULT_RETRY, pauseBefore, type RetryRules, retryAfterOf, wait } from './retry.js';

export { type FileInput, ResultFile } from './files.js';
export type { RetryRules } from './retry.js';
export type { ToolTypes };

export type ToolId = keyof ToolTypes;

/** What a run of a tool takes. */
export type RunRequest<Id extends ToolId> = {
  readonly input?: string;
  readonly options?: ToolTypes[Id]['options'];
} & (ToolTypes[Id]['files'] extends true ? { readonly files?: readonly FileInput[] } : unknown);

export interface CallSettings {
  readonly signal?: AbortSignal;
  readonly retry?: RetryRules;
}

/** What a run has given. */
export interface RunResult<Data = unknown> {
  readonly tool: string;
  readonly text: string | null;
  /** The text, parsed, where it is JSON. */
  readonly data: Data;
  readonly name: string | undefined;
  readonly mime: string | undefined;
  readonly files: readonly ResultFile[];
}

/** A refusal or failure that the service has answered. */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface ClientSettings {
  /** Where the service is; in a page of the service itself it may be left out. */
  readonly origin?: string;
  readonly retry?: RetryRules;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface Client {
  /** Runs a tool. Rejects with `ToolError` for every answer that is not 200, or with what `fetch` rejects with. */
  run<Id extends ToolId>(
    id: Id,
    request?: RunRequest<Id>,
    settings?: CallSettings,
  ): Promise<RunResult<ToolTypes[Id]['data']>>;
  /** The catalog, narrowed by family and words. */
  list(query?: { readonly family?: string; readonly q?: string }, settings?: CallSettings): Promise<Catalog>;
  /** One tool's catalog entry. */
  show(id: string, settings?: CallSettings): Promise<CatalogEntry>;
}

export interface CatalogEntry {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly family: string;
  readonly [field: string]: unknown;
}

export interface Catalog {
  readonly version: string;
  readonly count: number;
  readonly tools: readonly CatalogEntry[];
}

interface WireResult {
  readonly tool: string;
  readonly result: {
    readonly text: string | null;
    readonly data?: unknown;
    readonly name?: string;
    readonly mime?: string;
    readonly files: readonly WireResultFile[];
  };
}

const BUSY = 429;
const REPEATABLE = new Set([500, 502, 503, 504]);

export function createClient(settings: ClientSettings = {}): Client {
  const { origin = '', fetch: send = globalThis.fetch } = settings;

  async function request(path: string, init: RequestInit, { signal, retry }: CallSettings): Promise<unknown> {
    const rules = { ...DEFAULT_RETRY, ...settings.retry, ...retry };
    for (let tried = 1; ; tried += 1) {
      const outcome = await attempt(path, { ...init, ...(signal === undefined ? {} : { signal }) });
      if ('value' in outcome) return outcome.value;
      const { error, retryAfter, isSafe } = outcome;
      if (signal?.aborted || tried >= rules.tries || !(isSafe || (rules.repeatWork && isRepeatable(error))))
        throw error;
      await wait(pauseBefore(tried + 1, rules, retryAfter, Math.random()), signal);
    }
  }

  async function attempt(path: string, init: RequestInit): Promise<Outcome> {
    let response: Response;
    let text: string;
    try {
      response = await send(`${origin}${path}`, init);
      text = await response.text();
    } catch (error) {
      return { error, retryAfter: 0, isSafe: false };
    }
    if (response.ok) return { value: JSON.parse(text) };
    const retryAfter = retryAfterOf(response);
    return { error: readError(response.status, text), retryAfter, isSafe: response.status === BUSY };
  }

  return {
    async run(id, runRequest, callSettings = {}) {
      const { files, ...rest } = (runRequest ?? {}) as { files?: readonly FileInput[] };
      const body = JSON.stringify({ ...rest, ...(files && { files: await Promise.all(files.map(toWireFile)) }) });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const answer = (await request(`/api/v1/tools/${id}/run`, init, callSettings)) as WireResult;
      const { text, name, mime, files: returned } = answer.result;
      // The declarations are tested against what the service answers.
      const data = answer.result.data as ToolTypes[typeof id]['data'];
      return { tool: answer.tool, text, data, name, mime, files: returned.map((file) => new ResultFile(file)) };
    },
    async list(query = {}, callSettings = {}) {
      return (await request(`/api/v1/tools?${new URLSearchParams(query)}`, {}, callSettings)) as Catalog;
    },
    async show(id, callSettings = {}) {
      return (await request(`/api/v1/tools/${encodeURIComponent(id)}`, {}, callSettings)) as CatalogEntry;
    },
  };
}

/** A try: its value, or why it failed and whether another is sure to do no work twice. */
type Outcome =
  | { readonly value: unknown }
  | { readonly error: unknown; readonly retryAfter: number; readonly isSafe: boolean };

/** What is no `ToolError` is a connection that broke. */
const isRepeatable = (error: unknown): boolean => !(error instanceof ToolError) || REPEATABLE.has(error.status);

function readError(status: number, text: string): ToolError {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return new ToolError(status, error.code, error.message);
  } catch {
    // Not the service's own answer: a proxy's, perhaps.
    return new ToolError(status, 'UNKNOWN', `Status ${status} without an error object`);
  }
}
