import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type Catalog, entriesOf } from '../../core/catalog.js';
import { projectRoot } from '../../core/project-files.js';
import { createSearch } from '../../core/search.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import { readCatalog } from '../../testing/service.js';
import toolSearch from './tool-search.js';

const catalog: Catalog = readCatalog('product');

const search = async (input: string, options: object = {}) => {
  const answer = await runTool(toolSearch, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { readonly tools: readonly { readonly id: string; readonly schema?: unknown }[] }).tools;
};

const rows = readFixture('discovery/requests.tsv').toString().trim().split('\n').slice(1);

exhaustive('finds what the HTTP search finds, in its order', async () => {
  const find = createSearch(entriesOf(catalog));
  for (const request of rows.filter((_, index) => index % 160 === 0).map((row) => row.split('\t')[0] ?? '')) {
    const ids = (await search(request, { limit: 3 })).map(({ id }) => id);
    const order = find(request).map(({ id }) => id);
    expect(
      order.filter((id) => ids.includes(id)),
      request,
    ).toEqual(ids);
    expect(ids.length, request).toBeGreaterThan(0);
  }
});

it('narrows by family and by the files a tool takes, and adds schemas', async () => {
  const entries = new Map(catalog.tools.map(({ entry }) => [entry.id, entry]));
  const found = await search('convert', { accepts: 'HEIC', limit: 50, schemas: true });
  expect(found.length).toBeGreaterThan(1);
  for (const { id, schema } of found) {
    const formats = entries.get(id)?.files?.formats ?? [];
    expect(formats.includes('*') || formats.includes('.heic'), id).toBe(true);
    expect(schema).toEqual(entries.get(id)?.input_schema);
  }
  const ofPdf = await search('merge', { family: 'pdf' });
  expect(ofPdf[0]?.id).toBe('merge-pdf');
});

it('reads the catalog that is written at build time', () => {
  const written = JSON.parse(readFileSync(join(projectRoot, 'src/generated/catalog.json'), 'utf8')) as Catalog;
  expect(catalog.tools.length).toBeLessThanOrEqual(written.tools.length);
});
