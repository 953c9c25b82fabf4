import { describe, expect } from 'vitest';

import type { Tool } from '../../core/tool.js';
import { inRows } from '../../testing/exhaustive.js';
import { type RunToolRequest, runTool } from '../../testing/run-tool.js';
import jqQuery from './jq-query.js';
import jsonDiff from './json-diff.js';
import jsonSchemaGenerator from './json-schema-generator.js';
import jsonpathQuery from './jsonpath-query.js';

const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"key ${index}":${index}`).join()}}`;
const quotes = (count: number): string => JSON.stringify(['"'.repeat(count)]);
const fileOf = (text: string, name = 'a.json') => ({ name, bytes: Buffer.from(text) });

const REQUESTS: readonly (readonly [string, Tool, RunToolRequest])[] = [
  ['jsonpath-query', jsonpathQuery, { input: keys(45_000), options: { path: '$["key 1",*,*]', shape: 'both' } }],
  ['json-diff', jsonDiff, { files: [fileOf(quotes(1_000_000)), fileOf(quotes(900_000), 'b.json')] }],
  [
    'json-diff, patch',
    jsonDiff,
    { files: [fileOf('{}'), fileOf(keys(80_000), 'b.json')], options: { format: 'patch' } },
  ],
  ['json-schema-generator', jsonSchemaGenerator, { files: [fileOf(keys(80_000))] }],
  ['jq-query', jqQuery, { input: quotes(450_000), options: { filter: '[., ., ., .]' } }],
  ['jq-query, lines', jqQuery, { input: quotes(450_000), options: { filter: '., ., ., ., .' } }],
  [
    'jq-query, raw',
    jqQuery,
    { input: quotes(450_000), options: { filter: '.[0] | (., ., ., ., ., ., ., ., ., .)', raw: true } },
  ],
];

describe('an answer that would be too large', () => {
  inRows(3, REQUESTS)('%s refuses as what the caller can mend', async (_, tool, request) => {
    const { status, code, message } = await runTool(tool, request);
    expect([status, code], message).toEqual([413, 'LIMIT_EXCEEDED']);
  });
});
