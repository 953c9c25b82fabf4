/** The log, at its most talkative, against everything that a caller sends and that a failure may repeat. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { callTool } from '../testing/http.js';
import { openTestService, type TestService } from '../testing/service.js';

let hostile: TestService;
let product: TestService;
beforeAll(async () => {
  hostile = await openTestService('hostile');
  product = await openTestService('product');
});
afterAll(async () => {
  await hostile.close();
  await product.close();
});

const SECRETS = { input: 'Xinput7', option: 'Xoption7', name: 'Xname7', content: 'Xcontent7' } as const;
const ANY = /X(input|option|name|content)7/;
const file = (ending = 'txt') => ({
  name: `${SECRETS.name}.${ending}`,
  base64: Buffer.from(SECRETS.content).toString('base64'),
});

describe('a failure that tells what was sent', () => {
  it.each([
    ['throw', 'Error\n    at '],
    ['look like a stack', 'Error\n    at '],
    ['name', 'Error\n    at '],
    ['change the message', 'Error\n    at '],
    ['no error', 'string'],
    ['cause', 'SyntaxError\n    at '],
  ])('by %s is logged by its kind and place alone, and answered without', async (way, start) => {
    const options = { way, secret: SECRETS.option };
    const reply = await callTool(hostile.origin, 'tell-all', { input: SECRETS.input, options, files: [file()] });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toMatch(ANY);
    const causes = hostile.lines.filter(({ event }) => event === 'run-cause').map(({ fields }) => String(fields.cause));
    expect(causes.at(-1)?.startsWith(start)).toBe(true);
    expect(JSON.stringify(hostile.lines)).not.toMatch(ANY);
  });

  it.each([
    ['standard error', ''],
    ['out of reach', 'Error\n    at '],
  ])('by %s is the end of its process, and the log says no more of it', async (way, lastWords) => {
    const options = { way, secret: SECRETS.option };
    const reply = await callTool(hostile.origin, 'tell-all', { input: SECRETS.input, options, files: [file()] });
    expect(reply.status).toBe(500);
    const lost = hostile.lines.filter(({ event }) => event === 'process-lost').at(-1)?.fields;
    expect(lost).toMatchObject({ tool: 'tell-all', reason: 'crashed' });
    expect(String(lost?.lastWords).slice(0, 13)).toBe(lastWords.slice(0, 13));
    expect(JSON.stringify(hostile.lines)).not.toMatch(ANY);
  });
});

it('tools that ship refuse bad files, texts and options without a word of them in the log', async () => {
  const calls: [string, object][] = [
    ['pdf-info', { files: [file('pdf')] }],
    ['resize-image', { options: { width: 10 }, files: [file('png')] }],
    ['extract-archive', { files: [file('zip')] }],
    ['json-formatter', { input: `{"${SECRETS.input}":` }],
    ['xml-formatter', { input: `<${SECRETS.input}>` }],
    ['yaml-to-json', { input: `${SECRETS.input}: [` }],
    ['jq-query', { input: '{}', options: { filter: `.${SECRETS.option} | error("${SECRETS.option}")` } }],
    ['csv-sql-query', { options: { sql: `SELECT ${SECRETS.option}` }, files: [file('csv')] }],
    ['hmac-generator', { input: SECRETS.input, options: { key: SECRETS.option } }],
    ['case-converter', { input: 'a', options: { [SECRETS.option]: 1 } }],
    ['heic-to-jpg', { files: [file('heic')] }],
  ];
  const statuses: number[] = [];
  for (const [tool, body] of calls) statuses.push((await callTool(product.origin, tool, body)).status);
  expect(statuses).toEqual(calls.map(([tool]) => (tool === 'hmac-generator' ? 200 : 400)));
  expect(product.lines.filter(({ event }) => event === 'run')).toHaveLength(calls.length);
  expect(JSON.stringify(product.lines)).not.toMatch(ANY);
});
