/** Runs by forms, as `curl -F` and browsers send them, and results as files. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../testing/chance.js';
import { call, codeOf } from '../testing/http.js';
import { openTestService, type TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('hostile');
});
afterAll(() => service.close());

interface Reply {
  readonly result: { readonly text: string; readonly files: { readonly name: string; readonly base64: string }[] };
}

const post = (id: string, form: FormData, more: { query?: string; headers?: Record<string, string> } = {}) =>
  fetch(`${service.origin}/api/v1/tools/${id}/run${more.query ?? ''}`, {
    method: 'POST',
    body: form,
    headers: more.headers ?? {},
  });

function formOf(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of Object.entries(files)) form.append('files', new Blob([bytes]), name);
  return form;
}

/** A body as it is, under a content type. */
const send = (id: string, type: string, body: string | Buffer) =>
  call(service.origin, `/api/v1/tools/${id}/run`, { headers: { 'content-type': type }, body });

const messageOf = (reply: { json: unknown }): string => (reply.json as { error: { message: string } }).error.message;

describe('a run by a form', () => {
  it('is what the same run by JSON is', async () => {
    const bytes = Uint8Array.from([0, 13, 10, 45, 45, 255]);
    const form = formOf({ input: 'héllo\r\n--' }, { 'ä "b".bin': bytes, 'empty.txt': new Uint8Array() });
    const { result } = (await (await post('echo-files', form)).json()) as Reply;
    expect(result.text).toBe('héllo\r\n--');
    expect(result.files.map(({ name, base64 }) => [name, base64])).toEqual([
      ['ä "b".bin', Buffer.from(bytes).toString('base64')],
      ['empty.txt', ''],
    ]);
  });

  it('takes options as JSON and one by one, by their types', async () => {
    const copy = async (fields: Record<string, string>) => {
      const reply = await post('copy-each', formOf(fields, { 'a.txt': Uint8Array.from([1]) }));
      return reply.json() as Promise<{ result?: { data: { files: { note: string }[] } }; error?: { message: string } }>;
    };
    expect((await copy({ options: '{"note":"5"}' })).result?.data.files[0]?.note).toBe('5');
    expect((await copy({ 'options.note': '5', 'options.bold': 'true' })).result?.data.files[0]?.note).toBe('5');
    expect((await copy({ 'options.bold': 'yes' })).error?.message).toBe(
      'Option "bold" must be true or false, got "yes"',
    );
    expect((await copy({ options: '{"note":"5"}', 'options.note': '6' })).error?.message).toBe(
      'Option "note" is given twice',
    );
    expect((await copy({ 'options.nope': '5' })).error?.message).toMatch(/^Unknown option "nope"/);
    expect((await copy({ options: '[]' })).error?.message).toBe('Field "options" must be a JSON object, got array');
    expect((await copy({ nope: '5' })).error?.message).toMatch(
      /^Unknown field "nope": a run of copy-each takes "input"/,
    );
    const ms = await post('wait-standard', formOf({ 'options.ms': '0' }));
    expect(ms.status).toBe(200);
    const word = await post('wait-standard', formOf({ 'options.ms': 'soon' }));
    expect([word.status, await word.text()]).toEqual([
      400,
      expect.stringContaining('Option \\"ms\\" must be a number'),
    ]);
  });

  it('is refused by the same rules', async () => {
    const wrong = await post('copy-each', formOf({}, { 'a.exe': Uint8Array.from([1]) }));
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('is not of a format')]);
    const path = await post('echo-files', formOf({}, { '../a': Uint8Array.from([1]) }));
    expect(path.status).toBe(400);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`${i}.txt`, Uint8Array.from([1])]));
    expect((await post('echo-files', formOf({}, many))).status).toBe(400);
    const large = await post('echo-files', formOf({}, { 'a.bin': new Uint8Array(20 * 2 ** 20 + 1) }));
    expect(large.status).toBe(413);
    const none = await post('wait-standard', formOf({}, { 'a.bin': Uint8Array.from([1]) }));
    expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('Unknown field \\"files\\"')]);
    const foreign = await post('echo-files', formOf({ input: 'x' }), { headers: { origin: 'http://evil.example' } });
    expect(foreign.status).toBe(403);
  });

  it('is told apart from what only says it is one, and broken ones say where', async () => {
    const type = 'multipart/form-data; boundary=x';
    expect(codeOf(await send('echo-files', type, '{"input":"x"}'))).toBe('JSON_REQUIRED');
    expect(codeOf(await send('echo-files', 'multipart/form-data', 'x'))).toBe('JSON_REQUIRED');
    expect(codeOf(await send('echo-files', 'multipart/mixed; boundary=x', '--x--'))).toBe('JSON_REQUIRED');
    const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`;
    const named = 'Content-Disposition: form-data; name="input"';
    for (const [body, message] of [
      [part(named, 'a'), 'Request body must end with its boundary: it is cut short'],
      [`${part('Content-Type: text/plain', 'a')}--x--`, 'Part 1 of the request body must have a name'],
      [`${part(named, 'a')}${part(named, 'b')}--x--`, 'Field "input" is given twice'],
      [`${part(`${named}\r\nContent-Transfer-Encoding: base64`, 'a')}--x--`, 'must be sent as it is, not as "base64"'],
      [
        Buffer.concat([Buffer.from(`--x\r\n${named}\r\n\r\n`), Buffer.from([0xff]), Buffer.from('\r\n--x--')]),
        'Field "input" must be valid UTF-8',
      ],
      [part(named, 'a').repeat(1002), '^Request body must have at most 1000 parts$'],
    ] as const) {
      const reply = await send('echo-files', type, body);
      expect(reply.status).toBe(400);
      expect(messageOf(reply)).toMatch(new RegExp(message));
    }
    const whole = await send(
      'echo-files',
      'multipart/form-data; boundary="a b"',
      `preamble\r\n--a b \r\n${named}\r\n\r\nfound\r\n--a b--\r\nepilogue`,
    );
    expect((whole.json as Reply).result.text).toBe('found');
  });

  it('survives whatever comes: 200, 400, 413 or 415', async () => {
    const below = chanceOf(20);
    const good = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="input"\r\n\r\nhello\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nfile\r\n--x--\r\n',
    );
    for (let round = 0; round < 150; round += 1) {
      const body = Buffer.from(good);
      for (let change = 0; change < 1 + below(4); change += 1) body[below(body.length)] = below(256);
      const cut = below(5) === 0 ? body.subarray(0, below(body.length)) : body;
      const { status } = await send('echo-files', 'multipart/form-data; boundary=x', cut);
      expect([200, 400, 413, 415]).toContain(status);
    }
  });
});

describe('a result as a file', () => {
  it('is the one file, with its name and type', async () => {
    const form = formOf({}, { 'ä"b.bin': Uint8Array.from([0, 1, 255]) });
    const reply = await post('echo-files', form, { query: '?download' });
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="__b.bin"; filename*=UTF-8''%C3%A4_b.bin`,
    );
    expect(reply.headers.get('content-security-policy')).toContain('sandbox');
    expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([0, 1, 255]);
  });

  it('is the text where there is no file, and a ZIP archive where there are several', async () => {
    const headers = { accept: 'application/octet-stream', 'content-type': 'application/json' };
    const run = (body: object) =>
      fetch(`${service.origin}/api/v1/tools/echo-files/run`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await run({ input: 'ünïcode' });
    expect([text.headers.get('content-type'), await text.text()]).toEqual(['text/plain;charset=utf-8', 'ünïcode']);
    const file = (name: string) => ({ name, base64: 'AAEC' });
    const zip = await run({ files: [file('a.bin'), file('b.bin')] });
    expect(zip.headers.get('content-disposition')).toContain('filename="echo-files.zip"');
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\x03\x04');
    const refused = await run({ nope: 1 });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/json']);
  });

  it('stays JSON for those who accept more', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, application/octet-stream']) {
      const reply = await post('echo-files', formOf({ input: 'x' }), { headers: { accept } });
      expect(reply.headers.get('content-type'), accept).toBe('application/json');
    }
  });
});

it('a JSON body that breaks says where', async () => {
  const reply = await send('echo-files', 'application/json', '{\n  "input": "x",\n}');
  expect(messageOf(reply)).toBe('Request body must be valid JSON: line 3, column 1');
});
