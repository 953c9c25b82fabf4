import assert from 'node:assert/strict';

import createClient from 'openapi-fetch';

import type { paths } from '../generated/openapi-typescript.js';

const [baseUrl = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });

// RFC 4231 §4.3
const signed = await client.POST('/api/v1/tools/hmac-generator/run', {
  body: { input: 'what do ya want for nothing?', options: { key: 'Jefe' } },
});
const mac: string | undefined = signed.data?.result.text;
assert.equal(mac, '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');

const cased = await client.POST('/api/v1/tools/case-converter/run', {
  body: { input: 'hello big world', options: { mode: 'snake' } },
});
assert.equal(cased.data?.result.text, 'hello_big_world');

const zipped = await client.POST('/api/v1/tools/create-zip/run', {
  body: { files: [{ name: 'a.txt', base64: Buffer.from('a').toString('base64') }] },
});
const [archive] = zipped.data?.result.files ?? [];
assert.equal(Buffer.from(archive?.base64 ?? '', 'base64').toString('latin1', 0, 2), 'PK');

const refused = await client.POST('/api/v1/tools/case-converter/run', {
  // @ts-expect-error The mode is not one of those that the description allows.
  body: { input: 'x', options: { mode: 'no such mode' } },
});
assert.equal(refused.response.status, 400);
assert.equal(refused.error?.error.code, 'INVALID_INPUT');
