/** The pages over real sockets, and what the server decides about them; how they look and work is proved in checks/pages. */

import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { PageData, PageExample, PageFound, PageIndex, PageTool } from '../core/pages.js';
import { call, codeOf, type Reply } from '../testing/http.js';
import { openTestService, readCatalog, type TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('product');
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) => call(service.origin, path, { headers });

/** What the page's script is given. */
function dataOf({ text }: Reply): PageData {
  const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json) as PageData;
}

const assetsOf = ({ text }: Reply): string[] =>
  [...text.matchAll(/(?:href|src)="(\/pages\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

describe('the application', () => {
  it('can be installed: its manifest names a start and an icon that are there', async () => {
    const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec((await get('/')).text) ?? [];
    const manifest = await get(address);
    expect([manifest.status, manifest.headers['content-type']]).toEqual([200, 'application/manifest+json']);
    const { start_url: start, icons } = JSON.parse(manifest.text) as { start_url: string; icons: { src: string }[] };
    for (const path of [start, ...icons.map(({ src }) => src)]) expect((await get(path)).status, path).toBe(200);
  });
});

describe('what a page says outside of its body', () => {
  const LANGUAGES = [
    ['', 'en', 'No such tool', 'These pages need JavaScript'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Werkzeug nicht gefunden', 'Diese Seiten brauchen JavaScript'],
    ['pt-BR,en;q=0.2,fr-CA;q=0.7', 'fr', 'Outil introuvable', 'Ces pages ont besoin de JavaScript'],
    ['es', 'es', 'Herramienta no encontrada', 'Estas páginas necesitan JavaScript'],
    ['pt-BR', 'en', 'No such tool', 'These pages need JavaScript'],
  ] as const;

  it.each(LANGUAGES)('follows Accept-Language: %s', async (accepted, language, title, withoutScript) => {
    const headers = { accept: 'text/html', 'accept-language': accepted };
    const page = await get('/tools/nope', headers);
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.text).toContain(`<title>${title} · Tool Execution API</title>`);
    expect(/<noscript>.*<\/noscript>/.exec(page.text)?.[0]).toContain(withoutScript);
    expect(page.headers.vary).toBe('Accept-Encoding, Accept-Language');
    const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(page.text) ?? [];
    expect((await get(address)).json).toMatchObject({ lang: language });
    const catalogs = [await get('/', headers), await get('/', { 'accept-language': 'en' })];
    expect(catalogs.map(({ text }) => /<html lang="(\w+)">/.exec(text)?.[1])).toEqual([language, 'en']);
  });

  it('is in no language that there is not', async () => {
    for (const name of ['app', 'app.xx', 'app.constructor', 'app.__proto__'])
      expect(codeOf(await get(`/pages/${name}.webmanifest`)), name).toBe('NOT_FOUND');
  });
});

describe('the page of an application whose service is not running', () => {
  it('is in a script that keeps nothing, in a language that there is', async () => {
    const german = await get('/offline-worker.js?language=de');
    expect([german.status, german.headers['content-type'], german.headers['cache-control']]).toEqual([
      200,
      'text/javascript;charset=utf-8',
      'no-cache',
    ]);
    expect(german.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect(german.text).toContain('Der Dienst läuft nicht');
    expect(german.text).not.toMatch(/caches|indexedDB|importScripts/);
    for (const query of ['', '?language=xx', '?language=__proto__', '?language=</script>'])
      expect((await get(`/offline-worker.js${query}`)).text, query).toContain('The service is not running');
  });
});

describe('the page of the interface', () => {
  it('is a page of its own, with its own part of the script', async () => {
    const page = await get('/docs');
    expect([page.status, page.headers['content-type'], dataOf(page).page]).toEqual([
      200,
      'text/html;charset=utf-8',
      'docs',
    ]);
    expect(page.text).toContain('<title>HTTP API');
    expect(assetsOf(page)).not.toEqual(assetsOf(await get('/')));
  });
});

describe('the catalog page', () => {
  it('carries the first tools, says how many there are, and loads only files of ours', async () => {
    const page = await get('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html;charset=utf-8']);
    const data = dataOf(page);
    const index = data.page === 'catalog' ? data.index : undefined;
    const entries = readCatalog('product').tools.map(({ entry }) => entry);
    expect(index?.tools.map(({ id }) => id)).toEqual(entries.slice(0, 12).map(({ id }) => id));
    for (const { name, count } of index?.families ?? []) {
      expect(count, name).toBe(entries.filter(({ family }) => family === name).length);
    }
    expect(index?.families.length).toBe(new Set(entries.map(({ family }) => family)).size);
    expect(assetsOf(page).length).toBeGreaterThan(4);
    for (const [, address = ''] of page.text.matchAll(/(?:href|src)="([^"]+)"/g)) expect(address).toMatch(/^\/[a-z]/);
  });

  it('is asked for anew each time and not sent again when it is the same', async () => {
    const page = await get('/');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await get('/', { 'if-none-match': page.headers.etag ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('runs no script but its own files and the one inline script its policy names by hash', async () => {
    for (const path of ['/', '/docs', '/tools/merge-pdf']) {
      const page = await get(path);
      const policy = String(page.headers['content-security-policy']);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      const inline = [...page.text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code);
      expect(inline).toHaveLength(1);
      const hash = createHash('sha256').update(inline.join('')).digest('base64');
      expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
      expect(page.text).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
      expect(page.headers['x-content-type-options']).toBe('nosniff');
      expect(page.headers['referrer-policy']).toBe('no-referrer');
    }
  });
});

describe('the page of a tool', () => {
  it('carries what the catalog says of it, without schemas, and its examples by title', async () => {
    const data = dataOf(await get('/tools/karaoke-subtitles'));
    const tool = data.page === 'tool' ? data.tool : undefined;
    const entry = readCatalog('product').tools.find((known) => known.entry.id === 'karaoke-subtitles')?.entry;
    expect(tool).toMatchObject({ title: entry?.title, options: entry?.options, limits: entry?.limits });
    expect(tool).not.toHaveProperty('input_schema');
    const keys = dataOf(await get('/tools/word-counter'));
    const rows = keys.page === 'tool' ? keys.tool.data : [];
    expect(rows.find(({ path }) => path === 'words')).toEqual({
      path: 'words',
      type: 'number',
      isRequired: true,
      description: expect.stringMatching(/^[A-Z].*\.$/),
    });
    // Examples with files that are too large for the catalog are offered too, those with a result first.
    expect(tool?.examples[0]?.title).toBe('Lines, a mark, a speaker, money and a date');
    expect(tool?.examples.at(-1)?.code).toBeDefined();
  });

  it('has no HTML in its data that a browser would read as HTML', async () => {
    const catalog = readCatalog('product');
    const tools = catalog.tools.map((tool) => ({
      ...tool,
      entry: { ...tool.entry, title: '</script><script>alert(1)</script>', summary: '"><img src=x>&' },
    }));
    const other = await openTestService('product', { catalog: { ...catalog, tools } });
    try {
      for (const path of ['/', '/tools/merge-pdf']) {
        const page = await call(other.origin, path);
        expect(page.text).not.toContain('<script>alert');
        expect(page.text).not.toContain('<img');
        expect(JSON.stringify(dataOf(page))).toContain('</script><script>alert(1)</script>');
      }
    } finally {
      await other.close();
    }
  });

  it('is a page that says so for a tool that there is not, and an error object for programs', async () => {
    for (const id of ['nope', '__proto__', '%00', '..%2f..', '%3Cscript%3E']) {
      const page = await get(`/tools/${id}`, { accept: 'text/html,*/*' });
      expect([page.status, page.headers['content-type']], id).toEqual([404, 'text/html;charset=utf-8']);
      expect(dataOf(page)).toEqual({ page: 'missing', id });
      const plain = await get(`/tools/${id}`);
      expect([plain.status, codeOf(plain)]).toEqual([404, 'TOOL_NOT_FOUND']);
    }
  });
});

describe('what pages load', () => {
  it('is named by its content, kept for a year, and sent in the smaller form', async () => {
    const paths = new Set([...assetsOf(await get('/')), ...assetsOf(await get('/tools/merge-pdf'))]);
    for (const path of paths) {
      const plain = await get(path);
      expect(plain.status, path).toBe(200);
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(plain.headers['x-content-type-options']).toBe('nosniff');
      expect(path).toMatch(/-[\w-]{8}\.(js|css|svg|woff2)$/);
      const head = await call(service.origin, path, { method: 'HEAD' });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        plain.headers['content-length'],
      ]);
    }
  });

  it('says nothing of the machine that built it', async () => {
    const scripts = assetsOf(await get('/')).filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(2);
    for (const path of scripts) expect((await get(path)).text, path).not.toMatch(/\.tsx\b/);
  });

  it('is the same in every form', async () => {
    const script = assetsOf(await get('/')).find((path) => path.endsWith('.js')) ?? '';
    const plain = Buffer.from(await (await fetch(`${service.origin}${script}`)).arrayBuffer());
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { status, headers, bytes } = await packed(script, coding);
      expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([200, coding, 'Accept-Encoding']);
      expect(bytes.length).toBeLessThan(plain.length);
      expect(unpack(bytes).equals(plain)).toBe(true);
    }
  });

  it('is nothing but what was built', async () => {
    const odd = ['', '../manifest.json', '..%2fmanifest.json', 'manifest.json', '%2e%2e/manifest.json', 'constructor'];
    const [script = ''] = assetsOf(await get('/')).filter((path) => path.endsWith('.js'));
    for (const path of [...odd.map((name) => `/pages/assets/${name}`), `${script}.br`, `${script}/x`, '/pages/']) {
      const reply = await get(path);
      expect([reply.status, codeOf(reply)], path).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('takes GET and HEAD only', async () => {
    for (const path of ['/', '/tools/merge-pdf', '/tools/nope', '/pages/search', '/pages/index.json']) {
      const reply = await call(service.origin, path, { method: 'DELETE' });
      expect([reply.status, reply.headers.allow], path).toEqual([405, 'GET, HEAD']);
    }
  });

  it('is refused to pages of other origins and other names', async () => {
    for (const path of ['/', '/tools/merge-pdf', '/pages/index.json']) {
      expect(codeOf(await get(path, { host: 'evil.example' }))).toBe('HOST_REJECTED');
      expect(codeOf(await get(path, { origin: 'http://evil.example' }))).toBe('ORIGIN_REJECTED');
    }
  });
});

describe('data that a page asks for', () => {
  it('searches as the API does, what fits in part apart', async () => {
    for (const query of ['join pdfs', 'iphone photo', 'zzzz', '']) {
      const { close, others } = (await get(`/pages/search?q=${encodeURIComponent(query)}`)).json as PageFound;
      const { tools } = (await get(`/api/v1/tools?limit=1000&q=${encodeURIComponent(query)}`)).json as {
        tools: { id: string }[];
      };
      const ranked = tools.map(({ id }) => id);
      for (const ids of [close, others]) expect(ids).toEqual(ranked.filter((id) => ids.includes(id)));
      expect(close.filter((id) => others.includes(id))).toEqual([]);
      if (query === '') expect(close).toEqual(ranked);
      if (query === 'zzzz') expect([...close, ...others]).toEqual([]);
    }
    const { close, others } = (await get('/pages/search?q=join%20pdfs')).json as PageFound;
    expect([close[0], close.length < 10, others.length <= 20]).toEqual(['merge-pdf', true, true]);
    expect(others.length).toBeGreaterThan(0);
    expect(close).not.toContain('split-pdf');
    const inPart = (await get('/pages/search?q=join%20walruses')).json as PageFound;
    expect([inPart.close, inPart.others.length > 0]).toEqual([[], true]);
  });

  it('gives the index and one tool as the pages carry them', async () => {
    const catalog = dataOf(await get('/'));
    const first = catalog.page === 'catalog' ? catalog.index : undefined;
    const index = (await get('/pages/index.json')).json as PageIndex;
    expect(index.tools.map(({ id }) => id)).toEqual(readCatalog('product').tools.map(({ entry }) => entry.id));
    expect({ ...index, tools: index.tools.slice(0, first?.tools.length) }).toEqual(first);
    const data = dataOf(await get('/tools/split-pdf'));
    expect((await get('/pages/tools/split-pdf.json')).json as PageTool).toEqual(
      data.page === 'tool' ? data.tool : undefined,
    );
    expect(codeOf(await get('/pages/tools/nope.json'))).toBe('NOT_FOUND');
  });

  it('gives every worked example with its files', async () => {
    for (const { entry } of readCatalog('product').tools) {
      const examples = (await get(`/pages/examples/${entry.id}.json`)).json as PageExample[];
      for (const { title, request } of entry.examples) {
        expect(examples.find((example) => example.title === title)?.request, `${entry.id}: ${title}`).toEqual(request);
      }
      expect(
        examples.some(({ code }) => code === undefined),
        entry.id,
      ).toBe(true);
    }
    expect(codeOf(await get('/pages/examples/nope.json'))).toBe('NOT_FOUND');
    expect(codeOf(await get('/pages/examples/..%2fmanifest.json'))).toBe('NOT_FOUND');
  });
});

/** An asset as it travels: `fetch` would unpack it. */
async function packed(path: string, coding: string) {
  const { request } = await import('node:http');
  return new Promise<{ status: number; headers: Headers; bytes: Buffer }>((resolve, reject) => {
    const outgoing = request(`${service.origin}${path}`, { headers: { 'accept-encoding': coding } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const headers = new Headers(incoming.headers as Record<string, string>);
        resolve({ status: incoming.statusCode ?? 0, headers, bytes: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
