import type { PageData, PageExample, PageFound, PageIndex, PageTool } from '../core/pages.js';

/** What the server has put into the page. */
export function readPageData(): PageData {
  const text = document.getElementById('page-data')?.textContent ?? '';
  // Written by src/server/pages.ts.
  return JSON.parse(text) as PageData;
}

export async function fetchJson(path: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(path, signal === undefined ? {} : { signal });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return response.json();
}

/** `undefined` where there is no such tool here. Rejects when the service cannot be reached. */
export async function fetchTool(id: string): Promise<PageTool | undefined> {
  const response = await fetch(`/pages/tools/${encodeURIComponent(id)}.json`);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return (await response.json()) as PageTool;
}

export const fetchExamples = async (id: string): Promise<readonly PageExample[]> =>
  (await fetchJson(`/pages/examples/${encodeURIComponent(id)}.json`)) as PageExample[];

/** Ids of the tools for a query, ranked as `GET /api/v1/tools?q=` ranks them. */
export const fetchFound = async (query: string, signal: AbortSignal): Promise<PageFound> =>
  (await fetchJson(`/pages/search?q=${encodeURIComponent(query)}`, signal)) as PageFound;

let index: Promise<PageIndex> | undefined;

/** How many tools there are, whether the index has them or not. */
export const toolCount = ({ families }: PageIndex): number => families.reduce((sum, { count }) => sum + count, 0);

export const isWholeIndex = (known: PageIndex): boolean => known.tools.length >= toolCount(known);

export function keepIndex(known: PageIndex): void {
  index = Promise.resolve(known);
}

/** Every tool in short; asked for once. */
export function fetchIndex(): Promise<PageIndex> {
  index ??= (fetchJson('/pages/index.json') as Promise<PageIndex>).catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}
