import { extname } from 'node:path';

import type { CatalogEntry } from '../../core/catalog.js';
import type { RandomBody } from '../random-requests.js';

import type { HostileFile } from './hostile-file.js';

/** A hostile file for a tool that takes its ending. */
export interface HostileRequest {
  readonly tool: CatalogEntry;
  readonly file: HostileFile;
  /** With defaults, then with the options of a worked example: some tools have to be told what to do. */
  readonly bodies: () => string[];
}

/**
 * Every file with every tool that takes it, or with `share` of 1, 2, 3 … a half, a third, a quarter of those tools, another part
 * for each file, so that each tool still meets each kind of attack.
 */
export function hostileRequests(
  tools: readonly CatalogEntry[],
  files: readonly HostileFile[],
  share = 0,
): HostileRequest[] {
  return files.flatMap((file, index) =>
    tools
      .filter(({ files: rule }) => rule !== null && takes(rule.formats, file.name))
      .filter((_, i) => (i + index) % (share + 1) === 0)
      .map((tool) => ({ tool, file, bodies: () => bodiesOf(tool, file) })),
  );
}

const takes = (formats: readonly string[], name: string): boolean =>
  formats.includes('*') || formats.includes(extname(name).toLowerCase());

function bodiesOf(tool: CatalogEntry, { name, bytes }: HostileFile): string[] {
  const examples = tool.examples
    .filter(({ response }) => !('error' in (response as object)))
    .map(({ request }) => request as RandomBody)
    .filter(({ files = [] }) => files.length > 0);
  const [example = {}] = examples.length > 0 ? examples : tool.examples.map(({ request }) => request as RandomBody);
  const hostile = { name, base64: Buffer.from(bytes).toString('base64') };
  const wanted = Math.max(1, tool.files?.min ?? 1);
  const others = (example.files ?? []).filter((file) => extname(file.name) !== extname(name));
  const files = Array.from({ length: wanted }, (_, i) => (i === 0 ? hostile : (others[i - 1] ?? hostile)));
  // A film that is to have subtitles, subtitles that are to have a film.
  if (wanted === 1 && others[0] !== undefined && example.files?.length === 2) files.push(others[0]);
  const input = tool.input === 'required' ? { input: example.input ?? 'a' } : {};
  const withOptions = [{}, example.options ?? {}].map((options) => JSON.stringify({ ...input, options, files }));
  return [...new Set(withOptions)];
}
