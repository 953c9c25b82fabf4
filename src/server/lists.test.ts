/** Narrowed lists are put together from parts; to a client they are documents like any other. */

import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entriesOf } from '../core/catalog.js';

import { grownCatalog } from '../testing/grown-catalog.js';
import { call, rawExchange } from '../testing/http.js';
import { openTestService, readCatalog, type TestService } from '../testing/service.js';

import { createDiscovery } from './discovery.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('product');
});
afterAll(() => service.close());

const PATHS = [
  '/api/v1/tools?q=pdf',
  '/api/v1/tools?q=merge+pdf&family=pdf',
  '/api/v1/tools?family=pdf',
  '/api/v1/tools?q=qqqqqqqqq',
  '/agents/tools.json?q=pdf',
  '/agents/tools.json?family=pdf&format=openai&limit=3',
] as const;

async function bodyOf(path: string, coding: string): Promise<Buffer> {
  const reply = await rawExchange(service.port, [
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAccept-Encoding: ${coding}\r\nConnection: close\r\n\r\n`,
  ]);
  const [head = ''] = reply.text.split('\r\n\r\n', 1);
  expect(head.includes('Content-Encoding: gzip'), `${path} ${coding}`).toBe(coding === 'gzip');
  return Buffer.from(reply.text.slice(head.length + 4), 'latin1');
}

it.each(PATHS)('%s is the same compressed, counts its tools, and is 304 for who has it', async (path) => {
  const plain = await bodyOf(path, 'identity');
  expect(gunzipSync(await bodyOf(path, 'gzip')).equals(plain)).toBe(true);
  const { count, tools } = JSON.parse(plain.toString()) as { count: number; tools: unknown[] };
  expect(tools).toHaveLength(count);
  const tag = String((await call(service.origin, path)).headers.etag);
  const again = await call(service.origin, path, { headers: { 'if-none-match': tag } });
  expect([again.status, again.text, again.headers['cross-origin-resource-policy']]).toEqual([304, '', 'same-origin']);
});

it('an empty query is the whole catalog, with its tag', async () => {
  const whole = await call(service.origin, '/api/v1/tools');
  for (const query of ['q=', 'q=%20%20', 'q=&q=pdf', `q=${'%20'.repeat(3000)}pdf`]) {
    const reply = await call(service.origin, `/api/v1/tools?${query}`);
    expect(reply.headers.etag, query.slice(0, 20)).toBe(whole.headers.etag);
  }
});

it('lists take no memory of their own: two answers are the same bytes', async () => {
  const entries = grownCatalog(entriesOf(readCatalog('product')), 450);
  const catalog = {
    version: 'test',
    tools: entries.map((entry) => ({ entry, engines: [], needs: [], program: null })),
  };
  const list = createDiscovery(catalog, true).paths.get('/api/v1/tools');
  const request = { headers: { 'accept-encoding': 'gzip' } } as unknown as Parameters<NonNullable<typeof list>>[0];
  const [first, second] = [
    await list?.(request, 'q=image&limit=450&include=examples'),
    await list?.(request, 'q=convert+image&limit=450&include=examples'),
  ];
  const bytes = (chunks: readonly Buffer[]) => chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const own = second?.body.filter((chunk) => !first?.body.includes(chunk)) ?? [];
  const shared = second?.body.filter((chunk) => first?.body.includes(chunk)) ?? [];
  expect(bytes(shared)).toBeGreaterThan(200_000);
  // What only the second has was made for it, or will be shared with the next.
  const third = await list?.(request, 'q=convert+image+q&limit=450&include=examples');
  expect(bytes(own.filter((chunk) => !third?.body.includes(chunk)))).toBeLessThan(1024);
});
