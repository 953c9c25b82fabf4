/**
 * `tsx checks/soak/mix.ts > mix.jsonl`: runs of every class for a soak, a line each: `{ tool, body, weight, expect }`. Every tool's first
 * worked example that succeeds, standard ones three times as often as the others, and for each family a request that is refused.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Catalog } from '../../src/core/catalog.js';

interface BuiltExample {
  readonly code?: string;
  readonly request: object;
}

/** Models run one at a time: with the weight of the others, the soak would only wait for them. */
const WEIGHTS = { standard: 3, network: 1, native: 1, model: 1, voice: 1 } as const;

const root = join(import.meta.dirname, '../..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { tools } = readJson('src/generated/catalog.json') as Catalog;
const lines: object[] = [];
const families = new Set<string>();
for (const { entry } of tools) {
  // What these reach is not of this machine: their runs say nothing of it.
  if (entry.class === 'network') continue;
  const examples = readJson(`dist/pages/examples/${entry.id}.json`) as readonly BuiltExample[];
  const good = examples.find(({ code }) => code === undefined);
  if (good !== undefined) {
    lines.push({ tool: entry.id, body: good.request, weight: WEIGHTS[entry.class], expect: [200] });
  }
  if (families.has(entry.family)) continue;
  families.add(entry.family);
  lines.push({ tool: entry.id, body: { options: { unheardOf: 1 } }, expect: [400] });
}
process.stdout.write(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
