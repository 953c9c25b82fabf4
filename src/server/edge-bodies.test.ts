/** Rows of the HTTP edge's table (docs/api.md) on bodies and limits, over real sockets. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hostLine, JSON_TYPE, RUN } from '../testing/edge.js';
import { type CallOptions, callTool, codeOf, rawExchange, textOf } from '../testing/http.js';
import { openTestService, type TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  // With the times of a real service: bodies of 28 MB take their time on a busy machine.
  service = await openTestService('hostile');
});
afterAll(() => service.close());

const echo = (body: unknown, options?: CallOptions) => callTool(service.origin, 'echo-files', body, options);
const standard = (body: unknown, options?: CallOptions) => callTool(service.origin, 'wait-standard', body, options);
const own = () => hostLine(service);

describe('content', () => {
  it('takes application/json in any case, with charset utf-8 at most', async () => {
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
    ]) {
      expect((await echo({}, { headers: { 'content-type': type } })).status, type).toBe(200);
    }
    const others = [
      '',
      'text/plain',
      'text/json',
      'application/jsonx',
      'application/json; charset=latin1',
      'application/json; profile=x',
    ];
    for (const type of [...others, 'application/json, text/plain', 'application/vnd.api+json']) {
      const reply = await echo({}, { headers: { 'content-type': type } });
      expect([reply.status, codeOf(reply)], type).toEqual([415, 'JSON_REQUIRED']);
    }
  });

  it('takes no encoded body', async () => {
    for (const encoding of ['gzip', 'br', 'identity']) {
      const reply = await echo({}, { headers: { 'content-encoding': encoding } });
      expect([reply.status, codeOf(reply)]).toEqual([415, 'JSON_REQUIRED']);
    }
  });

  it('refuses bodies that are not the JSON of the contract', async () => {
    const bodies: readonly (string | Buffer)[] = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"input":"x",}',
      '{"input":"x"}x',
      '\ufeff{}',
      '\u00a0{}',
      '{"input":"\\ud800"}',
      '{"options":{"\\ud800":1}}',
      '{"input":5}',
      '{"input":null}',
      '{"a":{"__proto__":1}}',
      `{"options":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      `{"options":${'{"a":'.repeat(65)}1${'}'.repeat(65)}}`,
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      Buffer.from('{"input":"x"}', 'utf16le'),
      `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
      `{"${'k'.repeat(1_000_000)}":1}`,
    ];
    for (const body of bodies) {
      const reply = await echo(body);
      expect([reply.status, codeOf(reply)], body.toString().slice(0, 40)).toEqual([400, 'INVALID_INPUT']);
      expect(reply.text.length).toBeLessThan(600);
    }
    const infinite = await standard('{"options":{"ms":1e999}}');
    expect(infinite.json).toEqual({
      error: { code: 'INVALID_INPUT', message: 'Option "ms" must be a finite number' },
    });
  });

  it('lets the last of duplicate keys win', async () => {
    expect(textOf(await echo('{"input":"a","input":"b"}'))).toBe('b');
  });

  it('keeps text exactly', async () => {
    const input = 'a\u0000b "\\\u2028 é 😀 \ud83d\udc69\u200d\ud83d\udc69';
    expect(textOf(await echo({ input }))).toBe(input);
  });

  it('returns files byte for byte, whatever their size', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_001 }, (_, i) => (i * 7) % 251));
    const small = Buffer.from([0, 1, 2]);
    const files = [
      { name: 'big.bin', base64: bytes.toString('base64'), bytes: bytes.length },
      { name: 'small.bin', mime: 'image/x-test', base64: small.toString('base64') },
      { name: 'empty.bin', base64: '' },
    ];
    const reply = await echo({ files });
    expect((reply.json as { result: { files: unknown } }).result.files).toEqual([
      { name: 'big.bin', mime: 'application/octet-stream', bytes: bytes.length, base64: files[0]?.base64 },
      { name: 'small.bin', mime: 'image/x-test', bytes: 3, base64: 'AAEC' },
      { name: 'empty.bin', mime: 'application/octet-stream', bytes: 0, base64: '' },
    ]);
  });

  it('takes base64 with escaped slashes, as PHP writes it', async () => {
    const base64 = Buffer.alloc(9000, 0xff).toString('base64');
    const reply = await echo(`{"files":[{"name":"a","base64":"${base64.replaceAll('/', '\\/')}"}]}`);
    expect((reply.json as { result: { files: { base64: string }[] } }).result.files[0]?.base64).toBe(base64);
  });

  it('refuses long base64 as strictly as short', async () => {
    const good = Buffer.alloc(9000, 0xfb).toString('base64');
    for (const bad of [
      `${good}=`,
      good.slice(1),
      `${good.slice(0, 6000)} ${good.slice(6001)}`,
      good.replaceAll('+', '-'),
      `é${good.slice(1)}`,
    ]) {
      const reply = await echo({ files: [{ name: 'a', base64: bad }] });
      expect([reply.status, codeOf(reply)]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it('keeps a long text called base64 out of places that are not for files', async () => {
    const long = 'A'.repeat(8192);
    expect(codeOf(await echo({ base64: long }))).toBe('INVALID_INPUT');
    expect(codeOf(await echo(`{"files":[{"name":"a","base64":1,"${long}":"x"}]}`))).toBe('INVALID_INPUT');
    const named = await echo(`{"input":"base64","files":[{"name":"base64","base64":"${long}"}]}`);
    expect(named.status).toBe(200);
    expect(textOf(named)).toBe('base64');
  });
});

describe('limits', () => {
  it('takes 1,000,000 code points and refuses one more', async () => {
    expect((await standard({ input: '😀'.repeat(1_000_000), options: { ms: 0 } })).status).toBe(200);
    const reply = await standard({ input: 'a'.repeat(1_000_001) });
    expect(reply.json).toEqual({
      error: { code: 'LIMIT_EXCEEDED', message: 'Property "input" has 1000001 characters, the limit is 1000000' },
    });
  });

  it('takes a body of exactly the limit and refuses one byte more', async () => {
    const body = (bytes: number) => '{"options":{"ms":0}}'.padEnd(bytes, ' ');
    expect((await standard(body(8_388_608))).status).toBe(200);
    const reply = await standard(body(8_388_609));
    expect([reply.status, codeOf(reply)]).toEqual([413, 'LIMIT_EXCEEDED']);
    expect(reply.text).toContain('the limit is 8 MiB (8388608 bytes)');
  });

  it('bounds the decoded files in total', async () => {
    const half = Buffer.alloc(10_485_761).toString('base64');
    const reply = await echo({
      files: [
        { name: 'a', base64: half },
        { name: 'b', base64: half },
      ],
    });
    expect(reply.json).toEqual({
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Property "files" has 20 MiB (20971522 bytes) decoded, the limit is 20 MiB (20971520 bytes)',
      },
    });
  });

  it('bounds what a tool returns', async () => {
    const file = await callTool(service.origin, 'output', { options: { fileBytes: 5_242_881 } });
    expect(file.json).toEqual({
      error: {
        code: 'OUTPUT_TOO_LARGE',
        message: 'Output file has 5 MiB (5242881 bytes), the limit is 5 MiB (5242880 bytes)',
      },
    });
    const text = await callTool(service.origin, 'output', { options: { textBytes: 9_000_000 } });
    expect([text.status, text.json]).toEqual([
      413,
      {
        error: {
          code: 'LIMIT_EXCEEDED',
          message: 'The result must have at most 8 MiB (8388608 bytes) as JSON: shorten the text',
        },
      },
    ]);
    expect((await callTool(service.origin, 'output', { options: { fileBytes: 5_242_880 } })).status).toBe(200);
  });

  it('answers a declared oversize before the body is sent', async () => {
    const head = `${RUN}${own()}${JSON_TYPE}Content-Length: 40000000\r\n\r\n`;
    const reply = await rawExchange(service.port, [head, '{"input":"'], 1);
    expect(reply.statuses).toEqual([413]);
    const expecting = `${RUN}${own()}${JSON_TYPE}Content-Length: 40000000\r\nExpect: 100-continue\r\n\r\n`;
    expect((await rawExchange(service.port, [expecting], 1)).statuses).toEqual([413]);
  });

  it('answers an oversize readably to clients that send it all first', async () => {
    const big = Buffer.alloc(12 << 20, 0x20);
    for (let i = 0; i < 5; i += 1) {
      expect((await standard(big)).status).toBe(413);
      const fetched = await fetch(`${service.origin}/api/v1/tools/wait-standard/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: big,
      });
      expect(((await fetched.json()) as { error: { code: string } }).error.code).toBe('LIMIT_EXCEEDED');
      const chunked = await callTool(service.origin, 'wait-standard', big, {
        headers: { 'transfer-encoding': 'chunked' },
      });
      expect(chunked.status).toBe(413);
    }
  });

  it('asks for the body of a client that waits to be asked', async () => {
    const body = '{"input":"x"}';
    const head = `${RUN}${own()}${JSON_TYPE}Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    const reply = await rawExchange(service.port, [head, body]);
    expect(reply.statuses).toEqual([100, 200]);
  });
});
