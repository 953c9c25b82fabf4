import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';

import { openTestService, type TestService } from '../testing/service.js';

import { fromBase64, toBase64 } from './base64.js';
import { type Client, type ClientSettings, createClient, ToolError, type ToolId, type ToolTypes } from './client.js';
import { pauseBefore } from './retry.js';

let product: TestService;
let hostile: TestService;
let folder = '';
beforeAll(async () => {
  [product, hostile] = await Promise.all([openTestService('product'), openTestService('hostile')]);
  folder = mkdtempSync(join(tmpdir(), 'client-test-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([product.close(), hostile.close()]);
});

/** A client of the tools that misbehave, which the product's types do not know. */
const hostileClient = (settings: ClientSettings = {}) =>
  createClient({ origin: hostile.origin, ...settings }) as unknown as {
    run(id: string, request?: object, settings?: object): ReturnType<Client['run']>;
  };

/** A service that answers with these statuses in turn, then with a result. */
async function answering(statuses: readonly number[]) {
  const seen = { count: 0 };
  const server = createServer((request, response) => {
    request.resume();
    const status = statuses[seen.count];
    seen.count += 1;
    if (status === 0) {
      response.destroy();
    } else if (status === undefined) {
      response.end('{"tool":"x","result":{"text":"done","files":[]}}');
    } else {
      response.writeHead(status, { 'retry-after': '0' });
      response.end(`{"error":{"code":"C${status}","message":"m"}}`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ origin, retry: { pauseMs: 1 } });
  return { client, seen, close: () => server.close() };
}

describe('client', () => {
  it('runs a tool with typed options', async () => {
    const client = createClient({ origin: product.origin });
    const result = await client.run('hmac-generator', {
      input: 'what do ya want for nothing?',
      options: { key: 'Jefe' },
    });
    // RFC 4231, test case 2
    expect(result.text).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
    expect(result).toMatchObject({ tool: 'hmac-generator', name: 'result.txt', files: [] });
    // @ts-expect-error a number is not a key
    await expect(client.run('hmac-generator', { options: { key: 5 } })).rejects.toThrow(ToolError);
    // @ts-expect-error the tool takes no files
    await expect(client.run('hmac-generator', { files: [] })).rejects.toThrow('Unknown property "files"');
  });

  it('sends and returns files of every kind byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256);
    const path = join(folder, 'from-path.bin');
    writeFileSync(path, bytes);
    const files = [
      new File([bytes], 'a.bin', { type: 'application/x-a' }),
      { name: 'b.bin', content: bytes },
      { name: 'c.txt', mime: 'text/plain', content: 'é' },
      { name: 'd.bin', content: new Blob([bytes]) },
      { name: 'e.bin', content: bytes.buffer },
      path,
    ];
    const first = await hostileClient().run('echo-files', { files });
    const again = await hostileClient().run('echo-files', { files: first.files });
    expect(again.files.map(({ name, mime, size }) => [name, mime, size])).toEqual([
      ['a.bin', 'application/x-a', 70_000],
      ['b.bin', 'application/octet-stream', 70_000],
      ['c.txt', 'text/plain', 2],
      ['d.bin', 'application/octet-stream', 70_000],
      ['e.bin', 'application/octet-stream', 70_000],
      ['from-path.bin', 'application/octet-stream', 70_000],
    ]);
    for (const file of again.files)
      if (file.size === 70_000) expect(Buffer.from(file.bytes()).equals(bytes), file.name).toBe(true);
    const saved = await again.files[0]?.save(join(folder, 'saved.bin'));
    expect(readFileSync(saved ?? '').equals(bytes)).toBe(true);
    expect(await again.files[2]?.blob().text()).toBe('é');
  });

  it('rejects with the status, the code and the message of the service', async () => {
    const refused = await hostileClient()
      .run('wait-standard', { options: { ms: -1 } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ToolError);
    expect(refused).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'Option "ms" must be between 0 and 60000, got -1',
    });
  });

  it('waits for a free slot', async () => {
    const client = hostileClient({ retry: { tries: 20, pauseMs: 20, pauseLimitMs: 100 } });
    const runs = Array.from({ length: 8 }, () => client.run('wait-native', { options: { ms: 50 } }));
    expect((await Promise.all(runs)).every(({ text }) => text?.startsWith('waited'))).toBe(true);
  });

  it('tries again after 429 only, unless it may repeat work', async () => {
    const busy = await answering([429, 429]);
    expect((await busy.client.run('hmac-generator')).text).toBe('done');
    busy.close();
    for (const status of [400, 413, 500, 504, 0]) {
      const once = await answering([status]);
      await expect(once.client.run('hmac-generator')).rejects.toThrow();
      expect(once.seen.count, String(status)).toBe(1);
      once.close();
    }
    const repeating = await answering([504, 0, 500]);
    expect((await repeating.client.run('hmac-generator', {}, { retry: { repeatWork: true } })).text).toBe('done');
    repeating.close();
    const tired = await answering([429, 429, 429, 429, 429, 429]);
    await expect(tired.client.run('hmac-generator', {}, { retry: { tries: 3 } })).rejects.toMatchObject({
      status: 429,
    });
    expect(tired.seen.count).toBe(3);
    tired.close();
  });

  it('stops at its signal, in a run and in a pause', async () => {
    const client = hostileClient();
    const running = client.run('wait-native', { options: { ms: 20_000 } }, { signal: AbortSignal.timeout(100) });
    await expect(running).rejects.toMatchObject({ name: 'TimeoutError' });
    const busy = await answering([429]);
    const paused = busy.client.run(
      'hmac-generator',
      {},
      { signal: AbortSignal.timeout(50), retry: { pauseMs: 60_000, pauseLimitMs: 60_000 } },
    );
    await expect(paused).rejects.toMatchObject({ name: 'TimeoutError' });
    busy.close();
  });

  it('lists and shows', async () => {
    const client = createClient({ origin: product.origin });
    expect((await client.list({ q: 'hmac' })).tools[0]?.id).toBe('hmac-generator');
    expect((await client.show('hmac-generator')).family).toBe('hashing');
    await expect(client.show('../x')).rejects.toMatchObject({ status: 404, code: 'TOOL_NOT_FOUND' });
  });
});

describe('pauses', () => {
  it('grow, stay below their limit and respect what the server asks for', () => {
    const rules = { tries: 9, pauseMs: 100, pauseLimitMs: 1000, repeatWork: false };
    expect([2, 3, 4, 5, 6, 7].map((next) => pauseBefore(next, rules, 0, 1))).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(pauseBefore(2, rules, 0, 0)).toBe(0);
    expect(pauseBefore(2, rules, 1, 0.5)).toBe(1050);
  });
});

describe('base64', () => {
  it('is what Node makes of the same bytes', () => {
    for (const length of [0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 256);
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(Buffer.from(fromBase64(toBase64(bytes))).equals(bytes)).toBe(true);
    }
  });
});

it('knows what the data of each tool holds', () => {
  type DataOf<Id extends ToolId> = ToolTypes[Id]['data'];
  expectTypeOf<DataOf<'token-counter'>['tokens']>().toEqualTypeOf<number>();
  expectTypeOf<NonNullable<DataOf<'merge-pdf'>>['files'][number]['name']>().toEqualTypeOf<string>();
  expectTypeOf<undefined>().toExtend<DataOf<'merge-pdf'>>();
  expectTypeOf<DataOf<'jq-query'>>().toEqualTypeOf<unknown>();
  expectTypeOf<DataOf<'hmac-generator'>>().toEqualTypeOf<undefined>();
});
