import { expect, it } from 'vitest';

import { runTool } from '../../testing/run-tool.js';

import jsonFormatter from './json-formatter.js';
import jsonMinifier from './json-minifier.js';
import jsonValidator from './json-validator.js';

const upload = (name: string, text: string) => [{ name, bytes: Buffer.from(text) }];

it('auto reads a text by the strictest dialect that has no fault in it, and a file by its ending', async () => {
  const texts = [
    ['{"a":[1]}', '{"a":[1]}'],
    ['{"a":[1,], // x\n}', '{"a":[1]}'],
    ["{a: 'x',}", '{"a":"x"}'],
  ] as const;
  for (const [input, expected] of texts) expect((await runTool(jsonMinifier, { input })).text).toBe(expected);
  const jsonc = await runTool(jsonFormatter, { files: upload('settings.jsonc', '{"a":1}'), options: { indent: 0 } });
  expect(jsonc.files[0]?.name).toBe('settings.jsonc');
  const wide = await runTool(jsonFormatter, {
    files: upload('tsconfig.json', '{"a":1, // x\n}'),
    options: { indent: 0 },
  });
  expect([wide.status, wide.files[0]?.name]).toEqual([200, 'tsconfig.json']);
  const har = await runTool(jsonFormatter, { files: upload('trace.har', '{"log":{}}') });
  expect(har.files[0]?.name).toBe('trace.har');
  expect((await runTool(jsonMinifier, { input: '{"a":}' })).message).toMatch(/^Cannot read property "input" as JSON: /);
});

it('the validator takes comments for a fault, but in a .jsonc or .json5 file', async () => {
  const valid = async (name: string, text: string): Promise<unknown> =>
    ((await runTool(jsonValidator, { files: upload(name, text) })).data as { valid: boolean }).valid;
  expect(await valid('a.json', '{"a":1} // x')).toBe(false);
  expect(await valid('a.jsonc', '{"a":1} // x')).toBe(true);
  expect(await valid('a.json5', "{a:'x'}")).toBe(true);
  expect(await valid('trace.har', '{"log":{}}')).toBe(true);
});
