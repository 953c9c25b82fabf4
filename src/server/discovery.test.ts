import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf } from '../core/catalog.js';

import { NO_SETTINGS } from '../runner/execute.js';
import { call, callTool, codeOf, textOf } from '../testing/http.js';
import { openTestService, readCatalog, type TestService } from '../testing/service.js';

const entries = entriesOf(readCatalog('product'));

let service: TestService;
beforeAll(async () => {
  service = await openTestService('product');
});
afterAll(() => service.close());

interface AgentBody {
  readonly format?: string;
  readonly count: number;
  readonly run: { readonly path: string };
  readonly tools: readonly Readonly<Record<string, unknown>>[];
}

async function agentTools(query: string): Promise<AgentBody> {
  const reply = await call(service.origin, `/agents/tools.json${query}`);
  expect(reply.status).toBe(200);
  return reply.json as AgentBody;
}

describe.each([
  '/api/v1/tools',
  '/openapi.json',
  '/llms.txt',
  '/agents/tools.json',
  '/agents/tools.json?format=openai',
])('%s', (path) => {
  it('is the same in every coding, and 304 for who has it', async () => {
    const plain = await call(service.origin, path);
    expect(plain.status).toBe(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const coding of ['br', 'gzip']) {
      const reply = await call(service.origin, path, { headers: { 'accept-encoding': coding } });
      expect([reply.headers.etag, reply.headers.vary]).toEqual([plain.headers.etag, 'Accept-Encoding']);
      const fetched = await fetch(`${service.origin}${path}`, { headers: { 'accept-encoding': coding } });
      expect(await fetched.text()).toBe(plain.text);
    }
    const again = await call(service.origin, path, { headers: { 'if-none-match': plain.headers.etag! } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('/openapi.json?family=', () => {
  it('describes the tools of one family, and refuses a family there is not', async () => {
    const reply = await call(service.origin, '/openapi.json?family=hashing');
    const { paths } = reply.json as { paths: Record<string, object> };
    const runs = Object.keys(paths).filter((path) => path.endsWith('/run'));
    const own = entries.filter(({ family }) => family === 'hashing').map(({ run }) => run.path);
    expect(own.length).toBeGreaterThan(0);
    expect(runs.sort()).toEqual(own.sort());
    expect(await call(service.origin, '/openapi.json?family=nope')).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('must be one of') } },
    });
  });
});

describe('/agents/tools.json', () => {
  it('has what an agent needs of every tool', async () => {
    const { count, tools } = await agentTools('');
    expect(count).toBe(entries.length);
    for (const [i, tool] of tools.entries()) {
      const { id, title, family, limits, notes, run, input_schema } = entries[i]!;
      expect(tool).toMatchObject({ id, title, family, limits, notes, run, input_schema });
    }
  });

  it('defines tools for OpenAI', async () => {
    const { format, tools } = await agentTools('?format=openai');
    expect(format).toBe('openai');
    for (const [i, tool] of tools.entries()) {
      expect(tool.type).toBe('function');
      expectDefinition(tool.function as Definition, (tool.function as Definition).parameters, entries[i]!.id);
    }
  });

  it('defines tools for Anthropic', async () => {
    const { tools } = await agentTools('?format=anthropic');
    for (const [i, tool] of tools.entries()) {
      expect(Object.keys(tool)).toEqual(['name', 'description', 'input_schema']);
      expectDefinition(tool as unknown as Definition, tool.input_schema, entries[i]!.id);
    }
  });

  it('is narrowed by family, search and number', async () => {
    const { family } = entries[0]!;
    expect((await agentTools(`?family=${family}`)).tools.map((tool) => tool.family)).toEqual(
      entries.filter((entry) => entry.family === family).map((entry) => entry.family),
    );
    const { tools } = await agentTools('?q=hmac+generator&limit=1&format=anthropic');
    expect(tools.map(({ name }) => name)).toEqual(['hmac-generator']);
    expect((await agentTools('?limit=1000')).count).toBe(entries.length);
    expect((await agentTools('?family=no-such-family')).tools).toEqual([]);
    expect((await agentTools('?nonsense=1')).count).toBe(entries.length);
  });

  it('refuses a form it does not know and a limit that is none', async () => {
    for (const query of [
      '?format=gemini',
      '?format=',
      '?limit=0',
      '?limit=1001',
      '?limit=ten',
      '?limit=1e2',
      '?limit=',
    ]) {
      const reply = await call(service.origin, `/agents/tools.json${query}`);
      expect([reply.status, codeOf(reply)], query).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it('gives definitions whose arguments are the run body', async () => {
    const { run, tools } = await agentTools('?format=anthropic&q=hmac&limit=1');
    const name = String(tools[0]?.name);
    expect(run.path.replace('{id}', name)).toBe(`/api/v1/tools/${name}/run`);
    const body = { input: 'what do ya want for nothing?', options: { key: 'Jefe' } };
    // RFC 4231 §4.3
    expect(textOf(await callTool(service.origin, name, body))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters?: unknown;
}

/** What both APIs ask of a definition: a name of their alphabet, a short description, an object schema without unions at its top. */
function expectDefinition({ name, description }: Definition, schema: unknown, id: string): void {
  expect(name).toBe(id);
  expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  expect(Object.keys(schema as object)).not.toContain('$schema');
}

describe('/api/v1/tools', () => {
  it('is narrowed and ranked', async () => {
    const reply = await call(service.origin, '/api/v1/tools?q=hmac');
    const { count, tools } = reply.json as { count: number; tools: { id: string }[] };
    const entry = entries.find(({ id }) => id === 'hmac-generator');
    const { examples: _, ...listed } = entry!;
    expect(tools[0]).toEqual(listed);
    expect(count).toBe(tools.length);
    const full = await call(service.origin, '/api/v1/tools?q=hmac&include=examples');
    expect((full.json as { tools: object[] }).tools[0]).toEqual(entry);
    expect((await call(service.origin, '/api/v1/tools?q=xylophone')).json).toEqual({
      version: '1.0.0',
      count: 0,
      tools: [],
    });
  });
});

it('/api/v1/tools gives as much as is asked for', async () => {
  const ask = async (query: string) =>
    (await call(service.origin, `/api/v1/tools?${query}`)).json as { tools: Entry[] };
  type Entry = { readonly id: string; readonly class: string; readonly match?: string };
  expect((await ask('q=pdf')).tools.length).toBe(20);
  expect((await ask('q=pdf&limit=25')).tools.length).toBe(25);
  expect((await ask('limit=3')).tools.map(({ id }) => id)).toEqual(entries.slice(0, 3).map(({ id }) => id));
  const ofClass = await ask('class=model');
  expect(ofClass.tools.map(({ id }) => id)).toEqual(
    entries.filter((entry) => entry.class === 'model').map(({ id }) => id),
  );
  expect((await ask('fields=title&limit=1')).tools).toEqual([{ id: entries[0]!.id, title: entries[0]!.title }]);
  expect((await ask('q=merge-pdf&fields=match&limit=1')).tools).toEqual([{ id: 'merge-pdf', match: 'good' }]);
  // Nothing here translates: what is found says so little of it that it is told as such.
  const translating = (await ask('q=translate+to+german&fields=match')).tools;
  expect(translating.filter(({ match }) => match === 'good')).toEqual([]);
  expect(translating.filter(({ match }) => match === 'weak')).not.toEqual([]);
  // An empty query finds all tools, and none of them better or worse.
  expect((await ask('q=&fields=match&limit=1')).tools).toEqual([{ id: entries[0]!.id }]);
  for (const query of ['fields=nope', 'fields=', 'fields=id,match', 'include=all', 'limit=0'])
    expect((await call(service.origin, `/api/v1/tools?${query}`)).status, query).toBe(400);
});

it('/health/ready is 503 while no tool process can be had', async () => {
  const none = { ...service.runner.status, takesRuns: false };
  const runner = { ...service.runner, status: none, close: async () => {} };
  const waiting = await openTestService('product', { runner });
  const reply = await call(waiting.origin, '/health/ready');
  expect([reply.status, codeOf(reply)]).toEqual([503, 'NOT_READY']);
  expect((await call(waiting.origin, '/health/live')).status).toBe(200);
  await Promise.all([waiting.close(), waiting.runner.close()]);
});

describe('a tool that stands on an installed program', () => {
  const withProgram = { ...NO_SETTINGS, chromiumPath: process.execPath };

  it('is listed where the program is', () => {
    expect(readCatalog('product', withProgram).tools.map(({ entry }) => entry.id)).toContain('html-to-pdf');
  });

  it('is not there where the program is not', async () => {
    expect(entries.map(({ id }) => id)).not.toContain('html-to-pdf');
    for (const path of ['/api/v1/tools', '/openapi.json', '/llms.txt', '/agents/tools.json?limit=20&q=html+to+pdf']) {
      expect((await call(service.origin, path)).text, path).not.toContain('html-to-pdf');
    }
    expect((await call(service.origin, '/api/v1/tools/html-to-pdf')).status).toBe(404);
    const reply = await callTool(service.origin, 'html-to-pdf', { input: '<p>x' });
    expect([reply.status, codeOf(reply)]).toEqual([404, 'TOOL_NOT_FOUND']);
  });
});

it('an unknown tool is answered with those that may have been meant', async () => {
  const messageOf = async (path: string, method = 'GET') =>
    ((await call(service.origin, path, { method })).json as { error: { message: string } }).error.message;
  expect(await messageOf('/api/v1/tools/hmac-generater/run', 'POST')).toMatch(/; did you mean hmac-generator\b/);
  expect(await messageOf('/api/v1/tools/generator-hmac')).toMatch(/; did you mean hmac-generator\b/);
  expect(await messageOf('/api/v1/tools/qqqqqqqq')).toBe('Tool "qqqqqqqq" is unknown or not connected here');
});
