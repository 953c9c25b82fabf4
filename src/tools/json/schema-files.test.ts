import { expect, it } from 'vitest';

import { runTool } from '../../testing/run-tool.js';

import validator from './json-schema-validator.js';

const upload = (name: string, value: unknown) => ({ name, bytes: Buffer.from(JSON.stringify(value)) });
const MAIN = {
  properties: { a: { $ref: 'common.json#/$defs/count' }, b: { $ref: 'https://example.org/names.json' } },
};
const COMMON = { $defs: { count: { type: 'integer' } } };
const NAMES = { $id: 'https://example.org/names.json', type: 'string' };

it('follows references to other schemas among the files, by name and by $id', async () => {
  const files = [
    upload('doc.json', { a: 1, b: 2 }),
    upload('common.json', COMMON),
    upload('x.json', NAMES),
    upload('main.json', MAIN),
  ];
  const { data, message } = await runTool(validator, { files });
  expect(data, message).toMatchObject({ valid: false, errorCount: 1, errors: [{ instance: '/b' }] });
  const withInput = await runTool(validator, { input: '{"a":"x","b":"y"}', files: files.slice(1) });
  expect(withInput.data).toMatchObject({ valid: false, errors: [{ instance: '/a' }] });
  const withOption = await runTool(validator, {
    input: '{"a":1,"b":"y"}',
    files: files.slice(1, 3),
    options: { schema: JSON.stringify(MAIN) },
  });
  expect(withOption.data).toMatchObject({ valid: true });
});

it('refuses a reference that no file answers', async () => {
  const { status, message } = await runTool(validator, {
    files: [upload('doc.json', { a: 1 }), upload('main.json', MAIN)],
  });
  expect([status, message]).toEqual([400, expect.stringContaining('names a schema that is not part of it')]);
});
