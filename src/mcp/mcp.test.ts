/** The MCP server, through the official client, over standard input and output and over HTTP. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { builtFile } from '../core/project-files.js';
import { call, codeOf, rawExchange } from '../testing/http.js';
import { openTestService, readCatalog, type TestService } from '../testing/service.js';

import { createMcpEndpoint, type McpEndpoint } from './http.js';

let folder = '';
let service: TestService;
let endpoint: McpEndpoint;
let overStdio: Client;
let overHttp: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-test-'));
  mkdirSync(join(folder, 'allowed'));
  writeFileSync(join(folder, 'allowed', 'a.txt'), 'allowed content');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'allowed', 'link.txt'));

  overStdio = new Client({ name: 'test', version: '1.0.0' });
  const args = [builtFile('bin/tool-execution-api.js'), 'mcp', '--allow-dir', join(folder, 'allowed')];
  await overStdio.connect(new StdioClientTransport({ command: process.execPath, args }));

  service = await openTestService('hostile', {
    mcp: {
      get maxBodyBytes() {
        return endpoint.maxBodyBytes;
      },
      answer: (request, sink) => endpoint.answer(request, sink),
    },
  });
  endpoint = createMcpEndpoint(readCatalog('hostile'), service.runner, () => undefined);
  overHttp = new Client({ name: 'test', version: '1.0.0' });
  await overHttp.connect(new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`)));
});
afterAll(async () => {
  await Promise.all([overStdio.close(), overHttp.close()]);
  await endpoint.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly resource?: unknown }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

async function use(client: Client, name: string, args: Record<string, unknown>, options?: object): Promise<ToolAnswer> {
  return (await client.callTool({ name, arguments: args }, options)) as unknown as ToolAnswer;
}

/** A tool of a search that is all about the query. */
const OF_TOOL = {
  title: expect.any(String),
  summary: expect.any(String),
  family: expect.any(String),
  match: 'good',
};

describe.each([
  ['standard input and output', () => overStdio, 'hmac-generator'],
  ['HTTP', () => overHttp, 'echo-files'],
] as const)('over %s', (_, client, tool) => {
  it('offers three tools in few words', async () => {
    const { tools } = await client().listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['describe_tool', 'run_tool', 'search_tools']);
    // About 4 characters a token: well below the tens of thousands that one registration a tool would cost.
    expect(JSON.stringify(tools).length).toBeLessThan(8000);
  });

  it('finds, describes and runs a tool', async () => {
    const found = await use(client(), 'search_tools', { query: tool });
    expect(found.structuredContent).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ id: tool })]),
    });
    expect((await use(client(), 'describe_tool', { id: tool })).structuredContent).toMatchObject({ id: tool });
    const ran = await use(client(), 'run_tool', { id: tool, input: 'x' });
    expect(ran.isError).toBeFalsy();
    // Once: what is said in two ways is paid for twice.
    expect(ran).not.toHaveProperty('structuredContent');
    expect(ran.content).toEqual([{ type: 'text', text: expect.stringMatching(/./) }]);
  });

  it('says what there is, and nothing where nothing fits', async () => {
    expect(client().getInstructions()).toMatch(/^Runs named tools on text and files: [a-z]/);
    const none = await use(client(), 'search_tools', { query: 'weather forecast' });
    expect(none.structuredContent).toEqual({ count: 0, tools: [] });
    const exact = await use(client(), 'search_tools', { query: tool });
    expect(exact.structuredContent).toMatchObject({ tools: expect.arrayContaining([{ ...OF_TOOL, id: tool }]) });
    const family = await use(client(), 'search_tools', { family: 'nope' });
    expect(family).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('the families are') }] });
  });

  it('refuses unknown and misplaced arguments with the right form', async () => {
    const unknown = await use(client(), 'run_tool', { id: tool, texts: 'x' });
    expect(unknown).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Unknown argument "texts"') }],
    });
    const file = await use(client(), 'run_tool', { id: tool, files: [{ name: 'a', bytes: 'AA==' }] });
    expect(file.content[0]?.text).toContain('Unknown argument "bytes": a file takes "name", "base64", "path"');
  });

  it('says what is wrong in the words of the API', async () => {
    const refused = await use(client(), 'run_tool', { id: tool, options: { nope: 1 } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^INVALID_INPUT: Unknown option "nope"/) }],
    });
    const unknown = await use(client(), 'run_tool', { id: 'no-such-tool' });
    expect(unknown.content[0]?.text).toMatch(/^TOOL_NOT_FOUND/);
  });
});

