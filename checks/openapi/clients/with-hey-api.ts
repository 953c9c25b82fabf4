import assert from 'node:assert/strict';

import { client } from '../generated/hey-api/client.gen.js';
import { caseConverter, createZip, hmacGenerator } from '../generated/hey-api/sdk.gen.js';

const [baseUrl = ''] = process.argv.slice(2);
client.setConfig({ baseUrl });

// RFC 4231 §4.3
const signed = await hmacGenerator({ body: { input: 'what do ya want for nothing?', options: { key: 'Jefe' } } });
const mac: string | undefined = signed.data?.result.text;
assert.equal(mac, '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');

const cased = await caseConverter({ body: { input: 'hello big world', options: { mode: 'snake' } } });
assert.equal(cased.data?.result.text, 'hello_big_world');

const zipped = await createZip({ body: { files: [{ name: 'a.txt', base64: Buffer.from('a').toString('base64') }] } });
const [archive] = zipped.data?.result.files ?? [];
assert.equal(Buffer.from(archive?.base64 ?? '', 'base64').toString('latin1', 0, 2), 'PK');

// @ts-expect-error The mode is not one of those that the description allows.
const refused = await caseConverter({ body: { input: 'x', options: { mode: 'no such mode' } } });
assert.equal(refused.error?.error.code, 'INVALID_INPUT');