describe('over HTTP', () => {
  it('returns files as resources', async () => {
    const files = [{ name: 'a.bin', base64: 'AAEC' }];
    const ran = await use(overHttp, 'run_tool', { id: 'echo-files', files });
    expect(ran.content.map(({ text }) => text)).toContain('a.bin (application/octet-stream, 3 bytes)');
    expect(ran.content.find(({ type }) => type === 'resource')?.resource).toMatchObject({ blob: 'AAEC' });
  });

  it('returns images as images, and cuts a text that no model reads', async () => {
    const files = [{ name: 'a.png', base64: 'AAEC' }];
    const ran = await use(overHttp, 'run_tool', { id: 'copy-each', files, options: { format: 'png' } });
    expect(ran.content.find(({ type }) => type === 'image')).toEqual({
      type: 'image',
      data: 'AAEC',
      mimeType: 'image/png',
    });
    const long = await use(overHttp, 'run_tool', { id: 'echo-files', input: 'x'.repeat(60_000) });
    expect(long.content[0]?.text).toMatch(/^x{50000}\n\[10000 more characters: /);
  });

  it('shows where a misplaced option belongs', async () => {
    const ran = await use(overHttp, 'run_tool', { id: 'copy-each', note: 'x', bold: true });
    expect(ran.content[0]?.text).toContain('belong in "options": {"options":{"note":"x","bold":true}}');
  });

  it('refuses a text for a tool that takes none', async () => {
    const [dates, pages] = await Promise.all(
      ['sun-moon-calculator', 'merge-pdf'].map((id) => use(overStdio, 'run_tool', { id, input: 'Germany' })),
    );
    expect(dates).toMatchObject({
      isError: true,
      content: [
        {
          text: 'INVALID_INPUT: sun-moon-calculator takes no "input": it takes "latitude", "longitude", "height", "date" and more',
        },
      ],
    });
    expect(pages?.content[0]?.text).toBe('INVALID_INPUT: merge-pdf takes no "input": it takes files');
  });

  it('reads and writes no paths', async () => {
    const read = await use(overHttp, 'run_tool', { id: 'echo-files', files: [{ path: '/etc/passwd' }] });
    expect(read).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringContaining(
            `curl -fOJ -F 'files=@/etc/passwd' '${service.origin}/api/v1/tools/echo-files/run?download'`,
          ),
        },
      ],
    });
    const write = await use(overHttp, 'run_tool', { id: 'echo-files', output_folder: '/tmp' });
    expect(write.isError).toBe(true);
  });

  it('leaves one line in the log for a run, with the id of its request', async () => {
    const lines = () => service.lines.filter(({ event }) => event === 'run');
    const before = lines().length;
    const headers = { accept: 'application/json, text/event-stream', 'x-request-id': 'mcp-line' };
    const params = { name: 'run_tool', arguments: { id: 'echo-files', input: 'not in the log' } };
    await call(service.origin, '/mcp', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const added = lines().slice(before);
    expect(added).toMatchObject([{ fields: { request: 'mcp-line', tool: 'echo-files', outcome: 'ok' } }]);
    expect(JSON.stringify(added)).not.toContain('not in the log');
  });

  it('reports progress', async () => {
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress);
    await use(overHttp, 'run_tool', { id: 'wait-native', options: { ms: 2300 } }, { onprogress });
    expect(seen).toEqual([1, 2]);
  });

  /** A client of the revision in which a cancelled call closes its stream. */
  async function openCancelling(): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`)));
    return client;
  }

  it('tells where a run is that tells it', async () => {
    const client = await openCancelling();
    const stop = new AbortController();
    let told = '';
    const onprogress = ({ message = '' }: { message?: string }) => {
      if (!message.includes(' written')) return;
      told = message;
      stop.abort();
    };
    const args = { id: 'run-other', input: 'more', options: { tool: 'tell-progress', times: 2 } };
    await expect(use(client, 'run_tool', args, { onprogress, signal: stop.signal })).rejects.toThrow();
    await client.close();
    expect(told).toMatch(/^step 1 of 2, tell-progress: [\d.]+ of [\d.]+ s written, \d+ s of at most \d+ s$/);
  });

  it('stops a run that is cancelled', async () => {
    const client = await openCancelling();
    const args = { id: 'wait-native', options: { ms: 20_000 } };
    await expect(use(client, 'run_tool', args, { signal: AbortSignal.timeout(500) })).rejects.toThrow();
    await expect.poll(() => service.runner.status.busy.all, { timeout: 60_000 }).toBe(0);
    await client.close();
  });

  it('stands behind the same host, origin and body rules', async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const post = (more: Record<string, string>, body = '{}') =>
      call(service.origin, '/mcp', { headers: { ...headers, ...more }, body });
    expect(codeOf(await post({ host: 'evil.example' }))).toBe('HOST_REJECTED');
    expect(codeOf(await post({ origin: 'http://evil.example' }))).toBe('ORIGIN_REJECTED');
    expect(codeOf(await post({ 'content-type': 'text/plain' }))).toBe('JSON_REQUIRED');
    const get = await call(service.origin, '/mcp');
    expect([get.status, get.headers.allow]).toEqual([405, 'POST']);
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nContent-Type: application/json\r\nContent-Length: 99000000\r\n\r\n`;
    expect((await rawExchange(service.port, [head], 1)).statuses).toEqual([413]);
    expect((await post({}, '{')).status).toBe(400);
  });
});

describe('over standard input and output', () => {
  it('reads from allowed folders only, links included', async () => {
    const run = (path: string) => use(overStdio, 'run_tool', { id: 'hmac-generator', files: [{ path }] });
    // The tool takes no files: that it says so shows that the file was read.
    expect((await run(join(folder, 'allowed', 'a.txt'))).content[0]?.text).toContain('Unknown property "files"');
    for (const path of ['secret.txt', 'allowed/../secret.txt', 'allowed/link.txt', 'allowed/missing.txt']) {
      const refused = await run(join(folder, path));
      expect(refused.content[0]?.text, path).toMatch(/not in a folder that the user has allowed|does not exist/);
    }
    expect(readFileSync(join(folder, 'secret.txt'), 'utf8')).toBe('secret');
  });
});
